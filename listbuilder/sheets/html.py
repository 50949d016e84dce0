"""Pages to HTML."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from listbuilder.loading.folders import data_folder
from listbuilder.sheets.page import Page, Reference

FONT = re.compile(r"url\((\.\./fonts/[\w.-]+)\)")


def armies_html(pages: Sequence[Page], alone: bool = False) -> str:
    """Lay out the pages of rosters, one after the other.

    Args:
        pages: what is on them.
        alone: put the fonts into the page, which then needs no other file.
    """
    return _render("armies.html", alone, pages=pages)


def reference_html(reference: Reference, stamp: str) -> str:
    """Lay out a quick reference."""
    return _render("reference.html", alone=False, reference=reference, stamp=stamp)


def _render(template: str, alone: bool, **values: Any) -> str:
    html: str = _environment().get_template(template).render(style=_style(alone), **values)
    return html.encode(errors="replace").decode()  # JSON can hold half a character


@cache
def _environment() -> Any:
    """Jinja2 with escaping, and with an error where a name is missing."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(data_folder("templates") / "sheets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _style(alone: bool) -> Any:
    """The style sheet; for a page that stands alone with its fonts, and fit for a screen."""
    from markupsafe import Markup

    folder = data_folder("templates") / "sheets"
    style = (folder / "sheets.css").read_text(encoding="utf-8")
    if alone:
        style = FONT.sub(lambda font: f"url({_inline(folder / font[1])})", style)
        style += (folder / "screen.css").read_text(encoding="utf-8")
    return Markup(style)  # noqa: S704 - our own file, without anything of a user's


def _inline(path: Path) -> str:
    return f"data:font/woff2;base64,{b64encode(path.read_bytes()).decode()}"
