"""Odds in lines: for a terminal, a chat, or another program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from listbuilder.findings import written
from listbuilder.model.language import Number
from listbuilder.odds.results import (
    Answer,
    Cell,
    Chances,
    Curve,
    Row,
    Spread,
    TableOdds,
    percent,
)
from listbuilder.report.outline import escaped
from listbuilder.report.plain import one_line

WIDTH = 80
LONG = 9
"""Characters of a fraction; a longer one is told as a percentage alone."""

MANY = 12
"""Numbers of a distribution; of more, the rare ends are left out."""

WHOLE = ("0", "1", NONE := "–")
"""What is no fraction: alone in a column it says nothing beside the percentage."""

RARE = Fraction(1, 200)
"""All numbers at an end of a distribution that are no likelier together are left out."""

ENDS = (".", "!", "?")

Cells = Sequence[str]


def text_lines(found: Chances) -> Iterator[str]:
    """Yield the odds for a terminal of 80 columns."""
    yield one_line(found.title)
    for table in found.tables:
        yield ""
        yield from _wrapped(f"{table.title}, {table.dice}")
        yield from _wrapped(table.text or "", "  ")
        yield from _aligned(_outcomes(table), "  ", rest=True)
        yield from _wrapped(table.cite, "  ")
    for answer in found.answers:
        yield ""
        yield from _wrapped(answer.title)
        for line in _about(answer):
            yield from _wrapped(line, "  ")
        for head, grid in _grids(answer, _fitting):
            if head:
                yield from _wrapped(head, "  ")
            yield from _aligned(grid, "    " if head else "  ")
        for line in _below(answer):
            yield from _wrapped(line, "  ")


def markdown_lines(found: Chances) -> Iterator[str]:
    """Yield the odds as Markdown."""
    yield f"## {escaped(found.title)}"
    for table in found.tables:
        yield from ("", f"### {escaped(table.title)}, {escaped(table.dice)}", "")
        if table.text:
            yield from (escaped(table.text), "")
        heads = ("roll", "chance", "", "outcome")
        yield from _markdown_table([heads, *_outcomes(table)])
        yield from ("", escaped(table.cite))
    for answer in found.answers:
        yield from ("", f"### {escaped(answer.title)}")
        for line in _about(answer):
            yield from ("", escaped(line))
        for head, grid in _grids(answer, _all_columns):
            yield ""
            if head:
                yield from (f"**{escaped(head)}**", "")
            yield from _markdown_table(grid)
        for line in _below(answer):
            yield from ("", escaped(line))


def data(found: Chances) -> dict[str, Any]:
    """The odds as plain data; chances are exact, as text."""
    return {
        "title": found.title,
        "tables": [
            {
                "id": table.id,
                "title": table.title,
                "dice": table.dice,
                "outcomes": [
                    {
                        "rolls": one.rolls,
                        "title": one.title,
                        "text": one.text,
                        **_chance(one.chance),
                    }
                    for one in table.outcomes
                ],
                "source": table.cite,
            }
            for table in found.tables
        ],
        "odds": [
            {
                "id": answer.id,
                "title": answer.title,
                "of": [{"number": one.number, "name": one.name} for one in answer.subjects],
                "given": {one.title: one.value for one in answer.given},
                "unknown": list(answer.unknown),
                "problem": answer.problem or None,
                "columns": list(answer.columns),
                "rows": [
                    {"title": row.title, "cells": [_cell_data(cell) for cell in row.cells]}
                    for row in answer.rows
                ],
                "text": list(answer.text),
                "source": answer.cite,
                "ruling": answer.ruling,
            }
            for answer in found.answers
        ],
    }


def _cell_data(cell: Cell) -> dict[str, Any]:
    match cell:
        case Fraction():
            return _chance(cell)
        case Spread(falls, mean):
            return {
                "mean": None if mean is None else str(mean),
                "spread": [
                    {
                        "value": str(fall.value),
                        **_chance(fall.chance),
                        "or_more": None if fall.or_more is None else str(fall.or_more),
                    }
                    for fall in falls
                ],
            }
        case Curve(title, turns):
            return {
                "turn": title,
                "turns": [
                    {
                        "number": turn.number,
                        "alone": None if turn.alone is None else str(turn.alone),
                        "by": str(turn.by),
                        "percent": percent(turn.by),
                    }
                    for turn in turns
                ],
            }


def _chance(chance: Fraction) -> dict[str, str]:
    return {"chance": str(chance), "percent": percent(chance)}


def _outcomes(table: TableOdds) -> list[Cells]:
    return [(one.rolls, *_both(one.chance), _told(one.title, one.text)) for one in table.outcomes]


def _told(title: str | None, text: str | None) -> str:
    """An outcome in words; one without is not given by its source."""
    if not title or not text:
        return title or text or "What it brings is not given."
    return f"{title}{'' if title.endswith(ENDS) else '.'} {text}"


def _about(answer: Answer) -> Iterator[str]:
    """Yield whose odds they are, and what they start from."""
    if answer.subjects:
        yield ", ".join(f"{one.number} {one.name}" for one in answer.subjects)
    if answer.given:
        yield ", ".join(f"{one.title} {one.value}" for one in answer.given)
    if answer.unknown:
        yield f"Nothing tells: {', '.join(answer.unknown)}."
    if answer.problem:
        yield f"This can't be worked out: {answer.problem}"
    yield from answer.text


def _below(answer: Answer) -> Iterator[str]:
    yield answer.cite
    if answer.ruling:
        yield f"Ruling: {answer.ruling}"


Split = Callable[[Cells, Sequence[Cells]], Iterator[list[Cells]]]
"""Puts columns beside one another, in as many tables as they need."""


def _grids(answer: Answer, split: Split) -> Iterator[tuple[str, list[Cells]]]:
    """Yield tables, each after its heading: the chances together, the rest one by one."""
    plain = [row for row in answer.rows if all(isinstance(cell, Fraction) for cell in row.cells)]
    if plain:
        heads = [""] if any(answer.columns) else []
        titles = [*heads, *(row.title for row in plain)]
        columns = [
            [*(heads and [head]), *_column([row.cells[index] for row in plain])]
            for index, head in enumerate(answer.columns)
        ]
        yield from (("", grid) for grid in split(titles, columns))
    for row in answer.rows:
        if row not in plain:
            for head, first, rest in _apart(row, answer.columns):
                yield from ((head, grid) for grid in split(first, rest))


def _column(cells: Sequence[Cell | None]) -> list[str]:
    """Chances in line: fractions to the left, percentages to the right."""
    both = [_both(cell) for cell in cells]
    if all(first in ("", *WHOLE) for first, _ in both):
        both = [("", second or first) for first, second in both]
    left, right = (max(map(len, parts)) for parts in zip(*both, strict=True))
    gap = "  " if left else ""
    return [f"{first:{left}}{gap}{second:>{right}}" for first, second in both]


def _apart(row: Row, columns: Sequence[str]) -> Iterator[tuple[str, Cells, list[Cells]]]:
    """Yield what a row of distributions or turns comes to: heading, first column, others.

    It is told once where all columns say the same.
    """
    if all(cell == row.cells[0] for cell in row.cells):
        columns = [""]
    cells = list(zip(columns, row.cells, strict=False))
    spreads = [(column, cell) for column, cell in cells if isinstance(cell, Spread)]
    curves = [(column, cell) for column, cell in cells if isinstance(cell, Curve)]
    if spreads:
        yield _spread_out(row.title, spreads)
    if curves:
        yield _turn_by_turn(row.title, curves)


def _turn_by_turn(head: str, curves: Sequence[tuple[str, Curve]]) -> tuple[str, Cells, list[Cells]]:
    """The turns, and for each column the chance in each of them and by then."""
    columns: list[Cells] = []
    for column, curve in curves:
        alone, by = (": ".join(filter(None, (column, word))) for word in ("alone", "by then"))
        columns.append([alone, *_column([turn.alone for turn in curve.turns])])
        columns.append([by, *_column([turn.by for turn in curve.turns])])
    first = curves[0][1]
    return head, [first.title, *(str(turn.number) for turn in first.turns)], columns


def _spread_out(head: str, spreads: Sequence[tuple[str, Spread]]) -> tuple[str, Cells, list[Cells]]:
    """All that may fall, with its chance; of several distributions, how likely so or more is."""
    every = [fall.value for _, spread in spreads for fall in spread.falls]
    numbers = sorted({value for value in every if not isinstance(value, str)})
    words = list(dict.fromkeys(value for value in every if isinstance(value, str)))
    shown = _common(numbers, [spread for _, spread in spreads])
    values = [*map(written, shown), *words]
    if len(shown) < len(numbers):
        head += ", the rarest left out"
    columns: list[Cells] = []
    if len(spreads) == 1:
        spread = spreads[0][1]
        head += _average(spread)
        columns.append(["just so", *_column([spread.just(value) for value in (*shown, *words)])])
        if shown:
            more = _column([*map(spread.or_more, shown), *(None for _ in words)])
            columns.append(["so or more", *more])
        return head, ["", *values], columns
    for column, spread in spreads:
        cells = _column([*map(spread.or_more, shown), *map(spread.just, words)])
        columns.append([f"{column}{_average(spread)}", *cells])
    return head, ["so or more" if shown else "", *values], columns


def _average(spread: Spread) -> str:
    return "" if spread.mean is None else f" (on average {decimal(spread.mean)})"


def _common(numbers: Sequence[Number], spreads: Sequence[Spread]) -> Sequence[Number]:
    """The numbers without rare ends, where they are many."""
    if len(numbers) <= MANY:
        return numbers
    return [
        number
        for number, above in zip_longest(numbers, numbers[1:])
        if any(_is_common(spread, numbers[0], number, above) for spread in spreads)
    ]


def _is_common(spread: Spread, least: Number, number: Number, above: Number | None) -> bool:
    """Whether neither a number and all over it is rare, nor it and all under it."""
    up_to = spread.or_more(least) - (0 if above is None else spread.or_more(above))
    return spread.or_more(number) > RARE and up_to > RARE


def decimal(number: Fraction) -> str:
    """Write a mean: exact where that is short, else to two places."""
    if number.denominator in (1, 2, 4):
        return written(number)
    hundredths = round(100 * number)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def _both(cell: Cell | None) -> Cells:
    """A chance as a fraction and a percentage; two dashes for none."""
    if not isinstance(cell, Fraction):
        return (NONE, "")
    short = str(cell)
    return (short if len(short) <= LONG else "", percent(cell))


def _all_columns(titles: Cells, columns: Sequence[Cells]) -> Iterator[list[Cells]]:
    """Put all columns in one table."""
    yield list(zip(titles, *columns, strict=True))


def _fitting(titles: Cells, columns: Sequence[Cells]) -> Iterator[list[Cells]]:
    """Put as many columns in a table as a terminal holds."""
    taken = [titles]
    for column in columns:
        wider = list(zip(*taken, column, strict=True))
        if len(taken) > 1 and max(map(len, _aligned(wider, "  "))) > WIDTH:
            yield list(zip(*taken, strict=True))
            taken = [titles]
        taken.append(column)
    yield list(zip(*taken, strict=True))


def _aligned(rows: Sequence[Cells], indent: str, rest: bool = False) -> Iterator[str]:
    """Yield the lines of a table with its columns in line.

    Args:
        rest: the last column is text, which is wrapped.
    """
    plain = [[one_line(cell) for cell in row] for row in rows]
    widths = [
        max(map(len, column)) for column in zip_longest(*(row for row in plain), fillvalue="")
    ]
    for row in plain:
        if rest:
            *cells, text = row
            start = indent + "  ".join(map(str.ljust, cells, widths)) + "  "
            lines = wrap(text, WIDTH - len(start)) or [""]
            yield (start + lines[0]).rstrip()
            yield from (" " * len(start) + line for line in lines[1:])
        else:
            yield (indent + "  ".join(map(str.ljust, row, widths))).rstrip()


def _markdown_table(rows: Sequence[Cells]) -> Iterator[str]:
    head, *rest = rows
    yield f"| {' | '.join(map(escaped, head))} |"
    yield f"|{'---|' * len(head)}"
    yield from (f"| {' | '.join(map(escaped, row))} |" for row in rest)


def _wrapped(text: str, indent: str = "") -> Iterator[str]:
    yield from wrap(
        one_line(text),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )
