"""The work that odds may take: counted, not timed, so that they stop alike on every machine.

The unit is one multiplication of two small weights, about a seventh of a microsecond. All other
work is counted as so many of these units as it took when it was measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

from listbuilder.errors import OddsBudgetError
from listbuilder.model.language import Number

MOST_WORK = 10_000_000
"""Units for one of the odds, or for one table; no shipped odds take a tenth of them."""

MOST_IN_ALL = 25_000_000
"""Units for all odds that are asked for together."""

MOST_BITS = 6000
"""Most bits of a whole number: Python writes at most 4,300 digits, and two may be multiplied."""

WORD = 64
"""Bits of a number that Python multiplies as fast as a small number."""

STEP = 120
"""Units for making a distribution, even of a single number."""

OUTCOME = 15
"""Units for making one outcome from another."""

FRACTION = 40
"""Units for adding or multiplying fractions instead of whole numbers."""

SHOWN = 200
"""Units for putting an outcome, with its chances, into a distribution that is shown."""


class Budget:
    """The work that is left.

    Attributes:
        left: units of work.
    """

    def __init__(self, left: int = MOST_IN_ALL) -> None:
        self.left = left

    def spend(self, work: int) -> None:
        """Count work that is about to be done.

        Raises:
            OddsBudgetError: the work is more than is left.
        """
        self.left -= work
        if self.left < 0:
            raise OddsBudgetError

    @contextmanager
    def part(self) -> Iterator[Budget]:
        """Lend the units that one of the odds may take; those not spent come back."""
        part = Budget(min(MOST_WORK, self.left))
        given = part.left
        try:
            yield part
        finally:
            self.left -= given - max(0, part.left)

    def length(self, bits: int) -> None:
        """Check the length of a number, in bits.

        Raises:
            OddsBudgetError: the number is too long.
        """
        if bits > MOST_BITS:
            raise OddsBudgetError

    def number(self, number: Number) -> None:
        """Check the length of a whole number or a fraction (``length``).

        Raises:
            OddsBudgetError: the number is too long.
        """
        self.length(max(number.numerator.bit_length(), number.denominator.bit_length()))

    def times(self, one: Fraction, other: Fraction) -> Fraction:
        """Multiply two fractions.

        Raises:
            OddsBudgetError: the work is more than is left, or the product is too long.
        """
        self.spend(FRACTION + words(one.denominator) * words(other.denominator) // 16)
        product = one * other
        self.number(product)
        return product

    def plus(self, one: Fraction, other: Fraction) -> Fraction:
        """Add two fractions.

        Raises:
            OddsBudgetError: the work is more than is left, or the sum is too long.
        """
        self.spend(FRACTION + words(one.denominator) * words(other.denominator) // 16)
        total = one + other
        self.number(total)
        return total


def words(number: int) -> int:
    """Give the length of a number, in words of ``WORD`` bits."""
    return 1 + number.bit_length() // WORD
