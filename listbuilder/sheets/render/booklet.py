"""A booklet: two pages on each side of the paper, in the order of a folded stack of sheets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.sheets.options import PAPERS, Paper

POINTS = 72 / 25.4
"""Points of a PDF per millimetre."""

OF_PAGES = ("StructTreeRoot", "MarkInfo", "Metadata", "Outlines", "Names", "Dests", "PageMode")
"""Keys of a PDF about single pages and about reading aloud, which half pages can't have."""


def folded_order(pages: int) -> Iterator[tuple[int | None, int | None]]:
    """Yield the left and the right page of each side, front and back in turn; None is empty.

    Example:
        Of 5 pages ``(None, 0), (1, None), (None, 2), (3, 4)``: two sheets, the last of which has
        the middle of the booklet on its back.
    """
    sheets = -(-pages // 4)

    def there(number: int) -> int | None:
        return number if number < pages else None

    for sheet in range(sheets):
        outer, inner = 4 * sheets - 1 - 2 * sheet, 2 * sheet
        yield there(outer), there(inner)
        yield there(inner + 1), there(outer - 1)


def impose_booklet(pdf: Any, paper: Paper) -> None:
    """Make the pages of a PDF a booklet's.

    Args:
        pdf: pydyf's document, before it is written.
        paper: the paper, to be printed on both sides, turned over its short edge, and folded.
    """
    import pydyf

    short, long = (side * POINTS for side in PAPERS[paper])
    papers = [pdf.objects[int(name.split()[0])] for name in pdf.page_references]
    boxes = [page["MediaBox"] for page in papers]
    drawings = [_drawing(pdf, page) for page in papers]
    pdf.pages["Kids"], pdf.pages["Count"] = pydyf.Array([]), 0
    for sides in folded_order(len(papers)):
        content = pydyf.Stream(compress=True)
        used = {}
        for half, number in enumerate(sides):
            if number is None:
                continue
            left, bottom, right, top = boxes[number]
            scale = min(1, long / 2 / (right - left), short / (top - bottom))
            x = half * long / 2 + (long / 2 - scale * (right - left)) / 2
            y = (short - scale * (top - bottom)) / 2
            content.push_state()
            content.set_matrix(scale, 0, 0, scale, x - scale * left, y - scale * bottom)
            content.draw_x_object(f"half-{half}")
            content.pop_state()
            used[f"half-{half}"] = drawings[number]
        pdf.add_object(content)
        resources = pydyf.Dictionary({"XObject": pydyf.Dictionary(used)})
        box = pydyf.Array([0, 0, round(long, 2), round(short, 2)])
        side = {"Type": "/Page", "Parent": pdf.pages.reference, "MediaBox": box}
        drawn = {"Contents": content.reference, "Resources": resources}
        pdf.add_page(pydyf.Dictionary(side | drawn))
    for key in OF_PAGES:
        pdf.catalog.pop(key, None)
    pdf.catalog["ViewerPreferences"]["Duplex"] = "/DuplexFlipShortEdge"


def _drawing(pdf: Any, page: Any) -> bytes:
    """Turn a page into a form XObject, which other pages can draw."""
    content = pdf.objects[int(page["Contents"].split()[0])]
    form = {"Type": "/XObject", "Subtype": "/Form", "BBox": page["MediaBox"]}
    content.extra |= {**form, "Resources": page["Resources"]}
    page.clear()
    reference: bytes = content.reference
    return reference
