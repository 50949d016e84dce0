"""The value at an offset of a JSON text, which may be half typed."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from listbuilder.loading.json_pointer import JsonPath
from listbuilder.loading.source_map import TOKEN


class Cursor(NamedTuple):
    """A place in a text.

    Attributes:
        path: keys and indexes from the top to the value here, or to the value whose key is here.
        at_key: a key is here, or one may be written.
        said: the text of the string here; empty where there is none.
        start, end: offsets of the token here, quotes included; equal where there is none.
    """

    path: JsonPath
    at_key: bool
    said: str
    start: int
    end: int


PIECE = re.compile(r'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"?|[{}\[\],]|[^\s"{}\[\],:]++')
"""A token: a string, which may lack its last quote, a mark, a number or a word."""


def cursor_at(text: str, offset: int) -> Cursor:
    """Find the value or key at an offset."""
    steps: list[str | int] = []
    at_key = False
    for found in PIECE.finditer(text):
        start = found.start()
        if start >= offset:
            break
        piece = found[0]
        first = piece[0]
        if first in "{[":
            at_key = first == "{"
            steps.append("" if at_key else 0)
        elif first in "}]":
            at_key = False
            if steps:
                steps.pop()
        elif first == ",":
            step = steps[-1] if steps else ""
            at_key = bool(steps) and isinstance(step, str)
            if isinstance(step, int):
                steps[-1] = step + 1
        elif found.end() >= offset:
            said = _unquoted(piece) if first == '"' else ""
            path = _path(steps)
            return Cursor((*path[:-1], said) if at_key else path, at_key, said, start, found.end())
        elif at_key and first == '"':
            steps[-1], at_key = piece, False
    path = _path(steps)
    return Cursor((*path[:-1], "") if at_key else path, at_key, "", offset, offset)


def _path(steps: list[str | int]) -> JsonPath:
    return tuple(_unquoted(step) if isinstance(step, str) else step for step in steps)


def string_at(text: str, start: int) -> tuple[int, int]:
    """Give the offsets of a string's content; the string begins at an offset."""
    found = TOKEN.match(text, start)
    return (start + 1, found.end() - 1) if found and found["string"] else (start, start)


def _unquoted(piece: str) -> str:
    try:
        said: str = json.loads(piece)
    except ValueError:
        return piece[1:].rstrip("\r,")
    return said
