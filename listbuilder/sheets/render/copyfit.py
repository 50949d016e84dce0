"""Cards laid out on faces of a size: nothing is cut off, and type is as large as it can be.

Text that does not fit is set smaller, and what does not fit then goes on on a further face.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

import attrs

from listbuilder.sheets.options import CARDS, INSETS, CardSize, Millimetres, Options
from listbuilder.sheets.render.html import faces_html
from listbuilder.sheets.render.weasyprint_boxes import broken, contents, overflowing, page_edges

if TYPE_CHECKING:
    from listbuilder.sheets.render.pdf import PdfRenderer

STRIP = 5.0
"""Millimetres at the foot of a card for what it belongs to."""

POINTS: dict[CardSize, tuple[float, ...]] = {
    "poker": (12, 11, 10, 9, 8, 7),
    "bridge": (12, 11, 10, 9, 8, 7),
    "tarot": (14, 12, 11, 10, 9, 8, 7),
    "a6": (16, 14, 12, 11, 10, 9, 8, 7),
}
"""Sizes of a card's text, from the largest. Values are larger; sources and such are 6.5 points."""

WITH_RULES = 9.0
"""Points of a card's text, which what its names mean makes no smaller."""

SURE = 0.9
"""How much of a face a guess may fill."""

POINT = 25.4 / 72
"""Millimetres in a point."""

BLOCK = re.compile(r"<(h2|p|tr|caption)\b([^>]*)>(.*?)</\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
LINE = 1.22
LETTER = 0.54
SLIM = 0.25
"""Height of a line, width of a letter, and what a narrow one lacks, in sizes of the text."""

NARROW = re.compile(r"[ iljtfr.,:;'’()·-]")


@attrs.frozen
class FitResult:
    """How large a card came out.

    Attributes:
        points: the size of its text.
        smaller: it is not the largest that there is.
        faces: how many it takes.
    """

    points: float
    smaller: bool
    faces: int


@attrs.frozen
class FittedCard:
    """A card on its faces.

    Attributes:
        faces: WeasyPrint's boxes of each.
        whole: nothing reaches out of a face, and no value is broken.
    """

    size: FitResult
    faces: tuple[Sequence[Any], ...]
    whole: bool


def face_size(cards: CardSize) -> Millimetres:
    """What of a card's size is there to print on."""
    (width, height), inset = CARDS[cards], INSETS[cards]
    return width - 2 * inset, height - 2 * inset - STRIP


def copyfit(renderer: PdfRenderer, cards: Sequence[str], options: Options) -> list[FittedCard]:
    """Lay cards out: on as few faces as can be, then in the largest type that they allow.

    Args:
        renderer: what lays them out.
        cards: their HTML, each a piece of a page.
        options: the size of the cards, and what they are printed with.
    """
    searches = [SizeSearch(html, options.cards) for html in cards]
    face = face_size(options.cards)
    while waiting := [(one, step) for one in searches if (step := one.next()) is not None]:
        asked = [(one.html, one.sizes[step]) for one, step in waiting]
        faces: list[list[Sequence[Any]]] = [[] for _ in asked]
        bad = set()
        for page in renderer.lay_out(faces_html(asked, face, options)).pages:
            boxes = contents(page)
            place = int(boxes[0].element.get("data-card"))
            faces[place].append(boxes)
            if overflowing(boxes, page_edges(page)) or broken(boxes):
                bad.add(place)
        for place, (one, step) in enumerate(waiting):
            size = FitResult(one.sizes[step], step > 0, len(faces[place]))
            one.tried[step] = FittedCard(size, tuple(faces[place]), place not in bad)
    return [one.best() for one in searches]


class SizeSearch:
    """Looks for the size of a card's type, with few trials: each takes its time."""

    def __init__(self, html: str, size: CardSize) -> None:
        self.html = html
        self.sizes = POINTS[size]
        self.face = face_size(size)
        self.tried: dict[int, FittedCard] = {}

    def next(self) -> int | None:
        """Which of the sizes to try now; None where the best is known."""
        last = len(self.sizes) - 1
        if not self.tried:
            return self._guess(1)
        if any(self._is_on(step, 1) for step in self.tried):
            return None
        if last not in self.tried:
            return max(self.tried) + 1
        least = len(self.tried[last].faces)
        for step in range(self._guess(least), last):
            if step not in self.tried:
                return step
            if self._is_on(step, least):
                break
        return None

    def best(self) -> FittedCard:
        """What came out best of what was tried; the smallest type at the worst."""
        good = [one for _, one in sorted(self.tried.items()) if one.whole]
        return min(good, key=lambda one: len(one.faces), default=self.tried[max(self.tried)])

    def _is_on(self, step: int, faces: int) -> bool:
        fitted = self.tried[step]
        return fitted.whole and len(fitted.faces) == faces

    def _guess(self, faces: int) -> int:
        """The largest size that may do with so many faces; the smallest if none may."""
        room = faces * self.face[1]
        guesses = (
            step
            for step, points in enumerate(self.sizes)
            if _height(self.html, points, self.face) < room
        )
        return next(guesses, len(self.sizes) - 1)


def room_left(html: str, size: CardSize) -> float:
    """Guess the millimetres left of a face where text is as small as rules may make it."""
    face = face_size(size)
    return SURE * face[1] - _height(html, WITH_RULES, face)


def text_height(text: str, size: CardSize) -> float:
    """Guess the height in millimetres of a paragraph in that type."""
    return _height(f"<p>{text}</p>", WITH_RULES, face_size(size))


def _height(html: str, points: float, face: Millimetres) -> float:
    """Guess a card's height in millimetres."""
    height = 0.0
    for tag, about, inner in BLOCK.findall(html):
        text = TAG.sub("", inner).strip()
        scale = 1.4 if tag == "h2" else 1.0
        width = (LETTER * len(text) - SLIM * len(NARROW.findall(text))) * scale * points * POINT
        lines = max(1, ceil(width / face[0]))
        scale = 1.5 if "values" in about or "ticks" in about else scale
        height += lines * LINE * scale * points * POINT
    return height
