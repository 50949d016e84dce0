"""Profiles in play in tables, and the boxes to tick for numbers that go down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from listbuilder.content.boxes import MOST_BOXES, Boxes, Tracker
from listbuilder.content.figures import FigureView
from listbuilder.content.pieces import Piece
from listbuilder.findings import written
from listbuilder.messages import gettext
from listbuilder.model.profile_types import Column
from listbuilder.model.ruleset import Book
from listbuilder.rules.army import Node
from listbuilder.rules.carried import Dealt
from listbuilder.rules.profiles import ProfileReader, WorkedProfile, made_up


@attrs.frozen
class ProfileRow:
    """A profile: values in the order of its grid's columns, empty where it has none.

    Attributes:
        name: its owner's name; empty if the card says it.
        many: the number of models that have it; empty for a single model.
        piece: the piece that it belongs to, in the first of its rows; None: the card's own.
        called: the equipment of its models, if others of their kind have other numbers.
        made: the parts of each value; empty for a value as printed.
        boxes: the boxes of each model of a unit, with the column's name.
        ruling: the reading that the values take; empty if they need none.
    """

    name: str
    many: str
    values: tuple[str, ...]
    trackers: tuple[Tracker, ...]
    piece: Piece | None
    called: str = ""
    made: tuple[str, ...] = ()
    boxes: Boxes | None = None
    ruling: str = ""

    @property
    def title(self) -> str:
        """The title over the row."""
        return ": ".join(word for word in (self.name, self.called) if word)


@attrs.frozen
class ProfileTable:
    """A table of profiles; a column is its letters and its full name.

    Attributes:
        notes: values for which it has no room.
    """

    columns: tuple[tuple[str, str], ...]
    rows: tuple[ProfileRow, ...]
    notes: tuple[str, ...] = ()


@attrs.frozen
class ReadProfile:
    """A profile in play, as sheets write it.

    Attributes:
        name: its owner's name, for a table with several owners.
        many: the number of models that have it; empty for a single model.
        values: the written values by column.
        made: the parts of altered values by column.
        called: the equipment of its models, if others of their kind have other numbers.
    """

    type: str
    name: str
    many: str
    values: Mapping[str, str]
    made: Mapping[str, str]
    raised: tuple[FigureView, ...]
    trackers: tuple[Tracker, ...]
    called: str = ""
    boxes: Boxes | None = None
    ruling: str = ""


Owned = tuple[Piece | None, ReadProfile]
"""A profile, with the piece that it belongs to; None: the card's own."""


def read_profiles(reader: ProfileReader, nodes: Sequence[Node], shares: bool) -> list[ReadProfile]:
    """Read the profiles, without those of gear, of selections of one kind.

    Copies with different equipment have rows of their own if their numbers differ.

    Args:
        reader: the reader of the army's profiles.
        nodes: the selections, at least one.
        shares: whether they are on another piece's card.
    """
    kinds = variants_of(reader, nodes)
    found: dict[tuple[str, str | None], list[tuple[Taken, WorkedProfile]]] = {}
    for kind, (_, first, options) in kinds.items():
        for profile in reader.models(first, options):
            found.setdefault((profile.type, profile.name), []).append((kind, profile))
    several = len(found) > 1
    rows: list[ReadProfile] = []
    for held in found.values():
        alike: dict[object, list[tuple[Taken, WorkedProfile]]] = {}
        for kind, profile in held:
            alike.setdefault((profile.count, *profile.values.items()), []).append((kind, profile))
        whole = len(alike) == 1 and len(held) == len(kinds)
        for same in alike.values():
            having = [kind for kind, _ in same]
            node = kinds[having[0]][1]
            models = (
                [(each.count, each.size) for each in nodes]
                if whole
                else [(sum(kinds[kind][0] for kind in having), node.size)]
            )
            called = "" if whole else _called(kinds, having)
            profile = same[0][1]
            rows.append(_read(reader.book, node, profile, models, shares, called, several))
    return rows


def has_plain_models(reader: ProfileReader, node: Node) -> bool:
    """Tell whether a selection is plain models, which leave the table at the first loss."""
    own = reader.models(node)[:1]
    return [number for one in own for _, number in _tracked(reader.book, one)] == [1]


Taken = tuple[tuple[str, int], ...]
"""The names of some copies' options, with the number of each."""

Kinds = Mapping[Taken, tuple[int, Node, Dealt]]
"""Options of copies, each with the number of such copies, the first selection, its options."""


def variants_of(reader: ProfileReader, nodes: Sequence[Node]) -> Kinds:
    """Count the copies of selections of one kind by the options that they have."""
    found: dict[Taken, tuple[int, Node, Dealt]] = {}
    for node in nodes:
        for copies, options in reader.equipment.variants(node):
            taken = tuple(sorted((option.option_name(times), times) for option, times in options))
            known = found.get(taken, (0, node, options))
            found[taken] = known[0] + copies, *known[1:]
    return found


def _called(kinds: Kinds, having: Sequence[Taken]) -> str:
    """Name copies by their equipment, with their numbers if there are several kinds."""
    return "; ".join(
        f"{_said(kind, kinds[kind][1])} ({kinds[kind][0]})"
        if len(having) > 1
        else _said(kind, kinds[kind][1])
        for kind in having
    )


def _said(taken: Taken, node: Node) -> str:
    names = [f"{times} × {name}" if times > 1 else name for name, times in taken]
    return ", ".join(names) or gettext("{name} alone", name=node.name)


