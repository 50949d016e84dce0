"""Printing with two processors: each half of the cards is laid out and drawn apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from listbuilder.content.page import Page
from listbuilder.sheets.options import Options
from listbuilder.sheets.parallel.pdf_merge import extract_pages, merge_pages
from listbuilder.sheets.parallel.worker import InlineWorker, Job, Worker, can_fork, forked
from listbuilder.sheets.printed import Printed
from listbuilder.sheets.render.imposed_cards import (
    PACE,
    CardSheetJob,
    impose,
    job_of,
    lay_cards_out,
    lay_out,
    sizes_of,
)
from listbuilder.sheets.render.pdf import PdfRenderer, load
from listbuilder.sheets.render.weasyprint_boxes import bookmark

MANY = 40
"""With fewer cards, copies and all, it saves less than a quarter of the time."""


def print_pages(pages: Sequence[Page], options: Options, tell: Callable[[float], None]) -> Printed:
    """Print rosters, one after the other, to one PDF.

    Many cards are parted on any machine, or its PDF would differ; it takes two processors to gain
    by it.
    """
    job = job_of(pages, options)
    cards = sum(card.copies for page in pages for card in page.cards)
    first, second = job.halves()
    if cards < MANY or not first.ours:  # one kind is no half
        renderer = PdfRenderer()
        document, fits = lay_out(renderer, job, tell)
        printed = Printed(renderer.write(document, job.flip), fits)
    else:
        printed = _print_halves(first, second, tell)
    tell(1)
    return printed


def _print_halves(
    first: CardSheetJob, second: CardSheetJob, tell: Callable[[float], None]
) -> Printed:
    work = partial(_render_in_worker, second)
    if can_fork():
        load()
        with suppress(EOFError, ConnectionError), forked(work) as other:
            return _print_with(other, first, tell)
    return _print_with(InlineWorker(work), first, tell)


def _print_with(other: Worker, job: CardSheetJob, tell: Callable[[float], None]) -> Printed:
    """Print one half of the cards, and all but cards, while another prints the rest."""
    renderer = PdfRenderer()
    laid = lay_cards_out(renderer, job, tell)
    sizes = sizes_of(laid) | other.recv()
    other.send(sizes)
    document, elsewhere = impose(renderer, job, laid, sizes)
    tell((1 + PACE) / 2)
    for number, marks in zip(elsewhere, other.recv(), strict=True):
        bookmark(document.pages[number], marks)
    other.send(None)

    def finish(pdf: Any) -> None:
        drawn = other.recv()
        other.send(None)
        merge_pages(pdf, drawn, elsewhere)

    return Printed(renderer.write(document, job.flip, finish), tuple(job.fits(sizes)))


def _render_in_worker(job: CardSheetJob) -> Job:
    """Print the other half: the sizes of its cards, for those of all; its bookmarks; its pages."""
    renderer = PdfRenderer()
    laid = lay_cards_out(renderer, job, lambda _: None)
    sizes = yield sizes_of(laid)
    document, elsewhere = impose(renderer, job, laid, sizes)
    pages = [page for number, page in enumerate(document.pages) if number not in elsewhere]
    yield [page.bookmarks for page in pages]
    for page in pages:
        bookmark(page, [])
    drawn: list[Any] = []
    renderer.write(document.copy(pages), finish=lambda pdf: drawn.append(extract_pages(pdf)))
    yield drawn[0]
