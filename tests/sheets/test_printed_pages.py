"""Printed pages looked at as PDFium draws them: a browser's beside ours, backs behind fronts."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pypdfium2
import pytest
from PIL.ImageFilter import MaxFilter

from listbuilder.editing.mend import findings_with_remedies
from listbuilder.interop.opening import load_roster
from listbuilder.rules.evaluate import judge_of
from listbuilder.sheets import Options, html_of_army, print_army
from listbuilder.sheets.options import CARDS, INSETS, CardSize, Flip, Paper
from tests.sampling import sampled
from tests.sheets.game import ENGINE, play, roster
from tests.shipped import LIBRARY
from tests.web.stories import CHROMIUM, NO_CHROMIUM, chromium

MILLIMETRE = 72 / 25.4
WHITE = 250

NEAR = 0.5
"""Millimetres that a browser may be off."""

SOME = ("isengard-as-listed", "green-tide-at-the-gate")
"""One of counters and tracks, and one whose sheets are set closer to save a page."""


@attrs.frozen
class Rectangle:
    """Millimetres from the upper left corner of a page."""

    left: float
    top: float
    width: float
    height: float

    def is_near(self, other: "Rectangle") -> bool:
        return all(
            abs(ours - theirs) <= NEAR
            for ours, theirs in zip(attrs.astuple(self), attrs.astuple(other), strict=True)
        )


def size(page: Any) -> tuple[float, float]:
    width, height = page.get_size()
    return width / MILLIMETRE, height / MILLIMETRE


def frames(page: Any, cards: CardSize = "poker") -> list[Rectangle]:
    """The frames of the cards that are drawn on a page, row by row."""
    width, height = (side - 2 * INSETS[cards] for side in CARDS[cards])
    found: list[Rectangle] = []
    for drawn in page.get_objects(max_depth=6):
        left, bottom, right, top = (each / MILLIMETRE for each in drawn.get_bounds())
        one = Rectangle(left, size(page)[1] - top, right - left, top - bottom)
        is_frame = abs(one.width - width) < 2 * NEAR and abs(one.height - height) < 2 * NEAR
        if is_frame and not any(one.is_near(other) for other in found):
            found.append(one)
    return sorted(found, key=lambda one: (round(one.top), one.left))


@pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)
@pytest.mark.parametrize("name", sampled([(name,) for name in SOME], len(SOME)))
def test_browser_prints_the_same_pages_of_the_same_size(name: str) -> None:
    path = next(path for path in LIBRARY.rosters() if path.stem == name)
    with chromium() as browser:
        ours, theirs = both(browser, path)
    assert len(ours) == len(theirs)
    cards = 0
    for one, other in zip(ours, theirs, strict=True):
        assert size(other) == pytest.approx(size(one), abs=NEAR)
        assert len(frames(one)) == len(frames(other))
        for frame, its in zip(frames(one), frames(other), strict=True):
            assert frame.is_near(its)
            cards += 1
    assert cards > 5


def both(browser: Any, path: Path) -> Iterator[Any]:
    """A roster's pages: as we print them, and as the browser does."""
    loaded = load_roster(path, LIBRARY)
    judge = judge_of(loaded.book)
    verdict = judge.evaluate(loaded.roster)
    army = (judge, verdict, findings_with_remedies(verdict, judge))
    yield pypdfium2.PdfDocument(print_army(*army).pdf)
    page = browser.new_page()
    page.set_content(html_of_army(*army, as_printed=True))
    yield pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True))
    page.close()


@pytest.mark.parametrize(
    ("paper", "cards", "flip"),
    [
        ("a4", "poker", "long"),
        ("a4", "bridge", "long"),
        ("letter", "a6", "short"),
        ("a5", "tarot", "long"),
    ],
)
def test_back_is_behind_its_front(paper: Paper, cards: CardSize, flip: Flip) -> None:
    named = [{"entry": "thane", "name": f"Thane {letter}"} for letter in "ABCDE"]
    game = play(roster(ENGINE, *named))
    options = Options(sheets=("cards",), paper=paper, cards=cards, duplex=True, flip=flip)
    pages = pypdfium2.PdfDocument(print_army(game.judge, game.verdict, [], options).pdf)
    assert len(pages) % 2 == 0
    seen = set()
    for number in range(0, len(pages), 2):
        front, back = pages[number], pages[number + 1]
        for frame in frames(front, cards):
            name = next(
                (one["name"] for one in named if one["name"] in said(front, frame)), "Onager"
            )
            behind = turned(frame, size(front), flip)
            assert name in said(back, behind), "another card is behind it"
            assert any(behind.is_near(one) for one in frames(back, cards))
            seen.add(name)
    assert len(seen) == 6


def turned(frame: Rectangle, paper: tuple[float, float], flip: Flip) -> Rectangle:
    """Where a rectangle of the front shows through the back of paper that turns over an edge."""
    upright = paper[1] >= paper[0]
    if upright == (flip == "long"):
        return attrs.evolve(frame, left=paper[0] - frame.left - frame.width)
    return attrs.evolve(frame, top=paper[1] - frame.top - frame.height)


def said(page: Any, frame: Rectangle) -> str:
    """The text within a rectangle."""
    height = size(page)[1]
    bottom = (height - frame.top - frame.height) * MILLIMETRE
    text = page.get_textpage().get_text_bounded(
        frame.left * MILLIMETRE,
        bottom,
        (frame.left + frame.width) * MILLIMETRE,
        bottom + frame.height * MILLIMETRE,
    )
    return " ".join(text.split())


def test_ink_saver_fills_nothing_anywhere() -> None:
    game = play()
    army = (game.judge, game.verdict, ())
    options = Options(sheets=("army", "trackers", "cards", "reference", "odds"))
    filled = [
        sum(map(has_fill, pypdfium2.PdfDocument(print_army(*army, each).pdf)))
        for each in (options, attrs.evolve(options, ink_saver=True))
    ]
    assert filled[0] > 1
    assert filled[1] == 0


def has_fill(page: Any) -> bool:
    """Tell whether a square of 3 mm is of one shade, and not of the paper's."""
    shades = page.render(scale=100 / 72).to_pil().convert("L").filter(MaxFilter(13))
    return bool(shades.getextrema()[0] < WHITE)
