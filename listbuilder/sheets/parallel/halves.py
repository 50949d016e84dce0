"""Printing with two processors: each half of the cards is laid out and drawn apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import attrs

from listbuilder.content.page import Page
from listbuilder.loading.system import may_fork, processors
from listbuilder.sheets.options import LEAVES, Options
from listbuilder.sheets.parallel.pdf_merge import extract_pages, merge_pages
from listbuilder.sheets.parallel.worker import InlineWorker, Job, Worker, forked
from listbuilder.sheets.printed import Printed
from listbuilder.sheets.render.advances import lacking
from listbuilder.sheets.render.booklet import fold
from listbuilder.sheets.render.imposed_cards import CardSheetJob, Press, job_of, lay_out
from listbuilder.sheets.render.pdf import PdfRenderer, style_sheets
from listbuilder.sheets.render.weasyprint_boxes import bookmark

MANY = 40
"""With fewer cards, copies and all, it saves less than a quarter of the time."""

Finish = Callable[[Any], None]
"""A last change to a PDF, which is one of pydyf's."""


def as_it_is(pdf: Any) -> None:
    """Change nothing."""


SET, LAID = 0.1, 0.7
"""The share of the work that is done when cards are set, and when pages are laid out, about."""


def print_pages(pages: Sequence[Page], options: Options, tell: Callable[[float], None]) -> Printed:
    """Print rosters, one after the other, to one PDF.

    Many cards are parted on any machine, or its PDF would differ; it takes two processors to gain
    by it.
    """
    laid_out = attrs.evolve(options, paper=LEAVES) if options.booklet else options
    last = partial(fold, paper=options.paper) if options.booklet else as_it_is
    job = job_of(pages, laid_out)
    tell(SET)
    cards = sum(len(sheet.cells) for sheets in job.deck.sheets for sheet in sheets)
    if cards < MANY or len(job.ours) < 2:
        renderer = PdfRenderer(options.font)
        document, job = lay_out(renderer, job)
        tell(LAID)
        printed = _printed(renderer.write(document, job.flip, last), job, renderer)
    else:
        printed = _print_halves(job, tell, last)
    tell(1)
    return printed


def _print_halves(job: CardSheetJob, tell: Callable[[float], None], last: Finish) -> Printed:
    font = job.options.font
    if may_fork() and processors() > 1:
        press = Press(PdfRenderer(font))  # fonts and styles are read here, not in each half
        style_sheets("cards")
        with (
            suppress(EOFError, ConnectionError),
            forked(partial(_render_in_worker, job, press)) as other,
        ):
            return _print_with(other, job, press, tell, last)
    second = partial(_render_in_worker, job, Press(PdfRenderer(font)))
    return _print_with(InlineWorker(second), job, Press(PdfRenderer(font)), tell, last)


def _print_with(
    other: Worker, job: CardSheetJob, press: Press, tell: Callable[[float], None], last: Finish
) -> Printed:
    """Print one half of the cards, and all but cards, while another prints the rest."""
    while True:
        document, elsewhere, ours = press.impose(job.halves()[0])
        bad = ours + other.recv()
        other.send(bad)
        if not bad:
            break
        job = job.tightened(bad)
    tell(LAID)
    for number, marks in zip(elsewhere, other.recv(), strict=True):
        bookmark(document.pages[number], marks)
    other.send(None)

    def finish(pdf: Any) -> None:
        drawn = other.recv()
        other.send(None)
        merge_pages(pdf, drawn, elsewhere)
        last(pdf)

    return _printed(press.renderer.write(document, job.flip, finish), job, press.renderer)


def _printed(pdf: bytes, job: CardSheetJob, renderer: PdfRenderer) -> Printed:
    """Tell what there is to say of a PDF."""
    letters = renderer.letters.union(*job.deck.faces)
    names = [page.sheet.name for page in job.pages]
    for page in job.pages:
        names += [card.piece.called or card.piece.name for card in page.cards]
    told = (
        (letter, next((name for name in names if letter in name), ""))
        for letter in lacking(letters, job.options.font)
    )
    return Printed(pdf, job.deck.fits, tuple(told))


def _render_in_worker(job: CardSheetJob, press: Press) -> Job:
    """Print the other half: the cards in it that came out too high; its bookmarks; its pages."""
    while True:
        document, elsewhere, ours = press.impose(job.halves()[1])
        bad = yield ours
        if not bad:
            break
        job = job.tightened(bad)
    pages = [page for number, page in enumerate(document.pages) if number not in elsewhere]
    yield [page.bookmarks for page in pages]
    for page in pages:
        bookmark(page, [])
    drawn: list[Any] = []
    press.renderer.write(document.copy(pages), finish=lambda pdf: drawn.append(extract_pages(pdf)))
    yield drawn[0]
