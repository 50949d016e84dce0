"""The sizes of type on cards: few, and the same on each card of a deck."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from listbuilder.sheets.options import CARDS, INSETS, CardSize, Options

MILLIMETRE = 72 / 25.4
"""Points per millimetre."""


@attrs.frozen
class TypeScale:
    """Sizes in points.

    Attributes:
        name: size of the card's name.
        numbers: size of the numbers of its own profile.
        text: sizes of its text, the largest first.
        fine: size of heads of columns and of sources.
        band: least height of the band with the name.
        padding: space between the frame and its content.
    """

    name: float
    numbers: float
    text: tuple[float, ...]
    fine: float
    band: float
    padding: float


TYPE_SCALES: Mapping[CardSize, TypeScale] = {
    "poker": TypeScale(13, 14, (9, 7), 7, 32.5, 4),
    "bridge": TypeScale(13, 14, (9, 7), 7, 32.5, 4),
    "tarot": TypeScale(15, 17, (10, 8), 7, 37, 5),
    "a6": TypeScale(20, 23, (12, 9), 8.5, 48, 7),
}

BORDER = 1.0
"""Width of the line of a card's frame, in points."""


@attrs.frozen
class FaceGeometry:
    """The inside of a card's frame, in points.

    Attributes:
        scale: the sizes of type.
        width: width of a line of text.
        height: height within the frame.
    """

    scale: TypeScale
    width: float
    height: float


def geometry(options: Options) -> FaceGeometry:
    """Work out the inside of a face, for the size of cards in the options."""
    (width, height), inset = CARDS[options.cards], INSETS[options.cards]
    scale = TYPE_SCALES[options.cards]
    text = tuple(size for size in scale.text if size >= options.min_type) or (options.min_type,)
    scale = attrs.evolve(scale, text=text, fine=max(scale.fine, min(text[-1], options.min_type)))
    return FaceGeometry(
        scale,
        (width - 2 * inset) * MILLIMETRE - 2 * BORDER - 2 * scale.padding,
        (height - 2 * inset) * MILLIMETRE - 2 * BORDER,
    )
