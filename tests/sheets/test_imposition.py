"""Cards on paper: their size, their register, and that every page holds what is on it."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import attrs
import pytest

from listbuilder.content.page import Page
from listbuilder.editing.mend import findings_with_remedies
from listbuilder.interop.opening import load_roster
from listbuilder.rules.evaluate import judge_of
from listbuilder.sheets.options import (
    CARDS,
    INSETS,
    LEAST_TYPE,
    PAPERS,
    SHEETS,
    CardSize,
    Flip,
    Options,
    Paper,
    Sheet,
)
from listbuilder.sheets.reader import page_for
from listbuilder.sheets.render.html import PagePart
from listbuilder.sheets.render.imposed_cards import LayoutCache, Misfits, job_of, lay_out
from listbuilder.sheets.render.imposition import (
    END_MARGIN,
    SIDE_MARGIN,
    imposition_grid,
    press_sheets,
)
from listbuilder.sheets.render.pdf import PdfRenderer, gc_paused
from listbuilder.sheets.render.weasyprint_boxes import (
    PIXELS,
    contents,
    edges,
    inside,
    overflowing,
    overflowing_parts,
    page_edges,
    slots,
)
from tests.sampling import sampled
from tests.sheets.game import play
from tests.shipped import LIBRARY

ROSTERS = LIBRARY.rosters()
HYPHENS = "-\u2010\u2013\u2014/"
ALL = [(paper, size) for paper in PAPERS for size in CARDS]


@pytest.fixture(scope="module")
def renderer() -> PdfRenderer:
    return PdfRenderer()


@pytest.mark.parametrize(("paper", "size"), ALL)
def test_cards_have_their_size_and_room_around_them(paper: Paper, size: CardSize) -> None:
    sheet = imposition_grid(paper, size)
    assert sheet.columns * sheet.rows >= 1
    cells = [sheet.frame(place) for place in range(sheet.columns * sheet.rows)]
    assert {(frame.width, frame.height) for frame in cells} == {CARDS[size]}
    assert sorted(sheet.paper) == sorted(PAPERS[paper])
    inset = INSETS[size] if size == "a6" else 0
    assert min(frame.x for frame in cells) + inset >= SIDE_MARGIN
    assert min(frame.y for frame in cells) + inset >= (SIDE_MARGIN if inset else END_MARGIN)
    for frame in cells:
        opposite = sheet.flipped(sheet.flipped(frame, "long"), "short")
        assert min(opposite.x, opposite.y) >= min(sheet.corner) - 1e-9


@pytest.mark.parametrize("flip", get_args(Flip))
@pytest.mark.parametrize(("paper", "size"), ALL)
def test_each_back_lies_behind_its_front(paper: Paper, size: CardSize, flip: Flip) -> None:
    sheet = imposition_grid(paper, size)
    wide = sheet.paper[0] > sheet.paper[1]
    cards = [(2 * place, 2 * place + 1) for place in range(sheet.columns * sheet.rows + 1)]
    found = [*press_sheets(sheet, cards, flip)]
    assert len(found) == 4
    for front, behind in zip(found[::2], found[1::2], strict=True):
        seen = {(number + 1, cell): cell for number, cell in front.cells}
        for number, back in behind.cells:
            # Paper that turns over its upper edge keeps left and right.
            if wide == (flip == "long"):
                at = attrs.evolve(back, y=sheet.paper[1] - back.y - back.height)
            else:
                at = attrs.evolve(back, x=sheet.paper[0] - back.x - back.width)
            (cell,) = (cell for (is_, cell) in seen if is_ == number)
            assert (at.x, at.y) == pytest.approx((cell.x, cell.y))
        assert behind.turned == (wide == (flip == "long"))
        assert len(behind.cuts) == len(front.cuts)


@pytest.mark.parametrize(
    ("paper", "size", "number"),
    [
        ("a4", "poker", 9),
        ("a4", "bridge", 10),
        ("a4", "tarot", 4),
        ("a4", "a6", 4),
        ("letter", "a6", 2),
        ("a5", "a6", 2),
    ],
)
def test_as_many_as_go_on_a_paper(paper: Paper, size: CardSize, number: int) -> None:
    sheet = imposition_grid(paper, size)
    assert sheet.columns * sheet.rows == number


def test_lines_to_cut_along_are_the_edges_of_the_cards_and_reach_beyond() -> None:
    sheet = imposition_grid("a4", "poker")
    cells = [sheet.frame(place) for place in range(9)]
    columns = {x for frame in cells for x in (frame.x, frame.x + frame.width)}
    rows = {y for frame in cells for y in (frame.y, frame.y + frame.height)}
    upright = [cut for cut in sheet.cuts(9) if not cut.width]
    level = [cut for cut in sheet.cuts(9) if not cut.height]
    assert {cut.x for cut in upright} == columns
    assert {cut.y for cut in level} == rows
    for cut in upright:
        assert cut.y <= min(rows) - 3
        assert cut.y + cut.height >= max(rows) + 3
    for cut in level:
        assert cut.x <= min(columns) - 3
        assert cut.x + cut.width >= max(columns) + 3


def test_no_line_is_drawn_where_there_is_no_card() -> None:
    sheet = imposition_grid("a4", "poker")
    assert len({cut.y for cut in sheet.cuts(4) if not cut.height}) == 3
    lowest = max(cut.y + cut.height for cut in sheet.cuts(4))
    assert lowest < sheet.frame(6).y + 5


def test_backs_follow_their_fronts() -> None:
    sheet = imposition_grid("a4", "poker")
    imposed_cards = [(number, 100 + number) for number in range(10)]
    found = [*press_sheets(sheet, imposed_cards, flip="long")]
    assert [[number for number, _ in sheet.cells] for sheet in found] == [
        [*range(9)],
        [*range(100, 109)],
        [9],
        [109],
    ]
    assert found[2].cells[0][1].x + found[3].cells[0][1].x == pytest.approx(210 - 63)


def page_of(path: Path, options: Options) -> Page:
    loaded = load_roster(path, LIBRARY)
    judge = judge_of(loaded.book)
    verdict = judge.evaluate(loaded.roster)
    return page_for(judge, verdict, findings_with_remedies(verdict, judge), options)


def laid_out(renderer: PdfRenderer, page: Page, options: Options) -> Any:
    with gc_paused():
        return lay_out(renderer, job_of([page], options))[0]


def texts(page: Any) -> list[Any]:
    return [
        each for box in contents(page) for each in inside(box) if getattr(each, "text", "").strip()
    ]


def lines(box: Any) -> list[Any]:
    return [part for part in inside(box) if type(part).__name__ == "LineBox"]


def broken_words(page: Any) -> Iterator[str]:
    """Yield the words that go on on the next line, other than behind a hyphen."""
    for box in (each for one in contents(page) for each in inside(one)):
        rows = [part for part in getattr(box, "children", ()) if type(part).__name__ == "LineBox"]
        for line, following in pairwise(rows):
            before, after = pieces(line), pieces(following)
            if not before or not after or before[-1].element is not after[0].element:
                continue
            last, first = before[-1], after[0]
            tail, head = last.text.split()[-1], first.text.split()[0]
            whole = f"{tail}{head}" in "".join(last.element.itertext()).split()
            if whole and tail[-1] not in HYPHENS and "□" not in tail:
                yield f"{tail}|{head}"


def pieces(line: Any) -> list[Any]:
    return [each for each in inside(line) if getattr(each, "text", "").strip()]


def problems(laid: Any, options: Options) -> Iterator[str]:
    """Yield what is wrong with a document's pages.

    That is what leaves them, stands alone or is empty, too small type, and words that are broken.
    """
    for number, page in enumerate(laid.pages, 1):
        boxes, faces, said = [*inside(page._page_box)], slots(page), texts(page)
        for box in overflowing(contents(page), page_edges(page)):
            yield f"page {number}: {box} {getattr(box, 'text', '')} leaves the page"
        for name in (box for box in boxes if _class(box) == "name"):
            if any(edges(part).bottom > edges(name).bottom + PIXELS for part in lines(name)):
                yield f"page {number}: a counter's name is cut off"
        for text in said:
            if text.style["font_size"] * 0.75 < LEAST_TYPE - 0.01:
                yield f"page {number}: {text.text} is of {text.style['font_size'] * 0.75} points"
        yield from (f"page {number}: {word}" for word in broken_words(page))
        if not said:
            yield f"page {number} is empty"
        elif not faces and said[-1].element_tag in ("h1", "h2", "th"):
            yield f"page {number}: {said[-1].text} stands alone at its end"
        for _, slot in faces:
            for box in overflowing_parts(slot):
                yield f"page {number}: {box} leaves its face"
        cells = [box for box in boxes if _class(box) == "frame"]
        for frame in {id(box.element): box for box in reversed(cells)}.values():
            size = frame.border_width() / PIXELS, frame.border_height() / PIXELS
            if any(
                abs(is_ - to_be) > 0.2
                for is_, to_be in zip(size, CARDS[options.cards], strict=True)
            ):
                yield f"page {number}: a card is {size[0]} × {size[1]} mm"


def _class(box: Any) -> str:
    return "" if box.element is None else box.element.get("class") or ""


@pytest.mark.parametrize("paper", sampled([(paper,) for paper in PAPERS], 2))
def test_pages_hold_what_is_on_them(renderer: PdfRenderer, paper: Paper) -> None:
    options = Options(paper=paper, cards="tarot" if paper == "letter" else "poker")
    some = ROSTERS[[*PAPERS].index(paper) :: 20]
    assert len({path.parent for path in some}) > 1
    for path in some:
        document = laid_out(renderer, page_of(path, options), options)
        assert [*problems(document, options)] == []


@pytest.mark.proof
@pytest.mark.parametrize("path", ROSTERS, ids=lambda path: path.stem)
def test_every_roster_fits_on_every_paper(renderer: PdfRenderer, path: Path) -> None:
    beside: tuple[Sheet, ...] = tuple(sheet for sheet in SHEETS if sheet != "cards")
    every = [Options(paper=paper, sheets=beside) for paper in PAPERS]
    every += [
        Options(paper=paper, cards=size, sheets=("cards",), duplex=size == "tarot")
        for paper, size in ALL
    ]
    page = page_of(path, Options())
    for options in every:
        printed = page if "odds" in options.sheets else attrs.evolve(page, odds=None)
        document = laid_out(renderer, printed, options)
        assert [*problems(document, options)] == [], options


def test_cards_that_are_the_same_are_laid_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    renderer = PdfRenderer()
    asked: list[int] = []
    plain = PdfRenderer.lay_out

    def counting(self: PdfRenderer, html: str, part: PagePart) -> Any:
        asked.append(html.count("<article"))
        return plain(self, html, part)

    monkeypatch.setattr(PdfRenderer, "lay_out", counting)
    game = play()
    options = Options(sheets=("cards",), card_per="model")
    page = page_for(game.judge, game.verdict, game.findings, options)
    laid, _ = lay_out(renderer, job_of([page], options))
    printed = sum(len(slots(paper)) for paper in laid.pages)
    assert printed == sum(card.copies for card in page.cards) > len(page.cards)
    assert asked == [len(page.cards)]


def test_only_what_does_not_come_out_well_is_laid_out_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    plain = PdfRenderer.lay_out

    def noting(self: PdfRenderer, html: str, part: PagePart) -> Any:
        asked.append(html)
        return plain(self, html, part)

    monkeypatch.setattr(PdfRenderer, "lay_out", noting)
    page, options = play().page, Options(sheets=("army", "trackers", "cards", "reference"))
    job = job_of([page, page], options)
    cache = LayoutCache(PdfRenderer())
    document, *_ = cache.impose(job)
    assert len(asked) == 6  # of each roster what is before the cards, the cards, what is after
    asked.clear()
    cache.impose(job)
    assert asked == []
    bad = Misfits((), ((1, "sheet"),))
    closer = job.tightened(bad)
    tight, *_ = cache.impose(closer)
    (again,) = asked
    assert 'class="whole tight-sheet" data-roster="1"' in again
    shown = [[text.text for one in laid.pages for text in texts(one)] for laid in (document, tight)]
    assert shown[0] == shown[1]
    assert closer.improvable(bad) == bad
    closest = closer.tightened(bad)
    cache.impose(closest)
    assert 'class="whole tight-sheet tighter-sheet"' in asked[1]
    assert not closest.improvable(bad)


def test_pages_are_numbered_through_and_a_book_begins_with_where_its_armies_are() -> None:
    page, options = play().page, Options(sheets=("army", "reference"), bound=True)
    document, _ = lay_out(PdfRenderer(), job_of([page, page], options))
    many = len(document.pages)
    begins: dict[str, int] = {}
    for number, laid in enumerate(document.pages, 1):
        said = [box.text for box in inside(laid._page_box) if hasattr(box, "text")]
        assert not said or f"{number} / {many}" in said
        for name in laid.anchors:
            begins.setdefault(name, number)
    assert begins == {"roster-0": 3, "roster-1": 5}
    assert [text.text for text in texts(document.pages[0]) if text.text.isdigit()] == ["3", "5"]
