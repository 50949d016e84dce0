"""Rosters laid out with their cards in their places on press sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from listbuilder.content.page import Page
from listbuilder.sheets.options import Flip, Options
from listbuilder.sheets.render.deck import Deck, Kind, deck_of, flip_of
from listbuilder.sheets.render.html import armies_html
from listbuilder.sheets.render.weasyprint_boxes import (
    copy_into,
    emptied,
    is_press_sheet,
    overflowing_parts,
    remade,
    slots,
)

if TYPE_CHECKING:
    from listbuilder.sheets.render.pdf import PdfRenderer

TIGHTER = 0.94
"""The share of its room that a card is given anew which came out too high."""

TIGHTEST = 0.75
"""The share below which less room is no help."""


@attrs.frozen
class CardSheetJob:
    """What is printed of rosters.

    Attributes:
        ours: the press sheets, counted through, that are laid out here.
        rooms: the share of a face that may be filled, of cards that came out too high.
    """

    pages: Sequence[Page]
    options: Options
    deck: Deck
    ours: range
    rooms: Mapping[Kind, float]

    @property
    def flip(self) -> Flip | None:
        """The edge that the paper turns over; None where cards have no backs."""
        return flip_of(self.options)

    def halves(self) -> tuple[CardSheetJob, CardSheetJob]:
        """Part the press sheets; what is printed beside them belongs to the first half."""
        middle = (len(self.ours) + 1) // 2
        second = attrs.evolve(
            self,
            pages=[attrs.evolve(page, odds=None) for page in self.pages],
            options=attrs.evolve(self.options, sheets=("cards",)),
            ours=self.ours[middle:],
        )
        return attrs.evolve(self, ours=self.ours[:middle]), second

    def loose(self, overfull: Sequence[Kind]) -> tuple[Kind, ...]:
        """Which of the cards that came out too high may have less on each face."""
        return tuple(kind for kind in overfull if self.rooms.get(kind, 1.0) > TIGHTEST)

    def tightened(self, bad: Sequence[Kind]) -> CardSheetJob:
        """Set cards anew that came out too high, with less on each face."""
        rooms = {**self.rooms, **{kind: self.rooms.get(kind, 1.0) * TIGHTER for kind in bad}}
        return job_of(self.pages, self.options, rooms)


def job_of(
    pages: Sequence[Page], options: Options, rooms: Mapping[Kind, float] | None = None
) -> CardSheetJob:
    """What is printed of rosters, all of it laid out here."""
    deck = deck_of(pages, options, rooms or {})
    count = sum(map(len, deck.sheets))
    return CardSheetJob(pages, options, deck, range(count), rooms or {})


def lay_out(renderer: PdfRenderer, job: CardSheetJob) -> tuple[Any, CardSheetJob]:
    """Lay rosters out: WeasyPrint's document, and the job with all cards in their room."""
    while True:
        document, _, bad = impose(renderer, job)
        if not bad:
            return document, job
        job = job.tightened(bad)


def impose(
    renderer: PdfRenderer, job: CardSheetJob
) -> tuple[Any, tuple[int, ...], tuple[Kind, ...]]:
    """Lay pages out, and copy cards to all their places.

    Returns:
        WeasyPrint's document; the numbers of its pages that are press sheets of others, from 0,
        which are empty; and the cards that came out too high.
    """
    printings = [*job.deck.printings(job.pages, job.ours, once=True)]
    document = renderer.lay_out(armies_html(printings, job.options))
    papers = [number for number, page in enumerate(document.pages) if is_press_sheet(page)]
    laid: dict[int, Any] = {}
    others, bad = [], []
    for place, number in enumerate(papers):
        page = document.pages[number]
        if place not in job.ours:
            document.pages[number] = emptied(page)
            others.append(number)
            continue
        copied = False
        for face, slot in slots(page):
            if face in laid:
                copy_into(page, slot, laid[face])
                copied = True
                continue
            laid[face] = slot
            kind = job.deck.kinds[face]
            if kind is not None and overflowing_parts(slot):
                bad.append(kind)
        if copied:
            document.pages[number] = remade(page)
    return document, tuple(others), job.loose([*dict.fromkeys(bad)])
