"""Nothing on a card is cut off, broken or too small to read, whatever it says."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from listbuilder.content.cards import Card
from listbuilder.sheets.options import CARDS, LEAST_TYPE, CardSize, Options
from listbuilder.sheets.render.block_heights import extent, lines
from listbuilder.sheets.render.blocks import blocks_of, xml_of
from listbuilder.sheets.render.copyfit import FittedCard, copyfit
from listbuilder.sheets.render.html import FilledSheet, Frame, Printing, card_html, part_html
from listbuilder.sheets.render.imposed_cards import TIGHTER
from listbuilder.sheets.render.imposition import PressSheet, Rectangle
from listbuilder.sheets.render.pdf import PdfRenderer, gc_paused
from listbuilder.sheets.render.typescale import TYPE_SCALES, geometry
from listbuilder.sheets.render.weasyprint_boxes import (
    Edges,
    broken,
    inside,
    is_press_sheet,
    overflowing,
    overflowing_parts,
    slots,
)
from tests.sampling import sampled
from tests.sheets.entries import CATALOGUES, cards
from tests.sheets.game import CATALOGUE, HERE, play, roster

SIZES: list[CardSize] = [*CARDS]
SHORT = 12
"""Letters of a word that has room in any cell."""


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


def laid_out(
    renderer: PdfRenderer, fitted: Sequence[FittedCard], options: Options
) -> list[list[Any]]:
    """Lay faces out: the boxes of each, card by card."""
    faces = [face for card in fitted for face in card.faces]
    cells = [Frame(Rectangle(0, 0, *CARDS[options.cards]), face) for face in faces]
    sheets = [FilledSheet(PressSheet(CARDS[options.cards], (), ()), [cell]) for cell in cells]
    printing = Printing(play().page, sheets)
    with gc_paused():
        html = part_html(printing, 0, "cards", options)
        pages = [page for page in renderer.lay_out(html, "cards").pages if is_press_sheet(page)]
    found = iter([slots(page)[0][1] for page in pages])
    return [[next(found) for _ in card.faces] for card in fitted]


def problems(html: str, fitted: FittedCard, slots: Sequence[Any]) -> Iterator[str]:
    """Yield all that is wrong with how a card came out."""
    for slot in slots:
        yield from (f"{box} reaches out of its part" for box in overflowing_parts(slot))
        yield from (f"{cell} is broken" for cell in broken([slot]))
        for box in texts([slot]):
            if points(box) < LEAST_TYPE - 0.01:
                yield f"{box.text} is of {points(box)} points"
        for box in inside(slot):
            if type(box).__name__ == "TableCellBox" and cut_words(box):
                yield f"{cut_words(box)} is broken"
    for slot in slots[:-1]:
        (body,) = (one for one in inside(slot) if is_part(one, "body"))
        heads = (each for each in inside(body) if each.element_tag in ("th", "caption"))
        *_, last = texts([body])
        if any(each is last for each in texts([*heads])):
            yield f"{last.text} stands alone at the foot of a face"
    told = fromstring(html)
    kept = [one for one in told if one.tag not in ("header", "footer")]
    means = {id(one) for one in kept if one.get("class") == "means"}
    whole = Counter(letters(one, {"th", "caption"}) for one in kept if id(one) not in means)
    needed = said("".join(letters(one, {"th", "caption"}) for one in kept if id(one) not in means))
    shown = said("".join(face_letters(face) for face in fitted.faces))
    if Counter(needed) - Counter(shown):
        yield f"“{needed}” is not in “{shown}”"
    if not whole:
        yield "it says nothing"


def face_letters(face: str) -> str:
    """The letters of a face's body, beside heads, which may stand on each face."""
    body = face[face.index('<div class="body"') : face.index('<footer class="foot"')]
    body = re.sub(r"<(th|caption)\b.*?</\1>", "", body, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", "", body))


def letters(element: Any, without: set[str]) -> str:
    if element.tag in without:
        return ""
    inner = "".join(letters(child, without) + (child.tail or "") for child in element)
    return (element.text or "") + inner


def is_part(box: Any, name: str) -> bool:
    if box.element is None or box.element_tag != "div":
        return False
    return name in box.element.get("class", "").split()


def cut_words(box: Any) -> str:
    """A word of a cell that goes on on its next line, though it has room on one."""
    words = "".join(box.element.itertext()).split()
    shown = [text for line in lines_of(box) for text in line.split()]
    return next((word for word in shown if not any(word in one for one in words)), "") or next(
        (word for word in words if len(word) < SHORT and "-" not in word and word not in shown), ""
    )


def lines_of(box: Any) -> list[str]:
    found = [each for each in inside(box) if type(each).__name__ == "LineBox"]
    return ["".join(text.text for text in texts([line])) for line in found]


def all_problems(renderer: PdfRenderer, found: Sequence[Card], size: CardSize) -> list[str]:
    options = Options(cards=size)
    htmls = [*dict.fromkeys(card_html(card, "", options) for card in found)]
    fitted = settled(renderer, htmls, options)
    return [
        f"{name_of(html)}: {problem}"
        for html, (one, slots) in zip(htmls, fitted, strict=True)
        for problem in problems(html, one, slots)
    ]


def settled(
    renderer: PdfRenderer, htmls: Sequence[str], options: Options
) -> list[tuple[FittedCard, list[Any]]]:
    """Set cards, those that came out too high a second time, as printing does."""
    first = [copyfit(html, options) for html in htmls]
    found = [*zip(first, laid_out(renderer, first, options), strict=True)]
    high = [place for place, (_, slots) in enumerate(found) if any(map(overflowing_parts, slots))]
    assert len(high) <= 1 + len(htmls) / 12, "the measures are wrong"
    again = [copyfit(htmls[place], options, TIGHTER) for place in high]
    if again:
        for place, one in zip(
            high, zip(again, laid_out(renderer, again, options), strict=True), strict=True
        ):
            found[place] = one
    return found


def name_of(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html).strip().partition("\n")[0]


@pytest.mark.parametrize("size", sampled([(size,) for size in SIZES], 2))
def test_some_cards_of_each_ruleset_hold_all_that_they_say(
    renderer: PdfRenderer, size: CardSize
) -> None:
    first = SIZES.index(size)  # each size has cards of its own
    found = [card for name in CATALOGUES for card in cards(*name, first, step=140)]
    assert len(found) > 10
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


def entry_with(text: list[str], name: str = "Thane", size: CardSize = "poker") -> str:
    thane = {**CATALOGUE["entries"][1], "text": text, "name": name}
    catalogue = {**CATALOGUE, "entries": [CATALOGUE["entries"][0], thane]}
    (card,) = play(roster({"entry": "thane"}), catalogue=catalogue).page.cards
    return card_html(card, "", Options(cards=size))


def one(renderer: PdfRenderer, html: str, options: Options) -> FittedCard:
    ((fitted, slots),) = settled(renderer, [html], options)
    assert [*problems(html, fitted, slots)] == []
    return fitted


POKER = Options()


def test_type_has_two_sizes_and_is_as_large_as_the_text_allows(renderer: PdfRenderer) -> None:
    fits = [
        one(renderer, entry_with(["Hit. " * 5] * number), POKER).size for number in (0, 4, 7, 40)
    ]
    large, small = TYPE_SCALES["poker"].text
    assert [(fit.points, fit.faces) for fit in fits[:3]] == [(large, 1), (large, 1), (small, 1)]
    assert fits[3].faces > 1


def test_free_back_is_used_before_type_shrinks() -> None:
    html = entry_with(["Hit. " * 5] * 7)
    small, back = copyfit(html, POKER), copyfit(html, Options(duplex=True))
    assert (small.size.faces, small.size.smaller) == (1, True)
    assert (back.size.faces, back.size.smaller) == (2, False)


def test_smallest_type_can_be_asked_for() -> None:
    html = entry_with(["Hit. " * 5] * 40)
    assert copyfit(html, POKER).size.points == TYPE_SCALES["poker"].text[-1]
    assert copyfit(html, Options(min_type=8)).size.points == TYPE_SCALES["poker"].text[0]
    assert copyfit(html, Options(min_type=11)).size.points == 11


def test_rule_is_not_cut_within_a_sentence(renderer: PdfRenderer) -> None:
    fitted = one(renderer, entry_with(["Never cut this sentence in two. " * 60]), POKER)
    assert fitted.size.faces > 1
    for face in fitted.faces[:-1]:
        assert face_letters(face).rstrip().endswith("two.")


def test_number_is_whole_and_columns_give_way_before_type() -> None:
    columns = ["12" + chr(34), "2D6", "14/16", "10+", "5", "5"]
    rows = "".join(f"<td>{value}</td>" for value in columns)
    heads = "".join(f'<th title="{name}">{name}</th>' for name in "MABCDE")
    body = f'<tbody><tr class="values">{rows}</tr></tbody>'
    table = f'<table class="profile main"><thead><tr>{heads}</tr></thead>{body}</table>'
    (block,) = blocks_of([fromstring(table)], geometry(POKER), 9)
    widths = block.table.columns if block.table else ()
    assert widths[2] > 1.5 * widths[5]
    longer = fromstring(table.replace("14/16", "a number too long for this"))
    note, star = [*blocks_of([longer], geometry(POKER), 9)][::-1]
    assert "".join(note.element.itertext()) == "* B a number too long for this"
    assert ">*<" in xml_of(star.element)


@pytest.mark.parametrize(
    ("text", "parts"),
    [("6 of 13", 3), ("6\xa0of\xa013", 1), ("2\xa0/\xa02", 1), ("foot\xa0· orc", 2), ("-\xa0x", 1)],
)
def test_no_line_breaks_at_a_no_break_space(text: str, parts: int) -> None:
    assert lines([(text, "regular", 1.0)], 0.1) >= parts
    longest, whole = extent([(text, "regular", 1.0)])
    assert (longest == whole) == (parts == 1)


def test_dot_between_keywords_and_the_number_of_a_face_stay_with_what_is_before() -> None:
    fitted = copyfit(entry_with(["Word. " * 200]), POKER)
    assert f'Thane</b><span class="part">\xa0· 2\xa0/\xa0{fitted.size.faces}<' in fitted.faces[1]
    assert "\xa0· " in fitted.faces[0]
    assert " · " not in fitted.faces[0]


@pytest.mark.parametrize("size", ["poker", "a6"])
def test_endless_word_and_endless_text_fit(renderer: PdfRenderer, size: CardSize) -> None:
    text = ["endless" * 99, "W" * 99, "Word. " * 200]
    one(renderer, entry_with(text, "Unending" * 12, size), Options(cards=size))


def test_box_that_reaches_out_is_found(renderer: PdfRenderer) -> None:
    card = '<article data-card="0"><p style="width: 80mm">x</p></article>'
    wide = f'<html lang="en"><head><title>Wide</title></head><body>{card}</body></html>'
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
    card = play(catalogue=catalogue).page.cards[1]
    (face,) = copyfit(card_html(card, "", POKER), POKER).faces
    assert "Reaches far." in face
    assert "Very" not in face
    assert {told.name for told in card.told} == {"Spear", "Bow"}
