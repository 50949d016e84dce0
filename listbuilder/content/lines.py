"""Lines of the army sheet: selections, their use of limits, and their options."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from listbuilder.content.boxes import Tracker
from listbuilder.rules.army import Node


def selections_of_line(node: Node) -> Iterator[Node]:
    """Yield a selection and the contents that are told in its line."""
    yield node
    for child in node.children:
        if not is_line(child):
            yield from selections_of_line(child)


def option_text(node: Node) -> str:
    """Name an option, with its number of copies and its own contents."""
    many = f" ×{node.count}" if node.count > 1 else ""
    inner = f" ({', '.join(map(option_text, node.children))})" if node.children else ""
    return f"{node.option_name()}{many}{inner}"


def note_text(notes: object) -> str:
    """A player's note; empty for other values, which programs keep there."""
    return notes if isinstance(notes, str) else ""


LINE_DEPTH = 2
"""The level down to which every selection has a line of its own."""


def is_line(node: Node) -> bool:
    """Tell whether a selection has a line of its own, and is no option in its holder's line.

    A piece has one, and so has a selection that holds a piece; but a selection that gives its
    holder keywords, such as a mount, is told with its holder.
    """
    depth = 0
    around: Node | None = node
    while around is not None and around.holder is not None:
        depth, around = depth + 1, around.holder
    if depth <= LINE_DEPTH:
        return True
    entry = node.place.entry
    if entry is None or entry.holder_becomes:
        return False
    return node.place.book.is_piece(entry) or any(map(is_line, node.children))


@attrs.frozen
class Gauge:
    """The number used of a number allowed.

    Attributes:
        where: the name of the selection concerned, if the sheet does not show it.
        bound: the word between the two numbers.
    """

    title: str
    where: str
    found: str
    bound: str
    allowed: str
    kept: bool


@attrs.frozen
class Line:
    """A selection in the army sheet's tree.

    Attributes:
        called: the player's name for it; empty without a name.
        many: the number of copies; empty for a single copy.
        options: its contents that have no lines of their own.
        boxes: boxes to tick in play.
        notes: its place, the selections placed at it, and the player's notes.
        each: the cost of one copy; empty for a single copy, or if copies differ.
        cost: the cost of its copies with their options.
        total: the cost of it and all below it; empty if that is the same.
    """

    name: str
    called: str
    many: str
    options: tuple[str, ...]
    boxes: tuple[Tracker, ...]
    notes: tuple[str, ...]
    each: str
    cost: str
    total: str
    gauges: tuple[Gauge, ...]
    groups: tuple[LineGroup, ...]

    @property
    def rows(self) -> int:
        """The least number of rows of text that the line and those below it take."""
        own = 1 + len(self.boxes) + len(self.notes) + len(self.gauges)
        return own + sum(line.rows for group in self.groups for line in group.lines)


@attrs.frozen
class LineGroup:
    """Lines of one slot; without a title if the slots need not be told apart."""

    title: str
    lines: tuple[Line, ...]


@attrs.frozen
class Section:
    """One of the roster's own selections, such as an army list with its warbands."""

    title: str
    total: str
    text: tuple[str, ...]
    groups: tuple[LineGroup, ...]
