"""What stands on one sheet is not told again on another."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from html import escape

import pytest

from listbuilder.content.page import Page
from listbuilder.interop.opening import load_roster
from listbuilder.loading.library import Library
from listbuilder.model.play_aids import Topic
from listbuilder.model.ruleset import Book
from listbuilder.rules.evaluate import judge_of
from listbuilder.sheets import Options
from listbuilder.sheets.options import CardSize
from listbuilder.sheets.reader import page_for
from listbuilder.sheets.render.deck import deck_of
from listbuilder.sheets.render.html import card_html
from tests.sheets.game import CATALOGUE, play

LIBRARY = Library()
NUMBER = re.compile(r"\d+\+?")
WORDS = {"one": "1", "two": "2", "three": "3", "five": "5"}


def page_of(name: str, options: Options | None = None) -> Page:
    (path,) = (path for path in LIBRARY.rosters() if path.stem == name)
    loaded = load_roster(path, LIBRARY)
    judge = judge_of(loaded.book)
    return page_for(judge, judge.evaluate(loaded.roster), (), options or Options())


@pytest.fixture(scope="module")
def grond() -> Page:
    return page_of("grond-is-coming")


def test_a_table_on_a_card_is_not_in_the_reference(grond: Page) -> None:
    (scatter,) = (one for one in grond.reference.passages if one.title == "Scatter")
    assert scatter.tables == ()
    assert scatter.text[-1] == "Rolled as on the card: Mordor War Catapult, Mordor Siege Bow."
    alone = page_of("grond-is-coming", Options(sheets=("reference",)))
    (scatter,) = (one for one in alone.reference.passages if one.title == "Scatter")
    assert [table.title for table in scatter.tables] == ["Scatter"]


@pytest.mark.parametrize("size", ["poker", "bridge"])
def test_names_are_told_on_all_cards_that_have_them_or_on_the_page_of_rules(size: CardSize) -> None:
    """A card leaves out what it has no room for."""
    options = Options(cards=size)
    walls = page_of("the-walls-of-the-reikland", options)
    deck = deck_of([walls], options, {})
    (printing,) = deck.printings([walls], once=False)
    said = {term.name: term.summary for term in printing.page.terms}
    faces: dict[str | None, str] = {}
    for kind, face in zip(deck.kinds, deck.faces, strict=True):
        faces[kind] = faces.get(kind, "") + face
    told = [(card, one) for card in walls.cards for one in card.told if not one.in_numbers]
    for card, one in told:
        face = faces[card_html(card, walls.sheet.name, options)]
        assert said[one.name] or escape(one.summary, quote=False) in face
    left = {one.name for _, one in told if said[one.name]}
    assert "Steel Standard" in left
    assert "Dispel Scroll" not in left


def test_the_order_of_play_takes_the_place_of_what_it_tells() -> None:
    walls = {one.title for one in page_of("the-walls-of-the-reikland").reference.passages}
    assert "Cannon" in walls
    assert walls.isdisjoint({"Starvation", "Relief force", "Victory"})
    alone = page_of("the-walls-of-the-reikland", Options(sheets=("reference",)))
    assert {"Starvation", "Relief force"} <= {one.title for one in alone.reference.passages}


def _numbers(texts: Iterator[str]) -> set[str]:
    said = " ".join(texts)
    for word, digit in WORDS.items():
        said = re.sub(rf"\b{word}\b", digit, said, flags=re.IGNORECASE)
    return set(NUMBER.findall(said))


def _told(book: Book, topic: Topic) -> Iterator[str]:
    """Without the numbers that list, and those of cases."""
    yield from (re.sub(r"^\d\. | \(\d+\.\d+\)", "", text) for text in topic.text)
    for row in topic.grid.rows if topic.grid else ():
        yield from row


@pytest.mark.parametrize("ruleset", ["helms-deep", "mesbg", "warhammer"])
def test_the_order_of_play_has_each_number_of_what_it_tells(ruleset: str) -> None:
    book = LIBRARY.book(ruleset)
    flows = (
        text
        for flow in book.ruleset.flows
        for step in flow.steps
        for text in (step.roll, *step.text)
    )
    told = _numbers(flows)
    topics = [topic for topic in book.ruleset.reference if topic.in_flow]
    assert topics
    for topic in topics:
        assert _numbers(_told(book, topic)) <= told, topic.title


def test_the_castles_page_has_who_stands_where_and_the_army_sheet_what_costs() -> None:
    walls = page_of("the-walls-of-the-reikland")
    (castle,) = (one for one in walls.sheet.sections if one.title == "Castle")
    lines = [line for group in castle.groups for line in group.lines]
    assert [line.called for line in lines] == ["The Gatehouse", "Gun Tower", "Shrine Tower"]
    assert all(line.cost and not line.notes for line in lines)
    (plan,) = walls.plans
    gate = plan.places[0]
    assert (gate.name, gate.options[0]) == ("The Gatehouse", "Gate")
    assert "Great Cannon" in gate.here


def test_each_model_of_a_unit_has_a_box_for_each_of_its_wounds() -> None:
    tide = {one.name: one for one in page_of("green-tide-at-the-gate").glance.tracked}
    (trolls,) = tide["Trolls"].trackers
    assert trolls.label == "4 with 3 Wounds each"
    assert [run.count for run in trolls.boxes] == [3, 3, 3, 3]
    (boyz,) = tide["Orc Boyz"].trackers
    assert (boyz.label, sum(run.count for run in boyz.boxes)) == ("Models", 29)
    assert [
        len(tracker.boxes) for tracker in tide["Goblin Spear Chukka: Goblin Crew"].trackers
    ] == [
        1,
        1,
        1,
    ]


def test_a_ruling_on_numbers_stands_below_them() -> None:
    catalogue = copy.deepcopy(CATALOGUE)
    (thane,) = (entry for entry in catalogue["entries"] if entry["id"] == "thane")
    thane["profiles"][0]["ruling"] = "The book prints no Wounds: two were taken."
    with_ruling = play(catalogue=catalogue)
    card = next(one for one in with_ruling.page.cards if one.piece.name == "Thane")
    assert "The book prints no Wounds: two were taken." in card_html(card, "", Options())
