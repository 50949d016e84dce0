"""The printed sheets: text, size, escaping; nothing else is read, the bytes are the same again."""

import copy
import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader

import listbuilder
from listbuilder.loading.folders import data_folder
from listbuilder.sheets import (
    Options,
    html_of_army,
    print_armies,
    print_army,
    print_reference,
)
from listbuilder.sheets.options import SHEETS, Paper, Sheet
from listbuilder.sheets.render.pdf import PdfRenderer, read_template
from tests.sheets import board
from tests.sheets.game import CATALOGUE, ENGINE, RULESET, Game, play, roster

NASTY = "<script>alert('x')</script> & \"co\" " + "endless" * 24


def printed(game: Game, paper: Paper = "a4", sheets: tuple[Sheet, ...] = SHEETS) -> PdfReader:
    options = Options(paper=paper, sheets=sheets)
    printed = print_army(game.judge, game.verdict, game.findings, options)
    return PdfReader(BytesIO(printed.pdf))


def text_of(reader: PdfReader) -> str:
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


@pytest.fixture(autouse=True)
def weasyprint_is_silent(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    caplog.set_level(logging.WARNING, "weasyprint")
    yield
    said = [record for record in caplog.records if record.name.startswith("weasyprint")]
    assert [record.getMessage() for record in said] == []


@pytest.fixture(scope="module")
def whole() -> PdfReader:
    return printed(play())


def test_army_sheet_cards_and_reference_are_printed(whole: PdfReader) -> None:
    sheet, cards, looked_up = (" ".join(page.extract_text().split()) for page in whole.pages)
    for words in ("Up the Hill", "LEGAL", "of 400 gold", "Old Mog Thane, Axe, Pony, Charm ×2"):
        assert words in sheet
    assert re.search(r"Up the Hill 278 ?of 400 gold LEGAL", sheet)
    for words in ("12 × Spearman", "Reach 42″ (30 + 12 Long arm)", "4 × Loader", "Wounds"):
        assert words in cards
    for words in (
        "Mishaps",
        "D6",
        "1–2 33.3 % 1/3 Crack! It breaks.",
        "Copy what is empty from The Rules",
    ):
        assert words in looked_up
    assert "roster " in sheet
    assert "1 / 3" in sheet
    for words in ("Up the Hill: record of play", "Turns", "Objectives", "Old Mog: Wounds"):
        assert words in sheet
    for words in ("Up the Hill: at a glance", "12 × Spearman", "Pony"):
        assert words in looked_up


def test_odds_sheet_has_the_tables_unless_the_reference_has_them(whole: PdfReader) -> None:
    assert "Up the Hill: odds" not in text_of(whole)
    (odds,) = printed(play(), sheets=("odds",)).pages
    for words in ("Up the Hill: odds", "Mishap", "33.3 %"):
        assert words in odds.extract_text()


def test_title_is_the_rosters(whole: PdfReader) -> None:
    assert whole.metadata is not None
    assert whole.metadata.title == "Up the Hill"
    assert whole.metadata.creation_date is None


def test_fonts_are_ours(whole: PdfReader) -> None:
    fonts = {
        font["/BaseFont"].split("+")[1].split("-")[0]
        for page in whole.pages
        for font in page["/Resources"]["/Font"].values()  # type: ignore[index]
    }
    assert fonts == {"Text", "Title"}


def test_print_is_large_enough_to_read(whole: PdfReader) -> None:
    def sizes(page: PageObject) -> list[float]:
        contents = page.get_contents()
        assert contents is not None
        return [float(size) * 0.75 for size in re.findall(rb"([\d.]+) Tf", contents.get_data())]

    assert min(size for page in whole.pages for size in sizes(page)) >= 6.99
    assert max(sizes(whole.pages[1])) > 12


def test_card_longer_than_a_page_is_printed_whole() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    catalogue["entries"][1]["text"] = [f"Rule number {number}." for number in range(150)]
    text = text_of(printed(play(roster({"entry": "thane"}), catalogue=catalogue)))
    assert all(f"Rule number {number}." in text for number in range(150))


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_paper(paper: Paper, size: tuple[int, int]) -> None:
    reader = PdfReader(BytesIO(print_reference(play().judge.book, Options(paper=paper))))
    box = reader.pages[0].mediabox
    assert (round(box.width), round(box.height)) == size
    assert "Weather" in text_of(reader)


def test_armies_follow_each_other_each_with_its_stamp() -> None:
    games = [play(roster(ENGINE)), play(roster(ENGINE, name="Down the Hill"))]
    armies = [(game.judge, game.verdict, game.findings) for game in games]
    reader = PdfReader(BytesIO(print_armies(armies).pdf))
    stamps = [
        "".join(re.findall(r"roster [0-9a-f-]{12,}", page.extract_text())) for page in reader.pages
    ]
    first, second = (game.page.stamp.split(" · ")[-1] for game in games)
    assert stamps == [first] * 3 + [second] * 3


def test_illegal_army_is_printed_as_illegal_with_its_finding() -> None:
    text = text_of(printed(play(roster(ENGINE, limits={"gold": 7}))))
    assert "ILLEGAL" in text
    assert "An army costs no more than its gold: 58 gold, at most 7 allowed." in text
    assert "The Rules, page 7" in text


def test_users_text_is_escaped() -> None:
    thane = {"entry": "thane", "name": NASTY, "notes": NASTY}
    game = play(roster(thane, name=NASTY, notes=NASTY))
    html = html_of_army(game.judge, game.verdict, game.findings)
    assert "<script" not in html
    reader = printed(game)
    assert "<script>alert('x')</script>" in text_of(reader)


def test_what_no_page_can_show_is_no_crash() -> None:
    odd = "tab\tnul\x00bell\x07half\ud800"
    game = play(roster({"entry": "thane", "name": odd}, name=odd))
    assert "Thane" in text_of(printed(game))


def test_ruleset_without_anything_to_show_prints() -> None:
    keys = ("profiles", "figures", "tables", "reference", "constraints", "values", "keywords")
    bare = {key: value for key, value in RULESET.items() if key not in keys}
    bare["slots"] = [{"id": "top", "offers": ["flag"]}]
    catalogue = {**CATALOGUE, "entries": [{"id": "flag", "name": "Flag"}]}
    reader = printed(play(roster(army=[{"entry": "flag"}]), bare, catalogue))
    assert len(reader.pages) == 1
    assert "Flag" in text_of(reader)


def test_page_on_its_own_reads_no_other_file() -> None:
    game = play()
    html = html_of_army(game.judge, game.verdict, game.findings)
    assert set(re.findall(r"url\((\w+):?", html)) == {"data"}
    assert not re.search(r"<(link|img|script|iframe)|@import", html)


def test_addresses_in_the_data_are_text() -> None:
    ruleset = copy.deepcopy(RULESET)
    ruleset["reference"][0]["text"] = ['<img src="http://localhost:9/x.png">', "url(http://x.y/)"]
    game = play(ruleset=ruleset)
    assert '<img src="http://localhost:9/x.png">' in text_of(printed(game))


def test_pages_read_templates_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    templates = tmp_path / "templates"
    (templates / "sheets").mkdir(parents=True)
    (templates / "sheets" / "style.css").write_text("p {}", encoding="utf-8")
    (templates / "sheets" / "note.txt").touch()
    (tmp_path / "secret.css").touch()
    (templates / "way-out.css").symlink_to(tmp_path / "secret.css")
    monkeypatch.setattr("listbuilder.sheets.render.pdf.data_folder", lambda kind: tmp_path / kind)
    style = read_template((templates / "sheets/style.css").as_uri())
    assert style == (b"p {}", "text/css")
    for address in (
        "http://localhost:9/style.css",
        "https://example.org/style.css",
        "ftp://localhost/style.css",
        "data:text/css,p{}",
        (tmp_path / "secret.css").as_uri(),
        (templates / "way-out.css").as_uri(),
        (templates / "sheets/note.txt").as_uri(),
        f"{templates.as_uri()}/../secret.css",
        f"{templates.as_uri()}/%2e%2e/secret.css",
        f"file://elsewhere{templates}/sheets/style.css",
    ):
        with pytest.raises(ValueError, match="sheets"):
            read_template(address)


def test_image_from_the_network_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    renderer = PdfRenderer()
    picture = '<img src="http://localhost:9/x.png" alt="x"/>'
    page = f'<html lang="en"><head><title>x</title></head><body>{picture}</body></html>'
    assert renderer.write(renderer.lay_out(page)).startswith(b"%PDF")
    (record,) = caplog.records
    assert "sheets don't read http://localhost:9/x.png" in record.getMessage()
    caplog.clear()


def test_set_up_tracks_cards_and_counters_to_cut_out_have_their_pages() -> None:
    duke = {"entry": "duke", "with": [{"entry": "charge"}]}
    spear = {"entry": "spear", "with": [duke, {"entry": "powder"}], "notes": "Hold!"}
    game = board.board(board.army(board.bank("near", spear, {"entry": "bow", "count": 3})))
    sheet, courage, cards, cut = (
        " ".join(page.extract_text().split()) for page in printed(game).pages
    )
    for words in ("Near bank This side.", "Spear D3/4", "Duke 6 Rally", "Bow Ee1Z", "× 3", "Hold!"):
        assert words in sheet
    # Tracks begin below the army where there is room.
    for words in ("1 Night 2 Night", "Move the marker."):
        assert words in sheet
    for words in ("−10 A bank is lost 9", "The Duke falls"):
        assert words in courage
    for words in ("Charge! Duke", "All move twice. Used", "It explodes."):
        assert words in cards
    assert cut.count("Bow Ee1Z Southmen") == 3
    for title in ("Turns", "Courage"):
        assert title in cut, "each track has a marker"
    assert "Fold these between face and back, and glue." in cut
    assert "Barrels Southmen Powder Southmen" in cut


def test_counters_beyond_what_is_drawn_are_counted() -> None:
    near = board.bank("near", {"entry": "bow", "count": 1000})
    game = board.board(board.army(near))
    assert "600 more are not drawn." in html_of_army(game.judge, game.verdict, game.findings)


def test_name_on_a_counter_is_escaped_and_cut_off() -> None:
    near = board.bank("near", {"entry": "bow", "name": NASTY}, {"entry": "sand", "name": " "})
    game = board.board(board.army(near))
    assert "<script" not in html_of_army(game.judge, game.verdict, game.findings)
    assert "<script>alert" in text_of(printed(game))


ROOT = Path(listbuilder.__file__).parent.parent
AGAIN = """
import sys
from tests.sheets.game import play
from listbuilder.sheets import print_army
game = play()
sys.stdout.buffer.write(print_army(game.judge, game.verdict, game.findings).pdf)
"""


def test_bytes_are_the_same_again(tmp_path: Path) -> None:
    game = play()
    first = print_army(game.judge, game.verdict, game.findings).pdf
    assert first.startswith(b"%PDF")
    fonts = tmp_path / "fonts.conf"
    fonts.write_text(f"<fontconfig><cachedir>{tmp_path}</cachedir></fontconfig>", encoding="utf-8")
    another = {
        "PYTHONHASHSEED": "2",
        "PYTHONPATH": str(ROOT),
        "SOURCE_DATE_EPOCH": "1500000000",
        "FONTCONFIG_FILE": str(fonts),  # a machine without any font
    }
    second = subprocess.run(
        [sys.executable, "-W", "error", "-c", AGAIN],
        cwd=ROOT,
        env={**os.environ, **another},
        check=True,
        capture_output=True,
    )
    assert first == second.stdout
    assert second.stderr == b""


def test_style_asks_for_no_file_that_is_not_there() -> None:
    folder = data_folder("templates") / "sheets"
    style = "".join(file.read_text(encoding="utf-8") for file in folder.glob("*.css"))
    asked = re.findall(r"url\((.*?)\)", style)
    assert asked
    assert all((folder / name).is_file() for name in asked)
