"""What was sent in: every file is a row, whatever it is called and wherever it lies."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from listbuilder.checking.inbox import check_files
from listbuilder.interop.opening import load_roster
from listbuilder.loading import side_by_side as module
from listbuilder.loading.folders import data_folder
from listbuilder.loading.isolation import Isolation
from listbuilder.loading.share import fold
from listbuilder.report.formats import FORMATS
from tests.cli.conftest import Run
from tests.shipped import LIBRARY

ARMY, OTHER, *_ = LIBRARY.rosters("mesbg")
HAND = Path(__file__).parents[1] / "interop" / "files" / "hand"
PACK = LIBRARY.events()[0]


def inbox(folder: Path) -> None:
    (folder / "events").mkdir(parents=True)
    (folder / ".git").mkdir()
    (folder / "B.JSON").write_bytes(ARMY.read_bytes())
    (folder / "events" / "c.json").write_bytes(ARMY.read_bytes())
    (folder / "events" / "pack.json").write_bytes(PACK.read_bytes())
    (folder / "isengard.ROSZ").write_bytes((HAND / "isengard.rosz").read_bytes())
    (folder / "photo.png").write_bytes(b"\x89PNG")
    code, other = (fold(load_roster(path, LIBRARY).roster) for path in (ARMY, OTHER))
    (folder / "scan.txt").write_text(f"{code[:70]}\n{code[70:]}\n")
    links = [f"https://example.org/shared#{one}" for one in (code, other, other[:50])]
    (folder / "links.txt").write_text("\n\n".join(links))
    with zipfile.ZipFile(folder / "two.zip", "w") as archive:
        archive.write(ARMY, "inner/a.json")
        archive.write(OTHER, "../b.json")
        archive.writestr("read.me", "Our lists.")
    with zipfile.ZipFile(folder / "one.zip", "w") as archive:
        archive.write(ARMY, "a.json")
    (folder / "folder.json").mkdir()


ROWS = {
    "B.JSON": "legal",
    "events/c.json": "legal",
    "events/pack.json": "skipped",
    "folder.json": "unusable",
    "isengard.ROSZ": "legal",
    "links.txt:1": "legal",
    "links.txt:3": "legal",
    "links.txt:5": "unusable",
    "one.zip": "legal",
    "photo.png": "skipped",
    "scan.txt": "legal",
    "two.zip/inner/a.json": "legal",
    "two.zip/../b.json": "legal",
    "two.zip/read.me": "skipped",
}


def test_every_file_is_a_row(run: Run) -> None:
    inbox(Path("in"))
    said = run("check", "in", "--format", "json", "--table", "table.csv")
    assert said.code == 2
    found = {
        one["path"].removeprefix("in/"): one["verdict"] for one in json.loads(said.out)["files"]
    }
    assert found == ROWS
    assert len(Path("table.csv").read_text(encoding="utf-8-sig").splitlines()) == 1 + len(ROWS)
    text = run("check", "in").out.splitlines()
    assert "14 files: 9 legal, 2 unusable, 3 skipped" in text
    alike = [line for line in text if line.startswith("The same army: ")]
    assert alike == [
        "The same army: in/B.JSON, in/events/c.json, in/links.txt:1, in/one.zip, in/scan.txt, "
        "in/two.zip/inner/a.json",
        "The same army: in/links.txt:3, in/two.zip/../b.json",
    ]
    (pack,) = (line for line in text if line.endswith("pack.json"))
    assert "This is an event pack, no roster." in pack
    for form in {*FORMATS} - {"text", "json"}:
        assert "photo.png" not in run("check", "in", "--format", form).out


def test_processes_side_by_side_say_the_same(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    inbox(Path("in"))
    alone = run("check", "in", "--format", "json")
    monkeypatch.setattr(module, "FEW", 1)
    monkeypatch.setattr(module, "processors", lambda: 2)
    monkeypatch.setattr(module, "may_fork", lambda: True)
    assert run("check", "in", "--format", "json") == alone

    def broken(*_: Any) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("listbuilder.checking.inbox.parse_content", broken)
    said = run("check", "in", "--format", "json")
    assert said.code == 3
    codes = {
        finding["code"] for one in json.loads(said.out)["files"] for finding in one["findings"]
    }
    assert "internal-error" in codes


def test_an_option_given_twice_is_used_twice_or_refused(run: Run) -> None:
    for option in ("--sort", "--expect", "--format"):
        said = run("check", ARMY, option, "text", option, "json")
        assert said.code == 2
        assert f"{option} is given more than once." in said.err
    pairs = [path for path in LIBRARY.rosters("warhammer") if path.stem.startswith("the-walls")]
    said = run("check", "--battle", ARMY, ARMY, "--battle", pairs[0], pairs[0])
    assert "\n4 files: " in said.out


def test_the_forms_of_files_are_no_rosters(run: Run, tmp_path: Path) -> None:
    sent = tmp_path / "sent"
    sent.mkdir()
    (sent / "army.json").write_bytes(LIBRARY.rosters()[0].read_bytes())
    (sent / "roster.schema.json").write_bytes(
        (data_folder("schemas") / "roster.schema.json").read_bytes()
    )
    said = run("check", sent)
    assert said.code == 0
    assert "This is a JSON Schema, no roster." in said.out


def test_what_share_of_many_files_is_done_is_told(tmp_path: Path) -> None:
    for number in range(100):
        (tmp_path / f"{number:03}.txt").write_text("nothing", encoding="utf-8")
    told: list[float] = []
    isolation = Isolation()
    assert len(list(check_files([tmp_path], LIBRARY, isolation, tell=told.append))) == 100
    assert (len(told), told[0], told[-1]) == (100, 0.01, 1.0)
    (tmp_path / "000.txt").unlink()
    assert len(list(check_files([tmp_path], LIBRARY, isolation, tell=told.append))) == 99
    assert len(told) == 100, "fewer take no time"
