"""Rolls worked out: what each can come to, and how likely that is, exactly."""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce, total_ordering
from math import comb
from typing import TYPE_CHECKING, Any, assert_never

from listbuilder.errors import OddsError
from listbuilder.loading.references import PLAIN_DICE
from listbuilder.model.odds import (
    Added,
    Chain,
    Chance,
    Choose,
    Drawn,
    Given,
    Greatest,
    Kept,
    Least,
    Many,
    OnTable,
    Roll,
    Scaled,
    Throw,
)
from listbuilder.model.ruleset import Book, Outcome, Table
from listbuilder.odds.chains import Trial, best
from listbuilder.odds.faces import TENS_AND_ONES, Face, meant, rolls_of, tens_and_ones

if TYPE_CHECKING:
    from icepool import Die

MOST_DICE = 1000
"""Added up in one roll."""


@total_ordering
class Word:
    """What dice or an outcome say that is no number; it comes after all numbers."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Word) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __lt__(self, other: object) -> bool:
        return isinstance(other, Word) and self.text < other.text

    def __repr__(self) -> str:
        return self.text


Result = int | Fraction | Word
Known = Mapping[str, Result]
"""Numbers, and rolls that are kept, by name."""


class Rolls:
    """Works out the rolls of one book."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._tables = {table.id: table for part in book.parts() for table in part.tables}

    def die(self, roll: Roll, known: Known) -> Die[Any]:
        """What a roll can come to: numbers and words, each with its weight.

        Raises:
            OddsError: it can't be worked out.
        """
        import icepool

        match roll:
            case int():
                return icepool.Die([roll])
            case str():
                return icepool.Die([Word(roll)])
            case Given(name):
                return icepool.Die([_known(name, known)])
            case Throw(dice):
                return self.dice(dice)
            case OnTable(name):
                return self.on_table(_known(name, self._tables))
            case Added(rolls):
                return reduce(operator.add, self._numbers(rolls, known), icepool.Die([0]))
            case Scaled(factor, of, rounding):
                rounded = ROUNDINGS[rounding]
                return self._number(of, known).map(lambda one: rounded(factor * one))
            case Greatest(rolls):
                return self._best(max, rolls, known)
            case Least(rolls):
                return self._best(min, rolls, known)
            case Many(many, of):
                return self._many(self._number(many, known), self._number(of, known))
            case Drawn(draw, of, good):
                return self._drawn(*(self._whole(one, known) for one in (draw, of, good)))
            case Choose(condition, then, otherwise):
                likely = self.chance(condition, known)
                if likely in (0, 1):
                    return self.die(then if likely else otherwise, known)
                both = [self.die(then, known), self.die(otherwise, known)]
                return icepool.Die(
                    both, times=[likely.numerator, likely.denominator - likely.numerator]
                )
            case Kept(first, name, then):
                return self.die(first, known).map(lambda one: self.die(then, {**known, name: one}))
            case Chain():
                likely = self._chain(roll, known)
                return icepool.Die({1: likely.numerator, 0: likely.denominator - likely.numerator})
            case _:
                assert_never(roll)

    def chance(self, chance: Chance, known: Known) -> Fraction:
        """How likely something is."""
        die = self.die(chance.of, known)
        bounds = [
            (holds, self.sure(bound, known))
            for holds, bound in (
                (_at_least, chance.at_least),
                (_at_most, chance.at_most),
                (_same, chance.exactly),
            )
            if bound is not None
        ] or [(_at_least, 1)]
        good = sum(
            weight
            for one, weight in die.items()
            if all(holds(one, bound) for holds, bound in bounds)
        )
        return Fraction(good, die.denominator())

    def sure(self, roll: Roll, known: Known) -> Result:
        """The one result of what is known before the dice fall.

        Raises:
            OddsError: it hangs on dice.
        """
        results = self.die(roll, known).outcomes()
        if len(results) > 1:
            raise OddsError("A number that must be known beforehand hangs on dice.")
        result: Result = results[0]
        return result

    def dice(self, dice: str) -> Die[Any]:
        """What dice show, by their name."""
        from icepool import Die, d

        own = self._book.ruleset.dice.get(dice)
        if own is not None and not own.faces:
            raise OddsError(f"“{own.title}” have no faces.")
        if own is not None:
            return Die([_result(face) for face in own.faces])
        if dice == TENS_AND_ONES:
            return Die(tens_and_ones())
        plain = PLAIN_DICE.fullmatch(dice)
        if plain is None:
            raise OddsError(f"There are no dice “{dice}”.")
        return int(plain["number"] or 1) @ d(int(plain["sides"]))

    def outcomes(self, table: Table) -> list[tuple[Outcome, int]]:
        """A table's outcomes, each with its weight among the rolls of its dice."""
        rolls = rolls_of(table.dice, self._book.ruleset.dice) or ()
        found = []
        for outcome in table.outcomes:
            faces = {_result(face) for face in meant(outcome.rolls, rolls) or ()}
            shown = self.dice(table.dice).items()
            found.append((outcome, sum(weight for face, weight in shown if face in faces)))
        return found

    def on_table(self, table: Table) -> Die[Any]:
        """The outcomes of a table, by their titles; by their rolls where they have none."""
        from icepool import Die

        weights: Counter[Word] = Counter()
        for outcome, weight in self.outcomes(table):
            weights[Word(outcome.title or outcome.rolls)] += weight
        if not weights.total():
            raise OddsError(f"“{table.title}” has no outcome that its dice show.")
        return Die(weights)

    def _numbers(self, rolls: Iterable[Roll], known: Known) -> Iterator[Die[Any]]:
        return (self._number(roll, known) for roll in rolls)

    def _best(self, of: Callable[..., Any], rolls: Sequence[Roll], known: Known) -> Die[Any]:
        """The greatest, or the least, of rolls; taken two by two, however many there are."""
        import icepool

        if not rolls:
            raise OddsError("There is nothing to choose the greatest or the least of.")

        def better(one: Die[Any], other: Die[Any]) -> Die[Any]:
            return icepool.map(of, one, other, star=False)

        return reduce(better, self._numbers(rolls, known))

    def _number(self, roll: Roll, known: Known) -> Die[Any]:
        """A roll that comes to numbers only."""
        die = self.die(roll, known)
        for one in die.outcomes():
            if isinstance(one, Word):
                raise OddsError(f"“{one}” is no number to reckon with.")
        return die

    def _whole(self, roll: Roll, known: Known) -> int:
        number = self.sure(roll, known)
        if not isinstance(number, int):
            raise OddsError(f"“{number}” is no whole number.")
        return number

    def _many(self, many: Die[Any], of: Die[Any]) -> Die[Any]:
        if not all(isinstance(one, int) and 0 <= one <= MOST_DICE for one in many.outcomes()):
            raise OddsError(f"Rolls are added up 0 to {MOST_DICE} times.")
        return many @ of

    def _drawn(self, draw: int, of: int, good: int) -> Die[Any]:
        """Good ones among those drawn: each number by the ways that it can come."""
        from icepool import Die

        if not (0 <= draw <= of <= MOST_DICE and 0 <= good <= of):
            raise OddsError(f"{draw} can't be drawn from {of} of which {good} are good.")
        most = min(draw, good)
        return Die({one: comb(good, one) * comb(of - good, draw - one) for one in range(most + 1)})

    def _chain(self, chain: Chain, known: Known) -> Fraction:
        """How likely all steps of a chain come true."""
        trials: list[Trial | Fraction] = []
        for step in chain.chain:
            if isinstance(step, Chance):
                trials.append(self.chance(step, known))
                continue
            die = self._number(Throw(step.dice), known)
            plus = self._whole(step.plus, known)
            again: frozenset[int] = frozenset()
            allowed = step.again
            if allowed and (allowed.when is None or self.chance(allowed.when, known) == 1):
                shown = tuple(die.outcomes())
                those = shown if allowed.rolls is None else meant(allowed.rolls, shown)
                again = frozenset(face for face in those or () if isinstance(face, int))
            if step.chart is None:
                needs: list[int] | None = [self._whole(step.need or 0, known)]
            else:
                row, column = (
                    self._whole(step.row or 0, known),
                    self._whole(step.column or 0, known),
                )
                needs = self.needs(step.chart, row, column)
            if needs is None:
                return Fraction(0)
            trials += [Trial(tuple(die.items()), plus, need, again) for need in needs]
        return best(trials, self._whole(chain.points, known))

    def needs(self, chart: str, row: int, column: int) -> list[int] | None:
        """What rolls need by a chart, one after the other; None where it can't be done.

        Raises:
            OddsError: the chart has no such row or column.
        """
        table = _known(chart, self._book.ruleset.charts)
        if not 1 <= row <= len(table.needs) or not 1 <= column <= len(table.needs[row - 1]):
            where = f"{table.rows} {row} and {table.columns} {column}"
            raise OddsError(f"“{table.title}” says nothing of {where}.")
        return read_need(table.needs[row - 1][column - 1])


