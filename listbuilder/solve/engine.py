"""Solving a program with OR-Tools, which is imported here and only when something is solved."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from enum import Enum
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import attrs

from listbuilder.errors import ListbuilderError
from listbuilder.model.language import Number
from listbuilder.rules.compile import exact
from listbuilder.solve.linear import Linear, Lit, Program, constant, scaled
from listbuilder.solve.outcomes import Limit

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

WORK_A_SECOND = 0.5
"""Work that a slow machine does in a second of wall time, in the solver's deterministic time."""


class NoSolverError(ListbuilderError):
    """OR-Tools is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "Solving needs OR-Tools, which is not installed: pip install 'listbuilder[solve]'."
        )


class Ended(Enum):
    """How a search ended."""

    BEST = "best"
    FOUND = "found"
    IMPOSSIBLE = "impossible"
    GAVE_UP = "gave up"


class OverError(Exception):
    """The effort is over.

    Attributes:
        limit: which limit was reached.
    """

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        super().__init__(limit)


class _Spent:
    """Work done so far, in deterministic time."""

    work = 0.0


@attrs.frozen(eq=False)
class Effort:
    """How long to take, for building the model and for searching.

    Work is counted so that it is the same on every machine: where it ends a search, the same
    question has the same answer. The clock has the last word.

    Attributes:
        seconds: wall time in all; None: no limit.
        work: of all searches; None: so much that it is mostly done before the seconds are over.
        seed: of the search; another one may break ties otherwise.
        until: when the wall time is over, by the monotonic clock; ``begin`` sets it.
        spent: the work done; ``begin`` sets it.
    """

    seconds: float | None = 10
    work: float | None = None
    seed: int = 0
    until: float | None = None
    spent: _Spent | None = None

    def begin(self) -> Effort:
        """The same, its time beginning now if it has not begun."""
        if self.spent is not None:
            return self
        until = None if self.seconds is None else time.monotonic() + self.seconds
        work = self.work
        if work is None and self.seconds is not None:
            work = self.seconds * WORK_A_SECOND
        return attrs.evolve(self, work=work, until=until, spent=_Spent())

    def share(self, part: float) -> Effort:
        """The same with a part of what is left of it, taken from the whole."""
        until, work = self.until, self.work
        if (seconds := self.seconds_left()) is not None:
            until = time.monotonic() + part * seconds
        if (left := self.work_left()) is not None and work is not None:
            work -= (1 - part) * left
        return attrs.evolve(self, until=until, work=work)

    def seconds_left(self) -> float | None:
        """Seconds left, 0 at least; None: no limit."""
        return None if self.until is None else max(0.0, self.until - time.monotonic())

    def work_left(self) -> float | None:
        """Work left, 0 at least; None: no limit."""
        if self.work is None or self.spent is None:
            return self.work
        return max(0.0, self.work - self.spent.work)

    def limit(self) -> Limit:
        """Which limit a search has reached that was not through."""
        return Limit.TIME if self.seconds_left() == 0 else Limit.WORK

    def check(self) -> None:
        """See that it is not over.

        Raises:
            OverError: it is.
        """
        if self.seconds_left() == 0 or self.work_left() == 0:
            raise OverError(self.limit())

    def spend(self, work: float) -> None:
        """Note that work has been done."""
        if self.spent is not None:
            self.spent.work += work


UNLIMITED = Effort(seconds=None)


@attrs.frozen(eq=False)
class Found:
    """What a search found.

    Attributes:
        values: by variable; empty where nothing was found.
        limit: what ended it before it was through.
    """

    ended: Ended
    values: Sequence[int] = ()
    limit: Limit | None = None

    def of(self, quantity: Linear) -> Number:
        """A quantity's number."""
        return exact(
            quantity.const
            + sum(factor * self.values[variable] for variable, factor in quantity.terms.items())
        )


