"""`diff`: two versions from files, folders and git, and what becomes of rosters."""

import copy
import json
import os
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

GAME: dict[str, Any] = {
    "id": "raid",
    "name": "Raid",
    "version": "1.0.0",
    "documents": {"book": {"title": "Book"}},
    "values": {"points": {"title": "points", "cost": True}},
    "limits": {"points": {"title": "Points"}},
    "slots": [{"id": "all", "offers": [{"is": "unit"}]}],
    "keywords": {"unit": {}},
    "constraints": [
        {
            "id": "over-points",
            "title": "No more than the limit",
            "require": {"sum": "points", "at_most": {"limit": "points"}},
            "source": {"document": "book"},
        }
    ],
}


def band(**more: Any) -> dict[str, Any]:
    """An army list."""
    return {
        "id": "band",
        "ruleset": "raid",
        "name": "Band",
        "version": "1.0.0",
        "entries": [
            {"id": "man", "name": "Man", "is": "unit", "values": {"points": 3}},
            {"id": "ox", "name": "Ox", "is": "unit", "values": {"points": 5}},
        ],
        **more,
    }


NEW = band(
    version="1.1.0",
    entries=[
        {"id": "man", "name": "Man", "is": "unit", "values": {"points": 4}},
        {"id": "dog", "name": "Dog", "is": "unit", "values": {"points": 1}},
    ],
)
DOG = "  Dog: added, 1 points"
CHANGED = ["Band 1.0.0 → 1.1.0", "  Man: 4 points, was 3", DOG, "  Ox: removed"]


def write(path: str, data: Any) -> Path:
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def roster(limit: int, **counts: int) -> dict[str, Any]:
    army = [{"entry": entry, "count": count} for entry, count in counts.items()]
    catalogues = {"band": "1.0.0"}
    limits = {"points": limit}
    return {
        "ruleset": "raid",
        "name": "R",
        "catalogues": catalogues,
        "limits": limits,
        "army": army,
    }


@pytest.fixture
def games(run: Run) -> None:
    """Two folders with a game: `old/raid` and `new/game`, whatever their names."""
    for folder, army in (("old/raid", band()), ("new/game", NEW)):
        write(f"{folder}/ruleset.json", GAME)
        write(f"{folder}/band.json", army)
        write(f"{folder}/rosters/r.json", roster(9, man=1))


Git = Callable[..., str]


@pytest.fixture
def git(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    """A repository whose two commits are those versions, with nothing of this machine's."""
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "A")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "a@example.org")

    def call(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], check=True, capture_output=True, cwd=tmp_path)
        return done.stdout.decode()

    call("init", "--quiet")
    write("data/raid/ruleset.json", GAME)
    write("data/raid/band.json", band())
    call("add", ".")
    call("commit", "--quiet", "--message", "one")
    write("data/raid/band.json", NEW)
    call("commit", "--quiet", "--all", "--message", "two")
    return call


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("old", "new"),
        ("old/raid", "new/game"),
        ("old/raid/band.json", "new/game/band.json"),
        ("old/raid/band.json", "new"),
        ("old", "new/game/band.json"),
    ],
)
def test_files_and_folders(run: Run, old: str, new: str) -> None:
    said = run("diff", old, new)
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[:4] == CHANGED
    assert lines[4:] == ([] if "json" in old + new else ["Nothing changed in Raid."])


@pytest.mark.parametrize(
    ("old", "new", "folder"),
    [
        ("HEAD~1", "HEAD", "."),
        ("HEAD~1", "data", "."),
        ("HEAD~1", "data/raid", "."),
        ("HEAD~1:data", "HEAD", "."),
        ("HEAD~1:data/raid/band.json", "HEAD", "."),
        ("HEAD~1:data/raid", "data/raid/band.json", "."),
        ("HEAD~1", "band.json", "data/raid"),
        ("HEAD~1:./band.json", "HEAD:./band.json", "data/raid"),
        ("HEAD~1:../raid", ".", "data/raid"),
    ],
)
def test_git_revisions(
    run: Run, git: Git, monkeypatch: pytest.MonkeyPatch, old: str, new: str, folder: str
) -> None:
    def state() -> list[tuple[str, bytes]]:
        files = sorted(path for path in root.rglob("*") if path.is_file())
        return [(str(path), path.read_bytes()) for path in files]

    root = Path.cwd()
    before = state()
    monkeypatch.chdir(folder)
    said = run("diff", old, new)
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines()[:4] == CHANGED
    assert state() == before, "neither the work tree nor the repository is touched"


