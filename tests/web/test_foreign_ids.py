"""Ids in files and in addresses that are paths, patterns or far too long."""

import json
from pathlib import Path
from urllib.parse import quote

import pytest

from listbuilder.web.storage.reading import LONGEST_TEXT
from tests.web.browser import Browser

FOREIGN = ["", ".", "../mesbg/mordor", "rosters/isengard-as-listed", "**x", "*", "CON", "\0"]
FOREIGN += ["\x1b[2J\n", "/creds", "a" * 3000, "a" * 1_000_000]
ANY_ID = pytest.mark.parametrize(
    "name", FOREIGN, ids=[f"{name[:9]!r} {len(name)}" for name in FOREIGN]
)
SECRET = "the secret"


@ANY_ID
def test_an_id_in_a_roster_of_the_folder(
    browser: Browser, folder: Path, heads: str, name: str
) -> None:
    if name == "/creds":
        (folder.parent / "creds.json").write_text(SECRET, encoding="utf-8")
        name = str(folder.parent / "creds")
    for file, ruleset, catalogue in (("one", name, "mordor"), ("two", "mesbg", name)):
        data = {"ruleset": ruleset, "name": "x", "catalogues": {catalogue: "1.0.0"}}
        (folder / f"{file}.json").write_text(json.dumps(data), encoding="utf-8")
    assert browser.get("/").status_code == 200
    if len(name) <= LONGEST_TEXT:  # longer texts are refused before anything is looked up
        assert "No ruleset is called" in browser.text
        assert "mesbg has no army list" in browser.text
    assert "Heads over the Wall" in browser.text
    assert SECRET not in browser.text
    assert len(browser.text) < 30_000
    status = 422 if len(name) < 500_000 else 404  # the browser opens no file of half a megabyte
    for key in ("one", "two"):
        for page in ("", "/odds", "/play", "/print", "/share", "/castle", "/set-up", "/solve"):
            assert browser.get(f"/army/{key}{page}").status_code == status
            assert SECRET not in browser.text


@ANY_ID
def test_an_id_in_an_address(browser: Browser, heads: str, name: str) -> None:
    said = quote(name[:900], safe="")
    for address in (
        f"/games/{said}",
        f"/games/mesbg/{said}",
        f"/games/{said}/mordor",
        f"/games/mesbg/mordor/{said}",
        f"/games/mesbg/{said}/gothmog",
        f"/new/{said}",
        f"/army/{said}",
        f"/army/{said}/export",
        f"/assets/{said}/{said}",
    ):
        answer = browser.get(address)
        # Without the name, or with a point in its place, it is the address of another page.
        assert answer.status_code == 404 or name in ("", "."), address
        assert answer.status_code < 500


def test_an_address_has_a_near_miss(browser: Browser) -> None:
    assert browser.get("/games/mesgb").status_code == 404
    assert "Did you mean “mesbg”?" in browser.text
    assert browser.get("/games/mesbg/modor").status_code == 404
    assert "Did you mean “mordor”?" in browser.text
