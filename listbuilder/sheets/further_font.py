"""A font of the player's, for letters that the program's fonts lack."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.messages import gettext

MOST_BYTES = 64_000_000
"""Most bytes of a font file; collections of Chinese, Japanese and Korean have some 20 MB."""

KINDS = (b"\x00\x01\x00\x00", b"true", b"OTTO", b"ttcf")
"""First bytes of unpacked fonts: TrueType, OpenType, collections."""

DAMAGED = gettext("The font is damaged.")

NO_EMBEDDING = 0x0002
"""The bit of a font's licence (OS/2 ``fsType``) that forbids embedding."""


@attrs.frozen(repr=False)
class FurtherFont:
    """A font beside the program's.

    Attributes:
        path: the file's path.
        data: the file's bytes.
        letters: all letters of the font.
    """

    path: Path
    data: bytes
    letters: frozenset[str]

    def subset(self, letters: Iterable[str]) -> bytes:
        """Write a font of these letters alone, with new tables; empty where it has none of them.

        Raises:
            LoadError: the font is damaged.
        """
        wanted = "".join(sorted(self.letters.intersection(letters)))
        if not wanted:
            return b""
        try:
            return _subset(self.data, wanted)
        except Exception as error:  # a damaged file ends in any of them
            raise _refused(self.path, DAMAGED) from error


def _subset(data: bytes, letters: str) -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(data), fontNumber=0, lazy=True, recalcTimestamp=False)
    subsetter = Subsetter(Options(hinting=False, notdef_outline=True))
    subsetter.populate(text=letters)
    subsetter.subset(font)
    made = BytesIO()
    font.save(made)
    return made.getvalue()


def read_font(path: Path) -> FurtherFont:
    """Read a TrueType or OpenType font.

    Raises:
        LoadError: the file can't be read, is no such font, has no outlines, or forbids embedding.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise _refused(
            path, gettext("It can't be read: {strerror}.", strerror=error.strerror)
        ) from error
    if len(data) > MOST_BYTES:
        raise _refused(
            path, gettext("A font has at most {most_bytes} MB.", most_bytes=MOST_BYTES // 1_000_000)
        )
    if not data.startswith(KINDS):
        raise _refused(path, gettext("It is no font: .ttf, .otf and .ttc files are."))
    from fontTools.ttLib import TTFont

    try:
        font = TTFont(BytesIO(data), fontNumber=0, lazy=True)
        has_outlines = any(table in font for table in ("glyf", "CFF ", "CFF2"))
        licence = font["OS/2"].fsType if "OS/2" in font else 0
        letters = frozenset(map(chr, font.getBestCmap() or ()))
    except Exception as error:  # a damaged file ends in any of them
        raise _refused(path, DAMAGED) from error
    if not has_outlines or not letters:
        raise _refused(path, gettext("The font has no outlines of letters."))
    if licence & 0x000F == NO_EMBEDDING:
        raise _refused(path, gettext("The font's licence forbids to put it into documents."))
    return FurtherFont(path, data, letters)


def _refused(path: Path, message: str) -> LoadError:
    return LoadError(str(path), [Finding("bad-font", Severity.ERROR, message)])
