"""The command line, called in this process."""

from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from listbuilder.cli import main
from tests.shipped import LIBRARY

ROSTERS = LIBRARY.rosters()


@attrs.frozen
class Said:
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str


Run = Callable[..., Said]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Call a command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str | Path) -> Said:
        monkeypatch.setattr("sys.argv", ["listbuilder", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        said = capsys.readouterr()
        return Said(int(end.value.code or 0), said.out, said.err)

    return call


@pytest.fixture
def army(run: Run) -> Path:
    """A small army file: one army list, no hero yet."""
    assert run("new", "mesbg", "mordor", "--limit", "points=300", "-o", "army.json").code == 0
    return Path("army.json")
