"""Exchanges: of a mount that its rider can't have, and of a hero who may not lead his men."""

import attrs

from listbuilder.editing.mend import MANY_ERRORS, findings_with_remedies
from listbuilder.editing.remedy_weights import SHARE_PER_KIND, RemedyWeights
from listbuilder.editing.roster_tree import add_to, change_selection
from listbuilder.interop.opening import load_roster
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, judge_of
from tests.rules.small import Json, judge, roster
from tests.shipped import LIBRARY

RIDER: Json = {"id": "ride", "offers": ["pony", "saddle"], "max": 1}
ENTRIES: dict[str, Json] = {
    "rider": {"values": {"points": 50}, "slots": [RIDER]},
    "chief": {"values": {"points": 90}, "slots": [{"id": "ride", "offers": ["steed"]}]},
    "steed": {"holder_becomes": "cavalry", "values": {"points": 15}},
    "pony": {"holder_becomes": "cavalry", "values": {"points": 10}},
    "saddle": {"values": {"points": 2}},
}


def test_a_mount_that_is_not_offered_is_exchanged_for_one_that_is() -> None:
    made = judge(
        ENTRIES,
        keywords={"cavalry": {}},
        slots=[{"id": "top", "offers": ["rider", "chief"]}],
        values={"points": {"title": "Points", "cost": True}},
    )
    army = roster({"entry": "rider", "with": ["steed"]})
    (finding,) = findings_with_remedies(made.evaluate(army), made)
    assert [remedy.text for remedy in finding.remedies] == [
        "Exchange Steed for Pony (Rider)",
        "Remove Steed from Rider",
    ]
    assert all(remedy.safe for remedy in finding.remedies)


def shipped(name: str) -> tuple[Judge, Roster]:
    (path,) = (path for path in LIBRARY.rosters() if path.stem == name)
    loaded = load_roster(path, LIBRARY)
    return judge_of(loaded.book), loaded.roster


def first_remedies(made: Judge, army: Roster) -> list[str]:
    """The first remedy of each finding."""
    return [one.remedies[0].text for one in findings_with_remedies(made.evaluate(army), made)]


def named(entry: str, path: tuple[int, ...], army: Roster) -> Roster:
    """An army in which another hero has the place of one."""
    return change_selection(army, path, lambda held: attrs.evolve(held, entry=entry))


def in_a_legion(army: Roster) -> Roster:
    return add_to(army, (0,), Selection("defenders-of-helms-deep"))


def test_a_hero_who_may_not_lead_his_men_gives_them_to_one_who_may() -> None:
    made, army = shipped("ladders-against-the-wall")
    assert "Exchange Snaga, Orc Captain for Orc Captain, and keep the rest" in first_remedies(
        made, named("snaga-orc-captain", (0, 1), army)
    )


def test_who_does_not_serve_in_a_legion_goes_and_not_the_legion() -> None:
    made, army = shipped("the-hornburg-by-night")
    assert first_remedies(made, in_a_legion(army)) == [
        "Exchange Háma, Captain of Rohan for Captain of Rohan, and keep the rest"
    ]


def test_an_ally_without_the_hero_that_he_needs_gets_him_for_his_captain() -> None:
    made, army = shipped("the-two-towers-march")
    assert first_remedies(made, named("uruk-hai-captain", (1, 0), army)) == [
        "Exchange Uruk-hai Captain for Lurtz, and keep the rest"
    ]


def test_a_legion_that_goes_is_weighed() -> None:
    made, army = shipped("the-hornburg-by-night")
    verdict = made.evaluate(in_a_legion(army))
    weights = RemedyWeights(verdict, made)
    assert weights.given_up(made.evaluate(army)) == 4 * weights.share(SHARE_PER_KIND)
    assert weights.given_up(verdict) == 0


def test_an_army_filed_under_another_list_is_exchanged_as_a_whole() -> None:
    """Most of its errors have remedies of their own, man by man; one exchange mends all."""
    lists = ["army-of-lake-town", "survivors-of-lake-town"]
    made = judge_of(LIBRARY.book("mesbg", lists))
    _, army = shipped("the-last-of-esgaroth")
    wrong = named("army-of-lake-town", (0,), army)
    assert len(errors := first_remedies(made, wrong)) >= MANY_ERRORS
    assert set(errors) == {
        "Exchange Army of Lake-town for Survivors of Lake-town, and keep the rest"
    }
    for finding in findings_with_remedies(made.evaluate(wrong), made):
        assert len({one.text for one in finding.remedies}) == len(finding.remedies)


def test_a_captain_of_others_gives_his_men_to_their_own() -> None:
    """The men ask for a captain of theirs; he costs as much as the one who leads them."""
    made, army = shipped("let-the-legions-come-forth")
    (captain,) = (
        (0, index)
        for index, one in enumerate(army.army[0].with_)
        if one.entry == "goblin-mercenary-captain"
    )
    broken = named("gundabad-orc-captain", captain, army)
    assert first_remedies(made, broken)[0].startswith("Exchange")
    assert first_remedies(made, broken)[0].endswith(
        "for Goblin Mercenary Captain, and keep the rest"
    )


def test_nobody_comes_who_may_not_lead_them_all_either() -> None:
    """Grimbold can't lead men of Minas Tirith: he is no remedy for those that Háma leads."""
    _, army = shipped("the-hornburg-by-night")
    guards = Selection("warrior-of-minas-tirith", count=Copies(4))
    lists = {**army.catalogues, "minas-tirith": "1.0.0"}
    made = judge_of(LIBRARY.book(army.ruleset, lists))
    broken = add_to(attrs.evolve(army, catalogues=lists), (0, 2), guards)
    offered = [
        remedy.text
        for finding in findings_with_remedies(made.evaluate(broken), made)
        if finding.code == "not-offered"
        for remedy in finding.remedies
    ]
    assert offered
    assert not any(text.startswith("Exchange Háma") for text in offered)
