"""Cards say the roll that is needed: what shots hit on, what an engine wounds on; and write-ins."""

import attrs
import pytest

from listbuilder.content.card_charts import glance_charts
from listbuilder.content.cards import Card, army_cards
from listbuilder.interop.opening import load_roster
from listbuilder.loading.write_ins import with_write_ins
from listbuilder.rules.evaluate import judge_of
from listbuilder.rules.profiles import ProfileReader
from tests.shipped import LIBRARY


def cards(name: str, written: dict[str, dict[str, str]] | None = None) -> dict[str, Card]:
    """The cards of a shipped army, by the name of the entry."""
    (path,) = (path for path in LIBRARY.rosters() if path.stem == name)
    loaded = load_roster(path, LIBRARY)
    judge = judge_of(with_write_ins(loaded.book, written) if written else loaded.book)
    return {card.piece.name: card for card in army_cards(judge, judge.lay_out(loaded.roster))}


def rows(card: Card, title: str) -> list[tuple[str, ...]]:
    return [
        row.values for table in card.charts if table.columns[0][0] == title for row in table.rows
    ]


@pytest.mark.parametrize(
    ("army", "title", "expected"),
    [
        (
            "ladders-against-the-wall",
            "Wounds on",
            {
                "Isengard Assault Ballista": [
                    ("S 9", "3+", "3+", "3+", "3+", "3+", "4+", "4+", "5+"),
                ],
                "Uruk-hai Warrior": [],
            },
        ),
        (
            "the-walls-of-the-reikland",
            "Hits on",
            {
                "Handgunners": [
                    ("BS 3", "4+", "5+", "6+", "6/4+"),
                    ("BS 4", "3+", "4+", "5+", "6+"),
                ],
                "Greatswords": [],
                "Mortar": [],
            },
        ),
        (
            "green-tide-at-the-gate",
            "Hits on",
            {
                "Goblin Spear Chukka": [("BS 3", "4+", "5+", "6+", "6/4+")],
                "Goblin Rock Lobber": [],
            },
        ),
    ],
)
def test_a_card_says_the_roll_that_its_numbers_need(
    army: str, title: str, expected: dict[str, list[tuple[str, ...]]]
) -> None:
    found = cards(army)
    assert {name: rows(found[name], title) for name in expected} == expected


def test_what_no_source_gives_has_lines_that_a_player_fills() -> None:
    empty = cards("ladders-against-the-wall")["Battering Ram"].piece.text
    assert [line.partition(":")[0] for line in empty][:2] == ["Defence", "Wounds"]
    assert all(line.endswith(": " + "_" * 22) for line in empty)
    filled = cards("ladders-against-the-wall", {"battering-ram": {"Wounds": "3"}})
    assert filled["Battering Ram"].piece.text[:2] == ("Wounds: 3", "Defence: " + "_" * 22)


def test_grids_are_filled_by_their_first_cell() -> None:
    book = LIBRARY.book("helms-deep")
    filled = with_write_ins(book, {"movement-allowances": {"Cavalry": "5"}})
    (grid,) = (one.grid for one in filled.ruleset.reference if one.id == "movement-allowances")
    assert grid is not None
    assert dict(zip(*zip(*grid.rows, strict=True), strict=True))["Cavalry"] == "5"
    assert dict(zip(*zip(*grid.rows, strict=True), strict=True))["Infantry"] == ""


def test_the_page_at_a_glance_has_what_each_strength_wounds_on() -> None:
    (path,) = (path for path in LIBRARY.rosters() if path.stem == "the-walls-of-the-reikland")
    loaded = load_roster(path, LIBRARY)
    judge = judge_of(loaded.book)
    (chart,) = glance_charts(ProfileReader(judge, judge.lay_out(loaded.roster)))
    found = {row.values[0]: row.values[1:] for row in chart.rows}
    assert list(found) == [f"Strength {number}" for number in range(1, 11)]
    assert found["Strength 4"] == ("2+", "3+", "4+", "5+", "6+", "6+", "6+")
    nothing = attrs.evolve(loaded.roster, army=())
    assert glance_charts(ProfileReader(judge, judge.lay_out(nothing))) == ()
