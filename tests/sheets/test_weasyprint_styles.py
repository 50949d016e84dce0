"""What is kept of styles changes no page: WeasyPrint as it comes draws the same bytes."""

from __future__ import annotations

import sys

import pytest

from listbuilder.sheets import Options, silent
from listbuilder.sheets.options import SHEETS
from listbuilder.sheets.render import weasyprint_styles
from listbuilder.sheets.render.pdf import PdfRenderer
from listbuilder.sheets.render.print_pages import print_pages
from tests.sheets.game import play
from tests.sheets.test_columns import words


def undo(patch: pytest.MonkeyPatch) -> int:
    """Give WeasyPrint its own functions back, wherever it has ours; tell in how many places."""
    modules = [one for name, one in [*sys.modules.items()] if name.startswith("weasyprint.")]
    places = [
        (holder, name, found.__wrapped__)
        for holder in (*modules, sys.modules["weasyprint.formatting_structure.boxes"].Box)
        for name, found in [*vars(holder).items()]
        if getattr(getattr(found, "__code__", None), "co_filename", "")
        == weasyprint_styles.__file__
    ]
    for place in places:
        patch.setattr(*place)
    return len(places)


def test_space_that_hung_over_the_end_of_a_line_has_its_width_on_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    head = "<title>Lines</title><style>p { width: 30mm }</style>"
    lines = "".join(
        f"<p>{'i' * thin}{'m' * broad} <b>Shield</b>, <b>Helmet</b></p>"
        for thin in range(20)
        for broad in range(8)
    )
    html = f'<html lang="en"><head>{head}</head><body>{lines}</body></html>'
    renderer = PdfRenderer()
    kept = words(renderer.lay_out(html))
    undo(monkeypatch)
    assert words(renderer.lay_out(html)) == kept


def test_pages_are_those_of_weasyprint_as_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    page = play().page
    options = Options(sheets=SHEETS, cards="tarot", duplex=True)
    kept = print_pages([page], options, silent).pdf
    assert undo(monkeypatch) > 10
    assert print_pages([page], options, silent).pdf == kept
