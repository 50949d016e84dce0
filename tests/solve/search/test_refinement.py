"""Where a search ends before it is through, it says at which limit, and what it has."""

from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from listbuilder.cli import STOPPED
from listbuilder.cli.solving import exit_code
from listbuilder.editing.edit import new
from listbuilder.model.roster import Roster
from listbuilder.report.solving import outcome_lines
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.solve.domains import unrolling
from listbuilder.solve.model import cpsat
from listbuilder.solve.model.cpsat import CpSatSolver, SearchBudget, Solution, Status
from listbuilder.solve.outcomes import Impossible, Solved, Stopped, StopReason, Truncation
from listbuilder.solve.search import refinement
from listbuilder.solve.search.goals import asked
from listbuilder.solve.tasks.complete import complete
from tests.rules.small import judge as judge_of_game
from tests.rules.small import roster as roster_of
from tests.shipped import LIBRARY


@pytest.fixture(scope="module")
def mordor() -> tuple[Judge, Roster]:
    judge = judge_of(LIBRARY.book("mesbg", ["mordor"]))
    return judge, new(judge, "Ours", {"points": "700"})


def clock(monkeypatch: pytest.MonkeyPatch, steps: Iterator[int]) -> None:
    """Let a second go by at every look at the clock."""
    monkeypatch.setattr(cpsat, "time", SimpleNamespace(monotonic=lambda: next(steps)))


@pytest.mark.parametrize("seconds", [0, 50, 5_000])
def test_time_goes_by_while_the_model_is_built(
    mordor: tuple[Judge, Roster], monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    """Before the first candidate, among the candidates, among the rules: never a search."""
    clock(monkeypatch, count())
    monkeypatch.setattr(refinement, "solver_of", None)
    outcome = complete(*mordor, budget=SearchBudget(seconds, None))
    assert isinstance(outcome, Stopped)
    assert (outcome.stopped_by, outcome.best, outcome.truncations) == (StopReason.TIME, None, ())


def test_without_work_nothing_is_searched(mordor: tuple[Judge, Roster]) -> None:
    outcome = complete(*mordor, budget=SearchBudget(seconds=None, work=0))
    assert isinstance(outcome, Stopped)
    assert (outcome.stopped_by, outcome.best) == (StopReason.WORK, None)


def test_the_default_limit_is_work_alone_and_seconds_are_a_clock() -> None:
    assert SearchBudget().begin().work_left() == cpsat.DEFAULT_WORK
    assert SearchBudget().begin().seconds_left() is None
    assert SearchBudget(10, None).begin().work_left() is None
    assert cpsat.UNLIMITED.begin().work_left() is None


def test_at_the_limit_of_work_the_same_question_has_the_same_answer(
    mordor: tuple[Judge, Roster],
) -> None:
    """The limits end the search early."""
    first, second = (complete(*mordor, budget=SearchBudget(work=0.02)) for _ in range(2))
    assert isinstance(first, Stopped)
    assert isinstance(second, Stopped)
    assert first.stopped_by is second.stopped_by is StopReason.WORK
    one, other = (outcome.best and outcome.best.roster for outcome in (first, second))
    assert one == other


def test_what_is_proved_of_an_unfinished_answer_is_told(
    mordor: tuple[Judge, Roster], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(CpSatSolver):
        """Finds as few additions as there can be, and has no time to prove it."""

        def maximise(self, *arguments: Any) -> Solution:
            found = super().maximise(*arguments)
            hinted = bool(arguments[1])
            return (
                attrs.evolve(found, status=Status.FOUND, stopped_by=StopReason.TIME)
                if hinted
                else found
            )

    monkeypatch.setattr(refinement, "solver_of", Interrupted)
    outcome = complete(*mordor)
    assert isinstance(outcome, Solved), "the aim is proved"
    assert not outcome.proved
    assert outcome.aim_proved
    assert outcome.proven_goals == ("points",)
    assert outcome.reached["points"] == 700
    (line, *_) = outcome_lines(mordor[0], mordor[1], outcome)
    assert "(points proved best; that nothing less need be added is not)" in line
    assert exit_code(outcome) == 0
    unproved = attrs.evolve(outcome, aim_proved=False, proven_goals=())
    assert exit_code(unproved) == STOPPED


GAME = judge_of_game(
    {
        "chief": {
            "copies": 1,
            "values": {"points": 1},
            "slots": [{"id": "held", "offers": ["guard", "flag"]}],
        },
        "guard": {"values": {"points": 1}, "slots": [{"id": "held", "offers": ["flag"]}]},
        "flag": {"values": {"points": 1}},
    },
    limits={"points": {"title": "Points"}},
    constraints=(
        {
            "id": "over",
            "for": "roster",
            "require": {"sum": "points", "at_most": {"limit": "points"}},
        },
    ),
)
EMPTY = roster_of(limits={"points": 5})


def test_what_is_cut_for_size_is_told_and_nothing_is_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = complete(GAME, EMPTY)
    assert isinstance(whole, Solved)
    assert (whole.proved, whole.truncations) == (True, ())
    monkeypatch.setattr(unrolling, "MAX_CANDIDATES", 2)
    outcome = complete(GAME, EMPTY)
    assert isinstance(outcome, Solved)
    assert (outcome.proved, outcome.proven_goals) == (False, ())
    assert outcome.truncations == (Truncation("candidates", 2),)


def test_where_nothing_is_found_in_what_was_looked_at_it_gives_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unrolling, "MAX_DEPTH", 1)
    outcome = complete(GAME, EMPTY, rules=[asked(GAME.book, "flag", "at_least", 6)])
    assert isinstance(outcome, Stopped)
    assert (outcome.stopped_by, outcome.best) == (StopReason.SIZE, None)
    assert outcome.truncations == (Truncation("depth", 1),)


def test_where_nothing_costs_anything_a_roster_is_filled_with_models() -> None:
    entries: dict[str, Any] = {
        "orc": {"profiles": [{"type": "man", "values": {}}]},
        "mob": {"size": {"min": 2, "max": 5}, "profiles": [{"type": "man", "values": {}}]},
        "flag": {},
    }
    judge = judge_of_game(
        entries,
        values={},
        profiles={"man": {"title": "Man", "columns": []}},
        slots=[{"id": "top", "offers": ["orc", "mob", "flag"], "max": 3}],
    )
    outcome = complete(judge, roster_of())
    assert isinstance(outcome, Solved)
    assert outcome.reached["models"] == 15
    assert [(one.entry, one.size) for one in outcome.roster.army] == [("mob", 5)] * 3


def test_an_impossibility_without_an_explanation_is_told_as_that(
    mordor: tuple[Judge, Roster],
) -> None:
    lines = [str(line) for line in outcome_lines(*mordor, Impossible(None))]
    assert lines == [
        "Impossible: nothing that could be added makes it legal.",
        "No few rules and choices were found that say why.",
    ]
