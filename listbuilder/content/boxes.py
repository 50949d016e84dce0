"""Boxes to tick in play."""

from __future__ import annotations

import attrs

from listbuilder.messages import gettext
from listbuilder.model.language import Number

MOST_BOXES = 60
"""The most boxes on a line; more are no help at the table."""

MOST_IN_TENS = 300


def used_boxes(uses: int | None, copies: int) -> tuple[Tracker, ...]:
    """Boxes for the uses of an entry: a run of ``uses`` boxes for each copy."""
    if uses is None or uses * copies > MOST_BOXES:
        return ()
    if uses == 1:
        return (Tracker("", (Boxes(gettext("Used"), copies),)),)
    return (Tracker("", (Boxes(gettext("Used"), uses), *[Boxes("", uses)] * (copies - 1))),)


def in_tens(title: str, found: Number) -> Tracker | None:
    """A number as boxes in runs of ten; None if it is not whole, or too large."""
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
