"""Lines of the army sheet: selections, what they use of what is allowed, and their options."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from listbuilder.content.boxes import Tracker
from listbuilder.rules.army import Node


def selections_of_line(node: Node) -> Iterator[Node]:
    """Yield a selection and those below it that are told in its line."""
    yield node
    for child in node.children:
        if not is_line(child):
            yield from selections_of_line(child)


def option_text(node: Node) -> str:
    """Name an option, how many have it, and what it holds in turn."""
    many = f" ×{node.count}" if node.count > 1 else ""
    inner = f" ({', '.join(map(option_text, node.children))})" if node.children else ""
    return f"{node.option_name()}{many}{inner}"


def note_text(notes: object) -> str:
    """A player's note; what is no text is some program's, and not for people."""
    return notes if isinstance(notes, str) else ""


LINE_DEPTH = 2
"""Selections down to here have a line of their own whatever they are."""


def is_line(node: Node) -> bool:
    """Tell whether a selection has a line of its own, and is no option of what holds it.

    A piece, or what holds one, does; but not what makes its holder something else, as a mount
    does: the two are one.
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
    """How much is used of what is allowed.

    Attributes:
        where: whose it is, where the sheet does not show that.
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
        called: the player's name for it; empty without one.
        many: copies; empty for a single one.
        options: what it holds that needs no line of its own.
        boxes: to tick in play.
        notes: where it is placed, what is placed there, and the player's own.
        each: cost of one copy; empty where one copy is all, or copies differ.
        cost: of its copies with their options.
        total: of it and all it holds; empty where that is the same.
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
        """Rows of text that it and all it holds take, at the least."""
        own = 1 + len(self.boxes) + len(self.notes) + len(self.gauges)
        return own + sum(line.rows for group in self.groups for line in group.lines)


@attrs.frozen
class LineGroup:
    """Lines of one slot; the title is empty where the slots around need no telling apart."""

    title: str
    lines: tuple[Line, ...]


@attrs.frozen
class Section:
    """One of the roster's own selections, such as an army list with its warbands."""

    title: str
    total: str
    text: tuple[str, ...]
    groups: tuple[LineGroup, ...]
