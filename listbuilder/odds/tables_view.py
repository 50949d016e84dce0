"""Odds as tables for a terminal or a page: plain chances in one table, rare ends left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest

import attrs

from listbuilder.findings import written
from listbuilder.messages import gettext, joined, numeral
from listbuilder.model.language import Number
from listbuilder.odds.answers import Curve, OddsAnswer, RowOdds, Spread
from listbuilder.record import Record

MANY = 12
"""Most numbers of a distribution that is shown whole; of others, rare ends are left out."""

RARE = Fraction(1, 200)
"""Greatest chance, all together, of the numbers that are left out at an end."""

LONG = 9
"""Most characters of a fraction; longer fractions are written as a percentage alone."""


@attrs.frozen(eq=False, repr=False)
class TableLine(Record):
    """A row of chances; None for an empty cell.

    Attributes:
        is_word: the row is of a word, such as a misfire, not of a number.
    """

    title: str
    chances: tuple[Fraction | None, ...]
    is_word: bool = False


@attrs.frozen(eq=False, repr=False)
class TableView(Record):
    """Chances in rows and columns.

    Attributes:
        title: the table's title; empty for the plain chances of odds, which come first.
        corner: the head over the titles of the rows.
        heads: heads of the columns; empty where the only column needs no head.
        row: the row of the odds that a distribution or turns belong to.
    """

    title: str
    corner: str
    heads: tuple[str, ...]
    lines: tuple[TableLine, ...]
    row: RowOdds | None = None


def table_views(answer: OddsAnswer) -> Iterator[TableView]:
    """Yield the tables of odds: plain chances in one, then each distribution and turns."""
    plain = [row for row in answer.rows if _is_plain(row)]
    if plain:
        lines = tuple(TableLine(row.title, tuple(map(_chance, row.cells))) for row in plain)
        yield TableView("", "", answer.columns if any(answer.columns) else (), lines)
    for row in answer.rows:
        if not _is_plain(row):
            yield from _apart(row, needed_columns(row, answer.columns))


def needed_columns(row: RowOdds, columns: Sequence[str]) -> Sequence[str]:
    """Give the columns that a row needs: a single one without a name where all say the same."""
    return columns if any(cell != row.cells[0] for cell in row.cells) else ("",)


def short(chance: Fraction) -> str:
    """Write a chance as a fraction; empty where it is too long to read."""
    text = str(chance)
    return text if len(text) <= LONG else ""


def decimal(number: Fraction) -> str:
    """Write a mean: exact where that is short, else to two decimal places."""
    if number.denominator in (1, 2, 4):
        return written(number)
    hundredths = round(100 * number)
    return numeral(f"{hundredths // 100}.{hundredths % 100:02}")


def common(numbers: Sequence[Number], spreads: Sequence[Spread]) -> Sequence[Number]:
    """Give the numbers of distributions, without rare ends where there are too many."""
    if len(numbers) <= MANY:
        return numbers
    return [
        number
        for number, above in zip_longest(numbers, numbers[1:])
        if any(_is_common(spread, numbers[0], number, above) for spread in spreads)
    ]


def numbers_of(spreads: Sequence[Spread]) -> list[Number]:
    """List all numbers of distributions, least first."""
    every = {fall.value for spread in spreads for fall in spread.falls}
    return sorted(value for value in every if not isinstance(value, str))


def _is_plain(row: RowOdds) -> bool:
    return all(isinstance(cell, Fraction) for cell in row.cells)


def _chance(cell: object) -> Fraction | None:
    return cell if isinstance(cell, Fraction) else None


def _apart(row: RowOdds, columns: Sequence[str]) -> Iterator[TableView]:
    cells = list(zip(columns, row.cells, strict=False))
    spreads = [(column, cell) for column, cell in cells if isinstance(cell, Spread)]
    curves = [(column, cell) for column, cell in cells if isinstance(cell, Curve)]
    if spreads:
        yield _spread_out(row, spreads)
    if curves:
        yield _turn_by_turn(row, curves)


def _turn_by_turn(row: RowOdds, curves: Sequence[tuple[str, Curve]]) -> TableView:
    """Make a table of turns: for each column the chance in the turn, and by its end."""
    heads = tuple(
        joined(": ", filter(None, (column, word)))
        for column, _ in curves
        for word in (gettext("alone"), gettext("by then"))
    )
    turns = zip(*(curve.turns for _, curve in curves), strict=True)
    lines = tuple(
        TableLine(
            str(same[0].number), tuple(part for turn in same for part in (turn.alone, turn.by))
        )
        for same in turns
    )
    return TableView(row.title, curves[0][1].title, heads, lines, row)


def _spread_out(row: RowOdds, spreads: Sequence[tuple[str, Spread]]) -> TableView:
    """Make a table of results and their chances; of several distributions, of so much or more."""
    alone = [spread for _, spread in spreads]
    numbers = numbers_of(alone)
    every = (fall.value for spread in alone for fall in spread.falls)
    words = dict.fromkeys(value for value in every if isinstance(value, str))
    kept = common(numbers, alone)
    title = row.title
    if len(kept) < len(numbers):
        title = gettext("{title}, the rarest left out", title=row.title)
    if len(spreads) == 1:
        spread = alone[0]
        just = gettext("just so")
        heads: tuple[str, ...] = (just, gettext("so or more")) if kept else (just,)
        lines = [TableLine(written(one), (spread.just(one), spread.or_more(one))) for one in kept]
        lines += [
            TableLine(word, (spread.just(word), None)[: len(heads)], is_word=True) for word in words
        ]
        return TableView(_averaged(title, spread), "", heads, tuple(lines), row)
    heads = tuple(_averaged(column, spread) for column, spread in spreads)
    lines = [
        TableLine(written(one), tuple(spread.or_more(one) for spread in alone)) for one in kept
    ]
    lines += [
        TableLine(word, tuple(spread.just(word) for spread in alone), is_word=True)
        for word in words
    ]
    return TableView(title, gettext("so or more") if kept else "", heads, tuple(lines), row)


def _averaged(title: str, spread: Spread) -> str:
    if spread.mean is None:
        return title
    return gettext("{title} (on average {number})", title=title, number=decimal(spread.mean))


def _is_common(spread: Spread, least: Number, number: Number, above: Number | None) -> bool:
    """Whether a number lies in neither rare end of a distribution."""
    up_to = spread.or_more(least) - (0 if above is None else spread.or_more(above))
    return spread.or_more(number) > RARE and up_to > RARE
