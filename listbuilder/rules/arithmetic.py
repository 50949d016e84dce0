"""Arithmetic of the rule language: exact numbers, comparisons, sums, multiples, limits."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence

from listbuilder.model.language import Number, Op
from listbuilder.rules.army import Amount, Army, Node


class LimitUnsetError(Exception):
    """A quantity reads a limit that the roster does not set."""


HOLDS: dict[Op, Callable[[Number, Number], bool]] = {
    "at_most": operator.le,
    "at_least": operator.ge,
    "exactly": operator.eq,
    "multiple_of": lambda found, bound: found % bound == 0,
}


def exact(number: Number) -> Number:
    """Make a whole number of a fraction that is whole."""
    return number.numerator if number.denominator == 1 else number


def limit(name: str) -> Amount:
    """Compile the value of a limit; raises ``LimitUnsetError`` where the roster does not set it."""

    def read(node: Node, army: Army) -> int:
        try:
            return army.limits[name]
        except KeyError:
            raise LimitUnsetError(name) from None

    return read


def plus(amounts: Sequence[Amount]) -> Amount:
    """Compile a sum."""

    def total(node: Node, army: Army) -> Number:
        found: Number = 0
        for amount in amounts:
            found += amount(node, army)
        return found

    return total


def times(factor: Number, amount: Amount, rounding: str | None) -> Amount:
    """Compile a constant times an amount, rounded up, down or not at all."""
    match rounding:
        case "up":
            return lambda node, army: math.ceil(factor * amount(node, army))
        case "down":
            return lambda node, army: math.floor(factor * amount(node, army))
        case _:
            return lambda node, army: exact(factor * amount(node, army))
