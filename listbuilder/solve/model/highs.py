"""Searching a constraint model with HiGHS, the solver that browsers have.

HiGHS counts in floating point, so its answers are checked exactly. Its values are rounded, and each
constraint is checked with them in whole numbers. A solution is called proved best only if a bound
shows it that is worked out exactly: row duals ``y`` of the continuous relaxation, rounded to
fractions, bound every solution by ``-y·b + max (c + y·A)·x`` over the bounds of the variables,
whatever the errors in ``y`` (Neumaier and Shcherbina, "Safe bounds in linear and mixed-integer
linear programming", 2004). Without this bound a finished search is only said to have ended
(``StopReason.ROUNDING``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

from listbuilder.errors import ListbuilderError
from listbuilder.messages import gettext
from listbuilder.model.language import Number
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.cpsat import BudgetExhaustedError, SearchBudget, Solution, Status
from listbuilder.solve.model.linear import BoolLiteral, LinearExpr, constant, scaled
from listbuilder.solve.outcomes import StopReason

GRAIN = 2**24
"""Duals are rounded to multiples of 1 / ``GRAIN``."""

NUMBERS_A_SECOND = 400_000
"""The work in a deterministic second: numbers in the matrix, times how often HiGHS looked.

HiGHS has no limit but a clock. Now and then it looks whether to stop, at fixed points of its
algorithm: these looks are counted, so the same question has the same answer on any machine.
Measured with HiGHS 1.15.3 as WebAssembly, by Node, in searches for 700 points of sixteen army
lists: 100,000 to 660,000 in a second of processor, 370,000 in the median.
"""

Program = dict[str, Any]
RunSolver = Callable[[Program], Mapping[str, Any]]
"""Runs HiGHS: the greatest ``costs·x`` with ``lows <= x <= highs`` and ``row_lows <= A·x``.