def test_what_is_staged_or_changed_since_is_not_read_from_a_revision(run: Run, git: Git) -> None:
    write("data/raid/band.json", {"no": "army list"})
    assert run("diff", "HEAD~1", "HEAD").out.splitlines()[:4] == CHANGED


@pytest.mark.usefixtures("git")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("HEAD~9", "data", "“HEAD~9” is no file or folder, and git knows no such revision."),
        ("daat", "data", "git knows no such revision. Did you mean “data”?"),
        ("HEAD:daat", "data", "HEAD has no “daat”."),
        ("--upload-pack=x", "data", "“--upload-pack=x” is no file or folder"),
        ("data", "empty", "“empty” holds no ruleset and no army list."),
        ("data/raid/ruleset.json", "data/raid/band.json", "these are not two versions of one"),
        ("other.json", "data", "“other.json” is no ruleset and no army list."),
        ("twice", "data", "“twice” holds “band” twice: twice/a.json and twice/b.json"),
        ("broken", "data", "broken/band.json:1:2: error: This is not JSON"),
    ],
)
def test_what_is_no_version(run: Run, old: str, new: str, said: str) -> None:
    write("other.json", {"some": "thing"})
    Path("empty").mkdir()
    for name in ("a", "b"):
        write(f"twice/{name}.json", band())
    write("broken/ruleset.json", GAME)
    Path("broken/band.json").write_text("{", encoding="utf-8")
    for pair in ((old, new), (new, old)):
        told = run("diff", "--", *pair)
        assert told.code == 2
        assert told.out == ""
        assert said in told.err
        assert len([line for line in told.err.splitlines() if not line.startswith("    ")]) == 1


def test_a_broken_file_of_a_revision_is_named_as_git_does(run: Run, git: Git) -> None:
    Path("data/raid/band.json").write_text("{\n", encoding="utf-8")
    git("commit", "--quiet", "--all", "--message", "three")
    said = run("diff", "HEAD", "HEAD~1")
    assert said.code == 2
    assert said.err.startswith("HEAD:data/raid/band.json:2:1: error: This is not JSON")
    assert run("diff", "HEAD:data/raid/ruleset.json", "HEAD~1").code == 0, "not what is asked for"


