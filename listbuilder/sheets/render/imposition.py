"""Cards on paper: how many fit, where each is printed, and where to cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from listbuilder.sheets.options import CARDS, PAPERS, CardSize, Millimetres, Paper

SIDE_MARGIN = 5.0
"""Millimetres that few printers can't print on."""

END_MARGIN = 7.5
"""The same with a line of text in it."""

MARK = 4.0
"""Millimetres that a line to cut along goes on beyond the cards."""


@attrs.frozen
class Cell:
    """A rectangle, in millimetres from the paper's corner."""

    x: float
    y: float
    width: float
    height: float


@attrs.frozen
class PressSheet:
    """One side of a sheet of paper.

    Attributes:
        frames: of its cards, each with the number of the face that is printed in it; the same
            number may stand on several press sheets, never twice on one.
        cuts: lines to cut along, of no width or no height.
    """

    paper: Millimetres
    cells: tuple[tuple[int, Cell], ...]
    cuts: tuple[Cell, ...]


@attrs.frozen
class ImpositionGrid:
    """Cards edge to edge in the middle of a paper, so that one cut serves two."""

    paper: Millimetres
    card: Millimetres
    columns: int
    rows: int

    @property
    def corner(self) -> Millimetres:
        """Where the first card begins."""
        return (
            (self.paper[0] - self.columns * self.card[0]) / 2,
            (self.paper[1] - self.rows * self.card[1]) / 2,
        )

    def frame(self, place: int, back: bool) -> Cell:
        """The frame of a place, counted along the rows; on the back columns run the other way."""
        row, column = divmod(place, self.columns)
        if back:
            column = self.columns - 1 - column
        left, top = self.corner
        width, height = self.card
        return Cell(left + column * width, top + row * height, width, height)

    def cuts(self, cards: int) -> Iterator[Cell]:
        """Yield the lines to cut so many cards along; they go on beyond these."""
        (left, top), (width, height) = self.corner, self.card
        rows = -(-cards // self.columns)
        for column in range(self.columns + 1):
            x = left + column * width
            yield Cell(x, top - MARK, 0, rows * height + 2 * MARK)
        for row in range(rows + 1):
            y = top + row * height
            yield Cell(left - MARK, y, self.columns * width + 2 * MARK, 0)


def imposition_grid(paper: Paper, cards: CardSize) -> ImpositionGrid:
    """The most cards that a paper holds, upright or turned."""
    width, height = PAPERS[paper]
    card = CARDS[cards]
    ways = [
        ImpositionGrid(
            size,
            card,
            int((size[0] - 2 * SIDE_MARGIN) // card[0]),
            int((size[1] - 2 * END_MARGIN) // card[1]),
        )
        for size in ((width, height), (height, width))
    ]
    return max(ways, key=lambda way: way.columns * way.rows)


def press_sheets(
    grid: ImpositionGrid, cards: Sequence[Sequence[int]], duplex: bool
) -> Iterator[PressSheet]:
    """Yield the press sheets of a set of cards; where it has backs, each is followed by its back.

    Args:
        grid: where on the paper.
        cards: the numbers of the faces of each card: its front, and its back if it has one.
        duplex: whether there are backs.
    """
    each = grid.columns * grid.rows
    for first in range(0, len(cards), each):
        here = cards[first : first + each]
        cuts = tuple(grid.cuts(len(here)))
        for side in range(1 + duplex):
            cells = tuple(
                (card[side], grid.frame(place, back=bool(side))) for place, card in enumerate(here)
            )
            yield PressSheet(grid.paper, cells, cuts)