def _read(
    book: Book,
    node: Node,
    profile: WorkedProfile,
    copies: Sequence[tuple[int, int]],
    shares: bool,
    called: str,
    several: bool,
) -> ReadProfile:
    """Write a profile of equal copies.

    Args:
        book: the book.
        node: a selection of the copies.
        profile: the profile in play.
        copies: for each selection its copies, and its models if it has a size.
        shares: whether they are on another piece's card.
        called: the name of the copies among others of their kind; empty: they are all.
        several: whether they have further profiles.
    """
    total = copies[0][0] if shares else sum(count for count, _ in copies)
    tracked = tuple(_tracked(book, profile))
    # Plain models have no boxes: at the first loss they leave the table.
    plain = sum(number for _, number in tracked) == 1
    alone = not (node.size or called) and all(count == 1 for count, _ in copies)
    ticked = shares or not plain or (several and alone)
    many = profile.count * total
    models = [count * (size or 1) for count, size in copies]
    own = profile.name or node.name
    made = {
        column.id: made_up(column, *profile.made[column.id])
        for column in _in(book, profile)
        if column.id in profile.made
    }
    return ReadProfile(
        profile.type,
        own,
        str(many) if many > 1 else "",
        {column.id: _write(profile.values[column.id], column) for column in _in(book, profile)},
        made,
        tuple(_raised(book, profile, made, own if several else "")),
        tuple(_trackers(tracked, profile.count, models)) if ticked and tracked else (),
        called,
        next(_per_model(book, profile), None),
        profile.ruling or "",
    )


def _per_model(book: Book, profile: WorkedProfile) -> Iterator[Boxes]:
    for column in _in(book, profile):
        number = profile.values[column.id]
        if column.per_model and isinstance(number, int) and 0 < number <= MOST_BOXES:
            yield Boxes(column.name, number)


def _raised(
    book: Book, profile: WorkedProfile, made: Mapping[str, str], of: str
) -> Iterator[FigureView]:
    for column in _in(book, profile):
        if column.id in made:
            title = (
                gettext("{number} of {whose}", number=column.name, whose=of) if of else column.name
            )
            yield FigureView(title, _write(profile.values[column.id], column), made[column.id])


def _tracked(book: Book, profile: WorkedProfile) -> Iterator[tuple[str, int]]:
    """Yield the names and numbers of columns that go down in play, if boxes are of help."""
    for column in _in(book, profile):
        number = profile.values[column.id]
        if column.tracked and isinstance(number, int) and 0 < number <= MOST_BOXES:
            yield column.name, number


def _trackers(
    tracked: Sequence[tuple[str, int]], models: int, selections: Sequence[int]
) -> Iterator[Tracker]:
    """Yield boxes to tick: a line for each selection, or for each model with several numbers.

    Args:
        tracked: names and numbers of columns, at least one.
        models: the models in each copy.
        selections: the copies in each selection.
    """
    for place, number_of_copies in enumerate(selections, 1):
        label = str(place) if len(selections) > 1 else ""
        copies = number_of_copies * models
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
    """Set profiles in two groups of tables: the card's own, and those of parts that don't fit in.

    A part's profiles stand in the card's own table if this has all their columns; the profiles of
    other parts share tables as far as their columns allow.
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


def gear_tables(reader: ProfileReader, nodes: Sequence[Node]) -> tuple[ProfileTable, ...]:
    """Set the gear of models in a table for each type; the first column has names."""
    book = reader.book
    found: dict[str, dict[ProfileRow, None]] = {}
    kinds = [kind for node in nodes for kind in variants_of(reader, [node]).values()]
    for _, node, options in kinds:
        for profile in reader.gear(node, options):
            said = {
                column.id: _write(profile.values[column.id], column)
                for column in _in(book, profile)
            }
            values = (said.get(column.id, "") for column in columns_of(book, profile.type))
            own = (profile.name or node.name, *values)
            row = ProfileRow("", "", own, (), None, ruling=profile.ruling or "")
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
    """Yield a table for each type, or for several if one has the columns of the others."""
    homes: dict[str, list[Owned]] = {}
    for piece, profile in profiles:
        home = _home(book, profile.type, types) or profile.type
        homes.setdefault(home, []).append((piece, profile))
    named = named or len({profile.name for _, profile in profiles}) > 1
    for home, rows in homes.items():
        columns = [
            column
            for column in columns_of(book, home)
            if any(column.id in profile.values for _, profile in rows)
        ]
        yield ProfileTable(
            tuple((column.title, column.name) for column in columns),
            tuple(
                ProfileRow(
                    profile.name if named else "",
                    profile.many if named or profile.called else "",
                    tuple(profile.values.get(column.id, "") for column in columns),
                    profile.trackers,
                    piece,
                    profile.called,
                    tuple(profile.made.get(column.id, "") for column in columns),
                    profile.boxes,
                    profile.ruling,
                )
                for piece, profile in rows
            ),
        )


def _home(book: Book, name: str, types: set[str]) -> str | None:
    """The widest of these types that has all columns of another type; None: none has.

    A type that would fill less than half of the columns reads better in a table of its own.
    """
    narrow = {(column.id, column.title) for column in columns_of(book, name)}
    fitting = [
        wide
        for wide in sorted(types)
        if narrow <= {(column.id, column.title) for column in columns_of(book, wide)}
        and 2 * len(narrow) >= len(columns_of(book, wide))
    ]
    return max(fitting, key=lambda wide: len(columns_of(book, wide)), default=None)


def columns_of(book: Book, name: str) -> tuple[Column, ...]:
    """The columns of a profile type, in order."""
    known = book.ruleset.profiles.get(name)
    return known.columns if known else ()


def _in(book: Book, profile: WorkedProfile) -> Iterator[Column]:
    """Yield the columns of its type in which a profile has a value."""
    return (column for column in columns_of(book, profile.type) if column.id in profile.values)


def _write(value: int | str, column: Column) -> str:
    return f"{written(value)}{column.unit}" if isinstance(value, int) else value
