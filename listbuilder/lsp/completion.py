"""Completion: the names, keys and words of the schema that are valid at the cursor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from listbuilder.loading.json_pointer import JsonPath
from listbuilder.loading.schema import FileKind
from listbuilder.loading.shape import Shape, shape_of
from listbuilder.lsp.cursor import Cursor
from listbuilder.lsp.name_uses import PLACES, meaning
from listbuilder.lsp.workspace import KnownGame


class Proposal(NamedTuple):
    """A text that is valid at the cursor.

    Attributes:
        about: its kind, in a word.
        text: its meaning.
    """

    name: str
    about: str
    text: str = ""


def proposals(cursor: Cursor, kind: FileKind, known: KnownGame | None) -> Iterator[Proposal]:
    """Yield the texts that are valid at a cursor."""
    if name := meaning(cursor.path, cursor.at_key, cursor.said, kind):
        if known is not None:
            yield from (Proposal(one, name.kind) for one in known.known(name.kind, name.of))
        if cursor.path[-1] == "in":
            yield from (Proposal(one, "place") for one in PLACES)
        return
    if not cursor.at_key and cursor.path and cursor.path[-1] == "in":
        yield from (Proposal(one, "place") for one in PLACES)
        if known is not None:
            yield from (Proposal(one, "keyword") for one in known.known("keyword"))
        return
    told: set[str] = set()
    if cursor.at_key:
        for shape in shapes_at(kind, cursor.path[:-1]):
            for key, node in shape.keys().items():
                if key not in told:
                    told.add(key)
                    text = node.get("description", "") if isinstance(node, dict) else ""
                    yield Proposal(key, "key", text)
        return
    if cursor.path:
        for shape in shapes_at(kind, cursor.path[:-1]):
            node = shape.keys().get(str(cursor.path[-1]))
            for word in node.get("enum", ()) if isinstance(node, dict) else ():
                yield Proposal(str(word), "word")


def shapes_at(kind: FileKind, path: JsonPath) -> list[Shape]:
    """List the shapes that the value at a path may have."""
    shapes = [shape_of(kind)]
    for step in path:
        shapes = list(dict.fromkeys(one for shape in shapes for one in shape.below(step)))
    return shapes
