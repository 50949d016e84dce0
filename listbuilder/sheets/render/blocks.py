"""The blocks of a card, and parting a block where it has no room."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from xml.etree.ElementTree import Element, SubElement, tostring

import attrs

from listbuilder.messages import gettext, translated
from listbuilder.sheets.pictures import ASPECT
from listbuilder.sheets.render.block_heights import (
    GAP,
    MeasuredTable,
    measured_table,
    paragraph_height,
    runs,
    too_wide,
)
from listbuilder.sheets.render.typescale import MILLIMETRE, FaceGeometry

SENTENCE = re.compile(r"(?<=[.!?;:])(?!\xa0)\s+")
WORD = re.compile(r"(?<=\s)(?<!\xa0)")
SQUARE = 17.5 * MILLIMETRE
"""Height of a counter's picture with its line, in points."""


@attrs.frozen
class Block:
    """A paragraph, a table or a picture of a card, in a size of type.

    Attributes:
        height: height with the space below, in points.
        table: the measured table; None for other blocks.
        leads: the block introduces the next, and stands on the same face.
    """

    element: Element
    height: float
    table: MeasuredTable | None = None
    leads: bool = False


def xml_of(element: Element) -> str:
    """Write an element as HTML that is XML as well."""
    return tostring(element, encoding="unicode", short_empty_elements=False)


def blocks_of(elements: Sequence[Element], face: FaceGeometry, points: float) -> Iterator[Block]:
    """Measure the blocks of a card in a size of type."""
    for element in elements:
        if element.tag == "table":
            yield from _table(element, face, points)
        elif element.tag == "div":
            yield Block(element, SQUARE + GAP * points)
        elif element.tag == "figure":
            yield Block(element, ASPECT * face.width + GAP * points)
        else:
            yield Block(element, paragraph_height(element, face, points))


def _table(element: Element, face: FaceGeometry, points: float) -> Iterator[Block]:
    table, notes = _noted(element, face, points)
    yield table_block(table, face, points, leads="side" in (table.get("class") or ""))
    for note in notes:
        yield Block(note, paragraph_height(note, face, points))


def table_block(table: Element, face: FaceGeometry, points: float, *, leads: bool = False) -> Block:
    """Measure a table, and give its columns their widths."""
    measured = measured_table(table, face, points)
    table = deepcopy(table)
    group = Element("colgroup")
    whole = sum(measured.columns)
    for column in measured.columns:
        SubElement(group, "col", style=f"width: {100 * column / whole:.3f}%")
    table.insert(1 if table.find("caption") is not None else 0, group)
    for head in table.iter("th"):
        head.attrib.pop("title", None)
    height = measured.head + sum(measured.rows) + GAP * points
    return Block(table, height, measured, leads)


def _noted(
    table: Element, face: FaceGeometry, points: float
) -> tuple[Element, tuple[Element, ...]]:
    """Put the longest values of a table below it, with stars in their place, until it has room."""
    notes: list[Element] = []
    table = deepcopy(table)
    heads = [head.get("title") or "".join(head.itertext()) for head in table.findall("thead/tr/th")]
    while too_wide(table, face, points):
        values = [
            (longest_word(cell), -number, place, row)
            for number, row in enumerate(table.findall("tbody/tr"))
            for place, cell in enumerate(row)
            if not cell.get("colspan") and (place or "values" in (row.get("class") or ""))
        ]
        length, _, place, row = max(values, default=(0, 0, 0, table), key=lambda one: one[:3])
        if length <= 2:
            break
        cell = row[place]
        whose = "" if "values" in (row.get("class") or "") else f"{''.join(row[0].itertext())}: "
        note = Element("p", {"class": "beyond"})
        note.text = f"* {whose}{heads[place]} {''.join(cell.itertext())}"
        notes.append(note)
        for child in [*cell]:
            cell.remove(child)
        cell.text = "*"
    return table, tuple(notes)


def longest_word(cell: Element) -> int:
    """The letters of the longest word in a cell."""
    return max(map(len, "".join(cell.itertext()).split()), default=0)


