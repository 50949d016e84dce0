"""Ids are looked up among the files that there are; nothing else leads to one."""

import os
from pathlib import Path

import pytest

from listbuilder.errors import UnknownIdError
from listbuilder.loading.index import EVENTS, ROSTERS, Index, Key
from listbuilder.loading.library import Library

NO_IDS = [
    "",
    ".",
    "..",
    "*",
    "**x",
    "[a-z]*",
    "/",
    "~",
    "./army",
    "army/",
    "army.json",
    "rosters/army",
    "../game/army",
    "../../outside",
    "game/army",
    "..\\game\\army",
    "ARMY",
    "Army",
    "CON",
    "ärmy",
    "army ",
    "ar_my",
    "army\n",
    "army\0",
    "\x1b[31m",
    "a" * 3000,
    "a" * 1_000_000,
    "ruleset",
    "rosters",
    "broken",
    "circle",
    "folder",
    "pipe",
]


def write(path: Path, text: str = "{}") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One game with one army list, among all that is none."""
    game = tmp_path / "data" / "game"
    write(tmp_path / "outside.json")
    for name in ("ruleset", "army", "rosters/army", "events/army", "Army B", "ar_my", "a.b"):
        write(game / f"{name}.json")
    for path in (game / "folder.json", tmp_path / "data" / "empty", tmp_path / "data" / "Capital"):
        path.mkdir()
    write(tmp_path / "data" / "Capital" / "ruleset.json")
    (game / "broken.json").symlink_to("nowhere")
    (game / "circle.json").symlink_to("circle.json")
    (game / "linked.json").symlink_to("army.json")
    os.mkfifo(game / "pipe.json")
    return tmp_path / "data"


def test_files_by_id(folder: Path) -> None:
    index = Index([folder])
    game = folder / "game"
    assert index.rulesets() == ["game"]
    assert index.files("game") == {
        "": game / "ruleset.json",
        "army": game / "army.json",
        "linked": game / "linked.json",
    }
    assert index.files("empty") == {}
    assert index.files("Capital") == {}
    assert index.files_in("game", ROSTERS) == [game / "rosters/army.json"]
    assert index.files_in("game", EVENTS) == [game / "events/army.json"]
    assert index.files_in("empty", EVENTS) == []


def test_folders_that_can_not_be_listed_hold_nothing(folder: Path) -> None:
    nowhere = [folder / "nowhere", folder / "game" / "army.json", Path("a" * 3000), Path("\0")]
    assert Index(nowhere).rulesets() == []
    assert Index([*nowhere, folder]).rulesets() == ["game"]


def test_what_is_given_goes_first(folder: Path, tmp_path: Path) -> None:
    other, new = write(tmp_path / "Old one.json"), write(tmp_path / "x.json")
    index = Index([folder], {Key("game", "army"): other, Key("chess", ""): new})
    assert index.rulesets() == ["chess", "game"]
    assert index.files("game")["army"] == other
    assert index.files("game")[""] == folder / "game/ruleset.json"
    assert index.files("chess") == {"": new}


@pytest.mark.parametrize("name", NO_IDS, ids=[f"{name[:9]!r} {len(name)}" for name in NO_IDS])
def test_no_id_is_a_way_out(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    opened: list[object] = []
    monkeypatch.setattr("listbuilder.loading.library.parse", opened.append)
    library = Library([folder], alone=True)
    for ruleset, catalogue in ((name, "army"), ("game", name)):
        assert name not in library.catalogues(ruleset)
        with pytest.raises(UnknownIdError) as error:
            library.catalogue(ruleset, catalogue)
        assert len(str(error.value)) < 200
        assert [one.id for one in library.unknown(ruleset, [catalogue])] == [name]
    assert not library.files(name)
    assert library.rosters(name) == []
    assert opened == []


def test_each_folder_is_listed_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed: list[str] = []
    scandir = os.scandir

    def noted(path: Path) -> object:
        listed.append(path.name)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", noted)
    library = Library([folder], alone=True)
    for _ in range(3):
        for name in ("army", "amry", "x" * 3000):
            assert list(library.unknown("game", [name])) == [] or name != "army"
        library.rulesets()
    assert sorted(listed) == ["data", "empty", "game"]
