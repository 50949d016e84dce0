r"""A player's own words within a line of text, so that they come back as they were.

A backslash takes a sign at its word (``\”``), or says one that can't be seen by its number
(``\u000a``); at the end of a line it says that the next goes on.
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
"""How something else begins than the head of an army: Markdown, a fence, other files."""


def literal(text: str) -> str:
    """Write words so that no sign of them means anything."""
    if text.isprintable() and BACKSLASH not in text and "”" not in text:
        return text
    return "".join(map(_signed, text))


def literal_line(text: str) -> str:
    """The same for words that fill the rest of a line, whose ends are cut off by many a program."""
    inner = text.strip()
    if inner == text:
        return literal(text)
    before, _, after = text.partition(inner) if inner else (text, "", "")
    return "".join([*map(_numbered, before), literal(inner), *map(_numbered, after)])


def literal_head(text: str) -> str:
    """The same for words that begin a file."""
    said = literal_line(text)
    if not BEGINS.match(said):
        return said
    return f"{BACKSLASH}{said}" if not said[0].isalnum() else f"{_numbered(said[0])}{said[1:]}"


def meant(text: str) -> str:
    """The words that were written so; a backslash before anything else is one."""
    return SIGNS.sub(_meant, text) if BACKSLASH in text else text


def unquoted(text: str) -> str:
    """The words within quotation marks; text without them as it is."""
    return meant(text[1:-1]) if text[:1] == "“" and text[-1:] == "”" else text


def goes_on(line: str) -> bool:
    """Whether words go on in the next line."""
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
