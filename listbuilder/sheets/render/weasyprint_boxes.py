"""WeasyPrint's boxes: reading them from a page that it has laid out.

Cards are laid out once, and their boxes copied to the places where they are printed. WeasyPrint
has no public way to do that; all that knows how its boxes work is here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import attrs

PIXELS = 96 / 25.4
"""CSS pixels in a millimetre."""

MARKS = 5
"""Millimetres beyond the bleed that crop marks have room in, as the page's template has it."""

ROUNDING = 0.2
"""Pixels, 0.05 mm: what is nearer to an edge is within it."""


@attrs.frozen
class Edges:
    """The edges of a box, in pixels from the page's corner."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, inner: Edges) -> bool:
        """Tell whether another lies within these."""
        return (
            inner.left >= self.left - ROUNDING
            and inner.top >= self.top - ROUNDING
            and inner.right <= self.right + ROUNDING
            and inner.bottom <= self.bottom + ROUNDING
        )


def contents(page: Any) -> list[Any]:
    """The boxes in the body of a page; none of one that was emptied."""
    roots = page._page_box.children[:1]  # noqa: SLF001 - see above
    return [box for root in roots for body in root.children for box in body.children]


def inside(box: Any) -> Iterator[Any]:
    """Yield a box and all in it that is drawn."""
    waiting = [box]
    while waiting:
        each = waiting.pop()
        each = getattr(each, "_box", each)
        yield each
        waiting += reversed(each.children)


def edges(box: Any) -> Edges:
    """Give the edges of a box, its border included."""
    left, top, width, height = box.hit_area()
    return Edges(left, top, left + width, top + height)


@cache
def inline_types() -> tuple[type, ...]:
    """Give the types of boxes within a line, whose height is that of the line."""
    from weasyprint.formatting_structure.boxes import InlineBox, TextBox

    return InlineBox, TextBox


def page_edges(page: Any) -> Edges:
    """The part of a page within its margins."""
    box = page._page_box  # noqa: SLF001 - see above
    left, top = box.content_box_x(), box.content_box_y()
    return Edges(left, top, left + box.width, top + box.height)


def overflowing(boxes: Sequence[Any], frame: Edges) -> list[Any]:
    """The boxes, and those in them, that reach out of a frame."""
    left, top = frame.left - ROUNDING, frame.top - ROUNDING
    right, bottom = frame.right + ROUNDING, frame.bottom + ROUNDING
    found = []
    for each in (each for box in boxes for each in inside(box)):
        x, y, width, height = each.hit_area()
        beside = x < left or x + width > right
        if beside or ((y < top or y + height > bottom) and not isinstance(each, inline_types())):
            found.append(each)
    return found


def broken(boxes: Sequence[Any]) -> list[Any]:
    """The cells of values that did not stay on one line."""
    from weasyprint.formatting_structure.boxes import LineBox, TableRowBox

    rows = [
        each
        for box in boxes
        for each in inside(box)
        if isinstance(each, TableRowBox) and each.element.get("class") == "values"
    ]
    cells = (cell for row in rows for cell in row.children)
    return [cell for cell in cells if sum(isinstance(one, LineBox) for one in inside(cell)) > 1]


def roster_sections(page: Any) -> Iterator[tuple[int, str]]:
    """Yield the sections that stand on a page: the number of their roster, and their last class."""
    for whole in contents(page):
        roster = whole.element.get("data-roster")
        for box in whole.children if roster is not None else ():
            if box.element is not None and box.element.tag == "section":
                yield int(roster), box.element.get("class").split()[-1]


def used_share(page: Any) -> float:
    """The share of a page's height, within its margins, that is above the end of its text."""
    frame = page_edges(page)
    ends = [
        edges(box).bottom
        for each in contents(page)
        for box in inside(each)
        if getattr(box, "text", "").strip()
    ]
    return max(0.0, max(ends, default=frame.top) - frame.top) / (frame.bottom - frame.top)


def slots(page: Any) -> list[tuple[int, Any]]:
    """The boxes of a page that are a face's places, each with its number on the sheet, from 0."""
    found: dict[int, tuple[int, Any]] = {}
    for box in inside(page._page_box):  # noqa: SLF001 - see above
        number = box.element.get("data-face") if box.element is not None else None
        if number is not None:  # boxes without a name of their own come after it
            found.setdefault(id(box.element), (int(number), box))
    return [*found.values()]


PARTS = {"title-band", "body", "foot"}
"""Classes of a card's parts, each with a height of its own."""


def overflowing_parts(slot: Any) -> list[Any]:
    """The boxes of a card that reach out of the part that they belong to."""
    parts = {
        id(box.element): box
        for box in reversed([*inside(slot)])
        if box.element is not None and not PARTS.isdisjoint(box.element.get("class", "").split())
    }
    return [each for part in parts.values() for each in overflowing(part.children, edges(part))]


def move_to_cell(slot: Any) -> None:
    """Let a face, which was laid out in the corner, be drawn where it lies on its sheet."""
    x, y = (float(each) * PIXELS for each in slot.element.get("data-at").split())
    slot.style = slot.style.copy()
    slot.style["transform"] = (("matrix", (1, 0, 0, 1, x, y)), *slot.style["transform"])


def copy_into(slot: Any, original: Any) -> None:
    """Copy into a slot the boxes that another slot in the same corner was laid out with."""
    slot.children = [box.deepcopy() for box in original.children]


def write_numbers(pages: Sequence[Any]) -> None:
    """Write its number, and how many there are, on each page that was laid out apart from others.

    Only where it says something else already.
    """
    from weasyprint.text.line_break import split_first_line

    for number, page in enumerate(pages, 1):
        said = f"{number} / {len(pages)}"
        for margin in page._page_box.children:  # noqa: SLF001 - see above
            if getattr(margin, "at_keyword", "") != "@bottom-right":
                continue
            for box in inside(margin):
                if getattr(box, "text", said) != said:
                    laid = split_first_line(said, box.style, None, None, 0)
                    box.text, box.pango_layout = said, laid[0]
                    box.position_x += box.width - laid[3]
                    box.width = laid[3]


def is_press_sheet(page: Any) -> bool:
    """Tell whether cards are printed on a page."""
    kind: str = page._page_box.page_type.name  # noqa: SLF001 - see above
    return kind.startswith("press-sheet")


def tell_bleed(pages: Sequence[Any], pdf: Any) -> None:
    """Say how far colour reaches beyond the edge, where WeasyPrint says 10 points for all."""
    import pydyf

    for page, name in zip(pages, pdf.page_references, strict=True):
        paper = pdf.objects[int(name.split()[0])]
        bleed = (page.bleed["left"] / PIXELS - MARKS) * 72 / 25.4
        if bleed > 0:
            left, top, right, bottom = paper["TrimBox"]
            box = (left - bleed, top - bleed, right + bleed, bottom + bleed)
            paper["BleedBox"] = pydyf.Array(box)


def remade(page: Any) -> Any:
    """Make the page anew, with the boxes put into it and their bookmarks."""
    return type(page)(page._page_box)  # noqa: SLF001 - see above


def emptied(page: Any) -> Any:
    """The page with nothing on it."""
    return type(page)(page._page_box.copy_with_children([]))  # noqa: SLF001 - see above
