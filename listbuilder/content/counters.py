"""Counters: their faces, their areas at the start, and squares to cut out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs

from listbuilder.model.ruleset import Book
from listbuilder.redaction.hidden import hidden_name
from listbuilder.rules.army import Army, Node
from listbuilder.rules.measure import counter_profile
from listbuilder.rules.profiles import ProfileReader


@attrs.frozen
class Counter:
    """A square piece.

    Attributes:
        code: its values, joined; empty for a plain marker.
        unit: the unit of a code of one number.
        many: the number of copies; empty for a single copy.
        options: its contents that are no counters.
        notes: its place, the use of its limits, and the player's notes.
        carries: the counters stacked with it.
    """

    name: str
    code: str
    unit: str
    many: str = ""
    options: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    carries: tuple[Counter, ...] = ()


@attrs.frozen
class Area:
    """An area where counters stand at the start; ``depth`` counts the areas around it."""

    title: str
    depth: int
    text: tuple[str, ...]
    counters: tuple[Counter, ...]


@attrs.frozen
class Square:
    """A counter to cut out.

    Attributes:
        side: the name of its side's army list.
        back: the counter on its back, if its face hides which it is; else None.
    """

    face: Counter
    side: str
    back: Counter | None


@attrs.frozen
class CutOuts:
    """Counters to cut out, a square for each copy.

    Attributes:
        markers: squares that mark the state of a track.
        left: the number of further copies, which are not drawn.
    """

    markers: tuple[Square, ...]
    squares: tuple[Square, ...]
    legend: tuple[tuple[str, tuple[str, ...]], ...]
    left: int


MOST_SQUARES = 400
"""The most squares of a roster; nobody cuts out more."""

Legend = tuple[tuple[str, tuple[str, ...]], ...]

Say = Callable[[Node], Sequence[str]]
"""Gives the notes on a selection."""


def is_counter(book: Book, node: Node) -> bool:
    """Tell whether a selection is a counter."""
    entry = node.place.entry
    return entry is not None and counter_profile(book, entry) is not None


def face(reader: ProfileReader, node: Node) -> Counter | None:
    """Draw a selection as a counter; None: it is none."""
    entry = node.place.entry
    found = counter_profile(reader.book, entry) if entry else None
    if found is None:
        return None
    profile, kind = found
    worked = next(one for one in reader.models(node) if one.type == profile.type)
    said = [column for column in kind.columns if worked.values.get(column.id, "") != ""]
    code = _joined([f"{worked.values[column.id]}{column.unit}" for column in said])
    unit = said[0].name if len(kind.columns) == 1 and said else ""
    return Counter(node.name, code, unit, str(node.count) if node.count > 1 else "")


def legend(book: Book, army: Army) -> Legend:
    """List the titles of a code's parts, for each kind of counter with more than one part."""
    kinds: dict[str, tuple[str, ...]] = {}
    for node in army.nodes:
        found = counter_profile(book, node.place.entry) if node.place.entry else None
        if found and len(found[1].columns) > 1:
            kinds.setdefault(found[1].title, tuple(column.name for column in found[1].columns))
    return tuple(kinds.items())


def around_counters(book: Book, army: Army) -> set[int]:
    """Find the areas, by ``Node.start``: selections that hold counters and are none themselves."""
    found: set[int] = set()
    for node in army.nodes:
        if not is_counter(book, node):
            continue
        holder = node.holder
        while holder is not None and holder.holder is not None and holder.start not in found:
            if not is_counter(book, holder):
                found.add(holder.start)
            holder = holder.holder
    return found


class SetUp:
    """Puts an army's counters into their areas."""

    def __init__(self, reader: ProfileReader, name: Callable[[Node], str], say: Say) -> None:
        """Find the areas.

        Args:
            reader: the reader of the army's profiles.
            name: names a selection that is neither counter nor area.
            say: gives the notes on a selection.
        """
        self.reader = reader
        self.around = around_counters(reader.book, reader.army)
        self.name = name
        self.say = say

    def areas(self) -> tuple[Area, ...]:
        """List all areas in the roster's order, without a single outer area that adds nothing."""
        tops = [node for node in self.reader.army.root.children if node.start in self.around]
        found = [area for top in tops for area in self._areas(top, 0)]
        bare = len(tops) == 1 and not found[0].text and not found[0].counters
        return tuple(found[1:] if bare else found)

    def _areas(self, node: Node, depth: int) -> Iterator[Area]:
        entry = node.place.entry
        inner = [child for child in node.children if child.start in self.around]
        others = [child for child in node.children if child.start not in self.around]
        text = [*(entry.text if entry else ()), *self.say(node)]
        text += [self.name(child) for child in others if not is_counter(self.reader.book, child)]
        counters = tuple(stack for child in others if (stack := self.stack(child)))
        many = f"{node.count} × " if node.count > 1 else ""
        yield Area(f"{many}{node.name}", depth, tuple(text), counters)
        for child in inner:
            yield from self._areas(child, depth + 1)

    def stack(self, node: Node) -> Counter | None:
        """Draw a counter with the counters stacked with it; None: it is no counter."""
        drawn = face(self.reader, node)
        if drawn is None:
            return None
        below = [(child, self.stack(child)) for child in node.children]
        return attrs.evolve(
            drawn,
            options=tuple(self.name(child) for child, counter in below if counter is None),
            notes=tuple(self.say(node)),
            carries=tuple(counter for _, counter in below if counter is not None),
        )


def cut_outs(reader: ProfileReader, tracks: Sequence[str] = ()) -> CutOuts:
    """Draw a square for each copy of each counter; those with a face that hides it come last.

    Args:
        reader: the reader of the army's profiles.
        tracks: the titles of tracks: each gets a marker, if there are counters.
    """
    copies: dict[Square, int] = {}
    for node in reader.army.nodes:
        if square := _square(reader, node):
            copies[square] = copies.get(square, 0) + node.count
    squares: list[Square] = []
    for square in sorted(copies, key=lambda square: square.back is not None):
        squares += [square] * min(copies[square], MOST_SQUARES - len(squares))
    left = sum(copies.values()) - len(squares)
    markers = tuple(Square(Counter(title, "", ""), "", None) for title in tracks if copies)
    return CutOuts(markers, tuple(squares), legend(reader.book, reader.army), left)


def _square(reader: ProfileReader, node: Node) -> Square | None:
    drawn = face(reader, node)
    if drawn is None:
        return None
    drawn = attrs.evolve(drawn, many="")
    home = reader.book.catalogues.get(node.place.list_id)
    side = home.name if home else ""
    hidden = hidden_name(reader.book, node.place.names)
    if hidden is None:
        return Square(drawn, side, None)
    return Square(Counter(hidden, "", ""), side, drawn)


def _joined(parts: Sequence[str]) -> str:
    """Join values to a code, with a stroke between two numbers."""
    code = ""
    for part in parts:
        code += f"/{part}" if code[-1:].isdigit() and part[:1].isdigit() else part
    return code
