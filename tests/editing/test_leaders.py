"""Who leads an army: the first of those who may, or the bearer of the mark."""

from __future__ import annotations

import attrs
import pytest

from listbuilder.editing.edit import remove
from listbuilder.editing.leaders import leaders
from listbuilder.editing.mend import findings_with_remedies
from listbuilder.editing.remedy_weights import SHARE_PER_KIND, RemedyWeights
from listbuilder.editing.set_values import set_values
from listbuilder.interop.opening import load_roster
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, judge_of
from tests.shipped import LIBRARY


def shipped(stem: str) -> tuple[Judge, Roster]:
    (path,) = (path for path in LIBRARY.rosters() if path.stem == stem)
    loaded = load_roster(path, LIBRARY)
    return judge_of(loaded.book), loaded.roster


@pytest.mark.parametrize(
    ("stem", "names"),
    [
        ("drums-on-the-reik-road", ["General of the Empire"]),
        ("blood-and-bone", ["Exalted Hero", "Bruiser"]),
        ("the-first-circle-holds", ["Army leader"]),
        ("isengard-as-listed", []),
    ],
)
def test_the_first_who_may_leads_and_the_bearer_of_the_mark(stem: str, names: list[str]) -> None:
    judge, army = shipped(stem)
    assert [node.name for node in leaders(judge, judge.evaluate(army))] == names


def test_heroes_are_offered_who_may_lead() -> None:
    """Of the rule, who is a hero is settled where he stands; that he bears no banner is not."""
    judge, army = shipped("drums-on-the-reik-road")
    heroes = ("general-of-the-empire", "battle-wizard-lord", "captain-of-the-empire")
    for hero in (*heroes, "master-engineer"):
        army = remove(judge, army, hero).roster
    verdict = judge.evaluate(army)
    (led,) = (one for one in findings_with_remedies(verdict, judge) if one.code == "no-general")
    assert [str(one.text) for one in led.remedies] == [
        "Add Witch Hunter to The Empire",
        "Add Captain of the Empire to The Empire",
        "Add Battle Wizard to The Empire",
    ]


def test_what_breaks_a_rule_leads_nobody() -> None:
    judge, army = shipped("the-first-circle-holds")
    moved = set_values(judge, army, "army-leader", [("to", "irolas-captain-of-the-guard")]).roster
    verdict = judge.evaluate(moved)
    assert {breach.node.name for breach in verdict.breaches} == {"Army leader"}
    assert "Army leader" not in [node.name for node in leaders(judge, verdict)]


def test_a_leader_who_goes_is_given_up_with_a_share_of_the_army() -> None:
    judge, army = shipped("drums-on-the-reik-road")
    before = judge.evaluate(army)
    weights = RemedyWeights(before, judge)
    for name, share in (("general-of-the-empire", SHARE_PER_KIND * 2000), ("mortar", 0)):
        after = judge.evaluate(remove(judge, army, name).roster)
        assert weights.given_up(after) == before.costs["points"] - after.costs["points"] + share


@pytest.mark.parametrize(("is_alike", "shares"), [(True, 0), (False, 1)])
def test_of_two_leaders_alike_one_is_spare(is_alike: bool, shares: int) -> None:
    """A general without the first one's sword is not alike: with the first the leader goes."""
    judge, army = shipped("drums-on-the-reik-road")
    force, *others = army.army
    general = force.with_[0]
    second = attrs.evolve(general, id=None, with_=general.with_ if is_alike else ())
    armies = (
        attrs.evolve(army, army=(attrs.evolve(force, with_=held), *others))
        for held in ((*force.with_, second), (*force.with_[1:], second))
    )
    before, after = map(judge.evaluate, armies)
    lost = before.costs["points"] - after.costs["points"]
    weights = RemedyWeights(before, judge)
    assert weights.given_up(after) == lost + shares * weights.share(SHARE_PER_KIND)
