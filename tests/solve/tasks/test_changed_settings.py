"""A repair that may change limits or choices sets them to what the army needs, and no further."""

from typing import Any

import attrs
import pytest

from listbuilder.model.roster import Roster
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.tasks.change_sentences import sentence
from listbuilder.solve.tasks.changed_settings import SETTINGS, SettingKind, repair_with_settings
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
            ["set Points from 12 to 14", "remove 2. Chief"],
        ),
    ],
)
def test_limits_are_set_first(army: list[Any], points: int, said: list[str]) -> None:
    made = roster(*army, limits={"points": points})
    first, *others = repair_with_settings(GAME, made, ["limits"])
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
    first, second, *_ = repair_with_settings(GAME, made, ["limits"])
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
        one.roster
        for one in repair_with_settings(GAME, made, ["limits"])
        if isinstance(one, Solved)
    ] == plain


SIEGE = judge(
    {"guard": {"values": {"points": 3}}, "tower": {"copies": 1}},
    constraints=(
        RULES[0],
        {
            "id": "no-tower",
            "for": "roster",
            "when": {"choice": {"side": "field"}},
            "require": {"count": {"entry": "tower"}, "at_most": 0},
        },
    ),
    limits={"points": {"title": "Points"}},
    choices={"side": {"title": "Side", "options": {"field": "Field", "castle": "Castle"}}},
)


def siege(army: list[Any], points: int) -> Roster:
    return attrs.evolve(roster(*army, limits={"points": points}), choices={"side": "field"})


@pytest.mark.parametrize(
    ("army", "points", "may", "said"),
    [
        (["tower"], 9, ["choices"], ["set Side from Field to Castle"]),
        (["tower"], 9, ["limits"], ["remove 1. Tower"]),
        (
            ["tower", {"entry": "guard", "count": 4}],
            9,
            ["choices"],
            ["set Side from Field to Castle", "reduce 2. Guard from 4 to 3"],
        ),
        (
            ["tower", {"entry": "guard", "count": 4}],
            9,
            SETTINGS,
            ["set Side from Field to Castle", "set Points from 9 to 12"],
        ),
        ([{"entry": "guard", "count": 4}], 9, ["choices"], ["reduce 1. Guard from 4 to 3"]),
    ],
)
def test_choices_are_set_where_that_mends_something(
    army: list[Any], points: int, may: list[SettingKind], said: list[str]
) -> None:
    first, *_ = repair_with_settings(SIEGE, siege(army, points), may)
    assert isinstance(first, Solved)
    assert SIEGE.evaluate(first.roster).legal
    assert list(map(sentence, first.changes)) == said


def test_answers_that_leave_the_choices_alone_follow() -> None:
    made = siege(["tower"], 9)
    first, second, *_ = repair_with_settings(SIEGE, made, ["choices"])
    assert isinstance(first, Solved)
    assert isinstance(second, Solved)
    assert first.proved
    assert first.reached[LOST] == 0
    assert second.roster.choices == made.choices
