"""The schemas say what the model says, and what they have against a file is said in our words."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from jsonschema import Draft202012Validator

from listbuilder.findings import Severity, Source
from listbuilder.loading import schema
from listbuilder.loading.folders import data_folder
from listbuilder.loading.input_limits import MOST_DEPTH, MOST_DIGITS
from listbuilder.loading.json_pointer import json_key
from listbuilder.loading.parse import parse_text
from listbuilder.loading.schema import (
    MOST_PROBLEMS,
    SCHEMAS,
    FileKind,
    find_problems,
    schema_findings,
)
from listbuilder.loading.schema_errors import PROBLEMS, SchemaProblem
from listbuilder.loading.structuring import OPS, QUANTITIES, TEST_KEYS
from listbuilder.model import (
    entries,
    event,
    language,
    odds,
    play_aids,
    profile_types,
    profiles,
    roster,
    ruleset,
    shown_figures,
)
from listbuilder.model.language import MOST_COPIES
from listbuilder.record import Record

FOLDER = data_folder("schemas")
FILES = {
    f"{name}.schema.json": json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
    for name in SCHEMAS
}
SHIPPED = sorted(data_folder("catalogues").glob("*/**/*.json"))

# Where a class of the model is described: file, and name in its `$defs` ("" for the file itself).
HOMES = {
    Source: ("language", "source"),
    language.Count: ("language", "count"),
    language.Sum: ("language", "sum"),
    language.Distinct: ("language", "distinct"),
    language.GreatestOf: ("language", "greatest"),
    language.LeastOf: ("language", "least"),
    language.Limit: ("language", "limit"),
    language.Times: ("language", "times"),
    language.Plus: ("language", "plus"),
    language.LookUp: ("language", "table"),
    language.Outside: ("language", "outside"),
    language.Unassigned: ("language", "unassigned"),
    language.Taker: ("language", "taker"),
    language.If: ("language", "if"),
    language.Test: ("language", "test"),
    language.PrintedNumber: ("language", "printed"),
    language.Selector: ("language", "selector"),
    language.Constraint: ("language", "constraint"),
    language.KeywordChange: ("language", "change"),
    language.Value: ("language", "value"),
    odds.Given: ("odds", "given"),
    odds.Throw: ("odds", "throw"),
    odds.OnTable: ("odds", "on-table"),
    odds.Added: ("odds", "added"),
    odds.Scaled: ("odds", "scaled"),
    odds.Greatest: ("odds", "greatest"),
    odds.Least: ("odds", "least"),
    odds.Many: ("odds", "many"),
    odds.Drawn: ("odds", "drawn"),
    odds.Choose: ("odds", "choose"),
    odds.Kept: ("odds", "kept"),
    odds.Again: ("odds", "again"),
    odds.Try: ("odds", "try"),
    odds.Chain: ("odds", "chain"),
    odds.Chance: ("odds", "chance"),
    odds.Turns: ("odds", "turns"),
    odds.Figured: ("odds", "number"),
    odds.Way: ("odds", "column"),
    odds.Ask: ("odds", "row"),
    odds.Odds: ("odds", "odds"),
    odds.Chart: ("odds", "chart"),
    odds.CardChart: ("odds", "card-chart"),
    entries.Selection: ("roster", "selection"),
    entries.Offer: ("catalogue", "offer"),
    entries.Group: ("catalogue", "group"),
    entries.Kind: ("ruleset", "kind"),
    entries.Slot: ("catalogue", "slot"),
    entries.Size: ("catalogue", "size"),
    profiles.Profile: ("catalogue", "profile"),
    profiles.Alteration: ("catalogue", "alteration"),
    profiles.Named: ("catalogue", "named"),
    play_aids.Term: ("catalogue", "term"),
    profile_types.WorkedOut: ("ruleset", "worked-out"),
    entries.Keyword: ("catalogue", "keyword"),
    entries.Entry: ("catalogue", "entry"),
    roster.Roster: ("roster", ""),
    event.Allowed: ("event", "allowed"),
    event.Demands: ("event", "demands"),
    event.Together: ("event", "together"),
    event.Pack: ("event", ""),
    ruleset.Document: ("catalogue", "document"),
    ruleset.ValueType: ("ruleset", "value-type"),
    ruleset.LimitType: ("ruleset", "limit-type"),
    ruleset.Choice: ("catalogue", "choice"),
    profile_types.Column: ("ruleset", "column"),
    profile_types.ProfileType: ("ruleset", "profile-type"),
    shown_figures.Figure: ("catalogue", "figure"),
    play_aids.Dice: ("ruleset", "dice"),
    play_aids.RollOutcome: ("catalogue", "outcome"),
    play_aids.Table: ("catalogue", "table"),
    play_aids.Span: ("catalogue", "span"),
    play_aids.TrackEvent: ("catalogue", "event"),
    play_aids.Step: ("catalogue", "step"),
    play_aids.Flow: ("catalogue", "flow"),
    play_aids.Sketch: ("catalogue", "sketch"),
    play_aids.SketchPlace: ("catalogue", "sketch-place"),
    play_aids.Crossing: ("catalogue", "crossing"),
    play_aids.Plan: ("catalogue", "plan"),
    play_aids.Track: ("catalogue", "track"),
    play_aids.Grid: ("catalogue", "grid"),
    play_aids.Topic: ("catalogue", "topic"),
    ruleset.BattleRule: ("ruleset", "battle-rule"),
    ruleset.Battle: ("ruleset", "battle"),
    ruleset.Amendment: ("catalogue", "amendment"),
    ruleset.Ruleset: ("ruleset", ""),
    ruleset.Catalogue: ("catalogue", ""),
}
NO_OBJECTS = {language.Bounds, language.Comparison, ruleset.Book}


def walk(node: Any, where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every schema in a schema, and where it is."""
    if not isinstance(node, dict):
        return
    yield where, node
    for key in ("properties", "$defs"):
        for name, inner in node.get(key, {}).items():
            yield from walk(inner, f"{where}/{key}/{name}")
    for key in ("items", "additionalProperties"):
        yield from walk(node.get(key), f"{where}/{key}")
    for key in ("anyOf", "oneOf"):
        for index, inner in enumerate(node.get(key, ())):
            yield from walk(inner, f"{where}/{key}/{index}")


