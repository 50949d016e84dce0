"""A repair that may change limits sets them to what the army needs, and no further."""

from typing import Any

import pytest

from listbuilder.solve.outcomes import Solved
from listbuilder.solve.tasks.change_sentences import sentence
from listbuilder.solve.tasks.raised_limits import repair_with_limits
from listbuilder.solve.tasks.repair import repair
from listbuilder.solve.tasks.repair_search import CHANGES, LOST
from tests.rules.small import judge, roster

RULES: tuple[dict[str, Any], ...] = (
    {"id": "over", "require": {"sum": "points", "at_most": {"limit": "points"}}},
    {"id": "large", "require": {"limit": "points", "at_least": 10}},
    {"id": "one-chief", "require": {"count": {"entry": "chief"}, "at_most": 1}},
)
GAME = judge(
    {"guard": {"values": {"points": 3}}, "chief": {"values": {"points": 5}, "copies": 1}},
    constraints=RULES,
    limits={"points": {"title": "Points"}},
)


@pytest.mark.parametrize(
    ("army", "points", "said"),
    [
        ([{"entry": "guard", "count": 4}], 11, ["set Points from 11 to 12"]),
        (["chief"], 9, ["set Points from 9 to 10"]),
        (
            ["chief", "chief", {"entry": "guard", "count": 3}],
            12,
            ["set Points from 12 to 14", "remove 2 Chief"],
        ),
    ],
)
def test_limits_are_set_first(army: list[Any], points: int, said: list[str]) -> None:
    made = roster(*army, limits={"points": points})
    first, *others = repair_with_limits(GAME, made)
    assert isinstance(first, Solved)
    assert GAME.evaluate(first.roster).legal
    assert list(map(sentence, first.changes)) == said
    assert -first.reached[CHANGES] == len(said)
    assert first.proved == (len(said) == 1)
    for one in others:
        assert isinstance(one, Solved)
        assert one.roster.limits == made.limits
        assert one.best_at == ()


def test_one_limit_loses_nothing() -> None:
    made = roster({"entry": "guard", "count": 4}, limits={"points": 11})
    first, second, *_ = repair_with_limits(GAME, made)
    assert isinstance(first, Solved)
    assert isinstance(second, Solved)
    assert first.reached[LOST] == 0 > second.reached[LOST]


@pytest.mark.parametrize(
    ("army", "points"), [(["chief", "chief"], 20), (["chief", "chief", "guard"], 12)]
)
def test_where_no_limit_is_needed_it_is_a_repair(army: list[Any], points: int) -> None:
    made = roster(*army, limits={"points": points})
    plain = [one.roster for one in repair(GAME, made) if isinstance(one, Solved)]
    assert [
        one.roster for one in repair_with_limits(GAME, made) if isinstance(one, Solved)
    ] == plain
