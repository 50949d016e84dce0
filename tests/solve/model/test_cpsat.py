"""How a search ends, and what it says of that."""

import os
import signal
from collections.abc import Callable
from threading import Event
from types import SimpleNamespace

import pytest
from ortools.sat.python import cp_model_helper
from ortools.sat.python.cp_model_helper import CpSolverStatus

from listbuilder.model.language import Number
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.cpsat import (
    ENCODING_WORK,
    BudgetExhaustedError,
    CpSatSolver,
    SearchBudget,
    Status,
)
from listbuilder.solve.model.linear import CoefficientOverflowError, constant, of_variable
from listbuilder.solve.outcomes import StopReason

STATUS = {"unknown": CpSolverStatus.UNKNOWN, "feasible": CpSolverStatus.FEASIBLE}


def ends_with(monkeypatch: pytest.MonkeyPatch, **wrapper: Callable[..., object]) -> None:
    """Let all searches be done by a stub."""
    usual = {"set_parameters": lambda parameters: None, "stop_search": lambda: None}
    stub = SimpleNamespace(**usual | wrapper)
    monkeypatch.setattr(cp_model_helper, "SolveWrapper", lambda: stub)


@pytest.mark.parametrize("status", STATUS)
@pytest.mark.parametrize(
    ("done", "work", "seconds", "reason"),
    [
        (0.15, 3.74, 8.0, StopReason.TIME),
        (3.75, 3.74, 8.0, StopReason.WORK),
        (0.15, None, 8.0, StopReason.TIME),
        (3.75, 3.74, None, StopReason.WORK),
    ],
)
def test_a_search_that_is_stopped_says_by_which_limit(
    monkeypatch: pytest.MonkeyPatch,
    status: str,
    done: float,
    work: float | None,
    seconds: float | None,
    reason: StopReason,
) -> None:
    """CP-SAT ends a little before its time is over: then the clock still has some left."""
    values = [1, 0] if status == "feasible" else []
    response = SimpleNamespace(status=STATUS[status], deterministic_time=done, solution=values)
    ends_with(monkeypatch, solve=lambda native: response)
    model = ConstraintModel()
    solver = CpSatSolver(model, SearchBudget(seconds, work))
    solution = solver.maximise(of_variable(model.variable(0, 1)))
    assert solution.stopped_by is reason
    assert solution.status is (Status.FOUND if status == "feasible" else Status.STOPPED)
    assert solver.budget.work_left() == (None if work is None else max(0, work - done))


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_ends_a_search_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver is stopped, and nothing is answered: not what it had found by then."""
    over = Event()

    def solve(native: object) -> object:
        os.kill(os.getpid(), signal.SIGINT)
        assert over.wait(60)
        return SimpleNamespace(status=STATUS["feasible"], deterministic_time=0, solution=[1])

    ends_with(monkeypatch, solve=solve, stop_search=over.set)
    model = ConstraintModel()
    with pytest.raises(KeyboardInterrupt):
        CpSatSolver(model, SearchBudget(10, 5)).maximise(of_variable(model.variable(0, 1)))
    assert over.is_set()


def test_the_solver_leaves_signals_to_python() -> None:
    solver = CpSatSolver(ConstraintModel(), SearchBudget())
    assert not solver._parameters().catch_sigint_signal


def test_a_budget_tells_what_share_of_its_work_is_done() -> None:
    told: list[float] = []
    budget = SearchBudget(work=10, tell=told.append).begin()
    budget.spend(2)
    budget.spend(20)
    assert told == [0.2, 1.0]


def test_what_is_encoded_is_work_before_it_is_done() -> None:
    """Who encodes more than may be searched stops on the way."""
    budget = SearchBudget(seconds=None, work=1.5 * ENCODING_WORK).begin()
    budget.check(1)
    with pytest.raises(BudgetExhaustedError):
        budget.check(2)
    budget.spend(ENCODING_WORK)
    with pytest.raises(BudgetExhaustedError):
        budget.check(1)


def test_a_share_of_the_budget_is_taken_from_the_whole() -> None:
    budget = SearchBudget(seconds=None, work=10).begin()
    share = budget.share(0.5)
    share.spend(3)
    assert (share.work_left(), budget.work_left()) == (2, 7)


def test_a_core_names_assumptions_that_cannot_all_hold() -> None:
    model = ConstraintModel()
    x = of_variable(model.variable(0, 9))
    low, high, even = (model.literal() for _ in range(3))
    model.at_least_0(constant(3) - x, (low,))
    model.at_least_0(x - constant(5), (high,))
    model.clause((even, ~even))
    solver = CpSatSolver(model, SearchBudget(seconds=None))
    solution, core = solver.unsat_core([low, high, even])
    assert (solution.status, set(core)) == (Status.IMPOSSIBLE, {low, high})
    solution, core = solver.unsat_core([low, even])
    assert (solution.status, core) == (Status.BEST, [])


def test_constraints_may_be_added_between_searches() -> None:
    model = ConstraintModel()
    x = of_variable(model.variable(0, 9))
    solver = CpSatSolver(model, SearchBudget(seconds=None))
    found: list[Number] = [solver.maximise(x).value(x)]
    model.at_least_0(constant(4) - x)
    found.append(solver.maximise(x).value(x))
    assert found == [9, 4]
    assert solver.maximise(x, (), [(x, 5)]).status is Status.IMPOSSIBLE
    assert solver.maximise(x.times(-1), (), [(x, 2)]).value(x) == 2, "bounds are of one search"


def test_a_goal_that_may_become_too_large_is_refused() -> None:
    model = ConstraintModel()
    count = of_variable(model.variable(0, 100_000))
    solver = CpSatSolver(model, SearchBudget(seconds=None))
    assert solver.maximise(count.times(10**13)).value(count) == 100_000
    for price in (10**14, -(10**14)):
        with pytest.raises(CoefficientOverflowError):
            solver.maximise(count.times(price))
