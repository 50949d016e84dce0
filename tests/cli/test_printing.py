"""print and reference: what they are asked for, what they say, and what they refuse."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from listbuilder.interop.archive import packed
from listbuilder.interop.opening import load_roster
from listbuilder.loading.share import fold
from tests.cli.conftest import ROSTERS, Run
from tests.shipped import LIBRARY

ROSTER = next(path for path in ROSTERS if path.stem == "grond-is-coming")


def text(path: str) -> str:
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(path).pages)


def test_nothing_is_left_among_temporary_files(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    command = ["print", str(ROSTER), "--only", "orc captain", "-o", str(tmp_path / "x.pdf")]
    subprocess.run(
        [sys.executable, "-m", "listbuilder", *command],
        env={**os.environ, "TMPDIR": str(temporary)},
        check=True,
        capture_output=True,
    )
    assert not list(temporary.iterdir())


def test_only_some_cards_on_cards_of_a_size(run: Run) -> None:
    said = run("print", ROSTER, "-o", "x.pdf", "--only", "mordor war catapult", "--duplex")
    assert said.code == 0
    assert said.err == ""
    assert "Mordor War Catapult takes 4 sides of cards, in type of" in said.out
    front, back = PdfReader("x.pdf").pages
    assert "Mordor War Catapult · 2 / 4" in back.extract_text()
    assert "Gothmog" not in front.extract_text()


def test_smaller_type_is_told(run: Run) -> None:
    said = run("print", ROSTER, "-o", "x.pdf", "--only", "Gothmog, Lieutenant of Sauron")
    assert "1 card is in smaller type to hold all, the smallest of" in said.out
    assert "smaller" not in run("print", ROSTER, "-o", "x.pdf", "--only", "Orc Tracker").out


def test_letters_that_the_fonts_lack_are_told_with_the_name(run: Run) -> None:
    data = json.loads(Path(ROSTER).read_text(encoding="utf-8"))
    Path("cjk.json").write_text(json.dumps({**data, "name": "Gate 龍"}), encoding="utf-8")
    said = run("print", "cjk.json", "-o", "x.pdf", "--sheets", "army")
    assert "The fonts lack 龍 (U+9F8D) in “Gate 龍”" in said.out
    assert "lack" not in run("print", ROSTER, "-o", "x.pdf", "--sheets", "army").out


def test_single_cards_are_pages_of_their_size_with_bleed_around(run: Run) -> None:
    only = ("--only", "Orc Tracker", "--single")
    run("print", ROSTER, "-o", "x.pdf", *only, "--bleed", "3mm")
    (page,) = PdfReader("x.pdf").pages
    trim, media = page.trimbox, page.mediabox
    assert (float(trim.width), float(trim.height)) == pytest.approx((178.6, 249.4), abs=0.2)
    assert media.width - trim.width == pytest.approx(2 * 8 / 25.4 * 72, abs=0.2)
    assert page.bleedbox.height - trim.height == pytest.approx(2 * 3 / 25.4 * 72, abs=0.02)
    run("print", ROSTER, "-o", "y.pdf", *only)
    assert PdfReader("y.pdf").pages[0].mediabox.width == pytest.approx(178.6, abs=0.2)


def test_card_for_each_model(run: Run) -> None:
    run("print", ROSTER, "-o", "x.pdf", "--only", "Orc Tracker", "--one-per", "model")
    assert text("x.pdf").count("Orc Tracker") == 3
    assert "3 × Orc Tracker" not in text("x.pdf")


def test_sheets_are_chosen_and_printed_in_their_order(run: Run) -> None:
    assert run("print", ROSTER, "-o", "x.pdf", "--sheets", "reference,army").code == 0
    whole = text("x.pdf")
    assert whole.index("LEGAL") < whole.index("quick reference")
    assert "cards" not in whole


def test_an_opponent_gets_the_army_and_its_cards_where_nothing_is_asked_for(run: Run) -> None:
    run("print", ROSTER, "-o", "x.pdf", "--for", "opponent")
    whole = text("x.pdf")
    assert "LEGAL" in whole
    assert "Grond Is Coming: cards" in whole
    assert "order of play" not in whole
    assert "quick reference" not in whole
    run("print", ROSTER, "-o", "x.pdf", "--for", "opponent", "--sheets", "flow")
    assert "order of play" in text("x.pdf")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--sheets", "army,card"], "there is no “card”. Did you mean “cards”?"),
        (["--sheets", ","], "name some of flow, army, trackers"),
        (["--only", "grond"], "No card is called “grond”."),
        (["--cards", "huge"], "'huge' is not one of"),
        (["--sheets", "counters"], "there is nothing for counters to show"),
        (["--bleed", "3 cm"], "“3 cm” is no length, such as 3mm"),
        (["--bleed", "30mm"], "it is from 0 to 10 mm"),
        (["--html", "x.json"], "A page for a browser is of one roster."),
    ],
)
def test_what_cannot_be_printed_is_told(run: Run, arguments: list[str], told: str) -> None:
    said = run("print", ROSTER, "-o", "x.pdf", *arguments)
    assert said.code == 2
    assert told in said.err
    assert not Path("x.pdf").exists()


def test_page_for_a_browser(run: Run) -> None:
    assert run("print", ROSTER, "-o", "x.html", "--html", "--sheets", "army").code == 0
    page = Path("x.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "Mordor War Catapult" in page


def test_what_was_printed_is_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr("click.launch", shown.append)
    run("print", ROSTER, "-o", "x.html", "--html", "--sheets", "army", "--open")
    run("print", ROSTER, "-o", "y.html", "--html", "--sheets", "army")
    assert shown == ["x.html"]


def test_hash_on_the_sheet_is_the_one_that_show_tells(run: Run) -> None:
    run("print", ROSTER, "-o", "x.pdf", "--sheets", "army")
    (line,) = (line for line in run("show", ROSTER).out.splitlines() if "hash" in line)
    assert f"roster {line.split()[-1]}" in text("x.pdf")


def test_scanned_text_is_checked_as_its_file(run: Run) -> None:
    Path("scan.txt").write_text(fold(load_roster(ROSTER, LIBRARY).roster), encoding="utf-8")
    said = run("check", "scan.txt")
    assert said.code == 0
    assert said.out == "scan.txt: legal, 999 of 1000 points (Grond Is Coming)\n"
    Path("scan.txt").write_text("LB1:PD45", encoding="utf-8")
    said = run("check", "scan.txt")
    assert said.code == 2
    assert "[not-shared-whole]" in said.out


def test_reference_on_small_paper(run: Run) -> None:
    assert run("reference", "mesbg", "-o", "x.pdf", "--paper", "a5", "--ink-saver").code == 0
    assert {round(float(page.mediabox.width)) for page in PdfReader("x.pdf").pages} == {420}


def test_png_files_of_cards_alone_fill_a_folder(run: Run, tmp_path: Path) -> None:
    file = next(path for path in ROSTERS if path.stem == "isengard-as-listed")
    folder = tmp_path / "cards"
    assert run("print", file, "--png", "-o", folder, "--only", "Battering Ram").code == 0
    image, *others = sorted(folder.iterdir())
    assert image.name == "001-battering-ram.png"
    assert all(other.stem.endswith("-battering-ram") for other in others)
    assert run("print", file, "--png", "-o", image).code == 2
    for wrong in (["--html"], ["--sheets", "army"]):
        refused = run("print", file, "--png", "-o", folder, *wrong)
        assert (refused.code, "cards alone" in refused.err) == (2, True)


def test_a_folder_makes_a_book_in_the_order_of_tables(run: Run) -> None:
    Path("in").mkdir()
    names = ("heads-over-the-wall", "horns-at-dawn", "grond-is-coming")
    for name in names:
        army = next(path for path in ROSTERS if path.stem == name)
        Path("in", f"{name}.json").write_bytes(army.read_bytes())
    sent = Path("in/horns-at-dawn.json")
    sent.with_suffix(".zip").write_bytes(packed([("list.json", sent.read_bytes())]))
    sent.unlink()
    Path("in/photo.png").write_bytes(b"\x89PNG")
    Path("in/bad.json").write_text("{", encoding="utf-8")
    Path("in/ruleset.json").write_bytes((ROSTER.parents[1] / "ruleset.json").read_bytes())
    Path("pairs.csv").write_text("table,a,b\n1,horns-at-dawn,grond\n", encoding="utf-8")
    said = run(
        "print", "in", "--sheets", "army,cards", "--bound", "--order", "pairs.csv", "-o", "x.pdf"
    )
    assert said.code == 2
    assert "in/photo.png: skipped: It is of another kind than rosters are.\n" in said.err
    assert "in/ruleset.json: skipped: This is a ruleset, no roster.\n" in said.err
    assert "in/bad.json:1:2: error: " in said.err
    pages = [" ".join(page.extract_text().split()) for page in PdfReader("x.pdf").pages]
    titles = ("Horns at Dawn", "Grond Is Coming", "Heads over the Wall")
    starts = [
        next(number for number, text in enumerate(pages, 1) if text.startswith(title))
        for title in titles
    ]
    assert starts == sorted(starts)
    assert [start % 2 for start in starts] == [1, 1, 1]
    for title, start in zip(titles, starts, strict=True):
        assert title in pages[0]
        assert f" {start} " in f"{pages[0]} "
    assert "Horns at Dawn horns-at-dawn " in pages[0], "its player, as the order names him"
    said = run("set", "in/horns-at-dawn.zip", ".", "name=Ours")
    assert (said.code, "is a file of an archive" in said.err) == (2, True)
    assert run("print", "in/photo.png", "-o", "y.pdf").code == 2
    Path("empty").mkdir()
    assert "There is no roster in it." in run("print", "empty", "-o", "y.pdf").err


def test_a_booklet_leaves_out_what_is_cut_out(run: Run) -> None:
    said = run("print", ROSTER, "-o", "x.pdf", "--sheets", "army,cards", "--booklet")
    assert said.code == 0
    assert "flipped on the short edge, and fold in the middle" in said.out
    assert len(PdfReader("x.pdf").pages) == 2
    for wrong in (["--html"], ["--paper", "a5"], ["--sheets", "cards"]):
        assert run("print", ROSTER, "-o", "y.pdf", "--booklet", *wrong).code == 2
        assert not Path("y.pdf").exists()
