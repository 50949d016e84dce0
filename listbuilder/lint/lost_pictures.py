"""Check of pictures: missing files, and files that no card can show."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.errors import PictureError
from listbuilder.lint.game import Diagnostic, Game
from listbuilder.loading.names import quoted
from listbuilder.loading.picture_file import picture_file
from listbuilder.messages import gettext
from listbuilder.model.entries import Entry


def lost_pictures(game: Game) -> Iterator[Diagnostic]:
    """Yield pictures of entries that no card can show."""
    for at, entry in game.of(Entry):
        if entry.picture is None:
            continue
        try:
            picture_file(game.files[at.file].path.parent, entry.picture)
        except PictureError as why:
            message = gettext(
                "No card can show {picture}: {why}.", picture=quoted(entry.picture), why=why
            )
            yield at.diagnostic("no-picture", message, "/picture")