def part_block(block: Block, room: float, face: FaceGeometry, points: float) -> tuple[Block, Block]:
    """Part a block that is too high: a part that fits, and the rest for another face.

    A table is parted between rows, a paragraph between sentences, or else between words; a single
    row or word is never parted.
    """
    if block.table is not None:
        return _parted_table(block, block.table, room, face, points)
    return _parted_paragraph(block.element, room, face, points)


def _parted_table(
    block: Block, measured: MeasuredTable, room: float, face: FaceGeometry, points: float
) -> tuple[Block, Block]:
    rows = block.element.findall("tbody/tr")
    starts = [place for place, row in enumerate(rows) if _may_begin(rows, place, row)]
    left = room - measured.head - GAP * points
    fit = [end for end in starts[1:] if sum(measured.rows[:end]) <= left]
    end = max(fit, default=starts[1] if len(starts) > 1 else len(rows))
    first, second = deepcopy(block.element), deepcopy(block.element)
    for table, gone in ((first, rows[end:]), (second, rows[:end])):
        body = table.find("tbody")
        numbers = [rows.index(row) for row in gone]
        if body is not None:
            for row in [[*body][number] for number in numbers]:
                body.remove(row)
        table.remove(table.findall("colgroup")[0])
    caption = second.find("caption")
    if caption is not None:
        for child in [*caption]:
            if child.get("class") == "when":
                caption.remove(child)
        SubElement(caption, "span", {"class": "when"}).text = translated(gettext("(goes on)"))
    return table_block(first, face, points), table_block(second, face, points)


def _may_begin(rows: Sequence[Element], place: int, row: Element) -> bool:
    """Tell whether a table may be parted before a row: never between values and their owner."""
    if place == 0:
        return True
    before = "whose" in (rows[place - 1].get("class") or "")
    this = "whose" in (row.get("class") or "")
    under = "under" in (row.get("class") or "")
    return not under if this else not before or "under" in (rows[place - 1].get("class") or "")


def _parted_paragraph(
    element: Element, room: float, face: FaceGeometry, points: float
) -> tuple[Block, Block]:
    text = "".join(said for said, _, _ in runs(element))
    for pattern in (SENTENCE, WORD):
        ends = [found.end() for found in pattern.finditer(text)]
        best = _most(element, ends, room, face, points)
        if best is not None:
            return best
    half = max(len(text) // 2, 1)
    return (
        _paragraph(_cut(element, 0, half), face, points),
        _paragraph(_cut(element, half, len(text)), face, points),
    )


def _most(
    element: Element, ends: Sequence[int], room: float, face: FaceGeometry, points: float
) -> tuple[Block, Block] | None:
    """Part a paragraph at the last place whose first part has room; None where none has."""
    low, high = 0, len(ends)
    while low < high:
        middle = (low + high) // 2
        if paragraph_height(_cut(element, 0, ends[middle]), face, points) <= room:
            low = middle + 1
        else:
            high = middle
    if not low:
        return None
    end = ends[low - 1]
    whole = len("".join(element.itertext()))
    return (
        _paragraph(_cut(element, 0, end), face, points),
        _paragraph(_cut(element, end, whole), face, points),
    )


def _paragraph(element: Element, face: FaceGeometry, points: float) -> Block:
    return Block(element, paragraph_height(element, face, points))


def _cut(element: Element, start: int, end: int) -> Element:
    """Cut the letters from one offset to another out of an element, with their inline elements."""
    return _cut_from(element, start, end)[0]


def _cut_from(element: Element, start: int, end: int) -> tuple[Element, int]:
    made = Element(element.tag, dict(element.attrib))
    text = element.text or ""
    made.text = text[max(start, 0) : max(end, 0)]
    at = len(text)
    last: Element | None = None
    for child in element:
        inner, length = _cut_from(child, start - at, end - at)
        at += length
        if "".join(inner.itertext()):
            made.append(inner)
            last = inner
        tail = child.tail or ""
        said = tail[max(start - at, 0) : max(end - at, 0)]
        at += len(tail)
        if last is None:
            made.text += said
        else:
            last.tail = (last.tail or "") + said
    return made, at
