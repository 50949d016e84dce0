"""Distributions made of others; the work of each step is counted before it is done."""

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
"""Units of work for comparing two outcomes."""

KEPT = 64
"""Most sums of plain dice that are kept in memory."""


class Distributions:
    """Makes distributions: outcomes with whole weights, as icepool's ``Die``.

    Each method raises OddsBudgetError where its work is more than is left, or where a number of its
    result is too long.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    def one(self, outcome: Any) -> Die[Any]:
        """Make the distribution of a certain outcome."""
        return self.weighted({outcome: 1})

    def weighted(self, weights: Mapping[Any, int] | Sequence[Any]) -> Die[Any]:
        """Make a distribution of outcomes with their weights, or of equally likely faces."""
        from icepool import Die

        self._budget.spend(STEP + len(weights) * OUTCOME)
        return self._sound(Die(weights))

    def plain(self, number: int, sides: int) -> Die[Any]:
        """Make the distribution of the sum of dice that show 1 to ``sides``."""
        self._budget.spend(STEP + number * sides * (OUTCOME + number))
        return _plain(number, sides)

    def sum_of(self, dice: Sequence[Die[Any]]) -> Die[Any]:
        """Make the distribution of the sum of independent rolls."""
        return reduce(self._add, dice, self.one(0))

    def sum_of_many(self, many: Die[Any], of: Die[Any]) -> Die[Any]:
        """Make the distribution of a sum of rolls whose number is a roll itself; all 0 or more."""
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
        """Make the distribution of the greatest or the least of independent rolls."""
        import icepool

        def better(one: Die[Any], other: Die[Any]) -> Die[Any]:
            self._spend_pairs(one, other, PAIR)
            return self._sound(icepool.map(best, one, other, star=False))

        return reduce(better, dice)

    def mapped(self, change: Callable[[Any], Any], die: Die[Any]) -> Die[Any]:
        """Make the distribution of a function of the outcome; its values may be fractions."""
        self._budget.spend(STEP + len(die) * (OUTCOME + FRACTION))
        return self._sound(die.map(change))

    def drawn(self, draw: int, of: int, good: int) -> Die[Any]:
        """Make the hypergeometric distribution: good cards among those drawn without returning.

        Args:
            draw: cards that are drawn.
            of: cards in all.
            good: good cards among all.
        """
        most = min(draw, good)
        self._budget.spend((most + 1) * of)
        return self.weighted(
            {one: comb(good, one) * comb(of - good, draw - one) for one in range(most + 1)}
        )

    def mixed(self, parts: Sequence[tuple[Die[Any], int]]) -> Die[Any]:
        """Make the mixture of distributions: one of them is chosen, by the weights."""
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
        """Count the work of going through all pairs of outcomes of two distributions."""
        weights = words(one.denominator()) * words(other.denominator())
        outcomes = _longest(one) * _longest(other)
        each = work + weights // 16 + (FRACTION + outcomes // 24 if outcomes else 0)
        pairs = len(one) * len(other)
        self._budget.spend(STEP + (len(one) + len(other)) * OUTCOME + pairs * each)

    def _sound(self, die: Die[Any]) -> Die[Any]:
        """Give a distribution back once the lengths of its numbers are checked."""
        self._budget.length(die.denominator().bit_length())
        for number in _numbers(die):
            self._budget.number(number)
        return die


def _longest(die: Die[Any]) -> int:
    """Give the length of the longest outcome (``words``); 0 if all are small whole numbers."""
    numbers = _numbers(die)
    if all(type(one) is int and words(one) == 1 for one in numbers):
        return 0
    return max(words(one.numerator) + words(one.denominator) for one in numbers)


def _numbers(die: Die[Any]) -> list[Number]:
    """List numbers as long as any outcome: of whole numbers the least and the greatest will do."""
    if {*map(type, die)} == {int}:
        return [die.min_outcome(), die.max_outcome()]
    return [one for one in die if not isinstance(one, Word)]


@lru_cache(maxsize=KEPT)
def _plain(number: int, sides: int) -> Die[Any]:
    """Count the ways to each sum: each die more sums ``sides`` neighbouring counts."""
    from icepool import Die

    ways = [1]
    for _ in range(number):
        upto = [*accumulate([*ways, *[0] * (sides - 1)], initial=0)]
        ways = [end - upto[max(0, at - sides)] for at, end in enumerate(upto)][1:]
    return Die(dict(enumerate(ways, number)))
