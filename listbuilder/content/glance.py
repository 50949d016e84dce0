"""An army at a glance: all its numbers in few tables, and its boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import attrs

from listbuilder.content.boxes import MOST_IN_TENS, Boxes, Tracker, in_tens
from listbuilder.content.cards import Card
from listbuilder.content.profiles import ProfileRow, ProfileTable
from listbuilder.messages import gettext, joined


@attrs.frozen
class Tracked:
    """The boxes of the piece ``name``."""

    name: str
    trackers: tuple[Tracker, ...]


@attrs.frozen
class Glance:
    """All numbers of an army.

    Attributes:
        numbers: a table for each type of profile, each row once and with a name.
        gear: such tables of weapons and the like.
        charts: the rows of charts that the numbers need.
        tracked: the boxes of numbers that go down in play.
    """

    numbers: tuple[ProfileTable, ...]
    gear: tuple[ProfileTable, ...]
    charts: tuple[ProfileTable, ...]
    tracked: tuple[Tracked, ...]


def glance(cards: Sequence[Card], charts: tuple[ProfileTable, ...]) -> Glance:
    """Set the numbers of cards in tables by type, with the charts that they need."""
    tables: dict[tuple[tuple[str, str], ...], dict[ProfileRow, None]] = {}
    for card in cards:
        for table in (*card.grids, *card.shared):
            for row in table.rows:
                whose = "" if table in card.shared or row.piece else _name(card)
                how_many = row.many or (card.piece.many if not row.title else "")
                name = _whose(whose, row.name)
                plain = ProfileRow(name, how_many, row.values, (), None, row.called)
                tables.setdefault(table.columns, {})[plain] = None
    gear: dict[tuple[tuple[str, str], ...], dict[ProfileRow, Card]] = {}
    for card in cards:
        for table in card.gear:
            for row in table.rows:
                gear.setdefault(table.columns, {}).setdefault(row, card)
    return Glance(
        tuple(ProfileTable(columns, tuple(rows)) for columns, rows in tables.items()),
        tuple(
            ProfileTable(columns, tuple(sorted(_told_apart(rows), key=_first)))
            for columns, rows in gear.items()
        ),
        charts,
        tuple(tracked for card in cards for tracked in _tracked(card)),
    )


def _told_apart(rows: Mapping[ProfileRow, Card]) -> Iterator[ProfileRow]:
    """Yield rows of gear with their owners, where rows of one name have different numbers."""
    names = Counter(row.values[0] for row in rows)
    for row, card in rows.items():
        name, *values = row.values
        said = f"{name} ({_name(card)})" if names[name] > 1 else name
        yield attrs.evolve(row, values=(said, *values))


def _first(row: ProfileRow) -> str:
    return row.values[0].casefold()


def _name(card: Card) -> str:
    return card.piece.called or card.piece.name


def _whose(whose: str, name: str) -> str:
    """Name a row by its owner, and by its own name if that says more."""
    return f"{whose}: {name}" if whose and name and name != whose else whose or name


def _many(boxes: Boxes) -> int:
    return boxes.count


def _unit(label: str, models: int, each: Boxes | None) -> Tracker | None:
    """The boxes of a unit: one for each model, or a run for each model with several.

    Args:
        label: the number of the unit, if there are several.
        models: the number of its models.
        each: the boxes of a model, or of its mount if that has more; None: there are none.
    """
    if each is None or each.count == 1:
        return in_tens(joined("", (label, gettext("Models"))), models)
    if models * each.count > MOST_IN_TENS:
        return None
    said = (
        gettext(
            "{models} with {number} {title} each",
            models=models,
            number=each.count,
            title=each.label,
        )
        if models > 1
        else each.label
    )
    return Tracker(joined("", (label, said)), (Boxes("", each.count),) * models)


def _tracked(card: Card) -> Iterator[Tracked]:
    """Yield the boxes of a card: for the models of units, else for numbers."""
    rows = [row for table in (*card.grids, *card.shared) for row in table.rows]
    if card.units and rows and not rows[0].trackers:
        each = max((row.boxes for row in rows if row.boxes), key=_many, default=None)
        several = len(card.units) > 1
        units = (
            _unit(f"{place}: " if several else "", models, each)
            for place, models in enumerate(card.units, 1)
        )
        yield Tracked(_name(card), tuple(unit for unit in units if unit))
    for row in rows:
        if row.trackers:
            yield Tracked(_whose(_name(card), row.title), row.trackers)
