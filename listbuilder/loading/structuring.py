"""JSON values to the model, strictly: nothing is coerced, no key is unknown.

This decides what is a good file. It says no more than that one is bad; ``loading.schema`` says
what is wrong with it.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar, get_args

import attrs

from listbuilder.findings import Severity
from listbuilder.loading.hooks import HOOKS, UNIONS, arguments_of, attrs_hook, hook_of
from listbuilder.loading.scalars import (
    Hook,
    by_size,
    characteristic,
    chosen,
    copies,
    names,
    number,
    severity,
)
from listbuilder.loading.titles import Titles, titled
from listbuilder.model.entries import Group, Kind, Offer, Size
from listbuilder.model.event import Allowed
from listbuilder.model.language import (
    MOST_TAKERS,
    BySize,
    Change,
    Chosen,
    Comparison,
    Condition,
    Copies,
    Count,
    Distinct,
    GreatestOf,
    If,
    LeastOf,
    Limit,
    LookUp,
    Names,
    Number,
    Op,
    Outside,
    Plus,
    PrintedNumber,
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
from listbuilder.model.odds import ROLLS, Chance, Roll, Try
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

REFUSALS = (KeyError, TypeError, ValueError, RecursionError)
"""What structuring raises for a bad file."""

Model = TypeVar("Model")


def read(value: Any, kind: Any) -> Any:
    """Structure a part of a file: a class of the model, or any type that its attributes have.

    Raises:
        KeyError, TypeError, ValueError: it is no good part of that kind.
    """
    return hook_of(kind)(value)


def _told_by_key(kinds: Mapping[str, type], plain: Hook) -> Hook:
    """Structure a node, which is of the kind whose key it has, or else plain."""

    def structure(value: Any) -> Any:
        if type(value) is dict:
            for key, kind in kinds.items():
                if key in value:
                    return read(value, kind)
        return plain(value)

    return structure


_quantity = _told_by_key(QUANTITIES, number)
_roll = _told_by_key(ROLLS, characteristic)


def _step(value: Any) -> Any:
    if type(value) is not dict:
        raise TypeError("object")
    return read(value, Chance if "of" in value else Try)


def _condition(value: Any) -> Any:
    if type(value) is dict:
        for op in OPS:
            if op in value:
                return _comparison(value)
    return read(value, Test)


def _scope(value: Any) -> Any:
    return "roster" if value == "roster" else _condition(value)


def _comparison(value: Any) -> Comparison:
    if type(value) is not dict:
        raise TypeError("object")
    rest = dict(value)
    (op,) = (op for op in OPS if op in rest)
    hook = copies if op == "multiple_of" else _quantity
    bound = hook(rest.pop(op))
    per = rest.pop("per") if "per" in rest else None
    quantity = _quantity(rest)
    if "per" in value and (type(per) is not str or not isinstance(quantity, Count | Sum)):
        raise TypeError("per")
    return Comparison(quantity, op, bound, per)


def _value(value: Any) -> Value:
    if type(value) is dict:
        if not value:
            raise ValueError("value")
        made: Value = _structure_value(value)
        return made
    return Value(each=number(value))


def _size(value: Any) -> Size:
    if type(value) is list:
        if not value:
            raise ValueError("size")
        sizes = tuple(sorted(copies(models) for models in value))
        return Size(sizes[0], sizes[-1], sizes)
    if type(value) is dict and "one_of" in value:
        raise ValueError("size")
    size: Size = _structure_size(value)
    return size


def _selector(value: Any) -> Selector:
    rest, test = _split_test(value)
    in_ = rest.pop("in", "whole")
    whole = rest.pop("whole", False)
    if type(in_) is not str or type(whole) is not bool or rest:
        raise TypeError("selector")
    return Selector(in_, test, whole)


def _with_test(kind: type) -> Hook:
    """Structure a class whose files write its test's keys beside its own."""
    arguments = arguments_of(kind)

    def structure(value: Any) -> Any:
        rest, test = _split_test(value)
        return kind(**arguments(rest), test=test)

    return structure


def _split_test(value: Any) -> tuple[dict[str, Any], Test]:
    if type(value) is not dict:
        raise TypeError("object")
    test = {key: part for key, part in value.items() if key in TEST_KEYS}
    rest = {key: part for key, part in value.items() if key not in TEST_KEYS}
    if "test" in rest:
        raise ValueError("test")
    return rest, read(test, Test)


def _only(kind: type, good: Callable[[Any], bool]) -> Hook:
    """Structure a class, of which not all that its attributes allow is good."""
    plain = attrs_hook(kind)

    def structure(value: Any) -> Any:
        made = plain(value)
        if not good(made):
            raise ValueError(kind.__name__)
        return made

    return structure


def _test(value: Any) -> Test:
    test: Test = _structure_test(value)
    if (not test.all_ and "all" in value) or (not test.any_ and "any" in value):
        raise ValueError("tests")
    return test


def _offer(value: Any) -> Offer:
    if type(value) is str:
        return Offer(Test(entry=Names((value,))))
    offer: Offer = _structure_offer(value)
    return offer


def _named(value: Any) -> Named:
    if type(value) is str:
        return Named(value)
    named: Named = _structure_named(value)
    return named


UNIONS |= {
    frozenset(get_args(union)): hook
    for union, hook in (
        (Number, number),
        (Quantity, _quantity),
        (Condition, _condition),
        (Scope, _scope),
        (int | str, characteristic),
        (Roll, _roll),
        (Try | Chance, _step),
    )
}

LIMITED: dict[type, Callable[[Any], bool]] = {
    LookUp: lambda one: bool(one.table) and all(one.table),
    Unassigned: lambda one: 0 < len(one.to) <= MOST_TAKERS,
    Change: lambda one: bool(one.becomes or one.loses),
    Alteration: lambda one: (one.add is None) != (one.set_ is None),
    **dict.fromkeys((Allowed, PrintedNumber), lambda one: any(one.bounds())),
}

_structure_test = attrs_hook(Test)
_structure_value = attrs_hook(Value)
_structure_size = attrs_hook(Size)
_structure_named = attrs_hook(Named)
_structure_offer = _with_test(Offer)

HOOKS |= {
    Names: names,
    Chosen: chosen,
    BySize: by_size,
    Copies: copies,
    Severity: severity,
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
    **{kind: _only(kind, good) for kind, good in LIMITED.items()},
}

TITLE_TABLES = hook_of(Mapping[str, Mapping[str, str]])


def structure(data: Any, kind: type[Model], titles: Titles = MappingProxyType({})) -> Model:
    """Make a ``Ruleset``, ``Catalogue``, ``Roster`` or ``Pack`` of parsed JSON.

    Args:
        titles: of the ruleset, which hold in its army lists, too; their own go before.

    Raises:
        ValueError: the data is not a good file of that kind.
    """
    try:
        own = TITLE_TABLES(data["titles"]) if "titles" in data else {}
        with titled(titles, own):
            made: Model = read(data, kind)
            return made
    except REFUSALS as refusal:
        raise ValueError(kind.__name__) from refusal
