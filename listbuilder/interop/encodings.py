"""Letters of files: UTF-8, or UTF-16 where the first bytes say so, as Windows writes it."""

from __future__ import annotations

import codecs

MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decoded(raw: bytes, errors: str = "strict") -> str:
    """The text of a file, without the mark that it may begin with.

    Args:
        raw: its bytes.
        errors: what becomes of bytes that are no letters, as ``bytes.decode`` has it.

    Raises:
        UnicodeDecodeError: a byte is no letter.
    """
    if raw[:2] in MARKS:
        return raw.decode("utf-16", errors)
    return raw.removeprefix(codecs.BOM_UTF8).decode("utf-8", errors)


def beginning(raw: bytes) -> str:
    """The first letters of a file, from the first that can be seen on."""
    return decoded(raw[:1024], "replace").lstrip()
