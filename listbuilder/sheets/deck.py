"""The cards of rosters on plates: which face is printed where, and what had to be made smaller."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from listbuilder.sheets.boxes import emptied, fill, is_plate, remade, slots
from listbuilder.sheets.fit import INSET, Fitted, Size, fit
from listbuilder.sheets.html import Face, Printing, armies_html, card_html
from listbuilder.sheets.options import Options
from listbuilder.sheets.page import Fit, Page
from listbuilder.sheets.plates import Plate, grid, plates

if TYPE_CHECKING:
    from listbuilder.sheets.page import Card
    from listbuilder.sheets.pdf import Press


BATCH = 30
"""Cards laid out at once: few enough to tell that there is progress."""

PACE = 0.6
"""The share of the work that laying cards out is, about."""

Html = str
"""That of a card; cards of the same are of one kind, and laid out once."""


@attrs.frozen
class Deck:
    """What is printed of rosters.

    Attributes:
        kinds: of each card.
        ours: the kinds that are laid out here; so are the plates that begin with them.
    """

    pages: Sequence[Page]
    options: Options
    kinds: Mapping[Card, Html]
    ours: Sequence[Html]

    def halves(self) -> tuple[Deck, Deck]:
        """Part the cards; what is printed beside them belongs to the first half."""
        middle = len(self.ours) // 2
        second = Deck(
            [attrs.evolve(page, odds=None) for page in self.pages],
            attrs.evolve(self.options, sheets=("cards",)),
            self.kinds,
            self.ours[middle:],
        )
        return attrs.evolve(self, ours=self.ours[:middle]), second

    def fits(self, sizes: Mapping[Html, Size]) -> Iterator[Fit]:
        """Yield how the cards came out that are not in the largest type on one face."""
        for card, html in self.kinds.items():
            size = sizes[html]
            if size.smaller or size.faces > 1:
                yield Fit(card.piece.called or card.piece.name, size.points, size.faces)


def deck_of(pages: Sequence[Page], options: Options) -> Deck:
    """What is printed of rosters, all of it laid out here."""
    cards = [card for page in pages for card in page.cards] if "cards" in options.sheets else []
    kinds = {card: card_html(card) for card in cards}
    return Deck(pages, options, kinds, [*dict.fromkeys(kinds.values())])


def lay_out(press: Press, deck: Deck, tell: Callable[[float], None]) -> tuple[Any, tuple[Fit, ...]]:
    """Lay rosters out: WeasyPrint's document, and how the cards in it came out."""
    laid = lay_cards_out(press, deck, tell)
    sizes = sizes_of(laid)
    document, _ = place(press, deck, laid, sizes)
    tell((1 + PACE) / 2)
    return document, tuple(deck.fits(sizes))


def lay_cards_out(press: Press, deck: Deck, tell: Callable[[float], None]) -> dict[Html, Fitted]:
    """Lay out a deck's own cards."""
    laid: dict[Html, Fitted] = {}
    for first in range(0, len(deck.ours), BATCH):
        batch = deck.ours[first : first + BATCH]
        laid |= zip(batch, fit(press, batch, deck.options), strict=True)
        tell(PACE * len(laid) / len(deck.ours))
    return laid


def sizes_of(laid: Mapping[Html, Fitted]) -> dict[Html, Size]:
    """How large cards came out."""
    return {html: fitted.size for html, fitted in laid.items()}


def place(
    press: Press, deck: Deck, laid: Mapping[Html, Fitted], sizes: Mapping[Html, Size]
) -> tuple[Any, tuple[int, ...]]:
    """Lay pages out with the cards in their places.

    Args:
        press: what lays them out.
        deck: what is on them.
        laid: its own cards.
        sizes: those of all cards.

    Returns:
        WeasyPrint's document, and the numbers of its pages that are plates of others, from 0;
        these are empty.
    """
    faces = Faces(deck.kinds, sizes, deck.options.duplex)
    sheets = grid(deck.options.paper, deck.options.cards)
    printings = []
    here: list[bool] = []
    for page in deck.pages:
        cards = [*faces.cards(page)] if deck.kinds else []
        spread = [*plates(sheets, cards, deck.options.duplex)]
        ours = [faces.of[plate.frames[0][0]][0] in laid for plate in spread]
        left = [
            plate if is_here else attrs.evolve(plate, frames=(), cuts=())
            for plate, is_here in zip(spread, ours, strict=True)
        ]
        printings.append(Printing(page, left))
        here += ours
    laid = {**laid, **_lacking(press, deck, laid, faces, printings)}
    document = press.lay_out(armies_html(printings, faces.around, INSET, deck.options))
    papers = [number for number, page in enumerate(document.pages) if is_plate(page)]
    for number, is_here in zip(papers, here, strict=True):
        page = document.pages[number]
        for face, slot in slots(page):
            html, part = faces.of[face]
            fill(page, slot, laid[html].faces[part])
        document.pages[number] = remade(page) if is_here else emptied(page)
    others = (number for number, is_here in zip(papers, here, strict=True) if not is_here)
    return document, tuple(others)


def _lacking(
    press: Press,
    deck: Deck,
    laid: Mapping[Html, Fitted],
    faces: Faces,
    printings: Sequence[Printing],
) -> dict[Html, Fitted]:
    """Lay out cards that are not ours, but stand on our plates."""
    shown: Iterator[Plate] = (plate for printing in printings for plate in printing.plates)
    kinds = (faces.of[number][0] for plate in shown for number, _ in plate.frames)
    lacking = [*dict.fromkeys(html for html in kinds if html not in laid)]
    return dict(zip(lacking, fit(press, lacking, deck.options), strict=True))


class Faces:
    """Faces of cards by number: of which card they are and which of its faces; what is around."""

    def __init__(
        self, kinds: Mapping[Card, Html], sizes: Mapping[Html, Size], duplex: bool
    ) -> None:
        self.kinds = kinds
        self.sizes = sizes
        self.duplex = duplex
        self.of: list[tuple[Html, int]] = []
        self.around: list[Face] = []

    def cards(self, page: Page) -> Iterator[tuple[int, ...]]:
        """Yield what each card to cut has on its sides; as often as there are copies."""
        for card in page.cards:
            numbers = [*self._sides(card, page.sheet.name)]
            sides = 1 + self.duplex
            for _ in range(card.copies):
                for first in range(0, len(numbers), sides):
                    yield tuple(numbers[first : first + sides])

    def _sides(self, card: Card, label: str) -> Iterator[int]:
        html = self.kinds[card]
        title = card.piece.called or card.piece.name
        several = self.sizes[html].faces
        for place in range(several):
            part = f"{place + 1} / {several}" if several > 1 else ""
            around = Face(title, part, card.piece.cite, label, card.hue, goes_on=place > 0)
            yield self._add(html, place, around)
        if self.duplex and several % 2:
            yield self._add(html, several, Face(title, "", "", label, card.hue, empty=True))

    def _add(self, html: Html, place: int, around: Face) -> int:
        self.of.append((html, place))
        self.around.append(around)
        return len(self.of) - 1
