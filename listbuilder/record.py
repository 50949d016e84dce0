"""The base of the model's classes: equality, hash and repr of their attributes; their parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any

import attrs


class Record:
    """Base of the frozen attrs classes.

    attrs would compile these three methods anew for each class at every start: a fifth of a
    millisecond each time, and ``check`` needs fifty classes.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        values = _values_of(type(self))
        return bool(values(self) == values(other))

    def __hash__(self) -> int:
        return hash((type(self), _values_of(type(self))(self)))

    def __repr__(self) -> str:
        names = _compared(type(self))
        inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__name__}({inside})"


def _compared(kind: type) -> tuple[str, ...]:
    """Names of the attributes that make a class's values equal."""
    return tuple(field.name for field in attrs.fields(kind) if field.eq)


def _values_of(kind: type) -> Callable[[object], object]:
    """A function that reads these attributes of a value; made once for each class."""
    read = _READ.get(kind)
    if read is None:
        read = _READ[kind] = attrgetter(*_compared(kind))
    return read


_READ: dict[type, Callable[[object], object]] = {}


def records_in(made: object) -> Iterator[Record]:
    """Yield all records that something is made of, itself first."""
    if isinstance(made, Record):
        yield made
        kind: Any = type(made)
        for field in attrs.fields(kind):
            yield from records_in(getattr(made, field.name))
    elif isinstance(made, Mapping):
        for value in made.values():
            yield from records_in(value)
    elif isinstance(made, tuple | list):
        for value in made:
            yield from records_in(value)
