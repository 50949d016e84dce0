"""Two editors at once: no edit that was told is lost, and none goes where it was not meant."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from listbuilder.cli import rosterfile, solving
from listbuilder.loading import write as writing
from listbuilder.loading.save import save
from tests.cli.conftest import Run
from tests.sampling import sampled

GOTHMOG = "gothmog-lieutenant-of-sauron"
PAIR = (GOTHMOG, "orc-captain")


def test_pairs_of_edits_are_all_kept(army: Path) -> None:
    assert kept(army, 3) == 6


@pytest.mark.proof
def test_fifty_pairs_of_edits_are_all_kept(army: Path) -> None:
    assert kept(army, 50) == 100


def test_many_edits_at_once_are_all_kept(run: Run, army: Path) -> None:
    assert run("add", army, "gothmog").code == 0
    for code, said in at_once(*(["add", str(army), "orc-warrior", "--to", "gothmog"],) * 6):
        assert code == 0, said
    assert copies(army)["orc-warrior"] == 6


def kept(army: Path, pairs: int) -> int:
    """Make so many pairs of edits, each two processes at once; count those that are there."""
    begun, found = army.read_bytes(), 0
    for _ in range(pairs):
        army.write_bytes(begun)
        for code, said in at_once(*(["add", str(army), entry] for entry in PAIR)):
            assert code == 0, said
            assert said.startswith("Added")
        found += sum(copies(army).get(entry, 0) for entry in PAIR)
    return found


def at_once(*commands: list[str]) -> list[tuple[int, str]]:
    """Run commands in processes of their own, side by side; their exit codes, and what they say."""
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "listbuilder", *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for command in commands
    ]
    return [(process.wait(), said) for process in running for said in [process.communicate()[0]]]


def copies(path: Path) -> dict[str, int]:
    """How many copies of each entry a roster has."""
    found: dict[str, int] = {}

    def count(held: list[dict[str, Any]]) -> None:
        for one in held:
            found[one["entry"]] = found.get(one["entry"], 0) + one.get("count", 1)
            count(one.get("with", []))

    count(json.loads(path.read_text(encoding="utf-8"))["army"])
    return found


# Another's edit between this one's reading and its writing.


@pytest.fixture
def meanwhile(run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let another edit be made just before the next one is saved."""
    others: list[tuple[str | Path, ...]] = []

    def late(*arguments: Any, **named: Any) -> None:
        if others:
            assert run(*others.pop()).code == 0
        save(*arguments, **named)

    monkeypatch.setattr(rosterfile, "save", late)
    monkeypatch.setattr(solving, "save", late)
    return lambda *command: others.append(command)


@pytest.fixture
def host(run: Run, army: Path) -> Path:
    """Gothmog with two sorts of orcs, and a captain without."""
    for hero in PAIR:
        assert run("add", army, hero).code == 0
    for name in ("first", "second"):
        added = run(
            "add", army, "orc-warrior", "--to", "gothmog", "--set", f"name={name}", "--count", "3"
        )
        assert added.code == 0
    return army


def numbers(army: Path) -> dict[str, str]:
    """The number of each selection, by its name."""
    found: dict[str, str] = {}

    def walk(held: list[dict[str, Any]], around: str) -> None:
        for index, one in enumerate(held, 1):
            found[one.get("name", one["entry"])] = f"{around}{index}"
            walk(one.get("with", []), f"{around}{index}.")

    walk(json.loads(army.read_text(encoding="utf-8"))["army"], "")
    return found


def test_adding_is_done_on_what_is_there_then(
    run: Run, army: Path, meanwhile: Callable[..., None]
) -> None:
    meanwhile("add", army, "gothmog")
    said = run("add", army, "orc-captain")
    assert said.code == 0
    assert said.out.startswith("Added Orc Captain")
    assert copies(army) | {GOTHMOG: 1, "orc-captain": 1} == copies(army)
    points = run("check", army).out
    assert said.out.splitlines()[1].split(": ")[1].split(" of ")[0] in points


def test_setting_is_done_on_what_is_there_then(
    run: Run, host: Path, meanwhile: Callable[..., None]
) -> None:
    number = numbers(host)["second"]
    meanwhile("set", host, "first", "count=5")
    assert run("set", host, number, "count=2").code == 0
    assert copies(host)["orc-warrior"] == 7


def test_removing_is_done_on_what_is_there_then(
    run: Run, host: Path, meanwhile: Callable[..., None]
) -> None:
    meanwhile("add", host, "orc-captain")
    assert run("remove", host, numbers(host)["first"]).code == 0
    assert copies(host)["orc-captain"] == 2
    assert copies(host)["orc-warrior"] == 3
    assert "first" not in numbers(host)


