"""Faces of dice, and the rolls that an outcome of a table covers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import total_ordering

from listbuilder.loading.references import PLAIN_DICE
from listbuilder.model.play_aids import Dice

ROLLS = re.compile(r"(0|[1-9][0-9]{0,3})(?:-([1-9][0-9]{0,3}))?")

TENS_AND_ONES = "D66"
"""Two dice, the first of which counts tens."""

Face = int | str
"""A result of dice: a number, or a word on a face of a game's own dice."""


@total_ordering
class Word:
    """A word on dice or of an outcome; words are sorted after all numbers."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Word) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __lt__(self, other: object) -> bool:
        return isinstance(other, Word) and self.text < other.text

    def __repr__(self) -> str:
        return self.text


def rolls_of(dice: str, own: Mapping[str, Dice]) -> tuple[Face, ...] | None:
    """List the results of dice, each once.

    Args:
        dice: ``D6`` or ``2D6`` (their sum), ``D66``, or an id.
        own: the game's own dice, by id.

    Returns:
        The results in order; None for unknown dice.
    """
    if dice in own:
        return tuple(dict.fromkeys(own[dice].faces))
    found = PLAIN_DICE.fullmatch(dice)
    if found is None:
        return None
    if dice == TENS_AND_ONES:
        return tens_and_ones()
    number, sides = int(found["number"] or 1), int(found["sides"])
    return tuple(range(number, number * sides + 1))


def tens_and_ones() -> tuple[int, ...]:
    """List the 36 equally likely rolls of two dice, the first of which counts tens."""
    return tuple(10 * tens + ones for tens in range(1, 7) for ones in range(1, 7))


def face_value(said: str, rolls: Sequence[Face]) -> Sequence[Face] | None:
    """Read the rolls that an outcome covers, in order; None where it names no roll of the dice.

    Args:
        said: ``1``, ``2-5``, or a word.
        rolls: the results of the dice.
    """
    if said in rolls:
        return (said,)
    found = ROLLS.fullmatch(said)
    if found is None or int(found[2] or found[1]) < int(found[1]):
        return None
    return range(int(found[1]), int(found[2] or found[1]) + 1)
