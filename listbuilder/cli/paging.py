"""Long output, page by page on a terminal."""

from __future__ import annotations

import os
from collections.abc import Iterable

import click

from listbuilder.report.terminal import window


def echo_lines(lines: Iterable[str]) -> None:
    """Write lines, through the system's pager where they are more than the window holds."""
    text = "\n".join(lines)
    seen = window()
    if seen is not None and text.count("\n") + 2 > seen.lines:
        os.environ.setdefault("LESS", "FRX")  # as git does: colours, and no page for what fits
        click.echo_via_pager(text)
    else:
        click.echo(text)
