"""Lexicographic optimisation: each goal as far as the goals before it allow.

Example: most points, then fewest additions. Of all rosters with 700 points those with the fewest
additions are best; a roster of 699 points is worse whatever it adds. For n goals there are n
searches. A weighted sum would need a single search, but factors that make one goal outweigh the
whole range of the next leave the solver weak bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import attrs

from listbuilder.model.language import Number
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.cpsat import Solution, Status
from listbuilder.solve.model.linear import LinearExpr, constant, of_literal, scaled
from listbuilder.solve.model.solver import Solver
from listbuilder.solve.outcomes import StopReason


def optimise_lexicographically(
    solver: Solver,
    goals: Mapping[str, LinearExpr],
    proven: Sequence[Number] = (),
    incumbent: Sequence[Number] = (),
    within: Iterable[tuple[LinearExpr, Number]] = (),
    hint: Sequence[int] = (),
    adds_much: bool = True,
    is_near: bool = False,
    work_left: dict[str, float] | None = None,
) -> tuple[Solution, int]:
    """Optimise goals in order.

    Args:
        solver: the solver of the goals' model.
        goals: the goals by name, the first before the second.
        proven: the values of the first goals that are proved best already.
        incumbent: the values of a known answer; worse solutions are not looked for.
        within: expressions with their least values.
        hint: the values of a solution that keeps ``within``, by variable.
        adds_much: whether the model may add much.
        is_near: whether ``within`` asks for more than a good solution has.
        work_left: the work left of goals that get little once a solution or an answer is known, in
            deterministic seconds, by the goal's name; what is spent is taken off.

    Returns:
        The solution, and how many of the goals it is proved best in. Where the solver rounds, the
        goals after these were searched to the end, too (``StopReason.ROUNDING``).
    """
    lower_bounds = [*within]
    solution = Solution(Status.STOPPED)
    proved = len(goals)
    budget = solver.budget
    for index, (name, goal) in enumerate(goals.items()):
        if index < len(proven) and index + 1 < len(goals):
            lower_bounds.append((goal, proven[index]))
            continue
        if index < len(incumbent) and index <= len(proven):
            lower_bounds.append((goal, incumbent[index]))
        if solution.values and solution.value(goal) == solver.model.high(goal):
            lower_bounds.append((goal, solution.value(goal)))
            continue  # the goal has its greatest value
        known = solution.values or hint
        # Near a good solution cuts take longer than they save; far from any, rarely, no search ends
        # without them.
        cuts = adds_much or not (is_near or known)
        left = work_left.get(name) if work_left and (known or incumbent) else None
        solver.budget = budget if left is None else budget.at_most(left)
        # What is interchangeable is an aggregate already: to look for more symmetries takes 30 % of
        # the time where much is added.
        symmetries = not adds_much
        before = budget.work_done
        following = solver.maximise(goal, known, lower_bounds, cuts, symmetries)
        if work_left is not None and left is not None:
            work_left[name] = left - (budget.work_done - before)
        if not following.values:
            if not solution.values:
                return following, 0
            stopped = attrs.evolve(solution, stopped_by=following.stopped_by)
            return stopped, min(index, proved)
        solution = following
        if solution.status is not Status.BEST:
            proved = min(index, proved)
            if solution.stopped_by is not StopReason.ROUNDING:
                return solution, proved
        lower_bounds.append((goal, solution.value(goal)))
    if proved < len(goals):
        solution = attrs.evolve(solution, stopped_by=StopReason.ROUNDING)
    return solution, proved


def better_than(
    model: ConstraintModel, known: Sequence[tuple[LinearExpr, Number]]
) -> list[tuple[LinearExpr, Number]]:
    """Encode that a solution is better than a known one: greater in the first goal that differs.

    Args:
        model: the model of the goals; gets variables where there are several.
        known: the goals in order, with their values in the known solution.

    Returns:
        Expressions with their least values.
    """
    if not known:
        return []
    (goal, value), *others = known
    _, scale = scaled(goal)
    more = value + Fraction(1, scale)
    if not others:
        return [(goal, more)]
    then = [model.is_at_least_0(one - constant(least)) for one, least in better_than(model, others)]
    is_more = model.is_at_least_0(goal - constant(more))
    return [(goal, value), (of_literal(model.any_of((is_more, model.all_of(then)))), 1)]
