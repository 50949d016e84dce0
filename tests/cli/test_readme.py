"""The tour in the README works, command by command."""

import re
import shlex
from pathlib import Path

from tests.cli.conftest import Run

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_tour_works(run: Run) -> None:
    commands = re.findall(
        r"^\$ listbuilder (.*)$", README.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(commands) > 8
    codes = {command: run(*shlex.split(command)).code for command in commands}
    illegal = [command for command, code in codes.items() if code == 1]
    assert illegal == ["check army.json"]
    assert {code for command, code in codes.items() if command not in illegal} == {0}
    assert Path("army.pdf").read_bytes().startswith(b"%PDF")
    assert Path("reference.pdf").read_bytes().startswith(b"%PDF")


def test_every_command_is_in_the_readme() -> None:
    text = README.read_text(encoding="utf-8")
    for command in (
        "new",
        "add",
        "set",
        "show",
        "browse",
        "check",
        "print",
        "reference",
        "odds",
        "lint",
        "fmt",
    ):
        assert f"listbuilder {command} " in text


def test_the_python_example_works(run: Run, army: Path) -> None:
    text = README.read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    run("add", army, "orc-captain")
    exec(code, {})
