"""New holders that one of the player's selections moves into."""

from __future__ import annotations

from listbuilder.editing.mend import findings_with_remedies
from tests.rules.small import Json, judge, roster

MAN: Json = {"profiles": [{"type": "man", "values": {}}]}
RELIEF: Json = {
    "id": "relief",
    "title": "Somebody relieves the castle",
    "for": "roster",
    "require": {
        "count": {"entry": ["knights", "bows"], "under": {"entry": "relief"}},
        "at_least": 1,
    },
}
GAME = judge(
    {
        "relief": {"copies": 1, "slots": [{"id": "units", "offers": ["knights", "bows"]}]},
        "knights": MAN | {"copies": 1, "values": {"points": 90}},
        "bows": MAN | {"copies": 1, "values": {"points": 60}},
        "oil": {"values": {"points": 5}},
    },
    constraints=(RELIEF,),
    slots=[{"id": "top", "offers": ["relief", "knights", "bows", "oil"]}],
    profiles={"man": {"title": "Man", "columns": []}},
)


def remedies(*army: Json | str) -> list[str]:
    (finding,) = findings_with_remedies(GAME.evaluate(roster(*army)), GAME)
    return [remedy.text for remedy in finding.remedies]


def test_the_last_unit_moves_into_a_new_force() -> None:
    """Nothing is bought for it; who has a name of his own stays."""
    assert remedies("knights", "bows", "oil")[0] == "Add Relief to the army, and move Bows into it"
    named: Json = {"entry": "bows", "name": "The Old Guard"}
    assert remedies("knights", named)[0] == "Add Relief to the army, and move Knights into it"


def test_a_force_that_is_there_is_joined() -> None:
    assert remedies("knights", "relief")[0] == "Move Knights to Relief"


def test_without_a_unit_that_may_move_one_comes_with_the_force() -> None:
    assert remedies("oil")[0] == "Add Relief with Knights"


def test_who_stands_where_nobody_may_gets_a_holder() -> None:
    """Warriors without a hero: the cheapest who may lead them comes, if there is room."""
    led = {"id": "men", "offers": ["warrior"]}
    hero: Json = MAN | {"copies": 1, "slots": [led]}
    game = judge(
        {
            "king": hero | {"values": {"points": 150}},
            "captain": hero | {"values": {"points": 50}},
            "warrior": MAN | {"values": {"points": 7}},
        },
        constraints=({"id": "over", "require": {"sum": "points", "at_most": {"limit": "points"}}},),
        slots=[{"id": "top", "offers": ["king", "captain"]}],
        limits={"points": {"title": "Points"}},
        profiles={"man": {"title": "Man", "columns": []}},
    )
    men: Json = {"entry": "warrior", "count": 6}
    for limit, first in (
        (300, "Add Captain to the army, and move 6 × Warrior into it"),
        (45, "Remove 6 × Warrior"),
    ):
        verdict = game.evaluate(roster(men, limits={"points": limit}))
        (finding,) = findings_with_remedies(verdict, game)
        assert finding.remedies[0].text == first
