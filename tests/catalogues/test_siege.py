"""The siege as its document has it: what is bought, by whom, for how much."""

import pytest

from listbuilder.content.reference import army_reference
from listbuilder.editing.edit import add, add_list, new
from listbuilder.model.entries import Entry, Selection
from listbuilder.model.language import Selector, Sum, Times
from listbuilder.model.profiles import Named
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import judge_of
from tests.shipped import LIBRARY

BOOK = LIBRARY.book("warhammer", ["empire"])
ENTRIES = BOOK.entries[""]

ATTACKER = {
    "siege-tower": 1000,
    "battering-ram": 500,
    "undermines": 250,
    "monstrous-battering-clubs": 250,
    "siege-ammunition": 100,
}
DEFENDER = {
    "haunted-mansion": 500,
    "witches-cauldron": 500,
    "flaming-ammunition": 100,
    "cauldron-of-boiling-oil": 250,
    "dwarf-brewhouse": 500,
    "warded-tower": 250,
    "hell-gate": 250,
    "sally-forth": 250,
    "wizards-tower": 500,
    "tower-of-blood": 500,
    "sigmarite-shrine": 500,
}
TOWERS = {
    "haunted-mansion": "only-destruction",
    "dwarf-brewhouse": "only-order",
    "warded-tower": "",
    "wizards-tower": "",
    "tower-of-blood": "only-destruction",
    "sigmarite-shrine": "only-order",
}


def having(keyword: str) -> list[Entry]:
    return [entry for entry in ENTRIES.values() if keyword in entry.is_]


@pytest.mark.parametrize(
    ("keyword", "prices"), [("attacker-upgrade", ATTACKER), ("defender-upgrade", DEFENDER)]
)
def test_upgrades_have_their_prices(keyword: str, prices: dict[str, int]) -> None:
    plain = {entry.id: entry for entry in having(keyword) if entry.id != "hasty-assault"}
    assert plain.keys() == prices.keys()
    for name, price in prices.items():
        assert plain[name].values["siege_points"].each == price, name
        assert "points" not in plain[name].values
        assert plain[name].text


def test_hasty_assault_costs_half_of_all_siege_points() -> None:
    value = ENTRIES["hasty-assault"].values["siege_points"]
    assert value.each == 0
    assert isinstance(value.fixed, Times)
    assert str(value.fixed.times) == "1/2"
    assert isinstance(value.fixed.of, Sum)
    assert (value.fixed.of.sum, value.fixed.of.of.in_) == ("points", "roster")


def test_tower_upgrades_are_for_order_destruction_or_all() -> None:
    found = {
        entry.id: "".join(name for name in entry.is_ if name.startswith("only-"))
        for entry in having("tower-upgrade")
    }
    assert found == TOWERS
    others = [*having("only-order"), *having("only-destruction")]
    assert {entry.id for entry in others} <= TOWERS.keys()


def test_ram_and_tower_have_their_profiles() -> None:
    (tower,) = ENTRIES["siege-tower"].profiles
    assert (tower.values["toughness"], tower.values["wounds"]) == (8, 6)
    ram, crew = ENTRIES["battering-ram"].profiles
    assert (ram.values["move"], ram.values["toughness"], ram.values["wounds"]) == ("D6+2", 6, 5)
    assert crew.count == 5
    letters = ("weapon_skill", "ballistic_skill", "strength", "initiative", "attacks", "leadership")
    assert [crew.values[letter] for letter in letters] == [3, 3, 3, 3, 1, 7]
    assert ENTRIES["siege-tower"].rules == (Named("Flammable"),)
    assert ENTRIES["battering-ram"].rules == (Named("Unbreakable"), Named("Flammable"))


@pytest.mark.parametrize(
    ("castle", "ring", "sections"),
    [("gatehouse-and-wall", False, 5), ("border-castle", False, 7), ("four-towers", True, 8)],
)
def test_a_castle_is_ready_to_take(castle: str, ring: bool, sections: int) -> None:
    judge = judge_of(BOOK)
    roster = new(judge, "Ours", {"side": "defender"})
    army = judge.lay_out(add(judge, roster, castle).roster)
    find = judge.compiler.select(Selector("beside"))
    beside = [
        [one.name for one in find(node, army)] for node in army.nodes if "section" in node.keywords
    ]
    assert len(beside) == sections
    assert [len(two) for two in beside[1:-1]] == [2] * (sections - 2)
    assert (len(beside[0]), len(beside[-1])) == ((2, 2) if ring else (1, 1))
    assert any("gate" in node.keywords for node in army.nodes)


def test_every_unit_may_have_garrisons_and_upgrades_of_its_own() -> None:
    judge = judge_of(BOOK)
    army = judge.root.below["the-empire", None]
    units = [place for place in army.offered() if "unit" in place.keywords]
    assert len(units) > 40
    for place in units:
        slots = {slot.id for _, slot, _ in place.owned}
        assert {"siege", "garrisons"} <= slots, place.entry


LISTS = sorted(LIBRARY.catalogues("warhammer"))
NEUTRAL = {"ogre-kingdoms", "tomb-kings"}
ORDER = {"bretonnia", "dwarfs", "empire", "high-elves", "lizardmen", "wood-elves"}
FRAGILE = {"dark-elves", "skaven"}


def relation(one: str, two: str) -> str:
    """What two armies are to one another, by which side of the war each is on."""
    if NEUTRAL & {one, two}:
        return "Suspicious allies"
    return "Trusted allies" if (one in ORDER) == (two in ORDER) else "Desperate allies"


@pytest.mark.parametrize("one", LISTS)
def test_sheets_tell_what_two_armies_are_to_one_another(one: str) -> None:
    for two in LISTS:
        judge = judge_of(LIBRARY.book("warhammer", list(dict.fromkeys((one, two)))))
        first, ally = (
            next(place for place in judge.root.offered() if place.list_id == name)
            for name in (one, two)
        )
        army = tuple(
            Selection(place.entry.id, slot=slot)
            for place, slot in ((first, "armies"), (ally, "allies"))
            if place.entry
        )
        roster = Roster("warhammer", "Both", {one: "1.0.0", two: "1.0.0"}, army=army)
        titles = [
            passage.title for passage in army_reference(judge, judge.lay_out(roster)).passages
        ]
        fragile = ["Fragile alliance"] if FRAGILE & {one, two} else []
        told = [title for title in titles if "alli" in title]
        assert told == [relation(one, two), *fragile], two


def test_a_second_army_stands_as_the_ally_where_one_was_agreed() -> None:
    judge = judge_of(LIBRARY.book("warhammer", ["warriors-of-chaos"]))
    both = judge_of(LIBRARY.book("warhammer", ["warriors-of-chaos", "ogre-kingdoms"]))
    for limits, slot in (({"ally_points": "800"}, "allies"), ({}, None)):
        joined = add_list(both, new(judge, "Ours", limits), "ogre-kingdoms")
        assert [(one.entry, one.slot) for one in joined.army] == [
            ("warriors-of-chaos", None),
            ("ogre-kingdoms", slot),
        ]
