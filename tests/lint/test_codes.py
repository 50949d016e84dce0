"""Each code's bad example gives just that code, its good one none; the page says the same."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import listbuilder
from listbuilder.lint.codes import Code, codes
from listbuilder.lint.codes_page import PATHS, page_lines
from listbuilder.lint.run import Linter
from listbuilder.loading.folders import data_folder
from listbuilder.loading.input_limits import MOST_BYTES
from tests.lint.conftest import Gate

CODES = list(codes().values())
SHOWN = [code for code in CODES if code.home is not None]
PROVED = "What is proved"
ELSEWHERE = {"too-many-offers", "version-not-raised", "unnamed-list"}
"""Too large for an example, or told of two versions; tests/lint/test_checks.py has them. The last
is in tests/loading/test_slips.py."""
TOLD = [code for code in CODES if code.home is None and code.name not in ELSEWHERE]


def test_the_example_game_is_clean(gate: Gate) -> None:
    assert gate.found(proofs=True) == []


@pytest.mark.parametrize("code", SHOWN, ids=lambda code: code.name)
def test_a_bad_example_gives_just_its_code(gate: Gate, code: Code) -> None:
    assert code.home is not None
    gate.add(code.home, code.bad)
    mine = {name for path, name in gate.found(code.topic == PROVED) if path == PATHS[code.home]}
    assert mine == {code.name}


@pytest.mark.parametrize("code", SHOWN, ids=lambda code: code.name)
def test_a_good_example_gives_none(gate: Gate, code: Code) -> None:
    assert code.home is not None
    gate.add(code.home, code.good)
    assert gate.found(code.topic == PROVED) == []


def unreadable(path: Path) -> Path:
    path.symlink_to(path)
    return path


def folder_called_like_a_file(path: Path) -> Path:
    path.mkdir()
    return path.parent


def pipe(path: Path) -> Path:
    os.mkfifo(path)
    return path.parent


def too_large(path: Path) -> Path:
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    return path


def link_outside(path: Path) -> Path:
    outside = path.parent.parent / f"{path.parent.name}.json"
    outside.write_text("{}", encoding="utf-8")
    path.symlink_to(outside)
    return path.parent


def other_kind(path: Path) -> Path:
    path.write_text('{"name": "package", "private": true}', encoding="utf-8")
    return path


def without_ours(path: Path) -> Path:
    other_kind(path)
    return path.parent


def latin(path: Path) -> Path:
    path.write_bytes('{"name": "Éomer"}'.encode("latin-1"))
    return path


def roster_of_broken_data(path: Path) -> Path:
    gate = Gate(path.parent)
    gate.add("catalogue", "{")
    return gate.add("roster", {})


MAKERS: dict[str, Callable[[Path], Path]] = {
    "no-such-file": lambda path: path,
    "unreadable": unreadable,
    "is-a-folder": folder_called_like_a_file,
    "not-a-file": pipe,
    "too-large": too_large,
    "not-utf-8": latin,
    "link-outside": link_outside,
    "unknown-kind": other_kind,
    "no-files": without_ours,
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


SAID = re.compile(r"""(?:[Pp]roblem|[Dd]iagnostic|Finding|_refuse)\(\s*(?:name, )?"([a-z-]+)\"""")
NOT_LINTS = {
    *("unusable", "internal-error"),  # where we are wrong ourselves
    *("other-ruleset", "list-not-allowed", "choice-not-allowed"),  # of rosters at an event
    *("other-version-at-hand", "impossible-event"),  # of event packs, in words
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
    assert said == "\n".join(page_lines()) + "\n"


def test_findings_have_the_severity_and_a_remedy(gate: Gate) -> None:
    gate.add("catalogue", codes()["bad-id"].bad)
    linted = next(one for one in Linter().lint([gate.folder]) if one.findings)
    (finding,) = linted.findings
    assert (finding.code, finding.severity) == ("bad-id", "warning")
    assert [remedy.text for remedy in finding.remedies] == [codes()["bad-id"].remedy]
    assert (finding.line, finding.column) == (20, 13)
