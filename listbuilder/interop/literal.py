r"""Escaping of a player's own words within a line of text, so that they are read back unchanged.

A backslash escapes a sign (``\”``), or writes an invisible character by its number (``\u000a``);
at the end of a line it joins the next line to it.
"""

from __future__ import annotations

import re
import sys
import unicodedata

BACKSLASH = "\\"

QUOTED = r"“(?:[^”\\]|\\.)*+”"
"""Words in quotation marks."""

SIGNS = re.compile(r"\\(?:u([0-9a-f]{4})|U00([01][0-9a-f]{5})|([^\w\s]))")
BEGINS = re.compile(r"[#+`<{\[]|PK|[Ll][Bb]\d{1,3}:")
"""Beginnings that would make a reader take the text for Markdown, a code fence or another file."""


def literal(text: str) -> str:
    """Escape words, so that none of their signs has a meaning."""
    if text.isprintable() and BACKSLASH not in text and "”" not in text:
        return text
    return "".join(map(_signed, text))


def literal_line(text: str) -> str:
    """Escape words at the end of a line, with their outer blanks, which many programs cut off."""
    inner = text.strip()
    if inner == text:
        return literal(text)
    before, _, after = text.partition(inner) if inner else (text, "", "")
    return "".join([*map(_numbered, before), literal(inner), *map(_numbered, after)])


def literal_head(text: str) -> str:
    """Escape words at the beginning of a file, which must not look like another format."""
    said = literal_line(text)
    if not BEGINS.match(said):
        return said
    return f"{BACKSLASH}{said}" if not said[0].isalnum() else f"{_numbered(said[0])}{said[1:]}"


def meant(text: str) -> str:
    """Undo ``literal``; a backslash before anything else stays a backslash."""
    return SIGNS.sub(_meant, text) if BACKSLASH in text else text


def unquoted(text: str) -> str:
    """Give the unescaped words within quotation marks; text without marks stays as it is."""
    return meant(text[1:-1]) if text[:1] == "“" and text[-1:] == "”" else text


def goes_on(line: str) -> bool:
    """Whether a line ends with a backslash that joins the next line to it."""
    return (len(line) - len(line.rstrip(BACKSLASH))) % 2 == 1


def _signed(letter: str) -> str:
    if letter in (BACKSLASH, "”"):
        return f"{BACKSLASH}{letter}"
    seen = letter.isprintable() or unicodedata.category(letter) == "Zs"
    return letter if seen else _numbered(letter)


def _numbered(letter: str) -> str:
    code = ord(letter)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _meant(found: re.Match[str]) -> str:
    number = found[1] or found[2]
    code = int(number, 16) if number else 0
    if 0xD800 <= code <= 0xDFFF or code > sys.maxunicode:  # half of a letter, or none
        return found[0]
    return chr(code) if number else found[3]
