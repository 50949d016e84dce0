"""The line of a file that a finding is about, with carets below the value that is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from listbuilder.findings import Finding
from listbuilder.loading.input_limits import MOST_BYTES
from listbuilder.loading.source_map import TOKEN
from listbuilder.report.terminal import Tone, escape_control, toned, width, window

MOST_SHOWN = 72
"""Most characters of a line that are shown: some files have but one line."""

MOST_BEFORE = 24
"""Most of these characters before the marked value."""

BESIDE = 16
"""Columns of a window that are kept free for an indentation and the line's number."""

SPACE = re.compile(r"\s*")
OPENING = "{["
ENDING = " ,{["

UNREADABLE = frozenset({"not-json", "not-utf-8"})
"""Codes of findings about files without values, which have only a position."""


class Quotes:
    """Quotes lines of a file, which is read when the first line is quoted."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._lines: list[str] | None = None
        self._begins = 0, 0

    def of(self, finding: Finding) -> Iterator[str]:
        """Yield the source line of a finding and the marks below it; nothing if it has no line.

        The file is read anew; a pipe can't be, so its findings are not quoted.
        """
        if finding.line is None or finding.column is None:
            return
        if self._lines is None:
            self._lines = _read(self._path)
            written = (index for index, text in enumerate(self._lines) if text.strip())
            first = next(written, 0)
            self._begins = first + 1, _indent(self._lines[first]) if self._lines else 0
        line, start = finding.line, finding.column - 1
        if line > len(self._lines):
            return
        text = self._lines[line - 1]
        if text[start : start + 1] in tuple(OPENING):
            if not finding.pointer and (line, start) <= self._begins:
                return  # the whole file: where it begins says nothing
            if start == len(text) - 1:
                yield from self._first_inside(line)
                return
        if text.strip():
            end = start + 1 if finding.code in UNREADABLE else _extent(text, start)
            yield from marked(text, line, start, end)

    def _first_inside(self, line: int) -> Iterator[str]:
        """Quote the line after one that ends with a bracket: it tells more than the bracket."""
        lines = self._lines or []
        for number in range(line, len(lines)):
            if text := lines[number]:
                yield from marked(text, number + 1, _indent(text), len(text.rstrip(ENDING)))
                return


def marked(text: str, line: int, start: int, end: int) -> Iterator[str]:
    """Yield a line with its number, and below it carets from one offset to another.

    The line's indentation is left out; of a long line only the part around the mark is shown.
    """
    start = min(start, len(text))
    begin = min(_indent(text), start)
    seen = window()
    most = MOST_SHOWN if seen is None else max(MOST_BEFORE, min(MOST_SHOWN, seen.columns - BESIDE))
    if len(text) - begin > most:
        begin = max(begin, min(start - MOST_BEFORE, len(text) - most))
    stop = begin + most
    cut = "…" if begin > _indent(text) else ""
    before, meant = _shown(text[begin:start]), _shown(text[start : min(end, stop)])
    rest = f"{_shown(text[max(start, end) : stop])}{'…' if len(text) > stop else ''}"
    yield f"{line} | {cut}{before}{meant}{rest}"
    gap = " " * (len(cut) + width(before))
    carets = toned("^" * max(1, width(meant)), Tone.HINT)
    yield f"{'':{len(str(line))}} | {gap}{carets}"


def _read(path: Path) -> list[str]:
    try:
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            return []
        lines = path.read_bytes().decode("utf-8-sig", "replace").split("\n")
        return [line.rstrip() for line in lines]
    except (OSError, ValueError):
        return []


def _extent(text: str, start: int) -> int:
    """Find the end of a value in its line; of a value that goes on below, that of its bracket.

    No more than the shown characters are read.
    """
    limit = start + MOST_SHOWN
    depth = 0
    for found in TOKEN.finditer(text, start, limit):
        piece = found[0].strip()
        depth += (piece in ("{", "[")) - (piece in ("}", "]"))
        if found.lastgroup in ("end", "other") and limit < len(text):
            return limit
        if depth <= 0:
            return found.end()
        if found.lastgroup == "end":
            break
    return start + 1


def _indent(text: str) -> int:
    found = SPACE.match(text)
    return found.end() if found else 0


def _shown(text: str) -> str:
    return escape_control(text.replace("\t", " "))
