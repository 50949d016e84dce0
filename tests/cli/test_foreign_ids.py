"""Ids that are paths, patterns or far too long: nothing of this machine is opened for them."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ROSTERS, Run

LONG = "a" * 3000
SECRET = "the secret"
FOREIGN = [
    "",
    ".",
    "../../x",
    "../mesbg/mordor",
    "rosters/isengard-as-listed",
    "mesbg/mordor",
    "mordor.json",
    "**x",
    "*",
    "[",
    "CON",
    "nul\0",
    "\x1b[2J\r\n",
    LONG,
    "a" * 1_000_000,
    "/creds",
]
"""The last one is made a path that is there."""

ONE_ROSTER = pytest.mark.parametrize("command", ["check", "show", "odds", "lint"])
ANY_ID = pytest.mark.parametrize(
    "name", FOREIGN, ids=[f"{name[:9]!r} {len(name)}" for name in FOREIGN]
)


def arguments(command: str) -> list[str]:
    return [command, *(("--no-cache", "--no-proofs") if command == "lint" else ())]


def write(path: str, **said: Any) -> Path:
    roster = {"ruleset": "mesbg", "name": "x", "catalogues": {"mordor": "1.0.0"}, **said}
    file = Path(path)
    file.write_text(json.dumps(roster), encoding="utf-8")
    return file


def foreign(name: str) -> str:
    if name != "/creds":
        return name
    Path("creds.json").write_text(SECRET, encoding="utf-8")
    return str(Path("creds").absolute())


@ONE_ROSTER
@ANY_ID
def test_an_id_in_a_roster(run: Run, command: str, name: str) -> None:
    name = foreign(name)
    for code, file in (
        ("unknown-ruleset", write("one.json", ruleset=name)),
        ("unknown-catalogue", write("two.json", catalogues={name: "1.0.0"})),
    ):
        said = run(*arguments(command), file)
        told = said.out + said.err
        assert said.code == 2
        assert told.startswith(f"{file}:1:")
        assert f"[{code}]" in told
        assert SECRET not in told
        assert len(told) < 1000


@ANY_ID
def test_an_id_in_an_event_pack(run: Run, name: str) -> None:
    pack = {
        "name": "E",
        "ruleset": "mesbg",
        "documents": {"d": {"title": "D"}},
        "source": {"document": "d"},
    }
    name = foreign(name)
    for code, said in (
        ("unknown-ruleset", {"ruleset": name}),
        ("unknown-catalogue", {"catalogues": [name]}),
    ):
        file = Path("pack.json")
        file.write_text(json.dumps({**pack, **said}), encoding="utf-8")
        for command in (("check", "--pack", file, ROSTERS[0]), (*arguments("lint"), file)):
            told = run(*command)
            assert told.code == 2
            assert told.out.startswith("pack.json:1:")
            assert f"[{code}]" in told.out
            assert len(told.out) < 1000


@ANY_ID
def test_an_id_on_the_command_line(run: Run, army: Path, name: str) -> None:
    if "\0" in name or len(name) > 100_000:
        return  # no command line can hold it
    before = army.read_bytes()
    name = foreign(name)
    for command in (
        ("add", army, "gothmog", "--from", name),
        ("new", name, "mordor", "-o", "new.json"),
        ("new", "mesbg", name, "-o", "new.json"),
        ("browse", name),
        ("browse", "mesbg", name),
        ("odds", name),
        ("reference", name, "-o", "out.pdf"),
    ):
        said = run(*command)
        assert said.code == 2, command
        assert SECRET not in said.err
    assert army.read_bytes() == before
    assert not Path("new.json").exists()


@ANY_ID
def test_a_file_name_that_may_be_none(run: Run, army: Path, name: str) -> None:
    if "\0" in name or len(name) > 100_000 or name in ("", "."):
        return
    for command in (
        ("check", name),
        ("check", "--pack", name, army),
        ("check", "--battle", army, name),
        ("check", army, "--table", f"{name}/x.csv"),
        ("show", name),
        ("lint", name),
        ("fmt", name),
        ("odds", f"{name}.json"),
        ("add", name, "gothmog"),
        ("print", name, "-o", "out.pdf"),
        ("repair", name),
        ("new", "mesbg", "mordor", "-o", f"{name}/x"),
        ("diff", army, army, "--rosters", name),
        ("--data", name, "browse"),
    ):
        said = run(*command)
        assert said.code == 2, (command[:2], said.err[:300])


def test_a_file_that_lies_with_a_game_not_named_says_where_that_is(run: Run) -> None:
    run("init", "ours")
    (roster,) = Path("ours/catalogues/ours/rosters").glob("*.json")
    said = run("check", roster)
    assert said.code == 2
    assert "name its folder, --data “ours/catalogues”. [unknown-ruleset]" in said.out
    assert run("--data", "ours/catalogues", "check", roster).code == 0
    shutil.copy(roster, "alone.json")
    assert "--data" not in run("check", "alone.json").out


def test_a_near_miss_is_told(run: Run) -> None:
    said = run("check", write("a.json", ruleset="mesgb"))
    assert "No ruleset is called “mesgb”. Did you mean “mesbg”? [unknown-ruleset]" in said.out
    said = run("check", write("a.json", catalogues={"modor": "1"}))
    assert "mesbg has no army list “modor”. Did you mean “mordor”?" in said.out
