"""Reading rosters from files that a page sent: one, several, or an archive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath

from listbuilder.errors import EditError, LoadError
from listbuilder.interop.archive import files_within, holds_armies
from listbuilder.interop.encodings import decoded
from listbuilder.interop.opening import is_foreign, parse_any
from listbuilder.loading.parse import parse_bytes
from listbuilder.loading.rosters import Loaded
from listbuilder.loading.save import dump
from listbuilder.messages import gettext, numeral
from listbuilder.web.http.context import Upload
from listbuilder.web.routes.sharing import read_any
from listbuilder.web.storage.documents import Documents, told_unusable
from listbuilder.web.storage.files import MOST_BYTES
from listbuilder.web.storage.reading import read_for_pages

MOST_UNPACKED_AT_ONCE = 20 * MOST_BYTES
"""Most bytes of all rosters of an archive."""

MOST_UNPACKED = 4 * MOST_BYTES
"""Most bytes of another program's unpacked file, which is read while others wait."""

LONGEST_SHOWN = 60
"""Most characters of a file's name."""

WHAT = gettext("This file")


def several(uploads: tuple[Upload, ...]) -> list[Upload]:
    """List the rosters' files where more than one was sent; else nothing.

    Raises:
        LoadError: an archive can't be used.
    """
    archives = [one for one in uploads if holds_armies(one.data)]
    if len(uploads) < 2 and not archives:
        return []
    return [inner for one in uploads for inner in _within(one, one in archives)]


def _within(upload: Upload, archive: bool) -> Iterator[Upload]:
    if not archive:
        yield upload
        return
    for name, data in files_within(upload.data, WHAT, MOST_UNPACKED_AT_ONCE):
        yield Upload(name, data)


def read_all(uploads: Iterable[Upload], documents: Documents) -> list[tuple[str, bytes]]:
    """Read the rosters of several files, all or none: the name and our JSON of each.

    Raises:
        EditError: a file can't be used; the error names it.
    """
    made = []
    for one in uploads:
        name = PurePath(one.name.replace("\\", "/")).name[-LONGEST_SHOWN:]
        try:
            loaded = read_upload(one.data, documents)
        except LoadError as error:
            raise EditError(_unusable(name, told_unusable(error))) from None
        except EditError as error:
            raise EditError(_unusable(name, error.args[0])) from None
        if loaded.roster.redacted:
            raise EditError(gettext("{name} is an opponent's copy: open it by itself.", name=name))
        text = dump(loaded.roster) if loaded.made_from else loaded.text
        made.append((PurePath(name).stem, text.encode()))
    return made


def _unusable(name: str, problem: str) -> str:
    return gettext("{name} can't be used: {problem}", name=name, problem=problem)


def read_upload(raw: bytes, documents: Documents) -> Loaded:
    """Read a roster of ours or of another program.

    Raises:
        EditError: the file is too large, or is no roster.
        LoadError: the roster can't be used.
    """
    if len(raw) > MOST_BYTES:
        raise EditError(
            gettext(
                "This can't be used: it is larger than {most_bytes} bytes.",
                most_bytes=numeral(f"{MOST_BYTES:,}"),
            )
        )
    if is_foreign(raw):
        parsed = parse_any(raw, WHAT, documents.library, MOST_UNPACKED)
    elif (text := decoded(raw, "replace").strip())[:1] in ("{", "["):
        parsed = parse_bytes(raw, WHAT)
    else:
        return read_any(text, documents, True, documents.event)
    return read_for_pages(parsed, documents.library, True, documents.event)
