"""Which Middle-earth lists fight side by side, how well, and what that leaves of army bonuses."""

from itertools import combinations

import pytest

from listbuilder.model.entries import Selection
from listbuilder.model.language import Selector, Sum
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.rules.measure import carried, standing
from tests.shipped import LIBRARY

GOOD = (
    "army-of-lake-town",
    "garrison-of-dale",
    "minas-tirith",
    "rohan",
    "survivors-of-lake-town",
    "the-iron-hills",
    "the-kingdom-of-khazad-dum",
    "the-kingdom-of-moria",
)
EVIL = ("azogs-legion", "barad-dur", "isengard", "mordor")

HISTORICAL = {("minas-tirith", "rohan"), ("survivors-of-lake-town", "the-iron-hills")}
CONVENIENT = {
    ("army-of-lake-town", "the-iron-hills"),
    ("garrison-of-dale", "minas-tirith"),
    ("garrison-of-dale", "rohan"),
    ("isengard", "mordor"),
}
"""Pairs in the order of the alphabet; every other two of one side are Impossible."""

LEADERS = {"garrison-of-dale": ("brand-king-of-dale",)}
"""Who leads a list where its allies hang on that."""

PAIRS = [*combinations(GOOD, 2), *combinations(EVIL, 2)]


def allied(lists: tuple[str, ...], **heroes: tuple[str, ...]) -> tuple[Judge, Army]:
    """Lay out an army of some lists, with the heroes of some of them."""
    judge = judge_of(LIBRARY.book("mesbg", lists))
    army = tuple(
        Selection(name, with_=tuple(map(Selection, heroes.get(name, LEADERS.get(name, ())))))
        for name in lists
    )
    roster = Roster("mesbg", "Allies", dict.fromkeys(lists, "1.0.0"), army=army)
    return judge, judge.lay_out(roster)


def level(*lists: str, **heroes: tuple[str, ...]) -> str:
    """The worst level that any list of an army has; it is the whole army's."""
    judge, army = allied(lists, **heroes)
    found = {name for node in army.root.children for name in node.keywords}
    kept = [carried(judge, army, node, "army_bonus") for node in army.root.children]
    worst = next((name for name in ("impossible", "convenient") if name in found), "historical")
    assert set(kept) == {1 if worst == "historical" else 0}
    return worst


def test_all_lists_are_good_or_evil() -> None:
    assert sorted((*GOOD, *EVIL)) == LIBRARY.catalogues("mesbg")


@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_level_of_two(pair: tuple[str, str]) -> None:
    expected = "historical" if pair in HISTORICAL else "convenient"
    expected = expected if pair in HISTORICAL | CONVENIENT else "impossible"
    assert level(*pair) == level(*reversed(pair)) == expected


@pytest.mark.parametrize("name", [*GOOD, *EVIL])
def test_a_list_alone_keeps_its_bonus(name: str) -> None:
    assert level(name) == "historical"


def test_the_worst_pair_counts() -> None:
    assert level("minas-tirith", "rohan", "garrison-of-dale") == "convenient"
    assert level("survivors-of-lake-town", "the-iron-hills", "army-of-lake-town") == "impossible"


def test_allies_that_hang_on_a_hero() -> None:
    dale, rohan = "garrison-of-dale", "rohan"
    assert level(dale, rohan, **{dale: ("girion-lord-of-dale",)}) == "impossible"
    assert level(dale, rohan, **{dale: ("bard-ii-prince-of-dale",)}) == "convenient"
    for heroes in (("helm-hammerhand",), ("eorl-the-young", "theoden-king-of-rohan")):
        assert level(rohan, "minas-tirith", rohan=heroes) == "impossible"
    assert (
        level(rohan, "minas-tirith", rohan=("eorl-the-young", "captain-of-rohan")) == "historical"
    )


def test_eorl_with_other_heroes_costs_the_bonus() -> None:
    for heroes, kept in ((("eorl-the-young",), 1), (("eorl-the-young", "aldor-rohan-archer"), 0)):
        judge, army = allied(("rohan",), rohan=heroes)
        assert carried(judge, army, army.root.children[0], "army_bonus") == kept


@pytest.mark.parametrize(
    ("lists", "hero", "followers"),
    [
        (("barad-dur",), "the-dark-lord-sauron", 24),
        (("barad-dur", "mordor"), "the-dark-lord-sauron", 18),
        (("army-of-lake-town",), "the-master-of-lake-town", 15),
        (("army-of-lake-town", "the-iron-hills"), "the-master-of-lake-town", 12),
    ],
)
def test_followers_that_hang_on_the_bonus(
    lists: tuple[str, ...], hero: str, followers: int
) -> None:
    judge, army = allied(lists, **{lists[0]: (hero,)})
    node = army.root.children[0].children[0]
    amount = judge.compiler.amount(Sum("followers", Selector("self")))
    assert amount(node, army) == followers


ROHANS = "Army bonus: Ride for Ruin and the World's Ending!"
LOST = ROHANS.replace("bonus", "bonus lost")
GONDORS = "Army bonus: You are Men of Gondor. " + (
    "Whatever comes through that Gate, you will stand your Ground!"
)


@pytest.mark.parametrize(
    ("lists", "heroes", "titles"),
    [
        (("rohan",), (), [ROHANS]),
        (("rohan", "minas-tirith"), (), ["Historical Allies", ROHANS, GONDORS]),
        (("rohan",), ("eorl-the-young", "aldor-rohan-archer"), [LOST]),
    ],
)
def test_the_sheet_tells_the_bonus_that_is_kept(
    lists: tuple[str, ...], heroes: tuple[str, ...], titles: list[str]
) -> None:
    assert [title for title, _ in standing(*allied(lists, rohan=heroes))] == titles


@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_the_sheet_tells_the_level_and_each_bonus_lost(pair: tuple[str, str]) -> None:
    if pair not in HISTORICAL:
        worst = "Convenient Allies" if pair in CONVENIENT else "Impossible Allies"
        first, *others = standing(*allied(pair))
        assert first[0] == worst
        assert "No list has its army bonus." in first[1]
        assert len(others) == 2
        assert all(title.startswith("Army bonus lost: ") for title, _ in others)


def test_a_legion_has_rules_in_the_place_of_the_bonus() -> None:
    judge = judge_of(LIBRARY.book("mesbg", ["rohan"]))
    lists = (Selection("rohan", with_=(Selection("helms-guard"),)),)
    army = judge.lay_out(Roster("mesbg", "Legion", {"rohan": "1.0.0"}, army=lists))
    assert [title for title, _ in standing(judge, army)] == ["Legendary Legion"]
