"""`serve --pack`: armies are begun, judged, mended, printed and shared as the event plays them."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.shipped import LIBRARY
from tests.web.browser import Browser

PACK: dict[str, Any] = {
    "name": "Winter Siege",
    "ruleset": "mesbg",
    "documents": {"pack": {"title": "Winter Siege, players' pack"}},
    "source": {"document": "pack", "section": "Your army"},
    "limits": {"points": {"exactly": 490}},
    "choices": {"siege": ["attacker", "defender"]},
    "banned": ["isengard"],
}
ATTACK = {path.stem: path for path in LIBRARY.rosters("mesbg")}["ladders-against-the-wall"]


@pytest.fixture
def event(folder: Path, tmp_path: Path) -> Browser:
    pack = tmp_path / "event.json"
    pack.write_text(json.dumps(PACK), encoding="utf-8")
    return Browser(folder, packs=[pack])


def words(browser: Browser) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", browser.text).split())


def test_an_army_is_begun_for_the_event(event: Browser, folder: Path) -> None:
    event.get("/new/mesbg")
    assert "For Winter Siege, whose rules hold, too." in event.text
    assert 'value="490"' in event.text
    assert '<option value="isengard"' not in event.text
    assert '<option value="neither"' not in event.text
    event.submit("", list="mordor", name="Ours")
    said = json.loads((folder / "ours.json").read_text(encoding="utf-8"))
    assert said["limits"] == {"points": 490}
    assert event.last.status_code == 200
    assert "for Winter Siege" in words(event)


def test_what_an_event_does_not_have_makes_an_army_illegal_until_it_is_changed(
    event: Browser, folder: Path
) -> None:
    folder.mkdir(exist_ok=True)
    said = json.loads(ATTACK.read_text(encoding="utf-8"))
    points = next(iter(said["limits"].values()))
    choices = said["choices"].pop("siege")
    (folder / "ours.json").write_text(json.dumps(said), encoding="utf-8")
    event.get("/army/ours")
    assert "Illegal for Winter Siege" in words(event)
    assert "Winter Siege is for attacker or defender, not none." in event.text
    assert f"{points}" in event.text
    event.get("/")
    assert "Illegal" in words(event)
    event.get("/army/ours?at=.")
    event.press("roster", **{"army.siege": choices, "army.points": "490"})
    event.get("/army/ours")
    assert "Winter Siege is for" not in event.text
    plain = Browser(folder)
    plain.get("/army/ours")
    assert "Winter Siege" not in plain.text


def test_sheets_and_links_name_the_event(event: Browser, folder: Path, tmp_path: Path) -> None:
    folder.mkdir(exist_ok=True)
    shutil.copy(ATTACK, folder / "ours.json")
    event.get("/army/ours/sheets?sheets=army")
    assert "Illegal for Winter Siege" in words(event)
    event.get("/army/ours/share")
    found = re.search(r"http://[^<]+shared\?event=Winter\+Siege#LB1:[A-Z2-7]+", event.text)
    assert found
    event.get("/shared")
    event.press("look", text=found[0])
    assert "Illegal for Winter Siege" in words(event)
    assert "was not started with" not in event.text
    other = Browser(tmp_path / "other")
    other.get("/shared")
    other.press("look", text=found[0])
    assert "It was built for Winter Siege, whose rules" in words(other)
    other.get("/shared?event=Winter+Siege")
    other.press("look", text=found[0].partition("#")[2])
    assert "It was built for Winter Siege, whose rules" in words(other)


def test_a_job_reads_armies_as_the_event_plays_them(
    event: Browser, folder: Path, tmp_path: Path
) -> None:
    import pypdf

    folder.mkdir(exist_ok=True)
    shutil.copy(ATTACK, folder / "ours.json")
    answer = event.get("/army/ours/sheets.pdf?sheets=army")
    assert answer.status_code == 200, answer.text
    (tmp_path / "a.pdf").write_bytes(answer.content)
    text = " ".join(pypdf.PdfReader(tmp_path / "a.pdf").pages[0].extract_text().split())
    assert "ILLEGAL FOR WINTER SIEGE" in text.upper()


def test_armies_of_other_games_are_as_ever(event: Browser, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    shutil.copy(LIBRARY.rosters("warhammer")[0], folder / "theirs.json")
    event.get("/army/theirs")
    assert "Winter Siege" not in event.text
    event.get("/new/warhammer")
    assert "Winter Siege" not in event.text
