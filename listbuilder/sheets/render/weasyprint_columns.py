"""Columns that are laid out in a time linear in their text.

WeasyPrint finds how high columns have to be by laying their whole text out at one height after
another. A block that may not be broken comes out the same each time but for its place: it is laid
out once for each width, and then copied.
"""

from __future__ import annotations

from functools import cache, wraps
from math import inf
from typing import Any

import attrs

KEPT = "kept_blocks"
"""The name of the kept blocks in a layout context of WeasyPrint's."""


@attrs.frozen
class KeptBlock:
    """A block that was laid out.

    Attributes:
        box: the block's box, wherever it lies.
        right: the distance from where it was begun to where it lies, to the right, in pixels.
        down: the same distance downwards.
        resume_at: the place at which it goes on; None: it is whole.
        next_page: its demands on a page after it.
        margins: the margins below it, in pixels, with which others may collapse.
        through: whether the margins above collapse with those below.
        max_lines: the number of lines of text that are left (``max-lines``); None: any number.
    """

    box: Any
    right: float
    down: float
    resume_at: Any
    next_page: dict[str, Any]
    margins: list[float]
    through: bool
    max_lines: int | None

    def end(self, y: float) -> float:
        """Give the y at which the block ends, without its margin, if it is begun at another y."""
        return y + self.down + float(self.box.margin_top + self.box.border_height())

    def begun_at(self, x: float, y: float) -> tuple[Any, ...]:
        """Copy the block to another place, as WeasyPrint would lay it out there."""
        box = self.box.deepcopy()
        box.translate(x + self.right - box.position_x, y + self.down - box.position_y)
        return (
            box,
            self.resume_at,
            {**self.next_page},
            [*self.margins],
            self.through,
            self.max_lines,
        )

    def next_column(self) -> tuple[Any, ...]:
        """Make WeasyPrint's result for a block without room."""
        return None, None, {"break": "any", "page": None}, [], False, self.max_lines


@cache
def keep_blocks() -> None:
    """Let WeasyPrint keep the blocks of columns from now on that may not be broken."""
    from weasyprint.layout import block

    lay_out = block.block_container_layout

    @wraps(lay_out)
    def lay_out_once(context: Any, box: Any, *given: Any, **named: Any) -> tuple[Any, ...]:
        unbroken = context.in_column and box.style["break_inside"] == "avoid"
        if not unbroken or named or given[1] is not None:
            return (*lay_out(context, box, *given, **named),)
        bottom_space, _, is_first, absolute_boxes, fixed_boxes, margins, *styles = given
        blocks = vars(context).setdefault(KEPT, {})
        asked = bottom_space == inf  # only what its first line takes
        above = frozenset(margins or ()) - {0}
        key = (asked, box.element, box.width, box.margin_top, above, *styles)
        x, y = box.position_x, box.position_y
        kept = blocks.get(key)
        if kept is not None:
            end = kept.end(y)
            fits = not context.overflows_page(bottom_space, end + kept.box.margin_bottom)
            if fits or asked:
                return kept.begun_at(x, y)  # type: ignore[no-any-return]
            if not is_first and context.overflows_page(bottom_space, end):
                return kept.next_column()  # type: ignore[no-any-return]
        out_of_flow = len(absolute_boxes) + len(fixed_boxes)
        new, resume_at, *rest = found = lay_out(context, box, *given)
        in_flow = len(absolute_boxes) + len(fixed_boxes) == out_of_flow
        if new is not None and in_flow and (asked or resume_at is None):
            right, down = new.position_x - x, new.position_y - y
            blocks[key] = KeptBlock(new, right, down, resume_at, *rest)
        return (*found,)

    block.block_container_layout = lay_out_once
