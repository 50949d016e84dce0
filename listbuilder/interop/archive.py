"""The one file within a compressed roster (``.rosz``), read with bounds."""

from __future__ import annotations

import zipfile
import zlib
from io import BytesIO

from listbuilder.interop.refusal import refusal

MOST_RATIO = 200
"""Bytes that one packed byte may stand for; real rosters come to some 30."""


def unpacked(raw: bytes, path: str, most: int) -> bytes:
    """Unpack the only member; its name is not looked at.

    Raises:
        LoadError: it is no zip, has another number of members, or too much in them.
    """
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            members = archive.infolist()
            if len(members) != 1 or members[0].is_dir():
                raise refusal(
                    path, "bad-archive", "A compressed roster holds one file, and no other."
                )
            if members[0].flag_bits & 1:
                raise refusal(path, "bad-archive", "The file in this archive is encrypted.")
            most = min(most, MOST_RATIO * len(raw))
            with archive.open(members[0]) as member:
                data = member.read(most + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError):
        raise refusal(
            path, "bad-archive", "This archive is damaged, or packed in a way that isn't known."
        ) from None
    if len(data) > most:
        raise refusal(
            path, "too-large", f"What is in this archive comes to more than {most} bytes."
        )
    return data
