"""Imposition of cards: their number on a paper, their cells, and the lines to cut along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from listbuilder.sheets.options import CARDS, INSETS, PAPERS, CardSize, Flip, Millimetres, Paper

SIDE_MARGIN = 5.0
"""Millimetres at the paper's edge that some printers leave blank, within a card's inset."""

END_MARGIN = 7.5
"""Margin in millimetres that has room for a line of text."""

MARK = 4.0
"""Millimetres by which a cutting line goes beyond the cards."""


@attrs.frozen
class Rectangle:
    """A rectangle, in millimetres from the paper's corner."""

    x: float
    y: float
    width: float
    height: float


@attrs.frozen
class PressSheet:
    """One side of a sheet of paper.

    Attributes:
        cells: the number of a face and the rectangle that it is printed in; the same face may be on
            several press sheets, never twice on one.
        cuts: lines to cut along, as rectangles without width or height.
        turned: its faces are upside down, so that a card turned over sideways is upright.
    """

    paper: Millimetres
    cells: tuple[tuple[int, Rectangle], ...]
    cuts: tuple[Rectangle, ...]
    turned: bool = False

    @property
    def is_full(self) -> bool:
        """Tell whether cards take all of the paper, so that no line of text is beside them."""
        return any(cell.y < END_MARGIN for _, cell in self.cells)


@attrs.frozen
class ImpositionGrid:
    """Cards edge to edge in the middle of a paper, so that one cut serves two."""

    paper: Millimetres
    card: Millimetres
    columns: int
    rows: int

    @property
    def corner(self) -> Millimetres:
        """The upper left corner of the first card, in millimetres."""
        return (
            (self.paper[0] - self.columns * self.card[0]) / 2,
            (self.paper[1] - self.rows * self.card[1]) / 2,
        )

    def frame(self, place: int) -> Rectangle:
        """Give the rectangle of a cell, counted along the rows from 0."""
        row, column = divmod(place, self.columns)
        left, top = self.corner
        width, height = self.card
        return Rectangle(left + column * width, top + row * height, width, height)

    def flipped(self, cell: Rectangle, flip: Flip) -> Rectangle:
        """Mirror a rectangle to the back of the paper, which is turned over an edge."""
        if self.flips_upright(flip):
            return attrs.evolve(cell, y=self.paper[1] - cell.y - cell.height)
        return attrs.evolve(cell, x=self.paper[0] - cell.x - cell.width)

    def flips_upright(self, flip: Flip) -> bool:
        """Tell whether the paper turns over its upper edge, as a calendar's; else over its side."""
        wide = self.paper[0] > self.paper[1]
        return wide == (flip == "long")

    def cuts(self, cards: int) -> Iterator[Rectangle]:
        """Yield the cutting lines of so many cards."""
        (left, top), (width, height) = self.corner, self.card
        if self.paper == self.card:
            return
        rows = -(-cards // self.columns)
        for column in range(self.columns + 1):
            x = left + column * width
            yield Rectangle(x, top - MARK, 0, rows * height + 2 * MARK)
        for row in range(rows + 1):
            y = top + row * height
            yield Rectangle(left - MARK, y, self.columns * width + 2 * MARK, 0)


def single_grid(cards: CardSize) -> ImpositionGrid:
    """Make the grid of one card on a paper of the card's size, without cutting lines."""
    return ImpositionGrid(CARDS[cards], CARDS[cards], 1, 1)


def imposition_grid(paper: Paper, cards: CardSize) -> ImpositionGrid:
    """Make the grid with the most cards on a paper, upright or turned."""
    width, height = PAPERS[paper]
    card = CARDS[cards]
    side, end = (0.0, 0.0) if INSETS[cards] >= SIDE_MARGIN else (SIDE_MARGIN, END_MARGIN)
    ways = [
        ImpositionGrid(
            size,
            card,
            int((size[0] - 2 * side) // card[0]),
            int((size[1] - 2 * end) // card[1]),
        )
        for size in ((width, height), (height, width))
    ]
    return max(ways, key=lambda way: way.columns * way.rows)


def press_sheets(
    grid: ImpositionGrid, cards: Sequence[Sequence[int]], flip: Flip | None = None
) -> Iterator[PressSheet]:
    """Yield the press sheets of a set of cards; where it has backs, each is followed by its back.

    Args:
        grid: the cells on the paper.
        cards: the numbers of the faces of each card: its front, and its back if it has one.
        flip: the edge that the paper turns over; None where cards have no backs.
    """
    each = grid.columns * grid.rows
    for first in range(0, len(cards), each):
        here = cards[first : first + each]
        cells = [grid.frame(place) for place in range(len(here))]
        cuts = tuple(grid.cuts(len(here)))
        fronts = tuple((card[0], cell) for card, cell in zip(here, cells, strict=True))
        yield PressSheet(grid.paper, fronts, cuts)
        if flip is not None:
            backs = tuple(
                (card[1], grid.flipped(cell, flip)) for card, cell in zip(here, cells, strict=True)
            )
            behind = tuple(grid.flipped(cut, flip) for cut in cuts)
            yield PressSheet(grid.paper, backs, behind, grid.flips_upright(flip))
