"""The result of printing."""

from __future__ import annotations

import attrs


@attrs.frozen
class FitNotice:
    """A notice about a card that is not in the largest type on one face."""

    name: str
    points: float
    faces: int


@attrs.frozen
class Printed:
    """A PDF, with notices about its cards, pictures and letters.

    Attributes:
        fits: notices about cards that are not in the largest type on one face.
        left_out: a sentence for each picture that is not printed.
        lacking: letters that the fonts lack, each with a name that has the letter, or empty.
    """

    pdf: bytes
    fits: tuple[FitNotice, ...] = ()
    lacking: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()
