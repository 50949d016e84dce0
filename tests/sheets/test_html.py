"""The pages' HTML: read as XML it is what an HTML parser reads, and styled by its own sheets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest
import tinyhtml5

from listbuilder.content.page import Page
from listbuilder.sheets import Options, silent
from listbuilder.sheets.options import SHEETS
from listbuilder.sheets.render import pdf
from listbuilder.sheets.render.html import PARTS, part_html
from listbuilder.sheets.render.imposed_cards import job_of
from listbuilder.sheets.render.print_pages import print_pages
from tests.sheets import board
from tests.sheets.game import play

BOARD = board.army(board.bank("near", {"entry": "spear", "notes": '<Hold> & "win"!'}, "powder"))
GAMES: dict[str, Page] = {"numbers": play().page, "board": board.board(BOARD).page}
EVERYTHING = Options(sheets=SHEETS, duplex=True, back="wall")


def read(element: Any) -> Iterator[tuple[object, ...]]:
    """What is in an element; an HTML parser tells the namespace of a drawing twice."""
    for each in element.iter():
        said = {name: value for name, value in each.attrib.items() if "xmlns" not in name}
        yield each.tag, said, each.text or "", each.tail or ""


@pytest.mark.parametrize("game", GAMES)
def test_page_is_the_same_to_an_xml_parser_and_to_a_browser(game: str) -> None:
    (printing,) = job_of([GAMES[game]], EVERYTHING).printings()
    htmls = [part_html(printing, 0, part, EVERYTHING) for part in PARTS]
    assert all(htmls)
    for html in htmls:
        ours = pdf.page_element(html).etree_element.find("body/div")
        theirs = tinyhtml5.parse(html, namespace_html_elements=False).find("body/div")
        ours.tail = theirs.tail = ""  # what is behind the body belongs to it in a browser
        assert [*read(ours)] == [*read(theirs)]


@pytest.mark.parametrize("game", GAMES)
def test_each_part_has_the_style_that_it_needs(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = attrs.evolve(GAMES[game], code="")
    own = print_pages([page], EVERYTHING, silent).pdf
    every = [pdf.style_sheet(name) for name in ("sheets", "cards", "pages")]
    monkeypatch.setattr(pdf, "style_sheets", lambda part: every)
    assert print_pages([page], EVERYTHING, silent).pdf == own
