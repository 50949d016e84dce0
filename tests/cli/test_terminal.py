"""In a window text has colours, bars and columns that fit; elsewhere it is as it always was."""

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import click
import pytest

from listbuilder.report import columns as columns_
from tests.cli.conftest import Run
from tests.shipped import LIBRARY

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
ROSTER = next(path for path in LIBRARY.rosters() if path.stem == "grond-is-coming")
ILLEGAL = Path(__file__).parents[1] / "cases" / "mesbg" / "over-points" / "illegal.json"


def in_window(
    columns: int, *arguments: str | Path, answers: str | None = None, **environment: str
) -> str:
    """What a command writes to a terminal of so many columns, at which somebody may answer."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 500, columns, 0, 0))
    plain = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")}
    process = subprocess.Popen(
        [sys.executable, "-m", "listbuilder", *map(str, arguments)],
        stdin=subprocess.DEVNULL if answers is None else theirs,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env={**plain, "TERM": "xterm", **environment},
    )
    os.close(theirs)
    os.write(ours, (answers or "").encode())
    written = bytearray()
    try:
        while block := os.read(ours, 65536):
            written += block
    except OSError:  # the other end is closed
        pass
    finally:
        process.wait()
        os.close(ours)
    return written.decode().replace("\r\n", "\n")


def test_findings_have_the_colour_of_their_severity(run: Run) -> None:
    seen = in_window(200, "check", ILLEGAL)
    assert "\x1b[31m\x1b[1merror\x1b[0m" in seen
    assert ESCAPE.sub("", seen) == run("check", ILLEGAL).out


def test_a_bar_says_how_much_of_a_limit_is_used() -> None:
    first, second, *_ = ESCAPE.sub("", in_window(100, "show", ROSTER)).splitlines()
    assert "points" in first
    assert re.fullmatch("━+─* [0-9]+ left", second)


def test_costs_end_in_one_column_of_a_narrow_window() -> None:
    lines = ESCAPE.sub("", in_window(70, "show", ROSTER)).splitlines()
    costs = [len(line) for line in lines[2:] if line.endswith(" points")]
    assert len(costs) > 5
    assert {*costs} == {70}


def test_a_table_fits_the_window_and_its_names_can_be_copied(run: Run) -> None:
    lines = ESCAPE.sub("", in_window(90, "browse", "mesbg", "mordor")).splitlines()
    whole = run("browse", "mesbg", "mordor").out.splitlines()
    assert max(map(len, lines)) <= 90 < max(map(len, whole))
    assert [line.split()[0] for line in lines] == [line.split()[0] for line in whole]


def test_findings_are_broken_between_words(run: Run) -> None:
    seen, whole = ESCAPE.sub("", in_window(60, "check", ILLEGAL)), run("check", ILLEGAL).out
    assert seen.split() == whole.split()
    lines = [line for line in seen.splitlines() if " | " not in line and str(ILLEGAL) not in line]
    assert max(map(len, lines)) <= 60 < max(map(len, whole.splitlines()))


def test_what_is_found_can_be_copied_from_a_narrow_window() -> None:
    seen = ESCAPE.sub("", in_window(80, "browse", "mesbg", "mordor", "--keyword", "catapult"))
    assert "  mordor-war-catapult  " in seen
    assert max(map(len, seen.splitlines())) <= 80


def test_a_table_too_wide_for_its_window_leaves_out_what_can_be_spared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heads = ("verdict", "player", "hash", "side", "file")
    row = ("legal", "Anna Lund of the North", "2-7164575d3300", "attacker", "inbox/Anna Lund.json")
    for columns, gone in ((90, []), (66, ["hash"]), (50, ["hash", "side"]), (20, ["hash", "side"])):
        monkeypatch.setattr(
            columns_, "window", lambda columns=columns: os.terminal_size((columns, 24))
        )
        lines = [click.unstyle(line) for line in columns_.table(heads, [row], -1, ("hash", "side"))]
        assert lines[1].endswith("inbox/Anna Lund.json")
        assert columns < 50 or max(map(len, lines[:2])) <= columns
        assert lines[2:] == ([f"A wider window shows: {', '.join(gone)}."] if gone else [])
        assert [head for head in heads if head not in lines[0].split()] == gone


@pytest.mark.parametrize(
    "arguments",
    [("show", ROSTER), ("check", ILLEGAL), ("browse", "mesbg")],
    ids=lambda arguments: arguments[0],
)
def test_who_wants_no_colour_gets_the_text_of_a_pipe(
    run: Run, arguments: tuple[str | Path, ...]
) -> None:
    assert in_window(60, *arguments, NO_COLOR="1") == run(*arguments).out


@pytest.mark.parametrize(
    "arguments",
    [("show", ROSTER, "--format", "markdown"), ("check", ILLEGAL, "--format", "junit")],
    ids=lambda arguments: arguments[0],
)
def test_a_format_is_the_same_in_a_window(run: Run, arguments: tuple[str | Path, ...]) -> None:
    assert in_window(60, *arguments) == run(*arguments).out


def test_whoever_says_nothing_is_led_to_an_army(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "siege.json"
    named = file.with_suffix("")
    answers = f"Middle-earth siege engines\nmordr\nmordor\n500\n2\nThe gate\n{named}\n"
    seen = ESCAPE.sub("", in_window(100, "new", answers=answers))
    assert "None of them is called “mordr”. Did you mean “mordor”?" in seen
    assert "The gate: 0 of 500 points, unfinished" in seen
    data = json.loads(file.read_text(encoding="utf-8"))
    assert (data["limits"], data["choices"]) == ({"points": 500}, {"siege": "attacker"})
    assert run("check", file).code == 1, "a beginning is not legal yet"


def test_whoever_names_no_command_is_asked_on_a_terminal_only(run: Run) -> None:
    assert run().out == ""
    seen = in_window(100, answers="Show the commands\n")
    assert "1  Build armies in the browser" in seen
    assert "Commands:\n  new " in seen


def test_whoever_goes_away_gets_no_traceback() -> None:
    assert in_window(100, "new", answers="\x04").endswith("\n")


def test_nobody_is_asked_where_nobody_answers(run: Run) -> None:
    said = run("new", "mesbg")
    assert said.code == 2
    assert "Missing argument 'CATALOGUE'." in said.err
