"""Generated JSON: anything at all, the rule language, rosters; and ways to spoil it."""

import copy
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from listbuilder.loading.folders import data_folder
from listbuilder.loading.structuring import OPS
from listbuilder.model.language import MOST_COPIES

MOST = 10**15 - 1

Path = tuple[str | int, ...]
Json = st.SearchStrategy[Any]

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-MOST, MOST),
    st.floats(allow_nan=False, allow_infinity=False),
    texts,
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


def some(needed: dict[str, Json], optional: dict[str, Json]) -> Json:
    """Objects with all of the one keys and some of the others."""
    return st.fixed_dictionaries(needed, optional=optional)


# The rule language.

names = st.sampled_from(["core", "points", "roster", "self", "entry", "é“x”", "~/", ""])
name_lists = names | st.lists(names, min_size=1, max_size=2)
copies = st.integers(1, 5) | st.just(MOST_COPIES)
numbers = st.integers(-5, 5) | st.sampled_from([MOST, -MOST, "1/3", "-5/2", f"1/{MOST}"])
choices = st.dictionaries(names, names, min_size=1, max_size=2)
number_bounds = st.dictionaries(
    st.sampled_from(["exactly", "at_most", "at_least"]), st.integers(-5, 5), min_size=1
)
printed: Json = st.builds(
    lambda said, more: said | more, some({"column": names}, {"type": names}), number_bounds
)
sources = some({"document": names}, {"section": names, "page": st.integers(1, 99)})


def _test_keys(conditions: Json) -> dict[str, Json]:
    several = st.lists(conditions, min_size=1, max_size=2)
    return {
        **dict.fromkeys(("is", "entry", "slot", "first_list"), name_lists),
        **dict.fromkeys(("has", "under", "not"), conditions),
        **dict.fromkeys(("all", "any"), several),
        "choice": choices,
        "printed": printed,
    }


def _node_keys(
    quantities: Json, conditions: Json, selectors: Json
) -> list[tuple[dict[str, Json], dict[str, Json]]]:
    """Needed and optional keys of each kind of quantity that is no number."""
    return [
        ({"count": selectors}, {}),
        ({"sum": names}, {"of": selectors}),
        ({"distinct": names}, {"of": selectors}),
        ({"greatest": names}, {"of": selectors}),
        ({"least": names}, {"of": selectors}),
        ({"limit": names}, {}),
        ({"times": numbers, "of": quantities}, {"round": st.sampled_from(["up", "down"])}),
        ({"plus": st.lists(quantities, max_size=2)}, {}),
        ({"if": conditions, "then": quantities}, {"else": quantities}),
        ({"table": tables, "row": quantities}, {"column": quantities}),
        ({"outside": quantities}, {}),
        ({"unassigned": selectors, "to": st.lists(takers, min_size=1, max_size=2)}, {}),
    ]


def _comparisons(nodes: list[tuple[dict[str, Json], dict[str, Json]]], quantities: Json) -> Json:
    return st.one_of(
        [
            some(
                {**needed, op: copies if op == "multiple_of" else quantities},
                more | ({"per": names} if "count" in needed or "sum" in needed else {}),
            )
            for needed, more in nodes
            for op in OPS
        ]
    )


def _conditions() -> Json:
    return tests | comparisons


def _quantities() -> Json:
    return numbers | st.one_of([some(*keys) for keys in NODES])


