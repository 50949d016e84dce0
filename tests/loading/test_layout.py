"""Files in the one way: what they mean is kept, and a second time changes nothing."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.loading.folders import data_folder
from listbuilder.loading.kinds import kind_of
from listbuilder.loading.layout import WIDTH, laid_out, ordered, tidied
from listbuilder.loading.parse import parse, parse_text
from listbuilder.loading.schema import FileKind
from listbuilder.loading.shape import shape_of
from listbuilder.loading.structuring import structure
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Catalogue, Ruleset
from tests.loading.strategies import rosters, rulesets, values
from tests.sampling import examples

SHIPPED = sorted(data_folder("catalogues").glob("*/**/*.json"))
MODELS: dict[FileKind, type[Any]] = {"ruleset": Ruleset, "catalogue": Catalogue, "roster": Roster}


def shuffled(data: Any, seed: int) -> Any:
    """Put the keys of all objects in another order."""
    if isinstance(data, list):
        return [shuffled(part, seed) for part in data]
    if not isinstance(data, dict):
        return data
    keys = [*data]
    random.Random(seed).shuffle(keys)
    return {key: shuffled(data[key], seed) for key in keys}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_shipped_files_are_in_the_one_way(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    kind = kind_of(path, None)
    assert kind is not None
    assert tidied(text, kind) == text


@examples(300)
@given(data=values, indent=st.sampled_from([None, 0, 3]), ascii_only=st.booleans())
def test_any_json_keeps_its_meaning(data: Any, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(data, indent=indent, ensure_ascii=ascii_only)
    out = laid_out(parse_text(text).data)
    assert json.dumps(parse_text(out).data) == json.dumps(data)
    assert laid_out(parse_text(out).data) == out


@examples(150)
@given(
    file=st.tuples(st.just("ruleset"), rulesets) | st.tuples(st.just("roster"), rosters),
    seed=st.integers(0, 9),
)
def test_files_keep_their_meaning_and_a_second_time_changes_nothing(
    file: tuple[FileKind, Any], seed: int
) -> None:
    kind, data = file
    text = json.dumps(shuffled(data, seed), indent=1)
    out = tidied(text, kind)
    again = parse_text(out).data
    assert again == data
    assert structure(again, MODELS[kind]) == structure(parse_text(text).data, MODELS[kind])
    assert tidied(out, kind) == out


@examples(100)
@given(data=rulesets)
def test_one_text_for_all_orders_of_the_schemas_keys(data: Any) -> None:
    shape = shape_of("ruleset")
    one, other = (ordered(shuffled(data, seed), shape) for seed in (1, 2))
    for key in ("documents", "keywords", "values"):
        one.pop(key, None), other.pop(key, None)
    assert [*one] == [*other] == sorted(one, key=[*shape.ranks(one)].index)


def test_names_keep_their_order() -> None:
    text = '{"keywords": {"z": {}, "a": {}}, "id": "g", "values": {"y": {"title": "Y"}, "b": {}}}'
    out = parse_text(tidied(text, "ruleset")).data
    assert [*out] == ["id", "values", "keywords"]
    assert [*out["keywords"]] == ["z", "a"]
    assert [*out["values"]] == ["y", "b"]


def test_notes_stand_as_they_are_and_unknown_keys_come_last() -> None:
    text = '{"zz": 1, "notes": {"with": 1.50, "entry": -1E5}, "army": [{"count": 2, "entry": "e"}]}'
    out = tidied(text, "roster")
    assert out == (
        '{\n  "army": [{"entry": "e", "count": 2}],\n'
        '  "notes": {"with": 1.50, "entry": -1E5},\n  "zz": 1\n}\n'
    )


def test_short_things_are_filled_and_long_ones_get_a_line_each() -> None:
    numbers = {f"value-{number}": number for number in range(20)}
    texts = ["x" * 60, "y" * 60]
    rows = laid_out({"values": numbers, "text": texts}).splitlines()
    assert rows[1] == '  "values": {'
    assert all(100 < len(row) <= WIDTH for row in rows[2:4])
    assert rows[-4:] == [f'    "{texts[0]}",', f'    "{texts[1]}"', "  ]", "}"]


def test_a_line_has_at_most_so_many_characters_with_its_comma() -> None:
    fits = "x" * (WIDTH - len('  "a": ["", "b"],'))
    assert f'  "a": ["{fits}", "b"],\n' in laid_out({"a": [fits, "b"], "c": 1})
    assert f'  "a": ["{fits}", "b"],\n' not in laid_out({"a": [fits + "x", "b"], "c": 1})
    assert f'  "a": ["{fits}x", "b"]\n' in laid_out({"a": [fits + "x", "b"]})


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_shuffled_file_comes_back(path: Path) -> None:
    kind = kind_of(path, None)
    assert kind is not None
    data = parse(path).data
    one_line = json.dumps(shuffled(data, 3))
    assert parse_text(tidied(one_line, kind)).data == data
