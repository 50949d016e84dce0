"""Rules as limits: which are limits of the roster, of a holder, of sizes, and which are none."""

from typing import Any

from listbuilder.model.language import ALWAYS
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains.bounding_rules import BoundingRules
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.domains.intervals import IntervalAnalysis
from tests.rules.small import judge as judge_of
from tests.rules.small import roster
from tests.solve.tiny import LIMIT, place

TOP = [{"id": "top", "offers": ["chief"]}]
LIMITS = {"points": {"title": "Points"}}


def rules_of(judge: Judge, said: Roster) -> BoundingRules:
    found = BoundingRules(judge, IntervalAnalysis(judge, said, lambda *_: None))
    found.read_roster(())
    return found


def chiefs(*constraints: dict[str, Any], **chief: Any) -> Judge:
    entries = {"chief": {"values": {"points": 20}, **chief}, "orc": {"values": {"points": 5}}}
    return judge_of(entries, constraints=(LIMIT, *constraints), slots=TOP, limits=LIMITS)


def test_a_sum_over_the_roster_is_an_allowance_and_a_count_a_most() -> None:
    few = {"id": "few", "for": "roster", "require": {"count": {"entry": "chief"}, "at_most": 3}}
    found = rules_of(chiefs(few), roster(limits={"points": 90}))
    (allowance,) = found.allowances.values()
    assert (allowance.value, allowance.test, allowance.most) == ("points", ALWAYS, 90)
    assert [(test.entry, most) for test, most in found.counts] == [(("chief",), 3)]


def test_a_rule_with_an_open_condition_is_no_limit() -> None:
    asked = {"count": {"entry": "orc"}, "at_least": 1}
    few = {
        "id": "few",
        "for": "roster",
        "when": asked,
        "require": {"count": {"entry": "chief"}, "at_most": 3},
    }
    assert rules_of(chiefs(few), roster(limits={"points": 90})).counts == []


def test_the_bounds_of_a_slot_are_limits_of_its_holder() -> None:
    judge = chiefs(slots=[{"id": "band", "offers": ["orc"], "max": 4}])
    (limit,) = rules_of(judge, roster(limits={"points": 90})).of_holder[place(judge, "chief")]
    assert (limit.value, limit.most, limit.each, limit.per_entry) == (None, 4, True, False)


def test_sizes_are_bounded_by_the_rules_of_an_entry_with_a_size() -> None:
    judge = chiefs(copies=1, size={"min": 2, "max": 9})
    found = rules_of(judge, roster(limits={"points": 90}))
    bounds = found.sizes[place(judge, "chief")]
    assert {2, 9} <= {bound for pair in bounds for bound in pair if isinstance(bound, int)}


def test_a_sum_is_bounded_by_another_that_has_a_limit() -> None:
    """Half of the points may be gold, so at most 45; the rule comes before the limit of points."""
    few = {
        "id": "few",
        "for": "roster",
        "require": {"sum": "gold", "at_most": {"times": "1/2", "of": {"sum": "points"}}},
    }
    entries = {"chief": {"values": {"points": 20, "gold": 5}}}
    values = {cost: {"title": cost, "cost": True} for cost in ("points", "gold")}
    judge = judge_of(entries, constraints=(few, LIMIT), slots=TOP, limits=LIMITS, values=values)
    limited = DomainBounds(judge, roster(limits={"points": 90}), ())
    assert {name: one.most for name, one in limited.allowances.items()} == {
        "points": 90,
        "gold": 45,
    }
    assert DomainBounds(judge, roster(), ()).allowances == {}
