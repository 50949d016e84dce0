"""The odds of a ruleset's tables."""

from __future__ import annotations

from fractions import Fraction

from listbuilder.errors import OddsBudgetError, OddsError
from listbuilder.model.play_aids import Table
from listbuilder.model.ruleset import Book
from listbuilder.odds.answers import OutcomeOdds, TableOdds
from listbuilder.odds.budget import Budget
from listbuilder.odds.rolls import Rolls


def table_odds(book: Book, table: Table, budget: Budget | None = None) -> TableOdds:
    """Work out the chance of each outcome of a table.

    Args:
        book: the book of the table.
        table: the table.
        budget: the work that all odds may take together.
    """
    problem: OddsError | None = None
    with (budget or Budget()).part() as part:
        rolls = Rolls(book, part)
        try:
            whole = rolls.dice(table.dice).denominator()
            found = [(one, Fraction(weight, whole)) for one, weight in rolls.outcomes(table)]
        except OddsError as error:
            problem, found = error, []
    outcomes = tuple(
        OutcomeOdds(one.rolls, one.title, one.text, chance)
        for one, chance in found or ((one, None) for one in table.outcomes)
    )
    own = book.ruleset.dice
    return TableOdds(
        table.id,
        table.title,
        own[table.dice].title if table.dice in own else table.dice,
        table.text,
        outcomes,
        str(problem or ""),
        isinstance(problem, OddsBudgetError),
        book.cite(table.source),
    )
