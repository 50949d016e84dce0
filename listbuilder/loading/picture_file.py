"""Pictures that data and rosters name: files in the folder of the naming file, or below it."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from listbuilder.errors import PictureError
from listbuilder.loading.paths import is_file
from listbuilder.messages import gettext

BEGINNINGS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
"""Endings of PNG and JPEG files."""


def picture_file(folder: Path, name: str) -> Path:
    """Find a picture's file.

    Args:
        folder: the folder of the file that names the picture.
        name: the picture's name, with slashes.

    Raises:
        PictureError: the picture lies elsewhere, is no file, or neither PNG nor JPEG.
    """
    written = PurePosixPath(name)
    if written.is_absolute() or ".." in written.parts or "\\" in name or ":" in name:
        raise PictureError(gettext("it is not named from the folder of what names it"))
    path = folder / written
    if not is_file(path):
        raise PictureError(gettext("there is no such file"))
    try:
        path = path.resolve()
        if not path.is_relative_to(folder.resolve()):
            raise PictureError(gettext("there is no such file"))
        with path.open("rb") as file:
            begun = file.read(max(map(len, BEGINNINGS)))
    except (OSError, ValueError, RuntimeError) as error:
        raise PictureError(gettext("it can't be read")) from error
    if not begun.startswith(BEGINNINGS):
        raise PictureError(gettext("it is no PNG or JPEG file, or damaged"))
    return path
