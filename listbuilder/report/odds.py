"""Odds in lines: for a terminal, a chat, or another program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from listbuilder.findings import written
from listbuilder.odds.results import (
    Answer,
    Cell,
    Chances,
    Curve,
    Fall,
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

RARE = Fraction(1, 1000)
"""A result at an end of a distribution, with all beyond it, that is not told apart."""

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
                        "value": fall.value,
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
        titles = heads + [row.title for row in plain]
        columns = [
            [*(heads and [head]), *_column([row.cells[index] for row in plain])]
            for index, head in enumerate(answer.columns)
        ]
        yield from (("", grid) for grid in split(titles, columns))
    for row in answer.rows:
        if row not in plain:
            yield from _apart(row, answer.columns)


def _column(cells: Sequence[Cell | None]) -> Cells:
    """Chances in line: fractions to the left, percentages to the right."""
    both = [_both(cell) for cell in cells]
    left, right = (max(map(len, parts)) for parts in zip(*both, strict=True))
    gap = "  " if left else ""
    return [f"{first:{left}}{gap}{second:>{right}}" for first, second in both]


def _apart(row: Row, columns: Sequence[str]) -> Iterator[tuple[str, list[Cells]]]:
    for column, cell in zip(columns, row.cells, strict=True):
        head = ", ".join(filter(None, (row.title, column)))
        match cell:
            case Spread(falls, mean):
                average = "" if mean is None else f" (on average {decimal(mean)})"
                yield f"{head}{average}", _falls(falls)
            case Curve(title, turns):
                numbers = [title, *(str(turn.number) for turn in turns)]
                alone = ["alone", *_column([turn.alone for turn in turns])]
                by = ["by then", *_column([turn.by for turn in turns])]
                yield head, list(zip(numbers, alone, by, strict=True))
            case _:
                yield head, [_column([cell])]


def _falls(falls: Sequence[Fall]) -> list[Cells]:
    """The lines of a distribution, its rare ends each on one."""
    low = [fall for fall in falls if fall.or_more is not None and _below_is_rare(fall)]
    high = [fall for fall in falls if fall.or_more is not None and fall.or_more < RARE]
    low = low if len(low) > 1 else []
    high = high if len(high) > 1 else []
    lines = [(fall.value, fall.chance, fall.or_more) for fall in falls[len(low) :]]
    if low:
        lines.insert(0, (f"up to {low[-1].value}", _sum(low), low[0].or_more))
    if high:
        lines = [line for line in lines if line[0] not in {fall.value for fall in high}]
        lines.append((f"{high[0].value} or more", _sum(high), high[0].or_more))
    values = ["", *(value for value, _, _ in lines)]
    just = ["just so", *_column([chance for _, chance, _ in lines])]
    columns = [values, just]
    if any(more is not None for _, _, more in lines):
        columns.append(["so or more", *_column([more for _, _, more in lines])])
    return list(zip(*columns, strict=True))


def _below_is_rare(fall: Fall) -> bool:
    return fall.or_more is not None and 1 - fall.or_more + fall.chance < RARE


def _sum(falls: Iterable[Fall]) -> Fraction:
    return sum((fall.chance for fall in falls), Fraction(0))


def decimal(number: Fraction) -> str:
    """Write a mean: exact where that is short, else to two places."""
    if number.denominator in (1, 2, 4):
        return written(number)
    hundredths = round(100 * number)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def _both(cell: Cell | None) -> Cells:
    """A chance as a fraction and a percentage; two dashes for none."""
    if not isinstance(cell, Fraction):
        return ("–", "")
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
