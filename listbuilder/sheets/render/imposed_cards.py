"""The cards of rosters on press sheets: which face is printed where, what had to be smaller."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from listbuilder.content.page import Page
from listbuilder.sheets.options import Flip, Options
from listbuilder.sheets.printed import FitNotice
from listbuilder.sheets.render.copyfit import (
    FitResult,
    FittedCard,
    copyfit,
    room_left,
    text_height,
)
from listbuilder.sheets.render.html import Face, Printing, armies_html, card_html
from listbuilder.sheets.render.imposition import PressSheet, imposition_grid, press_sheets
from listbuilder.sheets.render.weasyprint_boxes import emptied, fill, is_press_sheet, remade, slots

if TYPE_CHECKING:
    from listbuilder.content.cards import Card
    from listbuilder.content.terms import Told
    from listbuilder.sheets.render.pdf import PdfRenderer


BATCH = 30
"""Cards laid out at once: few enough to tell that there is progress."""

PACE = 0.6
"""The share of the work that laying cards out is, about."""

Html = str
"""That of a card; cards of the same are of one kind, and laid out once."""


@attrs.frozen
class CardSheetJob:
    """What is printed of rosters.

    Attributes:
        kinds: of each card.
        ours: the kinds that are laid out here; so are the press sheets that begin with them.
    """

    pages: Sequence[Page]
    options: Options
    kinds: Mapping[Card, Html]
    ours: Sequence[Html]

    @property
    def flip(self) -> Flip | None:
        """The edge that the paper turns over; None where cards have no backs."""
        return self.options.flip if self.options.duplex and self.kinds else None

    def halves(self) -> tuple[CardSheetJob, CardSheetJob]:
        """Part the cards; what is printed beside them belongs to the first half."""
        middle = len(self.ours) // 2
        second = CardSheetJob(
            [attrs.evolve(page, odds=None) for page in self.pages],
            attrs.evolve(self.options, sheets=("cards",)),
            self.kinds,
            self.ours[middle:],
        )
        return attrs.evolve(self, ours=self.ours[:middle]), second

    def fits(self, sizes: Mapping[Html, FitResult]) -> Iterator[FitNotice]:
        """Yield how the cards came out that are not in the largest type on one face."""
        for card, html in self.kinds.items():
            size = sizes[html]
            if size.smaller or size.faces > 1:
                yield FitNotice(card.piece.called or card.piece.name, size.points, size.faces)


def job_of(pages: Sequence[Page], options: Options) -> CardSheetJob:
    """What is printed of rosters, all of it laid out here."""
    cards = [card for page in pages for card in page.cards] if "cards" in options.sheets else []
    kinds = {card: _with_rules(card, options) for card in cards}
    return CardSheetJob(pages, options, kinds, [*dict.fromkeys(kinds.values())])


def _with_rules(card: Card, options: Options) -> Html:
    """Lay out a card with as many of its rules as there seems to be room for, short ones first."""
    html = card_html(card)
    left = room_left(html, options.cards)
    told: list[Told] = []
    apart = (one for one in card.told if not one.in_numbers)
    for one in sorted(apart, key=lambda one: len(one.name) + len(one.summary)):
        left -= text_height(f"{one.name}. {one.summary}", options.cards)
        if left < 0:
            break
        told.append(one)
    return card_html(card, sorted(told, key=lambda one: one.name.casefold())) if told else html


def lay_out(
    renderer: PdfRenderer, job: CardSheetJob, tell: Callable[[float], None]
) -> tuple[Any, tuple[FitNotice, ...]]:
    """Lay rosters out: WeasyPrint's document, and how the cards in it came out."""
    laid = lay_cards_out(renderer, job, tell)
    sizes = sizes_of(laid)
    document, _ = impose(renderer, job, laid, sizes)
    tell((1 + PACE) / 2)
    return document, tuple(job.fits(sizes))


def lay_cards_out(
    renderer: PdfRenderer, job: CardSheetJob, tell: Callable[[float], None]
) -> dict[Html, FittedCard]:
    """Lay out a deck's own cards."""
    laid: dict[Html, FittedCard] = {}
    for first in range(0, len(job.ours), BATCH):
        batch = job.ours[first : first + BATCH]
        laid |= zip(batch, copyfit(renderer, batch, job.options), strict=True)
        tell(PACE * len(laid) / len(job.ours))
    return laid


def sizes_of(laid: Mapping[Html, FittedCard]) -> dict[Html, FitResult]:
    """How large cards came out."""
    return {html: fitted.size for html, fitted in laid.items()}


def impose(
    renderer: PdfRenderer,
    job: CardSheetJob,
    laid: Mapping[Html, FittedCard],
    sizes: Mapping[Html, FitResult],
) -> tuple[Any, tuple[int, ...]]:
    """Lay pages out with the cards in their places.

    Args:
        renderer: what lays them out.
        job: what is on them.
        laid: its own cards.
        sizes: those of all cards.

    Returns:
        WeasyPrint's document, and the numbers of its pages that are press sheets of others, from 0;
        these are empty.
    """
    faces = Faces(job.kinds, sizes, job.options.duplex)
    sheets = imposition_grid(job.options.paper, job.options.cards)
    printings = []
    here: list[bool] = []
    for page in job.pages:
        cards = [*faces.cards(page)] if job.kinds else []
        spread = [*press_sheets(sheets, cards, job.flip)]
        ours = [faces.of[sheet.cells[0][0]][0] in laid for sheet in spread]
        left = [
            sheet if is_here else attrs.evolve(sheet, cells=(), cuts=())
            for sheet, is_here in zip(spread, ours, strict=True)
        ]
        printings.append(Printing(page, left))
        here += ours
    laid = {**laid, **_missing(renderer, job, laid, faces, printings)}
    document = renderer.lay_out(armies_html(printings, faces.around, job.options))
    papers = [number for number, page in enumerate(document.pages) if is_press_sheet(page)]
    for number, is_here in zip(papers, here, strict=True):
        page = document.pages[number]
        for face, slot in slots(page):
            html, part = faces.of[face]
            fill(page, slot, laid[html].faces[part])
        document.pages[number] = remade(page) if is_here else emptied(page)
    others = (number for number, is_here in zip(papers, here, strict=True) if not is_here)
    return document, tuple(others)


def _missing(
    renderer: PdfRenderer,
    job: CardSheetJob,
    laid: Mapping[Html, FittedCard],
    faces: Faces,
    printings: Sequence[Printing],
) -> dict[Html, FittedCard]:
    """Lay out cards that are not ours, but stand on our press sheets."""
    shown: Iterator[PressSheet] = (
        sheet for printing in printings for sheet in printing.press_sheets
    )
    kinds = (faces.of[number][0] for sheet in shown for number, _ in sheet.cells)
    lacking = [*dict.fromkeys(html for html in kinds if html not in laid)]
    return dict(zip(lacking, copyfit(renderer, lacking, job.options), strict=True))


class Faces:
    """Faces of cards by number: of which card they are and which of its faces; what is around."""

    def __init__(
        self, kinds: Mapping[Card, Html], sizes: Mapping[Html, FitResult], duplex: bool
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
