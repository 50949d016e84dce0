"""Judging and explaining take work that grows with the roster, whatever its rules ask."""

from collections.abc import Callable
from typing import Any

import pytest

from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.explain import MOST_PARTS, MOST_PARTS_IN_ALL, explain
from tests.rules.small import SOURCE, judge, roster
from tests.work import work

MANY = 200
TWICE = 2.3
"""So many times as much work may a roster of twice the size take."""

ASKED: dict[str, Any] = {
    "the roster": {"count": {"in": "roster", "is": "orc"}, "at_most": 1},
    "the roster, with a test of others": {
        "count": {"in": "roster", "has": {"count": {"in": "self"}, "at_least": 1}},
        "at_least": 1,
    },
    "tests within tests": {
        "count": {
            "in": "roster",
            "has": {"count": {"in": "roster", "has": {"is": "orc"}}, "at_least": 1},
        },
        "at_most": 0,
    },
    "a value": {"sum": "points", "of": {"in": "roster"}, "at_most": 1},
    "each entry": {"count": {"in": "roster"}, "at_most": 1, "per": "entry"},
    "what is around": {"count": {"in": "band"}, "at_most": 1},
    "what holds it": {"count": {"in": "parent", "whole": True}, "at_most": 1},
    "what holds it, as a test": {
        "count": {"in": "self", "under": {"has": {"is": "elf"}}},
        "at_least": 1,
    },
    "where it is placed": {"count": {"in": "at", "whole": True}, "at_most": 1},
    "if something holds": {
        "times": 2,
        "of": {
            "if": {"count": {"in": "roster"}, "at_least": 1},
            "then": {"count": {"in": "roster"}},
        },
        "at_most": 1,
    },
}


def game(require: Any) -> Judge:
    rule = {"id": "rule", "title": "A rule", "for": {"is": "orc"}, "source": SOURCE}
    offers = [{"id": "held", "offers": [{}]}]
    return judge(
        {
            "band": {"is": ["band"], "slots": offers},
            "orc": {"is": ["orc"], "values": {"points": {"per_model": "1/2", "each": 3}}},
        },
        constraints=({**rule, "require": require},),
        keywords={"band": {}, "orc": {}, "elf": {}},
    )


def army(many: int) -> Roster:
    held = [{"entry": "orc", "at": "here"}] * many
    return roster({"entry": "band", "id": "here", "with": held})


def explained(judged: Judge, many: int) -> Callable[[], object]:
    whole = army(many)
    return lambda: explain(judged.evaluate(whole), judged)


@pytest.mark.parametrize("require", ASKED.values(), ids=ASKED)
def test_twice_the_roster_is_twice_the_work(require: Any) -> None:
    judged = game(require)
    explained(judged, 1)()  # what holds of all rosters is worked out once
    once, twice = work(explained(judged, MANY)), work(explained(judged, 2 * MANY))
    assert twice < TWICE * once


def test_so_many_parts_are_listed_and_the_others_counted() -> None:
    judged = game(ASKED["the roster"])
    for many in (MOST_PARTS, MOST_PARTS + 12):
        _, finding = explain(judged.evaluate(army(many)), judged)[0]
        assert len(finding.parts) == MOST_PARTS
        assert finding.more_parts == many - MOST_PARTS


def test_parts_of_all_findings_together_are_bounded() -> None:
    judged = game(ASKED["the roster"])
    findings = explain(judged.evaluate(army(500)), judged)
    listed = [len(finding.parts) for _, finding in findings]
    assert sum(listed) < 2 * MOST_PARTS_IN_ALL
    assert listed[0] > listed[-1] > 0
    assert {len(finding.parts) + finding.more_parts for _, finding in findings} == {500}


def test_shares_of_what_is_asked_for_each_are_told_apart() -> None:
    judged = game({"count": {"in": "roster"}, "at_most": 1, "per": "entry"})
    whole = roster(*["orc"] * 3, *["band"] * 2)
    told = {
        (finding.found, tuple(part.name for part in finding.parts))
        for _, finding in explain(judged.evaluate(whole), judged)
    }
    assert told == {("3", ("Orc",) * 3), ("2", ("Band",) * 2)}
