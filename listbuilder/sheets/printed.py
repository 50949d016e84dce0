"""The result of printing."""

from __future__ import annotations

import attrs


@attrs.frozen
class FitNotice:
    """How a card came out that is not in the largest type on one face."""

    name: str
    points: float
    faces: int


@attrs.frozen
class Printed:
    """A PDF, and how the cards in it came out that did not fit at once."""

    pdf: bytes
    fits: tuple[FitNotice, ...] = ()
