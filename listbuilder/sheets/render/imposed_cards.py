"""Rosters laid out with their cards in their places on press sheets."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from listbuilder.content.page import Page
from listbuilder.sheets.options import Flip, Options
from listbuilder.sheets.render.deck import CardKind, Deck, deck_of, flip_of
from listbuilder.sheets.render.html import RosterSection, armies_html
from listbuilder.sheets.render.weasyprint_boxes import (
    copy_into,
    emptied,
    is_press_sheet,
    overflowing_parts,
    put,
    remade,
    sections,
    slots,
    used_share,
)

if TYPE_CHECKING:
    from listbuilder.sheets.render.pdf import PdfRenderer

TIGHTER = 0.94
"""The share of its room that a card is given anew which came out too high."""

TIGHTEST = 0.75
"""The share below which less room is no help."""

LITTLE = 0.2
"""The share of a page's height below which it wastes paper."""


@attrs.frozen
class Misfits:
    """What did not come out well where it was laid out, and is laid out anew.

    Attributes:
        kinds: cards that came out too high.
        sections: those whose last page holds little.
    """

    kinds: tuple[CardKind, ...] = ()
    sections: tuple[RosterSection, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.kinds or self.sections)

    def __add__(self, other: Misfits) -> Misfits:
        return Misfits(self.kinds + other.kinds, self.sections + other.sections)


@attrs.frozen
class CardSheetJob:
    """What is printed of rosters.

    Attributes:
        ours: the press sheets, counted through, that are laid out here.
        rooms: the share of a face that may be filled, of cards that came out too high.
        tight: sections that are set closer.
    """

    pages: Sequence[Page]
    options: Options
    deck: Deck
    ours: range
    rooms: Mapping[CardKind, float]
    tight: frozenset[RosterSection] = frozenset()

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
            options=attrs.evolve(self.options, sheets=("cards",), bound=False),
            ours=self.ours[middle:],
        )
        return attrs.evolve(self, ours=self.ours[:middle]), second

    def loose(self, found: Misfits) -> Misfits:
        """What of it can come out better: cards with less on each face, sections set closer."""
        return Misfits(
            tuple(kind for kind in found.kinds if self.rooms.get(kind, 1.0) > TIGHTEST),
            tuple(one for one in found.sections if one not in self.tight),
        )

    def tightened(self, bad: Misfits) -> CardSheetJob:
        """Set cards anew with less on each face, and sections closer."""
        rooms = {kind: self.rooms.get(kind, 1.0) * TIGHTER for kind in bad.kinds}
        return job_of(
            self.pages, self.options, {**self.rooms, **rooms}, self.tight.union(bad.sections)
        )


def job_of(
    pages: Sequence[Page],
    options: Options,
    rooms: Mapping[CardKind, float] | None = None,
    tight: frozenset[RosterSection] = frozenset(),
) -> CardSheetJob:
    """What is printed of rosters, all of it laid out here."""
    deck = deck_of(pages, options, rooms or {})
    count = sum(map(len, deck.sheets))
    return CardSheetJob(pages, options, deck, range(count), rooms or {}, tight)


def lay_out(renderer: PdfRenderer, job: CardSheetJob) -> tuple[Any, CardSheetJob]:
    """Lay rosters out: WeasyPrint's document, and the job with all cards in their room."""
    while True:
        document, _, bad = impose(renderer, job)
        if not bad:
            return document, job
        job = job.tightened(bad)


def impose(renderer: PdfRenderer, job: CardSheetJob) -> tuple[Any, tuple[int, ...], Misfits]:
    """Lay pages out, and copy cards to all their places.

    Returns:
        WeasyPrint's document; the numbers of its pages that are press sheets of others, from 0,
        which are empty; and what can come out better.
    """
    printings = [*job.deck.printings(job.pages, job.ours, once=True)]
    document = renderer.lay_out(armies_html(printings, job.options, job.tight))
    papers = [number for number, page in enumerate(document.pages) if is_press_sheet(page)]
    laid: dict[int, Any] = {}
    others, bad = [], []
    for place, number in enumerate(papers):
        page = document.pages[number]
        if place not in job.ours:
            document.pages[number] = emptied(page)
            others.append(number)
            continue
        for face, slot in slots(page):
            put(slot)
            if face in laid:
                copy_into(slot, laid[face])
                continue
            laid[face] = slot
            kind = job.deck.kinds[face]
            if kind is not None and overflowing_parts(slot):
                bad.append(kind)
        document.pages[number] = remade(page)
    found = Misfits((*dict.fromkeys(bad),), (*_wasteful(document.pages, others),))
    return document, tuple(others), job.loose(found)


def _wasteful(pages: Sequence[Any], empty: Collection[int]) -> Iterator[RosterSection]:
    """Yield the sections that come to an end where little of a page is used."""
    before: list[RosterSection] = []
    for number, page in enumerate(pages):
        here = [] if number in empty else [*sections(page)]
        if here and before and here[0][0] == before[0][0] and used_share(page) < LITTLE:
            yield from {*before, here[0]}
        before = here
