"""HiGHS counts in floating point; what is said of its answers holds in whole numbers."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ortools.linear_solver import pywraplp  # type: ignore[import-untyped]

from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.cpsat import UNLIMITED, CpSatSolver, SearchBudget, Status
from listbuilder.solve.model.highs import (
    NUMBERS_A_SECOND,
    HighsSolver,
    ProductError,
    Program,
)
from listbuilder.solve.model.linear import LinearExpr, constant, of_variable, total
from listbuilder.solve.outcomes import Impossible, Solved, Stopped, StopReason
from listbuilder.solve.search import refinement
from listbuilder.solve.tasks.complete import complete
from tests.sampling import examples
from tests.solve.games import Maker


def run(program: Program) -> Mapping[str, Any]:
    """Search as a browser's HiGHS does, by a solver that counts in floating point, too."""
    solver = pywraplp.Solver.CreateSolver("SCIP" if program["whole"] else "GLOP")
    make = solver.IntVar if program["whole"] else solver.NumVar
    bounds = zip(program["lows"], program["highs"], strict=True)
    variables = [make(low, high, "") for low, high in bounds]
    rows = []
    for number, low in enumerate(program["row_lows"]):
        row = solver.Constraint(low, solver.infinity())
        for at in range(program["starts"][number], program["starts"][number + 1]):
            row.SetCoefficient(variables[program["indices"][at]], program["values"][at])
        rows.append(row)
    for variable, cost in zip(variables, program["costs"], strict=True):
        solver.Objective().SetCoefficient(variable, cost)
    solver.Objective().SetMaximization()
    if solver.Solve() != solver.OPTIMAL:
        return {"status": "infeasible", "values": [], "looks": 1}
    duals = [] if program["whole"] else [row.dual_value() for row in rows]
    values = [variable.solution_value() for variable in variables]
    return {"status": "optimal", "values": values, "looks": 1, "duals": duals}


@st.composite
def problems(draw: st.DrawFn) -> tuple[ConstraintModel, LinearExpr]:
    """Make a model with conditions and clauses, and a goal."""
    model = ConstraintModel()
    numbers = st.integers(-4, 4)
    variables = [of_variable(model.variable(0, draw(st.integers(1, 4)))) for _ in range(4)]

    def expression() -> LinearExpr:
        return total([constant(draw(numbers)), *(one.times(draw(numbers)) for one in variables)])

    literals = [model.is_at_least_0(expression()) for _ in range(2)]
    literals += [~literal for literal in literals]
    for _ in range(draw(st.integers(1, 4))):
        where = tuple(draw(st.lists(st.sampled_from(literals), max_size=2, unique=True)))
        model.at_least_0(expression(), where)
    model.clause(draw(st.lists(st.sampled_from(literals), min_size=1, max_size=3)))
    return model, expression()


@given(problems())
@examples(80)
def test_nothing_is_called_best_that_is_not(problem: tuple[ConstraintModel, LinearExpr]) -> None:
    model, goal = problem
    exact = CpSatSolver(model, UNLIMITED).maximise(goal)
    found = HighsSolver(model, UNLIMITED, run).maximise(goal)
    if exact.status is Status.IMPOSSIBLE:
        assert (found.status, found.stopped_by) == (Status.STOPPED, StopReason.ROUNDING)
    else:
        assert found.value(goal) == exact.value(goal)
        assert found.status in (Status.BEST, Status.FOUND)
        assert (found.stopped_by is None) == (found.status is Status.BEST)


def knapsack() -> tuple[ConstraintModel, LinearExpr]:
    model = ConstraintModel()
    goal = total(of_variable(model.variable(0, 9), cost) for cost in (35, 50, 80))
    model.at_least_0(constant(700) - goal)
    return model, goal


def test_best_is_what_an_exact_bound_proves() -> None:
    model, goal = knapsack()
    found = HighsSolver(model, UNLIMITED, run).maximise(goal)
    assert (found.status, found.value(goal)) == (Status.BEST, 700)


