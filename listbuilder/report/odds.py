"""Odds as text for a terminal, as Markdown and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import Any

from listbuilder.messages import gettext, joined, translated
from listbuilder.odds.answers import (
    Chances,
    Curve,
    OddsAnswer,
    Spread,
    TableOdds,
    TableValue,
    percent,
)
from listbuilder.odds.tables_view import TableView, short, table_views
from listbuilder.report.outline import escaped
from listbuilder.report.terminal import escape_control

WIDTH = 80
WHOLE = ("0", "1", NONE := "–")
"""Cells that are no true fractions: a column of these alone adds nothing to the percentages."""

NOTHING = gettext("Nothing here is rolled for by rules that have odds.")

ENDS = (".", "!", "?")

Cells = Sequence[str]


def text_lines(found: Chances) -> Iterator[str]:
    """Yield the odds for a terminal of 80 columns, in the reader's language."""
    yield escape_control(translated(found.title))
    if not (found.tables or found.answers):
        yield translated(NOTHING)
    for table in found.tables:
        yield ""
        yield from _wrapped(joined(", ", (table.title, table.dice)))
        yield from _wrapped(table.text or "", "  ")
        yield from _wrapped(_problem(table), "  ")
        yield from _aligned(_outcomes(table), "  ", rest=True)
        yield from _wrapped(table.cite, "  ")
    for answer in found.answers:
        yield ""
        yield from _wrapped(answer.title)
        for line in _about(answer):
            yield from _wrapped(line, "  ")
        for shown in table_views(answer):
            yield from _wrapped(shown.title, "  ")
            for grid in _fitting(*_grid(shown)):
                yield from _aligned(grid, "    " if shown.title else "  ")
        for line in _below(answer):
            yield from _wrapped(line, "  ")


def markdown_lines(found: Chances) -> Iterator[str]:
    """Yield the odds as Markdown."""
    yield f"## {escaped(found.title)}"
    if not (found.tables or found.answers):
        yield from ("", NOTHING)
    for table in found.tables:
        yield from ("", f"### {escaped(table.title)}, {escaped(table.dice)}", "")
        for line in filter(None, (table.text, _problem(table))):
            yield from (escaped(line), "")
        heads = ("roll", "chance", "", "outcome")
        yield from _markdown_table([heads, *_outcomes(table)])
        yield from ("", escaped(table.cite))
    for answer in found.answers:
        yield from ("", f"### {escaped(answer.title)}")
        for line in _about(answer):
            yield from ("", escaped(line))
        for shown in table_views(answer):
            yield ""
            if shown.title:
                yield from (f"**{escaped(shown.title)}**", "")
            top = (shown.corner, *(shown.heads or ("chance",)))
            lines = [
                (line.title, *(" ".join(filter(None, _both(one))) for one in line.chances))
                for line in shown.lines
            ]
            yield from _markdown_table([top, *lines])
        for line in _below(answer):
            yield from ("", escaped(line))


def data(found: Chances) -> dict[str, Any]:
    """Make the odds plain data; chances are exact fractions, as text."""
    return {
        "title": found.title,
        "tables": [
            {
                "id": table.id,
                "title": table.title,
                "dice": table.dice,
                "text": table.text,
                "problem": table.problem or None,
                "stopped": table.stopped,
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
                "stopped": answer.stopped,
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


def _cell_data(cell: TableValue) -> dict[str, Any]:
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


def _chance(chance: Fraction | None) -> dict[str, str | None]:
    if chance is None:
        return {"chance": None, "percent": None}
    return {"chance": str(chance), "percent": percent(chance)}


def _outcomes(table: TableOdds) -> list[Cells]:
    return [(one.rolls, *_both(one.chance), _told(one.title, one.text)) for one in table.outcomes]


def _told(title: str | None, text: str | None) -> str:
    """Write an outcome; an outcome without words is one that the source does not give."""
    if not title or not text:
        return title or text or gettext("What it brings is not given.")
    return joined("" if title.endswith(ENDS) else ".", (title, joined("", (" ", text))))


def _about(answer: OddsAnswer) -> Iterator[str]:
    """Yield the selections of the odds, and the numbers that the odds start from."""
    if answer.subjects:
        yield joined(", ", [joined(" ", (one.number, one.name)) for one in answer.subjects])
    if answer.given:
        yield joined(", ", [joined(" ", (one.title, one.value)) for one in answer.given])
    if answer.unknown:
        yield gettext("Nothing tells: {names}.", names=joined(", ", answer.unknown))
    if answer.problem:
        yield _problem(answer)
    yield from answer.text


def _problem(asked: OddsAnswer | TableOdds) -> str:
    if not asked.problem:
        return ""
    return gettext("This can't be worked out: {problem}", problem=asked.problem)


def _below(answer: OddsAnswer) -> Iterator[str]:
    yield answer.cite
    if answer.ruling:
        yield gettext("Ruling: {ruling}", ruling=answer.ruling)


def _column(cells: Sequence[Fraction | None]) -> list[str]:
    """Align chances: fractions to the left, percentages to the right."""
    both = [tuple(map(translated, _both(cell))) for cell in cells]
    if all(first in ("", *WHOLE) for first, _ in both):
        both = [("", second or first) for first, second in both]
    left, right = (max(map(len, parts)) for parts in zip(*both, strict=True))
    gap = "  " if left else ""
    return [f"{first:{left}}{gap}{second:>{right}}" for first, second in both]


def _both(chance: Fraction | None) -> tuple[str, str]:
    """Write a chance as a fraction and a percentage; a dash for an empty cell."""
    return (NONE, "") if chance is None else (short(chance), percent(chance))


def _grid(table: TableView) -> tuple[Cells, list[Cells]]:
    """Give the titles of a table's rows, and its columns."""
    heads = [[head] for head in table.heads] or [[]]
    titles = [*([table.corner] if table.heads else []), *(line.title for line in table.lines)]
    chances = zip(*(line.chances for line in table.lines), strict=True)
    return titles, [[*head, *_column(column)] for head, column in zip(heads, chances, strict=True)]


def _fitting(titles: Cells, columns: Sequence[Cells]) -> Iterator[list[Cells]]:
    """Put as many columns in a table as a terminal holds."""
    taken = [titles]
    for column in columns:
        wider = list(zip(*taken, column, strict=True))
        if len(taken) > 1 and max(map(len, _aligned(wider, "    "))) > WIDTH:
            yield list(zip(*taken, strict=True))
            taken = [titles]
        taken.append(column)
    yield list(zip(*taken, strict=True))


def _aligned(rows: Sequence[Cells], indent: str, rest: bool = False) -> Iterator[str]:
    """Yield the lines of a table with aligned columns.

    Args:
        rest: the last column is text, which is wrapped.
    """
    plain = [[escape_control(translated(cell)) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*plain, strict=True)]
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
        escape_control(translated(text)),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )
