"""Which of two holders need not be given much, and what tells them apart.

Random games in which a wrong answer would lose rosters: ``tests/solve/tasks/test_complete.py``.
"""

from typing import Any

import pytest

from listbuilder.editing.edit import new
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.solve.domains.interchange import InterchangeableHolders
from listbuilder.solve.search.goals import aims_of
from tests.rules.small import judge, roster
from tests.shipped import LIBRARY
from tests.solve.tiny import unrolled

ENTRIES: dict[str, Any] = {
    "defence": {"is": ["force"], "copies": 1},
    "relief": {"is": ["force"], "copies": 1},
    "guard": {"is": ["unit"], "copies": 1, "values": {"points": 1}},
}
SLOTS = [{"id": name, "offers": [name], "exactly": 1} for name in ("defence", "relief")]
RELIEF, DEFENCE = {"under": {"entry": "relief"}}, {"under": {"entry": "defence"}}
NONE: dict[str, int] = {}


def given(*rules: dict[str, Any], **said: Any) -> dict[str, int]:
    """By holder, how many additions it needs at most."""
    force = {"slots": [{"id": "units", "offers": [{"is": "unit"}]} | said.pop("slot", {})]}
    entries = ENTRIES | {"guard": ENTRIES["guard"] | said}
    over = {
        "id": "over",
        "for": "roster",
        "require": {"sum": "points", "at_most": {"limit": "points"}},
    }
    game = judge(
        entries,
        constraints=(over, *({"id": f"rule-{n}"} | rule for n, rule in enumerate(rules))),
        keywords={"force": force, "unit": {}},
        limits={"points": {"title": "Points"}},
        slots=SLOTS,
    )
    tree = unrolled(game, roster(limits={"points": 4}))
    holders = InterchangeableHolders(tree, (), ())
    return {one.place.entry.id: most for one, most in holders.most_given() if one.place.entry}


def test_what_nothing_tells_apart_is_looked_for_in_one_of_them() -> None:
    assert given() == {"defence": 0}


def test_a_least_number_is_left_where_it_is_asked_for() -> None:
    needed = {"for": "roster", "require": {"count": {"is": "unit"} | DEFENCE, "at_least": 2}}
    assert given(needed) == {"defence": 2}


def test_who_is_asked_more_gives_to_who_is_asked_less() -> None:
    banned = {"for": {"is": "unit"} | RELIEF, "require": {"count": {"in": "self"}, "at_most": 0}}
    assert given(banned) == NONE, "nothing can stand in the relief force, and nothing can go there"
    alone = {"for": {"is": "unit"} | RELIEF, "require": {"count": {"is": "unit"}, "at_most": 9}}
    assert given(alone) == {"relief": 0}


@pytest.mark.parametrize(
    "rule",
    [
        {"for": "roster", "require": {"count": {"is": "unit"} | DEFENCE, "at_most": 1}},
        {"for": "roster", "require": {"count": {"is": "unit"} | RELIEF, "exactly": 1}},
        {"for": {"entry": "relief"}, "require": {"count": {"in": "children"}, "at_most": 1}},
        {"for": {"is": "unit"}, "require": {"count": {"in": "force"}, "at_most": 2}},
        {
            "for": {"is": "unit"},
            "require": {"count": {"in": "parent", "entry": "relief"}, "at_most": 0},
        },
        {"for": "roster", "require": {"count": {"has": {"is": "unit"}}, "at_most": 1}},
        {
            "for": {"is": "unit"},
            "require": {"outside": {"count": {"in": "children"}}, "at_most": 2},
        },
        {
            "for": "roster",
            "when": {"count": {"is": "unit"} | RELIEF, "at_least": 1},
            "require": {"sum": "points", "at_most": 1},
        },
    ],
)
def test_rules_tell_holders_apart(rule: dict[str, Any]) -> None:
    assert given(rule) == NONE


@pytest.mark.parametrize(
    "said",
    [
        {"slot": {"max": 2}},
        {"caps": {"force": 1}},
        {"values": {"points": {"steps": [0, 1]}}},
        {"copies": 9},
    ],
)
def test_what_a_holder_bounds_or_prices_tells_holders_apart(said: dict[str, Any]) -> None:
    assert given(**said) == NONE


def test_a_defender_is_given_one_unit_in_the_relief_force() -> None:
    """He needs one that is no character; all else can stand in the defence force."""
    game = judge_of(LIBRARY.book("warhammer", ["high-elves"]))
    choices = {"points": "1000", "side": "defender"}
    assert _given(game, choices) == {"relief-force": 1}
    assert _given(game, choices | {"side": "attacker"}) == NONE


def _given(game: Judge, choices: dict[str, str]) -> dict[str, int]:
    army = new(game, "high-elves", choices)
    reads = [aim.quantity for aim in aims_of(game.book, army, ())]
    holders = InterchangeableHolders(unrolled(game, army), (), reads)
    return {one.place.entry.id: most for one, most in holders.most_given() if one.place.entry}
