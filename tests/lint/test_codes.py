"""Each code's bad example gives just that code, its good one none; the page says the same."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import listbuilder
from listbuilder.lint.codes import Code, Home, codes, game
from listbuilder.lint.page import PATHS, example_text, page
from listbuilder.lint.run import Linted, Linter
from listbuilder.loading.folders import data_folder
from listbuilder.loading.parse import MOST_BYTES

CODES = list(codes().values())
SHOWN = [code for code in CODES if code.home is not None]
TOLD = [code for code in CODES if code.home is None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The example game."""
    for home in game():
        write(tmp_path, home, example_text(home, {}))
    return tmp_path


def write(folder: Path, home: Home, text: str) -> Path:
    path = folder / PATHS[home]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def found(folder: Path) -> list[tuple[str, str]]:
    """Lint all files: path and code of each finding."""
    return [
        (Path(linted.path).relative_to(folder).as_posix(), finding.code)
        for linted in Linter().lint([folder])
        for finding in linted.findings
    ]


def test_the_example_game_is_clean(folder: Path) -> None:
    assert found(folder) == []


@pytest.mark.parametrize("code", SHOWN, ids=lambda code: code.name)
def test_a_bad_example_gives_just_its_code(folder: Path, code: Code) -> None:
    assert code.home is not None
    write(folder, code.home, example_text(code.home, code.bad))
    mine = {name for path, name in found(folder) if path == PATHS[code.home]}
    assert mine == {code.name}


@pytest.mark.parametrize("code", SHOWN, ids=lambda code: code.name)
def test_a_good_example_gives_none(folder: Path, code: Code) -> None:
    assert code.home is not None
    write(folder, code.home, example_text(code.home, code.good))
    assert found(folder) == []


def unreadable(path: Path) -> Path:
    path.symlink_to(path)
    return path


def too_large(path: Path) -> Path:
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    return path


def other_kind(path: Path) -> Path:
    path.write_text('{"name": "package", "private": true}', encoding="utf-8")
    return path


def latin(path: Path) -> Path:
    path.write_bytes('{"name": "Éomer"}'.encode("latin-1"))
    return path


def roster_of_broken_data(path: Path) -> Path:
    roster = write(path.parent, "roster", example_text("roster", {}))
    write(path.parent, "ruleset", example_text("ruleset", {}))
    write(path.parent, "catalogue", "{")
    return roster


MAKERS: dict[str, Callable[[Path], Path]] = {
    "no-such-file": lambda path: path,
    "unreadable": unreadable,
    "too-large": too_large,
    "not-utf-8": latin,
    "unknown-kind": other_kind,
    "unusable-data": roster_of_broken_data,
}


@pytest.mark.parametrize("code", TOLD, ids=lambda code: code.name)
def test_a_file_that_an_example_tells_of_gives_its_code(tmp_path: Path, code: Code) -> None:
    path = MAKERS[code.name](tmp_path / "army.json")
    (linted,) = Linter().lint([path])
    assert [finding.code for finding in linted.findings] == [code.name]
    assert not linted.usable


def test_codes_are_named_once_and_say_what_to_do() -> None:
    assert len(CODES) > 80
    for code in CODES:
        assert code.means.endswith("."), code.name
        assert code.remedy.endswith("."), code.name


SAID = re.compile(r"""(?:[Pp]roblem|[Ff]ault|Finding|_refuse|_fault)\(\s*(?:name, )?"([a-z-]+)\"""")
NOT_LINTS = {
    *("is-a-folder", "unusable"),  # folders are walked; the other is where we are wrong ourselves
    *("other-ruleset", "list-not-allowed", "choice-not-allowed"),  # of rosters at an event
    "no-baseline",  # of a file that is not linted
}


def test_every_code_that_is_said_is_explained() -> None:
    package = Path(listbuilder.__file__).parent
    said = {
        code
        for folder in ("loading", "lint")
        for path in (package / folder).glob("*.py")
        for code in SAID.findall(path.read_text(encoding="utf-8"))
    }
    assert len(said) > 60
    assert sorted(said - codes().keys() - NOT_LINTS) == []


def test_the_page_is_up_to_date() -> None:
    """If not: listbuilder lint --explain all > catalogues/LINT.md."""
    said = (data_folder("catalogues") / "LINT.md").read_text(encoding="utf-8")
    assert said == "\n".join(page()) + "\n"


def test_findings_have_the_severity_and_a_remedy(folder: Path) -> None:
    write(folder, "catalogue", example_text("catalogue", codes()["bad-id"].bad))
    linted: Linted = next(one for one in Linter().lint([folder]) if one.findings)
    (finding,) = linted.findings
    assert (finding.code, finding.severity) == ("bad-id", "warning")
    assert [remedy.text for remedy in finding.remedies] == [codes()["bad-id"].remedy]
    assert (finding.line, finding.column) == (20, 13)
