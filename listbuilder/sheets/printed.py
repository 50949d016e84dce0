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
    """A PDF, with notices about its cards, pictures and letters.

    Attributes:
        fits: how the cards in it came out that did not fit at once.
        left_out: a sentence for each picture that is not printed.
        lacking: letters that the fonts lack, each with a name that it stands in, or nothing.
    """

    pdf: bytes
    fits: tuple[FitNotice, ...] = ()
    lacking: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()
