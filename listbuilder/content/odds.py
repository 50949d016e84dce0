"""The odds sheet: the chances of a roster's rolls, or of a game's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from listbuilder.content.dice_tables import ChanceView, DiceTable, chance_view, table_view
from listbuilder.content.plots import Plot, plots
from listbuilder.messages import gettext, joined
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.odds.answers import Chances, OddsAnswer, Subject
from listbuilder.odds.ask import chances
from listbuilder.odds.tables_view import MANY, table_views

MOST_LINES = 16
"""The most lines of a table with a drawing; of a longer table only some lines are shown."""


@attrs.frozen
class OddsRow:
    """A question, and its chance in each column."""

    title: str
    cells: tuple[ChanceView, ...]


@attrs.frozen
class OddsTable:
    """Chances in rows and columns; ``corner`` stands over the titles of the rows.

    Attributes:
        heads: the columns' heads; empty for a single column that needs none.
        plots: drawings of the chances.
        left_out: a sentence on the lines that are not among the rows; empty if all are.
    """

    title: str
    corner: str
    heads: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    plots: tuple[Plot, ...]
    left_out: str = ""


@attrs.frozen
class OddsPassage:
    """Odds on one question.

    Attributes:
        whose: the selections concerned; empty if it is the army, or a game without one.
        given: the numbers that they start from.
        missing: the reason why there are no odds; empty if there are.
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
class OddsSheet:
    """The tables of the rules, and the odds that data asks for."""

    title: str
    dice: tuple[DiceTable, ...]
    passages: tuple[OddsPassage, ...]


def odds_sheet(book: Book, roster: Roster | None = None) -> OddsSheet:
    """Work out the odds sheet of a roster, or of a game."""
    found: Chances = chances(book, roster)
    return OddsSheet(
        found.title,
        tuple(map(table_view, found.tables)),
        tuple(map(_passage, found.answers)),
    )


def _passage(answer: OddsAnswer) -> OddsPassage:
    missing = answer.problem
    if answer.unknown:
        missing = gettext("Nothing tells: {names}.", names=joined(", ", answer.unknown))
    return OddsPassage(
        answer.title,
        _names(answer.subjects),
        joined(", ", [joined(" ", (one.title, one.value)) for one in answer.given]),
        answer.text,
        missing,
        tuple(_tables(answer)),
        answer.cite,
        answer.ruling or "",
    )


def _names(subjects: Sequence[Subject]) -> str:
    """Name selections, equal names together."""
    names = Counter(one.name for one in subjects)
    return ", ".join(f"{many} × {name}" if many > 1 else name for name, many in names.items())


def _tables(answer: OddsAnswer) -> Iterator[OddsTable]:
    """Yield tables; a long table with a drawing has every nth number, and all words."""
    for table in table_views(answer):
        drawn = tuple(plots(table.row, answer.columns)) if table.row else ()
        step = -(-len(table.lines) // MANY) if drawn and len(table.lines) > MOST_LINES else 1
        rows = tuple(
            OddsRow(line.title, tuple(map(chance_view, line.chances)))
            for place, line in enumerate(table.lines)
            if line.is_word or place % step == 0
        )
        shown = (
            ""
            if step == 1
            else gettext(
                "{some} of {all} lines; the drawing has all.", some=len(rows), all=len(table.lines)
            )
        )
        yield OddsTable(table.title, table.corner, table.heads, rows, drawn, shown)
