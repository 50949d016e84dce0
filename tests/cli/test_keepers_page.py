"""The page for those who write data, followed from an empty folder to a printed army in one go."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

from listbuilder.loading.folders import data_folder
from tests.cli.conftest import Run

PAGE = data_folder("catalogues") / "README.md"
TRY = re.compile(r"\*\*Try it\.\*\*(.*?)(?:\n```json (.*?)\n(.*?)\n```|\n\n|\n\Z)", re.DOTALL)
COMMAND = re.compile(r"`listbuilder ([^`]+)`(?: \(ends with ([0-9])\))?")
MOST_LINES = 450


def put(path: Path, pointer: str, value: Any) -> None:
    """Put something into a file where a pointer says; ``-`` is behind the last."""
    if not pointer:
        path.write_text(json.dumps(value), encoding="utf-8")
        return
    data = json.loads(path.read_text(encoding="utf-8"))
    *steps, last = pointer.split("/")[1:]
    at = data
    for step in steps:
        at = at[int(step)] if isinstance(at, list) else at[step]
    if isinstance(at, list) and last == "-":
        at.append(value)
    else:
        at[int(last) if isinstance(at, list) else last] = value
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")


def test_each_section_has_an_example_and_the_page_is_short() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    without = [
        part.partition("\n")[0]
        for part in re.split(r"^(?=#{1,2} )", text, flags=re.MULTILINE)[2:]
        if "**Try it" not in part
    ]
    assert without == ["# The rule language"]  # the sections below it have one


def test_the_page_leads_from_an_empty_folder_to_a_printed_army(run: Run) -> None:
    tried = TRY.findall(PAGE.read_text(encoding="utf-8"))
    assert len(tried) == PAGE.read_text(encoding="utf-8").count("**Try it") > 12
    for said, where, value in tried:
        if where:
            name, _, pointer = where.partition(" ")
            put(Path(name), pointer, json.loads(value))
            if name.startswith("game"):
                assert run("fmt", name).code == 0
        for command, code in COMMAND.findall(said):
            done = run(*shlex.split(command))
            assert done.code == int(code or 0), f"{command}\n{done.out}{done.err}"
    assert {path.name for path in Path().glob("*.pdf")} == {"dawn.pdf", "full.pdf"}