def read_need(text: str) -> list[int] | None:
    """Read what a chart says: ``4+``, ``6/4+`` (two rolls), ``-`` (it can't be done: None).

    Raises:
        OddsError: it says none of these.
    """
    if text == "-":
        return None
    parts = text.removesuffix("+").split("/")
    if not text.endswith("+") or not all(part.isdecimal() and part.isascii() for part in parts):
        raise OddsError(f"“{text}” is not what a roll needs, such as 4+ or 6/4+.")
    return [int(part) for part in parts]


def _result(face: Face) -> Result:
    return Word(face) if isinstance(face, str) else face


def _known(name: str, known: Mapping[str, Any]) -> Any:
    if name not in known:
        raise OddsError(f"Nothing is called “{name}” here.")
    return known[name]


def _at_least(one: Result, bound: Result) -> bool:
    return not isinstance(one, Word) and not isinstance(bound, Word) and one >= bound


def _at_most(one: Result, bound: Result) -> bool:
    return not isinstance(one, Word) and not isinstance(bound, Word) and one <= bound


def _same(one: Result, bound: Result) -> bool:
    return one == bound


def _exact(number: int | Fraction) -> int | Fraction:
    return number.numerator if number.denominator == 1 else number


ROUNDINGS: dict[str | None, Callable[[int | Fraction], int | Fraction]] = {
    "up": math.ceil,
    "down": math.floor,
    None: _exact,
}
