"""Places drawn in the cells of a table: a ring around a courtyard, a row, or a sketch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Generic, TypeVar

import attrs

Item = TypeVar("Item")

PlanPosition = tuple[int, int]
"""A row and a column."""


@attrs.frozen
class PlanCell(Generic[Item]):
    """A cell over ``columns`` and ``rows``, with a place or None."""

    place: Item | None
    columns: int = 1
    rows: int = 1


PlanCells = tuple[tuple[PlanCell[Item], ...], ...]
"""Rows of cells, as in HTML: a cell over several rows stands in the first of them."""


def ring(places: Sequence[Item], closed: bool) -> PlanCells[Item]:
    """Lay out places that stand beside one another.

    A closed ring goes from the middle of the lowest row to the right, up and around.

    Args:
        places: the places in their order.
        closed: whether the last place is beside the first.
    """
    if not closed or len(places) < 4:
        return (tuple(map(PlanCell, places)),) if places else ()
    rows, columns = _size(len(places))
    around = [*_around(rows, columns)]
    at = {around[index * len(around) // len(places)]: one for index, one in enumerate(places)}
    return tuple(
        tuple(PlanCell(at.get((row, column))) for column in range(columns)) for row in range(rows)
    )


def sketched(rows: Sequence[Sequence[str]], places: Mapping[str, Item]) -> PlanCells[Item]:
    """Lay out places that each fill a rectangle of cells.

    Args:
        rows: the ids in the cells; an id that no place has is an empty cell.
        places: the places by id.
    """
    drawn: set[str] = set()

    def cells(number: int) -> Iterator[PlanCell[Item]]:
        for name in rows[number]:
            if name not in places:
                yield PlanCell(None)
            elif name not in drawn:
                drawn.add(name)
                high = sum(name in row for row in rows)
                yield PlanCell(places[name], rows[number].count(name), high)

    return tuple(tuple(cells(number)) for number in range(len(rows)))


def _size(number: int) -> PlanPosition:
    """The rows and columns of a near-square rectangle with at least ``number`` cells around."""
    rows = columns = 2
    while 2 * (rows + columns) - 4 < number:
        rows, columns = (rows, columns + 1) if columns <= rows else (rows + 1, columns)
    return rows, columns


def _around(rows: int, columns: int) -> Iterator[PlanPosition]:
    """Yield the outer cells of a rectangle, from the middle of its lowest row to the right."""
    middle = columns // 2
    yield from chain(
        ((rows - 1, column) for column in range(middle, columns)),
        ((row, columns - 1) for row in range(rows - 2, -1, -1)),
        ((0, column) for column in range(columns - 2, -1, -1)),
        ((row, 0) for row in range(1, rows)),
        ((rows - 1, column) for column in range(1, middle)),
    )
