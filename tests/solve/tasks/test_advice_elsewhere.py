"""The first answer in two games that are not shipped: squads with weapons, and regiments in forts.

What is expected was written down before the first run.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.tasks.change_sentences import change_sentence
from listbuilder.solve.tasks.repair import repair
from tests.rules.small import judge as judge_of_game
from tests.rules.small import roster as roster_of

Json = dict[str, Any]

MAN: Json = {"profiles": [{"type": "man", "values": {}}]}
TYPES: Json = {
    "profiles": {"man": {"title": "Man", "columns": []}},
    "limits": {"points": {"title": "Points"}},
}
OVER: Json = {
    "id": "over",
    "for": "roster",
    "require": {"sum": "points", "at_most": {"limit": "points"}},
}


def of(entry: str, *held: Selection, n: int = 1, **keys: Any) -> Selection:
    return Selection(entry, count=Copies(n), with_=held, **keys)


def squads() -> Judge:
    """Captains lead troopers; each has one weapon, which replaces another; tanks have a crew."""

    def leader(points: int, most: int, least: int, **keys: Any) -> Json:
        squad = {"id": "squad", "offers": ["trooper"], "min": least, "max": most}
        return {**MAN, "copies": 1, "values": {"points": points}, "slots": [squad], **keys}

    weapons = {"id": "weapon", "offers": ["pistol", "rifle", "flamer"], "exactly": 1}
    crew = {"id": "crew", "offers": ["driver", "gunner"], "exactly": 3}
    prices = {"pistol": 0, "rifle": 5, "flamer": 15}
    return judge_of_game(
        {
            "captain": leader(60, 10, 5),
            "ripley": leader(80, 10, 0, caps={"roster": 1}),
            "trooper": {**MAN, "values": {"points": 12}, "slots": [weapons]},
            "tank": {
                **MAN,
                "copies": 1,
                "values": {"points": 150},
                "slots": [{**crew, "groups": [{"entry": "driver", "exactly": 1}]}],
            },
            **{name: {**MAN, "values": {"points": 0}} for name in ("driver", "gunner")},
            **{name: {"values": {"points": price}} for name, price in prices.items()},
        },
        slots=[{"id": "top", "offers": ["captain", "ripley", "tank"]}],
        constraints=(
            OVER,
            {
                "id": "escort",
                "for": {"entry": "tank"},
                "require": {"count": {"in": "roster", "entry": "trooper"}, "at_least": 8},
            },
        ),
        **TYPES,
    )


def troopers(n: int, *weapons: Selection) -> Selection:
    return of("trooper", *(weapons or [of("pistol", n=n)]), n=n)


def forts() -> Judge:
    """Regiments of pike and shot; in a fort each stands at a post with room for two."""
    garrison = {"id": "garrison", "offers": ["garrison"], "max": 1}
    men = {"id": "men", "offers": ["pikeman", "musketeer"], "min": 6}
    in_forts: Json = {"when": {"choice": {"battle": "field"}}}
    return judge_of_game(
        {
            "general": {**MAN, "copies": 1, "values": {"points": 100}},
            "foot": {"copies": 1, "values": {"points": 20}, "slots": [men, garrison]},
            "cannon": {**MAN, "copies": 1, "values": {"points": 70}, "slots": [garrison]},
            "pikeman": {**MAN, "values": {"points": 4}},
            "musketeer": {**MAN, "values": {"points": 6}},
            "garrison": {"copies": 1},
            "bastion": {"copies": 1, "values": {"points": 40}},
            "ravelin": {"copies": 1, "values": {"points": 25}},
        },
        slots=[{"id": "top", "offers": ["general", "foot", "cannon", "bastion", "ravelin"]}],
        choices={"battle": {"title": "Battle", "options": {"field": "Field", "fort": "Fort"}}},
        constraints=(
            OVER,
            {
                "id": "shot-and-pike",
                "for": {"entry": "foot"},
                "require": {
                    "count": {"in": "children", "entry": "musketeer"},
                    "at_most": {
                        "times": 2,
                        "of": {"count": {"in": "children", "entry": "pikeman"}},
                    },
                },
            },
            {
                "id": "one-general",
                "for": "roster",
                "require": {"count": {"entry": "general"}, "exactly": 1},
            },
            {
                "id": "no-posts",
                "for": {"entry": ["bastion", "ravelin", "garrison"]},
                "require": {"count": {"in": "self"}, "at_most": 0},
                **in_forts,
            },
            {
                "id": "manned",
                "for": {"entry": ["foot", "cannon"]},
                "when": {"choice": {"battle": "fort"}},
                "require": {"count": {"in": "children", "entry": "garrison"}, "at_least": 1},
            },
            {
                "id": "at-a-post",
                "for": {"entry": "garrison"},
                "require": {"count": {"in": "at", "entry": ["bastion", "ravelin"]}, "at_least": 1},
            },
            {
                "id": "room",
                "for": {"entry": ["bastion", "ravelin"]},
                "require": {"count": {"in": "placed", "entry": "garrison"}, "at_most": 2},
            },
            {
                "id": "gun-on-bastion",
                "for": {"entry": "ravelin"},
                "require": {"count": {"in": "placed", "under": {"entry": "cannon"}}, "at_most": 0},
            },
        ),
        **TYPES,
    )


def foot(at: str | None = None, pikes: int = 6, shot: int = 0) -> Selection:
    men = [of("pikeman", n=pikes), *([of("musketeer", n=shot)] if shot else [])]
    return of("foot", *men, *([of("garrison", at=at)] if at else []))


BASTION, RAVELIN = of("bastion", id="bastion"), of("ravelin", id="ravelin")
GENERAL = of("general")

SQUADS: dict[str, tuple[int, tuple[Selection, ...], list[str]]] = {
    "a weapon too many: the free one goes, the bought one stays": (
        500,
        (of("captain", troopers(6, of("pistol", n=6), of("rifle", n=2))),),
        ["reduce 1.1.1 Pistol (Trooper) from 6 to 4"],
    ),
    "two gunners too many go, no second tank is bought": (
        500,
        (of("captain", troopers(8)), of("tank", of("driver"), of("gunner", n=4))),
        ["reduce 2.2 Gunner (Tank) from 4 to 2"],
    ),
    "a squad too small gets a trooper, with his weapon": (
        500,
        (of("captain", troopers(4)),),
        ["raise 1.1 Trooper (Captain) from 4 to 5, with Pistol"],
    ),
    "the second of one name goes, those she leads go to another": (
        700,
        (of("ripley", troopers(5)), of("ripley", troopers(5, of("rifle", n=5)))),
        ["move 2.1 5 × Trooper (Ripley) to 1. Ripley", "remove 2. Ripley"],
    ),
    "a tank gets its escort": (
        700,
        (of("captain", troopers(5)), of("tank", of("driver"), of("gunner", n=2))),
        ["raise 1.1 Trooper (Captain) from 5 to 8, with 3 × Pistol"],
    ),
    "too many in one squad go where they are too few": (
        700,
        (of("captain", troopers(11)), of("captain", troopers(4))),
        ["move 1 of 1.1 Trooper (Captain) to 2. Captain, with Pistol"],
    ),
}

FORTS: dict[str, tuple[str, tuple[Selection, ...], list[str]]] = {
    "a pikeman is added for a musketeer too many": (
        "field",
        (GENERAL, foot(pikes=4, shot=9)),
        ["raise 2.1 Pikeman (Foot) from 4 to 5"],
    ),
    "the third at a post stands at the other": (
        "fort",
        (GENERAL, *[foot("bastion")] * 3, BASTION, RAVELIN),
        ["place 2.2 Garrison (Foot) at 6. Ravelin"],
    ),
    "a gun and a regiment change places": (
        "fort",
        (
            GENERAL,
            *[foot("bastion")] * 2,
            of("cannon", of("garrison", at="ravelin")),
            BASTION,
            RAVELIN,
        ),
        [
            "place 2.2 Garrison (Foot) at 6. Ravelin",
            "place 4.1 Garrison (Cannon) at 5. Bastion",
        ],
    ),
    "of two generals the nameless one goes": (
        "field",
        (GENERAL, of("general", name="Lord Fairfax"), foot()),
        ["remove 1. General"],
    ),
}


@pytest.mark.parametrize("title", SQUADS)
def test_squads(title: str) -> None:
    limit, army, expected = SQUADS[title]
    assert first(squads(), attrs.evolve(roster_of(limits={"points": limit}), army=army)) == expected


@pytest.mark.parametrize("title", FORTS)
def test_forts(title: str) -> None:
    battle, army, expected = FORTS[title]
    roster = attrs.evolve(roster_of(limits={"points": 500}), army=army, choices={"battle": battle})
    assert first(forts(), roster) == expected


def first(judge: Judge, roster: Roster) -> list[str]:
    """The changes of the first of three answers, which is legal and proved."""
    answer, *_ = repair(judge, roster)
    assert isinstance(answer, Solved)
    assert answer.proved
    assert judge.evaluate(answer.roster).legal
    return [change_sentence(change) for change in answer.changes]
