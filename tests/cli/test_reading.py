"""check, show, browse, help: what a reader gets."""

import errno
import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.cli import COMMANDS, main
from listbuilder.loading import write
from tests.cli.conftest import ROSTERS, Run


def test_a_legal_roster(run: Run) -> None:
    said = run("check", ROSTERS[0])
    assert said.code == 0
    assert said.out.startswith(f"{ROSTERS[0]}: legal")


def test_a_folder_ends_with_a_table(run: Run) -> None:
    for folder in {path.parent for path in ROSTERS}:
        if len(list(folder.glob("*.json"))) == 1:
            continue  # which is said in a line
        said = run("check", folder.parent)
        assert said.code == 0
        lines = said.out.splitlines()
        columns = ["verdict", "costs", "findings", "army lists", "side", "hash", "army", "file"]
        if "points" not in said.out:  # a game without costs
            columns.remove("costs")
            columns.remove("side")
        assert re.split("  +", lines[0]) == columns
        every = [path for path in folder.parent.rglob("*") if path.is_file()]
        data = len(list(folder.parent.glob("*.json")))
        assert len(lines) == 2 + len(every) - data
        legal = len(list(folder.glob("*.json")))
        skipped = f"{len(every) - legal} skipped ({data} of them rulesets and army lists)"
        assert lines[-1] == f"{len(every)} files: {legal} legal, {skipped}"


def test_an_illegal_roster_says_who_how_many_and_by_which_rule(run: Run, army: Path) -> None:
    run("add", army, "orc-captain")
    run("add", army, "orc-tracker", "--count", "4")
    said = run("check", army)
    assert said.code == 1
    assert "4 bows, at most 2 allowed. [too-many-bows]" in said.out
    assert "made up of 4 × Orc Tracker" in said.out
    assert "rule: Middle-earth Strategy Battle Game Rules Manual" in said.out
    assert "to mend it: " in said.out


def test_json_is_the_contract(run: Run, army: Path) -> None:
    run("add", army, "orc-captain")
    run("remove", army, "army-leader")
    said = run("check", army, ROSTERS[0], "nowhere.json", "--format", "json")
    assert said.code == 2
    data = json.loads(said.out)
    assert data["version"] == 1
    assert [file["verdict"] for file in data["files"]] == ["illegal", "legal", "unusable"]
    (finding,) = data["files"][0]["findings"]
    assert finding["code"] == "no-army-leader"
    assert (finding["found"], finding["allowed"]) == ("0", "1")
    assert finding["line"] == 1
    assert finding["source"] == {"document": "rules-manual", "section": None, "page": 132}
    remedy = {"text": "Add Army leader to Orc Captain", "safe": True, "breaks": ""}
    assert finding["remedies"][0] == remedy
    assert data["files"][0]["costs"] == {"points": "40"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty-file"),
        ("{", "not-json"),
        ('{"a": 1, "a": 2}', "duplicate-key"),
        ("[" * 100_000, "too-deep"),
        ('{"ruleset": NaN}', "not-a-number"),
        ("[]", "wrong-type"),
        ('{"ruleset": "mesbg", "name": "x", "catalogues": {}, "amry": []}', "unknown-key"),
        ('{"ruleset": "chess", "name": "x", "catalogues": {}}', "unknown-ruleset"),
        ('{"ruleset": "mesbg", "name": "x", "catalogues": {"modor": "1"}}', "unknown-catalogue"),
        (
            '{"ruleset": "mesbg", "name": "x", "catalogues": {}, "limits": {"point": 3}}',
            "unknown-limit",
        ),
        (
            '{"ruleset": "mesbg", "name": "x", "catalogues": {}, "redacted": true}',
            "redacted",
        ),
        (
            '{"ruleset": "mesbg", "name": "x", "catalogues": {"mordor": "1.0.0"},'
            ' "army": [{"entry": "mordor", "with": [{"entry": "gothmgo"}]}]}',
            "unknown-entry",
        ),
        (
            '{"ruleset": "mesbg", "name": "x", "catalogues": {"mordor": "1.0.0"},'
            ' "army": [{"entry": "mordor", "count": -1}]}',
            "wrong-value",
        ),
    ],
    ids=lambda value: value if len(value) < 40 else "",
)
def test_bad_files_are_said_with_their_place(run: Run, text: str, code: str) -> None:
    Path("bad.json").write_text(text, encoding="utf-8")
    said = run("check", "bad.json")
    assert said.code == 2
    assert f"[{code}]" in said.out
    assert "Traceback" not in said.out + said.err
    before = Path("bad.json").read_bytes()
    assert run("add", "bad.json", "gothmog").code == 2
    assert Path("bad.json").read_bytes() == before


