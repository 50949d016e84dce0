"""Options of printing: the sheets, their reader and the paper."""

from __future__ import annotations

from typing import Literal, get_args

import attrs

from listbuilder.content.cards import CardPer
from listbuilder.sheets.further_font import FurtherFont

Sheet = Literal[
    "flow", "army", "trackers", "cards", "glance", "rules", "reference", "odds", "counters"
]
SHEETS: tuple[Sheet, ...] = get_args(Sheet)
"""All sheets, in their order: those that are marked in play follow the order of play."""

UNASKED: tuple[Sheet, ...] = tuple(sheet for sheet in SHEETS if sheet != "odds")
"""Sheets that are printed by default: odds take pages that few turns need."""

FOR_OPPONENT: tuple[Sheet, ...] = ("army", "cards")
"""Sheets that an opponent gets by default."""

ESSENTIALS: tuple[Sheet, ...] = ("army", "trackers", "cards")
"""Sheets that few would play without."""

Paper = Literal["a4", "letter", "a5"]
CardSize = Literal["poker", "bridge", "tarot", "a6"]
Reader = Literal["me", "opponent"]
Flip = Literal["long", "short"]
"""The edge over which a printer turns the paper to print its other side."""

Millimetres = tuple[float, float]
"""Width and height, in millimetres."""

PAPERS: dict[Paper, Millimetres] = {"a4": (210, 297), "letter": (215.9, 279.4), "a5": (148, 210)}
LEAVES: Paper = "a5"
"""Paper of a booklet's pages: half of A4."""

Back = Literal["name", "wall", "shield"]
"""The look of a card's back without text."""
BACKS: tuple[Back, ...] = get_args(Back)

LEAST_TYPE, MOST_TYPE = 7.0, 14.0
"""Bounds of the smallest text on cards, in points; nothing on paper is smaller than the first."""

CARDS: dict[CardSize, Millimetres] = {
    "poker": (63, 88),
    "bridge": (57, 89),
    "tarot": (70, 120),
    "a6": (105, 148),
}
INSETS: dict[CardSize, float] = {"poker": 3, "bridge": 3, "tarot": 3, "a6": 5}
"""Millimetres between a card's edge and its frame."""


@attrs.frozen
class Options:
    """Options of printing.

    Attributes:
        sheets: the sheets to print.
        paper: the paper's size.
        cards: the size that cards are cut to.
        card_per: a card for each kind of model, with their number, or for each model.
        duplex: cards have backs, in register.
        flip: the edge over which the printer turns the paper.
        back: the look of a card's back without text.
        min_type: size of the smallest text on cards, in points.
        plain: cards have no frame, colour and icon.
        single: each side of a card is a page of its own, of the card's size.
        bleed: millimetres of colour beyond the edge of such a page, with crop marks.
        ink_saver: nothing is filled or shaded.
        reader: the reader; an opponent's copy is redacted.
        only: names of the cards to print; empty: all.
        font: a font for letters that the program's fonts lack.
        bound: several rosters make a book: contents first, each roster from an odd page on.
        booklet: two A5 pages on each side of the paper, to be folded.
    """

    sheets: tuple[Sheet, ...] = UNASKED
    paper: Paper = "a4"
    cards: CardSize = "poker"
    card_per: CardPer = "kind"
    duplex: bool = False
    flip: Flip = "long"
    back: Back = "name"
    min_type: float = LEAST_TYPE
    plain: bool = False
    single: bool = False
    bleed: float = 0.0
    ink_saver: bool = False
    reader: Reader = "me"
    only: tuple[str, ...] = ()
    font: FurtherFont | None = None
    bound: bool = False
    booklet: bool = False


AS_IS = Options()
"""The default options."""


def unasked(reader: Reader) -> tuple[Sheet, ...]:
    """List the sheets that a reader gets by default."""
    return FOR_OPPONENT if reader == "opponent" else UNASKED