def follow(file: str, node: dict[str, Any]) -> dict[str, Any]:
    """Put what `$ref` names under what stands beside it."""
    if "$ref" not in node:
        return node
    name, _, pointer = node["$ref"].partition("#")
    target: Any = FILES[name or file]
    for step in pointer.split("/")[1:]:
        target = target[step]
    return {**follow(name or file, target), **node}


def home_of(kind: type) -> tuple[str, dict[str, Any]]:
    name, place = HOMES[kind]
    file = f"{name}.schema.json"
    node = FILES[file]["$defs"][place] if place else FILES[file]
    branches = [branch for branch in node.get("anyOf", ()) if "properties" in branch]
    return file, branches[0] if branches else node


KEYWORDS = {
    *PROBLEMS,
    *("$schema", "$id", "$ref", "$defs", "$comment", "title", "description", "examples"),
    *("default", "properties", "patternProperties", "items", "anyOf"),
}
"""What a schema may say."""


def test_every_key_is_in_the_readme_of_the_language() -> None:
    text = (data_folder("catalogues") / "README.md").read_text(encoding="utf-8")
    code = "\n".join(a or b for a, b in re.findall(r"```json(.*?)```|`([^`]+)`", text, re.DOTALL))
    known = {*re.findall(r"[\w$-]+", code)}
    for file, content in FILES.items():
        for where, node in walk(content, file):
            assert {*node.get("properties", {})} <= known, where


MODEL = (entries, event, language, odds, play_aids, profile_types, profiles, roster, ruleset)


def test_every_class_of_the_model_is_described() -> None:
    classes = {
        kind
        for module in MODEL
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Record) and kind is not Record
    } | {ruleset.Book}
    assert classes == {*HOMES} | NO_OBJECTS


@pytest.mark.parametrize("kind", HOMES, ids=lambda kind: kind.__name__)
def test_schema_has_the_keys_of_the_class(kind: type) -> None:
    file, node = home_of(kind)
    fields = {json_key(field.name): field for field in attrs.fields(kind) if field.name != "keys"}
    written = {*fields}
    if "test" in fields:
        written = written - {"test"} | TEST_KEYS
    if kind is entries.Size:
        written -= {"one_of"}  # files write a list of them instead of an object
    assert {*node["properties"]} == written
    assert {*node.get("required", ())} == {
        key for key, field in fields.items() if field.default is attrs.NOTHING
    }
    for key, inner in node["properties"].items():
        if "default" in (said := follow(file, inner)):
            assert said["default"] == fields[key].default, key
        elif key in fields:
            assert not isinstance(fields[key].default, bool | int | Severity), key


