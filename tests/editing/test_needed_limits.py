"""The limits of a roster that would keep a broken rule."""

import pytest

from listbuilder.editing.mend import findings_with_remedies
from listbuilder.editing.needed_limits import needed_limits
from listbuilder.rules.evaluate import Judge
from tests.rules.small import Json, judge, roster

AGREED: Json = {"limit": "ally_points"}
ALLIED: Json = {
    "id": "allied",
    "for": "roster",
    "require": {
        "count": {"entry": "ally"},
        "at_most": {"if": {"limit": "ally_points", "at_least": 1}, "then": 1},
    },
}
ALLY: Json = {
    "id": "ally-over",
    "for": {"entry": "ally"},
    "require": {"sum": "points", "at_most": AGREED},
}
HOST: Json = {
    "id": "host-over",
    "for": {"entry": "host"},
    "require": {
        "sum": "points",
        "at_most": {"plus": [{"limit": "points"}, {"times": -1, "of": AGREED}]},
    },
}
LEAST: Json = {"id": "least", "for": "roster", "require": {"limit": "points", "at_least": 50}}
THIRD: Json = {
    "id": "third",
    "for": "roster",
    "require": {"sum": "points", "at_most": {"times": "1/3", "of": {"limit": "points"}}},
}


def game(*rules: Json) -> Judge:
    men = {"id": "men", "offers": ["man"]}
    return judge(
        {
            "ally": {"copies": 1, "slots": [men]},
            "host": {"copies": 1, "slots": [men]},
            "man": {"values": {"points": 1}},
        },
        constraints=rules,
        slots=[{"id": "top", "offers": ["host", "ally"]}],
        limits={"points": {"title": "Points"}, "ally_points": {"title": "Points of the ally"}},
    )


def force(name: str, men: int) -> Json:
    return {"entry": name, "with": [{"entry": "man", "count": men}]}


@pytest.mark.parametrize(
    ("rule", "limits", "found"),
    [
        pytest.param(ALLY, {"points": 60, "ally_points": 7}, [("ally_points", 9)], id="a limit"),
        pytest.param(
            HOST,
            {"points": 28, "ally_points": 9},
            [("points", 29), ("ally_points", 8)],
            id="one less another",
        ),
        pytest.param(THIRD, {"points": 70}, [("points", 87)], id="a part of a limit"),
        pytest.param(LEAST, {"points": 29}, [("points", 50)], id="the limit itself"),
        pytest.param(ALLIED, {"points": 60}, [("ally_points", 1)], id="a condition"),
    ],
)
def test_the_needed_value_is_worked_out(
    rule: Json, limits: dict[str, int], found: list[tuple[str, int]]
) -> None:
    made = game(rule)
    verdict = made.evaluate(roster(force("host", 20), force("ally", 9), limits=limits))
    (breach,) = verdict.breaches
    assert [*needed_limits(breach, verdict, made)] == found
    for name, amount in found:
        again = roster(force("host", 20), force("ally", 9), limits={**limits, name: amount})
        assert made.evaluate(again).legal


def test_what_lies_behind_a_condition_is_looked_at() -> None:
    """An ally of 9 for whom nothing was agreed needs 9, not the 1 that lets allies in."""
    made = game(ALLIED, ALLY, HOST)
    verdict = made.evaluate(roster(force("host", 20), force("ally", 9), limits={"points": 60}))
    (finding,) = findings_with_remedies(verdict, made)
    assert finding.remedies[-1].text == "Set Points of the ally to 9"


def test_no_limit_is_taken_from_one_army_to_give_it_to_the_other() -> None:
    """Both cost too much: what the host gets, the ally has too much besides."""
    made = game(ALLY, HOST)
    limits = {"points": 24, "ally_points": 8}
    verdict = made.evaluate(roster(force("host", 20), force("ally", 9), limits=limits))
    said = {
        finding.code: [remedy.text for remedy in finding.remedies]
        for finding in findings_with_remedies(verdict, made)
    }
    assert said == {
        "ally-over": ["Remove 1 of 9 × Man (2.1) from Ally"],
        "host-over": ["Remove 4 of 20 × Man (1.1) from Host", "Set Points to 28"],
    }


@pytest.mark.parametrize(("each", "offered"), [(10**13, True), (10**14, False)])
def test_no_limit_has_more_digits_than_a_file_may_hold(each: int, offered: bool) -> None:
    over: Json = {
        "id": "over",
        "for": "roster",
        "require": {"sum": "points", "at_most": {"limit": "points"}},
    }
    made = judge(
        {"man": {"values": {"points": each}}},
        constraints=(over,),
        limits={"points": {"title": "Points"}},
    )
    verdict = made.evaluate(roster({"entry": "man", "count": 10}, limits={"points": 9}))
    (breach,) = verdict.breaches
    found = [("points", 10 * each)] if offered else []
    assert [*needed_limits(breach, verdict, made)] == found
