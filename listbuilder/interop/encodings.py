"""Encodings of text files: UTF-8, or UTF-16 with a byte order mark, as Windows writes it."""

from __future__ import annotations

import codecs

MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decoded(raw: bytes, errors: str = "strict") -> str:
    """Decode a file's text, without its byte order mark.

    Args:
        raw: the file's bytes.
        errors: the handling of bytes that can't be decoded, as in ``bytes.decode``.

    Raises:
        UnicodeDecodeError: a byte can't be decoded, and ``errors`` is ``strict``.
    """
    if raw[:2] in MARKS:
        return raw.decode("utf-16", errors)
    return raw.removeprefix(codecs.BOM_UTF8).decode("utf-8", errors)


def beginning(raw: bytes) -> str:
    """Decode the beginning of a file, without leading blanks."""
    return decoded(raw[:1024], "replace").lstrip()
