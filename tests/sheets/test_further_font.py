"""A font of the player's for letters that ours lack: embedded, and refused where it is no good."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from listbuilder.errors import LoadError
from listbuilder.sheets import Options, Printed, html_of_army, print_army
from listbuilder.sheets.further_font import MOST_BYTES, read_font
from tests.sheets.game import play, roster

NAME = "龍の城"
LICENCE_FORBIDS = 0x0002


def made(path: Path, letters: str = NAME, licence: int = 0) -> Path:
    """Write a font whose letters are squares."""
    glyphs = [".notdef", *(f"u{ord(letter):04X}" for letter in letters)]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap({ord(letter): f"u{ord(letter):04X}" for letter in letters})
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    for point in ((100, 800), (900, 800), (900, 0)):
        pen.lineTo(point)
    pen.closePath()
    square = pen.glyph()
    builder.setupGlyf(dict.fromkeys(glyphs, square))
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (1000, 100)))
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    builder.setupOS2(fsType=licence)
    builder.setupPost()
    builder.save(path)
    return path


def printed(**options: Any) -> Printed:
    game = play(roster({"entry": "thane", "name": NAME}))
    return print_army(
        game.judge, game.verdict, game.findings, Options(sheets=("cards",), **options)
    )


def test_letters_that_ours_lack_come_from_it_and_are_in_the_file(tmp_path: Path) -> None:
    font = read_font(made(tmp_path / "squares.ttf", f"{NAME}舟"))
    without, with_it = printed(), printed(font=font)
    assert {letter for letter, _ in without.lacking} == {*NAME}
    assert with_it.lacking == ()
    page = PdfReader(BytesIO(with_it.pdf)).pages[0]
    assert NAME in page.extract_text()
    fonts: Any = page["/Resources"]["/Font"]  # type: ignore[index]
    names = {font["/BaseFont"].split("+")[1] for font in fonts.values()}
    assert any("Further" in name for name in names)
    assert all(
        one.get_object()["/DescendantFonts"][0]["/FontDescriptor"].get("/FontFile2")
        or one.get_object()["/DescendantFonts"][0]["/FontDescriptor"].get("/FontFile3")
        for one in fonts.values()
    )


def test_subset_has_no_more_than_is_asked_for(tmp_path: Path) -> None:
    font = read_font(made(tmp_path / "squares.ttf", f"{NAME}舟"))
    assert [*TTFont(BytesIO(font.subset("A龍"))).getBestCmap()] == [ord("龍")]
    assert font.subset("A") == b""


def test_page_for_a_browser_holds_it(tmp_path: Path) -> None:
    game = play(roster({"entry": "thane", "name": NAME}))
    font = read_font(made(tmp_path / "squares.ttf"))
    army = (game.judge, game.verdict, game.findings)
    assert "data:font/sfnt;base64," in html_of_army(*army, Options(font=font))
    assert "data:font/sfnt;base64," not in html_of_army(*army)


def refusal(path: Path) -> str:
    with pytest.raises(LoadError) as refused:
        read_font(path)
    return refused.value.findings[0].message


def test_what_is_no_font_is_refused_with_a_sentence(tmp_path: Path) -> None:
    assert "can't be read" in refusal(tmp_path / "nowhere.ttf")
    assert "can't be read" in refusal(tmp_path)
    text = tmp_path / "text.ttf"
    text.write_text("no font")
    assert refusal(text) == "It is no font: .ttf, .otf and .ttc files are."
    large = tmp_path / "large.ttf"
    with large.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    assert refusal(large) == "A font has at most 64 MB."
    forbidden = made(tmp_path / "forbidden.ttf", licence=LICENCE_FORBIDS)
    assert refusal(forbidden) == "The font's licence forbids to put it into documents."


def test_damaged_font_is_refused_or_printed_never_a_crash(tmp_path: Path) -> None:
    good = made(tmp_path / "squares.ttf").read_bytes()
    damaged = tmp_path / "damaged.ttf"
    told = set()
    for place in range(4, len(good), 7):
        damaged.write_bytes(good[:place] + bytes([good[place] ^ 0xFF]) + good[place + 1 :])
        try:
            read_font(damaged).subset(NAME)
        except LoadError as refused:
            told.add(refused.findings[0].message)
    damaged.write_bytes(good[: len(good) // 2])
    assert refusal(damaged) == "The font is damaged."
    assert "The font is damaged." in told
