"""Goals are optimised in their order, one by one."""

from typing import Any

import pytest

from listbuilder.model.language import Number
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.cpsat import CpSatSolver, SearchBudget, Solution, Status
from listbuilder.solve.model.lexicographic import better_than, optimise_lexicographically
from listbuilder.solve.model.linear import LinearExpr, constant, of_variable


def problem() -> tuple[CpSatSolver, dict[str, LinearExpr]]:
    """Most of x + y <= 4 counted double for x, then most of y, then least of z >= x - 1."""
    model = ConstraintModel()
    x, y, z = (of_variable(model.variable(0, 4)) for _ in range(3))
    model.at_least_0(constant(4) - x - y)
    model.at_least_0(constant(3) - x)
    model.at_least_0(z - x + constant(1))
    goals = {"first": x.times(2) + y, "second": y, "third": z.times(-1)}
    return CpSatSolver(model, SearchBudget(seconds=None)), goals


@pytest.mark.parametrize(
    ("proven", "incumbent"), [((), ()), ((7,), (7, 1, -2)), ((), (6, 2, -1)), ((7, 1), (7, 1, -2))]
)
def test_a_goal_yields_to_those_before_it(
    proven: tuple[Number, ...], incumbent: tuple[Number, ...]
) -> None:
    solver, goals = problem()
    solution, done = optimise_lexicographically(solver, goals, proven, incumbent)
    assert (solution.status, done) == (Status.BEST, 3)
    assert [solution.value(goal) for goal in goals.values()] == [7, 1, -2]


def test_nothing_worse_than_a_known_answer_is_found() -> None:
    solver, goals = problem()
    solution, done = optimise_lexicographically(solver, goals, (), (8, 0, 0))
    assert (solution.status, done) == (Status.IMPOSSIBLE, 0)


def test_a_goal_at_its_highest_is_not_searched_again() -> None:
    """The first of x <= 4 takes the second, x itself, and a constant along."""
    model = ConstraintModel()
    x = of_variable(model.variable(0, 4))
    searches = []

    class Counting(CpSatSolver):
        def maximise(self, goal: LinearExpr, *given: Any) -> Solution:
            searches.append(goal)
            return super().maximise(goal, *given)

    goals = {"first": x.times(2), "same": x, "constant": constant(3), "last": x.times(-1)}
    solver = Counting(model, SearchBudget(seconds=None))
    solution, done = optimise_lexicographically(solver, goals)
    assert (solution.status, done) == (Status.BEST, 4)
    assert solution.value(x) == 4
    assert searches == [goals["first"], goals["last"]]


@pytest.mark.parametrize(
    ("known", "better"),
    [
        ((7, 1, -2), None),
        ((7, 1, -3), [7, 1, -2]),
        ((7, 0, 0), [7, 1, -2]),
        ((6, 5, 5), [7, 1, -2]),
        ((7,), None),
        ((7, 1), None),
        ((7, 0), [7, 1, -2]),
    ],
)
def test_what_is_better_is_so_in_the_first_goal_that_differs(
    known: tuple[Number, ...], better: list[Number] | None
) -> None:
    solver, goals = problem()
    within = better_than(solver.model, list(zip(goals.values(), known, strict=False)))
    solution, _ = optimise_lexicographically(solver, goals, within=within)
    assert (solution.status is Status.IMPOSSIBLE) == (better is None)
    if better:
        assert [solution.value(goal) for goal in goals.values()] == better
