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
"""All there are. What is marked in play (trackers, castle) is printed behind the order of play."""

UNASKED: tuple[Sheet, ...] = tuple(sheet for sheet in SHEETS if sheet != "odds")
"""What is printed where nothing is asked for: odds take pages that few turns need."""

FOR_OPPONENT: tuple[Sheet, ...] = ("army", "cards")
"""What an opponent gets where nothing is asked for: with the castle as far as he may know it."""

ESSENTIALS: tuple[Sheet, ...] = ("army", "trackers", "cards")
"""What few would play without."""

Paper = Literal["a4", "letter", "a5"]
CardSize = Literal["poker", "bridge", "tarot", "a6"]
Reader = Literal["me", "opponent"]
Flip = Literal["long", "short"]
"""The edge of the paper that it turns over when both its sides are printed."""

Millimetres = tuple[float, float]
"""Width and height."""

PAPERS: dict[Paper, Millimetres] = {"a4": (210, 297), "letter": (215.9, 279.4), "a5": (148, 210)}
LEAVES: Paper = "a5"
"""What the pages of a booklet are laid out on: half of A4."""

Back = Literal["name", "wall", "shield"]
"""What stands on a back that has nothing to say."""
BACKS: tuple[Back, ...] = get_args(Back)

LEAST_TYPE, MOST_TYPE = 7.0, 14.0
"""Points: nothing on paper is smaller; more can't be asked for the smallest text on cards."""

CARDS: dict[CardSize, Millimetres] = {
    "poker": (63, 88),
    "bridge": (57, 89),
    "tarot": (70, 120),
    "a6": (105, 148),
}
INSETS: dict[CardSize, float] = {"poker": 3, "bridge": 3, "tarot": 3, "a6": 5}
"""Millimetres between the edge of a card and what is on it."""


@attrs.frozen
class Options:
    """How to print.

    Attributes:
        cards: the size that cards are cut to.
        card_per: one for each kind of model, with how many there are, or one for each model.
        duplex: cards have backs, in register.
        flip: the edge that the paper turns over.
        back: of cards whose back is free.
        min_type: points of the smallest text on cards.
        plain: cards without frame, colour and icon.
        single: each side of a card is a page of its own, of the card's size.
        bleed: millimetres beyond the edge of such a page, with marks to crop it by.
        ink_saver: nothing is filled or shaded.
        reader: an opponent does not get to know what is hidden.
        only: names of the cards to print; none: all.
        font: for letters that ours lack.
        bound: many rosters make a book: contents first, and each begins on an odd page.
        booklet: two pages of A5 stand on a side of the paper, to be folded.
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
"""As it is printed where nothing is asked for."""


def unasked(reader: Reader) -> tuple[Sheet, ...]:
    """The sheets that a reader gets where nothing is asked for."""
    return FOR_OPPONENT if reader == "opponent" else UNASKED
