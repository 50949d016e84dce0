"""The model and the schemas agree, in both directions, on what is a good file."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from listbuilder.loading.folders import data_folder
from listbuilder.loading.parse import parse_text
from listbuilder.loading.schema import FileKind, find_problems, schema_findings
from listbuilder.loading.structuring import structure
from listbuilder.model.event import Pack
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Catalogue, Ruleset
from tests.loading.strategies import games, packs, rosters, rulesets, spoilt
from tests.loading.test_schema import kind_of
from tests.sampling import examples

CLASSES: dict[FileKind, type] = {
    "ruleset": Ruleset,
    "catalogue": Catalogue,
    "roster": Roster,
    "event": Pack,
}
SHIPPED = sorted(data_folder("catalogues").glob("*/**/*.json"))


def accepted(data: Any, kind: FileKind) -> bool:
    """Ask both, hold them to agreement, and the explanation to be one."""
    parsed = parse_text(json.dumps(data))
    try:
        structure(parsed.data, CLASSES[kind])
    except ValueError:
        taken = False
    else:
        taken = True
    assert (find_problems(parsed.data, kind) == ()) is taken
    if not taken:
        findings = schema_findings(parsed, kind)
        assert findings
        assert [finding.code for finding in findings] != ["unusable"]
        places = [(finding.line or 0, finding.column or 0) for finding in findings]
        assert places == sorted(places)
        assert min(places) >= (1, 1)
    return taken


def part_of(data: dict[str, Any], part: int) -> dict[str, Any]:
    """Leave of a file's long lists and objects only one part: the rest would cost time."""
    small = {key: value for key, value in data.items() if not isinstance(value, list | dict)}
    parts = [
        {key: [item]} if isinstance(value, list) else {key: {item: value[item]}}
        for key, value in data.items()
        if isinstance(value, list | dict)
        for item in value
    ]
    small |= {key: {} for key in ("documents", "catalogues") if key in data}
    return small | parts[part % len(parts)]


FILES = [(json.loads(path.read_text(encoding="utf-8")), kind_of(path)) for path in SHIPPED]


@examples(1200)
@given(draws=st.data(), file=st.sampled_from(FILES), part=st.integers(0, 2000))
def test_of_spoilt_shipped_files(
    draws: st.DataObject, file: tuple[dict[str, Any], FileKind], part: int
) -> None:
    data, kind = file
    accepted(draws.draw(spoilt(part_of(data, part))), kind)


@examples(150)
@given(data=rulesets)
def test_of_the_rule_language(data: dict[str, Any]) -> None:
    assert accepted(data, "ruleset")


@examples(400)
@given(data=rulesets.flatmap(spoilt))
def test_of_the_rule_language_spoilt(data: Any) -> None:
    accepted(data, "ruleset")


@examples(150)
@given(data=games)
def test_of_odds(data: dict[str, Any]) -> None:
    assert accepted(data, "ruleset")


@examples(400)
@given(data=games.flatmap(spoilt))
def test_of_odds_spoilt(data: Any) -> None:
    accepted(data, "ruleset")


@examples(200)
@given(data=rosters)
def test_of_rosters(data: dict[str, Any]) -> None:
    assert accepted(data, "roster")


@examples(300)
@given(data=rosters.flatmap(spoilt))
def test_of_rosters_spoilt(data: Any) -> None:
    accepted(data, "roster")


@examples(150)
@given(data=packs)
def test_of_event_packs(data: dict[str, Any]) -> None:
    assert accepted(data, "event")


@examples(300)
@given(data=packs.flatmap(spoilt))
def test_of_event_packs_spoilt(data: Any) -> None:
    accepted(data, "event")
