"""The searches of a repair: what is looked at, and within which bounds."""

import pytest

from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.search import lazy_constraints
from listbuilder.solve.search.problem import SearchProblem
from listbuilder.solve.search.refinement import RefinementSolver
from listbuilder.solve.tasks.repair_search import (
    GIVEN_UP,
    RepairSearch,
    errors_of,
)
from tests.rules.small import Json, judge, roster

UNTIMED = SearchBudget(seconds=None, work=20)


def test_what_an_added_selection_must_hold_is_no_second_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A knight is cheaper than a captain, with the mount that he must have, too."""
    posed: list[SearchProblem] = []

    def solver_of(problem: SearchProblem) -> RefinementSolver:
        posed.append(problem)
        return RefinementSolver(problem)

    monkeypatch.setattr(lazy_constraints, "RefinementSolver", solver_of)
    led = {
        "id": "led",
        "for": "roster",
        "require": {"count": {"entry": ["captain", "knight"]}, "at_least": 1},
    }
    mount: Json = {"id": "mount", "offers": ["horse", "mule"], "min": 1, "max": 1}
    shoes: Json = {"id": "shoes", "offers": ["shoe"], "min": 1, "max": 1}
    entries: dict[str, Json] = {
        "captain": {"values": {"points": 9}},
        "knight": {"values": {"points": 5}, "slots": [mount]},
        "horse": {"values": {"points": 3}},
        "mule": {"values": {"points": 1}, "slots": [shoes]},
        "shoe": {"values": {"points": 1}},
        "guard": {"values": {"points": 2}},
    }
    made = judge(
        entries, constraints=(led,), slots=[{"id": "top", "offers": ["captain", "guard", "knight"]}]
    )
    army = roster("guard")
    search = RepairSearch(made, army, errors_of(made.evaluate(army)))
    answer = search.everywhere().solve(UNTIMED)
    assert isinstance(answer, Solved)
    assert answer.proved
    assert answer.reached[GIVEN_UP] == -7
    assert len(posed) == 1