@pytest.mark.parametrize("duals", [[], [0.5], [-1e9], [float(2**60)]])
def test_wrong_duals_prove_nothing_wrong(duals: list[float]) -> None:
    model, goal = knapsack()

    def misled(program: Program) -> Mapping[str, Any]:
        if program["whole"]:
            return {"status": "optimal", "values": [1.0, 0.0, 0.0, 0.0], "looks": 1}
        return {"status": "optimal", "values": [], "looks": 0, "duals": duals}

    found = HighsSolver(model, UNLIMITED, misled).maximise(goal)
    assert (found.status, found.stopped_by) == (Status.FOUND, StopReason.ROUNDING)


def test_values_that_break_a_constraint_are_no_solution() -> None:
    model, goal = knapsack()
    said = {"status": "optimal", "values": [1.0, 9.0, 9.0, 9.0], "looks": 1}
    found = HighsSolver(model, UNLIMITED, lambda program: said).maximise(goal)
    assert (found.status, found.values) == (Status.STOPPED, ())


def test_search_that_was_cut_off_is_not_called_ended() -> None:
    model, goal = knapsack()
    said = {"status": "stopped", "values": [1.0, 2.0, 0.0, 0.0], "looks": 1}
    cut = HighsSolver(model, UNLIMITED, lambda program: said).maximise(goal)
    assert (cut.status, cut.stopped_by) == (Status.FOUND, StopReason.TIME)
    spent = HighsSolver(model, SearchBudget(seconds=0), run).maximise(goal)
    assert (spent.status, spent.stopped_by) == (Status.STOPPED, StopReason.TIME)


def test_work_is_counted_by_how_often_it_looked_and_by_no_clock() -> None:
    model, goal = knapsack()
    asked: list[Program] = []

    def to_the_end(program: Program) -> Mapping[str, Any]:
        asked.append(program)
        return {"status": "stopped", "values": [], "looks": program["looks"]}

    half_an_hour = SearchBudget(work=1_800).begin()
    cut = HighsSolver(model, half_an_hour, to_the_end).maximise(goal)
    assert (cut.status, cut.stopped_by) == (Status.STOPPED, StopReason.WORK)
    assert half_an_hour.work_left() == 0
    numbers = len(asked[0]["values"])
    assert asked[0]["looks"] == 1_800 * NUMBERS_A_SECOND // (1 + numbers)
    assert asked[0]["seconds"] is None
    budget = SearchBudget(work=1).begin()
    HighsSolver(model, budget, run).maximise(goal)
    left = budget.work_left()
    assert left is not None
    assert 0.99 < left < 1
    said = {"status": "optimal", "values": [1.0, 20.0, 0.0, 0.0], "looks": 1, "duals": []}

    def heard(program: Program) -> Mapping[str, Any]:
        asked.append(program)
        return said

    HighsSolver(model, UNLIMITED, heard).maximise(goal)
    assert asked[-1]["looks"] is None


def test_products_are_refused() -> None:
    model = ConstraintModel()
    one, two = (of_variable(model.variable(2, 5)) for _ in range(2))
    goal = model.product(one, two)
    with pytest.raises(ProductError, match="Listbuilder on a computer"):
        HighsSolver(model, UNLIMITED, run).maximise(goal)


@pytest.mark.parametrize("seed", range(40))
def test_completions_are_those_of_the_exact_solver(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, roster = Maker(Random(seed)).game()
    exact = complete(judge, roster)
    monkeypatch.setattr(
        refinement, "solver_of", lambda model, budget: HighsSolver(model, budget, run)
    )
    rounded = complete(judge, roster)
    if isinstance(exact, Impossible):
        assert isinstance(rounded, Stopped)
        assert (rounded.stopped_by, rounded.best) == (StopReason.ROUNDING, None)
        return
    found = rounded.best if isinstance(rounded, Stopped) else rounded
    assert isinstance(exact, Solved)
    assert isinstance(found, Solved)
    assert judge.evaluate(found.roster).legal
    assert found.reached == exact.reached
