"""Options in the wrong place: whom they were meant for, and what is offered."""

from __future__ import annotations

import pytest

from listbuilder.editing.bearers import handed_on
from listbuilder.editing.mend import findings_with_remedies
from listbuilder.model.roster import Roster
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.tasks.change_sentences import change_sentence
from listbuilder.solve.tasks.repair import repair
from tests.rules.small import Json, judge, roster

MAN: Json = {"profiles": [{"type": "man", "values": {}}]}


def costs(points: int) -> Json:
    return {"values": {"points": points}}


def slot(*offers: str, **keys: Json | int) -> Json:
    return {"slots": [{"id": "options", "offers": list(offers), **keys}]}


SOLDIERS: Json = {"count": {"in": "self"}}
"""As many as there are men."""

CASTLE = judge(
    {
        "tower": MAN | costs(50) | slot("beacon", "ram", max=1) | {"copies": 1},
        "wall": MAN | costs(30) | {"copies": 1},
        "gate": MAN | costs(40) | slot("spikes", max=1) | {"copies": 1},
        "lord": MAN | costs(90) | slot("horse", "sword", each_max=1) | {"copies": 1},
        "squire": MAN | costs(30) | slot("horse", "sword", each_max=1) | {"copies": 1},
        "men": MAN | costs(5) | slot("sword", each_max=SOLDIERS),
        "beacon": costs(25),
        "ram": costs(35),
        "engine": MAN | costs(60) | slot("sapper", exactly=1) | {"copies": 1},
        "spikes": costs(20),
        "sword": costs(15),
        "horse": MAN | costs(12) | {"holder_becomes": "rider"},
        "sapper": MAN | costs(30),
    },
    profiles={"man": {"title": "Man", "columns": []}},
    slots=[{"id": "top", "offers": ["tower", "wall", "gate", "lord", "squire", "men", "engine"]}],
    keywords={"rider": {}},
)


def held(entry: str, *options: str) -> Json:
    return {"entry": entry, "with": list(options)}


@pytest.mark.parametrize(
    ("army", "found"),
    [
        pytest.param([held("tower", "beacon", "ram"), "tower"], {1: {3}, 2: {3}}, id="two in one"),
        pytest.param(
            [held("tower", "beacon", "ram"), held("tower", "ram")], {1: {3}}, id="not a second"
        ),
        pytest.param([held("wall", "spikes"), "gate", "tower"], {1: {2}}, id="the only gate"),
        pytest.param([held("wall", "spikes"), "gate", "gate"], {1: {2, 3}}, id="either gate"),
        pytest.param(
            [held("wall", "sword"), "lord", "squire"], {1: {2, 3}}, id="a lord, or his squire"
        ),
        pytest.param([held("wall", "sword"), {"entry": "men", "count": 5}], {}, id="no plain men"),
        pytest.param(
            [
                {"entry": "wall", "with": [{"entry": "spikes", "at": "g"}]},
                {"entry": "gate", "id": "g"},
            ],
            {},
            id="nothing that is placed",
        ),
        pytest.param([held("gate", "horse"), "lord"], {1: {2}}, id="a horse that no gate rides"),
        pytest.param([held("lord", "horse", "horse"), "squire"], {}, id="no mount of a lord"),
        pytest.param(
            [held("lord", "horse", "horse"), "lord"], {1: {3}, 2: {3}}, id="but for another lord"
        ),
        pytest.param([held("tower", "beacon"), "tower"], {}, id="what is right"),
    ],
)
def test_options_go_to_bearers_they_were_meant_for(
    army: list[Json], found: dict[int, set[int]]
) -> None:
    assert handed_on(CASTLE.evaluate(roster(*army)), CASTLE) == found


@pytest.mark.parametrize(
    ("army", "remedy", "change"),
    [
        pytest.param(
            [held("wall", "spikes"), "gate"],
            "Move Spikes to Gate",
            "move 1.1 Spikes (Wall) to 2. Gate",
            id="moved",
        ),
        pytest.param(
            [held("wall", "sword"), {"entry": "men", "count": 5}],
            "Remove Sword from Wall",
            "remove 1.1 Sword (Wall)",
            id="nobody hands it to plain men",
        ),
        pytest.param(
            [held("gate", "horse"), "lord"],
            "Move Horse to Lord",
            "move 1.1 Horse (Gate) to 2. Lord",
            id="a mount that was filed wrongly",
        ),
        pytest.param(
            [held("lord", "horse", "horse"), "squire"],
            "Remove 1.2 Horse from Lord",
            "remove 1.2 Horse (Lord)",
            id="a second mount goes",
        ),
        pytest.param(
            [
                {"entry": "men", "count": 2, "with": [{"entry": "sword", "count": 3}]},
                {"entry": "men", "count": 3, "with": [{"entry": "sword", "count": 2}]},
            ],
            "Move 1 of 3 × Sword (1.1) to 2. Men",
            "move 1 of 1.1 Sword (Men) to 2. Men",
            id="a sword too many goes to men of the same kind",
        ),
        pytest.param(
            [held("engine", "sapper", "sapper"), "engine"],
            "Move 1.2 Sapper to 2. Engine",
            "move 1.2 Sapper (Engine) to 2. Engine",
            id="a commander goes to another engine",
        ),
        pytest.param(
            [held("gate", "sapper"), "engine"],
            "Move Sapper to Engine",
            "move 1.1 Sapper (Gate) to 2. Engine",
            id="or from where he can't be",
        ),
    ],
)
def test_check_and_repair_offer_the_same(army: list[Json], remedy: str, change: str) -> None:
    wrong = roster(*army)
    assert first_remedy(wrong) == remedy
    answer = repair(CASTLE, wrong)[0]
    assert isinstance(answer, Solved)
    assert answer.proved
    assert list(map(change_sentence, answer.changes)) == [change]


def first_remedy(army: Roster) -> str:
    finding = findings_with_remedies(CASTLE.evaluate(army), CASTLE)[0]
    return str(finding.remedies[0].text)


def test_what_is_in_the_wrong_place_goes_with_its_bearer() -> None:
    """Over by the wall with its spikes: they do not stay without it."""
    army = roster(held("wall", "spikes"), "gate", "lord", limits={"points": 145})
    limited = judge(
        {
            "wall": MAN | costs(30) | {"copies": 1},
            "gate": MAN | costs(40) | slot("spikes", max=1) | {"copies": 1},
            "lord": MAN | costs(90) | {"copies": 1},
            "spikes": costs(20),
        },
        constraints=(
            {
                "id": "over",
                "for": "roster",
                "require": {"sum": "points", "at_most": {"limit": "points"}},
            },
        ),
        profiles={"man": {"title": "Man", "columns": []}},
        limits={"points": {"title": "Points"}},
    )
    answer = repair(limited, army)[0]
    assert isinstance(answer, Solved)
    assert [str(change_sentence(change)) for change in answer.changes] == [
        "remove 1. Wall, with Spikes"
    ]


def test_options_of_an_entry_share_their_bearers() -> None:
    """Else a huge roster of misplaced options would have as many sets as it has options."""
    army = roster(*[held("wall", "spikes")] * 300, *["gate"] * 300)
    found = handed_on(CASTLE.evaluate(army), CASTLE)
    assert len(found) == 300
    assert len({id(bearers) for bearers in found.values()}) == 1
