"""Searching a constraint model with CP-SAT, the solver of OR-Tools.

OR-Tools is imported here, and only when there is something to solve. Models go to its part in C++,
as text: the layer in Python around it imports pandas, which takes longer than most searches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from enum import Enum
from math import inf
from typing import TYPE_CHECKING, Any

import attrs

from listbuilder.extras import MissingLibraryError
from listbuilder.model.language import Number
from listbuilder.rules.arithmetic import exact
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.cpsat_text import ModelText, assumed, at_least, hinted, maximised
from listbuilder.solve.model.linear import (
    MAX_GOAL,
    BoolLiteral,
    CoefficientOverflowError,
    LinearExpr,
    scaled,
)
from listbuilder.solve.outcomes import StopReason

if TYPE_CHECKING:
    from ortools.sat.python import cp_model_helper as cp_sat

DEFAULT_WORK = 10
"""The work of a search that is given no limit, in deterministic seconds (``SearchBudget``)."""


class NoSolverError(MissingLibraryError):
    """OR-Tools is not installed."""

    def __init__(self) -> None:
        super().__init__("ortools")


class Status(Enum):
    """The end of a search.

    ``BEST``: with a solution that is proved best. ``FOUND``: with a solution, but stopped before it
    was proved best. ``IMPOSSIBLE``: with a proof that there is no solution. ``STOPPED``: stopped
    without a solution or a proof.
    """

    BEST = "best"
    FOUND = "found"
    IMPOSSIBLE = "impossible"
    STOPPED = "stopped"


class BudgetExhaustedError(Exception):
    """The time or the work of a search is used up, or its end was asked for.

    Attributes:
        stopped_by: ``TIME``, ``WORK`` or ``ASKED``.
    """

    def __init__(self, stopped_by: StopReason) -> None:
        self.stopped_by = stopped_by
        super().__init__(stopped_by)


ENCODING_WORK = 5e-5
"""The work that each encoded variable or constraint counts, in deterministic seconds."""


class Interruption:
    """Ends the searches of a task when somebody asks for it; their best answer is kept.

    Attributes:
        asked: whether it was asked for.
    """

    def __init__(self) -> None:
        self.asked = False
        self._stop: Callable[[], object] = lambda: None

    def ask(self) -> None:
        """End the search that runs, and all that follow."""
        self.asked = True
        self._stop()

    @contextmanager
    def ending(self, stop: Callable[[], object]) -> Iterator[None]:
        """Set what ends the search that runs."""
        self._stop = stop
        try:
            yield
        finally:
            self._stop = lambda: None


class _Spent:
    """Work done so far, in deterministic seconds; shared by all parts of a budget."""

    work = 0.0


@attrs.frozen(eq=False)
class SearchBudget:
    """The wall time and the work that building a model and searching it may take.

    Work is CP-SAT's deterministic time, in deterministic seconds: a count of operations, the same
    on every machine. Where work ends a search, the same question has the same answer. Where wall
    time ends it, another machine may get further.

    Attributes:
        seconds: wall time in all; None: no limit.
        work: work of all searches, in deterministic seconds; None: no limit.
        seed: the solver's random seed; another seed may break ties otherwise.
        tell: called after each search with the share (from 0 to 1) of the work that is done, 0 if
            that has no limit; None: nobody is told.
        until: the end of the wall time, by the monotonic clock in seconds; ``begin`` sets it from
            ``seconds``. Set before, it ends all searches of a task.
        spent: the work done; ``begin`` sets it.
        interruption: ends the searches from outside.
    """

    seconds: float | None = None
    work: float | None = DEFAULT_WORK
    seed: int = 0
    tell: Callable[[float], None] | None = None
    until: float | None = None
    spent: _Spent | None = None
    interruption: Interruption = attrs.field(factory=Interruption)

    def begin(self) -> SearchBudget:
        """The same budget with its time begun, unless it has begun before."""
        if self.spent is not None:
            return self
        until = self.until if self.seconds is None else time.monotonic() + self.seconds
        return attrs.evolve(self, until=until, spent=_Spent())

    def share(self, part: float) -> SearchBudget:
        """A part (from 0 to 1) of the time and work left; its work is spent by the whole, too."""
        until, work = self.until, self.work
        if (seconds := self.seconds_left()) is not None:
            until = time.monotonic() + part * seconds
        if (left := self.work_left()) is not None and work is not None:
            work -= (1 - part) * left
        return attrs.evolve(self, until=until, work=work)

    def at_most(self, work: float) -> SearchBudget:
        """The same budget with no more than some work left, which is spent by the whole, too."""
        left = self.work_left()
        if left is not None and left <= work:
            return self
        return attrs.evolve(self, work=self.work_done + max(0.0, work))

    def seconds_left(self) -> float | None:
        """Seconds left, 0 at least; None: no limit."""
        return None if self.until is None else max(0.0, self.until - time.monotonic())

    def work_left(self) -> float | None:
        """Work left, 0 at least; None: no limit."""
        if self.work is None or self.spent is None:
            return self.work
        return max(0.0, self.work - self.spent.work)

    @property
    def work_done(self) -> float:
        """The work done so far; 0 before ``begin``."""
        return 0.0 if self.spent is None else self.spent.work

    def check(self, size: int = 0) -> None:
        """Check that there is time and work left.

        Args:
            size: the size of a model that is being encoded, whose work is not spent yet.

        Raises:
            BudgetExhaustedError: the time or the work is used up, or the end was asked for.
        """
        if self.interruption.asked:
            raise BudgetExhaustedError(StopReason.ASKED)
        if self.seconds_left() == 0:
            raise BudgetExhaustedError(StopReason.TIME)
        left = self.work_left()
        if left is not None and left <= size * ENCODING_WORK:
            raise BudgetExhaustedError(StopReason.WORK)

    def spend(self, work: float) -> None:
        """Note work that has been done."""
        if self.spent is not None:
            self.spent.work += work
            if self.tell is not None:
                self.tell(min(1.0, self.spent.work / self.work) if self.work else 0.0)


UNLIMITED = SearchBudget(work=None)


@attrs.frozen(eq=False)
class Solution:
    """The result of a search.

    Attributes:
        status: how the search ended.
        values: the value of each variable; empty without a solution.
        stopped_by: the limit that ended the search; None: the search was finished.
    """

    status: Status
    values: Sequence[int] = ()
    stopped_by: StopReason | None = None

    def value(self, quantity: LinearExpr) -> Number:
        """The value of an expression."""
        return exact(
            quantity.const
            + sum(factor * self.values[variable] for variable, factor in quantity.terms.items())
        )


class CpSatSolver:
    """A constraint model handed to CP-SAT. Constraints may be added between searches."""

    def __init__(self, model: ConstraintModel, budget: SearchBudget) -> None:
        """Hand the model over.

        Raises:
            NoSolverError: OR-Tools is not installed.
        """
        self.model = model
        self.budget = budget.begin()
        self._cp = _solver_library()
        self._native = self._cp.CpModelProto()
        self._text = ModelText(model)

    def maximise(
        self,
        goal: LinearExpr,
        hint: Sequence[int] = (),
        lower_bounds: Iterable[tuple[LinearExpr, Number]] = (),
        cuts: bool = True,
        symmetries: bool = True,
    ) -> Solution:
        """Find a solution with the greatest value of an expression.

        Args:
            goal: the expression.
            hint: the values of a solution to begin with, by variable.
            lower_bounds: expressions with their least values, in this search only.
            cuts: whether to strengthen the linear relaxation by cutting planes.
            symmetries: whether to look for variables that are interchangeable.

        Raises:
            CoefficientOverflowError: the expression may become too large.
        """
        whole, _ = scaled(goal)
        if max(-self.model.low(whole), self.model.high(whole)) > MAX_GOAL:
            raise CoefficientOverflowError
        bounds = "".join(at_least(quantity, least) for quantity, least in lower_bounds)
        parameters = self._parameters()
        if not cuts:
            parameters.cut_level = 0
        if not symmetries:
            parameters.symmetry_level = 0
        solution, _ = self._search(parameters, bounds + maximised(whole) + hinted(hint))
        return solution

    def unsat_core(self, literals: Sequence[BoolLiteral]) -> tuple[Solution, list[BoolLiteral]]:
        """Look for assumptions that can't all hold.

        Returns:
            The result, and if it is impossible an unsatisfiable core: some of the assumptions,
            often few, but not always the fewest.
        """
        solution, core = self._search(self._parameters(), assumed(literals))
        return solution, [literal for literal in literals if literal in core]

    def _search(
        self, parameters: cp_sat.SatParameters, text: str
    ) -> tuple[Solution, Set[BoolLiteral]]:
        """Search the model with the text of what holds in this search only.

        Returns:
            The result, and if it is impossible the unsatisfiable core of the assumptions.
        """
        try:
            self.budget.check()
        except BudgetExhaustedError as over:
            return Solution(Status.STOPPED, stopped_by=over.stopped_by), frozenset()
        cp, native = self._cp, self._cp.CpModelProto()
        is_read = self._native.merge_text_format(self._text.added())
        native.copy_from(self._native)
        if not (native.merge_text_format(text) and is_read):
            raise ValueError("CP-SAT can't read the model")
        wrapper = cp.SolveWrapper()
        wrapper.set_parameters(parameters)
        interruption = self.budget.interruption
        with interruption.ending(wrapper.stop_search):
            response = _solved(wrapper, native)
        self.budget.spend(response.deterministic_time)
        match response.status:
            case cp.CpSolverStatus.MODEL_INVALID:
                raise ValueError(cp.CpSatHelper.validate_model(native))
            case cp.CpSolverStatus.INFEASIBLE:
                core = frozenset(response.sufficient_assumptions_for_infeasibility)
                return Solution(Status.IMPOSSIBLE), core
            case cp.CpSolverStatus.OPTIMAL:
                return Solution(Status.BEST, [*response.solution]), frozenset()
            case cp.CpSolverStatus.FEASIBLE:
                status = Status.FOUND
            case _:
                status = Status.STOPPED
        stopped_by = _stopped_by(parameters, response)
        if interruption.asked:
            stopped_by = StopReason.ASKED
        return Solution(status, [*response.solution], stopped_by), frozenset()

    def _parameters(self) -> cp_sat.SatParameters:
        parameters: cp_sat.SatParameters = self._cp.SatParameters()
        parameters.catch_sigint_signal = False  # else Python no longer hears of Ctrl+C
        parameters.num_workers = 1  # so that the search is the same every time
        # Most searches are short: more presolving takes longer than it saves. Without a little
        # probing, though, searches for a sum of prices take three times as long.
        parameters.max_presolve_iterations = 1
        parameters.cp_model_probing_level = 1
        parameters.probing_deterministic_time_limit = 0.02
        parameters.linearization_level = 2  # proves sooner that additions are the fewest
        parameters.random_seed = self.budget.seed
        if (work := self.budget.work_left()) is not None:
            parameters.max_deterministic_time = work
        if (seconds := self.budget.seconds_left()) is not None:
            parameters.max_time_in_seconds = seconds
        return parameters


def _solved(wrapper: cp_sat.SolveWrapper, native: cp_sat.CpModelProto) -> cp_sat.CpSolverResponse:
    """Solve a model, and stop at once on Ctrl+C.

    Python handles signals in its main thread, between two steps of its own: not while that thread
    is inside the solver. So the solver runs in another thread.

    Raises:
        KeyboardInterrupt: Ctrl+C was pressed; the search is over.
    """
    with ThreadPoolExecutor(1) as pool:
        try:
            response: cp_sat.CpSolverResponse = pool.submit(wrapper.solve, native).result()
        except KeyboardInterrupt:
            wrapper.stop_search()
            raise
    return response


def _stopped_by(parameters: cp_sat.SatParameters, response: cp_sat.CpSolverResponse) -> StopReason:
    """The limit that ended a search: work if all its work was done, else time.

    The clock can't tell, for CP-SAT ends a little before its time is over.
    """
    if parameters.max_time_in_seconds == inf:
        return StopReason.WORK
    done = response.deterministic_time >= parameters.max_deterministic_time
    return StopReason.WORK if done else StopReason.TIME


def _solver_library() -> Any:
    try:
        from ortools.sat.python import cp_model_helper
    except ImportError:
        raise NoSolverError from None
    return cp_model_helper