``A`` comes by rows: row ``i`` has ``values`` at ``indices`` from ``starts[i]`` on. ``whole`` asks
for whole numbers, ``seconds`` and ``looks`` (how often HiGHS asks whether to stop; None: no limit)
end it, ``hint`` is a solution to begin with. The answer: ``status`` (``optimal``, ``infeasible`` or
``stopped``), ``values`` by variable (empty without a solution), how many ``looks`` it took, and of
a continuous one ``duals`` by row.
"""


class ProductError(ListbuilderError):
    """A rule multiplies two numbers that both depend on the roster."""

    def __init__(self) -> None:
        super().__init__(
            gettext(
                "A rule of this army multiplies two numbers, which this browser's solver "
                "can't. Listbuilder on a computer solves it."
            )
        )


class _Row(NamedTuple):
    """``low <= sum of terms``."""

    terms: Sequence[tuple[int, int]]
    low: int


class HighsSolver:
    """A constraint model handed to HiGHS. Constraints may be added between searches."""

    def __init__(self, model: ConstraintModel, budget: SearchBudget, run: RunSolver) -> None:
        self.model = model
        self.budget = budget.begin()
        self._run = run
        self._rows: list[_Row] = []
        self._constraints = self._clauses = 0

    def maximise(
        self,
        goal: LinearExpr,
        hint: Sequence[int] = (),
        lower_bounds: Iterable[tuple[LinearExpr, Number]] = (),
        cuts: bool = True,
        symmetries: bool = True,
    ) -> Solution:
        """Find a solution with the greatest value of an expression, as ``CpSatSolver`` does.

        Raises:
            ProductError: the model has a product.
        """
        try:
            self._hand_over()
        except BudgetExhaustedError as over:
            return Solution(Status.STOPPED, stopped_by=over.stopped_by)
        rows = [*self._rows]
        for quantity, least in lower_bounds:
            whole, _ = scaled(quantity - constant(least))
            rows.append(_row(whole))
        whole, _ = scaled(goal)
        program = self._program(whole, rows)
        said = self._search({**program, "whole": True, "hint": list(hint)})
        if said["status"] == "infeasible":
            return Solution(Status.STOPPED, stopped_by=StopReason.ROUNDING)
        values = [round(value) for value in said["values"]]
        if not values or not self._is_solution(values, rows):
            stopped = said["status"] == "stopped"
            why = self._stopped_by() if stopped else StopReason.ROUNDING
            return Solution(Status.STOPPED, stopped_by=why)
        if said["status"] != "optimal":
            return Solution(Status.FOUND, values, self._stopped_by())
        reached = sum(int(factor) * values[variable] for variable, factor in whole.terms.items())
        if self._bound(program, rows) <= reached:
            return Solution(Status.BEST, values)
        return Solution(Status.FOUND, values, StopReason.ROUNDING)

    def _hand_over(self) -> None:
        """Write the constraints that the model has got since the last search as rows."""
        self.budget.check()
        model = self.model
        if model.products:
            raise ProductError
        for terms, low, where in model.constraints[self._constraints :]:
            needed = low - int(model.low(LinearExpr(dict(terms))))  # big-M, for a false literal
            sums = dict(terms)
            for literal in where:
                variable, sign = _literal(literal)
                sums[variable] = sums.get(variable, 0) - sign * needed
                low -= needed if sign > 0 else 0  # noqa: PLW2901
            self._rows.append(_Row([*sums.items()], low))
        for clause in model.clauses[self._clauses :]:
            sums = {}
            negative = 0
            for literal in clause:
                variable, sign = _literal(literal)
                sums[variable] = sums.get(variable, 0) + sign
                negative += sign < 0
            self._rows.append(_Row([*sums.items()], 1 - negative))
        self._constraints, self._clauses = len(model.constraints), len(model.clauses)

    def _program(self, goal: LinearExpr, rows: Sequence[_Row]) -> Program:
        model = self.model
        costs = [0] * len(model.lows)
        for variable, factor in goal.terms.items():
            costs[variable] = int(factor)
        starts = [0]
        for row in rows:
            starts.append(starts[-1] + len(row.terms))
        return {
            "costs": costs,
            "lows": model.lows,
            "highs": model.highs,
            "row_lows": [row.low for row in rows],
            "starts": starts,
            "indices": [variable for row in rows for variable, _ in row.terms],
            "values": [factor for row in rows for _, factor in row.terms],
        }

    def _search(self, program: Program) -> Mapping[str, Any]:
        """Run HiGHS, and count its work."""
        a_look = (1 + len(program["values"])) / NUMBERS_A_SECOND
        work = self.budget.work_left()
        looks = None if work is None else ceil(work / a_look)
        said = self._run({**program, "seconds": self.budget.seconds_left(), "looks": looks})
        self.budget.spend((1 + said["looks"]) * a_look)
        return said

    def _stopped_by(self) -> StopReason:
        return StopReason.WORK if self.budget.work_left() == 0 else StopReason.TIME

    def _is_solution(self, values: Sequence[int], rows: Iterable[_Row]) -> bool:
        """Whether values keep all bounds and constraints, in whole numbers."""
        bounds = zip(self.model.lows, values, self.model.highs, strict=True)
        return all(low <= value <= high for low, value, high in bounds) and all(
            sum(factor * values[variable] for variable, factor in row.terms) >= row.low
            for row in rows
        )

    def _bound(self, program: Program, rows: Sequence[_Row]) -> int:
        """An exact upper bound of ``costs·x`` over all solutions."""
        sums = [GRAIN * cost for cost in program["costs"]]
        bound = 0
        if any(sums):
            said = self._search({**program, "whole": False, "hint": []})
            for row, dual in zip(rows, said.get("duals", ()), strict=False):
                share = round(abs(dual) * GRAIN)
                if share:
                    bound -= share * row.low
                    for variable, factor in row.terms:
                        sums[variable] += share * factor
        for factor, low, high in zip(sums, self.model.lows, self.model.highs, strict=True):
            bound += factor * (high if factor > 0 else low)
        return bound // GRAIN


def _literal(literal: BoolLiteral) -> tuple[int, int]:
    """A literal's variable, and whether it holds where that is 1 (1) or 0 (-1)."""
    return (literal, 1) if literal >= 0 else (~literal, -1)


def _row(whole: LinearExpr) -> _Row:
    """``whole >= 0`` as a row."""
    terms = [(variable, int(factor)) for variable, factor in whole.terms.items()]
    return _Row(terms, -int(whole.const))
