"""War machines of the shipped armies against the rule document: kind, weapon, crew, misfires."""

import re
from collections.abc import Iterator

import pytest

from listbuilder.content.boxes import Boxes, Tracker
from listbuilder.content.page import Page
from listbuilder.editing.mend import findings_with_remedies
from listbuilder.model.entries import Entry, Selection
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import judge_of
from listbuilder.sheets.options import AS_IS, Options
from listbuilder.sheets.reader import page_for
from tests.shipped import LIBRARY

RULESET = "warhammer"
DOCUMENT = "war-machines"
BOOK = LIBRARY.book(RULESET)
KINDS = {name for name, keyword in BOOK.keywords.items() if keyword.family == "machine-kind"}

Weapon = tuple[str, int | str, int | str]
"""Name, range and Strength."""

MACHINES = {
    "empire": {
        "great-cannon": ("great-cannon", 3),
        "mortar": ("stone-thrower", 3),
        "helblaster-volley-gun": ("special-machine", 3),
        "helstorm-rocket-battery": ("special-machine", 3),
    },
    "dwarfs": {
        "bolt-thrower": ("bolt-thrower", 3),
        "cannon": ("cannon", 3),
        "grudge-thrower": ("stone-thrower", 3),
        "flame-cannon": ("fire-thrower", 3),
        "organ-gun": ("special-machine", 3),
    },
    "orcs-and-goblins": {
        "goblin-spear-chukka": ("bolt-thrower", 3),
        "doom-diver-catapult": ("stone-thrower", 3),
        "goblin-rock-lobber": ("stone-thrower", 3),
    },
    "skaven": {
        "plagueclaw-catapult": ("stone-thrower", 3),
        "warp-lightning-cannon": ("cannon", 3),
    },
    "beastmen": {},
    "bretonnia": {"field-trebuchet": ("stone-thrower", 3)},
    "chaos-dwarfs": {
        "deathshrieker-rocket-launcher": ("special-machine", 3),
        "magma-cannon": ("fire-thrower", 3),
        "dreadquake-mortar": ("stone-thrower", 3),
    },
    "daemons-of-chaos": {},
    "dark-elves": {"reaper-bolt-thrower": ("bolt-thrower", 2)},
    "high-elves": {"eagle-claw-bolt-thrower": ("bolt-thrower", 2)},
    "lizardmen": {},
    "ogre-kingdoms": {},
    "tomb-kings": {
        "casket-of-souls": ("special-machine", 3),
        "screaming-skull-catapult": ("stone-thrower", 3),
    },
    "vampire-counts": {},
    "warriors-of-chaos": {},
    "wood-elves": {},
}
"""What each machine fires as, and how many serve it."""

LIKE_ONE: dict[str, dict[str, str]] = {
    "empire": {"steam-tank": "cannon"},
    "dwarfs": {},
    "orcs-and-goblins": {"flinger": "stone-thrower"},
    "skaven": {"warpfire-thrower": "fire-thrower"},
    "beastmen": {},
    "bretonnia": {},
    "chaos-dwarfs": {"hellcannon": "stone-thrower"},
    "daemons-of-chaos": {
        "kugath-plaguefather": "stone-thrower",
        "exalted-flamer": "fire-thrower",
        "burning-chariot-of-tzeentch": "fire-thrower",
        "burning-chariot-of-tzeentch-mount": "fire-thrower",
        "skull-cannon-of-khorne": "cannon",
        "baleful-torrent": "fire-thrower",
        "phlegm-bombardment": "stone-thrower",
        "warp-gaze": "bolt-thrower",
    },
    "dark-elves": {
        "scourgerunner-chariot": "bolt-thrower",
        "scourgerunner-chariot-mount": "bolt-thrower",
    },
    "high-elves": {"eagle-eye-bolt-thrower": "bolt-thrower"},
    "lizardmen": {
        "stegadon": "bolt-thrower",
        "stegadon-mount": "bolt-thrower",
        "salamander-hunting-pack": "fire-thrower",
    },
    "ogre-kingdoms": {
        "gnoblar-scraplauncher": "stone-thrower",
        "ironblaster": "cannon",
        "thundertusk": "stone-thrower",
    },
    "tomb-kings": {},
    "vampire-counts": {},
    "warriors-of-chaos": {"hellcannon": "stone-thrower"},
    "wood-elves": {},
}
"""What is no war machine and fires as one does."""

BY_THE_DOCUMENT: dict[str, list[Weapon]] = {
    "bolt-thrower": [("Bolt thrower", '48"', 6)],
    "cannon": [("Cannon", '12-48"', 10)],
    "great-cannon": [("Great cannon", '12-60"', 10)],
    "stone-thrower": [("Stone thrower", '12-60"', "4(10)")],
    "fire-thrower": [("Fire thrower", "-", 5)],
    "special-machine": [],
}
GRAPESHOT: Weapon = ("Grapeshot", '12"', 5)
PINK_AND_BLUE: list[Weapon] = [("Fire thrower", "-", "D6"), ("Grapeshot", '12"', "D6+3")]
OWN_WEAPONS: dict[str, list[Weapon]] = {
    "field-trebuchet": [("Stone thrower", '12-60"', "5(10)")],
    "mortar": [("Stone thrower", '12-48"', "2(6)")],
    "doom-diver-catapult": [("Stone thrower", '12-60"', 5)],
    "flinger": [("Stone thrower", '12-48"', "1(3)")],
    "skull-cannon-of-khorne": [*BY_THE_DOCUMENT["cannon"], GRAPESHOT],
    "steam-tank": [
        ("Cannon", '12-36"', 10),
        ("Steam Gun", "-", "-"),
        GRAPESHOT,
    ],
    "flame-cannon": [("Fire thrower", '12"', 5)],
    "plagueclaw-catapult": [("Stone thrower", '12-60"', "-")],
    "warp-lightning-cannon": [("Cannon", '12-48"', "second artillery dice"), GRAPESHOT],
    "helblaster-volley-gun": [("Volley Gun", '24"', 5)],
    "helstorm-rocket-battery": [("Helstorm Rockets", '48"', "3(3)")],
    "organ-gun": [("Organ Fire", '30"', 5)],
    "great-cannon": [*BY_THE_DOCUMENT["great-cannon"], GRAPESHOT],
    "cannon": [*BY_THE_DOCUMENT["cannon"], GRAPESHOT],
    "deathshrieker-rocket-launcher": [
        ("Deathshrieker Rocket", '12-48"', "-"),
        ("Demolition Rocket", '12-48"', "-"),
    ],
    "hellcannon": [("Stone thrower", '12-60"', "5(10)")],
    "kugath-plaguefather": [("Stone thrower", '12-36"', "5(5)")],
    "exalted-flamer": PINK_AND_BLUE,
    "burning-chariot-of-tzeentch": PINK_AND_BLUE,
    "burning-chariot-of-tzeentch-mount": PINK_AND_BLUE,
    "reaper-bolt-thrower": [("Repeating shots", '48"', 4), *BY_THE_DOCUMENT["bolt-thrower"]],
    "scourgerunner-chariot": [("Bolt thrower", '24"', 7)],
    "scourgerunner-chariot-mount": [("Bolt thrower", '24"', 7)],
    "eagle-claw-bolt-thrower": [
        ("Repeater Bolt Thrower", '48"', 4),
        *BY_THE_DOCUMENT["bolt-thrower"],
    ],
    "eagle-eye-bolt-thrower": [("Bolt thrower", '24"', 5)],
    "stegadon": [("Bolt thrower", '36"', 5)],
    "stegadon-mount": [("Bolt thrower", '36"', 5)],
    "salamander-hunting-pack": [("Fire thrower", "-", 4)],
    "gnoblar-scraplauncher": [("Stone thrower", '12-48"', "3(3)")],
    "ironblaster": [("Cannon", '12-36"', 10), ("Grapeshot", '12"', 10)],
    "thundertusk": [("Stone thrower", '6-24"', "3(6)")],
}


def machines(army: str) -> Iterator[Entry]:
    """Entries of an army that are war machines, but for characters who stand with one."""
    for entry in BOOK.entries[army].values():
        if "war-machine" in entry.is_ and "character" not in entry.is_:
            yield entry


def kinds(entry: Entry) -> set[str]:
    return KINDS & {*entry.is_}


def crew(entry: Entry) -> int:
    return sum(profile.count for profile in entry.profiles if profile.type == "crew")


def weapons(entry: Entry) -> list[Weapon]:
    return [
        (profile.name or "", profile.values["range"], profile.values["strength"])
        for profile in entry.profiles
        if profile.type == "weapon"
    ]


