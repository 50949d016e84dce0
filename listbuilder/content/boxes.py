"""Boxes to tick in play."""

from __future__ import annotations

import attrs

MOST_BOXES = 60
"""On one line; more are no help at the table."""


def used_boxes(uses: int | None, copies: int) -> tuple[Tracker, ...]:
    """Boxes for how often copies of an entry can be used, as many runs as there are copies."""
    if uses is None or uses * copies > MOST_BOXES:
        return ()
    if uses == 1:
        return (Tracker("", (Boxes("Used", copies),)),)
    return (Tracker("", (Boxes("Used", uses), *[Boxes("", uses)] * (copies - 1))),)


@attrs.frozen
class Boxes:
    """Boxes to tick, with a word before them."""

    label: str
    count: int


@attrs.frozen
class Tracker:
    """A line of boxes."""

    label: str
    boxes: tuple[Boxes, ...]
