"""Shipped files broken in many ways: lint names each mistake, where it is.

As they are there is none: `make test` lints them before.
"""

import json
import shutil
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tests.lint.ways  # noqa: F401  fills the tables of ways
from listbuilder.findings import Finding
from listbuilder.lint.run import Linter
from listbuilder.loading.folders import data_folder
from listbuilder.loading.json_pointer import pointer_of
from listbuilder.loading.kinds import kind_of
from listbuilder.loading.source_map import SourceMap
from listbuilder.rules.places import movable
from tests.lint.mutations import ROSTER_WAYS, TEXT_WAYS, WAYS, Broken, Game, broken
from tests.sampling import sampled
from tests.shipped import LIBRARY

SHIPPED = data_folder("catalogues")
FILES = sorted(path.relative_to(SHIPPED) for path in SHIPPED.glob("*/**/*.json"))
KINDS = {file: kind_of(SHIPPED / file, None) for file in FILES}
PARTS = [file for file, kind in KINDS.items() if kind in ("ruleset", "catalogue")]
RULESETS = sorted({file.parts[0] for file in PARTS})
RULESET = next(file for file, kind in KINDS.items() if kind == "ruleset")
ROSTERS = [file for file, kind in KINDS.items() if kind == "roster"]
EVENTS = [file for file, kind in KINDS.items() if kind == "event"]
EVENT_WAYS = [
    "schema_of_another_kind",
    "rule_in_capitals",
    "slot_of_a_rule_misspelt",
    "place_misspelt",
    "limit_misspelt",
    "choice_misspelt",
    "family_misspelt",
    "document_of_nothing",
    "rule_that_nothing_is_asked",
    "place_that_is_never_there",
    "rule_without_source",
    "rule_made_twice",
    "looser_rule_beside_a_tighter",
    "rules_that_exclude_each_other",
    "comparison_of_two_kinds",
    "place_that_moves",
]
"""Of the ways to break rulesets, those for event packs: they say rules and nothing more."""
LEAST_WAYS = 40
SEEDS = range(2)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped files that may be spoilt."""
    return Path(shutil.copytree(SHIPPED, tmp_path / "catalogues"))


@cache
def game_of(ruleset: str) -> Game:
    whole = json.loads((SHIPPED / ruleset / "ruleset.json").read_text(encoding="utf-8"))
    keywords: dict[str, Any] = {}
    for file in PARTS:
        if file.parts[0] == ruleset:
            said = json.loads((SHIPPED / file).read_text(encoding="utf-8"))
            keywords |= said.get("keywords", {})
    moving = movable(LIBRARY.book(ruleset))
    return Game(keywords, whole, moving, next(iter(whole["documents"])))


def findings(path: Path) -> tuple[Finding, ...]:
    (linted,) = Linter().lint([path])
    return linted.findings


def spoil(file: Path, name: str, seeds: Iterable[int] = SEEDS) -> list[Broken]:
    """A file broken in one way, at each place once that a seed chooses."""
    data = json.loads((SHIPPED / file).read_text(encoding="utf-8"))
    made = [broken(data, game_of(file.parts[0]), name, seed) for seed in seeds]
    return list({one.text: one for one in made if one is not None}.values())


def named(folder: Path, spoilt: Mapping[Path, Broken]) -> set[Path]:
    """Of files of one game that are broken at once, those of which lint names the mistake."""
    for file, one in spoilt.items():
        (folder / file).write_text(one.text, encoding="utf-8")
    linted = [*Linter().lint(folder / file for file in spoilt)]
    for file in spoilt:
        if file in KINDS:
            shutil.copy(SHIPPED / file, folder / file)
        else:
            (folder / file).unlink()
    return {
        file
        for (file, one), found in zip(spoilt.items(), linted, strict=True)
        if is_named(one, found.findings)
    }


def unnamed(folder: Path, spoilt: Mapping[Path, Broken]) -> list[Path]:
    """Of files of one game, those of which lint doesn't name the mistake, by themselves either.

    A file broken badly hides what is wrong in others: these are tried again without those named.
    """
    while seen := named(folder, spoilt):
        spoilt = {file: one for file, one in spoilt.items() if file not in seen}
    return [file for file, one in spoilt.items() if not named(folder, {file: one})]


def copies(file: Path, names: Iterable[str], seeds: Iterable[int] = SEEDS) -> dict[Path, Broken]:
    """Of a file that nothing reads but lint, a copy beside it for each way to break it."""
    return {
        file.with_stem(f"{file.stem}-{name}-{number}"): one
        for name in names
        for number, one in enumerate(spoil(file, name, seeds))
    }


def is_named(spoilt: Broken, findings: Iterable[Finding]) -> bool:
    pointer = pointer_of(spoilt.path)
    places = SourceMap(spoilt.text)
    lines = {place[0] for place in (places.locate(pointer), places.locate_key(pointer)) if place}
    found = {(finding.code, finding.pointer, finding.line) for finding in findings}
    return any((spoilt.code, pointer, line) in found for line in lines)


def ways(file: Path) -> list[str]:
    if file in EVENTS:
        return EVENT_WAYS
    return [*(ROSTER_WAYS if file in ROSTERS else WAYS)]


@pytest.mark.parametrize("ruleset", sampled([(ruleset,) for ruleset in RULESETS], 2))
def test_some_mistakes_are_named_where_they_are(folder: Path, ruleset: str) -> None:
    """Every fourth way is tried in one file; the exhaustive tests try all in all.

    Files that make a game are broken at once, each in its way; what is not named so must be where
    the file is broken alone. Rosters and events are broken in copies.
    """
    for alike in (ROSTERS, EVENTS):
        apart: dict[Path, Broken] = {}
        for number, file in enumerate(alike):
            if file.parts[0] == ruleset:
                apart |= copies(file, ways(file)[number :: 4 * len(alike)], (0,))
        assert apart.keys() == named(folder, apart)
    waiting = {
        file: [
            (name, spoilt)
            for name in ways(file)[PARTS.index(file) :: 4 * len(PARTS)]
            for spoilt in spoil(file, name, (0,))
        ]
        for file in PARTS
        if file.parts[0] == ruleset
    }
    while waiting := {file: left for file, left in waiting.items() if left}:
        # A ruleset goes by itself: where it is broken, nothing is said of what relies on it.
        together = [file for file in waiting if KINDS[file] == "ruleset"] or [*waiting]
        some = {file: waiting[file].pop() for file in together}
        spoilt = {file: broken for file, (_, broken) in some.items()}
        missed = unnamed(folder, spoilt)
        assert not missed, [(file, some[file][0]) for file in missed]


@pytest.mark.proof
@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_mistake_is_named_where_it_is(folder: Path, ruleset: str, name: str) -> None:
    """All files of a game are broken at once; what is not named so must be where it is alone."""
    spoilt = {file: spoil(file, name) for file in PARTS if file.parts[0] == ruleset}
    for number in range(len(SEEDS)):
        some = {file: made[number] for file, made in spoilt.items() if len(made) > number}
        assert not unnamed(folder, some), number


@pytest.mark.proof
@pytest.mark.parametrize("file", PARTS, ids=str)
def test_there_are_ways_enough(file: Path) -> None:
    assert sum(bool(spoil(file, name, (0,))) for name in WAYS) >= LEAST_WAYS


@pytest.mark.proof
@pytest.mark.parametrize("file", [*ROSTERS, *EVENTS], ids=str)
def test_every_mistake_in_what_is_apart_is_named(folder: Path, file: Path) -> None:
    assert all(spoil(file, name) for name in ways(file))
    made = copies(file, ways(file))
    assert made.keys() == named(folder, made)


@pytest.mark.parametrize("name", TEXT_WAYS)
@pytest.mark.parametrize("file", [PARTS[0], RULESET, ROSTERS[0]], ids=str)
def test_a_broken_text_is_named(folder: Path, file: Path, name: str) -> None:
    code, text = TEXT_WAYS[name]((SHIPPED / file).read_text(encoding="utf-8"))
    (folder / file).write_text(text, encoding="utf-8")
    (linted,) = Linter().lint([folder / file])
    assert code in {finding.code for finding in linted.findings}
    assert not linted.usable
