"""fmt: files in the one way, and whether they are."""

import os
from pathlib import Path

from listbuilder.loading.folders import data_folder
from tests.bad_files import folder_with
from tests.cli.conftest import ROSTERS, Run

UNTIDY = '{"name": "N", "ruleset": "g",\r\n "catalogues": {}, "army": []}'
TIDY = '{\n  "ruleset": "g",\n  "name": "N",\n  "catalogues": {},\n  "army": []\n}\n'


def test_shipped_files_stay_as_they_are(run: Run) -> None:
    said = run("fmt", "--check", data_folder("catalogues"))
    assert (said.code, said.out) == (0, "")


def test_a_check_writes_nothing(run: Run) -> None:
    Path("a.json").write_text(UNTIDY, encoding="utf-8", newline="")
    said = run("fmt", "--check", "a.json", ROSTERS[0])
    assert (said.code, said.out) == (1, "would change: a.json\n")
    assert Path("a.json").read_bytes() == UNTIDY.encode()


def test_a_file_is_written_once(run: Run) -> None:
    Path("a.json").write_bytes(b"\xef\xbb\xbf" + TIDY.encode())
    Path("b.json").write_text(UNTIDY, encoding="utf-8", newline="")
    assert run("fmt", "a.json", "b.json").out == "changed: a.json\nchanged: b.json\n"
    assert Path("a.json").read_bytes() == Path("b.json").read_bytes() == TIDY.encode()
    said = run("fmt", ".")
    assert (said.code, said.out) == (0, "")


def test_what_cannot_be_read_is_left_alone(run: Run) -> None:
    broken = b'{"army": [],}'
    Path("a.json").write_bytes(broken)
    Path("other.json").write_text('{"name": 1}', encoding="utf-8")
    said = run("fmt", ".")
    assert said.code == 2
    assert "a.json:1:13: error: This is not JSON" in said.err
    assert "other.json" not in said.err
    assert Path("a.json").read_bytes() == broken
    said = run("fmt", "other.json", "none.json")
    assert said.code == 2
    assert "[unknown-kind]" in said.err
    assert "[no-such-file]" in said.err


def test_a_folder_without_our_files_is_refused(run: Run) -> None:
    Path("empty").mkdir()
    said = run("fmt", "--check", "empty")
    assert said.code == 2
    assert "empty: error: This folder holds no" in said.err


def test_what_is_no_file_in_a_folder_is_told_and_not_waited_for(run: Run) -> None:
    folder = folder_with(Path("many"), os.mkfifo)
    said = run("fmt", "--check", folder)
    assert said.code == 2
    assert said.err == (
        "many/m.json: error: This is a pipe or a device, not a file. [not-a-file]\n"
    )
    assert "x" * 3000 in run("fmt", "x" * 3000, folder / "a.json").err
