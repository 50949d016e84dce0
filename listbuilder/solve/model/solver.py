"""The choice of a solver: CP-SAT, or HiGHS in a browser, where CP-SAT can't be."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from listbuilder.model.language import Number
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.cpsat import CpSatSolver, NoSolverError, SearchBudget, Solution
from listbuilder.solve.model.highs import HighsSolver, Program
from listbuilder.solve.model.linear import LinearExpr

IN_BROWSER = sys.platform == "emscripten"


class Solver(Protocol):
    """A solver as searches use it.

    Attributes:
        model: the constraint model that it searches.
        budget: the budget of its next search.
    """

    model: ConstraintModel
    budget: SearchBudget

    def maximise(
        self,
        goal: LinearExpr,
        hint: Sequence[int] = (),
        lower_bounds: Iterable[tuple[LinearExpr, Number]] = (),
        cuts: bool = True,
        symmetries: bool = True,
    ) -> Solution:
        """Find a solution with the greatest value of an expression (``CpSatSolver``)."""


def has_solver() -> bool:
    """Whether there is a solver: in a browser, or where OR-Tools is installed."""
    return IN_BROWSER or find_spec("ortools") is not None


def needs_solver() -> None:
    """Check that there is a solver.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    if not has_solver():
        raise NoSolverError


def solver_of(model: ConstraintModel, budget: SearchBudget) -> Solver:
    """Hand a model to the available solver.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    if IN_BROWSER:
        return HighsSolver(model, budget, _in_browser)
    return CpSatSolver(model, budget)


def _in_browser(program: Program) -> Mapping[str, Any]:
    """Run HiGHS by the function that the page's worker provides."""
    run: Callable[[str], str] = import_module("js").runHighs
    said: dict[str, Any] = json.loads(run(json.dumps(program)))
    return said
