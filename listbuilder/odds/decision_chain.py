"""Rolls that must all succeed, where a player may roll again or add points, and decides best.

A finite Markov decision process, solved by backward induction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from listbuilder.odds.budget import Budget


class Trial(NamedTuple):
    """A roll that must reach a number.

    Attributes:
        faces: the faces of the dice, each with its weight.
        need: the least number that succeeds.
        plus: a number that is added to the face.
        again: the faces that may be rolled again once; the second roll stands.
    """

    faces: tuple[tuple[int, int], ...]
    plus: int
    need: int
    again: frozenset[int]


def best(steps: Sequence[Trial | Fraction], points: int, budget: Budget) -> Fraction:
    """Give the chance that all steps succeed, for a player whose decisions make it greatest.

    After each roll the player may add points, 1 for each, or roll again where the roll allows it,
    and then still add points. A decision may depend on everything rolled before, so the steps are
    gone through backwards: when a step is decided, the chance of the rest is known for each number
    of points that may be left.

    Args:
        steps: the rolls in their order; a fraction is a chance that nobody can change.
        points: points for all steps together.
        budget: the work that is left.

    Raises:
        OddsBudgetError: the work is more than is left.
    """
    left = list(_left(steps, points, budget))
    rest = dict.fromkeys(left.pop(), Fraction(1))
    for step in reversed(steps):
        rest = {points: _chance(step, points, rest, budget) for points in left.pop()}
    return rest.get(points, Fraction(0))


def _left(
    steps: Sequence[Trial | Fraction], points: int, budget: Budget
) -> Iterator[frozenset[int]]:
    """Yield the numbers of points that may be left before each step, and after the last."""
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
    """Give the chance that a step and all later ones succeed.

    Args:
        step: the step.
        points: points that are left before the step.
        rest: the chance of all later steps, by the points that are left for them.
        budget: the work that is left.
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
    """Count the points that a roll lacks with this face."""
    return max(0, trial.need - face - trial.plus)
