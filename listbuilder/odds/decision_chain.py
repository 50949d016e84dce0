"""Rolls that must all succeed, with rolls again and points to add, used as is best."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from listbuilder.odds.budget import Budget


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


def best(steps: Sequence[Trial | Fraction], points: int, budget: Budget) -> Fraction:
    """How likely all steps come true, for a player who decides as is best for that.

    After each roll he may add points, 1 for each, or roll again where that is allowed, and then
    add points still. What he decides may hang on all that has fallen, so this goes backwards: the
    chance of the rest is known, for all points that may be left, when a step is decided.

    Args:
        steps: one after the other; a fraction is a chance that nobody can change.
        points: that there are in all.
        budget: that the work is taken from.

    Raises:
        OddsBudgetError: it is more than is left.
    """
    left = list(_left(steps, points, budget))
    rest = dict.fromkeys(left.pop(), Fraction(1))
    for step in reversed(steps):
        rest = {points: _chance(step, points, rest, budget) for points in left.pop()}
    return rest.get(points, Fraction(0))


def _left(
    steps: Sequence[Trial | Fraction], points: int, budget: Budget
) -> Iterator[frozenset[int]]:
    """Yield the points that may be left before each step, and after the last."""
    left = frozenset([points])
    yield left
    for step in steps:
        if isinstance(step, Trial):
            short = {_short(step, face) for face, _ in step.faces}
            budget.spend(len(step.faces) + len(left) * len(short))
            left = frozenset(one - less for one in left for less in short if less <= one)
        yield left


def _chance(
    step: Trial | Fraction, points: int, rest: Mapping[int, Fraction], budget: Budget
) -> Fraction:
    """How likely a step and all after it come true.

    Args:
        points: that are left before it.
        rest: how likely all after it come true, by the points that are left then.
    """
    if isinstance(step, Fraction):
        return budget.times(step, rest[points])
    stands = []
    for face, weight in step.faces:
        short = _short(step, face)
        stands.append((face, weight, rest[points - short] if short <= points else Fraction(0)))
    whole = Fraction(1, sum(weight for _, weight in step.faces))

    def average(chances: Iterable[tuple[int, Fraction]]) -> Fraction:
        total = Fraction(0)
        for weight, chance in chances:
            total = budget.plus(total, weight * chance)
        return budget.times(total, whole)

    second = average((weight, chance) for _, weight, chance in stands)
    if not step.again:
        return second
    return average(
        (weight, max(chance, second) if face in step.again else chance)
        for face, weight, chance in stands
    )


def _short(trial: Trial, face: int) -> int:
    """Points that a roll needs where a face has fallen."""
    return max(0, trial.need - face - trial.plus)
