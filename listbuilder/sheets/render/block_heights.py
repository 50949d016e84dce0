"""Heights of a card's paragraphs and tables, by the advances of the fonts' letters.

Sizes and spaces are those of the style sheet; a test compares each height with the layout's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element

import attrs

from listbuilder.sheets.render.advances import Style, width_of
from listbuilder.sheets.render.typescale import FaceGeometry

TextRun = tuple[str, Style, float]
"""Text, its style, and its size in ems of the block's text."""

PIECE = re.compile(r"(?:(?!\xa0)\s)+|(?:[^\s\-–—]|\xa0|-(?=\d)|[-–—](?=\xa0))+[\-–—]*|[\-–—]+")
"""Spaces, or a piece that no line breaks within; lines do not break between a hyphen and a digit,
nor at a no-break space."""

BREAKING = frozenset("-–—")
"""Signs that a line may break behind."""

TAGS: dict[str, Style] = {"b": "bold", "i": "italic", "th": "bold", "h2": "title"}
CLASSES: dict[str, tuple[Style | None, float]] = {
    "label": ("bold", 1.07),  # capitals, with space between them
    "box": (None, 1.63),
    "value": (None, 1.25),
}
"""Style and size in ems of inline elements."""

GAP = 0.28
"""Space below each paragraph and table, in ems."""


@attrs.frozen
class ParagraphSpec:
    """The style of a kind of paragraph.

    Attributes:
        size: size of its text, in ems of the card's text.
        leading: distance from line to line, as a factor of the size.
    """

    size: float = 1.0
    leading: float = 1.2
    style: Style = "regular"


PARAGRAPHS = {
    "meta": ParagraphSpec(1.0, 1.18, "italic"),
    "ticks": ParagraphSpec(1.0, 1.55),
    "figures": ParagraphSpec(1.0, 1.35),
    "beyond": ParagraphSpec(style="bold"),
}
PLAIN = ParagraphSpec()


@attrs.frozen
class TableSpec:
    """The style of a kind of table.

    Attributes:
        value: size of a cell's text in ems; None: the size of numbers.
        leading: distance from line to line, as a factor of the size.
        across: space beside a cell's content, in ems of the text.
        between: space above and below a row's content, in ems of the text.
        first_bold: the first column is bold; else cells have the style that they are written in.
    """

    value: float | None
    leading: float
    across: float
    between: float


TABLES = {
    "main": TableSpec(None, 1.12, 0.16, 0.0),
    "side": TableSpec(1.15, 1.15, 0.16, 0.04),
    "arms": TableSpec(1.0, 1.15, 0.27, 0.1),
    "rolled": TableSpec(1.0, 1.15, 0.25, 0.12),
}
LINES = 0.15
"""Space for the rules of a table, in ems."""


def table_spec(table: Element) -> TableSpec:
    """Find the style of a table by its class."""
    return next(TABLES[name] for name in _classes(table) if name in TABLES)


def _classes(element: Element) -> Sequence[str]:
    return (element.get("class") or "").split()


def runs(element: Element, style: Style = "regular", size: float = 1.0) -> Iterator[TextRun]:
    """Yield the text in an element, run by run."""
    own, scale = style, size
    if element.tag in TAGS:
        own = TAGS[element.tag]
    for name in _classes(element):
        if name in CLASSES:
            named, em = CLASSES[name]
            own, scale = named or own, em * size
    if element.text:
        yield (element.text.upper() if scale == CLASSES["label"][1] else element.text), own, scale
    for child in element:
        yield from runs(child, own, scale)
        if child.tail:
            yield child.tail, own, scale


def lines(text: Iterable[TextRun], width: float) -> int:
    """Count the lines of so many ems that text takes (greedy line breaking, as browsers do)."""
    count, at, word, space = 1, 0.0, 0.0, 0.0
    for said, style, size in text:
        for piece in PIECE.findall(said):
            if not _is_space(piece):
                word += width_of(piece, style) * size
                if piece[-1] not in BREAKING:
                    continue
            if word:
                count, at = _set(count, at, space, word, width)
                word, space = 0.0, 0.0
            if _is_space(piece) and at:
                space = width_of(" ", style) * size
    if word:
        count, at = _set(count, at, space, word, width)
    return count


def _is_space(piece: str) -> bool:
    return piece[0].isspace() and piece[0] != "\xa0"


