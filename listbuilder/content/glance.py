"""An army at a glance: all its numbers in few tables, its boxes, and what its rules mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from listbuilder.content.boxes import Tracker
from listbuilder.content.cards import Card
from listbuilder.content.profiles import ProfileRow, ProfileTable
from listbuilder.rules.army import Army, Node
from listbuilder.rules.carried import FIELDS, Equipment
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.glossary import glossary_of


@attrs.frozen
class Tracked:
    """The boxes of a piece; ``name`` says whose they are."""

    name: str
    trackers: tuple[Tracker, ...]


@attrs.frozen
class Glance:
    """All numbers of an army.

    Attributes:
        profiles: a table for each kind of profile, rows named and each once.
        gear: the same of weapons and the like.
        tracked: what goes down in play.
    """

    profiles: tuple[ProfileTable, ...]
    gear: tuple[ProfileTable, ...]
    tracked: tuple[Tracked, ...]


@attrs.frozen
class Told:
    """A name on a card and what it means; ``summary`` is empty where only the book tells."""

    name: str
    summary: str
    cite: str


def glance(cards: Sequence[Card]) -> Glance:
    """Set the numbers of cards in tables, like with like."""
    own = [
        (table, row, row.name or card.piece.called or card.piece.name, card.piece.many)
        for card in cards
        for table in (*card.grids, *card.shared)
        for row in table.rows
    ]
    tables: dict[tuple[tuple[str, str], ...], dict[ProfileRow, None]] = {}
    for table, row, name, many in own:
        how_many = row.many or (many if not row.title else "")
        plain = ProfileRow(name, how_many, row.values, (), None, row.called)
        tables.setdefault(table.columns, {})[plain] = None
    gear: dict[tuple[tuple[str, str], ...], dict[ProfileRow, None]] = {}
    for card in cards:
        for table in card.gear:
            gear.setdefault(table.columns, {}).update(dict.fromkeys(table.rows))
    return Glance(
        tuple(ProfileTable(columns, tuple(rows)) for columns, rows in tables.items()),
        tuple(
            ProfileTable(columns, tuple(sorted(rows, key=lambda row: row.values[0].casefold())))
            for columns, rows in gear.items()
        ),
        tuple(Tracked(name, row.trackers) for _, row, name, _ in own if row.trackers),
    )


def army_terms(judge: Judge, army: Army) -> tuple[Told, ...]:
    """Say what the names mean that an army's cards have, each once, in alphabetical order.

    A name of which nothing is told, neither what it does nor on which page, is left out.
    """
    glossary = glossary_of(judge.book)
    found: dict[str, Told] = {}
    for name, list_id in _named(Equipment(judge, army), army):
        term = None if name in found else glossary.find(name, list_id)
        if term is not None and (term.summary or (term.source and term.source.page)):
            cite = judge.book.cite(term.source) if term.source else ""
            found[name] = Told(name, term.summary or "", cite)
    return tuple(sorted(found.values(), key=lambda told: told.name.casefold()))


def _named(equipment: Equipment, army: Army) -> Iterator[tuple[str, str]]:
    """Yield the names that hold of models and their options, with the army list in play."""
    for node in army.nodes:
        if equipment.is_model(node):
            for one in (node, *equipment.options(node)):
                yield from _of(equipment, one, node)


def _of(equipment: Equipment, one: Node, at: Node) -> Iterator[tuple[str, str]]:
    entry, list_id = one.place.entry, one.place.list_id
    if one is not at and entry is not None:
        yield entry.name, list_id
    for field in FIELDS:
        for name in equipment.names(one, at, field):
            yield name, list_id
