"""The base of the model's classes: equality, hash and repr of their attributes; their parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
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
    """Yield all records that something is made of, each before its parts, in their order."""
    left = [made]
    while left:
        one: Any = left.pop()
        parts_of = _parts_of(one.__class__)
        if parts_of is not None:
            if isinstance(one, Record):
                yield one
            left += parts_of(one)[::-1]


@cache
def _parts_of(kind: type) -> Callable[[Any], Sequence[object]] | None:
    """A function that reads all attributes of a record, or all members; None: there are none."""
    if issubclass(kind, Record):
        record: Any = kind
        names = [field.name for field in attrs.fields(record)]
        return attrgetter(*names) if len(names) > 1 else lambda one: [getattr(one, *names)]
    if issubclass(kind, Mapping):
        return lambda one: [*one.values()]
    return (lambda one: one) if issubclass(kind, tuple | list) else None
