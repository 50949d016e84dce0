"""Checks of odds: unknown names, impossible questions, work beyond the budget; uneven charts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.errors import OddsError
from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.loading.json_pointer import token
from listbuilder.loading.names import quoted
from listbuilder.loading.problems import Meant
from listbuilder.loading.references import JsonPart, json_parts
from listbuilder.messages import gettext, message_of
from listbuilder.model.odds import (
    ROLLS,
    Ask,
    Chance,
    Chart,
    Given,
    Kept,
    Odds,
    OnTable,
    Throw,
    Turns,
    Way,
)
from listbuilder.model.ruleset import Book
from listbuilder.odds.ask import odds_answer
from listbuilder.odds.budget import Budget
from listbuilder.odds.dice import rolls_of
from listbuilder.odds.rolls import read_need


def charts(game: Game) -> Iterator[Diagnostic]:
    """Yield charts whose rows differ in length, and cells that are no need of a roll."""
    for at, chart in game.of(Chart):
        for field, shown in (("on_cards", chart.on_cards), ("at_glance", chart.at_glance)):
            if shown and not 0 < shown.from_ <= len(chart.needs[0]) + 1 - len(shown.heads):
                message = gettext("The chart has {needs} columns.", needs=len(chart.needs[0]))
                yield at.diagnostic("uneven-row", message, f"/{field}/heads")
        for index, row in enumerate(chart.needs):
            step = f"/needs/{index}"
            if len(row) != len(chart.needs[0]):
                message = gettext(
                    "The first row has {needs} cells, this one {row}.",
                    needs=len(chart.needs[0]),
                    row=len(row),
                )
                yield at.diagnostic("uneven-row", message, step)
            for number, need in enumerate(row):
                try:
                    read_need(need)
                except OddsError as error:
                    yield at.diagnostic("bad-need", message_of(error), f"{step}/{number}")


def odds(game: Game, book: Book) -> Iterator[Diagnostic]:
    """Yield problems of the odds of a game whose files can all be used.

    Odds without wrong names or words are worked out, to see that they can be.
    """
    budget = Budget()
    for at, asked in game.of(Odds):
        inside = json_parts(asked)
        found = [*_numbers(at, asked, inside), *_words(at, inside, book)]
        yield from found
        if not any(diagnostic.problem.code == "unknown-number" for diagnostic in found):
            worked = odds_answer(book, asked, budget=budget)
            if worked.problem:
                code = "odds-over-budget" if worked.stopped else "odds-impossible"
                yield at.diagnostic(code, worked.problem)


def _numbers(at: Location, asked: Odds, inside: list[JsonPart]) -> Iterator[Diagnostic]:
    """Yield names of numbers that the odds don't have, and numbers that nothing uses."""
    there = {*asked.numbers}
    read = set()
    for _, node in inside:
        match node:
            case Kept():
                there.add(node.as_)
            case Turns():
                there.add(node.number)
            case Given():
                read.add(node.number)
    for pointer, node in inside:
        if isinstance(node, Given) and node.number not in there:
            yield _unknown(at, node.number, there, f"{pointer}/number")
        if isinstance(node, Way | Ask):
            for name in node.set:
                if name not in asked.numbers:
                    step = f"{pointer}/set/{token(name)}"
                    yield _unknown(at, name, {*asked.numbers}, step, at_key=True)
    for name, number in asked.numbers.items():
        if name not in read and number.title is None:
            message = gettext("Nothing asks for “{name}”, and it is not shown.", name=name)
            yield at.diagnostic("unused-number", message, f"/numbers/{token(name)}", True)


def _unknown(
    at: Location, name: str, there: set[str], step: str, at_key: bool = False
) -> Diagnostic:
    message = gettext("No number is called {name} here.", name=quoted(name))
    return at.diagnostic("unknown-number", message, step, at_key, Meant(name, there))


def _words(at: Location, inside: list[JsonPart], book: Book) -> Iterator[Diagnostic]:
    """Yield the words that odds compare with and that no dice, table or roll can give."""
    said = {word for _, node in inside for word in _said_by(node, book)}
    for pointer, node in inside:
        awaited: dict[str, str] = {}
        if isinstance(node, Chance) and isinstance(node.exactly, str):
            awaited["/exactly"] = node.exactly
        if isinstance(node, Turns):
            awaited |= {f"/states/{token(name)}": name for name in node.states}
            awaited["/until"] = node.until
        for step, word in awaited.items():
            if word not in said:
                message = gettext("Nothing ever comes to {word}.", word=quoted(word))
                at_key, meant = step.startswith("/states"), Meant(word, said)
                yield at.diagnostic("unknown-word", message, f"{pointer}{step}", at_key, meant)


def _said_by(node: Any, book: Book) -> Iterator[str]:
    """Yield the words that a node has, or that its dice and tables can give."""
    tables = {table.id: table for part in book.parts() for table in part.tables}
    match node:
        case Throw():
            rolls = rolls_of(node.dice, book.ruleset.dice) or ()
            yield from (face for face in rolls if isinstance(face, str))
        case OnTable() if node.table in tables:
            for outcome in tables[node.table].outcomes:
                yield outcome.title or outcome.rolls
        case Turns():
            yield node.start
            yield from (roll for roll in node.states.values() if isinstance(roll, str))
        case Ask() | Odds() if isinstance(node.spread, str):
            yield node.spread
        case _ if type(node) in ROLLS.values():
            for name in ("then", "else_", "roll"):
                word = getattr(node, name, None)
                if isinstance(word, str):
                    yield word
