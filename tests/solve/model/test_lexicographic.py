"""Goals are optimised in their order, one by one or several at once."""

import pytest

from listbuilder.model.language import Number
from listbuilder.solve.model.cpsat import CpSatSolver, SearchBudget, Status
from listbuilder.solve.model.lexicographic import optimise_lexicographically
from listbuilder.solve.model.linear import ConstraintModel, LinearExpr, constant, of_variable


def problem() -> tuple[CpSatSolver, dict[str, LinearExpr]]:
    """Most of x + y <= 4 counted double for x, then most of y, then least of z >= x - 1."""
    model = ConstraintModel()
    x, y, z = (of_variable(model.variable(0, 4)) for _ in range(3))
    model.at_least_0(constant(4) - x - y)
    model.at_least_0(constant(3) - x)
    model.at_least_0(z - x + constant(1))
    goals = {"first": x.times(2) + y, "second": y, "third": z.times(-1)}
    return CpSatSolver(model, SearchBudget(seconds=None)), goals


@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize(
    ("proven", "incumbent"), [((), ()), ((7,), (7, 1, -2)), ((), (6, 2, -1)), ((7, 1), (7, 1, -2))]
)
def test_a_goal_yields_to_those_before_it(
    joined: bool, proven: tuple[Number, ...], incumbent: tuple[Number, ...]
) -> None:
    solver, goals = problem()
    solution, done = optimise_lexicographically(solver, goals, joined, proven, incumbent)
    assert (solution.status, done) == (Status.BEST, 3)
    assert [solution.value(goal) for goal in goals.values()] == [7, 1, -2]


@pytest.mark.parametrize("joined", [False, True])
def test_nothing_worse_than_a_known_answer_is_found(joined: bool) -> None:
    solver, goals = problem()
    solution, done = optimise_lexicographically(solver, goals, joined, (), (8, 0, 0))
    assert (solution.status, done) == (Status.IMPOSSIBLE, 0)


def test_goals_too_large_for_one_sum_are_searched_one_by_one() -> None:
    model = ConstraintModel()
    x, y = (of_variable(model.variable(0, 2**30)) for _ in range(2))
    model.at_least_0(constant(2**30) - x - y)
    solver = CpSatSolver(model, SearchBudget(seconds=None))
    solution, done = optimise_lexicographically(solver, {"x": x, "y": y}, joined=True)
    assert (solution.value(x), solution.value(y), done) == (2**30, 0, 2)
