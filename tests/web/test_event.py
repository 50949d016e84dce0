"""`serve --pack`: armies are begun, judged, mended, printed and shared as the event plays them."""

import html
import json
import re
import shutil
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest

from listbuilder.interop.opening import load_roster
from listbuilder.loading.share import _digits, fold
from listbuilder.web.routes.event_links import link_of_event
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
    found = re.search(r"http://[^<]+shared\?event=Winter\+Siege&[^#<]+#LB1:[A-Z2-7]+", event.text)
    assert found
    link = html.unescape(found[0])
    event.get("/shared")
    event.press("look", text=link)
    assert "Illegal for Winter Siege" in words(event)
    assert "was not started with" not in event.text
    other = Browser(tmp_path / "other")
    other.get("/shared")
    other.press("look", text=link)
    assert "Illegal for Winter Siege" in words(other), "the link carries its rules"
    assert "Winter Siege is not for Isengard." in words(other)
    assert "The rules of Winter Siege came with this link: whoever made it wrote" in words(other)
    other.get(link[link.index("/shared") : link.index("#")])
    other.press("look", text=link.partition("#")[2])
    assert "Illegal for Winter Siege" in words(other)
    saved = other.press("rules")
    assert saved.headers["content-disposition"] == 'attachment; filename="winter-siege.json"'
    (tmp_path / "saved.json").write_bytes(saved.content)
    other.get(link[link.index("/shared") : link.index("#")])
    other.press("look", text=link.partition("#")[2])
    other.press("keep")
    assert "Winter Siege" not in other.text, "what is kept is judged by the game alone"
    theirs = Browser(tmp_path / "other", packs=[tmp_path / "saved.json"])
    theirs.get("/")
    assert "Illegal" in words(theirs), "or by the rules that were saved, if they are served with"
    other.get("/shared?event=Winter+Siege")
    other.press("look", text=link.partition("#")[2])
    assert "It was built for Winter Siege, whose rules" in words(other)


def shared_link(roster: Path, **said: str) -> str:
    loaded = load_roster(roster, LIBRARY)
    return f"http://127.0.0.1/shared?{urlencode(said)}#{fold(loaded.roster)}"


def test_an_events_own_rules_go_before_those_of_a_link(event: Browser) -> None:
    pack = {**PACK, "limits": {"points": {"exactly": 1}}}
    event.get("/shared")
    event.press("look", text=shared_link(ATTACK, **link_of_event("Winter Siege", [pack])))
    assert "came with this link" not in event.text
    assert "It was built for Winter Siege, whose rules" in words(event), "of that name, yet another"


@pytest.mark.parametrize(
    "packs",
    [
        "EV1:",
        "EV2:AAAA",
        "EV1:" + "A" * 100_000,
        "EV1:" + _digits([]),
        "EV1:" + _digits("no packs"),
        "EV1:" + _digits([PACK] * 5),
        "EV1:" + _digits([{**PACK, "name": "x" * 1_000_000}]),
        "EV1:" + _digits([{**PACK, "ruleset": "chess"}]),
        "EV1:" + _digits([{**PACK, "constraints": [{"id": "<script>"}]}]),
        "EV1:" + _digits([PACK, {**PACK, "limits": {"points": {"exactly": 3}}}]),
    ],
)
def test_bad_rules_in_a_link_are_told_and_the_army_is_shown(browser: Browser, packs: str) -> None:
    browser.get("/shared")
    link = shared_link(ATTACK, event="Winter Siege", packs=packs)
    answer = browser.press("look", text=link)
    assert answer.status_code == 200
    assert "that came with this link can’t be used: " in words(browser)
    assert "<script>" not in browser.text
    assert "Save the event" not in browser.text
    assert "It was built for Winter Siege, whose rules" in words(browser)
    assert len(browser.text) < 2 * len(link) + 20_000, "the link, to look again and to keep"


def test_rules_of_a_link_are_saved_one_by_one_or_not_at_all(browser: Browser) -> None:
    house = {**PACK, "name": "House", "limits": {}, "choices": {}, "banned": []}
    link = shared_link(ATTACK, **link_of_event("Winter Siege", [PACK, house]))
    browser.get("/shared")
    browser.press("look", text=link)
    saved = browser.press("rules")
    assert saved.headers["content-type"] == "application/zip"
    with ZipFile(BytesIO(saved.content)) as archive:
        names = archive.namelist()
        assert names == ["winter-siege-1.json", "winter-siege-2.json"]
        assert [json.loads(archive.read(name)) for name in names] == [PACK, house]
    browser.get("/shared")
    broken = shared_link(ATTACK, event="Winter Siege", packs="EV1:AAAA")
    assert browser.press("look", text=broken, do="rules").status_code == 404


def test_large_packs_are_named_in_a_link_and_not_carried() -> None:
    rng = Random(0)
    large = {**PACK, "summary": "".join(chr(rng.randrange(0x4E00, 0x9FFF)) for _ in range(3_000))}
    assert "packs" in link_of_event("Winter Siege", [PACK])
    assert set(link_of_event("Winter Siege", [large])) == {"event", "mark"}


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
