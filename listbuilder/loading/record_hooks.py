"""Structuring of records, lists, objects and unions by their types, strictly.

A hook turns a JSON value into a value of one type, or refuses it: it coerces nothing, and refuses
unknown keys. ``loading.structuring`` has the types whose JSON has another shape than they have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs
import cattrs

from listbuilder.findings import Severity
from listbuilder.loading.json_pointer import json_key
from listbuilder.loading.scalars import (
    Hook,
    characteristic,
    exactly,
    option,
    plain_kind,
    severity,
)
from listbuilder.loading.titles import TITLE_HOOKS, TITLED
from listbuilder.model.deferred import deferrable

PLAIN: dict[type, Hook] = {
    str: exactly(str),
    int: exactly(int),
    bool: exactly(bool),
    Severity: severity,
}


class RecordHooks:
    """Hooks of one converter, each made from a type when it is first needed.

    Attributes:
        own: the hooks of types whose JSON has another shape than they have.
        limits: by class, a check that values must pass beyond the types of their attributes;
            derived classes inherit it.
        unions: the hooks of unions, by their types without ``None``.
        hook: gives the hook of a type. The converter gives the same, but first looks for hooks of
            all bases of the type (singledispatch), which takes 2 % of a start.
    """

    def __init__(self, converter: cattrs.BaseConverter) -> None:
        """Register hooks for records, literals, lists, objects, unions and plain values."""
        self.own: dict[Any, Hook] = {**PLAIN}
        self.limits: dict[type, Callable[[Any], bool]] = {}
        self.unions: dict[frozenset[Any], Hook] = {}
        self.hook = cache(self._hook)
        self._converter = converter
        self._makers: Mapping[Any, Callable[[Any], Hook]] = {
            Literal: option,
            tuple: self._list,
            Mapping: self.mapping,
            Union: self._union,
            UnionType: self._union,
        }
        self._play_aid_types = cache(self._types_with_play_aids)
        converter.register_structure_hook_factory(self._makes, self.hook)

    def _makes(self, kind: Any) -> bool:
        return kind in self.own or attrs.has(kind) or get_origin(kind) in self._makers

    def _hook(self, kind: Any) -> Hook:
        if kind in self.own:
            return self.own[kind]
        if make := self._makers.get(get_origin(kind)):
            return make(kind)
        return self._limited(kind) if attrs.has(kind) else self._converter.get_structure_hook(kind)

    def _limited(self, kind: type) -> Hook:
        """Make the hook of an attrs class."""
        plain = self.record(kind)
        good = next((self.limits[base] for base in kind.__mro__ if base in self.limits), None)
        if good is None:
            return plain

        def structure(value: Any, _: Any) -> Any:
            made = plain(value, kind)
            if not good(made):
                raise ValueError(kind.__name__)
            return made

        return structure

    def record(self, kind: type) -> Hook:
        """Make the hook of an attrs class, without its check in ``limits``.

        No code is generated for it: that costs more than it gains where every file is read once.
        """
        fields: dict[str, tuple[str, type | None, Hook, Any]] = {}

        def read_fields() -> None:
            later = deferrable(kind)
            attributes = attrs.fields(kind)
            types = {field.name: field.type for field in attributes if field.name not in later}
            if any(isinstance(type_, str) for type_ in types.values()):  # defined further down
                types = get_type_hints(kind)
            for field in attributes:
                if field.name in later:
                    hook = self.play_aid(kind, field.name)
                    fields[json_key(field.name)] = (field.name, None, hook, None)
                elif field.name != "keys":
                    expected = types[field.name]
                    hook, own = self.hook(expected), plain_kind(expected)
                    if field.name in TITLED:
                        hook, own = TITLE_HOOKS.get(expected, hook), None
                    fields[json_key(field.name)] = (field.name, own, hook, expected)

        keyed = "keys" in attrs.fields_dict(kind)

        def structure(value: Any, _: Any) -> Any:
            if type(value) is not dict:
                raise TypeError("object")
            if not fields:
                read_fields()
            given = {}
            for key, part in value.items():
                name, plain, hook, expected = fields[key]
                given[name] = part if type(part) is plain else hook(part, expected)
            if keyed:
                given["keys"] = tuple(value)
            return kind(**given)

        return structure

    def told_by_key(self, kinds: Mapping[str, type], plain: Hook) -> Hook:
        """Make the hook of expressions: an object is of the kind whose key it has, else plain."""

        def structure(value: Any, _: Any) -> Any:
            if type(value) is dict:
                for key, kind in kinds.items():
                    if key in value:
                        return self.hook(kind)(value, kind)
            return plain(value, None)

        return structure

    def mapping(self, kind: Any) -> Hook:
        """Make the hook of objects with any keys and values of one type."""
        item = get_args(kind)[1]
        hook = self._late(item)

        def structure(value: Any, _: Any) -> dict[str, Any]:
            if type(value) is not dict:
                raise TypeError("object")
            build = hook()
            return {key: build(part, item) for key, part in value.items()}

        return structure

    def play_aid(self, kind: type, name: str) -> Hook:
        """Make the hook of an attribute that may be deferred."""
        return lambda value, _: self.hook(self._play_aid_types(kind)[name])(value, None)

    def _types_with_play_aids(self, kind: type) -> dict[str, Any]:
        """The types of a part's attributes, also of those that may be deferred."""
        from listbuilder.model import odds, play_aids, profile_types

        roll = self.told_by_key(odds.ROLLS, characteristic)
        self.unions[frozenset(get_args(odds.Roll))] = roll
        attempt = self.hook(odds.Try)
        tried = self.told_by_key({"of": odds.Chance}, attempt)
        self.unions[frozenset({odds.Try, odds.Chance})] = tried
        return get_type_hints(kind, localns=vars(profile_types) | vars(play_aids) | vars(odds))

    def _list(self, kind: Any) -> Hook:
        item = get_args(kind)[0]
        hook = self._late(item)

        def structure(value: Any, _: Any) -> tuple[Any, ...]:
            if type(value) is not list:
                raise TypeError("list")
            build = hook()
            return tuple([build(part, item) for part in value])

        return structure

    def _union(self, kind: Any) -> Hook:
        """Files never write ``null``, so an optional value has the hook of its other type."""
        parts = frozenset(get_args(kind)) - {NoneType}
        if parts in self.unions:
            return self.unions[parts]
        (item,) = parts
        hook = self._late(item)
        return lambda value, _: hook()(value, item)

    def _late(self, kind: Any) -> Callable[[], Hook]:
        """Look a hook up when it is first used: a class may contain itself."""
        return cache(lambda: self.hook(kind))
