"""A repair that may change limits or choices sets them to what the army needs, and no further."""

from typing import Any

import attrs
import pytest

from listbuilder.model.roster import Roster
from listbuilder.solve.outcomes import Impossible, Solved, Stopped
from listbuilder.solve.tasks.change_sentences import change_sentence
from listbuilder.solve.tasks.changed_settings import SETTINGS, SettingKind, repair_with_settings
from listbuilder.solve.tasks.repair import repair
from listbuilder.solve.tasks.repair_goals import CHANGES, LOST
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
    assert list(map(change_sentence, first.changes)) == said
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
    assert list(map(change_sentence, first.changes)) == said


def test_answers_that_leave_the_choices_alone_follow() -> None:
    made = siege(["tower"], 9)
    first, second, *_ = repair_with_settings(SIEGE, made, ["choices"])
    assert isinstance(first, Solved)
    assert isinstance(second, Solved)
    assert first.proved
    assert first.reached[LOST] == 0
    assert second.roster.choices == made.choices


OPTIONS = {"home": "Home", "away": "Away"}
AWAY_BY_NIGHT = {"all": [{"choice": {"side": "away"}}, {"choice": {"time": "night"}}]}


@pytest.mark.parametrize(
    ("may", "said"),
    [
        (["choices"], ["set Side from Home to Away", "set Time from Day to Night"]),
        (["limits"], []),
    ],
)
def test_nothing_is_impossible_that_other_settings_allow(
    may: list[SettingKind], said: list[str]
) -> None:
    """Neither choice alone breaks fewer rules, and no army keeps to the player's own."""
    made = judge(
        {"guard": {}},
        constraints=(
            {
                "id": "none",
                "for": "roster",
                "when": {"not": AWAY_BY_NIGHT},
                "require": {"count": {"in": "roster"}, "at_most": -1},
            },
        ),
        limits={"points": {"title": "Points"}},
        choices={
            "side": {"title": "Side", "options": OPTIONS},
            "time": {"title": "Time", "options": {"day": "Day", "night": "Night"}},
        },
    )
    army = roster("guard", limits={"points": 3})
    by_day = attrs.evolve(army, choices={"side": "home", "time": "day"})
    (first,) = repair_with_settings(made, by_day, may)
    if said:
        assert isinstance(first, Solved)
        assert list(map(change_sentence, first.changes)) == said
        assert not first.proved
    else:
        assert isinstance(first, Stopped)
        assert [cut.what for cut in first.truncations] == ["settings"]
    assert isinstance(repair_with_settings(made, by_day, [])[0], Impossible)


def test_all_choices_tried_prove_that_there_is_none() -> None:
    none = {"id": "none", "require": {"count": {"in": "roster"}, "at_most": -1}, "for": "roster"}
    made = judge(
        {"guard": {}},
        constraints=(none,),
        choices={"side": {"title": "Side", "options": {"home": "Home", "field": "Field"}}},
    )
    (outcome,) = repair_with_settings(made, roster("guard"), ["choices"])
    assert isinstance(outcome, Impossible)


def test_a_limit_is_set_to_what_an_empty_army_may_have() -> None:
    """Two points of limit for each guard; no guard is cheap enough."""
    allowed = {"plus": [1, {"times": 2, "of": {"count": {"entry": "guard"}}}]}
    made = judge(
        {"guard": {"values": {"points": 5}}},
        constraints=(
            RULES[0],
            {"id": "small", "for": "roster", "require": {"limit": "points", "at_most": allowed}},
        ),
        limits={"points": {"title": "Points"}},
    )
    (first, *_) = repair_with_settings(made, roster("guard", limits={"points": 4}), ["limits"])
    assert isinstance(first, Solved)
    assert list(map(change_sentence, first.changes)) == [
        "set Points from 4 to 1",
        "remove 1. Guard",
    ]


def test_a_choice_that_the_answer_does_not_need_stays_the_players() -> None:
    """By day a guard too many breaks one rule more, and goes in any case."""
    few = {"id": "few", "require": {"count": {"entry": "guard"}, "at_most": 1}, "for": "roster"}
    by_day = {**few, "id": "few-by-day", "when": {"choice": {"time": "day"}}}
    made = judge(
        {"guard": {}},
        constraints=(few, by_day),
        choices={"time": {"title": "Time", "options": {"day": "Day", "night": "Night"}}},
    )
    army = attrs.evolve(roster({"entry": "guard", "count": 2}), choices={"time": "day"})
    (first, *_) = repair_with_settings(made, army, ["choices"])
    assert isinstance(first, Solved)
    assert list(map(change_sentence, first.changes)) == ["reduce 1. Guard from 2 to 1"]
    assert first.roster.choices == army.choices


LIMITS = {"points": {"title": "Points"}}


def test_answers_with_the_players_own_settings_are_not_called_best() -> None:
    """Perhaps a larger limit, and another unit, would give nothing up."""
    pairs = {"id": "pairs", "for": "roster", "require": {"count": {"entry": "guard"}, "at_most": 2}}
    made = judge({"guard": {"values": {"points": 3}}}, constraints=(pairs,), limits=LIMITS)
    army = roster({"entry": "guard", "count": 4}, limits={"points": 12})
    (own, *_), (other, *_) = repair(made, army), repair_with_settings(made, army, ["limits"])
    assert isinstance(own, Solved)
    assert isinstance(other, Solved)
    assert own.changes == other.changes
    assert (own.proved, other.proved) == (True, False)


def test_a_limit_that_is_not_set_is_set() -> None:
    allied = {
        "id": "allied",
        "for": "roster",
        "require": {
            "count": {"entry": "ally"},
            "at_most": {"if": {"limit": "points", "at_least": 5}, "then": 1},
        },
    }
    made = judge({"ally": {}}, constraints=(allied,), limits=LIMITS)
    first, *_ = repair_with_settings(made, roster("ally"), ["limits"])
    assert isinstance(first, Solved)
    assert first.proved
    assert list(map(change_sentence, first.changes)) == ["set Points to 5"]
