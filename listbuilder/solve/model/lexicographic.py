"""Reaching goals in order of priority."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from listbuilder.model.language import Number
from listbuilder.solve.model.cpsat import CpSatSolver, Solution, Status
from listbuilder.solve.model.linear import MAX_SUM, ConstraintModel, LinearExpr, scaled


@attrs.frozen(eq=False)
class ObjectiveLevel:
    """Goals that are gone for at once.

    Attributes:
        weights: of each: the most of one is worth less than one of those before it.
        quantity: all of them, so weighed.
    """

    weights: tuple[int, ...]
    quantity: LinearExpr

    def of(self, numbers: Sequence[Number]) -> Number:
        """What numbers of the goals come to."""
        return sum(weight * number for weight, number in zip(self.weights, numbers, strict=True))


def _levels(
    model: ConstraintModel, goals: Iterable[LinearExpr], joined: bool
) -> list[ObjectiveLevel]:
    """Join goals, as far as the numbers don't become too large, or leave each apart."""
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
) -> tuple[Solution, int]:
    """Reach each goal as far as those before it allow.

    Args:
        engine: of the model that the goals are of.
        goals: in order.
        joined: they are gone for at once.
        sure: what the first of them are known to reach.
        held: what a known answer reaches; the search looks for none that is worse.

    Returns:
        What was found, and of how many goals it is the best.
    """
    lower_bounds: list[tuple[LinearExpr, Number]] = []
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
