"""What lies in a folder may be a link that somebody else put there: it leads no way out."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import ROSTERS, Run

SECRET = '{"ruleset": "mesbg",   "army": [], "password": "hunter2"}'


@pytest.fixture
def folder(run: Run) -> Path:
    """A folder with a legal roster, a link to that, and a link out of the folder."""
    Path("secret.json").write_text(SECRET, encoding="utf-8")
    sent = Path("sent")
    sent.mkdir()
    (sent / "a.json").write_bytes(ROSTERS[0].read_bytes())
    (sent / "b.json").symlink_to("a.json")
    (sent / "c.json").symlink_to("../secret.json")
    return sent


@pytest.mark.parametrize("command", ["check", "lint", "fmt"])
def test_a_link_out_of_a_folder_is_told_and_not_followed(
    run: Run, folder: Path, command: str
) -> None:
    said = run(command, folder)
    assert said.code == 2
    assert "[link-outside]" in said.out + said.err
    assert "password" not in said.out + said.err
    assert "b.json: error" not in said.out + said.err
    assert Path("secret.json").read_text(encoding="utf-8") == SECRET


def test_a_link_that_is_named_is_read(run: Run, folder: Path) -> None:
    assert "password" in run("check", folder / "c.json").out


def test_a_link_does_not_lead_out_of_what_is_compared(run: Run, folder: Path) -> None:
    before = ROSTERS[0].parent.parent
    said = run("diff", before, before, "--rosters", folder, "--format", "json")
    assert "password" not in said.out
    (one,) = [file for file in json.loads(said.out)["rosters"] if file["path"].endswith("c.json")]
    assert one["old"]["verdict"] == "unusable"
