"""JSON values to the model, strictly: nothing is coerced, no key is unknown.

This decides what is a good file. It says no more than that one is bad; ``loading.schema`` says
what is wrong with it.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs
import cattrs

from listbuilder.findings import Severity
from listbuilder.loading.json_pointer import json_key
from listbuilder.loading.scalars import (
    Hook,
    by_size,
    characteristic,
    choices,
    copies,
    exactly,
    names,
    number,
    option,
    plain_kind,
    severity,
)
from listbuilder.loading.titles import TITLE_HOOKS, TITLED, Titles, titled
from listbuilder.model.deferred import deferrable
from listbuilder.model.entries import Group, Kind, Offer, Size
from listbuilder.model.language import (
    MOST_TAKERS,
    Bounds,
    BySize,
    Chosen,
    Comparison,
    Condition,
    Copies,
    Count,
    Distinct,
    GreatestOf,
    If,
    KeywordChange,
    LeastOf,
    Limit,
    LookUp,
    Names,
    Number,
    Op,
    Outside,
    Plus,
    Quantity,
    Scope,
    Selector,
    Sum,
    Taker,
    Test,
    Times,
    Unassigned,
    Value,
)
from listbuilder.model.profiles import Alteration, Named

OPS: tuple[Op, ...] = ("at_most", "at_least", "exactly", "multiple_of")
QUANTITIES: dict[str, type] = {
    "count": Count,
    "sum": Sum,
    "distinct": Distinct,
    "greatest": GreatestOf,
    "least": LeastOf,
    "limit": Limit,
    "times": Times,
    "plus": Plus,
    "if": If,
    "table": LookUp,
    "outside": Outside,
    "unassigned": Unassigned,
}
TEST_KEYS = frozenset(name.rstrip("_") for name in attrs.fields_dict(Test))

REFUSALS = (cattrs.errors.ForbiddenExtraKeysError, KeyError, TypeError, ValueError, RecursionError)
"""Errors that structuring raises for an invalid file."""

Model = TypeVar("Model")

converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=False)


def _told_by_key(kinds: Mapping[str, type], plain: Hook) -> Hook:
    """Structure an expression, which is of the kind whose key it has, or else plain."""

    def structure(value: Any, _: Any) -> Any:
        if type(value) is dict:
            for key, kind in kinds.items():
                if key in value:
                    return converter.structure(value, kind)
        return plain(value, None)

    return structure


_quantity = _told_by_key(QUANTITIES, number)


def _condition(value: Any, _: Any) -> Any:
    if type(value) is dict:
        for op in OPS:
            if op in value:
                return _comparison(value, None)
    return converter.structure(value, Test)


def _scope(value: Any, _: Any) -> Any:
    return "roster" if value == "roster" else _condition(value, None)


def _comparison(value: Any, _: Any) -> Comparison:
    if type(value) is not dict:
        raise TypeError("object")
    rest = dict(value)
    (op,) = (op for op in OPS if op in rest)
    read = copies if op == "multiple_of" else _quantity
    bound = read(rest.pop(op), None)
    per = rest.pop("per") if "per" in rest else None
    quantity = _quantity(rest, None)
    if "per" in value and (type(per) is not str or not isinstance(quantity, Count | Sum)):
        raise TypeError("per")
    return Comparison(quantity, op, bound, per)


def _value(value: Any, _: Any) -> Value:
    if type(value) is dict:
        if not value:
            raise ValueError("value")
        read: Value = _structure_value(value, Value)
        return read
    return Value(each=number(value, None))


def _size(value: Any, _: Any) -> Size:
    if type(value) is list:
        if not value:
            raise ValueError("size")
        sizes = tuple(sorted(copies(models, None) for models in value))
        return Size(sizes[0], sizes[-1], sizes)
    if type(value) is dict and "one_of" in value:
        raise ValueError("size")
    size: Size = _structure_size(value, Size)
    return size


def _selector(value: Any, _: Any) -> Selector:
    rest, test = _split_test(value)
    in_ = rest.pop("in", "whole")
    whole = rest.pop("whole", False)
    if type(in_) is not str or type(whole) is not bool or rest:
        raise TypeError("selector")
    return Selector(in_, test, whole)


def _with_test(kind: type) -> Hook:
    """Structure a class whose files write its test's keys beside its own."""

    def structure(value: Any, _: Any) -> Any:
        rest, test = _split_test(value)
        return attrs.evolve(plain(rest, kind), test=test)

    plain = _attrs_hook(kind)
    return structure


def _split_test(value: Any) -> tuple[dict[str, Any], Test]:
    if type(value) is not dict:
        raise TypeError("object")
    test = {key: part for key, part in value.items() if key in TEST_KEYS}
    rest = {key: part for key, part in value.items() if key not in TEST_KEYS}
    if "test" in rest:
        raise ValueError("test")
    return rest, converter.structure(test, Test)


def _only(kind: type, good: Callable[[Any], bool]) -> Hook:
    """Structure a class, of which not all that its attributes allow is good."""
    plain = _attrs_hook(kind)

    def structure(value: Any, _: Any) -> Any:
        made = plain(value, kind)
        if not good(made):
            raise ValueError(kind.__name__)
        return made

    return structure


def _test(value: Any, _: Any) -> Test:
    test: Test = _structure_test(value, Test)
    if (not test.all_ and "all" in value) or (not test.any_ and "any" in value):
        raise ValueError("tests")
    return test


def _offer(value: Any, _: Any) -> Offer:
    if type(value) is str:
        return Offer(Test(entry=Names((value,))))
    offer: Offer = _structure_offer(value, Offer)
    return offer


def _named(value: Any, _: Any) -> Named:
    if type(value) is str:
        return Named(value)
    named: Named = _structure_named(value, Named)
    return named


