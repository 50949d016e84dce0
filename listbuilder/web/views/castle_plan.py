"""Sections that stand beside one another, drawn as cells around a courtyard, or in a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TypeVar

Section = TypeVar("Section")

Cell = tuple[int, int]
"""A row and a column."""


def plan(sections: Sequence[Section], closed: bool) -> tuple[tuple[Section | None, ...], ...]:
    """Lay sections out in rows of cells; None where none stands.

    A ring goes from the middle of the lowest row to the right, up and around.

    Args:
        sections: in their order.
        closed: whether the last is beside the first.
    """
    if not closed or len(sections) < 4:
        return (tuple(sections),) if sections else ()
    rows, columns = _size(len(sections))
    cells = [*_around(rows, columns)]
    at = {
        cells[index * len(cells) // len(sections)]: section
        for index, section in enumerate(sections)
    }
    return tuple(tuple(at.get((row, column)) for column in range(columns)) for row in range(rows))


def _size(number: int) -> Cell:
    """The smallest rectangle, no higher than wide by more than one, with so many cells around."""
    rows = columns = 2
    while 2 * (rows + columns) - 4 < number:
        rows, columns = (rows, columns + 1) if columns <= rows else (rows + 1, columns)
    return rows, columns


def _around(rows: int, columns: int) -> Iterator[Cell]:
    """Yield the outer cells of a rectangle, from the middle of its lowest row to the right."""
    middle = columns // 2
    yield from chain(
        ((rows - 1, column) for column in range(middle, columns)),
        ((row, columns - 1) for row in range(rows - 2, -1, -1)),
        ((0, column) for column in range(columns - 2, -1, -1)),
        ((row, 0) for row in range(1, rows)),
        ((rows - 1, column) for column in range(1, middle)),
    )
