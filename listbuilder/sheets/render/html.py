"""Rendering pages to HTML with Jinja2."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, get_args

import attrs

from listbuilder.content.army_sheet import ArmySheet
from listbuilder.content.cards import Card
from listbuilder.content.page import Page
from listbuilder.content.profiles import ProfileRow, ProfileTable
from listbuilder.content.reference import Reference
from listbuilder.content.verification_code import qr_code
from listbuilder.loading.folders import data_folder
from listbuilder.messages import translated
from listbuilder.sheets.options import CARDS, INSETS, PAPERS, Options
from listbuilder.sheets.render.advances import lacking
from listbuilder.sheets.render.imposition import PressSheet, Rectangle
from listbuilder.sheets.render.typescale import geometry
from listbuilder.templating import environment

STYLED = re.compile(r'(?: class="([^"]*)")?((?: [\w-]+="[^"]*")*?) style="([^"]*)"')
"""The ``style`` of an element of our templates, behind its class if it has one; quotes in names
are escaped."""

FONT = re.compile(r"url\((\.\./fonts/[\w.-]+)\)")

UNPRINTABLE = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127, 65534, 65535))
"""Control characters, which no page can show and no XML may hold."""


RosterSection = tuple[int, str]
"""The number of a roster, from 0, and the last CSS class of one of its sections."""

PagePart = Literal["before", "cards", "after"]
PARTS: tuple[PagePart, ...] = get_args(PagePart)
"""Parts of a roster's pages: each begins on a new page, and is laid out by itself."""

BEFORE = frozenset({"flows", "sheet", "tracks", "plans", "record"})
"""The sections before the cards."""

NOTHING_TIGHT: Mapping[RosterSection, int] = MappingProxyType({})


@attrs.frozen
class Frame:
    """A card's cell on a press sheet.

    Attributes:
        cell: the rectangle of the cell.
        html: the face's HTML; empty where an earlier cell has the face, to be copied from.
    """

    cell: Rectangle
    html: str


@attrs.frozen
class FilledSheet:
    """A press sheet with the faces of its cards."""

    sheet: PressSheet
    frames: Sequence[Frame] = ()


@attrs.frozen
class Printing:
    """A roster's pages, with the press sheets of its cards."""

    page: Page
    press_sheets: Sequence[FilledSheet] = ()


def part_html(
    printing: Printing,
    number: int,
    part: PagePart,
    options: Options,
    tight: Mapping[RosterSection, int] = NOTHING_TIGHT,
    title: str = "",
) -> str:
    """Lay out a part of a roster's pages.

    Args:
        printing: the roster's pages and press sheets.
        number: the roster's number, from 0.
        part: the part of its pages.
        options: options of printing.
        tight: steps by which sections are set closer, so that they take a page less.
        title: title of the whole document.

    Returns:
        The HTML; empty where the part has no content.
    """
    about = _about_pages([(number, printing)], options, [part], _within(part, tight, number))
    html = _render("armies.html", title=title, style="", **about)
    return _with_one_style(html) if "<section" in html else ""


def _within(
    part: PagePart, tight: Mapping[RosterSection, int], number: int
) -> dict[RosterSection, int]:
    return {
        (roster, name): steps
        for (roster, name), steps in tight.items()
        if roster == number and part != "cards" and (name in BEFORE) == (part == "before")
    }


def contents_html(sheets: Sequence[ArmySheet], begins: Sequence[int], options: Options) -> str:
    """Lay out the contents of a printed book: the page on which each roster begins.

    Args:
        sheets: the pages of the rosters.
        begins: the number of each roster's first page, from 1.
        options: options of printing.
    """
    contents = [*zip(sheets, begins, strict=True)]
    about = {**_about_pages([], options, [], {}), "contents": contents}
    return _with_one_style(_render("armies.html", title="", style="", **about))


def screen_html(
    printing: Printing, options: Options, tight: Mapping[RosterSection, int] = NOTHING_TIGHT
) -> str:
    """Lay out the pages of a roster as a single HTML file (``part_html``)."""
    about = _about_pages([(0, printing)], options, PARTS, tight)
    about["title"] = printing.page.sheet.name
    html = _render("armies.html", style=_screen_style(), **about)
    font = options.font.subset(lacking({*html})) if options.font else b""
    if font:
        style = _screen_style() + _ours(font_face(_inlined(font, "sfnt")))
        html = _render("armies.html", style=style, **about)
    return _with_one_style(html)


def _about_pages(
    printings: Sequence[tuple[int, Printing]],
    options: Options,
    parts: Sequence[PagePart],
    tight: Mapping[RosterSection, int],
) -> dict[str, Any]:
    about = {"printings": printings, "parts": parts, "tight": tight, "contents": ()}
    return {**about, **_about(options)}


