"""CP-SAT searches; in a browser HiGHS does, by the function that the page provides."""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import Any

import pytest

from listbuilder.solve.model import solver
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.cpsat import CpSatSolver, SearchBudget, Status
from listbuilder.solve.model.highs import HighsSolver
from listbuilder.solve.model.linear import of_variable


def test_cp_sat_searches() -> None:
    model = ConstraintModel()
    found = solver.solver_of(model, SearchBudget())
    assert isinstance(found, CpSatSolver)
    assert found.model is model


def test_in_a_browser_the_page_runs_highs(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def run(program: str) -> str:
        asked.append(json.loads(program))
        whole = asked[-1]["whole"]
        said = {"status": "optimal", "values": [1, 4] if whole else [], "duals": [], "looks": 0}
        return json.dumps(said)

    page = ModuleType("js")
    page.runHighs = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "js", page)
    monkeypatch.setattr(solver, "IN_BROWSER", True)
    model = ConstraintModel()
    number = of_variable(model.variable(0, 4))
    found = solver.solver_of(model, SearchBudget())
    assert isinstance(found, HighsSolver)
    solution = found.maximise(number)
    assert (solution.status, solution.value(number)) == (Status.BEST, 4)
    assert asked[0]["highs"] == [1, 4]
