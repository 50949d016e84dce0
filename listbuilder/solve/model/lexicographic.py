"""Lexicographic optimisation: each goal as far as the goals before it allow.

Example: most points, then fewest additions. Of all rosters with 700 points, those with the fewest
additions; a roster of 699 points is worse whatever it adds. With n goals that is n searches, or
one search of a weighted sum: a unit of one goal outweighs the whole range of all goals after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from listbuilder.model.language import Number
from listbuilder.solve.model.cpsat import CpSatSolver, Solution, Status
from listbuilder.solve.model.linear import MAX_SUM, ConstraintModel, LinearExpr, scaled


@attrs.frozen(eq=False)
class ObjectiveLevel:
    """Goals that are optimised in one search, as a weighted sum.

    Attributes:
        weights: of each goal: a unit outweighs the ranges of all goals after it.
        quantity: the weighted sum.
    """

    weights: tuple[int, ...]
    quantity: LinearExpr

    def of(self, numbers: Sequence[Number]) -> Number:
        """The weighted sum of values of the goals."""
        return sum(weight * number for weight, number in zip(self.weights, numbers, strict=True))


def _levels(
    model: ConstraintModel, goals: Iterable[LinearExpr], joined: bool
) -> list[ObjectiveLevel]:
    """One level for each goal; or joined, as few as the size of the weights allows."""
    levels: list[ObjectiveLevel] = []
    most = 1
    for goal in goals:
        whole, scale = scaled(goal)
        spread = int(model.high(whole) - model.low(whole)) + 1
        if levels and joined and most * spread <= MAX_SUM:
            weights = (*(weight * spread for weight in levels[-1].weights), scale)
            levels[-1] = ObjectiveLevel(weights, levels[-1].quantity.times(spread) + whole)
            most *= spread
        else:
            levels.append(ObjectiveLevel((scale,), whole))
            most = spread
    return levels


def optimise_lexicographically(
    solver: CpSatSolver,
    goals: Mapping[str, LinearExpr],
    joined: bool = False,
    proven: Sequence[Number] = (),
    incumbent: Sequence[Number] = (),
    within: Iterable[tuple[LinearExpr, Number]] = (),
) -> tuple[Solution, int]:
    """Optimise goals in order.

    Args:
        solver: of the model that the goals are of.
        goals: by name, in order.
        joined: search for several at once, as a weighted sum.
        proven: the proved best values of the first goals.
        incumbent: the values of a known answer; nothing worse is looked for.
        within: expressions with their least values.

    Returns:
        The solution, and how many of the goals it is proved best in.
    """
    lower_bounds = [*within]
    solution = Solution(Status.GAVE_UP)
    begin = 0
    for level in _levels(solver.model, goals.values(), joined):
        end = begin + len(level.weights)
        if end <= len(proven) and end < len(goals):
            lower_bounds.append((level.quantity, level.of(proven[begin:end])))
        else:
            if end <= len(incumbent) and begin <= len(proven):
                lower_bounds.append((level.quantity, level.of(incumbent[begin:end])))
            following = solver.maximise(level.quantity, solution.values, lower_bounds)
            if not following.values:
                if not solution.values:
                    return following, 0
                return attrs.evolve(solution, stopped_by=following.stopped_by), begin
            solution = following
            if solution.status is not Status.BEST:
                return solution, begin
            lower_bounds.append((level.quantity, solution.value(level.quantity)))
        begin = end
    return solution, begin
