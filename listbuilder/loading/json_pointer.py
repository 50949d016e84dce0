"""JSON pointers (RFC 6901): where in a file a value stands."""

from __future__ import annotations

from collections.abc import Iterable

JsonPath = tuple[str | int, ...]
"""The same in parts: keys and indexes from the whole document down."""


def pointer_of(path: Iterable[str | int]) -> str:
    """Write a path as a JSON pointer."""
    return "".join([f"/{token(str(part))}" for part in path])


def token(name: str) -> str:
    """Escape a key for a JSON pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def json_key(name: str) -> str:
    """Name an attribute of the model as files do."""
    return "$schema" if name == "schema" else name.rstrip("_")
