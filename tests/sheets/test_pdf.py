"""The file: tagged, in a language, with bookmarks, small, and checked by its code."""

import gc
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
import zxingcpp
from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject

from listbuilder.content.page import Page
from listbuilder.content.verification_code import HIDDEN, NO_CODE, qr_code
from listbuilder.editing.mend import findings_with_remedies
from listbuilder.interop.opening import load_roster
from listbuilder.loading.folders import data_folder
from listbuilder.loading.parse import parse_text
from listbuilder.loading.save import dump
from listbuilder.rules.evaluate import judge_of
from listbuilder.sheets import Options, print_armies, print_army
from listbuilder.sheets.reader import page_for
from listbuilder.sheets.render.pdf import gc_paused
from tests.sheets import board
from tests.sheets.game import Game, play, roster
from tests.shipped import LIBRARY

MOST_BYTES = 60_000
"""Of a page."""


def printed(game: Game, **options: Any) -> PdfReader:
    done = print_army(game.judge, game.verdict, game.findings, Options(**options))
    return PdfReader(BytesIO(done.pdf))


@pytest.fixture(scope="module")
def shipped() -> tuple[PdfReader, int, Page]:
    loaded = load_roster(LIBRARY.rosters()[0], LIBRARY)
    judge = judge_of(loaded.book)
    verdict = judge.evaluate(loaded.roster)
    findings = findings_with_remedies(verdict, judge)
    done = print_army(judge, verdict, findings)
    return PdfReader(BytesIO(done.pdf)), len(done.pdf), page_for(judge, verdict, findings)


def test_file_is_tagged_with_its_language_and_title(
    shipped: tuple[PdfReader, int, Page],
) -> None:
    reader, _, page = shipped
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"] == "true" or root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert b"pdfuaid:part" in root["/Metadata"].get_data()
    assert reader.metadata is not None
    assert reader.metadata.title == page.sheet.name


