"""Cards carry the tables that are rolled on for what is on them, with the chances."""

import copy
from fractions import Fraction
from typing import Any

import attrs
import pytest

from listbuilder.content.cards import Card, army_cards
from listbuilder.content.dice_tables import ChanceView, TableRow
from listbuilder.editing.defaults import with_defaults
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.sheets.options import Options
from listbuilder.sheets.render.html import card_html
from listbuilder.sheets.render.pdf import PdfRenderer
from tests.sheets.game import ENGINE, RULESET, Game, play, roster
from tests.sheets.test_copyfit import problems, settled
from tests.shipped import LIBRARY

BRIDGE = Options(cards="bridge")


def game(*armies: dict[str, Any], **scopes: Any) -> Game:
    """Some selections, with tables that stand on the cards of these."""
    ruleset = copy.deepcopy(RULESET)
    for table in ruleset["tables"]:
        if table["id"] in scopes:
            table["for"] = scopes[table["id"]]
    return play(roster(*armies), ruleset)


def titles(card: Card) -> list[str]:
    return [table.title for table in card.tables]


def test_card_has_the_tables_of_what_passes_and_no_other() -> None:
    played = game(ENGINE, {"entry": "thane"}, mishap={"is": "engine"})
    assert titles(played.card("Thane")) == []
    (table,) = played.card("Onager").tables
    assert (table.title, table.dice) == ("Mishap", "D6")
    assert table.results == (
        TableRow("1–2", "Crack!", "It breaks.", ChanceView("1/3", "33.3 %")),
        *(TableRow(str(roll), "", "", ChanceView("1/6", "16.7 %")) for roll in range(3, 7)),
    ), "what no source gives has a row for each roll, to be filled in"
    assert table.text == "Copy what is empty from The Rules, page 7."


def test_table_of_a_part_or_an_option_is_on_the_whole_card_once() -> None:
    both = {"entry": ["loader", "long-arm"]}
    played = game(ENGINE, mishap=both, weather={"is": "engine"})
    assert titles(played.card("Onager")) == ["Weather", "Mishap"]


def test_what_rolls_on_other_tables_has_a_card_of_its_own() -> None:
    men = [{"entry": "spearman", "count": 2}]
    lit = {"entry": "thane", "with": [{"entry": "torch"}, *men]}
    by_fire = {"entry": "spearman", "under": {"has": {"entry": "torch"}}}
    played = game(lit, {"entry": "thane", "with": men}, mishap=by_fire)
    cards = [card for card in played.page.cards if card.piece.name == "Spearman"]
    assert [titles(card) for card in cards] == [["Mishap"], []]


def test_long_table_is_parted_between_its_rows_only() -> None:
    ruleset = copy.deepcopy(RULESET)
    ruleset["tables"][0] |= {
        "for": {"is": "engine"},
        "outcomes": [{"rolls": str(roll), "text": "Some words. " * 12} for roll in range(1, 7)],
    }
    (card,) = play(roster(ENGINE), ruleset).page.cards
    html = card_html(card, "", BRIDGE)
    ((fitted, slots),) = settled(PdfRenderer(), [html], BRIDGE)
    assert [*problems(html, fitted, slots)] == []
    assert len(fitted.faces) > 1


def shipped(ruleset: str, catalogue: str, entry: str) -> Card:
    book = LIBRARY.book(ruleset, [catalogue])
    judge = Judge(book)
    empty = Roster(ruleset, "One", {catalogue: "1"})
    place = judge.lay_out(empty).root.place.below[entry, None]
    army = judge.lay_out(attrs.evolve(empty, army=(with_defaults(place),)))
    return army_cards(judge, army)[0]


CANNON = ["A shot", "Where the ball lands", "The bounce"]
STONE = ["A shot", "Where the stone lands", "Where an indirect shot lands"]


@pytest.mark.parametrize(
    ("ruleset", "catalogue", "entry", "expected"),
    [
        ("mesbg", "mordor", "mordor-siege-bow", ["Scatter"]),
        ("mesbg", "isengard", "demolition-charge", ["Detonation"]),
        ("mesbg", "mordor", "orc-warrior", []),
        (
            "warhammer",
            "empire",
            "great-cannon",
            [*CANNON, "Number of shots", "Black Powder Misfire"],
        ),
        ("warhammer", "empire", "mortar", [*STONE, "Black Powder Misfire"]),
        ("warhammer", "dwarfs", "flame-cannon", ["Where the flames land", "Black Powder Misfire"]),
        ("warhammer", "dwarfs", "bolt-thrower", []),
        # Misfires go by rules of their own.
        ("warhammer", "skaven", "plagueclaw-catapult", STONE),
        ("warhammer", "skaven", "warp-lightning-cannon", [*CANNON, "Number of shots"]),
        ("helms-deep", "isengard", "blasting-fire", ["Blasting Fire Breach"]),
        ("helms-deep", "isengard", "battering-ram", ["No-Ram Breach", "Ram Breach"]),
    ],
)
def test_engines_have_the_tables_that_their_rules_name(
    ruleset: str, catalogue: str, entry: str, expected: list[str]
) -> None:
    card = shipped(ruleset, catalogue, entry)
    assert titles(card) == expected
    for table in card.tables:
        whole = sum(Fraction(result.odd.fraction) for result in table.results)
        assert whole == 1
