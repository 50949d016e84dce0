"""``import`` and ``export``, and files of other programs in the other commands."""

import json
import zipfile
from pathlib import Path

import pytest

from listbuilder.checking.check import check_file
from listbuilder.errors import EditError
from listbuilder.interop.opening import load_roster
from listbuilder.interop.rehoming import Rehomed, rehomed
from listbuilder.loading.events import load_event
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import judge_of
from tests.cli.conftest import Run
from tests.shipped import LIBRARY

FILES = Path(__file__).parents[1] / "interop" / "files"


def test_no_command_writes_over_a_file_of_another_program(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "theirs.ros"
    path.write_bytes((FILES / "engine-and-a-stranger.ros").read_bytes())
    for command in (("add", path, "orc-warrior"), ("complete", path, "-o", path)):
        said = run(*command)
        assert said.code == 2
        assert "“listbuilder import” makes it ours" in said.err
    assert path.read_bytes() == (FILES / "engine-and-a-stranger.ros").read_bytes()
    assert run("import", path, "-o", tmp_path).code == 0
    assert run("import", path, "-o", tmp_path).code == 2
    assert check_file(tmp_path / "theirs.json", LIBRARY).verdict == "legal"


def test_what_was_not_understood_is_told_ever_after(run: Run, tmp_path: Path) -> None:
    assert run("import", FILES / "engine-and-a-stranger.ros", "-o", tmp_path).code == 0
    said = run("check", tmp_path / "engine-and-a-stranger.json")
    assert said.code == 0
    assert "1 selection not understood: 2 × Orc Captain / Warband / Unknown Beast" in said.out
    assert "[not-understood]" in said.out


def test_a_folder_of_files_is_judged_whosever_they_are(run: Run, tmp_path: Path) -> None:
    for name in ("engine-and-a-stranger.ros", "allies-against-the-rules.json"):
        (tmp_path / name).write_bytes((FILES / name).read_bytes())
    (tmp_path / "broken.rosz").write_bytes(b"PK\x03\x04")
    said = run("check", tmp_path, "--format", "json")
    verdicts = {Path(one["path"]).name: one["verdict"] for one in json.loads(said.out)["files"]}
    assert verdicts == {
        "allies-against-the-rules.json": "illegal",
        "broken.rosz": "unusable",
        "engine-and-a-stranger.ros": "legal",
    }


def test_export_writes_what_import_reads(run: Run, tmp_path: Path) -> None:
    army = LIBRARY.rosters("mesbg")[0]
    for form in ("ros", "rosz", "newrecruit"):
        assert run("export", army, "--to", form, "-o", tmp_path / form).code == 0
        assert run("import", tmp_path / form, "-o", tmp_path / "in", "--force").code == 0
        made = json.loads((tmp_path / "in" / f"{form}.json").read_text(encoding="utf-8"))
        known = json.loads(army.read_text(encoding="utf-8"))
        known.pop("$schema")
        assert made == known
    assert run("export", army, "--to", "ros", "-o", tmp_path / "ros").code == 2
    assert run("export", army, "--to", "text").out.count(" points") > 3


def test_all_armies_of_a_folder_go_into_one_file_and_back(run: Run, tmp_path: Path) -> None:
    folder, back = LIBRARY.rosters("mesbg")[0].parent, tmp_path / "back"
    assert "17 rosters" in run("export", folder, "--all", "-o", tmp_path / "all.zip").out
    assert run("import", tmp_path / "all.zip", "-o", back).code == 0
    assert {path.name: path.read_bytes() for path in back.iterdir()} == {
        path.name: path.read_bytes() for path in folder.iterdir()
    }
    assert run("import", tmp_path / "all.zip", "-o", back).code == 2
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as archive:
        archive.writestr("../../out.json", "{}")
    said = run("import", tmp_path / "bad.zip", "-o", tmp_path / "new")
    assert said.code == 2
    heads = [line for line in said.out.splitlines() if line]
    assert all(line.startswith(f"{tmp_path / 'bad.zip'}/out.json:1:1: error: ") for line in heads)
    assert not (tmp_path / "new").exists()


def test_an_archive_of_other_programs_files_becomes_rosters(run: Run, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "lists.zip", "w") as archive:
        archive.write(FILES / "engine-and-a-stranger.ros", "lists/engine.ros")
        archive.write(FILES / "for-data.json", "lists/ours.json")
        archive.writestr("__MACOSX/lists/._engine.ros", b"\0\5\x16\7")
    assert run("import", tmp_path / "lists.zip", "-o", tmp_path / "in").code == 0
    assert {path.name for path in (tmp_path / "in").iterdir()} == {"engine.json", "ours.json"}
    ours = tmp_path / "in" / "ours.json"
    assert ours.read_bytes() == (FILES / "for-data.json").read_bytes()
    assert "1 selection not understood" in run("check", tmp_path / "in" / "engine.json").out


def test_an_army_moves_to_another_list_with_what_that_has_too(run: Run, tmp_path: Path) -> None:
    army, out = FILES / "for-data.json", tmp_path / "tower.json"
    said = run("set", army, "--list", "barad-dur", "--into", out)
    assert (said.code, said.out.splitlines()[0]) == (
        0,
        "For their data: Nothing has to be changed; 306 of 500 points",
    )
    before = json.loads(army.read_text(encoding="utf-8"))
    after = json.loads(out.read_text(encoding="utf-8"))
    assert after["catalogues"].keys() == {"barad-dur"}
    assert after["army"][0]["with"][0] == before["army"][0]["with"][0]
    assert (after["limits"], after["choices"]) == (before["limits"], before["choices"])
    assert check_file(out, LIBRARY).verdict == "legal"
    assert "mesbg has no army list “nowhere”" in run("set", army, "--list", "nowhere").err
    assert run("set", army, "1.1", "--list", "barad-dur").code == 2


def test_what_another_list_lacks_is_told() -> None:
    path = next(one for one in LIBRARY.rosters("mesbg") if one.stem == "the-doors-of-durin")
    loaded = load_roster(path, LIBRARY)
    judge = judge_of(loaded.book)
    moved = rehomed(judge, loaded.roster, "mesbg", "the-kingdom-of-moria", LIBRARY)
    assert "Durin, King of Khazad-Dûm" in moved.lost
    assert "6 × Hearthguard" in moved.lost
    names = {node.place.entry.name for node in judge_nodes(moved) if node.place.entry}
    assert not names & {"Durin, King of Khazad-Dûm", "Hearthguard"}
    assert "Dwarf Ballista" in names
    with pytest.raises(EditError, match="Isengard has nothing of this army"):
        rehomed(judge, loaded.roster, "helms-deep", "isengard", LIBRARY)


def test_army_of_which_another_list_has_nothing_is_left_as_it_is(run: Run, army: Path) -> None:
    (watch,) = (one for one in LIBRARY.rosters("mesbg") if one.stem == "the-first-circle-holds")
    army.write_bytes(watch.read_bytes())
    said = run("set", army, "--list", "rohan")
    assert said.code == 2
    assert "Rohan has nothing of this army: begin another one." in said.err
    assert army.read_bytes() == watch.read_bytes()


def test_army_of_an_event_is_moved_by_the_rules_of_the_event() -> None:
    event = load_event(LIBRARY.events()[0], LIBRARY)
    path = next(one for one in LIBRARY.rosters("mesbg") if one.stem == "the-doors-of-durin")
    loaded = load_roster(path, LIBRARY)
    book, roster = event.played(loaded.book, loaded.roster)
    moved = rehomed(judge_of(book), roster, "mesbg", "the-kingdom-of-moria", LIBRARY)
    assert moved.judge.book.event == event.name
    assert moved.judge.book.ruleset.constraints == book.ruleset.constraints


def judge_nodes(moved: Rehomed) -> list[Node]:
    return list(moved.judge.lay_out(moved.roster).nodes)
