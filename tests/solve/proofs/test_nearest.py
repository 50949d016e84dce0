"""A narrow search for a witness looks where others stand, and around its goal."""

from listbuilder.model.language import MOST_COPIES
from listbuilder.solve.proofs.nearest import (
    MAX_NEAREST,
    most_used_places,
    narrow_places,
    shallow_places,
)
from tests.solve.tiny import game

JUDGE = game()
CHIEF, PACK = JUDGE.root.offered()


def test_places_among_known_ones_come_first() -> None:
    below = CHIEF.offered()
    known = dict.fromkeys(CHIEF.around())
    places = [*PACK.offered(), PACK, *below, CHIEF]
    found = most_used_places(places, known)
    strange = [sum(one not in known for one in at.around()) for at in found]
    assert found[0] is CHIEF
    assert strange == sorted(strange)
    assert len(most_used_places(places * MAX_NEAREST, known)) == MAX_NEAREST


def test_around_a_goal_lies_all_that_is_offered_there() -> None:
    (goal, *_) = CHIEF.offered()
    found = narrow_places([PACK], [goal])
    assert {PACK, goal, CHIEF, *CHIEF.offered()} <= found.keys()
    assert found.keys().isdisjoint(PACK.offered())
    assert {*found.values()} == {MOST_COPIES}


def test_levels_below_the_roster() -> None:
    first = shallow_places(JUDGE.root, 1)
    second = shallow_places(JUDGE.root, 2)
    assert first.keys() == {*JUDGE.root.offered()}
    assert second.keys() - first.keys() == {one for at in first for one in at.offered()} - {*first}