conditions: Json = st.deferred(_conditions)
quantities: Json = st.deferred(_quantities)
tests = some({}, _test_keys(conditions))
selectors = some({}, {**_test_keys(conditions), "in": names, "whole": st.booleans()})
tables = st.lists(st.lists(numbers, min_size=1, max_size=2), min_size=1, max_size=2)
takers = some({"max": quantities}, _test_keys(conditions))
NODES = _node_keys(quantities, conditions, selectors)
comparisons = _comparisons(NODES, quantities)
constraints = some(
    {"id": names, "title": names, "require": comparisons, "source": sources},
    {
        "for": st.just("roster") | conditions,
        "when": conditions,
        "severity": st.sampled_from(["error", "warning"]),
        "shown": names,
        "ruling": names,
    },
)
changes = st.one_of(
    [
        some(
            {"id": names, "for": conditions, "source": sources, said: name_lists},
            {"when": conditions, "ruling": names, other: name_lists},
        )
        for said, other in (("becomes", "loses"), ("loses", "becomes"))
    ]
)
models = st.sampled_from(["1", "20", "99999", "100000"])
carried = st.dictionaries(
    names,
    numbers
    | some({"steps": st.lists(numbers, max_size=2)}, {"each": numbers, "per_model": numbers})
    | some({"fixed": quantities}, {})
    | some({"by_size": st.dictionaries(models, numbers, min_size=1, max_size=2)}, {}),
    max_size=2,
)
bounds = dict.fromkeys(("min", "max", "exactly"), quantities)
offers = names | some({}, {**_test_keys(conditions), **bounds, "values": carried})
slots = some(
    {"id": names, "offers": st.lists(offers, max_size=2)},
    {
        **bounds,
        "each_max": quantities,
        "per": st.just("model"),
        "budget": st.dictionaries(names, quantities, max_size=1),
        "groups": st.lists(some({}, {**_test_keys(conditions), **bounds}), max_size=1),
    },
)
entries = some(
    {"id": names, "name": names},
    {
        "is": name_lists,
        "values": carried,
        "size": some({}, {"min": quantities, "max": quantities})
        | st.lists(copies, min_size=1, max_size=2),
        "slots": st.lists(slots, max_size=1),
        "requires": st.lists(selectors, max_size=1),
        "caps": st.dictionaries(names, copies, max_size=1),
        "constraints": st.lists(constraints, max_size=1),
    },
)


def _rolls() -> Json:
    nodes = [
        some({"number": names}, {}),
        some({"dice": names}, {}),
        some({"table": names}, {}),
        some({"plus": st.lists(rolls, max_size=2)}, {}),
        some({"times": numbers, "of": rolls}, {"round": st.sampled_from(["up", "down"])}),
        some({"greatest": st.lists(rolls, max_size=2)}, {}),
        some({"least": st.lists(rolls, max_size=2)}, {}),
        some({"many": rolls, "of": rolls}, {}),
        some({"draw": rolls, "of": rolls, "good": rolls}, {}),
        some({"if": chances, "then": rolls}, {"else": rolls}),
        some({"roll": rolls, "as": names, "then": rolls}, {}),
        some({"chain": st.lists(steps, max_size=2)}, {"points": rolls}),
    ]
    return st.one_of(st.integers(-5, 5), names, *nodes)


def _steps() -> Json:
    needs = dict.fromkeys(("plus", "need", "row", "column"), rolls)
    again = some({}, {"rolls": names, "when": chances})
    return chances | some({}, {**needs, "dice": names, "chart": names, "again": again})


rolls: Json = st.deferred(_rolls)
steps: Json = st.deferred(_steps)
chances = some({"of": rolls}, dict.fromkeys(("at_least", "at_most", "exactly"), rolls))
asked = {
    "chance": chances,
    "spread": rolls,
    "turns": some(
        {
            **dict.fromkeys(("number", "start", "until"), names),
            **dict.fromkeys(("from", "to"), st.integers(-5, 5)),
            "states": st.dictionaries(names, rolls, max_size=1),
        },
        {"title": names},
    ),
}
shown = {"set": st.dictionaries(names, rolls, max_size=1), "when": chances}
figured = some(
    {"suppose": st.integers(-5, 5)},
    {
        "title": names,
        "quantity": quantities,
        "profile": names,
        "of": selectors,
        "only": st.dictionaries(names, st.integers(-5, 5), max_size=1),
        "take": st.sampled_from(["least", "most", "sum"]),
    },
)
odds = some(
    {
        "id": names,
        "title": names,
        "rows": st.lists(some({"title": names}, {**shown, **asked}), max_size=1),
        "source": sources,
    },
    {
        **asked,
        "for": st.just("roster") | conditions,
        "when": conditions,
        "text": st.lists(names, max_size=1),
        "numbers": st.dictionaries(names, figured, max_size=1),
        "columns": st.lists(some({"title": names}, shown), max_size=1),
        "ruling": names,
    },
)
charts = some(
    {
        **dict.fromkeys(("title", "rows", "columns"), names),
        "needs": st.lists(st.lists(names, max_size=1), max_size=1),
        "source": sources,
    },
    {"ruling": names},
)
games = some(
    {"id": names, "name": names, "version": names, "documents": st.just({})},
    {
        "charts": st.dictionaries(names, charts, max_size=1),
        "odds": st.lists(odds, min_size=1, max_size=1),
    },
)