def test_printer_is_told_which_edge_the_paper_turns_over() -> None:
    game = play()
    asked = {
        flip: printed(game, sheets=("cards",), duplex=True, flip=flip) for flip in ("long", "short")
    }
    asked["none"] = printed(game, sheets=("cards",))
    told = {
        flip: reader.trailer["/Root"]["/ViewerPreferences"].get("/Duplex")  # type: ignore[index]
        for flip, reader in asked.items()
    }
    assert told == {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge", "none": None}


def elements(element: Any) -> Iterator[Any]:
    """Yield the elements of a structure."""
    element = element.get_object()
    if isinstance(element, ArrayObject):
        for one in element:
            yield from elements(one)
    elif isinstance(element, DictionaryObject) and "/S" in element:
        yield element
        yield from elements(element.get("/K", ArrayObject()))


def test_structure_has_headings_tables_and_each_card(
    shipped: tuple[PdfReader, int, Page],
) -> None:
    reader, _, page = shipped
    root: Any = reader.trailer["/Root"]
    found = [str(one["/S"]) for one in elements(root["/StructTreeRoot"]["/K"])]
    assert found.count("/Art") >= len(page.cards)
    assert {"/Document", "/H1", "/H2", "/P", "/Table", "/TH", "/TD"} <= {*found}
    first = next(kind for kind in found if kind.startswith("/H"))
    assert first == "/H1"


def test_each_table_has_heads_that_say_which_way_they_look(
    shipped: tuple[PdfReader, int, Page],
) -> None:
    reader, _, _ = shipped
    root: Any = reader.trailer["/Root"]
    found = [*elements(root["/StructTreeRoot"]["/K"])]
    tables = [one for one in found if one["/S"] == "/Table"]
    heads = [[one for one in elements(table) if one["/S"] == "/TH"] for table in tables]
    assert tables
    assert all(heads)
    told = {head["/A"]["/Scope"] for each in heads for head in each}
    assert told == {"/Row", "/Column"}
    inside = {id(one) for table in tables for one in elements(table)}
    rows = [one for one in found if one["/S"] in ("/TR", "/TD")]
    assert all(id(one) in inside for one in rows)  # what only looks like a table has no cells


def test_what_stands_in_the_margin_of_each_page_is_no_part_of_the_text(
    shipped: tuple[PdfReader, int, Page],
) -> None:
    reader, _, _ = shipped
    root: Any = reader.trailer["/Root"]
    tree = root["/StructTreeRoot"]
    read: dict[int | None, set[int]] = {}
    for one in elements(tree["/K"]):
        kids = one["/K"] if isinstance(one["/K"], ArrayObject) else [one["/K"]]
        pieces = {int(kid) for kid in kids if isinstance(kid, int)}
        if pieces:
            read.setdefault(reader.get_page_number(one["/Pg"]), set()).update(pieces)
    for number, page in enumerate(reader.pages):
        content = page.get_contents()
        assert content is not None
        drawn = content.get_data()
        assert {int(found) for found in re.findall(rb"/MCID (\d+)", drawn)} == read[number]
        assert drawn.count(b"/Pagination") >= 1


def test_link_says_where_it_leads() -> None:
    game = play()
    army = (game.judge, game.verdict, game.findings)
    done = print_armies([army, army], Options(sheets=("army",), bound=True))
    reader = PdfReader(BytesIO(done.pdf))
    links: list[Any] = [link.get_object() for link in reader.pages[0]["/Annots"]]  # type: ignore[attr-defined]
    assert [(link["/Contents"], link["/Dest"], link["/F"]) for link in links] == [
        ("Up the Hill", "roster-0", 4),
        ("Up the Hill", "roster-1", 4),
    ]
    found = [*elements(reader.trailer["/Root"]["/StructTreeRoot"]["/K"])]  # type: ignore[index]
    assert [one["/S"] for one in found].count("/Link") == len(links)


def test_picture_says_what_it_is(shipped: tuple[PdfReader, int, Page]) -> None:
    reader, _, _ = shipped
    root: Any = reader.trailer["/Root"]
    found = elements(root["/StructTreeRoot"]["/K"])
    told = [str(element["/Alt"]) for element in found if element["/S"] == "/Figure"]
    assert told[0] == "The roster as a QR code"
    assert all(told)


def test_bookmarks_name_sheets_and_cards(shipped: tuple[PdfReader, int, Page]) -> None:
    reader, _, page = shipped

    def titles(outline: Any) -> Iterator[str]:
        for one in outline:
            if isinstance(one, list):
                yield from titles(one)
            else:
                yield str(one.title)

    named = {*titles(reader.outline)}
    assert {page.sheet.name, f"{page.sheet.name}: cards"} <= named
    assert all(any(card.piece.name in name for name in named) for card in page.cards)


def test_file_is_small_and_its_fonts_hold_what_is_used(
    shipped: tuple[PdfReader, int, Page],
) -> None:
    reader, size, _ = shipped
    assert size <= MOST_BYTES * len(reader.pages)
    fonts: dict[str, Any] = {}
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            fonts[font["/BaseFont"]] = font
    assert fonts
    for name, font in fonts.items():
        assert name[7] == "+"
        about = font["/DescendantFonts"][0]["/FontDescriptor"]
        (data,) = (about[key] for key in ("/FontFile2", "/FontFile3") if key in about)
        assert len(data.get_data()) < 80_000


def test_code_on_the_sheet_is_the_roster() -> None:
    game = play()
    page = game.page
    code = _scanned(page.code)
    assert parse_text(code).data == parse_text(dump(game.verdict.army.roster)).data


def _scanned(text: str) -> str:
    """Draw a code as the sheet does, and read it back."""
    import re

    from PIL import Image, ImageDraw

    svg = str(qr_code(text))
    found = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    assert found
    width, scale = int(found[1]), 4
    image = Image.new("L", (width * scale, width * scale), 255)
    pen = ImageDraw.Draw(image)
    path = re.search(r' d="([^"]*)"', svg)
    assert path
    x = y = 0.0
    for letter, numbers in re.findall(r"([Mmh])([^Mmh]*)", path[1]):
        values = [float(one) for one in re.findall(r"-?\d*\.?\d+", numbers)]
        if letter == "M":
            x, y = values
        elif letter == "m":
            x, y = x + values[0], y + values[1]
        else:
            box = [x * scale, (y - 0.5) * scale, (x + values[0]) * scale - 1, (y + 0.5) * scale - 1]
            pen.rectangle(box, fill=0)
            x += values[0]
    (read,) = zxingcpp.read_barcodes(image)
    return str(read.text)


def test_opponents_code_says_no_more_than_he_may_know() -> None:
    hers = roster({"entry": "thane", "notes": "Paint him!"}, notes="A ruse")
    game = play(hers)
    mine = parse_text(game.page.code).data
    theirs = page_for(game.judge, game.verdict, game.findings, Options(reader="opponent"))
    seen = parse_text(theirs.code).data
    assert (mine["notes"], mine["army"][0]["with"][0]["notes"]) == ("A ruse", "Paint him!")
    assert "notes" not in seen
    assert "notes" not in seen["army"][0]["with"][0]
    assert seen["army"][0]["with"][0]["entry"] == "thane"


def test_opponent_gets_no_code_of_what_is_hidden() -> None:
    game = board.board(board.army(board.bank("near", "powder", "sand")))
    page = page_for(game.judge, game.verdict, game.findings, Options(reader="opponent"))
    assert (page.code, page.proof) == ("", HIDDEN)
    assert game.page.code


def test_roster_that_no_code_can_hold_says_so() -> None:
    page = play(roster({"entry": "thane"}, notes=[*range(10**5, 10**5 + 4000)])).page
    assert (page.code, page.proof) == ("", NO_CODE)


def test_sheets_are_chosen(tmp_path: Path) -> None:
    game = play()
    texts = {
        sheet: " ".join(page.extract_text() for page in printed(game, sheets=(sheet,)).pages)
        for sheet in ("army", "cards", "reference")
    }
    assert "Legal" in texts["army"] or "LEGAL" in texts["army"]
    assert "LEGAL" not in texts["cards"]
    assert "quick reference" in texts["reference"]
    assert "quick reference" not in texts["cards"]


class Knot:
    """Something that refers to itself, as boxes of a page do."""

    def __init__(self) -> None:
        self.itself = self


def test_what_printing_leaves_is_swept_in_the_end() -> None:
    with gc_paused():
        left = ref(Knot())
        assert left() is not None
    assert left() is None
    assert gc.isenabled()


def test_where_nothing_comes_after_nothing_is_swept() -> None:
    with gc_paused(last=True):
        left = ref(Knot())
    assert left() is not None
    assert gc.isenabled()


def test_the_style_of_elements_knows_all_that_sheets_consist_of() -> None:
    folder = data_folder("templates") / "sheets"
    used = {
        name
        for template in folder.glob("*.html")
        for name in re.findall(r"<([a-z]+\d?)", template.read_text(encoding="utf-8"))
    }
    drawn = {"circle", "path", "polyline", "rect", "text"}  # an svg's own affair
    said = re.sub(r"/\*.*?\*/|\{[^}]*\}", " ", (folder / "elements.css").read_text("utf-8"))
    known = {*re.findall(r"\b[a-z]+\d?\b", said)}
    assert used - known - drawn == {"a", "card", "span"}  # a line's; a card is written as article
