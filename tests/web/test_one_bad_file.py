"""Of many armies, games or army lists one can't be used: the page shows the others, and says so."""

import os
import shutil
from inspect import unwrap
from pathlib import Path

import pytest

from listbuilder.lint.codes_page import PATHS
from listbuilder.loading.library import Library
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Catalogue
from listbuilder.rules.evaluate import Judge, Verdict
from tests.bad_files import MAKERS, said_of, text
from tests.lint.conftest import Gate
from tests.web.browser import Browser

NO_FILE = "is a folder, a link or a pipe"
SAID = {
    "a folder": NO_FILE,
    "a pipe": NO_FILE,
    "a device": NO_FILE,
    "a link to nothing": NO_FILE,
    "a link in a circle": NO_FILE,
    "a link to a folder": NO_FILE,
    "a large one": "is larger than",
    "a game of 3,000 letters": "A text of 3,000 characters is too long",
    "a list that is a path": "has no army list",
    "an unknown entry": "A text of 3,000 characters is too long",
}
"""Of some, why they can't be used."""


@pytest.mark.parametrize("name", MAKERS)
def test_list_of_armies(browser: Browser, folder: Path, heads: str, name: str) -> None:
    _, maker = MAKERS[name]
    maker(folder / "m.json")
    assert browser.get("/").status_code == 200
    assert browser.text.count("<h2>m</h2>") == 1
    assert browser.text.count("Can’t be used: ") == 1
    assert SAID.get(name, "") in browser.text
    assert "Heads over the Wall" in browser.text
    assert browser.get("/?q=m").status_code == 200
    assert browser.get("/army/m").status_code in (404, 422)
    assert browser.get("/army/m/export").status_code in (200, 404)
    assert browser.get(f"/army/{heads}").status_code == 200


@pytest.mark.parametrize("name", [b"\xff\xfe.json", b"\x1b[2J.json", b"a\nb.json", b"%2e%2e.json"])
def test_odd_names(browser: Browser, folder: Path, heads: str, name: bytes) -> None:
    (folder / os.fsdecode(name)).write_bytes((folder / f"{heads}.json").read_bytes())
    assert browser.get("/").status_code == 200
    assert browser.text.count("<li id=") == 2


def test_a_bug_with_one_army(
    browser: Browser,
    folder: Path,
    heads: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    evaluate = Judge.evaluate

    def raising(judge: Judge, roster: Roster) -> Verdict:
        if roster.name == "the one":
            raise ZeroDivisionError("by nothing")
        return evaluate(judge, roster)

    monkeypatch.setattr(Judge, "evaluate", raising)
    text(said_of(name="the one"))(folder / "m.json")
    assert browser.get("/").status_code == 200
    assert "A bug of ours, sorry: ZeroDivisionError: by nothing." in browser.text
    assert "Heads over the Wall" in browser.text
    (record,) = caplog.records
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    """The example game of lint's codes, with a second army list."""
    made = Gate(tmp_path / "data")
    made.army_list("day")
    return made


@pytest.mark.parametrize("broken", ["ruleset", "catalogue"])
def test_data_that_is_broken(gate: Gate, folder: Path, heads: str, broken: str) -> None:
    shutil.copy(gate.folder / PATHS["roster"], folder)
    gate.add("ruleset" if broken == "ruleset" else "catalogue", "{")
    browser = Browser(folder, data=[gate.folder])
    file = "gate/ruleset.json" if broken == "ruleset" else "gate/night.json"
    for page in ("/", "/games", "/examples"):
        assert browser.get(page).status_code == 200
        assert f"Can’t be used: {file}, line 1: " in browser.text
    assert browser.get("/").status_code == 200
    assert "Heads over the Wall" in browser.text
    for page in ("/new/gate", "/games/gate"):
        assert browser.get(page).status_code == (422 if broken == "ruleset" else 200)
    assert ("Day" in browser.get("/new/gate").text) is (broken == "catalogue")
    browser.get("/shared")
    browser.post("/shared", {"text": "Mordor\n  Gothmog, Lieutenant of Sauron"})
    assert browser.last.status_code == 200
    assert "Middle-earth" in browser.text


def test_a_bug_with_an_army_list_or_an_example(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def raising(self: Library, ruleset: str, catalogue: str) -> Catalogue:
        if catalogue == "mordor":
            raise ZeroDivisionError("by nothing")
        return read(self, ruleset, catalogue)

    read = Library.catalogue
    monkeypatch.setattr(Library, "__init__", unwrap(Library.__init__))  # with books of its own
    monkeypatch.setattr(Library, "catalogue", raising)
    browser = Browser(folder)
    for page in ("/", "/games", "/examples", "/new/mesbg"):
        assert browser.get(page).status_code == 200
        assert ("ZeroDivisionError" in browser.text) is (page != "/")
        assert caplog.records
        caplog.clear()
