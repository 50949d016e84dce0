"""Pages to HTML."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import attrs

from listbuilder.content.cards import Card
from listbuilder.content.page import Page
from listbuilder.content.profiles import ProfileRow, ProfileTable
from listbuilder.content.reference import Reference
from listbuilder.content.terms import Told
from listbuilder.content.verification_code import qr_code
from listbuilder.loading.folders import data_folder
from listbuilder.sheets.options import INSETS, PAPERS, Millimetres, Options
from listbuilder.sheets.render.imposition import PressSheet

TITLE = re.compile(r' title="[^"]*"')
FONT = re.compile(r"url\((\.\./fonts/[\w.-]+)\)")


@attrs.frozen
class Face:
    """What is printed around a face of a card.

    Attributes:
        title: the card's, at the head of a face that goes on.
        part: which of the card's faces it is; empty for the only one.
        source: where the rules of it stand.
        label: what the card belongs to.
        empty: it is the back of a card that has nothing more to say.
    """

    title: str
    part: str
    source: str
    label: str
    hue: int
    empty: bool = False
    goes_on: bool = False


@attrs.frozen
class Printing:
    """A roster's pages, with the press sheets of its cards."""

    page: Page
    press_sheets: Sequence[PressSheet] = ()


def armies_html(printings: Sequence[Printing], faces: Sequence[Face], options: Options) -> str:
    """Lay out the pages of rosters, one after the other, with empty places for faces of cards.

    Args:
        printings: what is on the pages.
        faces: what is around each face, by number.
        options: what is asked for.
    """
    inset = INSETS[options.cards]
    return _render("armies.html", printings=printings, faces=faces, inset=inset, **_about(options))


def screen_html(page: Page, options: Options) -> str:
    """Lay out the pages of a roster as one that needs no other file."""
    style = _screen_style()
    return _render("screen.html", page=page, style=style, **_about(options))


def reference_html(reference: Reference, stamp: str, options: Options) -> str:
    """Lay out a quick reference."""
    return _render("reference.html", reference=reference, stamp=stamp, **_about(options))


def card_html(card: Card, told: Sequence[Told] = ()) -> str:
    """Lay out a card, as a piece of a page, without what only a screen shows.

    Args:
        card: what is on it.
        told: which of its names it explains.
    """
    return TITLE.sub("", _render("face.html", card=card, told=told))


def faces_html(cards: Sequence[tuple[str, float]], size: Millimetres, options: Options) -> str:
    """Lay out cards on faces of a size, one after the other.

    Args:
        cards: each from ``card_html``, with the size of its text in points.
        size: of a face.
        options: what is asked for.
    """
    cards = [(_ours(card), points) for card, points in cards]
    return _render("faces.html", cards=cards, size=size, ink_saver=options.ink_saver)


def _about(options: Options) -> dict[str, Any]:
    return {
        "sheets": options.sheets,
        "paper": PAPERS[options.paper],
        "ink_saver": options.ink_saver,
    }


def _render(template: str, **values: Any) -> str:
    html: str = _environment().get_template(template).render(**values)
    return html.encode(errors="replace").decode()  # JSON can hold half a character


@cache
def _environment() -> Any:
    """Jinja2 with escaping, and with an error where a name is missing."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(data_folder("templates") / "sheets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters["parted"] = parted
    environment.filters["drawn"] = qr_code
    return environment


def parted(grid: ProfileTable) -> Iterator[ProfileTable]:
    """Part a table below which something is said of one of its pieces.

    Each part has the columns that it fills.
    """
    starts = [place for place, row in enumerate(grid.rows) if place == 0 or _is_described(row)]
    for start, end in zip(starts, [*starts[1:], len(grid.rows)], strict=True):
        rows = grid.rows[start:end]
        filled = [
            place for place in range(len(grid.columns)) if any(row.values[place] for row in rows)
        ]
        yield _noted(
            ProfileTable(
                tuple(grid.columns[place] for place in filled),
                tuple(
                    attrs.evolve(row, values=tuple(row.values[place] for place in filled), made=())
                    for row in rows
                ),
            )
        )


MANY_COLUMNS = 8
LONG, LONG_OF_MANY = 9, 3
"""Letters that fit into a cell of a table, and into one of many columns."""


def _noted(grid: ProfileTable) -> ProfileTable:
    """Put values that are too long for their cells below the table, with stars in their place."""
    most = LONG_OF_MANY if len(grid.columns) >= MANY_COLUMNS else LONG
    notes = tuple(
        f"{row.title}: {name} {value}" if row.title and len(grid.rows) > 1 else f"{name} {value}"
        for row in grid.rows
        for (_, name), value in zip(grid.columns, row.values, strict=True)
        if len(value) > most
    )
    rows = tuple(
        attrs.evolve(row, values=tuple("*" if len(one) > most else one for one in row.values))
        for row in grid.rows
    )
    return attrs.evolve(grid, rows=rows, notes=notes)


def _is_described(row: ProfileRow) -> bool:
    piece = row.piece
    return piece is not None and bool(
        piece.figures or piece.raised or piece.wargear or piece.options or piece.text or piece.names
    )


@cache
def _screen_style() -> Any:
    """The style sheet with its fonts, fit for a screen."""
    folder = data_folder("templates") / "sheets"
    style = (folder / "sheets.css").read_text(encoding="utf-8")
    style = FONT.sub(lambda font: f"url({_inline(folder / font[1])})", style)
    return _ours(style + (folder / "screen.css").read_text(encoding="utf-8"))


def _ours(html: str) -> Any:
    """Mark what needs no escaping: our own files, and what came out of our templates."""
    from markupsafe import Markup

    return Markup(html)  # noqa: S704 - see above


def _inline(path: Path) -> str:
    return f"data:font/woff2;base64,{b64encode(path.read_bytes()).decode()}"
