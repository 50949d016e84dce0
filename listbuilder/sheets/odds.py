"""The odds sheet: what a roster's rolls, or any of a game's, come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import attrs

from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book, Table
from listbuilder.odds.ask import chances
from listbuilder.odds.results import Answer, Chances, Subject, TableOdds, percent
from listbuilder.odds.shown import MANY, short, tables
from listbuilder.odds.tables import table_odds
from listbuilder.sheets.plots import Plot, plots


@attrs.frozen
class Odd:
    """A chance: as a fraction, which is empty where it is too long to read, and in percent."""

    fraction: str
    percent: str


@attrs.frozen
class OddsRow:
    """What is asked, and its chance in each column."""

    title: str
    cells: tuple[Odd, ...]


@attrs.frozen
class OddsTable:
    """Chances in rows and columns; ``corner`` stands over the titles of the rows.

    Attributes:
        heads: empty where there is one column that needs none.
        plots: drawings of what it tells.
    """

    title: str
    corner: str
    heads: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    plots: tuple[Plot, ...]


@attrs.frozen
class OddsPassage:
    """Odds of one thing.

    Attributes:
        whose: the selections that they are of; empty for the army's, or any.
        given: what they start from.
        missing: why there are none.
    """

    title: str
    whose: str
    given: str
    text: tuple[str, ...]
    missing: str
    tables: tuple[OddsTable, ...]
    cite: str
    ruling: str


@attrs.frozen
class OddsOutcome:
    """A row of a dice table with its chance."""

    rolls: str
    title: str
    text: str
    odd: Odd


@attrs.frozen
class OddsDice:
    """A dice table with its chances."""

    title: str
    dice: str
    text: str
    outcomes: tuple[OddsOutcome, ...]
    cite: str


@attrs.frozen
class OddsSheet:
    """Tables of the rules, and the odds that data asks."""

    title: str
    dice: tuple[OddsDice, ...]
    passages: tuple[OddsPassage, ...]


def odds_sheet(book: Book, roster: Roster | None = None) -> OddsSheet:
    """Work out what is on the odds sheet of a roster, or of a game.

    Raises:
        OddsError: a table has dice that are not known.
    """
    found: Chances = chances(book, roster)
    return OddsSheet(
        found.title,
        tuple(map(_dice, found.tables)),
        tuple(map(_passage, found.answers)),
    )


def beside(book: Book, table: Table) -> Mapping[str, Odd]:
    """The chances of a dice table, to print beside its lines; by what is rolled, as files say it.

    Raises:
        OddsError: its dice are not known.
    """
    return {one.rolls: _odd(one.chance) for one in table_odds(book, table).outcomes}


def _dice(table: TableOdds) -> OddsDice:
    outcomes = tuple(
        OddsOutcome(one.rolls.replace("-", "–"), one.title or "", one.text or "", _odd(one.chance))
        for one in table.outcomes
    )
    return OddsDice(table.title, table.dice, table.text or "", outcomes, table.cite)


def _passage(answer: Answer) -> OddsPassage:
    missing = answer.problem
    if answer.unknown:
        missing = f"Nothing tells: {', '.join(answer.unknown)}."
    return OddsPassage(
        answer.title,
        _names(answer.subjects),
        ", ".join(f"{one.title} {one.value}" for one in answer.given),
        answer.text,
        missing,
        tuple(_tables(answer)),
        answer.cite,
        answer.ruling or "",
    )


def _names(subjects: Sequence[Subject]) -> str:
    """Name selections, like with like."""
    names = [one.name for one in subjects]
    return ", ".join(
        f"{names.count(name)} × {name}" if names.count(name) > 1 else name
        for name in dict.fromkeys(names)
    )


def _tables(answer: Answer) -> Iterator[OddsTable]:
    """Yield tables; of a long one that is drawn as well, lines here and there."""
    for table in tables(answer):
        drawn = tuple(plots(table.row, answer.columns)) if table.row else ()
        step = -(-len(table.lines) // MANY) if drawn else 1
        rows = tuple(
            OddsRow(line.title, tuple(map(_odd, line.chances))) for line in table.lines[::step]
        )
        yield OddsTable(table.title, table.corner, table.heads, rows, drawn)


def _odd(chance: Fraction | None) -> Odd:
    return Odd("", "–") if chance is None else Odd(short(chance), percent(chance))
