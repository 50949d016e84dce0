"""Three turns of each game, played from the prints: each look-up, and the page that answers it.

``lookups.json`` logs them in the order in which they came up: the army whose player asked, the turn
(0: set-up), what was asked, and the sheet, page and words that answer. ``told`` says who holds the
answer: ``document``, the rule documents; ``elsewhere``, the players' rulebooks, so that a sheet
points there, has room to write it in, or knows it from another source.

How far the hand goes: cards are cut out, and lie beside the pages that are marked in play or that
counters wait on (``open``); nothing is turned to read them. All other pages (``book``) lie in a
stack in their order, open at the one last read: a look-up turns as many pages as lie between.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from listbuilder.interop.opening import load_roster
from listbuilder.rules.evaluate import Judge, Verdict, judge_of
from listbuilder.sheets import html_of_army, print_army
from tests.shipped import LIBRARY

LOG = json.loads((Path(__file__).parent / "lookups.json").read_text(encoding="utf-8"))
LOOKUPS: list[dict[str, Any]] = LOG["lookups"]
PAGES: dict[str, list[str]] = LOG["pages"]
ROSTERS = sorted(PAGES)
SECTION = re.compile(r'<section class="(?:s\d+ )?(?:reference )?([\w-]+)')
MARKED = re.compile(
    r": (order of play|the castle|record of play|tracks|Turns)\b|Demoralization of"
    r"|Turn (Two|Three|Four|Fourteen) A"
)
"""On a page that lies open: boxes to tick, or counters that wait."""


def _judged(name: str) -> tuple[Judge, Verdict]:
    (path,) = (path for path in LIBRARY.rosters() if path.stem == name)
    loaded = load_roster(path, LIBRARY)
    judge = judge_of(loaded.book)
    return judge, judge.evaluate(loaded.roster)


def _bare(text: str) -> str:
    """Text without what a print may set in its own way: spaces, dashes, quotes."""
    text = re.sub(r"\s+", "", text).lower()
    return text.replace("–", "-").replace("−", "-").replace("’", "'")


@cache
def sheets_of(name: str) -> dict[str, str]:
    """The text of each sheet of a shipped army."""
    parts = SECTION.split(html_of_army(*_judged(name), ()))
    found: dict[str, str] = {}
    for sheet, html in zip(parts[1::2], parts[2::2], strict=True):
        title = "cards" if sheet == "press-sheet" else sheet
        found[title] = found.get(title, "") + _bare(unescape(re.sub(r"<[^>]*>", " ", html)))
    return found


def leafed() -> Iterator[int]:
    """Yield the pages that each look-up turns."""
    stacks = {
        name: [number for number, kind in enumerate(kinds, 1) if kind == "book"]
        for name, kinds in PAGES.items()
    }
    at = dict.fromkeys(PAGES, 0)
    for one in LOOKUPS:
        name, page = one["roster"], one["page"]
        if PAGES[name][page - 1] != "book":
            yield 0
            continue
        place = stacks[name].index(page)
        yield abs(place - at[name])
        at[name] = place


def test_half_a_page_is_leafed_on_average_and_never_more_than_two() -> None:
    pages = [*leafed()]
    assert sum(pages) <= 0.5 * len(pages)
    assert max(pages) <= 2
    for name in ROSTERS:
        turns = [one["turn"] for one in LOOKUPS if one["roster"] == name]
        assert turns == sorted(turns)
        assert {*turns} == {0, 1, 2, 3}


@pytest.mark.parametrize("name", ROSTERS)
def test_each_look_up_is_answered_on_its_sheet(name: str) -> None:
    """All of them, where 95 of 100 were asked for: what play looked up in vain is mended."""
    sheets = sheets_of(name)
    asked = [one for one in LOOKUPS if one["roster"] == name]
    open_ = [
        one["question"] for one in asked if _bare(one["text"]) not in sheets.get(one["sheet"], "")
    ]
    assert open_ == []


def test_nothing_of_play_stands_on_the_odds_alone() -> None:
    """They are not printed where nothing is asked for, and no look-up goes there."""
    assert all("odds" not in sheets_of(name) for name in ROSTERS)


@pytest.mark.proof
@pytest.mark.parametrize("name", ROSTERS)
def test_the_log_has_the_pages_of_the_print(name: str) -> None:
    reader = PdfReader(io.BytesIO(print_army(*_judged(name), ()).pdf))
    texts = [page.extract_text() for page in reader.pages]
    kinds = [
        "card"
        if ": cards" in text[:120]
        else "open"
        if MARKED.search(" ".join(text.split()))
        else "book"
        for text in texts
    ]
    assert kinds == PAGES[name]
    for one in LOOKUPS:
        if one["roster"] == name:
            assert _bare(one["text"]) in _bare(texts[one["page"] - 1]), one["question"]
