"""Booklets: folded sheets show the pages in their order, and nothing of them is lost."""

from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from listbuilder.checking.check import check_file
from listbuilder.interop.opening import load_roster
from listbuilder.rules.evaluate import judge_of
from listbuilder.sheets import Options, print_armies
from listbuilder.sheets.render.booklet import folded_order
from tests.shipped import LIBRARY

ROSTER = next(path for path in LIBRARY.rosters() if path.stem == "heads-over-the-wall")


def leafed(sides: list[tuple[int | None, int | None]]) -> list[int | None]:
    """What a reader sees who leafs through the folded stack."""
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    first = [page for front, back in sheets for page in (front[1], back[0])]
    second = [page for front, back in reversed(sheets) for page in (back[1], front[0])]
    return first + second


@pytest.mark.parametrize("pages", range(1, 14))
def test_whoever_leafs_through_it_finds_the_pages_in_order(pages: int) -> None:
    seen = leafed(list(folded_order(pages)))
    assert seen[:pages] == list(range(pages))
    assert seen[pages:] == [None] * (-pages % 4)


@pytest.mark.parametrize(("paper", "size"), [("a4", (842, 595)), ("letter", (792, 612))])
def test_two_pages_stand_on_a_side(tmp_path: Path, paper: str, size: tuple[int, int]) -> None:
    loaded = load_roster(ROSTER, LIBRARY)
    judge = judge_of(loaded.book)
    army = (judge, judge.evaluate(loaded.roster), check_file(ROSTER, LIBRARY).findings)
    sheets = ("army", "rules")
    options = Options(sheets=sheets, paper=paper, booklet=True)  # type: ignore[arg-type]
    read = {}
    for name, one in (("plain", Options(sheets=sheets, paper="a5")), ("booklet", options)):  # type: ignore[arg-type]
        (tmp_path / name).write_bytes(print_armies([army], one).pdf)
        read[name] = PdfReader(tmp_path / name)
    plain = [page.extract_text().split() for page in read["plain"].pages]
    booklet = read["booklet"].pages
    assert [round(float(each)) for each in booklet[0].mediabox[2:]] == list(size)
    sides = list(folded_order(len(plain)))
    assert len(booklet) == len(sides)
    for page, side in zip(booklet, sides, strict=True):
        text = page.extract_text().split()
        assert sorted(text) == sorted(
            word for number in side if number is not None for word in plain[number]
        )
    root: Any = read["booklet"].trailer["/Root"]
    assert root["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipShortEdge"
