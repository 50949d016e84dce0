"""Tables for a terminal: aligned columns, narrower in a narrow window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.messages import gettext, translated
from listbuilder.report.terminal import Tone, escape_control, toned, width, window
from listbuilder.report.verdict_words import TONES

MOST_CELL = 400
"""Most letters of a cell."""

LEAST_CELL = 12
"""Least width of a cell, in columns of the window, where the window is too narrow."""


def table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    whole: int = 0,
    spare: Sequence[str] = (),
) -> Iterator[str]:
    """Yield the lines of a table with aligned columns; the last column is not padded.

    A single long cell would make all lines long, so cells are cut off; in a window that is too
    narrow the widest columns are narrowed, and then spare columns are left out.

    Args:
        heads: the heads of the columns.
        rows: the rows of cells.
        whole: index of the column that is never cut: players copy its cells into commands.
        spare: heads of columns that a narrow window leaves out, in this order.
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
    """List the columns that a window has room for, once each is as narrow as it can be."""
    kept = [*range(len(heads))]
    for head in spare:
        least = [widths[at] if at == whole else min(widths[at], LEAST_CELL) for at in kept]
        if sum(least) + 2 * (len(kept) - 1) <= room:
            break
        kept = [at for at in kept if at == whole or heads[at] != head]
    return kept


def _narrowed(widths: Sequence[int], room: int, whole: int) -> list[int]:
    """Narrow the widest columns until all fit, down to the least readable width."""
    fitted = list(widths)
    giving = [index for index in range(len(widths)) if index != whole]
    while sum(fitted) > room and giving:
        widest = max(giving, key=fitted.__getitem__)
        if fitted[widest] <= LEAST_CELL:
            break
        fitted[widest] -= 1
    return fitted


def _cut(cell: str, most: int) -> str:
    """Cut off a cell that is too long for its column."""
    if width(cell) <= most:
        return cell
    kept = cell[: most - 1]
    while width(kept) > most - 1:
        kept = kept[:-1]
    return f"{kept}…"