def test_numbers_have_the_bounds_of_the_model() -> None:
    shared = FILES["language.schema.json"]["$defs"]
    most = 10**MOST_DIGITS - 1
    assert (shared["copies"]["minimum"], shared["copies"]["maximum"]) == (1, MOST_COPIES)
    for file, content in FILES.items():
        for where, node in walk(content, file):
            if "integer" in str(node.get("type")) and where != f"{file}/$defs/copies":
                least = (
                    0
                    if where == "roster.schema.json/properties/limits/additionalProperties"
                    else -most
                )
                assert (node["minimum"], node["maximum"]) == (least, most), where


def test_a_comparison_has_a_branch_for_each_quantity() -> None:
    shared = FILES["language.schema.json"]["$defs"]
    comparison = shared["comparison"]
    assert [branch["required"] for branch in comparison["oneOf"]] == [[op] for op in OPS]
    for name, branch in zip(QUANTITIES, comparison["anyOf"], strict=True):
        node = shared[name]
        each = {"per"} if name in ("count", "sum") else set()
        assert {*branch["properties"]} == {*node["properties"], *OPS, *each}
        assert branch["required"] == node["required"]


@pytest.mark.parametrize("file", FILES)
def test_properties_are_described_and_objects_closed(file: str) -> None:
    for where, node in walk(FILES[file], file):
        for key, inner in node.get("properties", {}).items():
            if inner is not True:
                said = follow(file, inner)
                assert said["title"], (where, key)
                assert said["description"].endswith((".", "…")), (where, key)
        if "properties" in node and "anyOf" not in node:
            assert node["additionalProperties"] is False, where
        if "$ref" in node:
            # Some editors let what a reference names go before what stands beside it.
            target = follow(file, {"$ref": node["$ref"]})
            assert not {"title", "description", "default"} & {*node} & {*target}, where
        assert {*node} <= KEYWORDS, where


