"""What the model's classes share: equality, hash and repr of their attributes; their parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs


class Record:
    """Base of the frozen attrs classes.

    attrs would compile these three methods anew for each class at every start: a fifth of a
    millisecond each time, and ``check`` needs fifty classes.
    """

    __slots__ = ()

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in _compared(type(self)))

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        names = _compared(type(self))
        inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__name__}({inside})"


def _compared(kind: type) -> tuple[str, ...]:
    """Names of the attributes that make a class's values equal; read once for each class."""
    names = _NAMES.get(kind)
    if names is None:
        names = _NAMES[kind] = tuple(field.name for field in attrs.fields(kind) if field.eq)
    return names


_NAMES: dict[type, tuple[str, ...]] = {}


def nodes_of(made: object) -> Iterator[Record]:
    """Yield all records that something is made of, itself first."""
    if isinstance(made, Record):
        yield made
        kind: Any = type(made)
        for field in attrs.fields(kind):
            yield from nodes_of(getattr(made, field.name))
    elif isinstance(made, Mapping):
        for value in made.values():
            yield from nodes_of(value)
    elif isinstance(made, tuple | list):
        for value in made:
            yield from nodes_of(value)
