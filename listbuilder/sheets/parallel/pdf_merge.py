"""Pages that were drawn apart, moved into the PDF that they belong to.

WeasyPrint makes a PDF of pydyf's objects, which name each other by their numbers. A page takes
along all that hangs on it: what is drawn on it, its fonts, its tags.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Any

import attrs

ObjectReference = bytes
"""An object's name: its number, its generation, and an R."""

NEXT = bytes.maketrans(ascii_uppercase.encode(), (ascii_uppercase[1:] + "A").encode())
"""Each capital letter to the one after it."""

CELLS = frozenset({"ID", "Headers"})
FONTS = frozenset({"BaseFont", "FontName"})
"""Where else names stand, of headings of tables and of parts of fonts; no two may have the same."""


@attrs.frozen
class DrawnPage:
    """A page without its PDF.

    Attributes:
        page: its own name there, that of nothing here.
        content: what draws it.
        resources: what that draws with.
        marked: the tag of each piece of the content, by the number that it is marked with.
    """

    page: ObjectReference
    content: Any
    resources: ObjectReference
    marked: Sequence[ObjectReference]


@attrs.frozen
class ExtractedPages:
    """Pages without their PDF.

    Attributes:
        objects: all that they need, each with its number there.
        root: the name there of what is above all tags.
        tags: the topmost.
    """

    pages: Sequence[DrawnPage]
    objects: Sequence[Any]
    root: ObjectReference
    tags: Sequence[ObjectReference]


class Tags:
    """The tags of a PDF: the topmost, and those of the pieces of each page."""

    def __init__(self, pdf: Any) -> None:
        self.root = _named(pdf, pdf.catalog["StructTreeRoot"])
        self.of_pages = _named(pdf, self.root["ParentTree"])
        (top,) = self.root["K"]
        self.top = _named(pdf, top)


def extract_pages(pdf: Any) -> ExtractedPages:
    """Take the pages out of a PDF, which then has nothing left to be written."""
    tags = Tags(pdf)
    papers = [_named(pdf, name) for name in pdf.page_references]
    contents = [_named(pdf, paper["Contents"]) for paper in papers]
    metadata = _named(pdf, pdf.catalog["Metadata"])
    whole = (pdf.objects[0], pdf.pages, pdf.catalog, metadata, tags.root, tags.of_pages, tags.top)
    left = {each.number for each in (*whole, *papers, *contents)}
    marked = tags.of_pages["Nums"][1::2]
    pages = [
        DrawnPage(paper.reference, _packed(content), paper["Resources"], [*names])
        for paper, content, names in zip(papers, contents, marked, strict=True)
    ]
    objects = [_plain(each) for each in pdf.objects if each.number not in left]
    drawn = ExtractedPages(pages, objects, tags.top.reference, [*tags.top["K"]])
    del pdf.objects[pdf.catalog.number + 1 :]
    return drawn


def merge_pages(pdf: Any, drawn: ExtractedPages, places: Sequence[int]) -> None:
    """Put pages in the place of empty ones.

    Args:
        pdf: what was drawn here, before it is written.
        drawn: the pages; nobody else may use what they consist of.
        places: the number of the empty page, from 0, that each replaces.
    """
    tags = Tags(pdf)
    papers = pdf.page_references
    names = {drawn.root: tags.top.reference}
    names |= {page.page: papers[place] for page, place in zip(drawn.pages, places, strict=True)}
    for each in drawn.objects:
        there = each.reference
        pdf.add_object(each)
        names[there] = each.reference
    for each in drawn.objects:
        _rename(each, names)
    marked = tags.of_pages["Nums"]
    for page, place in zip(drawn.pages, places, strict=True):
        paper = _named(pdf, papers[place])
        page.content.number = _number(paper["Contents"])
        pdf.objects[page.content.number] = page.content
        paper["Resources"] = names[page.resources]
        marked[2 * place + 1].extend(names.get(name, name) for name in page.marked)
    order = {name: place for place, name in enumerate(papers)}
    tags.top["K"].extend(names[name] for name in drawn.tags)
    tags.top["K"].sort(key=lambda name: order[_named(pdf, name)["Pg"]])


def _named(pdf: Any, name: ObjectReference) -> Any:
    return pdf.objects[_number(name)]


def _number(name: ObjectReference) -> int:
    return int(name.split()[0])


def _plain(thing: Any) -> Any:
    """An object that can be sent: WeasyPrint's own streams hold on to all that drew them."""
    import pydyf

    return _packed(thing) if isinstance(thing, pydyf.Stream) else thing


def _packed(stream: Any) -> Any:
    """A stream as it will be written."""
    import pydyf

    written = pydyf.Stream(stream.stream).data
    content = written.partition(b"\nstream\n")[2].removesuffix(b"\nendstream")
    extra = {**stream.extra}
    if stream.compress:
        content = zlib.compress(content, level=9)
        extra["Filter"] = "/FlateDecode"
    packed = pydyf.Stream([content], extra)
    packed.number = stream.number
    return packed


def _rename(thing: Any, names: Mapping[ObjectReference, ObjectReference]) -> Any:
    """Change the names in an object, and in what lies in it, to those that hold here."""
    import pydyf

    if isinstance(thing, bytes):
        return names.get(thing, thing)
    if isinstance(thing, pydyf.Stream):
        thing.extra = {key: _rename(value, names) for key, value in thing.extra.items()}
    elif isinstance(thing, dict):
        for key, value in thing.items():
            if key in CELLS:
                thing[key] = _other_cell(value)
            elif key in FONTS:
                thing[key] = _other_font(value)
            else:
                thing[key] = _rename(value, names)
    elif isinstance(thing, list):
        thing[:] = [_rename(value, names) for value in thing]
    return thing


def _other_cell(value: Any) -> Any:
    import pydyf

    if isinstance(value, pydyf.String):
        return pydyf.String(f"+{value.string}")
    return pydyf.Array([_other_cell(each) for each in value])


def _other_font(name: bytes) -> bytes:
    letters, plus, family = name.partition(b"+")
    return letters.translate(NEXT) + plus + family