def _with_one_style(html: str) -> str:
    """Move the ``style`` of single elements into the style sheet, as a class for each look.

    So a page's content security policy names a single hash, and WeasyPrint works out the style of
    elements that look alike once.
    """
    rules: dict[str, int] = {}

    def classed(found: re.Match[str]) -> str:
        look = f"s{rules.setdefault(found[3], len(rules))}"
        return f' class="{look} {found[1]}"{found[2]}' if found[1] else f' class="{look}"{found[2]}'

    html = STYLED.sub(classed, html)
    said = "".join(f".s{n}.s{n}.s{n} {{ {rule} }}\n" for rule, n in rules.items())
    return html.replace("</style>", f"{said}</style>", 1)


def reference_html(reference: Reference, stamp: str, options: Options) -> str:
    """Lay out a quick reference."""
    return _render("reference.html", reference=reference, stamp=stamp, **_about(options))


def card_html(card: Card, label: str, options: Options) -> str:
    """Lay out a card as XML: its bands, its blocks, its foot.

    Args:
        card: the card's content.
        label: the name of the card's army.
        options: options of printing.
    """
    return _render("card_parts.html", card=card, label=label, look=_look(options))


def back_html(card: Card, label: str, options: Options) -> str:
    """Lay out the back of a card without text, as a whole face."""
    return _render("back.html", card=card, label=label, look=_look(options), back=options.back)


def _look(options: Options) -> str:
    return " ".join([options.cards, *["plain"] * options.plain, *["bare"] * options.ink_saver])


def _about(options: Options) -> dict[str, Any]:
    return {
        "sheets": options.sheets,
        "paper": PAPERS[options.paper],
        "ink_saver": options.ink_saver,
        "plain": options.plain,
        "scale": geometry(options).scale,
        "inset": INSETS[options.cards],
        "card": CARDS[options.cards],
        "single": options.single or options.bleed > 0,
        "bleed": options.bleed,
    }


def _render(template: str, **values: Any) -> str:
    html: str = _environment().get_template(template).render(**values)
    html = html.translate(UNPRINTABLE)
    return html.encode(errors="replace").decode()  # JSON can hold half a character


@cache
def _environment() -> Any:
    """Make Jinja2's environment for sheets."""
    return environment(
        "sheets",
        {
            "translated": translated,
            "parted": part_profiles,
            "drawn": qr_code,
            "css_string": css_string,
            "unbroken": unbroken,
        },
    )


def css_string(text: str) -> Any:
    """Escape a text between quotes in a style sheet: all but ASCII letters and digits."""
    return _ours(
        "".join(
            letter if letter.isascii() and letter.isalnum() else f"\\{ord(letter):x} "
            for letter in text
        )
    )


def unbroken(text: str, *places: str) -> str:
    """Write a text in the reader's language, with no line break within some places' names."""
    said = translated(text)
    for place in places:
        said = said.replace(place, place.replace(" ", "\xa0"))
    return said


def part_profiles(grid: ProfileTable) -> Iterator[ProfileTable]:
    """Part a table of profiles before each row whose piece is described below the table.

    Each part has only the columns that it fills.
    """
    starts = [place for place, row in enumerate(grid.rows) if place == 0 or _is_described(row)]
    for start, end in zip(starts, [*starts[1:], len(grid.rows)], strict=True):
        rows = grid.rows[start:end]
        filled = [
            place for place in range(len(grid.columns)) if any(row.values[place] for row in rows)
        ]
        yield ProfileTable(
            tuple(grid.columns[place] for place in filled),
            tuple(
                attrs.evolve(row, values=tuple(row.values[place] for place in filled), made=())
                for row in rows
            ),
        )


def _is_described(row: ProfileRow) -> bool:
    piece = row.piece
    return piece is not None and bool(
        piece.figures or piece.raised or piece.wargear or piece.options or piece.text or piece.names
    )


@cache
def _screen_style() -> Any:
    """Join the style sheets for a screen, fonts included."""
    folder = data_folder("templates") / "sheets"
    style = "".join(
        (folder / f"{name}.css").read_text(encoding="utf-8")
        for name in ("fonts", "sheets", "cards", "pages")
    )
    style = FONT.sub(
        lambda font: f"url({_inlined((folder / font[1]).read_bytes(), 'woff2')})", style
    )
    return _ours(style + (folder / "screen.css").read_text(encoding="utf-8"))


def _ours(html: str) -> Any:
    """Mark HTML that needs no escaping: our own files, and results of our templates."""
    from markupsafe import Markup

    return Markup(html)  # noqa: S704 - see above


def font_face(address: str) -> str:
    """Write the CSS rule of the further font."""
    return f"@font-face {{ font-family: Further; src: url({address}) }}"


def _inlined(font: bytes, kind: str) -> str:
    return f"data:font/{kind};base64,{b64encode(font).decode()}"
