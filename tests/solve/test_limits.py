"""Where a search ends before it is through, it says at which limit, and what it has."""

from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from listbuilder.editing.edit import new
from listbuilder.loading.library import Library
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.solve import engine, search, spots
from listbuilder.solve.complete import complete
from listbuilder.solve.engine import Effort, Ended, Engine, Found
from listbuilder.solve.goals import asked
from listbuilder.solve.outcomes import Cut, GaveUp, Limit, Solved
from tests.rules.small import judge as judge_of_game
from tests.rules.small import roster as roster_of


@pytest.fixture(scope="module")
def mordor() -> tuple[Judge, Roster]:
    judge = judge_of(Library().book("mesbg", ["mordor"]))
    return judge, new(judge, "Ours", {"points": "700"})


def clock(monkeypatch: pytest.MonkeyPatch, steps: Iterator[int]) -> None:
    """Let a second go by at every look at the clock."""
    monkeypatch.setattr(engine, "time", SimpleNamespace(monotonic=lambda: next(steps)))


@pytest.mark.parametrize("seconds", [0, 50, 5_000])
def test_time_goes_by_while_the_model_is_built(
    mordor: tuple[Judge, Roster], monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    """Before the first spot, among the spots, among the rules: never a search."""
    clock(monkeypatch, count())
    monkeypatch.setattr(search, "Engine", None)
    outcome = complete(*mordor, effort=Effort(seconds))
    assert isinstance(outcome, GaveUp)
    assert (outcome.limit, outcome.best, outcome.cuts) == (Limit.TIME, None, ())


def test_without_work_nothing_is_searched(mordor: tuple[Judge, Roster]) -> None:
    outcome = complete(*mordor, effort=Effort(seconds=None, work=0))
    assert isinstance(outcome, GaveUp)
    assert (outcome.limit, outcome.best) == (Limit.WORK, None)


def test_seconds_bring_work_that_fits_in_them() -> None:
    assert Effort(10).begin().work_left() == 10 * engine.WORK_A_SECOND
    assert Effort(10, work=3).begin().work_left() == 3
    assert Effort(None).begin().work_left() is None


def test_at_the_limit_of_work_the_same_question_has_the_same_answer(
    mordor: tuple[Judge, Roster],
) -> None:
    """Some of these limits end the search early, with an answer or without."""
    given_up = []
    for work in (0.01, 0.02, 0.04, 0.06, 0.08):
        first, second = (complete(*mordor, effort=Effort(None, work)) for _ in range(2))
        assert type(first) is type(second)
        if isinstance(first, GaveUp) and isinstance(second, GaveUp):
            assert first.limit is second.limit is Limit.WORK
            one, other = (outcome.best and outcome.best.roster for outcome in (first, second))
            assert one == other
            given_up.append(one is not None)
    assert given_up


def test_what_is_proved_of_an_unfinished_answer_is_told(
    mordor: tuple[Judge, Roster], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(Engine):
        """Finds as few additions as there can be, and has no time to prove it."""

        def maximise(self, *arguments: Any) -> Found:
            found = super().maximise(*arguments)
            hinted = bool(arguments[1])
            return attrs.evolve(found, ended=Ended.FOUND, limit=Limit.TIME) if hinted else found

    monkeypatch.setattr(search, "Engine", Interrupted)
    outcome = complete(*mordor, effort=Effort(seconds=None))
    assert isinstance(outcome, GaveUp)
    assert outcome.limit is Limit.TIME
    assert outcome.best is not None
    assert not outcome.best.proved
    assert outcome.best.sure == ("points",)
    assert outcome.best.reached["points"] == 700


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
    assert (whole.proved, whole.cuts) == (True, ())
    monkeypatch.setattr(spots, "MOST_SPOTS", 2)
    outcome = complete(GAME, EMPTY)
    assert isinstance(outcome, Solved)
    assert (outcome.proved, outcome.sure) == (False, ())
    assert outcome.cuts == (Cut("spots", 2),)


def test_where_nothing_is_found_in_what_was_looked_at_it_gives_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(spots, "DEEPEST", 1)
    outcome = complete(GAME, EMPTY, rules=[asked(GAME.book, "flag", "at_least", 6)])
    assert isinstance(outcome, GaveUp)
    assert (outcome.limit, outcome.best) == (Limit.SIZE, None)
    assert outcome.cuts == (Cut("depth", 1),)