def test_no_repository_and_no_git(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    write("data/raid/ruleset.json", GAME)
    said = run("diff", "v1", "data")
    assert "and git finds no repository: not a git repository" in said.err
    monkeypatch.setenv("PATH", str(tmp_path))
    said = run("diff", "v1", "data")
    assert said.code == 2
    assert "and git, to look for a revision, is not installed." in said.err


def test_an_id_is_no_way_out(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("temporary/keep", "")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    for name in ("../../../../../out", "/out", "..", "", "a\\b", "CON", "a" * 3000 + "/", "\0"):
        write("evil/ruleset.json", {**GAME, "id": name})
        write("evil/band.json", band(ruleset=name))
        for whole, part, place in (
            ({**GAME, "id": name}, band(), "evil/ruleset.json"),
            (GAME, band(ruleset=name), "evil/band.json"),
            (GAME, band(id=name), "evil/band.json"),
        ):
            write("evil/ruleset.json", whole)
            write("evil/band.json", part)
            said = run("diff", "evil", "evil")
            assert (said.code, said.out) == (2, "")
            assert said.err.startswith(f"{place}:1:"), said.err
            assert "[not-an-id]" in said.err
            assert run("diff", place, place).code == 2
    assert not Path("out.json").exists()
    assert [path.name for path in Path("temporary").iterdir()] == ["keep"]


def test_a_tree_that_names_files_outside_it(run: Run, git: Git, tmp_path: Path) -> None:
    blob = git("rev-parse", "HEAD:data/raid/band.json").strip()
    entry = b"100644 " + os.fsencode(tmp_path / "out.json") + b"\0" + bytes.fromhex(blob)
    Path("tree").write_bytes(entry)
    tree = git("hash-object", "-t", "tree", "-w", "--literally", "tree").strip()
    made = git("commit-tree", "-m", "made up", tree).strip()
    said = run("diff", f"{made}:", "HEAD")
    assert said.code == 2
    assert said.err == f"Error: “{made}:” holds no ruleset and no army list.\n"
    assert not Path("out.json").exists()


def test_a_name_that_no_file_can_have(run: Run, git: Git) -> None:
    for pair in (("a" * 3000, "data"), ("data", "a" * 3000), ("HEAD:" + "a" * 3000, "data")):
        said = run("diff", *pair)
        assert (said.code, said.out) == (2, "")
        assert said.err.startswith("Error: ")
        assert len(said.err.splitlines()) == 1


def test_an_army_list_of_a_game_is_called_by_its_id(run: Run) -> None:
    write("game/ruleset.json", GAME)
    write("game/bund.json", band())
    said = run("diff", "game", "game")
    assert said.code == 2
    assert said.err.startswith("game/bund.json:1:8: error: This file is found as “bund”")
    assert run("diff", "game/bund.json", "game/bund.json").code == 0, "a copy, named by hand"


def test_an_army_list_without_its_ruleset_takes_the_one_at_hand(run: Run) -> None:
    write("games/raid/ruleset.json", GAME)
    write("mine/band.json", band())
    write("yours/band.json", NEW)
    assert run("--data", "games", "diff", "mine", "yours").out.splitlines() == CHANGED


@pytest.mark.usefixtures("games")
def test_a_version_that_was_not_raised_is_told(run: Run) -> None:
    write("new/game/band.json", {**NEW, "version": "1.0.0"})
    assert run("diff", "old", "new").out.splitlines() == [
        "Band 1.0.0",
        *CHANGED[1:],
        "  (The version is still 1.0.0. Raise it: rosters tell by it what is old.)",
        "Nothing changed in Raid.",
    ]


@pytest.mark.usefixtures("games")
def test_whole_parts_come_and_go(run: Run) -> None:
    write("new/game/other.json", band(id="other", name="Other"))
    Path("old/raid/band.json").rename("old/raid/band.txt")
    assert run("diff", "old", "new").out.splitlines() == [
        "Band 1.1.0: added",
        "Other 1.0.0: added",
        "Nothing changed in Raid.",
    ]
    assert run("diff", "new", "old").out.splitlines()[0] == "Band 1.1.0: removed"


@pytest.mark.usefixtures("games")
def test_what_becomes_of_rosters(run: Run) -> None:
    write("saved/dear.json", roster(9, man=2))
    write("saved/over.json", roster(9, man=3))
    write("saved/gone.json", roster(9, ox=1))
    write("saved/same.json", {**roster(9), "army": []})
    write("saved/mended.json", roster(2, man=1))
    write("saved/other.json", {**roster(9), "ruleset": "chess"})
    write("saved/bad.json", {"ruleset": "raid"})
    said = run("diff", "old", "new", "--rosters", "saved")
    assert said.code == 1
    assert said.out.splitlines()[6:] == [
        "4 of 6 rosters (1 can’t be read) affected:",
        "  saved/dear.json (R): 8 of 9 points, was 6 points; legal as before",
        "  saved/gone.json (R): now can’t be read, was legal",
        "    line 1: error: No entry is called “ox”. [unknown-entry]",
        "  saved/mended.json (R): 4 of 2 points, was 3 points; illegal as before",
        "    still: The army: No more than the limit: 4 points, at most 2 allowed.",
        "  saved/over.json (R): 12 of 9 points, was 9 points; now illegal, was legal",
        "    error: The army: No more than the limit: 12 points, at most 9 allowed. [over-points]",
        "        made up of 12: 3 × Man",
        "        rule: Book",
        "        to mend it: Remove 1 of 3 × Man",
        "        to mend it: Set Points to 12",
    ]
    back = run("diff", "new", "old", "--rosters", "saved/over.json")
    assert back.code == 0
    assert "now legal, was illegal" in back.out
    assert "    mended: The army: No more than the limit: 12 points" in back.out
    assert run("diff", "old", "new", "--rosters", "saved/same.json").code == 0
    assert run("diff", "old", "new", "--rosters", "nowhere").code == 2


@pytest.mark.usefixtures("games")
def test_json_says_the_same(run: Run) -> None:
    over = write("saved/over.json", roster(9, man=3))
    data = json.loads(run("diff", "old", "new", "--rosters", over, "--format", "json").out)
    assert data["version"] == 1
    raid, army = data["parts"]
    assert (raid["ruleset"], raid["catalogue"], raid["differences"]) == ("raid", None, [])
    assert (army["name"], army["old"], army["new"]) == ("Band", "1.0.0", "1.1.0")
    assert army["differences"][0] == {
        "kind": "changed",
        "about": "price",
        "subject": "Man",
        "id": "man",
        "text": "4 points, was 3",
        "old": "3",
        "new": "4",
        "entries": ["man"],
    }
    assert [one["kind"] for one in army["differences"]] == ["changed", "added", "removed"]
    (saved,) = data["rosters"]
    assert saved["changed"]
    assert saved["old"] == {"verdict": "legal", "costs": {"points": "9"}}
    assert saved["new"] == {"verdict": "illegal", "costs": {"points": "12"}}
    assert [finding["code"] for finding in saved["come"]] == ["over-points"]


@pytest.mark.usefixtures("games")
def test_markdown_takes_no_name_for_markup(run: Run) -> None:
    evil = "<b>*x*\n# [y](z)\x1b"
    entry = {"id": "man", "name": evil, "is": "unit", "values": {"points": 3}}
    write("new/game/band.json", {**NEW, "entries": [entry]})
    write("saved/evil.json", {**roster(1, man=1), "name": evil})
    for form in ("text", "markdown"):
        said = run("diff", "old", "new", "--rosters", "saved", "--format", form)
        lines = said.out.splitlines()
        assert all(line.isprintable() for line in lines)
        heads = [line for line in lines if line.startswith("#")]
        assert heads == (["## Band 1.0.0 → 1.1.0", "## Rosters"] if form == "markdown" else [])
        if form == "markdown":
            assert "\\<b\\>\\*x\\*\\\\u000a\\# \\[y\\](z)\\\\u001b" in said.out


@pytest.mark.usefixtures("games")
def test_history_is_read_out_to_older_rosters(run: Run) -> None:
    written = json.loads(run("diff", "old", "new", "--format", "history").out)
    assert written == {
        "band": [
            {"version": "1.1.0", "text": "Man: 4 points, was 3", "entries": ["man"]},
            {"version": "1.1.0", "text": "Dog: added, 1 points", "entries": ["dog"]},
            {"version": "1.1.0", "text": "Ox: removed", "entries": ["ox"]},
        ]
    }
    write("data/raid/ruleset.json", GAME)
    write("data/raid/band.json", {**NEW, "history": written["band"]})

    def said(built: str, **counts: int) -> str:
        data = {**roster(9, **counts), "catalogues": {"band": built}}
        return run("--data", "data", "check", write("r.json", data)).out.splitlines()[0]

    man = "Built with Band 1.0.0; this is 1.1.0. What changed for it: Man: 4 points, was 3."
    assert f"warning: {man} [other-catalogue-version]" in said("1.0.0", man=1)
    assert "No change that its history tells of is about this army." in said("1.0.0")
    assert "error: No entry is called “ox”. Band 1.1.0: Ox: removed." in said("1.0.0", ox=1)
    assert "Built with Band 1.2, which is newer than the 1.1.0 here." in said("1.2", man=1)
    assert said("1.1.0", man=1).endswith("legal, 4 of 9 points (R)")
    assert "Built with Band old; this is 1.1.0. [" in said("old", man=1)


@pytest.mark.usefixtures("games")
def test_the_history_of_a_ruleset_is_read_out_to_older_rosters(run: Run) -> None:
    later = copy.deepcopy(GAME) | {"version": "1.1.0", "name": "Raid at night"}
    (old, new) = (
        write(f"{name}/raid/ruleset.json", data) for name, data in (("a", GAME), ("b", later))
    )
    told = json.loads(run("diff", old, new, "--format", "history").out)["ruleset"]
    assert {one["version"] for one in told} == {"1.1.0"}
    amended = [{"version": "1.1.0", "text": "At night all points count", "entries": []}]
    write("data/raid/ruleset.json", {**later, "history": amended})
    write("data/raid/band.json", band())
    made = run("--data", "data", "new", "raid", "band", "-o", "mine.json")
    assert (
        json.loads(Path("mine.json").read_text(encoding="utf-8"))["ruleset_version"] == "1.1.0"
    ), made

    def said(**built: str) -> str:
        data = roster(9, man=1) | built
        return run("--data", "data", "check", write("r.json", data)).out.splitlines()[0]

    night = (
        "Built with Raid at night 1.0.0; this is 1.1.0. What changed for it: At night all points"
    )
    assert f"warning: {night} count. [other-ruleset-version]" in said(ruleset_version="1.0.0")
    assert "legal" in said(ruleset_version="1.1.0")
    assert "legal" in said()


def test_a_long_history_is_cut_short(run: Run) -> None:
    history = [{"version": f"1.0.{number}", "text": f"Change {number}."} for number in range(1, 9)]
    write("data/raid/ruleset.json", GAME)
    write("data/raid/band.json", band(version="1.0.8", history=history))
    said = run(
        "--data",
        "data",
        "check",
        write("r.json", {**roster(9, man=1), "catalogues": {"band": "1.0.1"}}),
    )
    assert (
        "What changed for it: Change 2; Change 3; Change 4; Change 5; Change 6 … and 2 more."
        in said.out
    )
