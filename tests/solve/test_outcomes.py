"""Outcomes are never mixed up, and no answer is handed out that the judge calls illegal."""

import attrs
import pytest

from listbuilder.solve.outcomes import (
    DisagreementError,
    Impossible,
    RosterChange,
    Solved,
    Stopped,
    StopReason,
    Truncation,
)
from listbuilder.solve.search import refinement
from listbuilder.solve.tasks.complete import complete
from tests.rules.small import judge, roster

LED = {"id": "led", "for": "roster", "require": {"count": {"entry": "chief"}, "at_least": 1}}


def test_an_illegal_answer_is_a_bug_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    made = judge({"chief": {}}, constraints=(LED,))
    assert isinstance(complete(made, roster()), Solved)
    monkeypatch.setattr(refinement, "decode", lambda *given: roster())
    with pytest.raises(DisagreementError, match="breaks led"):
        complete(made, roster())


def test_what_is_not_said_is_not_claimed() -> None:
    solved = Solved(roster(), False, {})
    assert (solved.proven_goals, solved.aim_proved, solved.best_at) == ((), False, ())
    assert Impossible().conflict is None
    stopped = Stopped(StopReason.WORK)
    assert (stopped.best, stopped.truncations) == (None, ())


def test_changes_and_truncations_are_compared_by_what_they_say() -> None:
    change = RosterChange("remove", "Orc", "1", before=2)
    assert change == attrs.evolve(change)
    assert len({Truncation("depth", 4), Truncation("depth", 4), Truncation("depth", 5)}) == 2
    assert Solved(roster(), True, {}) != Solved(roster(), True, {}), "each answer is itself"
