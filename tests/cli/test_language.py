"""A command answers people in their language, and programs in English."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from listbuilder.cli.choose_language import LOCALE, answer_in, language_of
from listbuilder.loading.system import language_of_menus
from listbuilder.messages import ENGLISH
from listbuilder.report.formats import FORMATS
from tests.cli.conftest import Run
from tests.shipped import LIBRARY

LURTZ = next(path for path in LIBRARY.rosters() if path.stem == "breakers-of-the-deeping-wall")


@pytest.fixture(autouse=True)
def english_again(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LANGUAGE", "")  # so that it is as it was at the end
    yield
    answer_in(ENGLISH)


@pytest.fixture
def dear(tmp_path: Path) -> Path:
    """An army that costs more than it may."""
    roster = json.loads(LURTZ.read_text(encoding="utf-8")) | {"limits": {"points": 300}}
    path = tmp_path / "dear.json"
    path.write_text(json.dumps(roster), encoding="utf-8")
    return path


def test_findings_and_what_mends_them(run: Run, dear: Path) -> None:
    german = run("--lang", "de", "check", dear)
    assert "Fehler: Die Armee: Eine Armee kostet höchstens ihr Punktelimit" in german.out
    assert "Abhilfe: Punkte auf 789 setzen" in german.out
    assert german.code == run("check", dear).code == 1


def test_every_cost_is_told_in_the_language_of_its_title(run: Run) -> None:
    """Siege points have no limit; browsers may break their German title at a soft hyphen."""
    castle = next(path for path in LIBRARY.rosters() if path.stem == "the-walls-of-the-reikland")
    said = run("--lang", "de", "check", castle).out
    assert "2000 von 2000 Punkte, 1900 Belagerungspunkte" in said


@pytest.mark.parametrize("format_", [one for one in FORMATS if one != "text"])
def test_what_programs_read_is_english_in_all_languages(run: Run, dear: Path, format_: str) -> None:
    asked = ("check", dear, "--format", format_)
    assert run("--lang", "de", *asked) == run(*asked)


@pytest.mark.parametrize("format_", ["ros", "newrecruit", "text"])
def test_exports_that_are_read_back_are_english(run: Run, format_: str) -> None:
    asked = ("export", LURTZ, "--to", format_)
    assert run("--lang", "de", *asked) == run(*asked)
    assert run(*asked).code == 0


def test_language_of_the_system_counts_on_a_terminal_alone(
    run: Run, dear: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaks(monkeypatch, LANG="de_AT.UTF-8")
    assert "error: " in run("check", dear).out
    monkeypatch.setattr("listbuilder.cli.choose_language.is_terminal", lambda: True)
    assert "Fehler: " in run("check", dear).out
    assert "error: " in run("--lang", "en", "check", dear).out


@pytest.mark.parametrize(
    ("number", "name"), [(0x0407, "de_DE"), (0x0C07, "de_AT"), (0x0409, "en_US"), (0xFFFF, "")]
)
def test_windows_says_the_language_of_its_menus(
    monkeypatch: pytest.MonkeyPatch, number: int, name: str
) -> None:
    system = SimpleNamespace(kernel32=SimpleNamespace(GetUserDefaultUILanguage=lambda: number))
    monkeypatch.setattr("ctypes.windll", system, raising=False)
    assert language_of_menus() == "", "other systems say it by variables"
    monkeypatch.setattr("listbuilder.loading.system.IS_WINDOWS", True)
    assert language_of_menus() == name
    monkeypatch.setattr("listbuilder.cli.choose_language.is_terminal", lambda: True)
    speaks(monkeypatch)
    assert language_of(None) == ("de" if name.startswith("de") else ENGLISH)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert language_of(None) == ENGLISH


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en:de"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "fr:de"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_AT"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "de_DE", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "C", "LANGUAGE": "de"}, "en"),
        ({"LANGUAGE": "de"}, "de"),
        ({"LANG": "tlh", "LC_ALL": ""}, "en"),
    ],
)
def test_variables_count_in_their_order(
    monkeypatch: pytest.MonkeyPatch, said: dict[str, str], language: str
) -> None:
    monkeypatch.setattr("listbuilder.cli.choose_language.is_terminal", lambda: True)
    speaks(monkeypatch, **said)
    assert language_of(None) == language
    assert (language_of("en"), language_of("de-AT")) == ("en", "de")


def speaks(monkeypatch: pytest.MonkeyPatch, **said: str) -> None:
    for name in (*LOCALE, "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in said.items():
        monkeypatch.setenv(name, value)


def test_what_click_says(run: Run) -> None:
    said = run("--lang", "de", "add")
    assert said.err.splitlines()[-1] == "Fehler: Es fehlt das Argument 'FILE'."
    assert said.err.startswith("Aufruf: ")
    assert "Zeigt diese Hilfe" in run("--lang", "de", "add", "--help").out
    assert run("add").err.splitlines()[-1] == "Error: Missing argument 'FILE'."


def test_unknown_language_is_refused(run: Run) -> None:
    said = run("--lang", "xx", "demo")
    assert (said.code, said.err.splitlines()[-1]) == (
        2,
        "Error: Invalid value for --lang: there is no “xx” yet, only en, de.",
    )


def test_help(run: Run) -> None:
    assert "Baut, prüft und druckt" in run("--lang", "de", "--help").out
    assert "Nimmt einen Eintrag in eine Liste auf" in run("--lang", "de", "add", "--help").out
    assert "Add an entry to a roster" in run("add", "--help").out


def test_errors(run: Run, dear: Path) -> None:
    said = run("--lang", "de", "remove", dear, "9.9")
    assert said.err.startswith("Fehler: Nichts hier ist ")