def test_all_problems_of_a_file_are_said_at_once(run: Run) -> None:
    text = """{"ruleset": "mesbg", "name": "x", "catalogues": {"mordor": "1.0.0"},
 "limits": {"point": 3},
 "army": [{"entry": "mordroor"}, {"entry": "mordor", "with": [{"entry": "no-orc"}]}]}"""
    Path("bad.json").write_text(text, encoding="utf-8")
    said = run("check", "bad.json")
    assert "bad.json:2:" in said.out
    assert "Did you mean “points”?" in said.out
    assert "Did you mean “mordor”?" in said.out
    assert "No entry is called “no-orc”." in said.out


def test_what_stands_at_something_that_is_gone_is_judged_all_the_same(run: Run) -> None:
    """The rules decide whether it may stand nowhere, and what else is wrong is not hidden."""
    found = next(path for path in ROSTERS if path.stem == "the-walls-of-the-reikland")
    walls = found.read_text(encoding="utf-8")
    wrong = walls.replace('"at": "gatehouse"', '"at": "gatehouze"')
    Path("walls.json").write_text(wrong, encoding="utf-8")
    said = run("check", "walls.json")
    assert said.code == 1
    assert "warning: Placed at “gatehouze”, but no selection has that id" in said.out
    assert "Did you mean “gatehouse”? [unknown-selection]" in said.out
    assert "to mend it: Place Garrison (Arch Lector, at gatehouze) at The Gatehouse" in said.out
    wrong = wrong.replace('"at": "gatehouze"', '"at": "gatehouze", "count": 2')
    Path("walls.json").write_text(wrong, encoding="utf-8")
    assert "[garrison.copies]" in run("check", "walls.json").out


def test_another_catalogue_version_is_a_warning(run: Run, army: Path) -> None:
    run("add", army, "orc-captain")
    army.write_text(army.read_text(encoding="utf-8").replace("1.0.0", "0.9.0"), encoding="utf-8")
    said = run("check", army)
    assert said.code == 0
    assert "warning: Built with Mordor 0.9.0; this is 1.0.0. [other-catalogue-version]" in said.out


def test_a_folder_without_rosters_is_said_and_the_rest_is_checked(run: Run) -> None:
    Path("empty").mkdir()
    said = run("check", "empty", ROSTERS[0])
    assert said.code == 2
    assert "empty: error: This folder holds no rosters. [no-rosters]" in said.out
    assert f"{ROSTERS[0]}" in said.out


def test_a_strangers_name_passes_for_no_line_of_ours(run: Run, army: Path) -> None:
    name = "x\nfake.json: legal, 0 of 5 points (Good)\x1b[2J\u202e"
    data = json.loads(army.read_text(encoding="utf-8"))
    army.write_text(json.dumps({**data, "name": name}), encoding="utf-8")
    for command in (
        ["check", army],
        ["check", army, ROSTERS[0]],
        ["show", army],
        ["show", army, "--format", "markdown"],
        ["add", army, "orc-captain"],
        ["print", army, "-o", "x.pdf"],
    ):
        said = run(*command)
        assert "\x1b" not in said.out
        assert "\u202e" not in said.out
        assert not any(line.startswith("fake") for line in said.out.splitlines())


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads and writes everything")
def test_what_may_not_be_read_or_written(run: Run, army: Path) -> None:
    army.chmod(0)
    assert "[unreadable]" in run("check", army).out
    army.chmod(stat.S_IRUSR)
    Path().chmod(stat.S_IRUSR | stat.S_IXUSR)
    said = run("add", army, "orc-captain")
    Path().chmod(stat.S_IRWXU)
    assert said.code == 2
    assert "the old file is as it was" in said.err


def test_show_gives_numbers_that_commands_take(run: Run, army: Path) -> None:
    run("add", army, "orc-captain", "--with", "shield")
    run("add", army, "orc-warrior", "--count", "3", "--with", "spear=2")
    said = run("show", army)
    assert "  1.1 Orc Captain [Shield, Army leader]  62 points" in said.out
    assert "    1.1.3 3 × Orc Warrior [2 × Spear]  17 points" in said.out
    assert "Models for the break point: 4" in said.out


def test_show_as_markdown_and_json(run: Run, army: Path) -> None:
    run("add", army, "orc-captain", "--with", "shield")
    run("set", army, ".", "name=A_B *c*")
    said = run("show", army, "--format", "markdown")
    assert said.out.startswith("## A\\_B \\*c\\*\n")
    assert "  - **Orc Captain** \\[Shield, Army leader\\] – 45 points" in said.out
    data = json.loads(run("show", army, "--format", "json").out)
    assert data["costs"] == {"points": "45"}
    assert data["selections"][1]["options"] == ["Shield", "Army leader"]


def test_show_tells_how_the_army_stands(run: Run) -> None:
    (allies,) = (path for path in ROSTERS if path.stem == "the-two-towers-march")
    level = ("Convenient Allies", "No list has its army bonus.")
    assert "\n{} – {}\n".format(*level) in run("show", allies).out
    assert "\n**{}** – {}  \n".format(*level) in run("show", allies, "--format", "markdown").out
    data = json.loads(run("show", allies, "--format", "json").out)
    assert data["standing"][0] == {"title": level[0], "text": level[1]}


