"""The JSON Schemas as a grammar: where each value of a file stands, and new values for a place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import attrs
from hypothesis import strategies as st

from listbuilder.loading.folders import data_folder
from tests.loading.strategies import Path

Schema = dict[str, Any]

DEEPEST = 5
"""Levels of a value that is made; below, the plainest is taken."""


@attrs.frozen(eq=False)
class Place:
    """A value of a file, and what the schema says of it.

    Attributes:
        path: to the value.
        schema: of the value, with references followed; alternatives are still in it.
        key: that it stands under: of what is in a list, the list's; in a map, the map's and ``*``.
        value: as it is now.
    """

    path: Path
    schema: Schema
    key: str
    value: Any

    @property
    def sort(self) -> object:
        """Values of one sort can stand for each other: text by its key, all else by its schema."""
        return self.key if isinstance(self.value, str) else id(self.schema)


def places(value: Any, schema: Schema, path: Path = (), key: str = "") -> Iterator[Place]:
    """Yield all values of a file that the schema knows, each before what it holds."""
    schema = target(schema)
    yield Place(path, schema, key, value)
    if isinstance(value, dict):
        for name, part in value.items():
            inner, label = _of_key(schema, value, name, key)
            if inner is not None:
                yield from places(part, inner, (*path, name), label)
    elif isinstance(value, list):
        items = next((shape["items"] for shape in shapes(schema, value) if "items" in shape), None)
        for index, part in enumerate(value if items is not None else ()):
            yield from places(part, items or {}, (*path, index), key)


def target(schema: Schema) -> Schema:
    """Follow references."""
    while "$ref" in schema:
        file, _, pointer = schema["$ref"].partition("#")
        schema = FILES[file]
        for step in pointer.split("/")[1:]:
            schema = schema[step]
    return schema


def shapes(schema: Schema, value: Any) -> Iterator[Schema]:
    """Yield a schema, and of its alternatives those that are like the value."""
    schema = target(schema)
    yield schema
    for branch in schema.get("anyOf", ()):
        if _is_like(target(branch), value):
            yield from shapes(branch, value)


def unsaid(place: Place) -> Iterator[tuple[str, Schema, str]]:
    """Yield the keys that an object may have and has not, with schema and label."""
    for shape in shapes(place.schema, place.value):
        for name, inner in shape.get("properties", {}).items():
            if name not in place.value and isinstance(inner, dict):
                yield name, inner, name


def is_map(place: Place) -> bool:
    """Tell an object whose keys are names."""
    return isinstance(place.schema.get("additionalProperties"), dict)


def _of_key(schema: Schema, value: Any, name: str, key: str) -> tuple[Schema | None, str]:
    for shape in shapes(schema, value):
        inner = shape.get("properties", {}).get(name)
        if isinstance(inner, dict):
            return inner, name
        if isinstance(shape.get("additionalProperties"), dict):
            return shape["additionalProperties"], f"{key}*"
    return None, name


def _is_like(schema: Schema, value: Any) -> bool:
    """Tell whether a value has the form of a schema, without looking into it."""
    if "const" in schema or "enum" in schema:
        return value in schema.get("enum", [schema.get("const")])
    kinds = schema.get("type", [])
    if kinds and not any(isinstance(value, KINDS[kind]) for kind in _listed(kinds)):
        return False
    if isinstance(value, dict):
        if not value.keys() >= set(schema.get("required", ())):
            return False
        known = schema.get("properties", {}).keys()
        if schema.get("additionalProperties") is False and not value.keys() <= known:
            return False
    branches = schema.get("anyOf", ())
    return not branches or any(_is_like(target(branch), value) for branch in branches)


def _listed(kinds: str | list[str]) -> list[str]:
    return [kinds] if isinstance(kinds, str) else kinds


KINDS: dict[str, type] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
}


@attrs.frozen
class Maker:
    """Makes values of a schema.

    Attributes:
        draw: of hypothesis.
        words: gives texts by the key that they stand under.
        numbers: whole numbers and fractions.
    """

    draw: st.DrawFn
    words: dict[str, list[str]]
    numbers: st.SearchStrategy[Any]

    def word(self, key: str) -> str:
        """A name that something under such a key has; one of any, where there is none."""
        known = self.words.get(key) or self.words["id"]
        return self.draw(st.sampled_from(known))

    def make(self, schema: Schema, key: str, depth: int = 0) -> Any:
        """Make a value for a place."""
        schema = target(schema)
        if "const" in schema or "enum" in schema:
            return self.draw(st.sampled_from(schema.get("enum", [schema.get("const")])))
        if "anyOf" in schema and "properties" not in schema:
            branches = schema["anyOf"]
            return self.make(
                branches[0] if depth > DEEPEST else self.draw(st.sampled_from(branches)), key, depth
            )
        kind = _listed(schema.get("type", "string"))[0]
        if kind == "object":
            return self._object(schema, key, depth)
        if kind == "array":
            least = schema.get("minItems", 0)
            many = self.draw(st.integers(least, max(least, 2 if depth <= DEEPEST else 0)))
            return [self.make(schema["items"], key, depth + 1) for _ in range(many)]
        if kind == "integer":
            return self.draw(self.numbers)
        return self.draw(st.booleans()) if kind == "boolean" else self.word(key)

    def _object(self, schema: Schema, key: str, depth: int) -> Any:
        picked = [schema]
        choices = [schema[several] for several in ("anyOf", "oneOf") if several in schema]
        picked += [target(self.draw(st.sampled_from(branches))) for branches in choices]
        known: dict[str, Any] = {}
        for shape in picked:
            said = shape.get("properties", {}).items()
            known |= {name: inner for name, inner in said if isinstance(inner, dict)}
        needed = [name for shape in picked for name in shape.get("required", ())]
        ops = {name for one in schema.get("oneOf", ()) for name in one["required"]}
        more = [name for name in known if name not in needed and name not in ops]
        if more and depth <= DEEPEST:
            needed += self.draw(st.lists(st.sampled_from(more), max_size=3, unique=True))
        made = {name: self.make(known[name], name, depth + 1) for name in needed}
        extra = schema.get("additionalProperties")
        if isinstance(extra, dict):
            for _ in range(self.draw(st.integers(schema.get("minProperties", 0), 2))):
                made[self.word(f"{key}/")] = self.make(extra, f"{key}*", depth + 1)
        return made


def _absolute(schema: Any, file: str) -> Any:
    """Name the file in each reference to a place within it."""
    if isinstance(schema, list):
        return [_absolute(part, file) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _absolute(part, file) for key, part in schema.items()}
    if isinstance(found.get("$ref"), str) and found["$ref"].startswith("#"):
        found["$ref"] = file + found["$ref"]
    return found


FILES: dict[str, Schema] = {
    path.name: _absolute(json.loads(path.read_text(encoding="utf-8")), path.name)
    for path in data_folder("schemas").glob("*.json")
}
