"""Which program a file is from, and what it says as a roster of ours."""

from __future__ import annotations

from listbuilder.interop.archive import unpacked
from listbuilder.interop.battlescribe import read_json, read_xml
from listbuilder.interop.foreign import ForeignRoster
from listbuilder.interop.importing import Imported, converted
from listbuilder.loading.library import Library


def read(raw: bytes, path: str, library: Library) -> Imported:
    """Read another program's roster.

    Raises:
        LoadError: it can't be used.
    """
    return converted(foreign_roster(raw, path), path, library)


def foreign_roster(raw: bytes, path: str) -> ForeignRoster:
    """Read what a file says, whichever program's it is.

    Raises:
        LoadError: it is of none that is known.
    """
    if raw[:2] == b"PK":
        raw = unpacked(raw, path)
    begins = raw[:512].removeprefix(b"\xef\xbb\xbf").lstrip()
    return read_xml(raw, path) if begins[:1] == b"<" else read_json(raw, path)
