"""Plain JSON values to numbers, names and words, strictly: nothing is coerced."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from listbuilder.findings import Severity
from listbuilder.loading.input_limits import MOST_DIGITS
from listbuilder.model.language import MOST_COPIES, Number

Hook = Callable[[Any, Any], Any]


def exactly(kind: type) -> Hook:
    """Make a hook that takes values of just this type."""

    def structure(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(kind.__name__)
        return value

    return structure


def plain_kind(kind: Any) -> type | None:
    """The class of which each value is good as it is (``exactly``); None where more is asked."""
    parts = {*get_args(kind)} if get_origin(kind) in (Union, UnionType) else {kind}
    (own, *others) = parts - {NoneType}
    return own if own in (str, int, bool) and not others else None


def copies(value: Any, _: Any) -> int:
    """Read a number of copies."""
    if type(value) is not int or not 1 <= value <= MOST_COPIES:
        raise ValueError("copies")
    return value


def number(value: Any, _: Any) -> Number:
    """Read a whole number, or a fraction.

    Raises:
        TypeError: it is none.
    """
    if type(value) is int:
        return value
    if type(value) is str:
        return fraction(value)
    raise TypeError("number")


def by_size(value: Any, _: Any) -> tuple[tuple[int, Number], ...]:
    """Read numbers of models, as keys, and what goes with each."""
    if type(value) is not dict or not value:
        raise TypeError("by size")
    return tuple(sorted((_models(key), number(amount, None)) for key, amount in value.items()))


def _models(key: Any) -> int:
    """Read a number of models that is written as a key, without leading zeros."""
    if type(key) is not str or not (key.isascii() and key.isdecimal() and key[0] != "0"):
        raise ValueError("models")
    if len(key) > len(str(MOST_COPIES)) or int(key) > MOST_COPIES:
        raise ValueError("models")
    return int(key)


def fraction(text: str) -> Fraction:
    """Read a fraction in lowest terms, such as ``5/2``.

    Raises:
        ValueError: it is none, a whole number, or longer than a number may be.
    """
    above, slash, below = text.partition("/")
    if not slash or not len(above.lstrip("-")) <= MOST_DIGITS >= len(below):
        raise ValueError("fraction")
    try:
        read = Fraction(text)
    except ZeroDivisionError:
        raise ValueError("fraction") from None
    if str(read) != text:
        raise ValueError("fraction")
    return read


def names(value: Any, _: Any) -> tuple[str, ...]:
    """Read one id, or several."""
    if type(value) is str:
        return (value,)
    if type(value) is list and value and all(type(name) is str for name in value):
        return tuple(value)
    raise ValueError("names")


def chosen(value: Any, _: Any) -> tuple[tuple[str, str], ...]:
    """Read choices with the option of each."""
    if type(value) is dict and value and all(type(option) is str for option in value.values()):
        return tuple(value.items())
    raise ValueError("choice")


def characteristic(value: Any, _: Any) -> int | str:
    """Read what stands in a column of a profile."""
    if type(value) is int or type(value) is str:
        return value
    raise ValueError("characteristic")


def severity(value: Any, _: Any) -> Severity:
    """Read a severity."""
    if type(value) is not str:
        raise TypeError("severity")
    return Severity(value)


def option(kind: Any) -> Hook:
    """One of the words that a literal lists."""
    options = get_args(kind)

    def structure(value: Any, _: Any) -> str:
        if type(value) is not str or value not in options:
            raise ValueError("option")
        return value

    return structure
