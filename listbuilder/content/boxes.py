"""Boxes to tick in play."""

from __future__ import annotations

import attrs

from listbuilder.messages import gettext
from listbuilder.model.language import Number

MOST_BOXES = 60
"""On one line; more are no help at the table."""

MOST_IN_TENS = 300


def used_boxes(uses: int | None, copies: int) -> tuple[Tracker, ...]:
    """Boxes for how often copies of an entry can be used, as many runs as there are copies."""
    if uses is None or uses * copies > MOST_BOXES:
        return ()
    if uses == 1:
        return (Tracker("", (Boxes(gettext("Used"), copies),)),)
    return (Tracker("", (Boxes(gettext("Used"), uses), *[Boxes("", uses)] * (copies - 1))),)


def in_tens(title: str, found: Number) -> Tracker | None:
    """So many boxes in runs of ten; none for what is no whole number or too many."""
    if found != int(found) or not 0 < found <= MOST_IN_TENS:
        return None
    tens, rest = divmod(int(found), 10)
    runs = [10] * tens + [rest] * bool(rest)
    return Tracker(title, tuple(Boxes("", run) for run in runs))


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
