"""Write-ins: texts that no source gives, which a player copies from the rulebook once.

Rows of dice tables, cells of grids, and lines on cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Severity
from listbuilder.loading.parse import parse
from listbuilder.loading.problems import Problem, located
from listbuilder.messages import gettext
from listbuilder.model.entries import Entry
from listbuilder.model.play_aids import RollOutcome, Table, Topic
from listbuilder.model.ruleset import Book, Catalogue, Ruleset

WriteIns = Mapping[str, Mapping[str, str]]
"""A player's own words, by table and roll, by topic and row's first cell, by entry and line."""

Part = TypeVar("Part", Ruleset, Catalogue)


def read_write_ins(path: Path) -> WriteIns:
    """Read a file of write-ins: ``{"ram-breach": {"2": "Nothing.", "3-5": "…"}}``.

    Raises:
        LoadError: the file is unusable.
    """
    parsed = parse(path)
    data = parsed.data
    good = isinstance(data, dict) and all(
        isinstance(rows, dict) and all(isinstance(text, str) for text in rows.values())
        for rows in data.values()
    )
    if not good:
        message = gettext(
            "Write-ins are texts by table and roll, such as {example}.",
            example='{"ram-breach": {"2": "…"}}',
        )
        problem = Problem("wrong-type", message, "")
        raise LoadError(parsed.path, located(parsed, [problem], Severity.ERROR))
    return {table: dict(rows) for table, rows in data.items()}


def with_write_ins(book: Book, written: WriteIns) -> Book:
    """Copy a book with a player's own words in its empty rows."""
    return Book(
        _filled(book.ruleset, written),
        {name: _filled(catalogue, written) for name, catalogue in book.catalogues.items()},
        book.event,
    )


def _filled(part: Part, written: WriteIns) -> Part:
    return attrs.evolve(
        part,
        tables=tuple(_table(table, written) for table in part.tables),
        reference=tuple(_topic(topic, written) for topic in part.reference),
        entries=tuple(_entry(entry, written) for entry in part.entries),
    )


def _topic(topic: Topic, written: WriteIns) -> Topic:
    """Fill the first empty cell of each row, by the row's first cell."""
    cells = written.get(topic.id, {})
    if topic.grid is None or not cells:
        return topic
    rows = []
    for row in topic.grid.rows:
        texts = list(row)
        if row[0] in cells and "" in row:
            texts[row.index("")] = cells[row[0]]
        rows.append(tuple(texts))
    return attrs.evolve(topic, grid=attrs.evolve(topic.grid, rows=tuple(rows)))


def _entry(entry: Entry, written: WriteIns) -> Entry:
    lines = written.get(entry.id, {})
    told = tuple(f"{line}: {lines[line]}" for line in entry.write_ins if line in lines)
    left = tuple(line for line in entry.write_ins if line not in lines)
    return attrs.evolve(entry, text=entry.text + told, write_ins=left) if told else entry


def _table(table: Table, written: WriteIns) -> Table:
    rows = written.get(table.id, {})
    outcomes = (
        attrs.evolve(one, text=rows[one.rolls]) if one.text is None and one.rolls in rows else one
        for one in row_by_row(table)
    )
    return attrs.evolve(table, outcomes=tuple(outcomes))


def row_by_row(table: Table) -> tuple[RollOutcome, ...]:
    """List a table's outcomes; an empty outcome of several rolls becomes a row for each roll."""
    rows: list[RollOutcome] = []
    for one in table.outcomes:
        first, dash, last = one.rolls.partition("-")
        if one.text is None and one.title is None and dash and first.isdigit() and last.isdigit():
            rows += (attrs.evolve(one, rolls=str(number)) for number in _between(first, last))
        else:
            rows.append(one)
    return tuple(rows)


MOST_ROWS = 40
"""Most rows that an empty row is parted into; no dice of such a table have more faces."""


def _between(first: str, last: str) -> range:
    start = int(first)
    return range(start, min(int(last), start + MOST_ROWS) + 1)
