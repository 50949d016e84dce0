"""The shipped Middle-earth armies have what their sources count; engines cost what they say."""

from pathlib import Path

import pytest

from listbuilder.checking.check import check_file
from listbuilder.model.language import Value
from listbuilder.report.search import at_hand
from listbuilder.rules.evaluate import judge_of
from listbuilder.rules.places import Place, passes
from tests.shipped import LIBRARY

ROOT = Path(__file__).parents[2]

HAND_WEAPONS = {
    *("Axe", "Club", "Dagger", "Flail", "Hammer", "Mace", "Maul", "Pick", "Staff", "Sword")
}

COUNTS = {
    "army-of-lake-town": (7, 1, 1),
    "azogs-legion": (4, 8, 1),
    "barad-dur": (10, 6, 2),
    "garrison-of-dale": (4, 2, 2),
    "isengard": (21, 14, 1),  # the sources count the Demolition Team apart
    "minas-tirith": (24, 7, 2),
    "mordor": (36, 15, 2),
    "rohan": (25, 7, 0),
    "survivors-of-lake-town": (9, 1, 1),
    "the-iron-hills": (4, 3, 1),
    "the-kingdom-of-khazad-dum": (7, 5, 1),
    "the-kingdom-of-moria": (9, 5, 1),
}

ENGINES = {
    # list, engine: points, range, least range, crew that comes with it, price of each further one
    ("barad-dur", "mordor-siege-bow"): (50, 48, None, 2, 5),
    ("barad-dur", "mordor-war-catapult"): (160, 96, 12, 2, 5),
    ("garrison-of-dale", "windlance"): (75, 60, None, 1, 7),
    ("isengard", "isengard-assault-ballista"): (65, 48, None, 2, 9),
    ("minas-tirith", "gondor-avenger-bolt-thrower"): (50, 24, None, 2, 7),
    ("minas-tirith", "gondor-battlecry-trebuchet"): (80, 96, 12, 2, 7),
    ("mordor", "mordor-siege-bow"): (50, 48, None, 2, 5),
    ("mordor", "mordor-war-catapult"): (160, 96, 12, 2, 5),
    ("the-iron-hills", "iron-hills-ballista"): (125, 48, None, 3, 10),
    ("the-kingdom-of-khazad-dum", "dwarf-ballista"): (60, 48, None, 1, 8),
    ("the-kingdom-of-moria", "dwarf-ballista"): (60, 48, None, 1, 8),
}

EQUIPMENT = {
    "defender": {
        "barricade": 5,
        "spiked-barricade": 10,
        "rallying-point": 25,
        "rocks": 5,
        "boiling-oil": 30,
    },
    "attacker": {"siege-ladder": 5, "battering-ram": 15, "siege-tower": 40},
}


def standing(list_id: str) -> dict[str, Place]:
    judge = judge_of(LIBRARY.book("mesbg", [list_id]))
    return {place.entry.id: place for place in at_hand(judge, list_id) if place.entry}


def each(value: Value | None) -> object:
    return value and value.each


def test_all_armies_are_shipped() -> None:
    assert LIBRARY.catalogues("mesbg") == list(COUNTS)
    totals = [sum(column) for column in zip(*COUNTS.values(), strict=True)]
    assert totals == [160, 73 + 1, 15]


@pytest.mark.parametrize("army", COUNTS)
def test_heroes_warriors_and_engines(army: str) -> None:
    places = standing(army).values()
    kinds = LIBRARY.ruleset("mesbg").kinds
    counted = {
        name: sum(passes(kind.test, place) for place in places) for name, kind in kinds.items()
    }
    assert tuple(counted.values()) == COUNTS[army]


def test_engines_with_a_crew() -> None:
    found = {}
    for army in COUNTS:
        places = standing(army)
        for place in places.values():
            if place.entry is not None and "crewed" in place.keywords:
                (crew,) = [slot for _, slot, _ in place.owned if slot.id == "crew"]
                (served,) = [child for child in place.offered() if child.slot is crew]
                price = served.value("points")
                assert price is not None
                assert price.steps[:-1] == (0,) * len(price.steps[:-1])
                found[army, place.entry.id] = (
                    each(place.value("points")),
                    each(place.value("range")),
                    each(place.value("least_range")),
                    len(price.steps) - 1,
                    price.steps[-1],
                )
                assert crew.min == len(price.steps) - 1
    assert found == ENGINES


def test_engines_without_a_crew() -> None:
    for army, engine in (
        ("army-of-lake-town", "carried-windlance"),
        ("survivors-of-lake-town", "carried-windlance"),
        ("garrison-of-dale", "carried-windlance"),
        ("azogs-legion", "catapult-troll"),
    ):
        place = standing(army)[engine]
        assert "engine" in place.keywords
        assert {"commander", "crew"}.isdisjoint(slot.id for _, slot, _ in place.owned)


def test_siege_equipment() -> None:
    places = standing("rohan")
    for side, prices in EQUIPMENT.items():
        found = {
            name: each(place.value("points"))
            for name, place in places.items()
            if f"{side}-equipment" in place.keywords
        }
        assert found == prices
        for name in prices:
            entry = places[name].entry
            assert entry is not None
            assert entry.source is not None
            assert entry.source.document == "avcordaro"
            assert (entry.ruling or "").startswith("Not in the siege chapter")


def test_a_published_list_costs_what_it_says() -> None:
    path = Path("tests/cases/mesbg/armed-hero.swap.max/legal.json")
    result = check_file(ROOT / path, LIBRARY)
    assert (result.verdict, result.costs) == ("legal", {"points": "500"})


def test_swaps_are_for_single_models_with_a_hand_weapon() -> None:
    for army in COUNTS:
        for place in standing(army).values():
            entry = place.entry
            assert entry is not None
            models = place.value("models")
            plain = not {"named", "crew", "siege-veteran", "siege-troll"} & place.keywords
            armed = not HAND_WEAPONS.isdisjoint(one.name for one in entry.wargear)
            fits = plain and armed and models is not None and models.each == 1
            swaps = {"armed-warrior", "armed-hero"} & place.keywords
            assert bool(swaps) == (fits and "chariot" not in entry.id), entry.id