@pytest.mark.parametrize("army", BOOK.catalogues)
def test_every_machine_has_one_kind_a_chassis_a_crew_and_a_weapon(army: str) -> None:
    for entry in machines(army):
        assert len(kinds(entry)) == 1, entry.id
        types = [profile.type for profile in entry.profiles]
        assert types.count("machine") == 1, entry.id
        assert types.count("model") == types.count("single") == 0, entry.id
        assert crew(entry) >= (2 if "bolt-thrower" in entry.is_ else 1), entry.id
        assert weapons(entry) or entry.ruling, entry.id
        assert {"Move or Fire", "Slow to Fire"} <= {one.name for one in entry.rules}, entry.id


@pytest.mark.parametrize("army", BOOK.catalogues)
def test_what_the_document_leaves_open_has_a_ruling(army: str) -> None:
    for entry in BOOK.entries[army].values():
        named = {name for name, _, _ in weapons(entry)}
        if kinds(entry) & {"cannon", "great-cannon"} and "Grapeshot" not in named:
            assert entry.ruling, entry.id
        if "special-machine" in entry.is_ or any(
            strength == "*" for *_, strength in weapons(entry)
        ):
            assert entry.ruling, entry.id


@pytest.mark.parametrize("army", MACHINES)
def test_machines_fire_as_the_facts_have_it(army: str) -> None:
    assert {entry.id: (*kinds(entry), crew(entry)) for entry in machines(army)} == MACHINES[army]
    others = {
        entry.id: next(iter(kinds(entry)))
        for entry in BOOK.entries[army].values()
        if kinds(entry) and "war-machine" not in entry.is_
    }
    assert others == LIKE_ONE[army]


@pytest.mark.parametrize("army", MACHINES)
def test_weapons_are_the_documents_where_the_list_says_nothing(army: str) -> None:
    fired = {name: kind for name, (kind, _) in MACHINES[army].items()} | LIKE_ONE[army]
    for name, kind in fired.items():
        expected = OWN_WEAPONS.get(name, BY_THE_DOCUMENT[kind])
        assert weapons(BOOK.entries[army][name]) == expected, name


def test_special_rules_of_the_weapons() -> None:
    said = {
        profile.name: str(profile.values["special"])
        for keyword in BOOK.keywords.values()
        for profile in keyword.profiles
    }
    assert said.pop("Bolt thrower").startswith("Multiple Wounds (D3), Armour Piercing (1)")
    assert said == {
        "Cannon": "Multiple Wounds (D6/D3)",
        "Great cannon": "Multiple Wounds (D6)",
        "Grapeshot": "Armour Piercing (1)",
        "Stone thrower": "Multiple Wounds (D6)",
        "Fire thrower": "Flaming Attacks",
    }


@pytest.mark.parametrize(
    ("chart", "results"),
    [
        ("black-powder-misfire", "Destroyed! Destroyed! Malfunction Malfunction May May"),
        ("stone-thrower-misfire", "Destroyed! Disabled Disabled May May May"),
    ],
)
def test_misfires_of_each_roll(chart: str, results: str) -> None:
    (table,) = (table for table in BOOK.ruleset.tables if table.id == chart)
    first_words: dict[int, str] = {}
    for outcome in table.outcomes:
        first, _, last = outcome.rolls.partition("-")
        for roll in range(int(first), int(last or first) + 1):
            first_words[roll] = (outcome.title or "").partition(" ")[0]
    assert [first_words[roll] for roll in range(1, 7)] == results.split()


ALONE = Options(sheets=("reference",))
"""The reference without cards leaves no table to them."""


def page(army: str, *units: Selection, options: Options = AS_IS) -> Page:
    """What is printed of some units of an army."""
    judge = judge_of(LIBRARY.book(RULESET, [army]))
    (root,) = (entry.id for entry in BOOK.entries[army].values() if "army" in entry.is_)
    roster = Roster(RULESET, "x", {army: "1.0.0"}, army=(Selection(root, with_=units),))
    verdict = judge.evaluate(roster)
    return page_for(judge, verdict, findings_with_remedies(verdict, judge), options)


ALL = [
    "Machine and crew",
    "Crew",
    "Measuring",
    "Moving a machine",
    "Charged",
    "Firing a machine",
]
LAST = ["Panic at a machine", "Assault on a machine"]
CANNON = ["Cannon", "Bounce", "Direct hit"]
FLINGER = Selection("flinger")
STONE = ["Stone thrower", "Indirect fire", "Stone Thrower Misfire"]


