"""Pictures on cards: a player's own files, read from beside the roster or the army list alone."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path, PurePosixPath

import attrs

from listbuilder.content.card_pictures import Picture
from listbuilder.content.cards import Card
from listbuilder.content.page import Page
from listbuilder.sheets.options import CARDS, INSETS, Options

MOST_BYTES = 20_000_000
"""Of a file."""

MOST_PIXELS = 50_000_000

DPI = 300
"""Dots in an inch of paper; a picture with more is made smaller."""

ASPECT = 0.44
"""The height of a picture on a card, in its widths."""

QUALITY = 85

Folders = Mapping[str, Path]
"""Where pictures may lie: by army list, of a ruleset by ``""``, and of the roster by ``ROSTER``."""


class _LeftOutError(Exception):
    """A picture that can't be printed, and why."""


def with_pictures(page: Page, folders: Folders, options: Options) -> tuple[Page, tuple[str, ...]]:
    """Read the pictures of a page's cards.

    Args:
        page: whose cards name them.
        folders: where they may lie.
        options: the size of the cards.

    Returns:
        The page, and a sentence for each picture that is left out.
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
    try:
        path = _inside(folders, picture)
        data = _fitted(path, round(width / 25.4 * DPI), options.ink_saver)
    except _LeftOutError as why:
        say(f"{card.piece.called or card.piece.name}: the picture “{picture.file}” {why}.")
        return card
    address = f"data:image/jpeg;base64,{b64encode(data).decode()}"
    return attrs.evolve(card, picture=attrs.evolve(picture, address=address))


def _inside(folders: Folders, picture: Picture) -> Path:
    """Find a picture's file: in the folder of what names it, or below.

    Raises:
        _LeftOutError: it is elsewhere, or no file.
    """
    name = PurePosixPath(picture.file)
    folder = folders.get(picture.home)
    if folder is None:
        raise _LeftOutError("is left out: its folder is not known")
    if name.is_absolute() or ".." in name.parts or "\\" in picture.file or ":" in picture.file:
        raise _LeftOutError("is left out: it is not named from the folder of what names it")
    try:
        path = (folder / name).resolve()
        if path.is_relative_to(folder.resolve()) and path.is_file():
            return path
    except (OSError, ValueError):
        pass
    raise _LeftOutError("is left out: there is no such file")


@lru_cache(maxsize=64)
def _fitted(path: Path, width: int, grey: bool) -> bytes:
    """Read a picture, cut it to the shape that cards have for it, and make it small enough.

    Args:
        path: of a PNG or JPEG file.
        width: most pixels from side to side.
        grey: without its colours.

    Raises:
        _LeftOutError: it is too large, damaged, or another kind of file.
    """
    from PIL import Image, ImageOps

    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise _LeftOutError(f"is left out: it has more than {MOST_BYTES // 1_000_000} MB")
        with Image.open(BytesIO(data), formats=("PNG", "JPEG")) as image:
            if image.width * image.height > MOST_PIXELS:
                many = MOST_PIXELS // 1_000_000
                raise _LeftOutError(f"is left out: it has more than {many} million pixels")
            image.draft("RGB", (width, round(width * ASPECT)))
            upright = ImageOps.exif_transpose(image)
            clear = upright.convert("RGBA") if _may_be_clear(upright.mode) else None
            drawn = Image.new("RGB", upright.size, "white")
            drawn.paste(clear or upright.convert("RGB"), mask=clear)
            across = min(width, drawn.width)
            drawn = ImageOps.fit(drawn, (across, max(1, round(across * ASPECT))))
    except _LeftOutError:
        raise
    except Exception as error:  # a damaged file ends in any of them
        raise _LeftOutError("is left out: it is no PNG or JPEG file, or damaged") from error
    made = BytesIO()
    (drawn.convert("L") if grey else drawn).save(made, "JPEG", quality=QUALITY)
    return made.getvalue()


def _may_be_clear(mode: str) -> bool:
    return mode in {"LA", "P", "PA", "RGBA", "La", "RGBa"}
