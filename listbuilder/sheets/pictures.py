"""Pictures on cards: a player's own files, read from beside the roster or the army list alone."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import attrs

from listbuilder.content.cards import Card
from listbuilder.content.page import Page
from listbuilder.errors import PictureError
from listbuilder.loading.picture_file import picture_file
from listbuilder.messages import gettext
from listbuilder.sheets.options import CARDS, INSETS, Options

MOST_BYTES = 20_000_000
"""Most bytes of a picture's file."""

MOST_PIXELS = 50_000_000

DPI = 300
"""Most dots per inch of paper; larger pictures are scaled down."""

ASPECT = 0.44
"""Height of a picture on a card, as a share of its width."""

QUALITY = 85

Folders = Mapping[str, Path]
"""Folders of pictures by army list's id; by ``""`` the ruleset's, by ``ROSTER`` the roster's."""


def with_pictures(page: Page, folders: Folders, options: Options) -> tuple[Page, tuple[str, ...]]:
    """Read the pictures of a page's cards.

    Args:
        page: the page, whose cards name pictures.
        folders: the folders of pictures.
        options: options with the size of the cards.

    Returns:
        The page with pictures, and a sentence for each picture that is left out.
    """
    said: dict[str, None] = {}
    cards = tuple(_with_picture(card, folders, options, said.setdefault) for card in page.cards)
    return attrs.evolve(page, cards=cards), tuple(said)


def _with_picture(
    card: Card, folders: Folders, options: Options, say: Callable[[str], None]
) -> Card:
    picture = card.picture
    if picture is None:
        return card
    width = CARDS[options.cards][0] - 2 * INSETS[options.cards]
    folder = folders.get(picture.home)
    try:
        if folder is None:
            raise PictureError(gettext("its folder is not known"))
        path = picture_file(folder, picture.file)
        data = _fitted(path, round(width / 25.4 * DPI), options.ink_saver)
    except PictureError as why:
        name = card.piece.called or card.piece.name
        say(
            gettext(
                "{name}: the picture “{file}” is left out: {why}.",
                name=name,
                file=picture.file,
                why=why,
            )
        )
        return card
    address = f"data:image/jpeg;base64,{b64encode(data).decode()}"
    return attrs.evolve(card, picture=attrs.evolve(picture, address=address))


@lru_cache(maxsize=64)
def _fitted(path: Path, width: int, grey: bool) -> bytes:
    """Read a picture, crop it to the shape that cards have for it, and scale it down.

    Args:
        path: a PNG or JPEG file.
        width: most pixels of its width.
        grey: drop its colours.

    Raises:
        PictureError: the file is too large, damaged, or of another kind.
    """
    from PIL import Image, ImageOps

    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise PictureError(gettext("it has more than {value} MB", value=MOST_BYTES // 1000000))
        with Image.open(BytesIO(data), formats=("PNG", "JPEG")) as image:
            if image.width * image.height > MOST_PIXELS:
                many = MOST_PIXELS // 1_000_000
                raise PictureError(gettext("it has more than {many} million pixels", many=many))
            image.draft("RGB", (width, round(width * ASPECT)))
            upright = ImageOps.exif_transpose(image)
            clear = upright.convert("RGBA") if _may_be_clear(upright.mode) else None
            drawn = Image.new("RGB", upright.size, "white")
            drawn.paste(clear or upright.convert("RGB"), mask=clear)
            across = min(width, drawn.width)
            drawn = ImageOps.fit(drawn, (across, max(1, round(across * ASPECT))))
    except PictureError:
        raise
    except Exception as error:  # a damaged file ends in any of them
        raise PictureError(gettext("it is no PNG or JPEG file, or damaged")) from error
    made = BytesIO()
    (drawn.convert("L") if grey else drawn).save(made, "JPEG", quality=QUALITY)
    return made.getvalue()


def _may_be_clear(mode: str) -> bool:
    return mode in {"LA", "P", "PA", "RGBA", "La", "RGBa"}
