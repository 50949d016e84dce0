"""The work that odds may take: counted, not timed, so that they end alike on every machine.

The unit is the product of two small weights: about a seventh of a microsecond. What else there is
to do is counted as so many of them, as measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

from listbuilder.errors import OddsBudgetError
from listbuilder.model.language import Number

MOST_WORK = 10_000_000
"""For one of the odds, or one table; no shipped ones take a tenth of it."""

MOST_IN_ALL = 25_000_000
"""For all odds that are asked for together."""

MOST_BITS = 6000
"""Of a whole number. Python writes no number of over 4,300 digits, and two may be multiplied."""

WORD = 64
"""Bits of a number that is reckoned with as fast as a small one."""

STEP = 120
"""To make any distribution, of a single number too."""

OUTCOME = 15
"""To make one outcome from another."""

FRACTION = 40
"""To add or multiply fractions instead of whole numbers."""

SHOWN = 200
"""To put an outcome into a distribution that is shown, with its chances."""


class Budget:
    """What work is left.

    Attributes:
        left: in units.
    """

    def __init__(self, left: int = MOST_IN_ALL) -> None:
        self.left = left

    def spend(self, work: int) -> None:
        """Count work that is about to be done.

        Raises:
            OddsBudgetError: it is more than is left.
        """
        self.left -= work
        if self.left < 0:
            raise OddsBudgetError

    @contextmanager
    def part(self) -> Iterator[Budget]:
        """Give as much as one of the odds may take; the rest comes back."""
        part = Budget(min(MOST_WORK, self.left))
        given = part.left
        try:
            yield part
        finally:
            self.left -= given - max(0, part.left)

    def length(self, bits: int) -> None:
        """Look whether a number is too long.

        Raises:
            OddsBudgetError: it is.
        """
        if bits > MOST_BITS:
            raise OddsBudgetError

    def number(self, number: Number) -> None:
        """Look whether a number is too long (``length``).

        Raises:
            OddsBudgetError: it is too long.
        """
        self.length(max(number.numerator.bit_length(), number.denominator.bit_length()))

    def times(self, one: Fraction, other: Fraction) -> Fraction:
        """Multiply two fractions.

        Raises:
            OddsBudgetError: it is more work than is left, or a number is too long.
        """
        self.spend(FRACTION + words(one.denominator) * words(other.denominator) // 16)
        product = one * other
        self.number(product)
        return product

    def plus(self, one: Fraction, other: Fraction) -> Fraction:
        """Add two fractions.

        Raises:
            OddsBudgetError: it is more work than is left, or a number is too long.
        """
        self.spend(FRACTION + words(one.denominator) * words(other.denominator) // 16)
        total = one + other
        self.number(total)
        return total


def words(number: int) -> int:
    """How long a number is."""
    return 1 + number.bit_length() // WORD