@pytest.mark.parametrize(
    ("army", "unit", "expected"),
    [
        ("dwarfs", Selection("bolt-thrower"), [*ALL, "Bolt thrower", *LAST]),
        (
            "dwarfs",
            Selection("cannon"),
            [*ALL, *CANNON, "Grapeshot", "Black Powder Misfire", *LAST],
        ),
        ("dwarfs", Selection("grudge-thrower"), [*ALL, *STONE, *LAST]),
        (
            "dwarfs",
            Selection("flame-cannon"),
            [*ALL, "Fire thrower", "Black Powder Misfire", *LAST],
        ),
        ("dwarfs", Selection("organ-gun"), [*ALL, "Special machines", *LAST]),
        ("empire", Selection("steam-tank"), [*CANNON, "Grapeshot", "Black Powder Misfire"]),
        ("orcs-and-goblins", Selection("arachnarok-spider"), []),
        ("orcs-and-goblins", Selection("arachnarok-spider", with_=(FLINGER,)), STONE),
    ],
)
def test_reference_has_what_these_units_need(
    army: str, unit: Selection, expected: list[str]
) -> None:
    titles = {topic.title for topic in BOOK.ruleset.reference if topic.source.document == DOCUMENT}
    printed = [passage.title for passage in page(army, unit, options=ALONE).reference.passages]
    assert [title for title in printed if title in titles] == expected


def test_each_crewman_has_his_box() -> None:
    bully = Selection("orc-bully")
    (card,) = page("orcs-and-goblins", Selection("goblin-spear-chukka", with_=(bully,))).cards
    (grid,) = card.grids
    assert [(row.name, row.many, row.trackers) for row in grid.rows] == [
        ("Spear Chukka", "", ()),
        ("Goblin Crew", "3", (Tracker("", (Boxes("Wounds", 3),)),)),
        ("Orc Bully", "", (Tracker("", (Boxes("Wounds", 1),)),)),
    ]
    assert [row.values[:3] for row in card.gear[0].rows] == [("Bolt thrower", '48"', "6")]


def test_machines_alike_share_a_card_with_boxes_for_each() -> None:
    (card,) = page("empire", Selection("great-cannon"), Selection("great-cannon")).cards
    chassis, crewmen = card.grids[0].rows
    assert chassis.trackers == ()
    assert [(line.label, line.boxes) for line in crewmen.trackers] == [
        ("1", (Boxes("Wounds", 3),)),
        ("2", (Boxes("Wounds", 3),)),
    ]
    assert [row.values[0] for row in card.gear[0].rows] == ["Great cannon", "Grapeshot"]


@pytest.mark.parametrize(
    ("army", "unit", "chart"),
    [
        ("empire", "great-cannon", ["Black Powder Misfire"]),
        ("empire", "mortar", ["Black Powder Misfire"]),
        ("empire", "helblaster-volley-gun", ["Black Powder Misfire"]),
        ("orcs-and-goblins", "goblin-rock-lobber", ["Stone Thrower Misfire"]),
        ("orcs-and-goblins", "doom-diver-catapult", []),
        ("skaven", "warp-lightning-cannon", []),
    ],
)
def test_a_card_has_the_misfires_of_its_machine_only(
    army: str, unit: str, chart: list[str]
) -> None:
    """One with a rule of its own says where that stands, first of all on its card."""
    printed = page(army, Selection(unit))
    (card,) = printed.cards
    charts = {"Black Powder Misfire", "Stone Thrower Misfire"}
    assert [table.title for table in card.tables if table.title in charts] == chart
    alone = page(army, Selection(unit), options=ALONE)
    told = {passage.title for passage in alone.reference.passages} & charts
    assert told == {*chart}
    assert chart or "army book, page" in " ".join(card.piece.text)


def test_what_stands_in_another_book_names_book_and_page() -> None:
    """Or says that no source gives the page."""
    told = [
        (entry.id, str(profile.values["special"]))
        for army in BOOK.entries.values()
        for entry in army.values()
        for profile in entry.profiles
        if profile.type == "weapon" and " see " in f" {profile.values.get('special', '')}".lower()
    ]
    assert told
    assert [
        one for one in told if not re.search(r"page (\d+|not known)|battlescroll of", one[1])
    ] == []
