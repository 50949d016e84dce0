"""The odds of a ruleset's tables."""

from __future__ import annotations

from fractions import Fraction

from listbuilder.model.ruleset import Book, Table
from listbuilder.odds.results import Outcome, TableOdds
from listbuilder.odds.rolls import Rolls


def table_odds(book: Book, table: Table) -> TableOdds:
    """Work out how likely each outcome of a table is.

    Raises:
        OddsError: its dice are not known.
    """
    rolls = Rolls(book)
    whole = rolls.dice(table.dice).denominator()
    outcomes = tuple(
        Outcome(outcome.rolls, outcome.title, outcome.text, Fraction(weight, whole))
        for outcome, weight in rolls.outcomes(table)
    )
    own = book.ruleset.dice
    dice = own[table.dice].title if table.dice in own else table.dice
    cite = book.cite(table.source)
    return TableOdds(table.id, table.title, dice, table.text, outcomes, cite)
