"""Rosters as one line of capital letters and digits: for a code on a sheet, a link, a message.

Small event packs are written in the same way (``EV1:``), so that a link carries the rules by which
its roster is to be judged.

The line is ``LB1:`` and then, in base 32 without its padding, the roster's JSON compressed by zlib
with a dictionary of words that most rosters have. The 1 is the version: another dictionary or
packing would be ``LB2:``. zlib's own sum tells a line that was cut off or changed.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b32decode, b32encode
from binascii import Error as NoBase32Error
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NoReturn

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.loading.save import dump
from listbuilder.messages import gettext
from listbuilder.model.roster import Roster

BEGIN = "LB1:"
"""Beginning of a shared roster."""

BEGIN_PACKS = "EV1:"
"""Beginning of shared event packs."""

LONGEST_PACKS = 4_000
"""Most letters of event packs in a link: chats and servers take addresses of that length."""

MOST_BYTES_OF_PACKS = 32 * 1024

FORM = re.compile(r"\s*LB[0-9]{1,3}:", re.IGNORECASE)
"""Beginning of a shared roster of any version."""

WORDS = (
    b'"notes":"","name":"","id":"","at":"","slot":"","limits":{"points":"choices":{"army":['
    b'{"entry":","size":],"count":}]}]},{"entry":"","with":[{"entry":"'
)
"""zlib's dictionary: texts of most rosters; another one would be another version."""

MOST_BYTES = 512 * 1024
"""Most bytes of an unpacked roster."""


def fold(roster: Roster) -> str:
    """Pack a roster into a line of text, without its file's ``$schema``.

    Raises:
        ValueError: the notes have a value that is no JSON.
    """
    return BEGIN + _digits(_plain(json.loads(dump(roster))))


def fold_packs(packs: Sequence[Any]) -> str:
    """Pack event packs, as JSON values, into a line; empty where it would be too long."""
    said = [_plain(one) for one in packs]
    line = BEGIN_PACKS + _digits(said)
    fits = len(line) <= LONGEST_PACKS and len(json.dumps(said)) <= MOST_BYTES_OF_PACKS
    return line if fits else ""


def mark_of_packs(packs: Sequence[Any]) -> str:
    """Hash event packs, given as JSON values, to tell them from others of a name: 12 letters."""
    said = json.dumps([_plain(one) for one in packs], sort_keys=True)
    return sha256(said.encode()).hexdigest()[:12]


def unfold_packs(line: str, path: str) -> str:
    """Unpack event packs to the JSON of their list, which is not checked yet.

    Args:
        line: a line from outside.
        path: the packs' name in findings.

    Raises:
        LoadError: the line is cut off, changed, or too large once unpacked.
    """
    if len(line) > LONGEST_PACKS or not line.startswith(BEGIN_PACKS):
        _refuse(path, gettext("It is too long, or of another version of Listbuilder."))
    return _text(line.removeprefix(BEGIN_PACKS), path, MOST_BYTES_OF_PACKS)


def _plain(said: Any) -> Any:
    return {key: part for key, part in said.items() if key != "$schema"}


def _digits(said: Any) -> str:
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    packer = zlib.compressobj(9, zdict=WORDS)
    packed = packer.compress(text.encode()) + packer.flush()
    return b32encode(packed).decode().rstrip("=")


def is_folded(text: str) -> bool:
    """Tell whether a text begins like a shared roster."""
    return FORM.match(text) is not None


def unfold(text: str, path: str) -> str:
    """Unpack a shared roster to its JSON, which is not checked yet.

    Blanks, line breaks and lower case in the text don't matter.

    Args:
        text: a text for which ``is_folded`` is true.
        path: the roster's name in findings.

    Raises:
        LoadError: the text is cut off, changed, of another version, or too large once unpacked.
    """
    line = "".join(text.split()).upper()
    if not line.startswith(BEGIN):
        _refuse(path, gettext("It was shared by another version of Listbuilder; get the newest."))
    return _text(line.removeprefix(BEGIN), path, MOST_BYTES)


def _text(digits: str, path: str, most: int) -> str:
    """Unpack digits to text.

    Args:
        digits: base 32, without padding.
        path: the text's name in findings.
        most: most bytes of the text.

    Raises:
        LoadError: the digits are cut off, changed, or unpack to more bytes.
    """
    try:
        packed = b32decode(digits + "=" * (-len(digits) % 8))
        unpacker = zlib.decompressobj(zdict=WORDS)
        data = unpacker.decompress(packed, most + 1)
    except (NoBase32Error, zlib.error):
        _refuse(
            path, gettext("Something is missing or changed in this shared roster: copy all of it.")
        )
    if len(data) > most:
        _refuse(path, gettext("Unpacked, this is larger than {most} KiB.", most=most // 1024))
    if not unpacker.eof or unpacker.unused_data:
        _refuse(path, gettext("This shared roster is not whole, or more than one: copy all of it."))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        _refuse(path, gettext("This shared roster holds no text."))


def _refuse(path: str, message: str) -> NoReturn:
    finding = Finding("not-shared-whole", Severity.ERROR, message, line=1, column=1)
    raise LoadError(path, [finding]) from None
