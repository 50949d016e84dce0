"""Numbers with a digit too many."""

import pytest

from listbuilder.editing.digit_slips import digit_slips, meant_numbers
from listbuilder.editing.mend import findings_with_remedies
from listbuilder.editing.trials import TrialBudget
from listbuilder.model.roster import Roster
from tests.rules.small import Json, judge, roster

GAME = judge(
    {
        "foot": {"size": {"min": 5}, "values": {"points": {"per_model": 10}}},
        "orc": {
            "values": {"points": 5},
            "slots": [{"id": "arm", "offers": ["axe"], "each_max": 1}],
        },
        "axe": {"values": {"points": 1}},
    },
    constraints=(
        {
            "id": "over",
            "for": "roster",
            "require": {"sum": "points", "at_most": {"limit": "points"}},
        },
    ),
    limits={"points": {"title": "Points"}},
)


def army(*selections: Json) -> Roster:
    return roster(*selections, limits={"points": 400})


def told(roster_: Roster) -> list[str]:
    """The numbers that are tried."""
    return [str(slip.fix.text) for slip in digit_slips(GAME.evaluate(roster_), GAME, TrialBudget())]


@pytest.mark.parametrize(
    ("size", "tried"),
    [(310, [31, 30, 10]), (81, [8, 1]), (205, [25, 20, 5]), (100, [10]), (79, []), (41, [])],
)
def test_only_numbers_are_tried_of_which_half_is_too_many(size: int, tried: list[int]) -> None:
    expected = [f"Set the size of Foot to {number}" for number in tried]
    assert told(army({"entry": "foot", "size": size})) == expected


def test_the_first_number_that_is_legal_is_the_first_remedy() -> None:
    """Seven axes show that there were seven orcs."""
    held = [{"entry": "axe", "count": 7}]
    broken = army({"entry": "foot", "size": 30}, {"entry": "orc", "count": 70, "with": held})
    (finding,) = findings_with_remedies(GAME.evaluate(broken), GAME)
    first, *others = [str(remedy.text) for remedy in finding.remedies]
    assert first == "Set the number of Orc to 7"
    assert first not in others


def test_a_number_that_leaves_something_illegal_is_no_remedy() -> None:
    broken = army({"entry": "foot", "size": 41}, {"entry": "orc", "count": 70})
    (finding,) = findings_with_remedies(GAME.evaluate(broken), GAME)
    assert not any(remedy.text.startswith("Set the number") for remedy in finding.remedies)


@pytest.mark.parametrize(
    ("size", "orcs", "limit", "meant"),
    [
        (300, 60, 600, 30),
        (300, 60, 900, None),  # of 300 models 60 could stay
        (66, 60, 360, 6),
        (44, 60, 340, 4),
        (44, 412, 2100, None),  # the limit may have been lowered by a fifth
    ],
)
def test_a_digit_is_surely_too_many_where_it_is_just_what_is_too_much(
    size: int, orcs: int, limit: int, meant: int | None
) -> None:
    army_ = roster(
        {"entry": "foot", "size": size},
        {"entry": "orc", "count": orcs},
        limits={"points": limit},
    )
    found = meant_numbers(GAME.evaluate(army_), GAME)
    numbers = {node.name: number for node, number in found.items()}
    assert numbers.get("Foot") == meant


@pytest.mark.parametrize(("orcs", "meant"), [(66, 6), (33, None)])
def test_in_a_band_there_may_be_room_without_the_digit(orcs: int, meant: int | None) -> None:
    """Twelve may stand there: of 33 nobody knows whether they were 3, or more than fit."""
    band = {"id": "band", "offers": ["orc"], "max": 12}
    game = judge({"post": {"slots": [band]}, "orc": {}}, slots=[{"id": "top", "offers": ["post"]}])
    army_ = roster({"entry": "post", "with": [{"entry": "orc", "count": orcs}]})
    found = meant_numbers(game.evaluate(army_), game)
    assert [*found.values()] == ([] if meant is None else [meant])


def test_what_surely_is_a_slip_is_a_remedy_though_something_else_is_wrong() -> None:
    broken = army({"entry": "foot", "size": 310}, {"entry": "foot", "size": 4})
    over, *others = findings_with_remedies(GAME.evaluate(broken), GAME)
    assert others
    assert str(over.remedies[0].text) == "Set the size of 1. Foot to 31"
