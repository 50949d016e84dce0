"""Rosters with slips of the pen are read as they were meant, and each slip is told once."""

import json
from pathlib import Path
from typing import Any

import pytest

from listbuilder.errors import LoadError
from listbuilder.findings import Severity
from listbuilder.interop.opening import load_roster
from listbuilder.loading.library import Library
from listbuilder.loading.problems import MOST_COMPARED
from listbuilder.loading.rosters import Loaded
from listbuilder.loading.save import dump
from listbuilder.loading.slips import MISSPELT, SECOND_ID, SLIPS, UNNAMED_LIST, as_meant
from listbuilder.model.entries import Selection
from listbuilder.model.roster import Roster

HERE = {"document": "book"}


def entries(*names: str) -> list[dict[str, Any]]:
    return [{"id": name, "name": name.title(), "source": HERE} for name in names]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game with three army lists, and one that can't be read."""
    game = tmp_path / "game"
    game.mkdir()
    ruleset = {
        "id": "game",
        "name": "Game",
        "version": "1",
        "documents": {"book": {"title": "Book"}},
        "slots": [{"id": "men", "offers": [{"entry": "man"}, {"entry": "maid"}]}],
        "entries": entries("man", "maid", "gate-1", "gate-2"),
    }
    (game / "ruleset.json").write_text(json.dumps(ruleset), encoding="utf-8")
    lists = {"north": ["ox", "cow"], "south": ["ox", "hen", "cock"], "west": ["hen"]}
    for name, known in lists.items():
        data: dict[str, Any] = {"id": name, "ruleset": "game", "name": name.title()}
        data |= {"version": "7", "entries": entries(*known)}
        (game / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    (game / "broken.json").write_text('{"id": "broken", "entries": "ox"}', encoding="utf-8")
    return tmp_path


def read(folder: Path, *army: dict[str, Any], **extra: Any) -> Loaded:
    roster = {"ruleset": "game", "name": "x", "catalogues": {}, **extra, "army": army}
    path = folder / "roster.json"
    path.write_text(json.dumps(roster), encoding="utf-8")
    return load_roster(path, Library([folder], alone=True))


def told(loaded: Loaded) -> list[tuple[str, str, str | None]]:
    assert all(one.severity is Severity.WARNING and one.line for one in loaded.notices)
    return [(one.code, one.message, one.pointer) for one in loaded.notices]


def test_a_misspelt_entry_is_read_as_the_one_that_was_meant(folder: Path) -> None:
    loaded = read(folder, {"entry": "man", "with": [{"entry": "madi", "count": 3}]})
    assert loaded.roster.army[0].with_[0].entry == "maid"
    message = "No entry is called “madi”; it is read as “maid”."
    assert told(loaded) == [(MISSPELT, message, "/army/0/with/0/entry")]


@pytest.mark.parametrize("entry", ["mai", "gate-3", "gate", "mmaan", "x" * 3000])
def test_an_entry_that_may_mean_several_or_none_is_refused(folder: Path, entry: str) -> None:
    """“mai” may be a man or a maid; and which of the gates is number 3?"""
    with pytest.raises(LoadError) as error:
        read(folder, {"entry": "madi"}, {"entry": entry})
    assert error.value.findings[0].code == "unknown-entry"
    assert error.value.findings[0].severity is Severity.ERROR
    # What is read as it was meant does not keep the file from being used, but is told.
    assert [one.severity for one in error.value.findings[1:]] == [Severity.WARNING]


def test_the_fewest_lists_are_named_that_have_what_is_unknown(folder: Path) -> None:
    army = ({"entry": "hen"}, {"entry": "ox", "with": [{"entry": "cock"}]}, {"entry": "ox"})
    loaded = read(folder, *army)
    assert dict(loaded.roster.catalogues) == {"south": "7"}
    message = "Hen is in South, which “catalogues” does not name; it is read as if it did."
    assert told(loaded) == [(UNNAMED_LIST, message, "/army/0/entry")]
    both = read(folder, *army, {"entry": "cow"})
    assert dict(both.roster.catalogues) == {"south": "7", "north": "7"}
    assert [pointer for _, _, pointer in told(both)] == ["/army/0/entry", "/army/3/entry"]


def test_of_an_entry_that_is_called_like_its_list_only_the_list_is_told(folder: Path) -> None:
    north = json.loads((folder / "game" / "north.json").read_text(encoding="utf-8"))
    north["entries"] += entries("north")
    (folder / "game" / "north.json").write_text(json.dumps(north), encoding="utf-8")
    ((_, message, _),) = told(read(folder, {"entry": "north"}))
    assert message == "“catalogues” does not name North; it is read as if it did."


def test_of_two_selections_with_one_id_the_first_has_it(folder: Path) -> None:
    loaded = read(
        folder,
        {"entry": "man", "id": "one"},
        {"entry": "maid", "at": "one", "with": [{"entry": "man", "id": "one"}]},
    )
    first, second = loaded.roster.army
    assert (first.id, second.at, second.with_[0].id) == ("one", "one", None)
    message = "Two selections are “one”; this one is read without an id."
    assert told(loaded) == [(SECOND_ID, message, "/army/1/with/0/id")]


def test_what_is_written_again_has_no_slips(folder: Path) -> None:
    loaded = read(
        folder, {"entry": "madi", "id": "a"}, {"entry": "man", "id": "a"}, {"entry": "ox"}
    )
    assert {one.code for one in loaded.notices} == {*SLIPS}
    path = folder / "again.json"
    path.write_text(dump(loaded.roster), encoding="utf-8")
    again = load_roster(path, Library([folder], alone=True))
    assert again.notices == ()
    assert again.roster == loaded.roster


def test_a_file_of_many_unknown_entries_is_read_in_bounded_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []

    def noted(entry: str, name: str) -> bool:
        compared.append(entry)
        return False

    monkeypatch.setattr("listbuilder.loading.slips.is_slip", noted)
    library = Library([folder], alone=True)
    army = tuple(Selection(f"x{number}") for number in range(MOST_COMPARED))
    roster = Roster("game", "x", {}, army=army)
    assert as_meant(roster, library.book("game", []), library) == (roster, [])
    assert len(compared) <= MOST_COMPARED
