"""Tables for a terminal: columns in line, and narrower where the window is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.messages import gettext, translated
from listbuilder.report.terminal import Tone, escape_control, toned, width, window
from listbuilder.report.verdict_words import TONES

MOST_CELL = 400
"""Letters of a cell of a table."""

LEAST_CELL = 12
"""Columns that a cell keeps where a window is too narrow for its table."""


def table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    whole: int = 0,
    spare: Sequence[str] = (),
) -> Iterator[str]:
    """Yield the lines of a table with its columns in line; the last is not padded.

    One long cell would make each line as long, so of cells only so much is shown; in a window that
    is too narrow the widest columns give way, and then those that can be spared are left out.

    Args:
        heads: over the columns.
        rows: of cells.
        whole: the column that never gives way: its cells are copied into the next command.
        spare: heads of columns that a narrow window does without, the first one first.
    """
    whole %= len(heads)
    cells = [[*map(translated, row)] for row in (heads, *rows)]
    plain = [[escape_control(_cut(cell, MOST_CELL)) for cell in row] for row in cells]
    widths = [max(map(width, column)) for column in zip(*plain, strict=True)]
    seen = window()
    gone: list[str] = []
    if seen is not None:
        kept = _kept(heads, widths, seen.columns, whole, spare)
        gone = [translated(head) for index, head in enumerate(heads) if index not in kept]
        rows = [[row[index] for index in kept] for row in rows]
        plain = [[row[index] for index in kept] for row in plain]
        widths, whole = [widths[index] for index in kept], kept.index(whole)
        widths = _narrowed(widths, seen.columns - 2 * (len(widths) - 1), whole)
    for number, row in enumerate(plain):
        line = []
        for at, (cell, most) in enumerate(zip(row, widths, strict=True)):
            fitted = cell if seen is None else _cut(cell, most)
            tone = TONES.get(rows[number - 1][at]) if number else Tone.QUIET
            line.append(f"{toned(fitted, tone)}{' ' * (most - width(fitted))}")
        yield "  ".join(line).rstrip()
    if gone:
        wider = gettext("A wider window shows: {names}.", names=", ".join(gone))
        yield toned(translated(wider), Tone.QUIET)


def _kept(
    heads: Sequence[str], widths: Sequence[int], room: int, whole: int, spare: Sequence[str]
) -> list[int]:
    """The columns that a window has room for, once each has given way as far as it can."""
    kept = [*range(len(heads))]
    for head in spare:
        least = [widths[at] if at == whole else min(widths[at], LEAST_CELL) for at in kept]
        if sum(least) + 2 * (len(kept) - 1) <= room:
            break
        kept = [at for at in kept if at == whole or heads[at] != head]
    return kept


def _narrowed(widths: Sequence[int], room: int, whole: int) -> list[int]:
    """Take room from the widest until all fit; none is narrowed past what can be read."""
    fitted = list(widths)
    giving = [index for index in range(len(widths)) if index != whole]
    while sum(fitted) > room and giving:
        widest = max(giving, key=fitted.__getitem__)
        if fitted[widest] <= LEAST_CELL:
            break
        fitted[widest] -= 1
    return fitted


def _cut(cell: str, most: int) -> str:
    """The beginning of a cell that is too long for its columns."""
    if width(cell) <= most:
        return cell
    kept = cell[: most - 1]
    while width(kept) > most - 1:
        kept = kept[:-1]
    return f"{kept}…"