class Engine:
    """A program handed to the solver. Rows may be added between searches."""

    def __init__(self, program: Program, effort: Effort) -> None:
        """Hand it over.

        Raises:
            NoSolverError: OR-Tools is not installed.
        """
        self.program = program
        self.effort = effort.begin()
        self._cp = _solver_library()
        self._model = self._cp.CpModel()
        self._variables: list[Any] = []
        self._rows = self._clauses = self._products = 0

    def maximise(
        self,
        goal: Linear,
        hint: Sequence[int] = (),
        floors: Iterable[tuple[Linear, Number]] = (),
    ) -> Found:
        """Find a solution with the most of a quantity.

        Args:
            goal: the quantity.
            hint: where to begin, by variable.
            floors: quantities with the least that each has to be, in this search only.
        """
        try:
            self._take_over()
        except OverError as over:
            return Found(Ended.GAVE_UP, limit=over.limit)
        model = self._model.clone()
        for quantity, least in floors:
            whole, _ = scaled(quantity - constant(least))
            model.add(self._sum(whole.terms.items()) >= -int(whole.const))
        whole, _ = scaled(goal)
        if whole.terms:
            model.maximize(self._sum(whole.terms.items()) + int(whole.const))
        for variable, value in zip(self._variables, hint, strict=False):
            model.add_hint(variable, value)
        solver = self._solver()
        # With a solution at hand the search goes for the proof that none is better.
        solver.parameters.use_objective_lb_search = bool(hint)
        return self._search(solver, model)

    def conflict(self, assumed: Sequence[Lit]) -> tuple[Found, list[Lit]]:
        """Look for assumptions that can't all hold.

        Returns:
            What was found, and, if it is impossible, such assumptions: few, not always the fewest.
        """
        try:
            self._take_over()
        except OverError as over:
            return Found(Ended.GAVE_UP, limit=over.limit), []
        model = self._model.clone()
        if assumed:
            model.add_assumptions([self._lit(lit) for lit in assumed])
        solver = self._solver()
        found = self._search(solver, model)
        if found.ended is not Ended.IMPOSSIBLE:
            return found, []
        indexes = set(solver.sufficient_assumptions_for_infeasibility())
        return found, [lit for lit in assumed if self._lit(lit).index in indexes]

    def _search(self, solver: cp_model.CpSolver, model: cp_model.CpModel) -> Found:
        status = solver.solve(model)
        self.effort.spend(solver.response_proto.deterministic_time)
        cp = self._cp
        if status == cp.MODEL_INVALID:
            raise ValueError(model.validate())
        if status == cp.INFEASIBLE:
            return Found(Ended.IMPOSSIBLE)
        if status == cp.UNKNOWN:
            return Found(Ended.GAVE_UP, limit=self.effort.limit())
        values = list(solver.response_proto.solution)
        if status == cp.OPTIMAL:
            return Found(Ended.BEST, values)
        return Found(Ended.FOUND, values, self.effort.limit())

    def _solver(self) -> cp_model.CpSolver:
        solver: cp_model.CpSolver = self._cp.CpSolver()
        parameters = solver.parameters
        parameters.num_workers = 1  # so that the search is the same every time
        parameters.cp_model_probing_level = 0  # five times as fast on rosters,
        parameters.linearization_level = 2  # and this, where few additions are proved fewest
        parameters.random_seed = self.effort.seed
        if (work := self.effort.work_left()) is not None:
            parameters.max_deterministic_time = work
        if (seconds := self.effort.seconds_left()) is not None:
            parameters.max_time_in_seconds = seconds
        return solver

    def _take_over(self) -> None:
        """Hand over what the program has got since the last search."""
        model, program = self._model, self.program
        for number in range(len(self._variables), len(program.lows)):
            self._variables.append(
                model.new_int_var(program.lows[number], program.highs[number], "")
            )
        self.effort.check()
        for row in program.rows[self._rows :]:
            constraint = model.add(self._sum(row.terms) >= row.low)
            if row.where:
                constraint.only_enforce_if([self._lit(lit) for lit in row.where])
        for clause in program.clauses[self._clauses :]:
            model.add_bool_or([self._lit(lit) for lit in clause])
        for product in program.products[self._products :]:
            factors = [
                self._sum(factor.terms.items()) + int(factor.const)
                for factor in (product.one, product.two)
            ]
            model.add_multiplication_equality(self._variables[product.target], factors)
        self._rows, self._clauses = len(program.rows), len(program.clauses)
        self._products = len(program.products)

    def _sum(self, terms: Iterable[tuple[int, Any]]) -> Any:
        pairs = list(terms)
        return self._cp.LinearExpr.weighted_sum(
            [self._variables[variable] for variable, _ in pairs], [factor for _, factor in pairs]
        )

    def _lit(self, lit: Lit) -> Any:
        return self._variables[lit] if lit >= 0 else self._variables[~lit].negated()


def needs_solver() -> None:
    """See that there is a solver.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    if find_spec("ortools") is None:
        raise NoSolverError


def _solver_library() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise NoSolverError from None
    return cp_model
