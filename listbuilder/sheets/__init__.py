"""Sheets to play from: a roster or a quick reference as pages, HTML and PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING

import attrs

from listbuilder.content.fingerprint import fingerprint_of
from listbuilder.content.reference import whole_reference
from listbuilder.errors import NoPdfError
from listbuilder.findings import Finding
from listbuilder.model.ruleset import Book
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.sheets.options import AS_IS, Options
from listbuilder.sheets.pictures import Folders, with_pictures
from listbuilder.sheets.printed import FitNotice, Printed
from listbuilder.sheets.reader import page_for, refuse_empty

if TYPE_CHECKING:
    from listbuilder.content.page import Page
    from listbuilder.sheets.render.deck import Deck
    from listbuilder.sheets.render.html import RosterSection

__all__ = [
    "FitNotice",
    "Options",
    "Printed",
    "html_of_army",
    "print_armies",
    "print_army",
    "print_reference",
]

Tell = Callable[[float], None]


def silent(share: float) -> None:
    """Ignore the share of the work that is done."""


def print_army(
    judge: Judge, verdict: Verdict, findings: Sequence[Finding], options: Options = AS_IS
) -> Printed:
    """Print a roster: army sheet, tracks, cards, quick reference, and counters to cut out.

    Args:
        judge: the judge of the roster's book.
        verdict: the judge's verdict of the roster.
        findings: findings about the roster; an error makes it illegal.
        options: the sheets, and their paper and look.

    Returns:
        A PDF, the same bytes for the same roster.

    Raises:
        EditError: no card has a name that is asked for, or no sheet has anything to show.
        NoPdfError: WeasyPrint is missing, or a library that it needs.
    """
    return print_armies([(judge, verdict, findings)], options)


def print_armies(
    armies: Iterable[tuple[Judge, Verdict, Sequence[Finding]]],
    options: Options = AS_IS,
    tell: Tell = silent,
    *,
    last: bool = False,
    folders: Sequence[Folders] = (),
    seals: Sequence[str] = (),
) -> Printed:
    """Print rosters, one after the other, to one PDF (``print_army``).

    Args:
        armies: judge, verdict and findings of each roster, as ``print_army`` takes them.
        options: the sheets, and their paper and look.
        tell: called with the share of the work that is done, from 0 to 1.
        last: the process ends after printing, so its memory need not be cleaned up.
        folders: for each roster the folders of its cards' pictures.
        seals: for each roster the seal of an opponent's copy; empty without seals.

    Raises:
        EditError: no card has a name that is asked for, or no sheet has anything to show.
        NoPdfError: WeasyPrint is missing, or a library that it needs.
    """
    from listbuilder.sheets.render.pdf import gc_paused
    from listbuilder.sheets.render.print_pages import print_pages

    with gc_paused(last):
        pages = [
            page_for(*army, options, seals[number] if seals else "")
            for number, army in enumerate(armies)
        ]
        refuse_empty(pages, options)
        said: list[str] = []
        for place, own in enumerate(folders):
            pages[place], left_out = with_pictures(pages[place], own, options)
            said += left_out
        return attrs.evolve(print_pages(pages, options, tell), left_out=tuple(said))


def print_reference(book: Book, options: Options = AS_IS) -> bytes:
    """Print the whole quick reference of a book, whatever an army contains.

    Raises:
        NoPdfError: WeasyPrint is missing, or a library that it needs.
    """
    from listbuilder.sheets.render.html import reference_html
    from listbuilder.sheets.render.pdf import PdfRenderer, gc_paused

    with gc_paused():
        renderer = PdfRenderer(options.font)
        html = reference_html(whole_reference(book), fingerprint_of(book), options)
        return renderer.write(renderer.lay_out(html))


def html_of_army(
    judge: Judge,
    verdict: Verdict,
    findings: Sequence[Finding],
    options: Options = AS_IS,
    folders: Folders = MappingProxyType({}),
    *,
    as_printed: bool = False,
) -> str:
    """Lay the sheets of a roster out as a single HTML file.

    Args:
        judge: the judge of the roster's book.
        verdict: the judge's verdict of the roster.
        findings: findings about the roster.
        options: the sheets, and their paper and look.
        folders: the folders of its cards' pictures.
        as_printed: lay the sheets out on paper first, so that a browser prints as many pages as
            ``print_army``. This takes about as long as printing.

    Raises:
        EditError: no card has a name that is asked for, or no sheet has anything to show.
    """
    from listbuilder.sheets.render.html import screen_html

    page = page_for(judge, verdict, findings, options)
    refuse_empty([page], options)
    page, _ = with_pictures(page, folders, options)
    deck, tight = (_printed if as_printed else _unprinted)(page, options)
    (printing,) = deck.printings([page], once=False)
    return screen_html(printing, options, tight)


def _unprinted(page: Page, options: Options) -> tuple[Deck, Mapping[RosterSection, int]]:
    """Set the cards by reckoned heights, with no section set closer."""
    from listbuilder.sheets.render.deck import deck_of

    return deck_of([page], options, {}), {}


def _printed(page: Page, options: Options) -> tuple[Deck, Mapping[RosterSection, int]]:
    """Lay the cards out on paper, and tell which sections are set closer there."""
    from listbuilder.sheets.render.imposed_cards import job_of, lay_out
    from listbuilder.sheets.render.pdf import PdfRenderer, gc_paused

    with suppress(NoPdfError), gc_paused():
        _, job = lay_out(PdfRenderer(options.font), job_of([page], options))
        return job.deck, job.tight
    return _unprinted(page, options)
