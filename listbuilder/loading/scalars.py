"""Structuring plain JSON values as numbers, names and words, strictly: nothing is coerced."""

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
    """Make a hook that accepts values of exactly this type."""

    def structure(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(kind.__name__)
        return value

    return structure


def plain_kind(kind: Any) -> type | None:
    """Give the class all of whose values are valid (``exactly``); None for other kinds."""
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
        TypeError: the value is no number.
    """
    if type(value) is int:
        return value
    if type(value) is str:
        return fraction(value)
    raise TypeError("number")


def by_size(value: Any, _: Any) -> tuple[tuple[int, Number], ...]:
    """Read an object with numbers of models as keys, and a number for each."""
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
        ValueError: the text is no fraction, a whole number, or too long.
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
    """Read an id, or a list of ids."""
    if type(value) is str:
        return (value,)
    if type(value) is list and value and all(type(name) is str for name in value):
        return tuple(value)
    raise ValueError("names")


def choices(value: Any, _: Any) -> tuple[tuple[str, str], ...]:
    """Read choices with the option of each."""
    if type(value) is dict and value and all(type(option) is str for option in value.values()):
        return tuple(value.items())
    raise ValueError("choice")


def characteristic(value: Any, _: Any) -> int | str:
    """Read the value of a profile's column."""
    if type(value) is int or type(value) is str:
        return value
    raise ValueError("characteristic")


def severity(value: Any, _: Any) -> Severity:
    """Read a severity."""
    if type(value) is not str:
        raise TypeError("severity")
    return Severity(value)


def option(kind: Any) -> Hook:
    """Make a hook that accepts the words of a literal type."""
    options = get_args(kind)

    def structure(value: Any, _: Any) -> str:
        if type(value) is not str or value not in options:
            raise ValueError("option")
        return value

    return structure
