"""Finding what is meant, at a cost that stays in proportion to what was said."""

import pytest

from listbuilder.editing import find
from listbuilder.editing.edit import new
from listbuilder.editing.find import find_offers, find_selection, number_of, way_to
from listbuilder.errors import EditError
from listbuilder.interop.opening import load_roster
from listbuilder.rules.army import Army
from listbuilder.rules.evaluate import judge_of
from tests.shipped import LIBRARY


@pytest.fixture
def army() -> Army:
    path = next(path for path in LIBRARY.rosters() if path.stem == "heads-over-the-wall")
    loaded = load_roster(path, LIBRARY)
    return judge_of(loaded.book).lay_out(loaded.roster)


def test_every_selection_is_found_by_its_number(army: Army) -> None:
    for node in army.nodes:
        assert find_selection(army, number_of(node)) is node
        assert list(way_to(army, number_of(node)))[-1] is node


@pytest.mark.parametrize("number", ["", "0", "01", "1.0", "1.", ".1", "+1", "²", "1.1.1.1.1.1"])
def test_what_is_no_number_of_a_selection_finds_none(army: Army, number: str) -> None:
    with pytest.raises(EditError):
        find_selection(army, number)


@pytest.mark.parametrize("tail", ["99", "x", "", "9" * 5_000, ".".join(["1"] * 10_000)])
def test_way_goes_as_far_as_there_are_selections(army: Army, tail: str) -> None:
    way = list(way_to(army, f"1.1.{tail}"))
    assert [number_of(node) for node in way[:2]] == ["1", "1.1"]
    assert len(way) <= 4
    assert list(way_to(army, f"x.{tail}")) == []


def test_what_is_wanted_is_read_once_however_many_selections_there_are(
    army: Army, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted, own = "x" * 1_000, find.folded
    read: list[str] = []

    def folded(name: str) -> str:
        read.append(name)
        return own(name)

    monkeypatch.setattr(find, "folded", folded)
    with pytest.raises(EditError):
        find_selection(army, wanted)
    assert read.count(wanted) == 1


def test_an_entry_that_its_holder_does_not_take_is_taken_for_no_other(army: Army) -> None:
    gorbag = find_selection(army, "1.1")
    with pytest.raises(
        EditError, match=r"Gorbag, Orc Captain \(Mordor\) takes no “warg”"
    ) as raised:
        find_offers("warg", [gorbag])
    assert raised.value.candidates == ()


def test_what_would_take_an_entry_is_named() -> None:
    judge = judge_of(LIBRARY.book("mesbg", ["minas-tirith", "rohan"]))
    empty = judge.lay_out(new(judge, "Ours", {}))
    with pytest.raises(EditError, match="has to be there first") as raised:
        find_offers("rider-of-rohan", [empty.root, *empty.nodes], list_id="rohan")
    assert "theoden-king-of-rohan" in raised.value.candidates
    assert "rider-of-rohan" not in raised.value.candidates
