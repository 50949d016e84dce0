"""Two armies that meet: what is asked of one, with the other's numbers."""

from fractions import Fraction
from typing import Any

from listbuilder.findings import Severity
from listbuilder.loading.structuring import structure
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Battle
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.two_armies import Side
from tests.rules.small import SOURCE, codes, found, judge, roster

ONE_KING = {
    "id": "two-kings",
    "for": "roster",
    "require": {"count": {"entry": "king"}, "at_most": 1},
}
ENTRIES: dict[str, dict[str, Any]] = {
    "man": {"values": {"points": 5}},
    "king": {"values": {"points": "1/2"}},
}
LIMITS = {"points": {"title": "Points"}}
GAME = judge(ENTRIES, constraints=(ONE_KING,), limits=LIMITS)

UNEQUAL = {"id": "unequal", "of": "in", "against": "out"}
POINTS = {"sum": "points"}


def side(name: str, other: Roster, rule: dict[str, Any], theirs: Judge = GAME) -> Side:
    """The judge of a side of a battle with one rule, against another army."""
    data = {
        "choice": "side",
        "sides": ["in", "out"],
        "source": SOURCE,
        "constraints": [{"title": rule["id"], "source": SOURCE} | rule],
    }
    return Side(GAME, structure(data, Battle), name, theirs, theirs.lay_out(other))


def test_the_number_allowed_is_the_other_sides() -> None:
    judged = side(
        "in", roster("man", "king"), {**UNEQUAL, "require": {**POINTS, "exactly": POINTS}}
    )
    assert found(judged, roster("man")) == [("unequal", "", 5, Fraction(11, 2))]
    assert codes(judged, roster("king", "man")) == []


def test_a_rule_of_the_other_side_is_not_asked() -> None:
    rule = {**UNEQUAL, "require": {**POINTS, "exactly": POINTS}}
    assert codes(side("out", roster("man", "king"), rule), roster("man")) == []


def test_without_another_side_both_numbers_are_ones_own() -> None:
    rule = {"id": "poor", "of": "in", "require": {**POINTS, "at_least": {"count": {}}}}
    judged = side("in", roster(*["man"] * 9), rule)
    assert codes(judged, roster("man", "man")) == []
    assert codes(judged, roster("king")) == ["poor"]


def test_what_each_breaks_by_itself_is_found_too() -> None:
    rule = {**UNEQUAL, "severity": "warning", "require": {**POINTS, "exactly": POINTS}}
    verdict = side("in", roster("man"), rule).evaluate(roster("king", "king"))
    assert [(breach.constraint.id, breach.constraint.severity) for breach in verdict.breaches] == [
        ("two-kings", Severity.ERROR),
        ("unequal", Severity.WARNING),
    ]
    assert codes(GAME, roster("king", "king")) == ["two-kings"]


def test_a_limit_that_either_does_not_set_is_not_compared() -> None:
    limit = {"limit": "points"}
    rule = {**UNEQUAL, "require": {**limit, "exactly": limit}}
    for ours, theirs in (({}, {}), ({"points": 5}, {}), ({}, {"points": 5})):
        judged = side("in", roster(limits=theirs), rule)
        assert codes(judged, roster(limits=ours)) == []
    judged = side("in", roster(limits={"points": 6}), rule)
    assert found(judged, roster(limits={"points": 5})) == [("unequal", "", 5, 6)]


def test_each_side_is_asked_in_its_own_book() -> None:
    theirs = judge({"man": {"values": {"points": 8}}})
    rule = {**UNEQUAL, "require": {**POINTS, "exactly": POINTS}}
    judged = side("in", roster("man"), rule, theirs)
    assert found(judged, roster("man")) == [("unequal", "", 5, 8)]
