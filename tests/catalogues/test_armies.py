"""The shipped Warhammer armies have the units, machines and mounts that their sources count."""

from collections import Counter

import pytest

from tests.shipped import LIBRARY

BOOK = LIBRARY.book("warhammer")
CATEGORIES = ("lords", "heroes", "core", "special", "rare")

UNITS = {
    "beastmen": (7, 6, 6, 6, 5),
    "bretonnia": (5, 3, 5, 7, 3),
    "chaos-dwarfs": (2, 4, 2, 6, 5),
    "daemons-of-chaos": (11, 11, 4, 10, 6),
    "dark-elves": (8, 8, 6, 9, 5),
    "dwarfs": (8, 6, 4, 8, 6),
    "empire": (12, 8, 9, 10, 5),
    "high-elves": (13, 7, 5, 8, 5),
    "lizardmen": (6, 8, 3, 9, 4),
    "ogre-kingdoms": (4, 6, 3, 8, 5),
    "orcs-and-goblins": (16, 11, 11, 13, 8),
    "skaven": (14, 6, 10, 6, 5),
    "tomb-kings": (6, 7, 5, 8, 5),
    "vampire-counts": (6, 9, 4, 9, 6),
    "warriors-of-chaos": (17, 6, 7, 12, 7),
    "wood-elves": (6, 7, 4, 7, 3),
}


def test_all_armies_are_shipped() -> None:
    assert sorted(BOOK.catalogues) == sorted(UNITS)
    assert sum(map(sum, UNITS.values())) == 561


@pytest.mark.parametrize("army", UNITS)
def test_units_of_each_category(army: str) -> None:
    entries = BOOK.entries[army].values()
    units = [entry for entry in entries if "unit" in entry.is_]
    counted = Counter(name for unit in units for name in unit.is_ if name in CATEGORIES)
    assert tuple(counted[name] for name in CATEGORIES) == UNITS[army]
    assert counted.total() == len(units)


def test_machines_and_mounts() -> None:
    everything = [entry for known in BOOK.entries.values() for entry in known.values()]
    machines = [entry for entry in everything if {"unit", "war-machine"} <= {*entry.is_}]
    assert sum("character" not in entry.is_ for entry in machines) == 22
    # 21 more are always ridden, and are profiles of their riders; four are in two kinds here.
    assert sum("mount" in entry.is_ for entry in everything) == 126 - 21 + 4