@pytest.mark.parametrize("name", FILES)
def test_schema_is_found_from_any_file_beside_it(name: str) -> None:
    Draft202012Validator.check_schema(FILES[name])
    assert FILES[name]["$id"] == name
    for where, node in walk(FILES[name], ""):
        target = node.get("$ref", "#").partition("#")[0]
        assert target in ("", *FILES), where


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_shipped_files_name_a_schema_that_takes_them(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    named = (path.parent / data["$schema"]).resolve()
    kind = kind_of(path)
    assert named == (FOLDER / f"{kind}.schema.json").resolve()
    assert find_problems(data, kind) == ()


def kind_of(path: Path) -> FileKind:
    kinds: dict[str, FileKind] = {"rosters": "roster", "events": "event"}
    beside: FileKind = "ruleset" if path.name == "ruleset.json" else "catalogue"
    return kinds.get(path.parent.name, beside)


def told(text: str, kind: FileKind) -> list[tuple[str, str, int | None, int | None]]:
    return [
        (finding.code, finding.pointer, finding.line, finding.column)
        for finding in schema_findings(parse_text(text), kind)
    ]


def messages(data: Any, kind: FileKind) -> list[str]:
    return [finding.message for finding in schema_findings(parse_text(json.dumps(data)), kind)]


def in_ruleset(require: Any, **more: Any) -> dict[str, Any]:
    rule = {"id": "x", "title": "x", "source": {"document": "d"}, "require": require, **more}
    return {"id": "g", "name": "G", "version": "1", "documents": {}, "constraints": [rule]}


def in_roster(*army: Any) -> dict[str, Any]:
    return {"ruleset": "g", "name": "G", "catalogues": {}, "army": army}


ROSTER = """{
  "ruleset": "mesbg",
  "nmae": "Watch on the wall",
  "catalogues": {"gondor": 1},
  "limits": {"points": "700", "a/b": 2.0, "c": -1},
  "army": [
    {"entry": "gondor", "count": 0,
     "with": [{"entri": "faramir", "wiht": []}, {"count": true}]},
    7
  ],
  "pionts": 700
}
"""


def test_all_problems_are_told_at_once_in_file_order() -> None:
    assert told(ROSTER, "roster") == [
        ("unknown-key", "/nmae", 3, 3),
        ("wrong-type", "/catalogues/gondor", 4, 28),
        ("wrong-type", "/limits/points", 5, 24),
        ("wrong-type", "/limits/a~1b", 5, 38),
        ("wrong-value", "/limits/c", 5, 48),
        ("wrong-value", "/army/0/count", 7, 34),
        ("unknown-key", "/army/0/with/0/entri", 8, 16),
        ("unknown-key", "/army/0/with/0/wiht", 8, 36),
        ("missing-key", "/army/0/with/1", 8, 49),
        ("wrong-type", "/army/0/with/1/count", 8, 59),
        ("wrong-type", "/army/1", 9, 5),
        ("unknown-key", "/pionts", 11, 3),
    ]
    assert {finding.severity for finding in schema_findings(parse_text(ROSTER), "roster")} == {
        Severity.ERROR
    }


NOT_A_NUMBER = "must be a whole number, a fraction in quotes such as “1/3” or an object {…}"
NOT_A_FRACTION = "must be a whole number or a fraction in quotes such as “1/3”"
NODES = (
    "“count”, “sum”, “distinct”, “greatest”, “least”, “limit”, “times”, “plus”, “if”, “table”, "
    "“outside” or “unassigned”"
)
OPTIONS = "“at_most”, “at_least”, “exactly” or “multiple_of”"


@pytest.mark.parametrize(
    ("require", "expected"),
    [
        ({}, [f"“require” lacks {OPTIONS}.", f"“require” lacks {NODES}."]),
        ([], ["“require” must be an object {…}, not a list […]."]),
        ({"sum": "points"}, [f"“require” lacks {OPTIONS}."]),
        ({"at_most": 3}, [f"“require” lacks {NODES}."]),
        ({"sum": "p", "at_mots": 5}, ["Unknown key “at_mots”. Did you mean “at_most”?"]),
        ({"coun": {}, "at_most": 5}, ["Unknown key “coun”. Did you mean “count”?"]),
        ({"tims": 2, "of": 3, "at_most": 5}, ["Unknown key “tims”. Did you mean “times”?"]),
        (
            {"sum": "p", "at_most": 1, "exactly": 1},
            ["“require” has “at_most” and “exactly”; only one may be there."],
        ),
        (
            {"sum": "p", "count": {}, "at_most": 1},
            ["“require” has “count” and “sum”; only one may be there."],
        ),
        ({"sum": "p", "at_most": 2.0}, [f"“at_most” {NOT_A_NUMBER}, not 2.0."]),
        ({"sum": "p", "at_most": [3]}, [f"“at_most” {NOT_A_NUMBER}, not a list […]."]),
        (
            {"sum": "p", "at_most": None},
            [f"“at_most” {NOT_A_NUMBER}, not null. Leave the key out for what is unsaid."],
        ),
        (
            {"sum": "p", "at_most": "3"},
            [f"“at_most” {NOT_A_FRACTION}, not the text “3”. Write 3 without quotes."],
        ),
        (
            {"sum": "p", "at_most": "2/4"},
            [f"“at_most” {NOT_A_FRACTION}, not the text “2/4”. Write “1/2”."],
        ),
        (
            {"sum": "p", "at_most": "0.5"},
            [f"“at_most” {NOT_A_FRACTION}, not the text “0.5”. Write “1/2”."],
        ),
        (
            {"sum": "p", "at_most": "1/0"},
            [f"“at_most” {NOT_A_FRACTION}, not the text “1/0”."],
        ),
        (
            {"sum": "p", "at_most": "half"},
            [f"“at_most” {NOT_A_FRACTION}, not the text “half”."],
        ),
        ({"sum": "p", "at_most": {"sum": 1}}, ["“sum” must be text, not 1."]),
        (
            {"sum": "p", "at_most": {"foo": 1}},
            [f"“at_most” lacks {NODES}.", "Unknown key “foo”."],
        ),
        (
            {"sum": "p", "multiple_of": 0},
            ["“multiple_of” must be from 1 to 100,000, not 0."],
        ),
        ({"sum": "p", "of": {"is": []}, "at_most": 1}, ["“is” must not be empty."]),
        (
            {"times": {"count": {}}, "of": {"sum": "p"}, "at_most": 1},
            [
                f"“times” {NOT_A_FRACTION}, not an object {{…}}. No two numbers that vary are"
                " multiplied: that could not be solved. Look one up in a “table”, or say each"
                " case with “if”."
            ],
        ),
        (
            {"unassigned": {}, "to": [{"max": 1}] * 9, "at_most": 0},
            ["“to” may have 8 items, not 9."],
        ),
        ({"unassigned": {}, "to": [{"is": "x"}], "at_most": 0}, ["Item 1 of “to” lacks “max”."]),
        ({"table": [[1], []], "row": 1, "at_most": 0}, ["Item 2 of “table” must not be empty."]),
        ({"plus": [1], "per": "entry", "at_most": 1}, ["Unknown key “per”."]),
        ({"sum": "p", "of": {"is": 3}, "at_most": 1}, ["“is” must be text or a list […], not 3."]),
        (
            {"sum": "p", "of": {"is": ["a", 3]}, "at_most": 1},
            ["Item 2 of “is” must be text, not 3."],
        ),
        (
            {"times": 2, "of": {"plus": [1, "2"]}, "round": "ups", "at_most": 1},
            [
                f"Item 2 of “plus” {NOT_A_FRACTION}, not the text “2”. Write 2 without quotes.",
                "“round” must be “up” or “down”, not the text “ups”. Did you mean “up”?",
            ],
        ),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, dict) else None,
)
def test_a_quantity_is_judged_by_the_node_that_was_meant(
    require: dict[str, Any], expected: list[str]
) -> None:
    assert messages(in_ruleset(require), "ruleset") == expected


FINE = {"sum": "points", "at_most": 1}


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"for": "rooster"}, ["“for” must be “roster”, not the text “rooster”."]),
        ({"for": 3}, ["“for” must be “roster” or an object {…}, not 3."]),
        ({"for": {"iss": "x"}}, ["Unknown key “iss”. Did you mean “is”?"]),
        ({"when": {"count": {"is": "x"}}}, [f"“when” lacks {OPTIONS}."]),
        ({"when": {"is": "x", "at_most": 3}}, ["Unknown key “at_most”."]),
        ({"when": {"any": []}}, ["“any” must not be empty."]),
        ({"when": {"choice": {}}}, ["“choice” must not be empty."]),
        (
            {"when": {"not": {"has": {"entri": "x"}}}},
            ["Unknown key “entri”. Did you mean “entry”?"],
        ),
        (
            {"when": {"all": [{"is": "x"}, {"summ": "x", "at_least": 2}]}},
            ["Unknown key “summ”. Did you mean “sum”?"],
        ),
        (
            {"severity": "eror"},
            ["“severity” must be “error” or “warning”, not the text “eror”. Did you mean “error”?"],
        ),
        ({"shown": 1}, ["“shown” must be text, not 1."]),
        ({"source": {"page": 2}}, ["“source” lacks “document”."]),
        ({"source": "page 2"}, ["“source” must be an object {…}, not the text “page 2”."]),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, dict) else None,
)
def test_a_rule_is_judged_by_the_test_that_was_meant(
    more: dict[str, Any], expected: list[str]
) -> None:
    assert messages(in_ruleset(FINE, **more), "ruleset") == expected