def _set(count: int, at: float, space: float, word: float, width: float) -> tuple[int, float]:
    """Set a word behind the text of a line; return the lines then, and the last line's width."""
    if not at or at + space + word <= width:
        at += space + word if at else word
    else:
        count, at = count + 1, word
    if at > width:  # no line is as long: it breaks within
        further = int(at // (width * 0.9))
        return count + further, at - further * width * 0.9
    return count, at


def extent(text: Iterable[TextRun]) -> tuple[float, float]:
    """Give the width of the longest unbreakable piece, and of the whole text, in ems."""
    longest = whole = word = 0.0
    for said, style, size in text:
        for piece in PIECE.findall(said):
            taken = width_of(piece, style) * size
            whole += taken
            if _is_space(piece):
                word = 0.0
                continue
            word += taken
            longest = max(longest, word)
            if piece[-1] in BREAKING:
                word = 0.0
    return longest, whole


def paragraph_height(element: Element, face: FaceGeometry, points: float) -> float:
    """Work out the height of a paragraph with the space below it, in points."""
    spec = next((PARAGRAPHS[name] for name in _classes(element) if name in PARAGRAPHS), PLAIN)
    width = face.width / (points * spec.size)
    count = lines(runs(element, spec.style), width)
    return (count * spec.size * spec.leading + GAP) * points


@attrs.frozen
class MeasuredTable:
    """A table whose columns have their widths.

    Attributes:
        columns: widths of the columns, in ems of the text.
        head: height of heads and caption above the rows, in points.
        rows: height of each row, in points.
    """

    columns: tuple[float, ...]
    head: float
    rows: tuple[float, ...]


def measured_table(table: Element, face: FaceGeometry, points: float) -> MeasuredTable:
    """Work out a table's column widths, none narrower than its longest word if possible.

    The heights are those of rows with these widths.
    """
    spec = table_spec(table)
    value = spec.value or face.scale.numbers / points
    fine = face.scale.fine / points
    width = face.width / points
    rows = [*table.iter("tr")]
    cells = [(row, cell) for row in rows for cell in row if not cell.get("colspan")]
    count = max((len(row) for row in rows if not _spans(row)), default=1)
    least, whole = [0.0] * count, [0.0] * count
    for row, cell in cells:
        place = [*row].index(cell)
        size = fine if cell.tag == "th" else value
        longest, all_of_it = extent(runs(cell, _style(cell)))
        if _is_whole(row, cell):
            longest = all_of_it
        least[place] = max(least[place], longest * size + 2 * spec.across)
        whole[place] = max(whole[place], all_of_it * size + 2 * spec.across)
    columns = share_width(least, whole, width, even=spec.value is None or spec is TABLES["side"])
    caption = table.find("caption")
    head = LINES * points
    if caption is not None:
        head += lines(runs(caption, "bold"), width) * 1.15 * points
    heights = []
    for row in rows:
        height = 0.0
        for place, cell in enumerate(row):
            size = fine if cell.tag == "th" else (1.0 if _spans(row) else value)
            room = width if _spans(row) else columns[place] - 2 * spec.across
            leading = 1.2 if cell.tag == "th" else (1.15 if _spans(row) else spec.leading)
            text = lines(runs(cell, _style(cell)), max(room / size, 0.5))
            height = max(height, text * size * leading)
        heights.append((height + 2 * spec.between) * points)
    heads = sum(1 for row in table.findall("thead/tr"))
    return MeasuredTable(columns, head + sum(heights[:heads]), tuple(heights[heads:]))


def _is_whole(row: Element, cell: Element) -> bool:
    """Tell whether a cell is not even broken at spaces: it is a number or a chance."""
    return "values" in _classes(row) or "whole-cell" in _classes(cell)


def _spans(row: Element) -> bool:
    return any(cell.get("colspan") for cell in row)


def _style(cell: Element) -> Style:
    return "regular" if "brings" in _classes(cell) else "bold"


def share_width(
    least: Sequence[float], whole: Sequence[float], width: float, *, even: bool
) -> tuple[float, ...]:
    """Share a width among columns: each gets its least, and the rest by how much more it needs.

    Args:
        least: least width of each column, in ems.
        whole: width of each column on one line, in ems.
        width: the width to share, in ems.
        even: share the remainder evenly; else the last column gets it.
    """
    spare = width - sum(least)
    if spare <= 0:
        return tuple(width * each / sum(least) for each in least)
    wanted = [more - need for more, need in zip(whole, least, strict=True)]
    if sum(wanted) > spare:
        return tuple(
            need + spare * more / sum(wanted) for need, more in zip(least, wanted, strict=True)
        )
    rest = width - sum(whole)
    if even:
        return tuple(each + rest / len(whole) for each in whole)
    return (*whole[:-1], whole[-1] + rest)


def too_wide(table: Element, face: FaceGeometry, points: float) -> bool:
    """Tell whether a number or a head of a table is wider than its column."""
    spec = table_spec(table)
    value = spec.value or face.scale.numbers / points
    needs: dict[int, float] = {}
    for row in table.iter("tr"):
        for place, cell in enumerate(row):
            if not cell.get("colspan"):
                text = [*runs(cell, _style(cell))]
                longest = extent(text)[_is_whole(row, cell)]
                size = face.scale.fine / points if cell.tag == "th" else value
                needs[place] = max(needs.get(place, 0.0), longest * size + 2 * spec.across)
    return sum(needs.values()) > face.width / points