def test_browse(run: Run) -> None:
    assert "mordor" in run("browse", "mesbg").out
    assert "orc-captain" in run("browse", "mesbg", "mordor").out
    said = run("browse", "mesbg", "mordor", "Orc Captain")
    assert said.out.startswith("Orc Captain, 40 points\n")
    assert "Source: Armies of The Lord of the Rings, page 116" in said.out
    said = run("browse", "mesbg", "mordor", "orc-captian")
    assert said.code == 2
    assert "orc-captain" in said.err


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_made_of_the_data(run: Run, command: str) -> None:
    said = run(command, "--help")
    assert said.code == 0
    assert f"listbuilder {command} " in said.out


def test_near_misses_of_commands(run: Run) -> None:
    said = run("chekc", "x")
    assert said.code == 2
    assert "Did you mean “check”?" in said.err


def test_a_bug_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("listbuilder.checking.check.check_loaded", broken)
    said = run("check", ROSTERS[0])
    assert said.code == 3
    assert "ZeroDivisionError: by nothing" in said.err
    assert "Traceback" not in said.err


def test_data_of_your_own(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine" / "mesbg"
    folder.mkdir(parents=True)
    own = {
        "id": "the-shire",
        "ruleset": "mesbg",
        "name": "The Shire",
        "version": "1.0.0",
        "entries": [
            {
                "id": "the-shire",
                "name": "The Shire",
                "is": ["contingent", "good"],
                "source": {"document": "rules-manual"},
            }
        ],
    }
    (folder / "the-shire.json").write_text(json.dumps(own), encoding="utf-8")
    said = run("--data", tmp_path / "mine", "browse", "mesbg")
    assert "The Shire" in said.out
    assert "mordor" in said.out
    assert run("--data", tmp_path / "mine", "new", "mesbg", "the-shire").code == 0
    assert run("--data", tmp_path / "not-there", "browse", "mesbg").code == 2


def test_names_are_found_as_players_write_them(run: Run) -> None:
    assert run("browse", "mesbg", "Minas Tirith").out.startswith("Minas Tirith 1.0.0")
    assert run("browse", "mesbg", "mordor", "gothmog").out.startswith("Gothmog, Lieutenant")
    assert run("browse", "mesbg", "mordor", "Khamul").out.startswith("Khamûl The Easterling")
    assert run("new", "mesbg", "Minas Tirith").code == 0
    assert Path("minas-tirith.json").exists()
    said = run("browse", "mesbg", "mordor", "orc")
    assert said.code == 2
    assert "may be one of several" in said.err


def test_no_name_is_no_file(run: Run) -> None:
    """Else it would be the folder where the command runs."""
    said = run("check", "")
    assert said.code == 2
    assert "the name is empty" in said.err


def test_a_dash_is_no_file(run: Run, army: Path) -> None:
    for command in (["check", "-"], ["print", army, "-o", "-"]):
        said = run(*command)
        assert said.code == 2
        assert "/dev/std" in said.err
    assert not Path("-").exists()


def test_where_nobody_reads_on_the_exit_code_is_no_verdict() -> None:
    command = [sys.executable, "-m", "listbuilder", "check", *map(str, ROSTERS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait() == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no such device")
@pytest.mark.parametrize(
    "command",
    [
        ("check", ROSTERS[0]),
        ("show", ROSTERS[0]),
        ("lint", "--no-proofs", "--no-cache", ROSTERS[0]),
        ("odds", ROSTERS[0]),
        ("browse",),
        ("--help",),
    ],
    ids=lambda command: command[0],
)
def test_an_output_that_is_full_is_a_line_and_no_verdict(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["listbuilder", *map(str, command)])
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr("sys.stdout", full)
        with pytest.raises(SystemExit) as end:
            main()
    assert end.value.code == 2
    assert capfd.readouterr().err == "Error: the output: the disk is full.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no such device")
def test_messages_that_nobody_can_write_are_no_bug() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "listbuilder", "check", "nowhere.json"]
        assert subprocess.run(command, stdout=full, stderr=full, check=False).returncode == 2


@pytest.mark.parametrize(
    ("file", "code"), [(str(ROSTERS[0]), 0), ("nowhere.json", 2)], ids=["legal", "missing"]
)
def test_an_output_that_is_closed_leaves_the_verdict(
    file: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a shell does it with ``>&- 2>&-``."""
    monkeypatch.setattr("sys.argv", ["listbuilder", "check", file])
    monkeypatch.setattr("sys.stdout", None)
    monkeypatch.setattr("sys.stderr", None)
    with pytest.raises(SystemExit) as end:
        main()
    for stream in (sys.stdout, sys.stderr):
        stream.close()
    assert end.value.code == code


def test_where_nobody_reads_a_file_on_there_is_no_message(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(*_: object) -> None:
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))

    monkeypatch.setattr(write, "_is_device", closed)
    said = run("new", "mesbg", "mordor", "--force", "-o", "/dev/stdout")
    assert (said.code, said.err) == (141, "")
