"""Structuring of files: JSON values become the model, strictly.

Here are the types that files write otherwise than their attributes say, such as expressions; all
others have the hooks of ``loading.record_hooks``. A file is good if it can be structured. What is
wrong with a bad file ``loading.schema`` finds.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar, get_args

import attrs
import cattrs

from listbuilder.loading.record_hooks import RecordHooks
from listbuilder.loading.scalars import (
    Hook,
    by_size,
    characteristic,
    choices,
    copies,
    names,
    number,
)
from listbuilder.loading.titles import Titles, titled
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
from listbuilder.model.roster import Roster

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

converter = cattrs.BaseConverter(detailed_validation=False)
HOOKS = RecordHooks(converter)

_quantity = HOOKS.told_by_key(QUANTITIES, number)


def _condition(value: Any, _: Any) -> Any:
    if type(value) is dict:
        for op in OPS:
            if op in value:
                return _comparison(value, None)
    return _test(value, None)


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

    plain = HOOKS.record(kind)
    return structure


def _split_test(value: Any) -> tuple[dict[str, Any], Test]:
    if type(value) is not dict:
        raise TypeError("object")
    test = {key: part for key, part in value.items() if key in TEST_KEYS}
    rest = {key: part for key, part in value.items() if key not in TEST_KEYS}
    if "test" in rest:
        raise ValueError("test")
    return rest, _test(test, None)


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


HOOKS.unions |= {
    frozenset(get_args(union)): hook
    for union, hook in (
        (Number, number),
        (Quantity, _quantity),
        (Condition, _condition),
        (Scope, _scope),
        (int | str, characteristic),
    )
}

TITLE_TABLES = HOOKS.mapping(Mapping[str, Mapping[str, str]])

_structure_test = HOOKS.record(Test)
_structure_value = HOOKS.record(Value)
_structure_size = HOOKS.record(Size)
_structure_named = HOOKS.record(Named)
_structure_offer = _with_test(Offer)

HOOKS.limits |= {
    Bounds: lambda one: any(one.bounds()),
    LookUp: lambda one: bool(one.table) and all(one.table),
    Unassigned: lambda one: 0 < len(one.to) <= MOST_TAKERS,
    KeywordChange: lambda one: bool(one.becomes or one.loses),
    Alteration: lambda one: (one.add is None) != (one.set_ is None),
    Roster: lambda one: all(limit >= 0 for limit in one.limits.values()),
}
HOOKS.own |= {
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
    Taker: _with_test(Taker),
    Group: _with_test(Group),
    Kind: _with_test(Kind),
}


def structure(data: Any, kind: type[Model], titles: Titles = MappingProxyType({})) -> Model:
    """Make a ``Ruleset``, ``Catalogue``, ``Roster`` or ``Pack`` of parsed JSON.

    Args:
        data: the parsed JSON.
        kind: the class to make.
        titles: the ruleset's titles for its army lists; a file's own titles take precedence.

    Raises:
        ValueError: the data is not a good file of that kind.
    """
    try:
        with titled(titles, own_titles(data)):
            return converter.structure(data, kind)
    except REFUSALS as refusal:
        raise ValueError(kind.__name__) from refusal


def own_titles(data: Any) -> Titles:
    """The titles in other languages that a file has itself."""
    return TITLE_TABLES(data["titles"], None) if "titles" in data else {}
