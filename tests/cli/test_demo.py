"""demo: checks and prints the shipped rosters."""

from pathlib import Path

import pytest

from listbuilder.loading.library import Library
from tests.cli.conftest import Run

CASES = Path(__file__).resolve().parents[1] / "cases"


@pytest.fixture
def one_roster(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the demo see a small roster only: printing all takes its time."""
    small = min(CASES.glob("*/*/legal*.json"), key=lambda path: (path.stat().st_size, path))
    monkeypatch.setattr(Library, "rosters", lambda self, ruleset=None: [small])
    return small


def test_demo_shows_progress_and_a_table(run: Run, one_roster: Path) -> None:
    said = run("demo", "--out", "out")
    assert said.code == 0
    (pdf,) = Path("out").glob("*.pdf")
    assert said.out.startswith(f"[1/1] {one_roster.stem} legal, {pdf}\n")
    assert said.out.splitlines()[-2].split() == ["army", "verdict", "costs", "PDF"]
    assert pdf.read_bytes().startswith(b"%PDF")


def test_demo_empties_its_own_folder_only(run: Run, one_roster: Path) -> None:
    Path("mine").mkdir()
    Path("mine/thesis.txt").write_text("years of work", encoding="utf-8")
    said = run("demo", "--out", "mine")
    assert said.code == 2
    assert "holds something else" in said.err
    assert Path("mine/thesis.txt").exists()
    assert run("demo", "--out", "out").code == 0
    (printed,) = Path("out").glob("*.pdf")
    old = printed.rename("out/old.pdf")
    assert run("demo", "--out", "out").code == 0
    assert not old.exists()


def test_demo_of_a_bad_roster_says_so(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bad = tmp_path / "game" / "rosters" / "bad.json"
    bad.parent.mkdir(parents=True)
    bad.write_text("{", encoding="utf-8")
    monkeypatch.setattr(Library, "rosters", lambda self, ruleset=None: [bad])
    said = run("demo", "--out", "out")
    assert said.code == 2
    assert "[not-json]" in said.out
    assert list(Path("out").glob("*.pdf")) == []
