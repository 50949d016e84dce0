"""Solving a program with OR-Tools, which is imported here and only when something is solved."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any

import attrs

from listbuilder.errors import ListbuilderError
from listbuilder.model.language import Number
from listbuilder.solve.linear import Linear, Lit, Program, scaled

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


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


@attrs.frozen(eq=False)
class Effort:
    """How long to search.

    Attributes:
        seconds: wall time in all; None: no limit.
        work: deterministic time of each search: the same on every machine; None: no limit.
        seed: of the search; another one may break ties otherwise.
        until: when the wall time is over, by the monotonic clock; ``begin`` sets it.
    """

    seconds: float | None = 10
    work: float | None = None
    seed: int = 0
    until: float | None = None

    def begin(self) -> Effort:
        """The same, its time beginning now if it has not begun."""
        if self.until is not None or self.seconds is None:
            return self
        return attrs.evolve(self, until=time.monotonic() + self.seconds)


@attrs.frozen(eq=False)
class Found:
    """What a search found.

    Attributes:
        values: by variable; empty where nothing was found.
    """

    ended: Ended
    values: Sequence[int] = ()

    def of(self, quantity: Linear) -> Number:
        """A quantity's number."""
        return quantity.const + sum(
            factor * self.values[variable] for variable, factor in quantity.terms.items()
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

    def maximise(self, goal: Linear, hint: Sequence[int] = ()) -> Found:
        """Find a solution with the most of a quantity."""
        self._take_over()
        whole, _ = scaled(goal)
        self._model.clear_objective()
        if whole.terms:
            self._model.maximize(self._sum(whole.terms.items()) + int(whole.const))
        self._model.clear_hints()
        for variable, value in zip(self._variables, hint, strict=False):
            self._model.add_hint(variable, value)
        return self._search(self._solver())

    def conflict(self, assumed: Sequence[Lit]) -> tuple[Ended, list[Lit]]:
        """Look for assumptions that can't all hold.

        Returns:
            How it ended, and, if it is impossible, such assumptions: few, not always the fewest.
        """
        self._take_over()
        self._model.clear_objective()
        self._model.clear_hints()
        self._model.clear_assumptions()
        if assumed:
            self._model.add_assumptions([self._lit(lit) for lit in assumed])
        solver = self._solver()
        ended = self._search(solver).ended
        self._model.clear_assumptions()
        if ended is not Ended.IMPOSSIBLE:
            return ended, []
        indexes = set(solver.sufficient_assumptions_for_infeasibility())
        return ended, [lit for lit in assumed if self._lit(lit).index in indexes]

    def _search(self, solver: cp_model.CpSolver) -> Found:
        status = solver.solve(self._model)
        cp = self._cp
        if status == cp.MODEL_INVALID:
            raise ValueError(self._model.validate())
        if status == cp.INFEASIBLE:
            return Found(Ended.IMPOSSIBLE)
        if status == cp.UNKNOWN:
            return Found(Ended.GAVE_UP)
        values = list(solver.response_proto.solution)
        return Found(Ended.BEST if status == cp.OPTIMAL else Ended.FOUND, values)

    def _solver(self) -> cp_model.CpSolver:
        solver: cp_model.CpSolver = self._cp.CpSolver()
        parameters = solver.parameters
        parameters.num_workers = 1  # so that the search is the same every time
        parameters.cp_model_probing_level = 0  # five times as fast on rosters
        parameters.random_seed = self.effort.seed
        if self.effort.work is not None:
            parameters.max_deterministic_time = self.effort.work
        if self.effort.until is not None:
            parameters.max_time_in_seconds = max(0.01, self.effort.until - time.monotonic())
        return solver

    def _take_over(self) -> None:
        """Hand over what the program has got since the last search."""
        model, program = self._model, self.program
        for number in range(len(self._variables), len(program.lows)):
            self._variables.append(
                model.new_int_var(program.lows[number], program.highs[number], "")
            )
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


def _solver_library() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise NoSolverError from None
    return cp_model
