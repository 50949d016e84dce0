"""The cards of rosters on plates: which face is printed where, and what had to be made smaller."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from listbuilder.sheets.boxes import fill, remade, slots
from listbuilder.sheets.fit import INSET, Fitted, fit
from listbuilder.sheets.html import Face, Printing, armies_html, card_html
from listbuilder.sheets.options import Options
from listbuilder.sheets.page import Card, Fit, Page, Printed
from listbuilder.sheets.plates import grid, plates

if TYPE_CHECKING:
    from listbuilder.sheets.pdf import Press


BATCH = 30
"""Cards laid out at once: few enough to tell that there is progress."""

PACE = 0.6
"""The share of the work that laying cards out is, about."""


def print_pages(
    press: Press, pages: Sequence[Page], options: Options, tell: Callable[[float], None]
) -> Printed:
    """Print rosters, one after the other, to one PDF."""
    document, fits = lay_out(press, pages, options, tell)
    printed = Printed(press.write(document), fits)
    tell(1)
    return printed


def lay_out(
    press: Press, pages: Sequence[Page], options: Options, tell: Callable[[float], None]
) -> tuple[Any, tuple[Fit, ...]]:
    """Lay rosters out: WeasyPrint's document, and how the cards in it came out."""
    cards = [card for page in pages for card in page.cards] if "cards" in options.sheets else []
    kinds = {card: card_html(card) for card in cards}
    distinct = [*dict.fromkeys(kinds.values())]
    laid: dict[str, Fitted] = {}
    for first in range(0, len(distinct), BATCH):
        batch = distinct[first : first + BATCH]
        laid |= dict(zip(batch, fit(press, batch, options), strict=True))
        tell(PACE * len(laid) / len(distinct))
    fitted = {card: laid[html] for card, html in kinds.items()}
    faces = Faces()
    sheets = grid(options.paper, options.cards)
    printings = []
    for page in pages:
        deck = [
            card
            for each in (page.cards if cards else ())
            for card in faces.cards(page, each, fitted[each], options.duplex)
        ]
        printings.append(Printing(page, [*plates(sheets, deck, options.duplex)]))
    document = press.lay_out(armies_html(printings, faces.around, INSET, options))
    for place, paper in enumerate(document.pages):
        if found := slots(paper):
            for number, slot in found:
                fill(paper, slot, faces.boxes[number])
            document.pages[place] = remade(paper)
    tell((1 + PACE) / 2)
    return document, tuple(_fits(fitted))


class Faces:
    """Faces of cards by number: what is on them, and around them."""

    def __init__(self) -> None:
        self.boxes: list[Sequence[Any]] = []
        self.around: list[Face] = []

    def cards(
        self, page: Page, card: Card, fitted: Fitted, duplex: bool
    ) -> Iterator[tuple[int, ...]]:
        """Yield what each card to cut has on its sides; as often as there are copies."""
        title = card.piece.called or card.piece.name
        several = len(fitted.faces)
        numbers = []
        for place, boxes in enumerate(fitted.faces, 1):
            part = f"{place} / {several}" if several > 1 else ""
            around = Face(
                title, part, card.piece.cite, page.sheet.name, card.hue, goes_on=place > 1
            )
            numbers.append(self._add(boxes, around))
        if duplex and several % 2:
            numbers.append(
                self._add((), Face(title, "", "", page.sheet.name, card.hue, empty=True))
            )
        sides = 1 + duplex
        for _ in range(card.copies):
            for first in range(0, len(numbers), sides):
                yield tuple(numbers[first : first + sides])

    def _add(self, boxes: Sequence[Any], around: Face) -> int:
        self.boxes.append(boxes)
        self.around.append(around)
        return len(self.boxes) - 1


def _fits(fitted: Mapping[Card, Fitted]) -> Iterator[Fit]:
    for card, found in fitted.items():
        if found.smaller or len(found.faces) > 1:
            yield Fit(card.piece.called or card.piece.name, found.points, len(found.faces))
