"""Cards laid out on faces of a size: nothing is cut off, and type is as large as it can be.

Text that does not fit is set smaller, and what does not fit then goes on on a further face.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

import attrs

from listbuilder.sheets.boxes import broken, contents, overflowing, page_edges
from listbuilder.sheets.html import faces_html
from listbuilder.sheets.options import CARDS, CardSize, Millimetres

if TYPE_CHECKING:
    from listbuilder.sheets.pdf import Press

INSET = 3.0
"""Millimetres between the edge of a card and what is on it."""

STRIP = 5.0
"""Millimetres at the foot of a card for what it belongs to."""

POINTS: dict[CardSize, tuple[float, ...]] = {
    "poker": (12, 11, 10, 9, 8, 7),
    "bridge": (12, 11, 10, 9, 8, 7),
    "tarot": (14, 12, 11, 10, 9, 8, 7),
    "a6": (16, 14, 12, 11, 10, 9, 8, 7),
}
"""Sizes of a card's text, from the largest. Values are larger; sources and such are 6.5 points."""

POINT = 25.4 / 72
"""Millimetres in a point."""

BLOCK = re.compile(r"<(h2|p|tr|caption)\b([^>]*)>(.*?)</\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
LINE = 1.22
LETTER = 0.47
"""Height of a line and width of a letter, on average, in sizes of the text."""


@attrs.frozen
class Fitted:
    """A card on its faces.

    Attributes:
        points: the size of its text.
        smaller: it is not the largest that there is.
        faces: WeasyPrint's boxes of each.
    """

    points: float
    smaller: bool
    faces: tuple[Sequence[Any], ...]


def face_size(cards: CardSize) -> Millimetres:
    """What of a card's size is there to print on."""
    width, height = CARDS[cards]
    return width - 2 * INSET, height - 2 * INSET - STRIP


def fit(press: Press, cards: Sequence[str], size: CardSize) -> list[Fitted]:
    """Lay cards out: on as few faces as can be, then in the largest type that they allow.

    Args:
        press: what lays them out.
        cards: their HTML, each a piece of a page.
        size: of the card.
    """
    sizes, face = POINTS[size], face_size(size)
    waiting = {number: _first_try(html, sizes, face) for number, html in enumerate(cards)}
    tried: list[list[Fitted]] = [[] for _ in cards]
    while waiting:
        asked = [(cards[number], sizes[step]) for number, step in waiting.items()]
        faces: list[list[Sequence[Any]]] = [[] for _ in asked]
        bad = set()
        for page in press.lay_out(faces_html(asked, face)).pages:
            boxes = contents(page)
            place = int(boxes[0].element.get("data-card"))
            faces[place].append(boxes)
            if overflowing(boxes, page_edges(page)) or broken(boxes):
                bad.add(place)
        further = {}
        for place, (number, step) in enumerate(waiting.items()):
            last = step + 1 == len(sizes)
            if place not in bad or last:
                tried[number].append(Fitted(sizes[step], step > 0, tuple(faces[place])))
            if not last and (place in bad or len(faces[place]) > 1):
                further[number] = step + 1
        waiting = further
    return [min(ways, key=lambda fitted: len(fitted.faces)) for ways in tried]


def _first_try(html: str, sizes: Sequence[float], face: Millimetres) -> int:
    """Guess the largest size that fits: only a guess, for each that fails takes its time."""
    guesses = (step for step, points in enumerate(sizes) if _height(html, points, face) < face[1])
    return next(guesses, 0)


def _height(html: str, points: float, face: Millimetres) -> float:
    """Guess a card's height in millimetres."""
    height = 0.0
    for tag, about, inner in BLOCK.findall(html):
        letters = len(TAG.sub("", inner).strip())
        scale = 1.4 if tag == "h2" else 1.0
        lines = ceil(letters * LETTER * scale * points * POINT / face[0]) if tag != "tr" else 1
        scale = 1.5 if "values" in about or "ticks" in about else scale
        height += max(lines, 1) * LINE * scale * points * POINT
    return height