@pytest.mark.parametrize("command", ["remove", "set", "add", "move"])
def test_number_that_may_mean_another_by_now_is_not_used(
    command: str, run: Run, host: Path, meanwhile: Callable[..., None]
) -> None:
    number = numbers(host)["second"]
    words: dict[str, list[str]] = {
        "remove": ["remove", str(host), number],
        "set": ["set", str(host), number, "count=2"],
        "add": ["add", str(host), "orc-tracker", "--to", numbers(host)[GOTHMOG]],
        "move": ["set", str(host), "second", f"to={numbers(host)['orc-captain']}"],
    }
    meanwhile("remove", host, "first")
    said = run(*words[command])
    assert said.code == 2
    assert said.out == ""
    expected = f"Error: {host}: another program has changed it meanwhile; nothing was saved.\n"
    assert said.err == expected
    assert copies(host)["orc-warrior"] == 3
    assert "second" in numbers(host)


def test_name_means_the_same_still(run: Run, host: Path, meanwhile: Callable[..., None]) -> None:
    meanwhile("remove", host, "first")
    assert run("remove", host, "second", "--count", "1").code == 0
    assert copies(host)["orc-warrior"] == 2


def test_what_can_not_be_done_any_more_is_said(
    run: Run, host: Path, meanwhile: Callable[..., None]
) -> None:
    meanwhile("remove", host, "first")
    said = run("set", host, "first", "count=2")
    assert said.code == 2
    assert "Nothing here is “first”" in said.err
    assert "first" not in numbers(host)


def test_who_never_gets_to_it_says_so(
    run: Run, army: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[int] = []

    def late(*arguments: Any, **named: Any) -> None:
        saved.append(1)
        army.write_text(army.read_text(encoding="utf-8") + " ", encoding="utf-8")
        save(*arguments, **named)

    monkeypatch.setattr(rosterfile, "save", late)
    said = run("add", army, "gothmog")
    assert said.code == 2
    assert "another program has changed it meanwhile; nothing was saved" in said.err
    assert len(saved) == rosterfile.MOST_TRIES
    assert GOTHMOG not in copies(army)


def test_file_that_is_gone_is_not_made_again(
    run: Run, army: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*arguments: Any, **named: Any) -> None:
        army.unlink()
        save(*arguments, **named)

    monkeypatch.setattr(rosterfile, "save", late)
    said = run("add", army, "gothmog")
    assert said.code == 2
    assert not army.exists()


@pytest.mark.parametrize(
    "command",
    sampled([(["repair", "--apply", "1"],), (["repair", "-o"],), (["complete", "-o"],)], 2),
    ids=" ".join,
)
def test_answer_goes_only_over_what_was_asked_about(
    command: list[str], run: Run, army: Path, meanwhile: Callable[..., None]
) -> None:
    name, *options = command
    meanwhile("add", army, "gothmog")
    options += [str(army)] if options[-1] == "-o" else []
    said = run(name, army, "--time-limit", "600", *options)
    assert said.code == 2
    assert said.err.endswith("another program has changed it meanwhile; nothing was saved.\n")
    assert copies(army) == {"mordor": 1, GOTHMOG: 1, "army-leader": 1}


def test_answer_goes_over_any_other_file(
    run: Run, army: Path, meanwhile: Callable[..., None]
) -> None:
    other = Path("other.json")
    other.write_text("something else", encoding="utf-8")
    meanwhile("add", army, "gothmog")
    assert run("repair", army, "--time-limit", "600", "-o", other).code == 0
    assert "mordor" in copies(other)


def test_tidying_leaves_what_was_changed(
    run: Run, army: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = army.read_text(encoding="utf-8")
    untidy, after = f"\n{text}", text.replace("300", "400")
    Path("tidy.json").write_text(untidy, encoding="utf-8")
    army.write_text(untidy, encoding="utf-8")
    write = writing.write

    def other(path: Path, *arguments: Any, **named: Any) -> None:
        if path == army:
            army.write_text(after, encoding="utf-8")
        write(path, *arguments, **named)

    monkeypatch.setattr(writing, "write", other)
    said = run("fmt", army, "tidy.json")
    assert said.code == 2
    assert said.out == "changed: tidy.json\n"
    assert said.err == (
        f"Error: {army}: another program has changed it meanwhile; the file is left as it is.\n"
    )
    assert army.read_text(encoding="utf-8") == after
    assert Path("tidy.json").read_text(encoding="utf-8") == text


def test_roster_is_begun_where_there_is_none(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    exists = Path.exists
    assert run("new", "mesbg", "mordor", "-o", "army.json").code == 0
    begun = Path("army.json").read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "exists", lambda self: exists(self) and self.name != "army.json")
        said = run("new", "mesbg", "isengard", "-o", "army.json")
    assert said.code == 2
    assert "another program has changed it meanwhile; nothing was saved" in said.err
    assert Path("army.json").read_bytes() == begun
    assert run("new", "mesbg", "isengard", "-o", "army.json", "--force").code == 0
    assert Path("army.json").read_bytes() != begun
