"""Working rolls out: the exact distribution of each."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, assert_never

from listbuilder.errors import OddsError
from listbuilder.loading.references import PLAIN_DICE
from listbuilder.messages import gettext
from listbuilder.model.memo import memoised
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
from listbuilder.model.play_aids import RollOutcome, Table
from listbuilder.model.ruleset import Book
from listbuilder.odds.budget import OUTCOME, STEP, Budget
from listbuilder.odds.decision_chain import Trial, best
from listbuilder.odds.dice import TENS_AND_ONES, Face, Word, face_value, tens_and_ones
from listbuilder.odds.distributions import Distributions

if TYPE_CHECKING:
    from icepool import Die

MOST_DICE = 1000
"""Most dice that one roll adds up."""

NEED = re.compile(r"[0-9]{1,4}(?:/[0-9]{1,4})*\+")
"""A need in a chart: the least numbers of one roll or of several after each other."""

RollResult = int | Fraction | Word
KnownResults = Mapping[str, RollResult]
"""Numbers, and results of rolls that are kept, by name."""


class Rolls:
    """Works out the rolls of one book.

    Attributes:
        budget: the work that is left; once it is spent, every method raises OddsBudgetError.
    """

    def __init__(self, book: Book, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        self._book = book
        self._dice = Distributions(self.budget)

    def die(self, roll: Roll, known: KnownResults) -> Die[Any]:
        """Work out the distribution of a roll, of numbers and words.

        Raises:
            OddsError: the roll can't be worked out.
        """
        match roll:
            case int():
                return self._dice.one(roll)
            case str():
                return self._dice.one(Word(roll))
            case Given(name):
                return self._dice.one(_known(name, known))
            case Throw(dice):
                return self.dice(dice)
            case OnTable(name):
                return self.on_table(_known(name, _tables(self._book)))
            case Added(rolls):
                return self._dice.sum_of(self._numbers(rolls, known))
            case Scaled(factor, of, rounding):
                rounded = ROUNDINGS[rounding]
                return self._dice.mapped(lambda one: rounded(factor * one), self._number(of, known))
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
                weights = likely.numerator, likely.denominator - likely.numerator
                both = [self.die(part, known) for part in (then, otherwise)]
                return self._dice.mixed([*zip(both, weights, strict=True)])
            case Kept(first, name, then):
                return self._kept(self.die(first, known), name, then, known)
            case Chain():
                likely = self._chain(roll, known)
                return self._dice.weighted(
                    {1: likely.numerator, 0: likely.denominator - likely.numerator}
                )
            case _:
                assert_never(roll)

    def chance(self, chance: Chance, known: KnownResults) -> Fraction:
        """Work out a chance, from 0 to 1.

        Raises:
            OddsError: the chance asks for a result that no dice or table has.
        """
        die = self.die(chance.of, known)
        self.budget.spend(len(die) * OUTCOME)
        bounds = [
            (holds, self.certain(bound, known))
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

    def certain(self, roll: Roll, known: KnownResults) -> RollResult:
        """Give the only result of a roll that is known without dice.

        Raises:
            OddsError: the roll depends on dice.
        """
        results = self.die(roll, known).outcomes()
        if len(results) > 1:
            raise OddsError(gettext("A number that must be known beforehand hangs on dice."))
        result: RollResult = results[0]
        return result

    def dice(self, dice: str) -> Die[Any]:
        """Give the distribution of dice, by their name.

        Raises:
            OddsError: there are no dice of that name, or they have no faces.
        """
        own = self._book.ruleset.dice.get(dice)
        if own is not None and not own.faces:
            raise OddsError(gettext("“{title}” have no faces.", title=own.title))
        if own is not None:
            return self._dice.weighted([_result(face) for face in own.faces])
        if dice == TENS_AND_ONES:
            return self._dice.weighted(tens_and_ones())
        plain = PLAIN_DICE.fullmatch(dice)
        if plain is None:
            raise OddsError(gettext("There are no dice “{dice}”.", dice=dice))
        return self._dice.plain(int(plain["number"] or 1), int(plain["sides"]))

    def outcomes(self, table: Table) -> list[tuple[RollOutcome, int]]:
        """List a table's outcomes, each with its weight among the rolls of the table's dice.

        Raises:
            OddsError: the table's dice can't be rolled.
        """
        shown = {_face(one): weight for one, weight in self.dice(table.dice).items()}
        rolls = tuple(shown)
        found = []
        for outcome in table.outcomes:
            faces = face_value(outcome.rolls, rolls) or ()
            self.budget.spend(STEP + len(rolls) + len(faces))
            found.append((outcome, sum(shown.get(face, 0) for face in faces)))
        return found

    def on_table(self, table: Table) -> Die[Any]:
        """Give the distribution of a table's outcomes: their titles, or else their rolls.

        Raises:
            OddsError: the table's dice show none of its outcomes.
        """
        weights: Counter[Word] = Counter()
        for outcome, weight in self.outcomes(table):
            weights[Word(outcome.title or outcome.rolls)] += weight
        if not weights.total():
            raise OddsError(
                gettext("“{title}” has no outcome that its dice show.", title=table.title)
            )
        return self._dice.weighted(weights)

    def _numbers(self, rolls: Iterable[Roll], known: KnownResults) -> list[Die[Any]]:
        return [self._number(roll, known) for roll in rolls]

    def _best(self, of: Callable[..., Any], rolls: Sequence[Roll], known: KnownResults) -> Die[Any]:
        """Work out the greatest, or the least, of independent rolls."""
        if not rolls:
            raise OddsError(gettext("There is nothing to choose the greatest or the least of."))
        return self._dice.best_of(of, self._numbers(rolls, known))

    def _kept(self, first: Die[Any], name: str, then: Roll, known: KnownResults) -> Die[Any]:
        """Work out a roll that depends on the result of another, which is kept under a name."""
        parts = []
        for one, weight in first.items():
            self.budget.spend(STEP + len(known))
            parts.append((self.die(then, {**known, name: one}), weight))
        return self._dice.mixed(parts)

    def _number(self, roll: Roll, known: KnownResults) -> Die[Any]:
        """Work out a roll whose results must be numbers."""
        die = self.die(roll, known)
        for one in die.outcomes():
            if isinstance(one, Word):
                raise OddsError(gettext("“{one}” is no number to reckon with.", one=one))
        return die

    def _whole(self, roll: Roll, known: KnownResults) -> int:
        number = self.certain(roll, known)
        if not isinstance(number, int):
            raise OddsError(gettext("“{number}” is no whole number.", number=number))
        return number

    def _many(self, many: Die[Any], of: Die[Any]) -> Die[Any]:
        if not all(isinstance(one, int) and 0 <= one <= MOST_DICE for one in many.outcomes()):
            raise OddsError(
                gettext("Rolls are added up 0 to {most_dice} times.", most_dice=MOST_DICE)
            )
        return self._dice.sum_of_many(many, of)

    def _drawn(self, draw: int, of: int, good: int) -> Die[Any]:
        """Work out how many of the drawn cards are good (``Distributions.drawn``)."""
        if not (0 <= draw <= of <= MOST_DICE and 0 <= good <= of):
            raise OddsError(
                gettext(
                    "{draw} can't be drawn from {of} of which {good} are good.",
                    draw=draw,
                    of=of,
                    good=good,
                )
            )
        return self._dice.drawn(draw, of, good)

    def _chain(self, chain: Chain, known: KnownResults) -> Fraction:
        """Work out the chance that all steps of a chain succeed."""
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
                self.budget.spend(len(shown))
                those = shown if allowed.rolls is None else face_value(allowed.rolls, shown)
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
        return best(trials, self._whole(chain.points, known), self.budget)

    def needs(self, chart: str, row: int, column: int) -> list[int] | None:
        """Look up the needs of rolls in a chart, one after the other; None for the impossible.

        Raises:
            OddsError: the chart has no such row or column.
        """
        table = _known(chart, self._book.ruleset.charts)
        if not 1 <= row <= len(table.needs) or not 1 <= column <= len(table.needs[row - 1]):
            where = gettext(
                "{rows} {row} and {columns} {column}",
                rows=table.rows,
                row=row,
                columns=table.columns,
                column=column,
            )
            raise OddsError(
                gettext("“{title}” says nothing of {where}.", title=table.title, where=where)
            )
        return read_need(table.needs[row - 1][column - 1])


def read_need(text: str) -> list[int] | None:
    """Read a chart's cell: ``4+``, ``6/4+`` (two rolls), ``-`` (impossible: None).

    Raises:
        OddsError: the cell is none of these.
    """
    if text == "-":
        return None
    if not NEED.fullmatch(text):
        raise OddsError(
            gettext("“{text}” is not what a roll needs, such as 4+ or 6/4+.", text=text)
        )
    return [int(part) for part in text.removesuffix("+").split("/")]


def _result(face: Face) -> RollResult:
    return Word(face) if isinstance(face, str) else face


def _face(result: Any) -> Face:
    face: Face = result.text if isinstance(result, Word) else result
    return face


@memoised
def _tables(book: Book) -> Mapping[str, Table]:
    """Map ids to the tables of a book."""
    return {table.id: table for part in book.parts() for table in part.tables}


def _known(name: str, known: Mapping[str, Any]) -> Any:
    if name not in known:
        raise OddsError(gettext("Nothing is called “{name}” here.", name=name))
    return known[name]


def _at_least(one: RollResult, bound: RollResult) -> bool:
    return not isinstance(one, Word) and not isinstance(bound, Word) and one >= bound


def _at_most(one: RollResult, bound: RollResult) -> bool:
    return not isinstance(one, Word) and not isinstance(bound, Word) and one <= bound


def _same(one: RollResult, bound: RollResult) -> bool:
    return one == bound


def _exact(number: int | Fraction) -> int | Fraction:
    return number.numerator if number.denominator == 1 else number


ROUNDINGS: dict[str | None, Callable[[int | Fraction], int | Fraction]] = {
    "up": math.ceil,
    "down": math.floor,
    None: _exact,
}
