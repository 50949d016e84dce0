"""What commands show in the window of a terminal, drawn as SVG."""

from __future__ import annotations

import io
import os
import re
import shlex
from contextlib import redirect_stdout, suppress
from html import escape
from unittest.mock import patch

from listbuilder.cli import main
from listbuilder.report.terminal import width

COLUMNS = 84
LINES = 34
"""Lines that are drawn; of more, the first."""

ACROSS, DOWN, EDGE = 8.4, 20, 14
"""Of a column, a line and the frame: units."""

STYLES = {
    "1": 'font-weight="bold"',
    "2": 'opacity=".6"',
    "31": 'fill="#ff8a80"',
    "32": 'fill="#8fd694"',
    "33": 'fill="#f2c55c"',
    "36": 'fill="#79cfe0"',
}
"""What the numbers of an escape sequence mean."""

ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")


class Terminal(io.TextIOWrapper):
    """An output that is a terminal."""

    def isatty(self) -> bool:
        return True


def screen(command: str) -> str:
    """Run a command of ours in this process, and give what it writes to a terminal."""
    shown = Terminal(io.BytesIO(), encoding="utf-8", write_through=True)
    where = {"COLUMNS": str(COLUMNS), "LINES": "500", "TERM": "xterm", "NO_COLOR": ""}
    arguments = ["listbuilder", *shlex.split(command, comments=True)]
    with (
        patch.dict(os.environ, where),
        patch("sys.argv", arguments),
        redirect_stdout(shown),
        suppress(SystemExit),
    ):
        main()
    shown.flush()
    assert isinstance(shown.buffer, io.BytesIO)
    return shown.buffer.getvalue().decode()


def drawn(command: str, shown: str) -> str:
    """Draw a command and what it showed."""
    lines = [f"\x1b[2m$\x1b[0m listbuilder {command.partition('  #')[0]}", *_broken(shown)]
    if len(lines) > LINES:
        lines = [*lines[:LINES], "\x1b[2m…\x1b[0m"]
    wide, high = round(COLUMNS * ACROSS + 2 * EDGE), len(lines) * DOWN + 2 * EDGE
    rows = [row for number, line in enumerate(lines) for row in _row(line, number)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}"'
            f' viewBox="0 0 {wide} {high}">',
            f'<rect width="{wide}" height="{high}" rx="6" fill="#1e1b18"/>',
            '<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14"'
            ' fill="#f4efe6">',
            *rows,
            "</g>",
            "</svg>\n",
        ]
    )


def _broken(shown: str) -> list[str]:
    """Break lines where the window ends, as a terminal does."""
    lines = []
    for line in shown.splitlines():
        plain = ESCAPE.sub("", line)
        if plain != line or width(plain) <= COLUMNS:
            lines.append(line)
        else:
            lines += (line[at : at + COLUMNS] for at in range(0, len(line), COLUMNS))
    return lines


def _row(line: str, number: int) -> list[str]:
    """Draw a line: each stretch of one style, without gaps, at its column, whatever the font."""
    column, styles, row = 0, "", []
    for at, part in enumerate(ESCAPE.split(line)):
        if at % 2:
            numbers = [one for one in part.split(";") if one and one != "0"]
            styles = "".join((styles, *(f" {STYLES[one]}" for one in numbers))) if numbers else ""
            continue
        for text in re.split(r"(^ +| {2,}| +$)", part):
            if text.strip():
                where = f'x="{EDGE + ACROSS * column:g}" y="{EDGE + DOWN * number + 15}"'
                long = f'textLength="{ACROSS * width(text):g}"'
                row.append(f"<text {where} {long}{styles}>{escape(text)}</text>")
            column += width(text)
    return row
