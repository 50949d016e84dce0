"""Hooks: functions that make values of a type out of JSON values, found by the type.

``HOOKS`` and ``UNIONS`` have those that ``loading.structuring`` gives by hand; the others are made
as their types are met: of attrs classes, tuples, mappings, optional parts and options.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import attrs

from listbuilder.loading.scalars import Hook, exactly, plain_kind
from listbuilder.loading.titles import TITLE_HOOKS, TITLED

HOOKS: dict[Any, Hook] = {
    Any: lambda value: value,
    str: exactly(str),
    int: exactly(int),
    bool: exactly(bool),
}
"""By type, how its values are made."""

UNIONS: dict[frozenset[Any], Hook] = {}
"""By the types of a union, how a value of one of them is made."""


def hook_of(kind: Any) -> Hook:
    """Find the function that structures values of a type; it is made once."""
    hook = HOOKS.get(kind)
    if hook is None:
        hook = HOOKS[kind] = _hook(kind)
    return hook


def _hook(kind: Any) -> Hook:
    origin = get_origin(kind)
    if origin is None:
        return attrs_hook(kind)
    return BY_ORIGIN[origin](kind)


def _list(kind: Any) -> Hook:
    hook = hook_of(get_args(kind)[0])

    def structure(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise TypeError("list")
        return tuple([hook(part) for part in value])

    return structure


def _object(kind: Any) -> Hook:
    hook = hook_of(get_args(kind)[1])

    def structure(value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise TypeError("object")
        return {key: hook(part) for key, part in value.items()}

    return structure


def _union(kind: Any) -> Hook:
    """``null`` is never written for what is unsaid, so an optional part is no union."""
    parts = frozenset(get_args(kind)) - {NoneType}
    if parts in UNIONS:
        return UNIONS[parts]
    (item,) = parts
    return hook_of(item)


def json_key(name: str) -> str:
    """Name an attribute of the model as files do."""
    return "$schema" if name == "schema" else name.rstrip("_")


def attrs_hook(kind: type) -> Hook:
    """Structure an attrs class."""
    arguments = arguments_of(kind)
    keyed = "keys" in attrs.fields_dict(kind)

    def structure(value: Any) -> Any:
        given = arguments(value)
        if keyed:
            given["keys"] = tuple(value)
        return kind(**given)

    return structure


def arguments_of(kind: type) -> Callable[[Any], dict[str, Any]]:
    """Structure what an attrs class is made of.

    No code is generated for it: that costs more than it gains where every file is read once.
    The attributes' hooks are looked up when first used: classes hold themselves.
    """
    fields: dict[str, tuple[str, type | None, Hook]] = {}

    def read_fields() -> None:
        for field in attrs.fields(kind):
            if field.name != "keys":
                expected = field.type
                if isinstance(expected, str):
                    expected = _annotated(expected, kind.__module__)
                hook, own = hook_of(expected), plain_kind(expected)
                if field.name in TITLED:
                    hook, own = TITLE_HOOKS.get(expected, hook), None
                fields[json_key(field.name)] = (field.name, own, hook)

    def structure(value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise TypeError("object")
        if not fields:
            read_fields()
        given = {}
        for key, part in value.items():
            name, plain, hook = fields[key]
            given[name] = part if type(part) is plain else hook(part)
        return given

    return structure


@cache
def _annotated(annotation: str, module: str) -> Any:
    """The type that an annotation means; ``get_type_hints`` would compile each of its places."""
    return eval(annotation, vars(sys.modules[module]))  # noqa: S307  # the model's own source


def _option(kind: Any) -> Hook:
    """One of the words that a literal lists."""
    options = get_args(kind)

    def structure(value: Any) -> str:
        if type(value) is not str or value not in options:
            raise ValueError("option")
        return value

    return structure


BY_ORIGIN: dict[Any, Callable[[Any], Hook]] = {
    Literal: _option,
    tuple: _list,
    Mapping: _object,
    Union: _union,
    UnionType: _union,
}
"""How a hook is made for a type that is made of others."""
