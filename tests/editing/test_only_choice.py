"""What an army must choose, and can choose in one way only."""

import pytest

from listbuilder.editing.edit import add, new
from listbuilder.editing.edited import Edited
from listbuilder.editing.only_choice import with_only_choice
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, judge_of
from tests.rules.small import codes
from tests.shipped import LIBRARY


def added(judge: Judge, army: Roster, entry: str, *options: str) -> Edited:
    return with_only_choice(judge, army, add(judge, army, entry, options=options))


def leaders(judge: Judge, army: Roster) -> list[str]:
    nodes = judge.lay_out(army).nodes
    found = [node.holder for node in nodes if node.selection.entry == "army-leader"]
    return [holder.name for holder in found if holder]


@pytest.fixture
def mordor() -> Judge:
    return judge_of(LIBRARY.book("mesbg", ["mordor"]))


@pytest.fixture
def army(mordor: Judge) -> Roster:
    return new(mordor, "Ours", {"points": "900"})


def test_the_only_hero_leads(mordor: Judge, army: Roster) -> None:
    edited = added(mordor, army, "orc-captain")
    assert leaders(mordor, edited.roster) == ["Orc Captain"]
    assert edited.done.endswith(" Added Army leader to Orc Captain, the only choice.")
    assert codes(mordor, edited.roster) == []


def test_a_hero_too_low_to_lead_does_not(mordor: Judge, army: Roster) -> None:
    assert leaders(mordor, added(mordor, army, "orc-shaman").roster) == []


def test_who_leads_stays_where_another_could(mordor: Judge, army: Roster) -> None:
    first = added(mordor, army, "orc-captain").roster
    second = added(mordor, first, "morannon-orc-captain")
    assert leaders(mordor, second.roster) == ["Orc Captain"]
    assert "leader" not in second.done


def test_of_two_who_could_lead_none_is_chosen(mordor: Judge, army: Roster) -> None:
    two = add(mordor, army, "orc-captain").roster
    assert leaders(mordor, added(mordor, two, "morannon-orc-captain").roster) == []


def test_a_greater_hero_takes_over(mordor: Judge, army: Roster) -> None:
    first = added(mordor, army, "orc-captain").roster
    edited = added(mordor, first, "gothmog-lieutenant-of-sauron")
    assert leaders(mordor, edited.roster) == ["Gothmog, Lieutenant of Sauron"]
    assert "Moved Army leader to Gothmog, Lieutenant of Sauron" in edited.done
    assert codes(mordor, edited.roster) == []


def test_who_leads_against_the_rules_stays(mordor: Judge, army: Roster) -> None:
    wrong = add(mordor, army, "orc-captain", options=["army-leader"]).roster
    wrong = add(mordor, wrong, "gothmog-lieutenant-of-sauron").roster
    assert "army-leader-below-valour" in codes(mordor, wrong)
    assert leaders(mordor, added(mordor, wrong, "orc-taskmaster").roster) == ["Orc Captain"]


def test_what_costs_points_is_the_players_to_choose() -> None:
    judge = judge_of(LIBRARY.book("warhammer", ["bretonnia"]))
    army = new(judge, "Ours", {"points": "2000"})
    edited = added(judge, army, "men-at-arms")
    assert "no-battle-standard-bearer" in codes(judge, edited.roster)
    assert edited.done == "Added Men-at-arms to Bretonnia."
