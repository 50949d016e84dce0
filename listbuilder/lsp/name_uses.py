"""Uses of names in a file, by the keys that they stand under.

The same tables serve a half-typed text, of which only the keys can be read, and whole files.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from listbuilder.loading.json_pointer import JsonPath
from listbuilder.loading.schema import FileKind

VALUES = {
    "is": "keyword",
    "becomes": "keyword",
    "loses": "keyword",
    "holder_becomes": "keyword",
    "without": "keyword",
    "in": "keyword",
    "entry": "entry",
    "like": "entry",
    "offers": "entry",
    "requires": "entry",
    "slot": "slot",
    "sum": "value",
    "greatest": "value",
    "least": "value",
    "distinct": "family",
    "carries": "value",
    "limit": "limit",
    "document": "document",
    "must": "family",
    "per": "family",
    "family": "family",
    "column": "column",
    "chart": "chart",
    "table": "table",
    "tables": "table",
    "wargear": "term",
    "rules": "term",
    "actions": "term",
    "powers": "term",
}
"""Kinds of names in texts, or lists of texts, by the key above them."""

KEYS = {"holds": "entry", "caps": "keyword", "budget": "value", "choice": "choice"}
"""Kinds of names that are keys of an object, by the key of the object."""

DEFINED = {
    "keywords": "keyword",
    "values": "value",
    "limits": "limit",
    "choices": "choice",
    "documents": "document",
    "profiles": "profile",
    "charts": "chart",
}
"""Kinds of names that a file defines as keys of its maps, by the map's key."""

LISTED = {"entries": "entry", "slots": "slot", "tables": "table"}
"""Kinds of names that a file defines by ``id`` in a list, by the list's key."""

PLACES = ("self", "children", "below", "whole", "parent", "roster", "at", "placed", "beside")


class Name(NamedTuple):
    """A name of a kind, at a place of a file.

    Attributes:
        of: for an option, its choice; else empty.
        defines: the name is defined here.
    """

    kind: str
    name: str
    of: str = ""
    defines: bool = False

    @property
    def key(self) -> tuple[str, str, str]:
        """Kind, choice and name, the same for definitions and uses."""
        return self.kind, self.name, self.of


def meaning(path: JsonPath, at_key: bool, said: str, file: FileKind) -> Name | None:
    """Find the kind of a name by its path; None for a text that is no name."""
    steps = [step for step in path if isinstance(step, str)]
    if at_key:
        return _of_key(path, steps[:-1], said, file)
    if not steps:
        return None
    last, before = steps[-1], steps[-2] if len(steps) > 1 else ""
    if before == "choice" or (before == "choices" and file in ("roster", "event")):
        return Name("option", said, last)
    if last == "id" and before in LISTED:
        return Name(LISTED[before], said, defines=True)
    if last == "type" and before in ("profiles", "printed"):
        return Name("profile", said)
    if last == "entries" and isinstance(path[-1], int):
        return Name("entry" if steps[0] == "history" else "keyword", said)
    kind = VALUES.get(last)
    if kind is None or (kind == "entry" and last == "requires") or said in PLACES:
        return None
    if kind == "family":
        return Name(kind, said, defines=last == "family" and steps[0] == "keywords")
    return Name(kind, said)


def _of_key(path: JsonPath, around: list[str], said: str, file: FileKind) -> Name | None:
    if not around:
        return None
    holder = around[-1]
    if len(path) == 2 and holder in DEFINED:
        return Name(DEFINED[holder], said, defines=file == "ruleset" or file == "catalogue")
    if len(around) == 3 and around[0] == "choices" and holder == "options":
        return Name("option", said, around[1], True)
    if holder == "values":
        in_profile = len(around) > 1 and around[-2] == "profiles" and len(path) > 3
        return Name("column" if in_profile else "value", said)
    kind = KEYS.get(holder)
    return Name(kind, said) if kind else None


def names_in(data: Any, file: FileKind) -> Iterator[tuple[JsonPath, bool, Name]]:
    """Yield the names in a file: path, whether the name is a key, and the name with its kind."""
    todo: list[tuple[JsonPath, Any]] = [((), data)]
    while todo:
        path, value = todo.pop()
        if isinstance(value, dict):
            for key, inner in value.items():
                if name := meaning((*path, key), True, key, file):
                    yield (*path, key), True, name
                todo.append(((*path, key), inner))
        elif isinstance(value, list):
            todo += (((*path, index), inner) for index, inner in enumerate(value))
        elif isinstance(value, str) and (name := meaning(path, False, value, file)):
            yield path, False, name
