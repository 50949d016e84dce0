"""Rolls that must all succeed, with rolls again and points to add, used as is best."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple


class Trial(NamedTuple):
    """A roll that must come to what is needed.

    Attributes:
        faces: what the dice show, each with its weight.
        plus: added to them.
        again: what may be rolled again once, the second roll standing.
    """

    faces: tuple[tuple[int, int], ...]
    plus: int
    need: int
    again: frozenset[int]


def best(steps: Sequence[Trial | Fraction], points: int) -> Fraction:
    """How likely all steps come true, for a player who decides as is best for that.

    After each roll he may add points, 1 for each, or roll again where that is allowed, and then
    add points still. What he decides may hang on all that has fallen, so this goes backwards: the
    chance of the rest is known when a step is decided.

    Args:
        steps: one after the other; a fraction is a chance that nobody can change.
        points: that there are in all.
    """

    @cache
    def rest(index: int, left: int) -> Fraction:
        if index == len(steps):
            return Fraction(1)
        step = steps[index]
        if isinstance(step, Fraction):
            return step * rest(index + 1, left)
        return rolled(index, step, left, True)

    def rolled(index: int, trial: Trial, left: int, first: bool) -> Fraction:
        total = Fraction(0)
        second = rolled(index, trial, left, False) if first and trial.again else Fraction(0)
        for face, weight in trial.faces:
            short = max(0, trial.need - face - trial.plus)
            stands = rest(index + 1, left - short) if short <= left else Fraction(0)
            total += weight * (max(stands, second) if face in trial.again else stands)
        return total / sum(weight for _, weight in trial.faces)

    return rest(0, points)
