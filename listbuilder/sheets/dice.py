"""Dice tables with the chance of each of their rows, as they are on the pages."""

from __future__ import annotations

from fractions import Fraction

from listbuilder.model.ruleset import Book, Table
from listbuilder.odds.results import TableOdds, percent
from listbuilder.odds.shown import short
from listbuilder.odds.tables import table_odds
from listbuilder.sheets.aids import DiceTable, Odd, Result


def dice_table(book: Book, table: Table) -> DiceTable:
    """Put a table on a page.

    Raises:
        OddsError: its dice are not known.
    """
    return laid(table_odds(book, table))


def laid(table: TableOdds) -> DiceTable:
    """Put a table on a page whose chances are known."""
    results = tuple(
        Result(one.rolls.replace("-", "–"), one.title or "", one.text or "", odd(one.chance))
        for one in table.outcomes
    )
    return DiceTable(table.title, table.dice, table.text or "", results, table.cite)


def odd(chance: Fraction | None) -> Odd:
    """Write a chance; a dash where there is none."""
    return Odd("", "–") if chance is None else Odd(short(chance), percent(chance))
