"""Where selections may be moved to, and which are equal."""

from listbuilder.solve.domains.relocation import Relocations
from tests.rules.small import roster
from tests.solve.tiny import game, place

ORCS = {"entry": "orc", "count": 4}
ARMY = roster(
    {"entry": "chief", "with": [ORCS]},
    {"entry": "chief", "with": [ORCS]},
    {"entry": "chief", "id": "wall"},
    {"entry": "pack", "size": 3, "at": "wall"},
)


def test_selections_move_to_other_holders_of_their_entry() -> None:
    relocations = Relocations(ARMY)
    chief = place(game(), "chief")
    moved = list(relocations.to(chief, [0]))
    assert [own.number for own, _ in moved] == [3], "not those that are there already"
    assert moved[0][1] is chief.below["orc", None]
    assert [own.number for own, _ in relocations.to(chief, [4])] == [1, 3]


def test_equal_neighbours_are_symmetric() -> None:
    pairs = Relocations(ARMY).symmetric_pairs
    assert [(one.number, other.number) for one, other in pairs] == [(0, 2)]
    assert [(own.number, own.end) for own in Relocations(ARMY).owned][:2] == [(0, 2), (1, 2)]
