"""Cards of rosters set on faces, and the press sheets with their faces; nothing is laid out yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

import attrs

from listbuilder.content.page import Page
from listbuilder.content.terms import without_summaries
from listbuilder.sheets.options import Flip, Options
from listbuilder.sheets.printed import FitNotice
from listbuilder.sheets.render.copyfit import FittedCard, copyfit
from listbuilder.sheets.render.html import FilledSheet, Frame, Printing, back_html, card_html
from listbuilder.sheets.render.imposition import (
    PressSheet,
    imposition_grid,
    press_sheets,
    single_grid,
)

if TYPE_CHECKING:
    from listbuilder.content.cards import Card

CardKind = str
"""The XML of a card; cards with the same XML are one kind, and set once."""


@attrs.frozen
class Deck:
    """Cards on paper.

    Attributes:
        faces: the HTML of each face, by the face's number.
        kinds: the card of each face, by the face's number; None for a back without text.
        sheets: the press sheets of each roster.
        told: for each roster the names of terms that all its cards with the term explain.
        fits: notices about cards that are not in the largest type on one face.
    """

    faces: tuple[str, ...]
    kinds: tuple[CardKind | None, ...]
    sheets: tuple[tuple[PressSheet, ...], ...]
    told: tuple[frozenset[str], ...]
    fits: tuple[FitNotice, ...]

    def printings(self, pages: Sequence[Page], *, once: bool) -> Iterator[Printing]:
        """Yield the pages of rosters with their press sheets.

        Args:
            pages: the page of each roster.
            once: a face that is on several press sheets has its HTML on the first alone.
        """
        known: set[int] = set()
        for page, sheets, told in zip(pages, self.sheets, self.told, strict=True):
            filled = []
            for sheet in sheets:
                frames = []
                for face, cell in sheet.cells:
                    html = "" if once and face in known else self.faces[face]
                    known.add(face)
                    frames.append(Frame(cell, html))
                filled.append(FilledSheet(sheet, frames))
            yield Printing(attrs.evolve(page, terms=without_summaries(page.terms, told)), filled)


def deck_of(pages: Sequence[Page], options: Options, rooms: Mapping[CardKind, float]) -> Deck:
    """Set the cards of rosters.

    Args:
        pages: the page of each roster.
        options: options of printing.
        rooms: the share of a face that may be filled, for cards that came out too high before.
    """
    faces = FittedFaces(options, rooms)
    single = options.single or options.bleed
    grid = single_grid(options.cards) if single else imposition_grid(options.paper, options.cards)
    flip = flip_of(options)
    sheets = []
    told = []
    for page in pages:
        cards = [*faces.cards(page)] if "cards" in options.sheets else []
        sheets.append(tuple(press_sheets(grid, cards, flip)))
        told.append(frozenset(faces.told(page) if cards else ()))
    return Deck(
        tuple(faces.numbers), tuple(faces.kinds), tuple(sheets), tuple(told), tuple(faces.fits)
    )


def flip_of(options: Options) -> Flip | None:
    """The edge that paper turns over; None where no card has a back."""
    return options.flip if options.duplex and "cards" in options.sheets else None


class FittedFaces:
    """Numbers the faces of cards, and notes cards that are not in the largest type on one face."""

    def __init__(self, options: Options, rooms: Mapping[CardKind, float]) -> None:
        self.options = options
        self.rooms = rooms
        self.numbers: dict[str, int] = {}
        self.kinds: list[CardKind | None] = []
        self.fits: list[FitNotice] = []
        self.fitted: dict[CardKind, FittedCard] = {}
        self.kind_of: dict[int, CardKind] = {}

    def cards(self, page: Page) -> Iterator[tuple[int, ...]]:
        """Yield the numbers of the faces on both sides of each card, as often as it has copies."""
        sides = 1 + self.options.duplex
        for card in page.cards:
            numbers = [*self._sides(card, page.sheet.name)]
            for _ in range(card.copies):
                for first in range(0, len(numbers), sides):
                    yield tuple(numbers[first : first + sides])

    def told(self, page: Page) -> set[str]:
        """Collect the names of terms that all cards of a roster with the term had room for."""
        names = {one.name for card in page.cards for one in card.told}
        for card in page.cards:
            faces = "".join(self.fitted[self.kind_of[id(card)]].faces)
            for one in card.told:
                if not one.in_numbers and escape(one.summary, quote=False) not in faces:
                    names.discard(one.name)
        return names

    def _sides(self, card: Card, label: str) -> Iterator[int]:
        kind = self.kind_of[id(card)] = card_html(card, label, self.options)
        if kind not in self.fitted:
            room = self.rooms.get(kind, 1.0)
            self.fitted[kind] = copyfit(kind, self.options, room)
        fitted = self.fitted[kind]
        if fitted.size.smaller or fitted.size.faces > 1:
            name = card.piece.called or card.piece.name
            self.fits.append(FitNotice(name, fitted.size.points, fitted.size.faces))
        for face in fitted.faces:
            yield self._number(face, kind)
        if self.options.duplex and len(fitted.faces) % 2:
            yield self._number(back_html(card, label, self.options), None)

    def _number(self, face: str, kind: CardKind | None) -> int:
        if face not in self.numbers:
            self.numbers[face] = len(self.numbers)
            self.kinds.append(kind)
        return self.numbers[face]