def test_an_offer_and_a_value_are_judged_by_their_type() -> None:
    entry = {
        "id": "e",
        "name": "E",
        "values": {"points": "3", "bows": {}, "models": {"per_modle": "1/2"}, "y": 1.5},
        "slots": [{"id": "s", "offers": ["a", {"is": "x", "mx": 3}, 4]}],
    }
    catalogue = {"id": "c", "ruleset": "g", "name": "C", "version": "1", "entries": [entry]}
    assert messages(catalogue, "catalogue") == [
        f"“points” {NOT_A_FRACTION}, not the text “3”. Write 3 without quotes.",
        "“bows” must not be empty.",
        "Unknown key “per_modle”. Did you mean “per_model”?",
        f"“y” {NOT_A_NUMBER}, not 1.5.",
        "Unknown key “mx”. Did you mean “max”?",
        "Item 3 of “offers” must be text or an object {…}, not 4.",
    ]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"values": {"points": {"by_size": {}}}}, ["“by_size” must not be empty."]),
        ({"values": {"points": {"by_size": {"10": 5, "ten": 5}}}}, ["Unknown key “ten”."]),
        ({"values": {"points": {"by_size": {"05": 1}}}}, ["Unknown key “05”."]),
        ({"values": {"points": {"by_size": {"0": 1}}}}, ["Unknown key “0”."]),
        ({"values": {"points": {"by_size": {"100001": 1}}}}, ["Unknown key “100001”."]),
        ({"values": {"points": {"by_size": {"5\n": 1}}}}, ["Unknown key “5\n”."]),
        ({"size": []}, ["“size” must not be empty."]),
        ({"size": [5, 0]}, ["Item 2 of “size” must be from 1 to 100,000, not 0."]),
        ({"size": {"one_of": [5]}}, ["Unknown key “one_of”."]),
    ],
    ids=json.dumps,
)
def test_sizes_and_their_prices(said: dict[str, Any], expected: list[str]) -> None:
    entry = {"id": "e", "name": "E", **said}
    catalogue = {"id": "c", "ruleset": "g", "name": "C", "version": "1", "entries": [entry]}
    assert messages(catalogue, "catalogue") == expected