def _list(kind: Any) -> Hook:
    item = get_args(kind)[0]
    hook = _late(item)

    def structure(value: Any, _: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise TypeError("list")
        build = hook()
        return tuple([build(part, item) for part in value])

    return structure


def _object(kind: Any) -> Hook:
    item = get_args(kind)[1]
    hook = _late(item)

    def structure(value: Any, _: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise TypeError("object")
        build = hook()
        return {key: build(part, item) for key, part in value.items()}

    return structure


def _union(kind: Any) -> Hook:
    """``null`` is never written for what is unsaid, so an optional part is no union."""
    parts = frozenset(get_args(kind)) - {NoneType}
    if parts in UNIONS:
        return UNIONS[parts]
    (item,) = parts
    hook = _late(item)
    return lambda value, _: hook()(value, item)


def _late(kind: Any) -> Callable[[], Hook]:
    """Look a hook up when first used: classes hold themselves."""
    return cache(lambda: converter.get_structure_hook(kind))


def _attrs_hook(kind: type) -> Hook:
    """Structure an attrs class.

    No code is generated for it: that costs more than it gains where every file is read once.
    """
    fields: dict[str, tuple[str, type | None, Hook, Any]] = {}

    def read_fields() -> None:
        later = deferrable(kind)
        types = {field.name: field.type for field in attrs.fields(kind) if field.name not in later}
        if any(isinstance(type_, str) for type_ in types.values()):  # of what is defined below
            types = get_type_hints(kind)
        for field in attrs.fields(kind):
            if field.name in later:
                fields[json_key(field.name)] = (field.name, None, play_aid(kind, field.name), None)
            elif field.name != "keys":
                expected = types[field.name]
                hook, own = converter.get_structure_hook(expected), plain_kind(expected)
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


def play_aid(kind: type, name: str) -> Hook:
    """Structure an attribute of a part that may be deferred."""
    return lambda value, _: converter.structure(value, _play_aid_types(kind)[name])


@cache
def _play_aid_types(kind: type) -> dict[str, Any]:
    """Types of a part's attributes, those of play aids among them."""
    from listbuilder.model import odds, play_aids, profile_types

    roll = _told_by_key(odds.ROLLS, characteristic)
    UNIONS[frozenset(get_args(odds.Roll))] = roll
    attempt = converter.get_structure_hook(odds.Try)
    UNIONS[frozenset({odds.Try, odds.Chance})] = _told_by_key({"of": odds.Chance}, attempt)
    return get_type_hints(kind, localns=vars(profile_types) | vars(play_aids) | vars(odds))


def _is_bounds(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Bounds)


def _made_of(*origins: Any) -> Callable[[Any], bool]:
    return lambda kind: get_origin(kind) in origins


UNIONS: dict[frozenset[Any], Hook] = {
    frozenset(get_args(union)): hook
    for union, hook in (
        (Number, number),
        (Quantity, _quantity),
        (Condition, _condition),
        (Scope, _scope),
        (int | str, characteristic),
    )
}

converter.register_structure_hook_factory(attrs.has, _attrs_hook)
converter.register_structure_hook_factory(
    _is_bounds, partial(_only, good=lambda one: any(one.bounds()))
)
converter.register_structure_hook_factory(_made_of(Literal), option)
converter.register_structure_hook_factory(_made_of(tuple), _list)
converter.register_structure_hook_factory(_made_of(Mapping), _object)
converter.register_structure_hook_factory(_made_of(Union, UnionType), _union)

PLAIN: dict[type, Hook] = {str: exactly(str), int: exactly(int), bool: exactly(bool)}
for _kind, _hook in {**PLAIN, Severity: severity}.items():
    converter.register_structure_hook(_kind, _hook)

TITLE_TABLES = _object(Mapping[str, Mapping[str, str]])

_structure_test = _attrs_hook(Test)
_structure_value = _attrs_hook(Value)
_structure_size = _attrs_hook(Size)
_structure_named = _attrs_hook(Named)
_structure_offer = _with_test(Offer)

LIMITED: dict[type, Callable[[Any], bool]] = {
    LookUp: lambda one: bool(one.table) and all(one.table),
    Unassigned: lambda one: 0 < len(one.to) <= MOST_TAKERS,
    KeywordChange: lambda one: bool(one.becomes or one.loses),
    Alteration: lambda one: (one.add is None) != (one.set_ is None),
}
OWN: dict[Any, Hook] = {
    Names: names,
    Chosen: choices,
    BySize: by_size,
    Copies: copies,
    Selector: _selector,
    Comparison: _comparison,
    Test: _test,
    Value: _value,
    Size: _size,
    Named: _named,
    Offer: _offer,
    **{kind: _with_test(kind) for kind in (Taker, Group, Kind)},
    **{kind: _only(kind, good) for kind, good in LIMITED.items()},
}
# One factory for all of them: registered as classes, each would cost a start more.
converter.register_structure_hook_factory(OWN.__contains__, lambda kind: OWN[kind])


def structure(data: Any, kind: type[Model], titles: Titles = MappingProxyType({})) -> Model:
    """Make a ``Ruleset``, ``Catalogue``, ``Roster`` or ``Pack`` of parsed JSON.

    Args:
        titles: of the ruleset, which hold in its army lists, too; their own go before.

    Raises:
        ValueError: the data is not a good file of that kind.
    """
    try:
        with titled(titles, own_titles(data)):
            return converter.structure(data, kind)
    except REFUSALS as refusal:
        raise ValueError(kind.__name__) from refusal


def own_titles(data: Any) -> Titles:
    """The titles in other languages that a file says itself."""
    return TITLE_TABLES(data["titles"], None) if "titles" in data else {}
