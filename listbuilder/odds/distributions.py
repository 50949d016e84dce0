"""Distributions made of others, each step counted before it is taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import accumulate
from math import comb, lcm
from typing import TYPE_CHECKING, Any

from listbuilder.model.language import Number
from listbuilder.odds.budget import FRACTION, OUTCOME, STEP, Budget, words
from listbuilder.odds.dice import Word

if TYPE_CHECKING:
    from icepool import Die

PAIR = 12
"""To compare two outcomes, in units of their product."""

KEPT = 64
"""Sums of plain dice that are kept from one roll to the next."""


class Distributions:
    """Makes distributions: outcomes, each with a whole weight, as icepool's dice.

    Each method raises OddsBudgetError where it would take more work than is left, or come to
    numbers that are too long.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    def one(self, outcome: Any) -> Die[Any]:
        """Of what is known."""
        return self.weighted({outcome: 1})

    def weighted(self, weights: Mapping[Any, int] | Sequence[Any]) -> Die[Any]:
        """Of outcomes with their weights, or of faces that are as likely as each other."""
        from icepool import Die

        self._budget.spend(STEP + len(weights) * OUTCOME)
        return self._sound(Die(weights))

    def plain(self, number: int, sides: int) -> Die[Any]:
        """Of the sum of some dice that show 1 to ``sides``."""
        self._budget.spend(STEP + number * sides * (OUTCOME + number))
        return _plain(number, sides)

    def sum_of(self, dice: Sequence[Die[Any]]) -> Die[Any]:
        """Of the sum of several, each rolled by itself."""
        return reduce(self._add, dice, self.one(0))

    def sum_of_many(self, many: Die[Any], of: Die[Any]) -> Die[Any]:
        """Of the sum of as many rolls as another roll says, all of them 0 or more."""
        most = many.max_outcome()
        whole = of.denominator()
        self._budget.length(most * (whole.bit_length() - 1))
        factor = whole**most
        weights: Counter[Any] = Counter()
        total = self.one(0)
        for count in range(most + 1):
            if count:
                total = self._add(total, of)
                factor //= whole
            if count in many:
                long = words(factor) * words(total.denominator())
                self._budget.spend(len(total) * (OUTCOME + long // 16))
                for outcome, weight in total.items():
                    weights[outcome] += weight * factor * many[count]
        return self.weighted(weights)

    def best_of(self, best: Callable[..., Any], dice: Sequence[Die[Any]]) -> Die[Any]:
        """Of the greatest, or the least, of several; taken two by two."""
        import icepool

        def better(one: Die[Any], other: Die[Any]) -> Die[Any]:
            self._spend_pairs(one, other, PAIR)
            return self._sound(icepool.map(best, one, other, star=False))

        return reduce(better, dice)

    def mapped(self, change: Callable[[Any], Any], die: Die[Any]) -> Die[Any]:
        """Of what is made of each outcome by itself, which may be fractions."""
        self._budget.spend(STEP + len(die) * (OUTCOME + FRACTION))
        return self._sound(die.map(change))

    def drawn(self, draw: int, of: int, good: int) -> Die[Any]:
        """Of the good ones among those drawn: each number by the ways that it can come."""
        most = min(draw, good)
        self._budget.spend((most + 1) * of)
        return self.weighted(
            {one: comb(good, one) * comb(of - good, draw - one) for one in range(most + 1)}
        )

    def mixed(self, parts: Sequence[tuple[Die[Any], int]]) -> Die[Any]:
        """Of several, one of which is taken; each has a weight for that."""
        from icepool import Die

        whole = 1
        for die, _ in parts:
            whole = lcm(whole, die.denominator())
            self._budget.spend(FRACTION + words(whole) ** 2 // 32)
            self._budget.length(whole.bit_length())
        long = words(whole) ** 2 // 16
        self._budget.spend(STEP + sum(len(die) * (2 * OUTCOME + long) for die, _ in parts))
        return self._sound(Die([die for die, _ in parts], times=[weight for _, weight in parts]))

    def _add(self, one: Die[Any], other: Die[Any]) -> Die[Any]:
        self._spend_pairs(one, other, 1)
        return self._sound(one + other)

    def _spend_pairs(self, one: Die[Any], other: Die[Any], work: int) -> None:
        """Count the work of going through the outcomes of two distributions, each with each."""
        weights = words(one.denominator()) * words(other.denominator())
        outcomes = _longest(one) * _longest(other)
        each = work + weights // 16 + (FRACTION + outcomes // 24 if outcomes else 0)
        pairs = len(one) * len(other)
        self._budget.spend(STEP + (len(one) + len(other)) * OUTCOME + pairs * each)

    def _sound(self, die: Die[Any]) -> Die[Any]:
        """Let a distribution pass whose numbers are not too long."""
        self._budget.length(die.denominator().bit_length())
        for number in _numbers(die):
            self._budget.number(number)
        return die


def _longest(die: Die[Any]) -> int:
    """Words of the longest outcome; 0 where all are small whole numbers, or none."""
    numbers = _numbers(die)
    if all(type(one) is int and words(one) == 1 for one in numbers):
        return 0
    return max(words(one.numerator) + words(one.denominator) for one in numbers)


def _numbers(die: Die[Any]) -> list[Number]:
    """The numbers among outcomes; of whole ones the least and the greatest, which are as long."""
    if {*map(type, die)} == {int}:
        return [die.min_outcome(), die.max_outcome()]
    return [one for one in die if not isinstance(one, Word)]


@lru_cache(maxsize=KEPT)
def _plain(number: int, sides: int) -> Die[Any]:
    """Count the ways to each sum: with one die more, it is a sum of ``sides`` ways in a row."""
    from icepool import Die

    ways = [1]
    for _ in range(number):
        upto = [*accumulate([*ways, *[0] * (sides - 1)], initial=0)]
        ways = [end - upto[max(0, at - sides)] for at, end in enumerate(upto)][1:]
    return Die(dict(enumerate(ways, number)))
