"""The list of armies."""

import html
import json
import re
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from listbuilder.web.storage.files import file_name
from tests.web.browser import Browser


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.json"))


def test_there_are_none_at_first_and_the_folder_is_not_made(browser: Browser, folder: Path) -> None:
    assert browser.get("/").status_code == 200
    assert "There are none yet" in browser.text
    assert not folder.exists()


@pytest.mark.parametrize(
    ("ruleset", "army_list", "fields"),
    [
        ("mesbg", "mordor", {"army.points": "500"}),
        ("warhammer", "empire", {"army.points": "1500", "army.side": "defender"}),
        ("helms-deep", "isengard", {}),
    ],
)
def test_one_is_begun_of_each_game(
    browser: Browser, folder: Path, ruleset: str, army_list: str, fields: dict[str, str]
) -> None:
    browser.get(f"/new/{ruleset}")
    form = browser.forms()[0]["fields"]
    browser.post(f"/new/{ruleset}", {**form, **fields, "list": army_list, "name": "Für uns/…"})
    assert browser.last.status_code == 200
    assert names(folder) == ["fur-uns.json"]
    saved = json.loads((folder / "fur-uns.json").read_text(encoding="utf-8"))
    assert saved["name"] == "Für uns/…"
    assert saved["catalogues"].keys() == {army_list}
    if "army.points" in fields:
        assert saved["limits"] == {"points": int(fields["army.points"])}


@pytest.mark.parametrize("fields", [{"list": "no-such"}, {"list": "mordor", "army.points": "lots"}])
def test_what_can_not_be_begun_says_why(
    browser: Browser, folder: Path, fields: dict[str, str]
) -> None:
    browser.get("/new/mesbg")
    assert browser.post("/new/mesbg", fields).status_code == 422
    assert "Not done." in browser.text
    assert not folder.exists()


def test_duplicate_rename_and_search(browser: Browser, folder: Path, heads: str) -> None:
    browser.get("/")
    browser.press("duplicate")
    assert names(folder) == ["heads-over-the-wall-copy.json", f"{heads}.json"]
    browser.get("/")
    browser.press("rename", name="Aaaah")
    browser.get("/?q=aaah")
    assert "Aaaah" in browser.text
    assert f'/army/{heads}"' not in browser.text
    browser.get("/?q=zzz")
    assert "No army is called so" in browser.text


def test_delete_can_be_undone(browser: Browser, folder: Path, heads: str) -> None:
    before = (folder / f"{heads}.json").read_bytes()
    browser.get("/")
    browser.press("delete")
    assert names(folder) == []
    assert "is deleted" in browser.text
    browser.press("restore")
    assert names(folder) == [f"{heads}.json"]
    assert (folder / f"{heads}.json").read_bytes() == before


@pytest.mark.parametrize("key", ["a&b=c", "Ünser Heer", "a#b", "100%", "a+b?"])
def test_any_name_of_a_file_will_do(browser: Browser, folder: Path, heads: str, key: str) -> None:
    (folder / f"{heads}.json").rename(folder / f"{key}.json")
    browser.get("/")
    browser.press("delete")
    assert names(folder) == []
    browser.press("restore")
    assert len(names(folder)) == 1
    assert browser.last.status_code == 200
    browser.press("remove:1.3")
    assert browser.last.status_code == 200


def test_what_is_brought_back_takes_the_place_of_nothing(
    browser: Browser, folder: Path, heads: str
) -> None:
    browser.get("/")
    browser.press("delete")
    page = browser.last
    (folder / f"{heads}.json").write_text("{}", encoding="utf-8")
    browser.last = page
    browser.press("restore")
    assert names(folder) == [f"{heads}-2.json", f"{heads}.json"]


def test_file_goes_out_and_comes_in_the_same(browser: Browser, folder: Path, heads: str) -> None:
    before = (folder / f"{heads}.json").read_bytes()
    assert browser.get(f"/army/{heads}/export").content == before
    assert "attachment" in browser.last.headers["content-disposition"]
    browser.get("/")
    browser.post("/import", {}, files={"file": ("x.json", before)})
    assert (folder / f"{heads}-2.json").read_bytes() == before