rulesets = some(
    {"id": names, "name": names, "version": names, "documents": st.just({})},
    {
        "constraints": st.lists(constraints, min_size=1, max_size=2),
        "changes": st.lists(changes, min_size=1, max_size=1),
        "entries": st.lists(entries, min_size=1, max_size=1),
        "slots": st.lists(slots, max_size=1),
    },
)

# Rosters.


def _selections() -> Json:
    return some(
        {"entry": texts},
        {
            "count": copies,
            "size": copies,
            **dict.fromkeys(("slot", "id", "name", "at"), texts),
            "with": st.lists(selections, max_size=2),
            "notes": values,
        },
    )


selections: Json = st.deferred(_selections)
rosters = some(
    {
        "ruleset": texts,
        "name": texts,
        "catalogues": st.dictionaries(texts, texts, max_size=2),
    },
    {
        "$schema": texts,
        "limits": st.dictionaries(texts, st.integers(0, MOST), max_size=2),
        "choices": st.dictionaries(texts, texts, max_size=2),
        "army": st.lists(selections, max_size=3),
        "notes": values,
    },
)


# Event packs.

whole = st.integers(-MOST, MOST)
allowed = some({}, dict.fromkeys(("exactly", "at_most", "at_least"), whole)).filter(bool)
packs = some(
    {"name": texts, "ruleset": texts, "documents": st.just({}), "source": sources},
    {
        "$schema": texts,
        "summary": texts,
        "limits": st.dictionaries(texts, allowed, max_size=2),
        "choices": st.dictionaries(texts, texts, max_size=2),
        "catalogues": st.lists(texts, max_size=2),
        "constraints": st.lists(constraints, max_size=1),
        "figures": st.lists(
            some({"id": names, "title": names, "quantity": quantities}, {"unit": names}), max_size=1
        ),
    },
)


# Spoiling.


def paths(data: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every value."""
    yield path
    inner: Iterator[tuple[str | int, Any]] = iter(())
    if isinstance(data, dict):
        inner = iter(data.items())
    elif isinstance(data, list):
        inner = iter(enumerate(data))
    for key, part in inner:
        yield from paths(part, (*path, key))


def at(data: Any, path: Path) -> Any:
    """Look up a value."""
    for key in path:
        data = data[key]
    return data


def _keys_of(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            yield from schema["properties"]
        for inner in schema.values():
            yield from _keys_of(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _keys_of(inner)


KEYS = sorted(
    {
        key
        for path in data_folder("schemas").glob("*.json")
        for key in _keys_of(json.loads(path.read_text(encoding="utf-8")))
    }
    | {"test", "keys", "schema", "with_", "is_", "pionts", ""}
)
JUNK = st.one_of(
    st.sampled_from([None, True, False, 0, 1, -1, 2.0, 1e3, 0.5, MOST_COPIES, MOST_COPIES + 1]),
    st.sampled_from(
        ["", "3", "1/3", "2/4", "1/0", "-1/1", "1/3\n", "+1/2", "roster", "up", "error"]
    ),
    st.sampled_from([[], {}, [[]], [{}], [None], ["a"], ["a", 1], {"a": 1}, {"a": None}]),
    st.sampled_from([{"is": "a"}, {"is": []}, {"any": []}, {"count": {}}, {"sum": "points"}]),
    st.sampled_from([{"limit": "points", "at_most": 3}, {"sum": "a", "multiple_of": 0}]),
    st.sampled_from([[["sum", "a"], ["at_most", 3]], ["at_most"], {"steps": []}, {"entry": "a"}]),
    values,
)


@st.composite
def spoilt(draw: st.DrawFn, data: Any) -> Any:
    """One value replaced by junk, or one key taken away, put in or renamed."""
    data = copy.deepcopy(data)
    path = draw(st.sampled_from(sorted(paths(data), key=str)))
    node = at(data, path)
    ways = ["replace"]
    if isinstance(node, dict):
        ways += ["put in", *(["take away", "rename"] if node else [])]
    way = draw(st.sampled_from(ways))
    if way == "replace":
        if not path:
            return draw(JUNK)
        at(data, path[:-1])[path[-1]] = draw(JUNK)
    elif way == "put in":
        node[draw(st.sampled_from(KEYS))] = draw(JUNK)
    else:
        value = node.pop(draw(st.sampled_from(sorted(node))))
        if way == "rename":
            node[draw(st.sampled_from(KEYS))] = value
    return data
