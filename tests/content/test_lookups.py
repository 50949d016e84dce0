"""What three turns of each game ask, and the sheet that answers it.

``lookups.json`` logs what has to be looked up in set-up (turn 0) and three turns of a shipped army,
as the rule documents go through them: a sheet answers each, or has room to write the answer in.
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from listbuilder.interop.opening import load_roster
from listbuilder.loading.library import Library
from listbuilder.rules.evaluate import judge_of
from listbuilder.sheets import Options, html_of_army

LOOKUPS = json.loads((Path(__file__).parent / "lookups.json").read_text(encoding="utf-8"))
LIBRARY = Library()
SECTION = re.compile(r'<section class="(?:reference )?([\w-]+)[^>]*>(.*?)</section>', re.DOTALL)
PRESS_SHEET = "press-sheet"
TAG = re.compile(r"<[^>]*>")


@cache
def sheets_of(name: str) -> dict[str, str]:
    """The text of each sheet of a shipped army."""
    (path,) = (path for path in LIBRARY.rosters() if path.stem == name)
    loaded = load_roster(path, LIBRARY)
    judge = judge_of(loaded.book)
    html = html_of_army(judge, judge.evaluate(loaded.roster), (), Options())
    found: dict[str, str] = {}
    for name, text in SECTION.findall(html):
        sheet = "cards" if name == PRESS_SHEET else name
        found[sheet] = f"{found.get(sheet, '')} {_plain(text)}".strip()
    return found


def _plain(html: str) -> str:
    text = " ".join(unescape(TAG.sub(" ", html)).split())
    return re.sub(r" (?=[.,;:)])", "", text).replace("( ", "(")


LEAFED = {
    **dict.fromkeys(("flows", "cards"), 0),
    **dict.fromkeys(("sheet", "plans", "tracks", "record", "glance"), 1),
    **dict.fromkeys(("terms", "reference"), 2),
}
"""Pages leafed: the order of play is on top, cards lie beside it, the army's pages below it."""


def test_answers_are_at_hand() -> None:
    """Half a page is leafed on average, and never more than two; each side of each game asks."""
    leafed = [LEAFED[one["sheet"]] for one in LOOKUPS]
    assert sum(leafed) / len(leafed) <= 0.5
    assert max(leafed) <= 2
    assert {one["turn"] for one in LOOKUPS} == {0, 1, 2, 3}
    assert len({one["roster"] for one in LOOKUPS}) == 5


@pytest.mark.parametrize("name", sorted({one["roster"] for one in LOOKUPS}))
def test_each_question_is_answered_on_its_sheet(name: str) -> None:
    sheets = sheets_of(name)
    asked = [one for one in LOOKUPS if one["roster"] == name]
    open_ = [one["question"] for one in asked if one["text"] not in sheets.get(one["sheet"], "")]
    assert open_ == []


def test_the_sheet_on_top_answers_half_of_them() -> None:
    on_top = sum(one["sheet"] == "flows" for one in LOOKUPS)
    assert next(iter(sheets_of(LOOKUPS[0]["roster"]))) == "flows"
    assert 2 * on_top >= len(LOOKUPS)
