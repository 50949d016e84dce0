"""Profiles in tables, with what options add to them, and the boxes to tick for what goes down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from listbuilder.content.boxes import MOST_BOXES, Boxes, Tracker
from listbuilder.content.figures import FigureView, made_up
from listbuilder.content.pieces import Piece
from listbuilder.findings import written
from listbuilder.model.entries import Profile
from listbuilder.model.language import Number
from listbuilder.model.ruleset import Book, Column
from listbuilder.rules.army import Node


@attrs.frozen
class ProfileRow:
    """A profile: values in the order of its grid's columns, empty where it has none.

    Attributes:
        name: empty where the card says it.
        many: models that have it; empty for a single one.
        piece: whose it is, at the first of its rows; None for the card's own.
    """

    name: str
    many: str
    values: tuple[str, ...]
    trackers: tuple[Tracker, ...]
    piece: Piece | None


@attrs.frozen
class ProfileTable:
    """A table of profiles; columns are the letters over them and what they stand for.

    Attributes:
        notes: values that have no room in it.
    """

    columns: tuple[tuple[str, str], ...]
    rows: tuple[ProfileRow, ...]
    notes: tuple[str, ...] = ()


Brought = Callable[[str], list[tuple[Node, Number]]]
"""What each option brings of a value."""


@attrs.frozen
class ReadProfile:
    """A profile with what options add.

    Attributes:
        name: whose it is, where a table has several.
        many: models that have it; empty for a single one.
        values: as printed, by column.
        raised: the numbers that options change.
    """

    type: str
    name: str
    many: str
    values: Mapping[str, str]
    raised: tuple[FigureView, ...]
    trackers: tuple[Tracker, ...]


Owned = tuple[Piece | None, ReadProfile]
"""A profile, and the piece that it brings along."""


def read_profiles(
    book: Book, nodes: Sequence[Node], shares: bool, brought: Brought
) -> list[ReadProfile]:
    """Read the profiles, but gear's, of selections of one kind; options add to the first of them.

    Args:
        nodes: never empty.
        shares: they stand on another's card.
        brought: what the options of them all bring of a value.
    """
    node = nodes[0]
    entry = node.place.entry
    profiles = [own for own in entry.profiles if not book.is_gear(own)] if entry else []
    copies = sum(each.count for each in nodes)
    found = []
    for profile in profiles:
        add = brought if profile is profiles[0] else _nothing
        values, raised = _values(book, profile, node, copies, add)
        tracked = tuple(_tracked(book, profile, values))
        # Plain models are not ticked off: they go off the table.
        plain = sum(number for _, number in tracked) == 1
        alone = not node.size and all(each.count == 1 for each in nodes)
        ticked = shares or not plain or (len(profiles) > 1 and alone)
        many = profile.count * (node.count if shares else copies)
        found.append(
            ReadProfile(
                profile.type,
                profile.name or node.name,
                str(many) if many > 1 else "",
                {column.id: _write(values[column.id], column) for column in _in(book, profile)},
                raised,
                tuple(_trackers(tracked, profile.count, nodes)) if ticked and tracked else (),
            )
        )
    return found


def _values(
    book: Book, profile: Profile, node: Node, copies: int, brought: Brought
) -> tuple[dict[str, int | str], tuple[FigureView, ...]]:
    """A profile's values, raised by what each copy's options add to them."""
    values: dict[str, int | str] = {}
    raised = []
    for column in _in(book, profile):
        value = profile.values[column.id]
        parts = brought(column.adds) if column.adds else []
        extra = sum(share for _, share in parts)
        if isinstance(value, int) and extra and extra % copies == 0:
            each = [(node, value), *((part, share // copies) for part, share in parts)]
            value += int(extra) // copies
            raised.append(
                FigureView(column.name, _write(value, column), made_up(node, each, value))
            )
        values[column.id] = value
    return values, tuple(raised)


def _tracked(
    book: Book, profile: Profile, values: Mapping[str, int | str]
) -> Iterator[tuple[str, int]]:
    """Yield the names and numbers of what goes down in play, as far as boxes are of help."""
    for column in _in(book, profile):
        number = values[column.id]
        if column.tracked and isinstance(number, int) and 0 < number <= MOST_BOXES:
            yield column.name, number


def _trackers(
    tracked: Sequence[tuple[str, int]], models: int, nodes: Sequence[Node]
) -> Iterator[Tracker]:
    """Yield boxes to tick, a line for each selection; for each model that has several numbers.

    Args:
        tracked: names and numbers, never empty.
        models: in each copy.
        nodes: selections of one kind; each has its boxes.
    """
    for place, node in enumerate(nodes, 1):
        label = str(place) if len(nodes) > 1 else ""
        copies = node.count * (node.size or 1) * models
        name, number = tracked[0]
        if len(tracked) > 1:
            boxes = tuple(Boxes(name, number) for name, number in tracked)
            for copy in range(1, min(copies, MOST_BOXES // len(tracked)) + 1):
                yield Tracker(str(copy) if copies > 1 else label, boxes)
        elif copies * number > MOST_BOXES:
            continue
        elif number == 1:
            yield Tracker(label, (Boxes(name, copies),))
        else:
            yield Tracker(label, (Boxes(name, number), *[Boxes("", number)] * (copies - 1)))


def profile_tables(
    book: Book, main: Sequence[ReadProfile], parts: Iterable[tuple[Piece, Sequence[ReadProfile]]]
) -> tuple[tuple[ProfileTable, ...], tuple[ProfileTable, ...]]:
    """Set profiles in tables: the card's own, and those of the parts that don't fit among them.

    A part's profiles stand among the card's own where those have all their columns; the other
    parts' profiles stand together as far as their columns allow.
    """
    own = {profile.type for profile in main}
    first: list[Owned] = [(None, profile) for profile in main]
    rest: list[Owned] = []
    for piece, profiles in parts:
        fit = all(_home(book, profile.type, own) for profile in profiles)
        owners = [piece, *[None] * len(profiles)]
        (first if fit else rest).extend(zip(owners, profiles, strict=False))
    others = {profile.type for _, profile in rest}
    return tuple(_set(book, first, own)), tuple(_set(book, rest, others, named=True))


def gear_tables(book: Book, nodes: Sequence[Node]) -> tuple[ProfileTable, ...]:
    """Set the gear of all on a card in a table for each type, like with like; names go first."""
    found: dict[str, dict[ProfileRow, None]] = {}
    for node in nodes:
        for profile in node.place.entry.profiles if node.place.entry else ():
            if book.is_gear(profile):
                said = {
                    column.id: _write(profile.values[column.id], column)
                    for column in _in(book, profile)
                }
                values = (said.get(column.id, "") for column in _columns(book, profile.type))
                row = ProfileRow("", "", (profile.name or node.name, *values), (), None)
                found.setdefault(profile.type, {})[row] = None
    return tuple(
        ProfileTable(
            ((kind.title, kind.title), *((column.title, column.name) for column in kind.columns)),
            tuple(rows),
        )
        for kind, rows in ((book.ruleset.profiles[name], rows) for name, rows in found.items())
    )


def _set(
    book: Book, profiles: Sequence[Owned], types: set[str], named: bool = False
) -> Iterator[ProfileTable]:
    """Yield a table for each type, the narrower ones within the wider; names tell rows apart."""
    homes: dict[str, list[Owned]] = {}
    for piece, profile in profiles:
        home = _home(book, profile.type, types) or profile.type
        homes.setdefault(home, []).append((piece, profile))
    named = named or len(profiles) > 1
    for home, rows in homes.items():
        columns = [
            column
            for column in _columns(book, home)
            if any(column.id in profile.values for _, profile in rows)
        ]
        yield ProfileTable(
            tuple((column.title, column.name) for column in columns),
            tuple(
                ProfileRow(
                    profile.name if named else "",
                    profile.many if named else "",
                    tuple(profile.values.get(column.id, "") for column in columns),
                    profile.trackers,
                    piece,
                )
                for piece, profile in rows
            ),
        )


def _home(book: Book, name: str, types: set[str]) -> str | None:
    """The widest of these types that has all the columns of one, if any does.

    One that would fill less than half of the columns reads better in a table of its own.
    """
    narrow = {(column.id, column.title) for column in _columns(book, name)}
    fitting = [
        wide
        for wide in sorted(types)
        if narrow <= {(column.id, column.title) for column in _columns(book, wide)}
        and 2 * len(narrow) >= len(_columns(book, wide))
    ]
    return max(fitting, key=lambda wide: len(_columns(book, wide)), default=None)


def _columns(book: Book, name: str) -> tuple[Column, ...]:
    known = book.ruleset.profiles.get(name)
    return known.columns if known else ()


def _in(book: Book, profile: Profile) -> Iterator[Column]:
    """Yield the columns of its type in which a profile has a value."""
    return (column for column in _columns(book, profile.type) if column.id in profile.values)


def _write(value: int | str, column: Column) -> str:
    return f"{written(value)}{column.unit}" if isinstance(value, int) else value


def _nothing(value: str) -> list[tuple[Node, Number]]:
    return []
