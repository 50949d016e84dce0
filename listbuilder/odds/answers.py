"""Odds worked out: exact, in words that a page or a terminal shows."""

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
    """A result that may fall.

    Attributes:
        value: what comes: a number, or a word.
        chance: of just this.
        or_more: of a number at least as great; None for a word.
    """

    value: Number | str
    chance: Fraction
    or_more: Fraction | None = None


@attrs.frozen(eq=False, repr=False)
class Spread(Record):
    """A distribution: all that may fall, least first, words last and in their order.

    Attributes:
        mean: of the numbers, where there is nothing else.
    """

    falls: tuple[ResultChance, ...]
    mean: Fraction | None = None

    def or_more(self, number: Number) -> Fraction:
        """How likely a number at least as great falls."""
        at = bisect_left(self.falls, _order(number), key=_rank)
        chance = self.falls[at].or_more if at < len(self.falls) else None
        return Fraction(0) if chance is None else chance

    def just(self, value: Number | str) -> Fraction:
        """How likely just this falls."""
        at = bisect_left(self.falls, _order(value), key=_rank)
        found = at < len(self.falls) and self.falls[at].value == value
        return self.falls[at].chance if found else Fraction(0)


@attrs.frozen(eq=False, repr=False)
class Turn(Record):
    """One turn of something that is waited for.

    Attributes:
        alone: how likely it comes now, where it has not come; None once that can't be.
        by: how likely it has come by the turn's end.
    """

    number: int
    alone: Fraction | None
    by: Fraction


@attrs.frozen(eq=False, repr=False)
class Curve(Record):
    """Turn by turn; ``title`` is what a turn is called."""

    title: str
    turns: tuple[Turn, ...]


def _rank(fall: ResultChance) -> tuple[bool, Any]:
    return _order(fall.value)


def _order(value: Number | str) -> tuple[bool, Any]:
    return isinstance(value, str), value


TableValue = Fraction | Spread | Curve


@attrs.frozen(eq=False, repr=False)
class RowOdds(Record):
    """What is asked, and the answer in each column."""

    title: str
    cells: tuple[TableValue, ...]


@attrs.frozen(eq=False, repr=False)
class Subject(Record):
    """A selection that odds are of.

    Attributes:
        number: what commands call it by.
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
    """Odds, for selections for which they are the same; none: for the army, or any.

    Attributes:
        id: of the odds in the data.
        given: what they started from.
        columns: heads; one column of no name where the odds have none.
        unknown: what they would need and nothing tells; then there are no rows.
        problem: why they can't be worked out; then there are no rows either.
        stopped: they could be, with more work than odds may take.
        cite: the rule in words.
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
    """A line of a table of the rules, with its chance; None where that is not worked out."""

    rolls: str
    title: str | None
    text: str | None
    chance: Fraction | None


@attrs.frozen(eq=False, repr=False)
class TableOdds(Record):
    """A table of the rules.

    Attributes:
        dice: as players call them.
        problem: why its chances can't be worked out.
        stopped: they could be, with more work than odds may take.
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
        title: of the ruleset, or the roster's name.
    """

    title: str
    tables: tuple[TableOdds, ...]
    answers: tuple[OddsAnswer, ...]

    @property
    def stopped(self) -> bool:
        """Whether some of them take more work than odds may."""
        return any(table.stopped for table in self.tables) or any(
            answer.stopped for answer in self.answers
        )


def percent(chance: Fraction) -> str:
    """Write a chance as a percentage: ``27.8 %``; what is possible but not sure stays so."""
    if chance in (0, 1):
        return f"{100 * chance} %"
    tenths = round(1000 * chance)
    if tenths == 0:
        return numeral("<0.1 %")
    if tenths == 1000:
        return numeral(">99.9 %")
    return numeral(f"{tenths // 10}.{tenths % 10} %")