@pytest.mark.parametrize(
    "data", [b"", b"{", b"\xff", b"[]", b'{"ruleset": "nothing", "name": "x", "catalogues": {}}']
)
def test_file_that_is_no_roster_is_not_taken_in(
    browser: Browser, folder: Path, heads: str, data: bytes
) -> None:
    browser.get("/")
    answer = browser.post("/import", {}, files={"file": ("x.json", data)})
    assert answer.status_code == 422
    assert names(folder) == [f"{heads}.json"]


THEIRS = Path(__file__).parents[1] / "interop" / "files" / "engine-and-a-stranger.ros"
LINES = b"Hosts (Middle-earth siege engines): 45 of 500 points\n1 Mordor\n  1.1 Orc Captain\n"


def sent(packed: bool, *files: tuple[str, bytes]) -> list[tuple[str, tuple[str, bytes]]]:
    """Files of a form, or an archive of them as macOS packs it."""
    if packed:
        made = BytesIO()
        with zipfile.ZipFile(made, "w") as archive:
            for name, data in (*files, ("__MACOSX/._x.ros", b"\0\5\x16\7")):
                archive.writestr(name, data)
        files = (("lists.zip", made.getvalue()),)
    return [("file", one) for one in files]


@pytest.mark.parametrize("packed", [False, True])
def test_several_files_are_taken_in_at_once_or_none(
    browser: Browser, folder: Path, heads: str, packed: bool
) -> None:
    ours = (folder / f"{heads}.json").read_bytes()
    good = [("Gothmog.ros", THEIRS.read_bytes()), ("hosts.txt", LINES), ("my army.json", ours)]
    browser.get("/")
    bad = sent(packed, *good, ("odd.ros", b"<!DOCTYPE x><roster/>"))
    answer = browser.post("/import", {}, files=bad)
    assert answer.status_code == 422
    assert "odd.ros can&#39;t be used" in answer.text
    assert names(folder) == [f"{heads}.json"]
    browser.post("/import", {}, files=sent(packed, *good))
    assert names(folder) == ["gothmog.json", f"{heads}.json", "hosts.json", "my-army.json"]
    assert (folder / "my-army.json").read_bytes() == ours
    browser.get("/army/gothmog")
    assert "1 selection not understood" in browser.text


def test_file_of_another_program_is_looked_at_and_kept(browser: Browser, folder: Path) -> None:
    browser.get("/")
    answer = browser.post("/import", {}, files={"file": ("x.ros", THEIRS.read_bytes())})
    assert "1 selection not understood: 2 × Orc Captain / Warband / Unknown Beast" in answer.text
    assert "Mordor War Catapult" in answer.text
    assert names(folder) == []
    text = html.unescape(re.findall(r"<textarea[^>]*>(.*?)</textarea>", answer.text, re.DOTALL)[0])
    browser.post("/shared", {"text": text, "do": "keep"})
    assert names(folder) == ["siege-of-the-city.json"]
    answer = browser.post("/import", {}, files={"file": ("x.ros", b"<!DOCTYPE x><roster/>")})
    assert answer.status_code == 422
    assert "declares no document type" in answer.text


def test_army_that_comes_along_is_taken(browser: Browser, folder: Path) -> None:
    browser.get("/examples")
    browser.post("/import", {"example": "0"})
    assert browser.last.status_code == 200
    assert len(names(folder)) == 1
    browser.get("/examples")
    assert browser.post("/import", {"example": "99999"}).status_code == 422


def test_file_that_can_not_be_used_is_listed_with_the_reason(
    browser: Browser, folder: Path, heads: str
) -> None:
    (folder / "bad.json").write_text('{"name": 1,\n}', encoding="utf-8")
    assert browser.get("/").status_code == 200
    assert "Can’t be used: line 2" in browser.text
    assert browser.get("/army/bad").status_code == 422
    assert browser.get(f"/army/{heads}").status_code == 200


@pytest.mark.parametrize("name", ["CON", "nul", "Aux", "com1", "LPT9"])
def test_no_file_is_named_after_a_device_of_windows(name: str) -> None:
    assert file_name(name) == f"{name.lower()}-army"
    assert file_name(f"{name} wall") == f"{name.lower()}-wall"
