"""The quick reference: topics and tables of a ruleset and its catalogues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence

import attrs

from listbuilder.content.cards import Card
from listbuilder.content.costs import write_costs
from listbuilder.content.dice_tables import DiceTable, dice_table
from listbuilder.messages import gettext, joined
from listbuilder.model.play_aids import Table, Topic
from listbuilder.model.ruleset import Book
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.measure import topics


@attrs.frozen
class Item:
    """An entry of a topic; ``whose``: its holders, or its cost."""

    name: str
    whose: str
    text: tuple[str, ...]


@attrs.frozen
class Passage:
    """A topic of the quick reference.

    Attributes:
        grid: a table without dice, with the heads in its first row; empty: there is none.
        in_flow: whether the order of play tells all of it.
    """

    title: str
    text: tuple[str, ...]
    items: tuple[Item, ...]
    grid: tuple[tuple[str, ...], ...]
    tables: tuple[DiceTable, ...]
    cite: str
    ruling: str
    in_flow: bool = False


@attrs.frozen
class Reference:
    """The quick reference."""

    title: str
    passages: tuple[Passage, ...]


Items = Callable[[Topic], Iterator[Item]]
"""Yields the entries of a topic."""


def army_reference(judge: Judge, army: Army) -> Reference:
    """Make the reference of the topics that concern the army."""
    passages = _passages(judge.book, [*topics(judge, army)], lambda topic: _taken(army, topic))
    return Reference(judge.book.ruleset.name, passages)


def without_flow(reference: Reference) -> Reference:
    """Leave out the passages that the order of play tells."""
    passages = (passage for passage in reference.passages if not passage.in_flow)
    return attrs.evolve(reference, passages=tuple(passages))


def without_told_by_cards(reference: Reference, cards: Sequence[Card]) -> Reference:
    """Leave out passages and tables that are on cards; of tables it is said on whose cards."""
    owners: dict[DiceTable, dict[str, None]] = {}
    told: set[tuple[str, ...]] = set()
    names: set[str] = set()
    for card in cards:
        rows = (row for grid in (*card.grids, *card.shared) for row in grid.rows)
        pieces = (card.piece, *(row.piece for row in rows if row.piece))
        options = [option for piece in pieces for option in piece.options if option.text]
        told |= {option.text for option in options}
        names |= {option.name for option in options}
        for table in card.tables:
            owners.setdefault(table, {})[card.piece.called or card.piece.name] = None
    left = (passage for passage in reference.passages if passage.title not in names)
    passages = (_without_told(passage, owners, told) for passage in left)
    return attrs.evolve(reference, passages=tuple(filter(None, passages)))


def _without_told(
    passage: Passage,
    owners: Mapping[DiceTable, Mapping[str, None]],
    told: Container[tuple[str, ...]],
) -> Passage | None:
    """A passage without the tables and entries on cards; None if nothing else is in it."""
    items = tuple(item for item in passage.items if item.text not in told)
    if passage.items and not items and not passage.text:
        return None
    passage = attrs.evolve(passage, items=items)
    gone = [table for table in passage.tables if table in owners]
    left = tuple(table for table in passage.tables if table not in owners)
    if not gone:
        return passage
    if not (left or passage.text or passage.items or passage.grid):
        return None
    names = dict.fromkeys(name for table in gone for name in owners[table])
    where = gettext("Rolled as on the card: {names}.", names=joined(", ", names))
    return attrs.evolve(passage, tables=left, text=(*passage.text, where))


def whole_reference(book: Book) -> Reference:
    """Make the reference of all topics, then of the tables that no topic has."""
    every = [topic for part in book.parts() for topic in part.reference]
    told = {name for topic in every for name in topic.tables}
    rest = [table for name, table in _tables(book).items() if name not in told]
    alone = tuple(
        Passage(table.title, (), (), (), (dice_table(book, table),), book.cite(table.source), "")
        for table in rest
    )
    passages = _passages(book, every, lambda topic: _offered(book, topic))
    return Reference(book.ruleset.name, (*passages, *alone))


def _tables(book: Book) -> dict[str, Table]:
    return {table.id: table for part in book.parts() for table in part.tables}


def _passages(book: Book, told: Sequence[Topic], items: Items) -> tuple[Passage, ...]:
    """Make the views of topics; a table stands with the first topic that has it.

    A topic of entries alone is left out if there are none.
    """
    tables = _tables(book)
    found = (
        Passage(
            topic.title,
            topic.text,
            tuple(items(topic)) if topic.entries else (),
            (topic.grid.columns, *topic.grid.rows) if topic.grid else (),
            tuple(dice_table(book, tables.pop(name)) for name in topic.tables if name in tables),
            book.cite(topic.source),
            topic.ruling or "",
            topic.in_flow,
        )
        for topic in told
    )
    return tuple(
        passage
        for passage, topic in zip(found, told, strict=True)
        if passage.items or passage.text or not topic.entries
    )


def _taken(army: Army, topic: Topic) -> Iterator[Item]:
    """Yield the topic's entries that an army has, each once, with their holders."""
    kinds: dict[str, list[Node]] = {}
    for node in army.nodes:
        if node.place.entry and not node.keywords.isdisjoint(topic.entries):
            kinds.setdefault(node.place.entry.id, []).append(node)
    for nodes in kinds.values():
        entry, count = nodes[0].place.entry, sum(node.count for node in nodes)
        if entry is not None:
            name = f"{count} × {entry.name}" if count > 1 else entry.name
            yield Item(name, ", ".join(_holders(nodes)), entry.text)


def _holders(nodes: Sequence[Node]) -> Iterator[str]:
    """Yield the holders of selections, equal names together, without the army itself."""
    holders = [node.holder for node in nodes if node.holder]
    inside = Counter(one.name for one in holders if one.holder and one.holder.holder)
    return (f"{many} × {name}" if many > 1 else name for name, many in inside.items())


def _offered(book: Book, topic: Topic) -> Iterator[Item]:
    """Yield the topic's entries in the book, each with the plain part of its price."""
    costs = [name for name, value in book.ruleset.values.items() if value.cost]
    for entries in book.entries.values():
        for entry in entries.values():
            if not frozenset(topic.entries).isdisjoint(entry.is_):
                plain = {name: entry.values[name].each for name in costs if name in entry.values}
                yield Item(entry.name, write_costs(book, plain), entry.text)
