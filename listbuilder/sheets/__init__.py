"""Sheets to play from: a roster or a quick reference as pages, HTML and PDF."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from listbuilder.findings import Finding
from listbuilder.model.ruleset import Book
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.sheets.army import Reader, army_page
from listbuilder.sheets.pdf import Paper
from listbuilder.sheets.reference import whole_reference
from listbuilder.sheets.stamp import stamp_of

__all__ = ["Paper", "Reader", "html_of_army", "print_armies", "print_army", "print_reference"]


def print_army(
    judge: Judge,
    verdict: Verdict,
    findings: Sequence[Finding],
    paper: Paper = "a4",
    reader: Reader = "me",
) -> bytes:
    """Print a roster: army sheet, tracks, cards, quick reference, and counters to cut out.

    Args:
        judge: who judged.
        verdict: the judge's own, of the roster.
        findings: what is said about the roster; an error makes it illegal.
        paper: the sheets' size.
        reader: an opponent does not get to know what is hidden.

    Returns:
        A PDF, the same for the same roster.
    """
    return print_armies([(judge, verdict, findings)], paper, reader)


def print_armies(
    armies: Iterable[tuple[Judge, Verdict, Sequence[Finding]]],
    paper: Paper = "a4",
    reader: Reader = "me",
) -> bytes:
    """Print rosters, one after the other, to one PDF (``print_army``)."""
    from listbuilder.sheets.html import armies_html
    from listbuilder.sheets.pdf import pdf

    return pdf(armies_html([army_page(*army, reader) for army in armies]), paper)


def print_reference(book: Book, paper: Paper = "a4") -> bytes:
    """Print the whole quick reference of a book, whatever an army contains."""
    from listbuilder.sheets.html import reference_html
    from listbuilder.sheets.pdf import pdf

    return pdf(reference_html(whole_reference(book), stamp_of(book)), paper)


def html_of_army(
    judge: Judge, verdict: Verdict, findings: Sequence[Finding], reader: Reader = "me"
) -> str:
    """Lay the same sheets out as one page that needs no other file."""
    from listbuilder.sheets.html import armies_html

    return armies_html([army_page(judge, verdict, findings, reader)], alone=True)
