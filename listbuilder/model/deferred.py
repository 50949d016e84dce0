"""Attributes that are made when somebody first reads them.

A check of an army needs no tables, odds or glossary, which are a third of a ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

import attrs

DEFERRABLE: Mapping[str, bool] = MappingProxyType({"deferrable": True})
"""The metadata of an attribute that may be deferred."""

Made = TypeVar("Made")


class Deferred:
    """A stand-in for an attribute's value, until the attribute is read and ``make`` makes it."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], object]) -> None:
        self.make = make


class ReadOnce:
    """A descriptor over a slot: the first read makes the deferred value and keeps it."""

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
    """Make a changed record like ``attrs.evolve``, but leave deferred attributes deferred."""
    kind: Any = type(record)
    for field in attrs.fields(kind):
        if field.name not in changes:
            attribute = getattr(kind, field.name)
            slot = attribute.slot if type(attribute) is ReadOnce else attribute
            changes[field.name] = slot.__get__(record)
    made: Made = kind(**changes)
    return made
