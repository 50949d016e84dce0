"""The order of a file's keys: that of its schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from listbuilder.loading.folders import data_folder

if TYPE_CHECKING:
    from listbuilder.loading.schema import FileKind

SchemaPlace = tuple[str, Any]
"""A schema within a file: the file's name, which its references start from, and the schema."""


class Branch(NamedTuple):
    """A branch of a schema, which a value may fit.

    Attributes:
        ranks: ranks of an object's keys; empty where the keys are names.
        keys: schemas of the values of known keys.
        rest: schema of the values of all other keys.
        items: schema of a list's items.
    """

    ranks: Mapping[str, int]
    keys: Mapping[str, SchemaPlace]
    rest: SchemaPlace | None
    items: SchemaPlace | None


class Shape:
    """The schema of a value: the order of its keys, and the shapes of its contents."""

    def __init__(self, place: SchemaPlace) -> None:
        self._branches = tuple(_branches(*place))

    def ranks(self, data: Mapping[str, Any]) -> Mapping[str, int]:
        """Rank the keys of an object; empty where the keys are names, which have no order."""
        return self._meant(data).ranks

    def key(self, data: Mapping[str, Any], key: str) -> Shape | None:
        """Give the shape of a key's value; None where the schema has none."""
        branch = self._meant(data)
        return _shape(branch.keys.get(key, branch.rest))

    def keys(self) -> Mapping[str, Any]:
        """Give the schemas of all keys that an object may have here."""
        return {key: node for one in self._branches for key, (_, node) in one.keys.items()}

    def below(self, step: str | int) -> Iterator[Shape]:
        """Yield the shapes that the value of a key, or an item, may have."""
        for branch in self._branches:
            is_item = isinstance(step, int)
            place = branch.items if is_item else branch.keys.get(str(step), branch.rest)
            if (shape := _shape(place)) is not None:
                yield shape

    def item(self) -> Shape | None:
        """Give the shape of a list's items; None where the schema has none."""
        return next((_shape(one.items) for one in self._branches if one.items), None)

    def _meant(self, data: Mapping[str, Any]) -> Branch:
        """Find the branch that has the most of an object's keys."""
        if len(self._branches) == 1:
            return self._branches[0]
        return max(self._branches, key=lambda branch: len(data.keys() & branch.keys.keys()))


@cache
def shape_of(kind: FileKind) -> Shape:
    """Give the shape of a kind of file."""
    name = f"{kind}.schema.json"
    return Shape((name, _file(name)))


def _shape(place: SchemaPlace | None) -> Shape | None:
    if place is None:
        return None
    if id(place[1]) not in _SHAPES:
        _SHAPES[id(place[1])] = Shape(place)
    return _SHAPES[id(place[1])]


_SHAPES: dict[int, Shape] = {}
"""Branches by the identity of their schemas, whose files are kept."""


def _branches(file: str, node: Any) -> Iterator[Branch]:
    """Yield the branches of a schema; keys beside the branches belong to each."""
    if "$ref" in node:
        yield from _branches(*_target(file, node["$ref"]))
        return
    own = {key: (file, inner) for key, inner in node.get("properties", {}).items()}
    for choice in node.get("anyOf", ()):
        for branch in _branches(file, choice):
            keys = {
                key: own[key] if inner is True else (home, inner)
                for key, (home, inner) in branch.keys.items()
            }
            yield branch._replace(keys=keys)
    if "anyOf" not in node:
        rest = node.get("additionalProperties")
        yield Branch(
            {key: rank for rank, key in enumerate(own)},
            own,
            (file, rest) if isinstance(rest, dict) else None,
            (file, node["items"]) if "items" in node else None,
        )


def _target(file: str, reference: str) -> SchemaPlace:
    name, _, pointer = reference.partition("#")
    node = _file(name or file)
    for step in pointer.split("/")[1:]:
        node = node[step]
    return name or file, node


@cache
def _file(name: str) -> Any:
    return json.loads((data_folder("schemas") / name).read_text("utf-8"))
