"""Zip archives: a compressed roster (``.rosz``) with one file in it, or a folder of armies."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterable
from io import BytesIO
from pathlib import PurePosixPath

from listbuilder.interop.refusal import refusal
from listbuilder.loading.input_limits import MOST_BYTES
from listbuilder.messages import gettext

MOST_RATIO = 200
"""Most bytes that one packed byte may unpack to, against zip bombs; real rosters reach some 30."""


BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    RuntimeError,  # a password, or a way of packing that isn't known
    ValueError,
)
DAMAGED = gettext("This archive is damaged, or packed in a way that isn't known.")
HIDDEN = re.compile(r"(?:^|/)(?:\.(?!\.?/)|__MACOSX/)")
NAME = re.compile(r"[^A-Za-z0-9]+")

MOST_ARMIES = 10_000
"""Most members of an archive of armies."""

DATE = (1980, 1, 1, 0, 0, 0)
"""Time stamp of all members: so the same content always gives the same bytes."""


def packed(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Pack files by name."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name, DATE), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def holds_armies(raw: bytes) -> bool:
    """Whether an archive holds rosters, by its members' names; else it is one compressed roster."""
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            names = archive.namelist()
    except BROKEN:
        return False
    return len(names) > 1 or any(name.endswith(".json") for name in names)


def file_stem(name: str) -> str:
    """Make a safe file name of a member's name: letters and digits, hyphens for all else."""
    return NAME.sub("-", PurePosixPath(name).stem)[:100].strip("-") or "army"


def files_within(raw: bytes, path: str, most: int | None = None) -> list[tuple[str, bytes]]:
    """Unpack all files: the stem of each name (``file_stem``) and the bytes.

    Hidden files, and those that macOS adds, are left out.

    Args:
        raw: the archive.
        path: the archive's name in messages.
        most: most bytes of all files together; None: no limit.

    Raises:
        LoadError: the archive is no zip, or holds too much.
    """
    found: list[tuple[str, bytes]] = []
    left = MOST_RATIO * len(raw)
    if most is not None:
        left = min(left, most)
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            for member in archive.infolist():
                if member.is_dir() or HIDDEN.search(member.filename):
                    continue
                with archive.open(member) as file:
                    data = file.read(min(left, MOST_BYTES) + 1)
                left -= len(data)
                if left < 0 or len(data) > MOST_BYTES or len(found) == MOST_ARMIES:
                    raise refusal(path, "too-large", gettext("There is too much in this archive."))
                found.append((member.filename, data))
    except BROKEN:
        raise refusal(path, "bad-archive", DAMAGED) from None
    return found


def unpacked(raw: bytes, path: str, most: int) -> bytes:
    """Unpack the only member; its name is not looked at.

    Raises:
        LoadError: the archive is no zip, has none or several members, or holds too much.
    """
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            members = archive.infolist()
            if len(members) != 1 or members[0].is_dir():
                many = sum(not one.is_dir() for one in members)
                message = gettext(
                    "A compressed roster holds one file, and this archive {many}: unpack it.",
                    many=many,
                )
                raise refusal(path, "bad-archive", message)
            if members[0].flag_bits & 1:
                raise refusal(
                    path, "bad-archive", gettext("The file in this archive is encrypted.")
                )
            most = min(most, MOST_RATIO * len(raw))
            with archive.open(members[0]) as member:
                data = member.read(most + 1)
    except BROKEN:
        raise refusal(path, "bad-archive", DAMAGED) from None
    if len(data) > most:
        raise refusal(
            path,
            "too-large",
            gettext("What is in this archive comes to more than {most} bytes.", most=most),
        )
    return data
