"""Attributes that are made when somebody first reads them.

A check of an army needs no table, no odds and no glossary, and they are a third of a ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

import attrs

DEFERRABLE: Mapping[str, bool] = MappingProxyType({"deferrable": True})
"""Metadata of the attributes that may be deferred."""

Made = TypeVar("Made")


class Deferred:
    """Stands in an attribute until it is read; then ``make`` is called for its value."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], object]) -> None:
        self.make = make


class ReadOnce:
    """An attribute with a slot: whoever reads it first has its value made, and it is kept."""

    def __init__(self, slot: Any) -> None:
        self.slot = slot

    def __get__(self, record: object, kind: type) -> object:
        if record is None:
            return self
        value = self.slot.__get__(record, kind)
        if type(value) is Deferred:
            value = value.make()
            self.slot.__set__(record, value)
        return value

    def __set__(self, record: object, value: object) -> None:
        self.slot.__set__(record, value)


def deferrable(kind: type) -> frozenset[str]:
    """Names of the attributes of an attrs class that may be deferred."""
    return frozenset(
        field.name for field in attrs.fields(kind) if field.metadata.keys() & DEFERRABLE
    )


def defers(kind: type[Made]) -> type[Made]:
    """Let the ``DEFERRABLE`` attributes of a frozen attrs class with slots be deferred."""
    for name in deferrable(kind):
        setattr(kind, name, ReadOnce(getattr(kind, name)))
    return kind


def evolved(record: Made, **changes: Any) -> Made:
    """As ``attrs.evolve``, but for one thing: an attribute that is deferred stays so."""
    kind: Any = type(record)
    for field in attrs.fields(kind):
        if field.name not in changes:
            attribute = getattr(kind, field.name)
            slot = attribute.slot if type(attribute) is ReadOnce else attribute
            changes[field.name] = slot.__get__(record)
    made: Made = kind(**changes)
    return made
