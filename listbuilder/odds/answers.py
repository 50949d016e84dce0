"""Results of working odds out: exact chances, with the words that a page or a terminal shows."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from typing import Any

import attrs

from listbuilder.messages import numeral
from listbuilder.model.language import Number
from listbuilder.record import Record


@attrs.frozen(eq=False, repr=False)
class ResultChance(Record):
    """A result with its chance, from 0 to 1.

    Attributes:
        value: the result: a number, or a word.
        chance: the chance of exactly this result.
        or_more: the chance of a number at least as great; None for a word.
    """

    value: Number | str
    chance: Fraction
    or_more: Fraction | None = None


@attrs.frozen(eq=False, repr=False)
class Spread(Record):
    """A distribution: all results, least number first, words last and in their order.

    Attributes:
        mean: the mean of the numbers; None where words may come, too.
    """

    falls: tuple[ResultChance, ...]
    mean: Fraction | None = None

    def or_more(self, number: Number) -> Fraction:
        """Give the chance of a number at least as great."""
        at = bisect_left(self.falls, _order(number), key=_rank)
        chance = self.falls[at].or_more if at < len(self.falls) else None
        return Fraction(0) if chance is None else chance

    def just(self, value: Number | str) -> Fraction:
        """Give the chance of exactly this result."""
        at = bisect_left(self.falls, _order(value), key=_rank)
        found = at < len(self.falls) and self.falls[at].value == value
        return self.falls[at].chance if found else Fraction(0)


@attrs.frozen(eq=False, repr=False)
class Turn(Record):
    """One turn of waiting for an event.

    Attributes:
        alone: the chance that the event comes in this turn if it has not come before; None once it
            must have come.
        by: the chance that the event has come by the turn's end.
    """

    number: int
    alone: Fraction | None
    by: Fraction


@attrs.frozen(eq=False, repr=False)
class Curve(Record):
    """Chances turn by turn; ``title`` is the game's word for a turn."""

    title: str
    turns: tuple[Turn, ...]


def _rank(fall: ResultChance) -> tuple[bool, Any]:
    return _order(fall.value)


def _order(value: Number | str) -> tuple[bool, Any]:
    return isinstance(value, str), value


TableValue = Fraction | Spread | Curve


@attrs.frozen(eq=False, repr=False)
class RowOdds(Record):
    """A row of odds: the question, and its answer in each column."""

    title: str
    cells: tuple[TableValue, ...]


@attrs.frozen(eq=False, repr=False)
class Subject(Record):
    """A selection whose odds are worked out.

    Attributes:
        number: its number in commands, such as ``1.2``.
        name: the player's name for it, else its entry's.
    """

    number: str
    name: str


@attrs.frozen(eq=False, repr=False)
class GivenNumber(Record):
    """A number that odds started from."""

    title: str
    value: str


@attrs.frozen(eq=False, repr=False)
class OddsAnswer(Record):
    """The answer to odds, for all selections with the same answer.

    Attributes:
        id: the id of the odds in the data.
        subjects: the selections; none: the answer is for the army, or for any.
        given: the numbers that the odds started from.
        columns: heads of columns; one empty head where the odds have no columns.
        unknown: the numbers that are missing; then there are no rows.
        problem: why the odds can't be worked out; then there are no rows either.
        stopped: the odds need more work than the budget has.
        cite: the source of the rule, in words.
    """

    id: str
    title: str
    subjects: tuple[Subject, ...]
    given: tuple[GivenNumber, ...]
    columns: tuple[str, ...]
    rows: tuple[RowOdds, ...]
    text: tuple[str, ...]
    unknown: tuple[str, ...]
    problem: str
    stopped: bool
    cite: str
    ruling: str | None


@attrs.frozen(eq=False, repr=False)
class OutcomeOdds(Record):
    """A line of a table of the rules, with its chance; None where the chance is not worked out."""

    rolls: str
    title: str | None
    text: str | None
    chance: Fraction | None


@attrs.frozen(eq=False, repr=False)
class TableOdds(Record):
    """A table of the rules.

    Attributes:
        dice: the players' name of the dice.
        problem: why the chances can't be worked out.
        stopped: the chances need more work than the budget has.
    """

    id: str
    title: str
    dice: str
    text: str | None
    outcomes: tuple[OutcomeOdds, ...]
    problem: str
    stopped: bool
    cite: str


@attrs.frozen(eq=False, repr=False)
class Chances(Record):
    """All odds of a ruleset, or of a roster.

    Attributes:
        title: the ruleset's title, or the roster's name.
    """

    title: str
    tables: tuple[TableOdds, ...]
    answers: tuple[OddsAnswer, ...]

    @property
    def stopped(self) -> bool:
        """Whether some odds need more work than the budget has."""
        return any(table.stopped for table in self.tables) or any(
            answer.stopped for answer in self.answers
        )


def percent(chance: Fraction) -> str:
    """Write a chance as a percentage: ``27.8 %``; only a sure chance is ``100 %``."""
    if chance in (0, 1):
        return f"{100 * chance} %"
    tenths = round(1000 * chance)
    if tenths == 0:
        return numeral("<0.1 %")
    if tenths == 1000:
        return numeral(">99.9 %")
    return numeral(f"{tenths // 10}.{tenths % 10} %")
