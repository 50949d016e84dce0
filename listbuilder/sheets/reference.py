"""The quick reference: topics and tables of a ruleset and its catalogues."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.model.ruleset import Book, Table, Topic
from listbuilder.rules.army import Army
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.measure import concerns
from listbuilder.sheets.page import DiceTable, Passage, Reference, Result


def army_reference(judge: Judge, army: Army) -> Reference:
    """Take the topics that something in the army has to do with."""
    topics = [topic for topic in _topics(judge.book) if concerns(judge, army, topic.for_)]
    return Reference(judge.book.ruleset.name, _passages(judge.book, topics))


def whole_reference(book: Book) -> Reference:
    """Take every topic, then the tables that none of them has."""
    topics = list(_topics(book))
    told = {name for topic in topics for name in topic.tables}
    rest = [table for name, table in _tables(book).items() if name not in told]
    alone = tuple(
        Passage(table.title, (), (_table(book, table),), book.cite(table.source), "")
        for table in rest
    )
    return Reference(book.ruleset.name, (*_passages(book, topics), *alone))


def _topics(book: Book) -> Iterable[Topic]:
    return (topic for part in book.parts() for topic in part.reference)


def _tables(book: Book) -> dict[str, Table]:
    return {table.id: table for part in book.parts() for table in part.tables}


def _passages(book: Book, topics: Iterable[Topic]) -> tuple[Passage, ...]:
    """Put topics into words; a table stands with the first that has it."""
    tables = _tables(book)
    return tuple(
        Passage(
            topic.title,
            topic.text,
            tuple(_table(book, tables.pop(name)) for name in topic.tables if name in tables),
            book.cite(topic.source),
            topic.ruling or "",
        )
        for topic in topics
    )


def _table(book: Book, table: Table) -> DiceTable:
    results = tuple(
        Result(outcome.rolls.replace("-", "–"), outcome.title or "", outcome.text or "")
        for outcome in table.outcomes
    )
    own = book.ruleset.dice.get(table.dice)
    dice = own.title if own else table.dice
    return DiceTable(table.title, dice, table.text or "", results, book.cite(table.source))
