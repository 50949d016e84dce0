"""The order in which a file's keys stand: that in which its schema lists them."""

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
    """One of the things that a value may be.

    Attributes:
        ranks: of an object's keys, in their order; empty where they are names.
        keys: what its keys hold.
        rest: what its other keys hold.
        items: what a list holds.
    """

    ranks: Mapping[str, int]
    keys: Mapping[str, SchemaPlace]
    rest: SchemaPlace | None
    items: SchemaPlace | None


class Shape:
    """What the schemas say of the keys of a value, and of what it holds."""

    def __init__(self, place: SchemaPlace) -> None:
        self._branches = tuple(_branches(*place))

    def ranks(self, data: Mapping[str, Any]) -> Mapping[str, int]:
        """Rank the keys of an object; empty where they are names, which stand as they like."""
        return self._meant(data).ranks

    def key(self, data: Mapping[str, Any], key: str) -> Shape | None:
        """The shape of what a key holds; None where nothing is said of it."""
        branch = self._meant(data)
        return _shape(branch.keys.get(key, branch.rest))

    def keys(self) -> Mapping[str, Any]:
        """The schemas of all keys that an object may have here, whatever else it has."""
        return {key: node for one in self._branches for key, (_, node) in one.keys.items()}

    def below(self, step: str | int) -> Iterator[Shape]:
        """Yield the shapes that what a key or a list holds may have."""
        for branch in self._branches:
            is_item = isinstance(step, int)
            place = branch.items if is_item else branch.keys.get(str(step), branch.rest)
            if (shape := _shape(place)) is not None:
                yield shape

    def item(self) -> Shape | None:
        """The shape of a list's items; None where nothing is said of them."""
        return next((_shape(one.items) for one in self._branches if one.items), None)

    def _meant(self, data: Mapping[str, Any]) -> Branch:
        """The branch that knows most of an object's keys."""
        if len(self._branches) == 1:
            return self._branches[0]
        return max(self._branches, key=lambda branch: len(data.keys() & branch.keys.keys()))


@cache
def shape_of(kind: FileKind) -> Shape:
    """The shape of a ruleset's, an army list's or a roster's file."""
    name = f"{kind}.schema.json"
    return Shape((name, _file(name)))


def _shape(place: SchemaPlace | None) -> Shape | None:
    if place is None:
        return None
    if id(place[1]) not in _SHAPES:
        _SHAPES[id(place[1])] = Shape(place)
    return _SHAPES[id(place[1])]


_SHAPES: dict[int, Shape] = {}
"""By the identity of their schemas, whose files are kept."""


def _branches(file: str, node: Any) -> Iterator[Branch]:
    """Yield what a schema allows; keys that stand beside its branches are theirs too."""
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
