"""Rosters to one PDF: setting, laying out, writing, and notices about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import attrs

from listbuilder.content.page import Page
from listbuilder.sheets.options import LEAVES, Options
from listbuilder.sheets.printed import Printed
from listbuilder.sheets.render.advances import lacking
from listbuilder.sheets.render.booklet import impose_booklet
from listbuilder.sheets.render.imposed_cards import job_of, lay_out
from listbuilder.sheets.render.pdf import PdfRenderer

SET, LAID = 0.1, 0.7
"""Shares of the work that are done when cards are set, and when pages are laid out."""


def as_it_is(pdf: Any) -> None:
    """Leave a PDF unchanged."""


def print_pages(pages: Sequence[Page], options: Options, tell: Callable[[float], None]) -> Printed:
    """Print rosters, one after the other, to one PDF.

    Args:
        pages: the page of each roster.
        options: options of printing.
        tell: called with the share of the work that is done, from 0 to 1.

    Raises:
        NoPdfError: WeasyPrint is missing, or a library that it needs.
    """
    laid_out = attrs.evolve(options, paper=LEAVES) if options.booklet else options
    last = partial(impose_booklet, paper=options.paper) if options.booklet else as_it_is
    job = job_of(pages, laid_out)
    tell(SET)
    renderer = PdfRenderer(options.font)
    document, job = lay_out(renderer, job)
    tell(LAID)
    pdf = renderer.write(document, job.flip, last)
    tell(1)
    return Printed(pdf, job.deck.fits, (*_lacking(pages, renderer.letters, options),))


def _lacking(
    pages: Sequence[Page], letters: set[str], options: Options
) -> Sequence[tuple[str, str]]:
    """List the letters that the fonts lack, each with a name that has the letter, or empty."""
    names = [page.sheet.name for page in pages]
    for page in pages:
        names += [card.piece.called or card.piece.name for card in page.cards]
    return [
        (letter, next((name for name in names if letter in name), ""))
        for letter in lacking(letters, options.font)
    ]
