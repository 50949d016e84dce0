"""Where selections may be moved to, and which are equal."""

import pytest

from listbuilder.solve.domains.relocation import Relocations
from tests.rules.small import Json, judge, roster
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


MOUNT: Json = {"holder_becomes": "rider"}
UNIT: Json = {"size": {"min": 1, "max": 9}}


@pytest.mark.parametrize(
    ("slot", "price", "horse", "chief", "moved"),
    [
        pytest.param({"max": 1}, 5, MOUNT, {}, [], id="a mount"),
        pytest.param({"each_max": 1}, 5, {}, UNIT, [], id="a musician"),
        pytest.param({"max": 1}, 5, {}, {}, [1], id="who commands an engine"),
        pytest.param({"max": 3}, 5, {}, {}, [1], id="a crew"),
        pytest.param({"max": 1, "cards": True}, 5, MOUNT, {}, [1], id="a follower"),
        pytest.param({"max": 1}, 0, MOUNT, {}, [1], id="who costs nothing"),
    ],
)
def test_a_piece_that_its_holder_bears_goes_to_no_other(
    slot: Json, price: int, horse: Json, chief: Json, moved: list[int]
) -> None:
    """Nobody saves points by having a cheaper bearer ride the general's horse."""
    man = {"profiles": [{"type": "man", "values": {}}]}
    held = {"id": "held", "offers": ["horse"], **slot}
    made = judge(
        {
            "chief": {**man, "copies": 1, "slots": [held], **chief},
            "horse": {**man, "values": {"points": price} if price else {}, **horse},
        },
        slots=[{"id": "top", "offers": ["chief"]}],
        keywords={"rider": {}},
        profiles={"man": {"title": "Man", "columns": []}},
        values={"points": {"title": "Points", "cost": True}},
    )
    given: Json = {"size": 5} if chief else {}
    army = roster({"entry": "chief", "with": ["horse"], **given}, {"entry": "chief", **given})
    found = Relocations(army).to(place(made, "chief"), [2])
    assert [own.number for own, _ in found] == moved
