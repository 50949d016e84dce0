"""Bounds on the size of a game's exact numbers: beyond them, arithmetic would take too long.

Products in products, values made of values, and fractions without a common denominator can have any
number of digits. A bound is worked out from the files, before anything is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from listbuilder.loading.json_pointer import token
from listbuilder.loading.names import quoted
from listbuilder.loading.problems import Problem
from listbuilder.loading.references import JsonPart
from listbuilder.messages import gettext
from listbuilder.model.entries import Entry, Keyword, Offer
from listbuilder.model.language import (
    MOST_COPIES,
    GreatestOf,
    If,
    LeastOf,
    LookUp,
    Outside,
    Plus,
    Sum,
    Times,
    Value,
)

MOST_DIGITS = 100
"""Most digits of a number that rules work out: far more than any game needs."""

MOST = 10**MOST_DIGITS
MOST_SUMMED = MOST_COPIES**2
"""Largest factor of a value in a sum over a roster: its copies, and their models."""
MOST_LINKS = 1 + MOST_DIGITS // len(str(MOST_SUMMED))
"""Most values in a chain of values made of each other; longer chains count as too large."""


class Magnitude(NamedTuple):
    """A bound on the numerator and the denominator of a quantity."""

    most: int
    denominator: int


ONE = Magnitude(1, 1)


ValuesByName = Mapping[str, Sequence[Value]]
"""All values that parts carry, by name."""


def carried_values(parts: Iterable[Iterable[JsonPart]]) -> ValuesByName:
    """Collect the values of parts that stand together.

    Args:
        parts: the parts of each (``references.json_parts``).
    """
    found: dict[str, list[Value]] = {}
    for part in parts:
        for _, node in part:
            if isinstance(node, Entry | Keyword | Offer):
                for name, value in node.values.items():
                    found.setdefault(name, []).append(value)
    return found


def oversized(inside: Iterable[JsonPart], values: ValuesByName) -> Iterator[Problem]:
    """Yield the rules and values of a part that can have more than ``MOST_DIGITS`` digits.

    Args:
        inside: the part's parts (``references.json_parts``).
        values: the values of the part and of all parts of its book.
    """
    magnitudes = _Magnitudes(values)
    told: set[str] = set()
    at = "-"
    for pointer, node in inside:
        if isinstance(node, Times | Plus | If | LookUp):
            if not pointer.startswith(f"{at}/") and magnitudes.of(node) is None:
                at = pointer
                message = gettext(
                    "This can come to a number of more than {most_digits} digits.",
                    most_digits=MOST_DIGITS,
                )
                yield Problem("too-many-digits", message, at)
        elif isinstance(node, Entry | Keyword | Offer):
            for name in node.values:
                if name not in told and magnitudes.summed(name) is None:
                    told.add(name)
                    at = f"{pointer}/values/{token(name)}"
                    message = gettext(
                        "{name}, added up, can have more than {most_digits} digits.",
                        name=quoted(name),
                        most_digits=MOST_DIGITS,
                    )
                    yield Problem("too-many-digits", message, at)


class _Magnitudes:
    """Works out bounds of quantities; None for a quantity beyond ``MOST_DIGITS``."""

    def __init__(self, values: ValuesByName) -> None:
        self._values = values
        self._summed: dict[str, Magnitude | None] = {}
        self._links = 0

    def summed(self, name: str) -> Magnitude | None:
        """Bound a value's sum over a roster."""
        if name not in self._summed:
            if self._links > MOST_LINKS:
                return None
            self._summed[name] = ONE  # a value made of itself is refused elsewhere
            self._links += 1
            found = _added([self._of_value(value) for value in self._values.get(name, ())], max)
            self._links -= 1
            self._summed[name] = found and _bounded(found.most * MOST_SUMMED, found.denominator)
        return self._summed[name]

    def of(self, quantity: Any) -> Magnitude | None:
        """Bound a quantity."""
        match quantity:
            case int() | Fraction():
                return Magnitude(abs(quantity.numerator), quantity.denominator)
            case Sum():
                return self.summed(quantity.sum)
            case GreatestOf():
                return self.summed(quantity.greatest)
            case LeastOf():
                return self.summed(quantity.least)
            case Times():
                inner, times = self.of(quantity.of), quantity.times
                if inner is None:
                    return None
                most = inner.most * max(1, abs(times.numerator))
                return _bounded(
                    most, 1 if quantity.round else inner.denominator * times.denominator
                )
            case Plus():
                return _added([self.of(part) for part in quantity.plus], sum)
            case If():
                return _added([self.of(quantity.then), self.of(quantity.else_)], max)
            case LookUp():
                return _added([self.of(said) for row in quantity.table for said in row], max)
            case Outside():
                return self.of(quantity.outside)
        return ONE

    def _of_value(self, value: Value) -> Magnitude | None:
        numbers = [value.each, value.per_model, *value.steps, value.once]
        return _added([self.of(number) for number in numbers], sum)


def _added(parts: Sequence[Magnitude | None], combine: Any) -> Magnitude | None:
    """Bound several quantities, of which one or all count."""
    denominator = 1
    known = [part for part in parts if part is not None]
    for part in known:
        denominator = lcm(denominator, part.denominator)
        if denominator > MOST:
            return None
    if len(known) < len(parts):
        return None
    return _bounded(combine([1, *(part.most for part in known)]), denominator)


def _bounded(most: int, denominator: int) -> Magnitude | None:
    return Magnitude(most, denominator) if max(most, denominator) <= MOST else None
