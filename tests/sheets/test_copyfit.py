"""Nothing on a card is cut off, broken or too small to read, whatever it says."""

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any

import pytest

from listbuilder.content.cards import Card
from listbuilder.sheets.options import CARDS, CardSize, Options
from listbuilder.sheets.render.copyfit import POINTS, FittedCard, copyfit, face_size
from listbuilder.sheets.render.html import card_html
from listbuilder.sheets.render.imposed_cards import job_of
from listbuilder.sheets.render.pdf import PdfRenderer, gc_paused
from listbuilder.sheets.render.weasyprint_boxes import PIXELS, Edges, broken, inside, overflowing
from tests.sheets.entries import CATALOGUES, cards
from tests.sheets.game import CATALOGUE, HERE, play, roster

SIZES: list[CardSize] = [*CARDS]
SMALLEST = 6.5
SMALLEST_VALUE = 8.0
"""In points."""

VALUES = {"values", "ticks", "box", "beyond", "roll", "chance"}
"""Classes of what is read and ticked in play."""

HEADS = {"h2", "th", "caption"}
"""Tags of what says what comes after it."""


@pytest.fixture(scope="module")
def renderer() -> PdfRenderer:
    return PdfRenderer()


def texts(boxes: Sequence[Any]) -> Iterator[Any]:
    return (each for box in boxes for each in inside(box) if getattr(each, "text", None))


def said(text: str) -> str:
    """Its letters alone, as the style may set them in capitals."""
    return "".join(text.split()).casefold()


def points(box: Any) -> float:
    return float(box.style["font_size"]) * 0.75


def problems(html: str, fitted: FittedCard, size: CardSize) -> Iterator[str]:
    """Yield all that is wrong with how a card came out."""
    width, height = face_size(size)
    frame = Edges(0, 0, width * PIXELS, height * PIXELS)
    for boxes in fitted.faces:
        yield from (f"{box} reaches out of its face" for box in overflowing(boxes, frame))
        yield from (f"{cell} is broken" for cell in broken(boxes))
        for box in texts(boxes):
            if points(box) < SMALLEST - 0.01:
                yield f"{box.text} is of {points(box)} points"
            about = {box.element.get("class"), *_rows(box)}
            if not about.isdisjoint(VALUES) and points(box) < SMALLEST_VALUE - 0.01:
                yield f"{box.text} is of {points(box)} points"
    for boxes in fitted.faces[:-1]:
        heads = (each for box in boxes for each in inside(box) if each.element_tag in HEADS)
        *_, last = texts(boxes)
        if any(each is last for each in texts([*heads])):
            yield f"{last.text} stands alone at the foot of a face"
    rows: dict[int, int] = {}
    for face, boxes in enumerate(fitted.faces):
        for row in (each for box in boxes for each in inside(box) if each.element_tag == "tr"):
            is_head = row.children[0].element_tag == "th"  # may stand on each face
            if not is_head and rows.setdefault(id(row.element), face) != face:
                yield f"{row} goes on on another face"
    html = re.sub(r"<thead>.*?</thead>", "", html, flags=re.DOTALL)  # may stand on each face
    whole = said(unescape(re.sub(r"<[^>]*>", "", html)))
    shown = (box for boxes in fitted.faces for box in texts(boxes) if box.element_tag != "th")
    found = said("".join(box.text for box in shown))
    if found != whole:
        yield f"“{found}” is not “{whole}”"


def _rows(box: Any) -> Iterator[str]:
    """The class of the row that a cell's text stands in: cells of values have none of their own."""
    if box.element_tag == "td" and box.element.get("colspan") is None and not box.element.attrib:
        yield "values" if points(box) > 0 and box.style["font_weight"] == 700 else ""


def all_problems(renderer: PdfRenderer, found: Sequence[Card], size: CardSize) -> list[str]:
    htmls = [*dict.fromkeys(map(card_html, found))]
    with gc_paused():
        fitted = copyfit(renderer, htmls, Options(cards=size))
    return [
        f"{name_of(html)}: {problem}"
        for html, one in zip(htmls, fitted, strict=True)
        for problem in problems(html, one, size)
    ]


def name_of(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html).strip().partition("\n")[0]


@pytest.mark.parametrize("size", SIZES)
def test_some_cards_of_each_ruleset_hold_all_that_they_say(
    renderer: PdfRenderer, size: CardSize
) -> None:
    first = SIZES.index(size)  # each size has cards of its own
    found = [card for name in CATALOGUES for card in cards(*name, first, step=97)]
    assert len(found) > 15
    assert all_problems(renderer, found, size) == []


@pytest.mark.proof
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("ruleset", "catalogue"), CATALOGUES, ids=map("-".join, CATALOGUES))
def test_every_card_holds_all_that_it_says(
    renderer: PdfRenderer, ruleset: str, catalogue: str, size: CardSize
) -> None:
    found = [*cards(ruleset, catalogue)]
    assert found != []
    assert all_problems(renderer, found, size) == []


def entry_with(text: list[str], name: str = "Thane") -> str:
    thane = {**CATALOGUE["entries"][1], "text": text, "name": name}
    catalogue = {**CATALOGUE, "entries": [CATALOGUE["entries"][0], thane]}
    (card,) = play(roster({"entry": "thane"}), catalogue=catalogue).page.cards
    return card_html(card)


def one(renderer: PdfRenderer, html: str, size: CardSize = "poker") -> FittedCard:
    (fitted,) = copyfit(renderer, [html], Options(cards=size))
    assert [*problems(html, fitted, size)] == []
    return fitted


def test_type_is_as_large_as_the_text_allows(renderer: PdfRenderer) -> None:
    sizes = [
        one(renderer, entry_with(["Hit. " * 5] * number)).size.points for number in (0, 4, 6, 10)
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert (sizes[0], len(set(sizes))) == (POINTS["poker"][0], 4)


def test_what_does_not_fit_goes_on_on_as_few_faces_as_can_be(renderer: PdfRenderer) -> None:
    fitted = one(renderer, entry_with([f"Rule number {number}." for number in range(60)]))
    assert (fitted.size.faces, fitted.size.points) == (4, 8)  # in 7 points it is no fewer


@pytest.mark.parametrize("size", ["poker", "a6"])
def test_endless_word_and_endless_text_fit(renderer: PdfRenderer, size: CardSize) -> None:
    text = ["endless" * 99, "W" * 99, "Word. " * 200]
    one(renderer, entry_with(text, name="Unending" * 30), size)


def test_box_that_reaches_out_is_found(renderer: PdfRenderer) -> None:
    wide = '<html lang="en"><body><article data-card="0"><p style="width: 80mm">x</p></article>'
    (page,) = renderer.lay_out(wide).pages
    (boxes,) = ([child] for child in page._page_box.children[0].children[0].children)
    assert overflowing(boxes, Edges(0, 0, 1000, 2000)) == []
    assert len(overflowing(boxes, Edges(0, 0, 300, 2000))) == 2


def test_rules_stand_on_a_card_as_far_as_there_is_room() -> None:
    catalogue = {
        **CATALOGUE,
        "glossary": [
            {"name": "Spear", "summary": "Reaches far.", "source": HERE},
            {"name": "Bow", "summary": "Very " * 400 + "loud.", "source": HERE},
        ],
    }
    page = play(catalogue=catalogue).page
    html = job_of([page], Options(sheets=("cards",))).kinds[page.cards[1]]
    assert "Reaches far." in html
    assert "Very" not in html
    assert {told.name for told in page.cards[1].told} == {"Spear", "Bow"}
