"""Laying rosters out, with their cards in the cells of press sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from listbuilder.content.page import Page
from listbuilder.sheets.options import Flip, Options
from listbuilder.sheets.render.deck import CardKind, Deck, deck_of, flip_of
from listbuilder.sheets.render.html import (
    PARTS,
    FilledSheet,
    PagePart,
    Printing,
    RosterSection,
    contents_html,
    part_html,
)
from listbuilder.sheets.render.weasyprint_boxes import (
    copy_into,
    emptied,
    is_press_sheet,
    move_to_cell,
    overflowing_parts,
    remade,
    roster_sections,
    slots,
    used_share,
    write_numbers,
)

if TYPE_CHECKING:
    from listbuilder.sheets.render.pdf import PdfRenderer

TIGHTER = 0.94
"""Factor by which the room of a card shrinks each time that the card came out too high."""

TIGHTEST = 0.75
"""Least share of a face: less room would not help."""

STEPS = 2
"""Most steps by which sections are set closer; more would be hard to read."""

LITTLE = 0.2
"""Share of a page's height below which its text wastes the paper."""


@attrs.frozen
class Misfits:
    """Cards and sections that came out badly, and are laid out anew.

    Attributes:
        kinds: cards that came out too high.
        sections: sections whose last page is nearly empty.
    """

    kinds: tuple[CardKind, ...] = ()
    sections: tuple[RosterSection, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.kinds or self.sections)

    def __add__(self, other: Misfits) -> Misfits:
        return Misfits(self.kinds + other.kinds, self.sections + other.sections)


@attrs.frozen
class CardSheetJob:
    """The pages and cards to be laid out.

    Attributes:
        rooms: the share of a face that may be filled, for cards that came out too high before.
        tight: steps by which sections are set closer.
    """

    pages: Sequence[Page]
    options: Options
    deck: Deck
    rooms: Mapping[CardKind, float]
    tight: Mapping[RosterSection, int] = attrs.field(factory=dict)

    def printings(self) -> Iterator[Printing]:
        """Yield the rosters' pages; a face on several press sheets has HTML on the first alone."""
        return self.deck.printings(self.pages, once=True)

    @property
    def flip(self) -> Flip | None:
        """The edge that the paper turns over; None where cards have no backs."""
        return flip_of(self.options)

    def improvable(self, found: Misfits) -> Misfits:
        """The misfits that can come out better: with less on each face, or set closer."""
        return Misfits(
            tuple(kind for kind in found.kinds if self.rooms.get(kind, 1.0) > TIGHTEST),
            tuple(one for one in found.sections if self.tight.get(one, 0) < STEPS),
        )

    def tightened(self, bad: Misfits) -> CardSheetJob:
        """Set cards anew with less on each face, and sections closer."""
        rooms = {kind: self.rooms.get(kind, 1.0) * TIGHTER for kind in bad.kinds}
        closer = {one: self.tight.get(one, 0) + 1 for one in bad.sections}
        return job_of(self.pages, self.options, {**self.rooms, **rooms}, {**self.tight, **closer})


def job_of(
    pages: Sequence[Page],
    options: Options,
    rooms: Mapping[CardKind, float] | None = None,
    tight: Mapping[RosterSection, int] | None = None,
) -> CardSheetJob:
    """Make the job of printing rosters."""
    deck = deck_of(pages, options, rooms or {})
    return CardSheetJob(pages, options, deck, rooms or {}, tight or {})


def lay_out(renderer: PdfRenderer, job: CardSheetJob) -> tuple[Any, CardSheetJob]:
    """Lay rosters out: WeasyPrint's document, and the job with all cards in their room."""
    cache = LayoutCache(renderer)
    while True:
        document, bad = cache.impose(job)
        if not bad:
            return document, job
        job = job.tightened(bad)


@attrs.frozen
class LaidPart:
    """A part of a roster's pages that is laid out.

    Attributes:
        pages: WeasyPrint's pages.
        misfits: the cards and sections that came out badly.
    """

    pages: Sequence[Any]
    misfits: Misfits = attrs.field(factory=Misfits)


class LayoutCache:
    """Lays rosters out, and keeps the result: only changed parts are laid out again."""

    def __init__(self, renderer: PdfRenderer) -> None:
        self.renderer = renderer
        self._document: Any = None
        self._parts: dict[str, LaidPart] = {}
        self._faces: dict[str, Any] = {}

    def impose(self, job: CardSheetJob) -> tuple[Any, Misfits]:
        """Lay pages out, and copy cards to all their places.

        Returns:
            WeasyPrint's document, and the misfits that can come out better.
        """
        known, self._parts = self._parts, {}
        pages: list[Any] = []
        begins: list[int] = []
        found = Misfits()
        title = ", ".join(page.sheet.name for page in job.pages)
        for number, printing in enumerate(job.printings()):
            if job.options.bound and len(pages) % 2:
                pages.append(emptied(pages[-1]))
            begins.append(len(pages))
            for part in PARTS:
                html = part_html(printing, number, part, job.options, job.tight, title)
                if html:
                    laid = known.get(html) or self._laid(html, part, job, printing)
                    self._parts[html] = laid
                    pages += laid.pages
                    found += laid.misfits
        contents = self._contents(job, begins) if job.options.bound else []
        pages = contents + pages
        write_numbers(pages)
        return self._document.copy(pages), job.improvable(found)

    def _laid(self, html: str, part: PagePart, job: CardSheetJob, printing: Printing) -> LaidPart:
        """Lay a part out: its text, or its press sheets."""
        self._document = self.renderer.lay_out(html, part)
        pages = self._document.pages
        bad: list[CardKind] = []
        for place, page in enumerate(pages):
            if not is_press_sheet(page):
                continue
            bad += self._filled(page, job.deck, printing.press_sheets[place])
            pages[place] = remade(page)
        return LaidPart(pages, Misfits((*dict.fromkeys(bad),), (*_wasteful(pages),)))

    def _filled(self, page: Any, deck: Deck, filled: FilledSheet) -> Iterator[CardKind]:
        """Put the cards of a press sheet in their places, and yield those that are too high."""
        for place, slot in slots(page):
            face, _ = filled.sheet.cells[place]
            move_to_cell(slot)
            text = deck.faces[face]
            if not filled.frames[place].html:
                copy_into(slot, self._faces[text])
                continue
            self._faces[text] = slot
            kind = deck.kinds[face]
            if kind is not None and overflowing_parts(slot):
                yield kind

    def _contents(self, job: CardSheetJob, begins: Sequence[int]) -> list[Any]:
        """Lay out the contents of a printed book, behind which rosters begin on odd pages."""
        sheets = [page.sheet for page in job.pages]
        pages: list[Any] = []
        before = 2
        while len(pages) != before:
            before = len(pages) or before
            at = [before + 1 + place for place in begins]
            pages = self.renderer.lay_out(contents_html(sheets, at, job.options)).pages
            if len(pages) % 2:
                pages.append(emptied(pages[-1]))
        return pages


def _wasteful(pages: Sequence[Any]) -> Iterator[RosterSection]:
    """Yield the sections whose last page is nearly empty."""
    before: list[RosterSection] = []
    for page in pages:
        here = [*roster_sections(page)]
        if here and before and here[0][0] == before[0][0] and used_share(page) < LITTLE:
            yield from {*before, here[0]}
        before = here
