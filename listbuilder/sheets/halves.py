"""Printing with two processors: each half of the cards is laid out and drawn apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from listbuilder.sheets.beside import Later, Other, Steps, can_fork, forked
from listbuilder.sheets.boxes import bookmark
from listbuilder.sheets.deck import (
    PACE,
    Deck,
    deck_of,
    lay_cards_out,
    lay_out,
    place,
    sizes_of,
)
from listbuilder.sheets.graft import graft, take
from listbuilder.sheets.options import Options
from listbuilder.sheets.page import Page, Printed
from listbuilder.sheets.pdf import Press, load

MANY = 40
"""With fewer cards, copies and all, it saves less than a quarter of the time."""


def print_pages(pages: Sequence[Page], options: Options, tell: Callable[[float], None]) -> Printed:
    """Print rosters, one after the other, to one PDF.

    Many cards are parted on any machine, or its PDF would differ; it takes two processors to gain
    by it.
    """
    deck = deck_of(pages, options)
    cards = sum(card.copies for page in pages for card in page.cards)
    first, second = deck.halves()
    if cards < MANY or not first.ours:  # one kind is no half
        press = Press()
        document, fits = lay_out(press, deck, tell)
        printed = Printed(press.write(document), fits)
    else:
        printed = _print_halves(first, second, tell)
    tell(1)
    return printed


def _print_halves(first: Deck, second: Deck, tell: Callable[[float], None]) -> Printed:
    work = partial(_print_beside, second)
    if can_fork():
        load()
        with suppress(EOFError, ConnectionError), forked(work) as other:
            return _print_with(other, first, tell)
    return _print_with(Later(work), first, tell)


def _print_with(other: Other, deck: Deck, tell: Callable[[float], None]) -> Printed:
    """Print one half of the cards, and all but cards, while another prints the rest."""
    press = Press()
    laid = lay_cards_out(press, deck, tell)
    sizes = sizes_of(laid) | other.recv()
    other.send(sizes)
    document, elsewhere = place(press, deck, laid, sizes)
    tell((1 + PACE) / 2)
    for number, marks in zip(elsewhere, other.recv(), strict=True):
        bookmark(document.pages[number], marks)
    other.send(None)

    def finish(pdf: Any) -> None:
        drawn = other.recv()
        other.send(None)
        graft(pdf, drawn, elsewhere)

    return Printed(press.write(document, finish), tuple(deck.fits(sizes)))


def _print_beside(deck: Deck) -> Steps:
    """Print the other half: the sizes of its cards, for those of all; its bookmarks; its pages."""
    press = Press()
    laid = lay_cards_out(press, deck, lambda _: None)
    sizes = yield sizes_of(laid)
    document, elsewhere = place(press, deck, laid, sizes)
    pages = [page for number, page in enumerate(document.pages) if number not in elsewhere]
    yield [page.bookmarks for page in pages]
    for page in pages:
        bookmark(page, [])
    drawn: list[Any] = []
    press.write(document.copy(pages), lambda pdf: drawn.append(take(pdf)))
    yield drawn[0]
