"""Choosing what stands in a slot."""

import pytest

from listbuilder.editing.choose import choose
from listbuilder.editing.edit import add, new
from listbuilder.errors import EditError
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, judge_of
from tests.shipped import LIBRARY


@pytest.fixture(scope="module")
def judge() -> Judge:
    return judge_of(LIBRARY.book("warhammer", ["empire"]))


@pytest.fixture(scope="module")
def army(judge: Judge) -> Roster:
    begun = new(judge, "Ours", {})
    return add(judge, begun, "halberdiers", options=["shield", "musician"]).roster


def held(army: Roster) -> list[str]:
    return [one.entry for one in army.army[0].with_[0].with_]


def slot_of(judge: Judge, army: Roster, entry: str) -> str:
    (slot,) = {
        place.slot.id
        for place in judge.lay_out(army).nodes[1].place.offered()
        if place.entry and place.entry.id == entry and place.slot
    }
    return slot


def test_what_is_named_is_set_and_the_rest_stays(judge: Judge, army: Roster) -> None:
    slot = slot_of(judge, army, "musician")
    edited = choose(judge, army, "1.1", slot, {"musician": 0, "standard-bearer": 1})
    assert sorted(held(edited.roster)) == ["shield", "standard-bearer"]
    assert edited.done == (
        "1.1 Halberdiers (The Empire): Musician taken out, Standard bearer added."
    )


def test_what_is_so_already_is_no_change(judge: Judge, army: Roster) -> None:
    edited = choose(judge, army, "1.1", slot_of(judge, army, "musician"), {"musician": 1})
    assert edited.roster == army
    assert "nothing changed" in edited.done


@pytest.mark.parametrize("first", [1, 2, 5])
@pytest.mark.parametrize("then", [0, 1, 3])
def test_number_is_reached_from_any_other(judge: Judge, first: int, then: int) -> None:
    army = new(judge, "Ours", {})
    for number in (first, then):
        army = choose(judge, army, "1", "units", {"halberdiers": number, "handgunners": 2}).roster
    entries = [one.entry for one in army.army[0].with_]
    assert entries.count("halberdiers") == then
    assert entries.count("handgunners") == 2


@pytest.mark.parametrize(
    ("slot", "numbers", "said"),
    [
        ("units", {"shield": 1}, "doesn't take “shield”"),
        ("nowhere", {"halberdiers": 1}, "doesn't take “halberdiers”"),
        ("units", {"halberdiers": 100_001}, "from 0 to 100000"),
        ("units", {"halberdiers": -1}, "from 0 to 100000"),
    ],
)
def test_what_can_not_be_is_refused(
    judge: Judge, army: Roster, slot: str, numbers: dict[str, int], said: str
) -> None:
    with pytest.raises(EditError, match=said):
        choose(judge, army, "1", slot, numbers)