@pytest.mark.parametrize("kind", ["ruleset", "catalogue", "roster", "event"])
def test_a_file_that_is_no_object(kind: FileKind) -> None:
    assert told("[]", kind) == [("wrong-type", "", 1, 1)]


def test_long_texts_are_shortened() -> None:
    (message,) = messages(in_roster({"entry": "a", "count": "x" * 1000}), "roster")
    assert message == f"“count” must be a whole number, not the text “{'x' * 60}…”."


def test_a_file_that_only_the_model_refuses_is_said_to_be_unusable() -> None:
    (finding,) = schema_findings(parse_text(json.dumps(in_roster())), "roster")
    assert (finding.code, finding.pointer, finding.line) == ("unusable", "", 1)
    assert finding.message == "This is no good roster, but what is wrong with it can't be told."


def test_recursion_without_end_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(data: Any, kind: FileKind) -> tuple[SchemaProblem, ...]:
        return endless(data, kind)

    monkeypatch.setattr(schema, "find_problems", endless)
    (finding,) = schema_findings(parse_text("{}"), "roster")
    assert finding.code == "unusable"


@pytest.mark.parametrize(
    "wrap",
    [
        lambda inner: {"not": inner},
        lambda inner: {"all": [inner]},
        lambda inner: {"count": {"has": inner}, "at_least": 1},
        lambda inner: {"limit": "x", "at_least": {"if": inner, "then": 1}},
        lambda inner: {"times": 2, "of": {"if": inner, "then": 1}, "at_least": 1},
    ],
    ids=["not", "all", "count", "limit", "times"],
)
def test_the_deepest_file_is_explained(wrap: Callable[[Any], Any]) -> None:
    """And soon: a union that tried all its branches at each level would never end."""
    inner: Any = {"is": 3}
    while depth(in_ruleset(FINE, when=wrap(inner))) <= MOST_DEPTH:
        inner = wrap(inner)
    assert messages(in_ruleset(FINE, when=inner), "ruleset") == [
        "“is” must be text or a list […], not 3."
    ]


def depth(data: Any) -> int:
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


@pytest.mark.parametrize(
    "data",
    [
        in_roster(*[3] * 5000),
        {**in_roster(), **dict.fromkeys(map(str, range(5000)))},
        {**in_roster(), "limits": dict.fromkeys(map(str, range(5000)))},
    ],
    ids=["items", "unknown keys", "values"],
)
def test_problems_are_counted_up_to_a_thousand(data: dict[str, Any]) -> None:
    assert len(messages(data, "roster")) == MOST_PROBLEMS


def test_a_list_of_mistakes_inside_a_union_is_read_no_further() -> None:
    catalogue = {"entries": [{"values": {"points": {"steps": [None] * 5000}}}]}
    unions = list(schema._validator("catalogue").iter_errors(catalogue))
    assert max(len(error.context or ()) for error in unions) == MOST_PROBLEMS + 1
    assert len(find_problems(catalogue, "catalogue")) == MOST_PROBLEMS


def test_the_depth_of_a_bad_quantity_costs_no_more_than_its_length() -> None:
    """Each level has keys of several nodes; a look into all of them would never end."""
    quantity: dict[str, Any] = {"count": {"is": 3}}
    for _ in range(25):
        quantity = {"sum": "points", "of": {"all": [{**quantity, "at_most": 1}]}}
    rule = {"id": "deep", "title": "Deep", "require": {**quantity, "at_most": 1}, "for": "roster"}
    data = {"constraints": [rule | {"source": {"document": "d", "page": 1}}]}
    found = [one for one in find_problems(data, "catalogue") if one.path[:1] == ("constraints",)]
    assert [one.path[-2:] for one in found] == [("count", "is")]
