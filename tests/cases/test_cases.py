"""Small rosters of each shipped ruleset: legal ones, and ones that break a rule each.

`<ruleset>/<code>/` is about one rule. `illegal.json`, `illegal-2.json` … break it: all that is
found, in its order, is in `expected.json`, `expected-2.json` …, code and pointer. `legal.json` …
just keep it; what they are warned of is in `warnings.json` …
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from listbuilder.findings import Finding, Severity
from listbuilder.interop.opening import load_roster
from listbuilder.model.language import Constraint
from listbuilder.model.ruleset import Book
from listbuilder.rules.evaluate import judge_of
from listbuilder.rules.explain import explain
from listbuilder.rules.slots import (
    NOT_OFFERED,
    NOWHERE,
    cap_constraint,
    entry_constraints,
    keyword_constraints,
    slot_constraints,
)
from tests.catalogues.bounds import of_numbers
from tests.shipped import LIBRARY

HERE = Path(__file__).parent
FOLDERS = sorted(path for path in HERE.glob("*/*") if path.is_dir())


def rosters(kind: str) -> list[Path]:
    return sorted(path for folder in FOLDERS for path in folder.glob(f"{kind}*.json"))


def named(path: Path) -> str:
    return str(path.relative_to(HERE))


@cache
def findings(path: Path) -> tuple[Finding, ...]:
    loaded = load_roster(path, LIBRARY)
    judge = judge_of(loaded.book)
    found = tuple(finding for _, finding in explain(judge.evaluate(loaded.roster), judge))
    for finding in found:
        assert finding.source is not None
        assert finding.source.document in loaded.book.documents, finding
        assert finding.cite
    return found


def places(found: tuple[Finding, ...]) -> list[list[str]]:
    return [[finding.code, finding.pointer] for finding in found]


def beside(path: Path, kind: str) -> Path:
    """The file of another kind with the same number."""
    return path.with_name(path.name.replace(path.stem.partition("-")[0], kind))


def said(path: Path, kind: str) -> list[list[str]]:
    """What is to be found in a roster, in the file beside it."""
    file = beside(path, kind)
    listed: list[list[str]] = []
    if file.exists():
        listed = json.loads(file.read_text(encoding="utf-8"))
    return listed


@pytest.mark.parametrize("path", rosters("illegal"), ids=named)
def test_illegal_roster_is_found_out(path: Path) -> None:
    found = findings(path)
    assert places(found) == said(path, "expected")
    assert path.parent.name in {
        finding.code for finding in found if finding.severity is Severity.ERROR
    }


@pytest.mark.parametrize("path", rosters("legal"), ids=named)
def test_legal_roster_is_left_alone(path: Path) -> None:
    found = findings(path)
    assert places(found) == said(path, "warnings")
    assert all(finding.severity is Severity.WARNING for finding in found)


def constraints(book: Book) -> Iterator[Constraint]:
    """All that can be asked of a book's rosters."""
    for slot in book.ruleset.slots:
        yield from slot_constraints("roster", slot, book.ruleset.source or NOWHERE)
    for part in book.parts():
        yield from part.constraints
        for name, keyword in part.keywords.items():
            yield from keyword_constraints(name, keyword)
            for slot in keyword.slots:
                yield from slot_constraints(name, slot, keyword.source or NOWHERE)
        for entry in part.entries:
            yield from entry_constraints(entry)
            yield from (cap_constraint(entry, scope) for scope in entry.caps)
            if entry.like is None:  # what it has from another is tried there
                for slot in entry.slots:
                    yield from slot_constraints(entry.id, slot, entry.source or NOWHERE)


@pytest.mark.parametrize("ruleset", LIBRARY.rulesets())
def test_every_rule_is_kept_and_broken_by_a_roster(ruleset: str) -> None:
    book = LIBRARY.book(ruleset)
    # What limits each option to one for each model, and what an entry always holds, is the same
    # everywhere: a few stand for all (catalogues/test_moves.py tries all that is held).
    alike = (".each_max", ".holds.")
    codes = {rule.id for rule in constraints(book) if not any(part in rule.id for part in alike)}
    # What an entry says in plain numbers is tried one by one in catalogues/test_bounds.py.
    codes -= {
        rule.id for part in book.parts() for entry in part.entries for rule in of_numbers(entry)
    }
    broken = {
        finding.code
        for path in (*rosters("illegal"), *rosters("legal"))
        for finding in findings(path)
        if path.parts[-3] == ruleset
    }
    tried = {folder.name for folder in FOLDERS if folder.parent.name == ruleset}
    assert sorted(codes - broken) == []
    assert sorted((codes | {NOT_OFFERED}) - tried) == []
    for folder in FOLDERS:
        assert (folder / "legal.json").exists(), folder


@pytest.mark.parametrize("path", LIBRARY.rosters(), ids=lambda path: path.stem)
def test_shipped_roster_is_legal(path: Path) -> None:
    assert places(findings(path)) == []


def test_every_file_has_the_one_that_it_goes_with() -> None:
    partners = {"illegal": "expected", "expected": "illegal", "warnings": "legal"}
    for folder in FOLDERS:
        for path in folder.iterdir():
            kind = path.stem.partition("-")[0]
            assert kind in {"legal", *partners}, path
            assert beside(path, partners.get(kind, kind)).exists(), path
