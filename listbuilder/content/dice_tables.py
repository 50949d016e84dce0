"""Dice tables with the chance of each of their rows, as they are on the pages."""

from __future__ import annotations

from fractions import Fraction

import attrs

from listbuilder.loading.write_ins import row_by_row
from listbuilder.messages import gettext, joined
from listbuilder.model.play_aids import Table
from listbuilder.model.ruleset import Book
from listbuilder.odds.answers import TableOdds, percent
from listbuilder.odds.tables import table_odds
from listbuilder.odds.tables_view import short


@attrs.frozen
class ChanceView:
    """A chance as a fraction, which is empty if it is too long to read, and in percent."""

    fraction: str
    percent: str


@attrs.frozen
class TableRow:
    """A row of a dice table, with its chance."""

    rolls: str
    title: str
    text: str
    odd: ChanceView


@attrs.frozen
class DiceTable:
    """A dice table: dice, and the outcomes of their rolls."""

    title: str
    dice: str
    text: str
    results: tuple[TableRow, ...]
    cite: str


def dice_table(book: Book, table: Table) -> DiceTable:
    """Make the view of a table, with its chances."""
    rows = row_by_row(table)
    view = table_view(table_odds(book, attrs.evolve(table, outcomes=rows)))
    if all(one.text or one.title for one in rows):
        return view
    copy = gettext("Copy what is empty from {cite}.", cite=view.cite)
    copied = joined(" ", filter(None, (view.text, copy)))
    return attrs.evolve(view, text=copied)


def table_view(table: TableOdds) -> DiceTable:
    """Make the view of a table whose chances are worked out already."""
    results = tuple(
        TableRow(
            one.rolls.replace("-", "–"), one.title or "", one.text or "", chance_view(one.chance)
        )
        for one in table.outcomes
    )
    text = joined(" ", filter(None, (table.text, table.problem)))
    return DiceTable(table.title, table.dice, text, results, table.cite)


def chance_view(chance: Fraction | None) -> ChanceView:
    """Write a chance; a dash for None."""
    return ChanceView("", "–") if chance is None else ChanceView(short(chance), percent(chance))
