"""WeasyPrint's tags: our changes to the tags by which a PDF is read aloud.

PDF/UA-1 (ISO 14289-1) asks what WeasyPrint has no way to say: which way the head of a table looks
(7.5), that lines in the margin of all pages are no part of the text (7.8), where a link leads
(7.18.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from listbuilder.sheets.render.weasyprint_boxes import inside, is_press_sheet

PRINTED = 4
"""The flag of a link by which it is shown, and printed."""


def tell_heads(pages: Sequence[Any], pdf: Any) -> None:
    """Say in the tags which cells head a row or a column, and which tables only look like some.

    WeasyPrint names the heads of each cell, but does not say which way a
    head looks, and knows of none but `th`.
    """
    for table in (box for page in pages for box in inside(page._page_box)):  # noqa: SLF001 - see above
        if table.element_tag != "table" or table.element is None:
            continue
        looks = table.element.get("role") == "presentation"
        for cell in inside(table):
            tag = getattr(cell, "mark", None)
            if tag is None:
                continue
            if looks:
                _as_divisions(tag, pdf)
            elif cell.element_tag == "th" or cell.element.get("role") == "rowheader":
                of_row = cell.element_tag == "td" or cell.element.get("scope") == "row"
                tag["S"] = "/TH"
                tag["A"]["Scope"] = "/Row" if of_row else "/Column"


def _as_divisions(tag: Any, pdf: Any) -> None:
    """Make a cell, its row and its table divisions."""
    while tag["S"] in ("/TD", "/TR", "/TBody", "/Table"):
        tag["S"] = "/Div"
        tag.pop("A", None)
        tag = _named(pdf, tag["P"])


def leave_out_running_lines(pages: Sequence[Any], pdf: Any) -> None:
    """Take the text in the margin of each page out of the tagged text, for it should be read once.

    WeasyPrint tags it, but hangs it on nothing. On a press sheet it is in the text: its first line
    and its last, but for a heading.
    """
    root = _named(pdf, pdf.catalog["StructTreeRoot"])
    top = _named(pdf, root["K"][0])
    linked = {*top["K"]}
    of_pages = _named(pdf, root["ParentTree"])["Nums"][1::2]
    for page, name, tags in zip(pages, pdf.page_references, of_pages, strict=False):
        paper = _named(pdf, name)
        left_out = {
            number for number, tag in enumerate(tags) if _topmost(pdf, tag, top) not in linked
        }
        if is_press_sheet(page):
            for tag in top["K"]:
                if _named(pdf, tag)["Pg"] == name:
                    left_out.update(_running_of_press_sheet(pdf, _named(pdf, tag)))
        for number in left_out:
            tags[number] = b"null"
        _as_artifacts(_named(pdf, paper["Contents"]).stream, left_out)


def tell_where_links_lead(pages: Sequence[Any]) -> None:
    """Say of each link what its text says, and that it is printed."""
    import pydyf

    for box in (box for page in pages for _, _, _, box in page.links):
        box.link_annotation["F"] = PRINTED
        box.link_annotation["Contents"] = pydyf.String("".join(box.element.itertext()).strip())


def _running_of_press_sheet(pdf: Any, tag: Any) -> Iterator[int]:
    """Take the lines in the margin of a press sheet out of the tags; yield their numbers."""
    if tag["S"] == "/Sect":
        for name in [*tag["K"]]:
            line = _named(pdf, name)
            if line["S"] == "/P":
                tag["K"].remove(name)
                yield from _pieces(pdf, line)
        return
    for name in tag["K"]:
        if isinstance(name, bytes):
            yield from _running_of_press_sheet(pdf, _named(pdf, name))


def _pieces(pdf: Any, tag: Any) -> Iterator[int]:
    """Yield the numbers of the pieces of a page that a tag, or one in it, is of."""
    for kid in tag["K"]:
        if isinstance(kid, bytes):
            yield from _pieces(pdf, _named(pdf, kid))
        else:
            yield kid


def _topmost(pdf: Any, name: bytes, top: Any) -> bytes:
    """The tag below the topmost that another belongs to."""
    while (parent := _named(pdf, name)["P"]) != top.reference:
        name = parent
    return name


def _as_artifacts(content: list[Any], numbers: set[int]) -> None:
    """Mark pieces of a page as no part of its text."""
    import pydyf

    for place, marked in enumerate(content):
        if isinstance(marked, dict) and marked.get("MCID") in numbers:
            content[place - 1] = "/Artifact"
            content[place] = pydyf.Dictionary({"Type": "/Pagination"})


def _named(pdf: Any, name: bytes) -> Any:
    return pdf.objects[int(name.split()[0])]
