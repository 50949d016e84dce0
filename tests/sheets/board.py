"""A small made-up board game with counters, tracks and markers that may be false."""

from __future__ import annotations

import copy
from typing import Any

from tests.sheets.game import HERE, Game, play

RULESET: dict[str, Any] = {
    "id": "ford",
    "name": "The Ford",
    "version": "1.0.0",
    "documents": {"rules": {"title": "The Rules"}},
    "values": {
        "gold": {"title": "gold", "cost": True},
        "noise": {"title": "noise"},
        "weight": {"title": "weight"},
    },
    "keywords": {
        "bank": {
            "slots": [
                {
                    "id": "units",
                    "title": "Units",
                    "offers": [{"is": "unit"}],
                    "shown": "Units",
                    "max": 9,
                },
                {"id": "markers", "title": "Markers", "offers": [{"is": "barrel"}]},
            ]
        },
        "unit": {
            "title": "Unit",
            "slots": [
                {"id": "leaders", "offers": [{"is": "leader"}]},
                {
                    "id": "carried",
                    "title": "Carried",
                    "offers": [{"is": "barrel"}, "banner"],
                    "shown": "Carried",
                    "max": 3,
                },
            ],
        },
        "leader": {"slots": [{"id": "skills", "offers": [{"is": "skill"}]}]},
        "barrel": {"title": "Barrel", "hidden": "Barrels", "values": {"weight": 2}},
        "skill": {},
        "spy": {"hidden": "Someone"},
    },
    "profiles": {
        "unit": {
            "title": "Unit",
            "counter": True,
            "columns": [
                {"id": "fight", "title": "F", "name": "Fight"},
                {"id": "shoot", "title": "S", "name": "Shoot"},
                {"id": "armour", "title": "A", "name": "Armour"},
                {"id": "move", "title": "M", "name": "Move"},
            ],
        },
        "leader": {
            "title": "Leader",
            "counter": True,
            "columns": [{"id": "rally", "title": "R", "name": "Rally"}],
        },
        "marker": {"title": "Marker", "counter": True, "columns": []},
        "man": {"title": "Man", "columns": [{"id": "skill", "title": "S", "name": "Skill"}]},
    },
    "slots": [{"id": "banks", "title": "Banks", "offers": [{"is": "bank"}, "river", "spear"]}],
    "tracks": [
        {
            "id": "turns",
            "title": "Turns",
            "from": 1,
            "to": 12,
            "spans": [
                {"title": "Night", "from": 1, "to": 5},
                {"title": "Fog", "from": 4, "to": 6},
                {"title": "The bridge falls", "from": 12, "to": 12},
            ],
            "text": ["Move the marker."],
            "source": {"document": "rules", "section": "3.1"},
            "ruling": "Fog is no night.",
        }
    ],
}

CATALOGUE: dict[str, Any] = {
    "id": "south",
    "ruleset": "ford",
    "name": "Southmen",
    "version": "1.0.0",
    "entries": [
        {
            "id": "river",
            "name": "The river",
            "slots": [{"id": "parts", "offers": [{"is": "bank"}]}],
        },
        {"id": "near", "name": "Near bank", "is": ["bank"], "text": ["This side."]},
        {"id": "far", "name": "Far bank", "is": ["bank"]},
        {
            "id": "spear",
            "name": "Spear",
            "is": ["unit"],
            "profiles": [
                {"type": "unit", "values": {"fight": "D", "shoot": "", "armour": 3, "move": 4}}
            ],
            "source": HERE,
        },
        {
            "id": "bow",
            "name": "Bow",
            "is": ["unit"],
            "profiles": [
                {"type": "unit", "values": {"fight": "E", "shoot": "e", "armour": 1, "move": "Z"}}
            ],
            "rules": ["Volley"],
            "source": HERE,
        },
        {
            "id": "duke",
            "name": "Duke",
            "is": ["leader"],
            "profiles": [{"type": "leader", "values": {"rally": 6}}],
        },
        {
            "id": "charge",
            "name": "Charge!",
            "is": ["skill"],
            "text": ["All move twice."],
            "uses": 1,
            "source": HERE,
        },
        {"id": "banner", "name": "Banner"},
        {
            "id": "powder",
            "name": "Powder",
            "is": ["barrel"],
            "values": {"gold": 10, "noise": 5},
            "profiles": [{"type": "marker", "values": {}}],
            "text": ["It explodes."],
        },
        {
            "id": "sand",
            "name": "Sand",
            "is": ["barrel"],
            "profiles": [{"type": "marker", "values": {}}],
        },
        {
            "id": "spy",
            "name": "Spy",
            "is": ["unit", "spy"],
            "values": {"gold": 7},
            "profiles": [{"type": "man", "values": {"skill": 9}}],
            "text": ["Listens."],
        },
    ],
    "tracks": [
        {
            "id": "courage",
            "title": "Courage",
            "from": -20,
            "to": 100,
            "for": {"is": "leader"},
            "events": [
                {
                    "title": "A bank is lost",
                    "change": -10,
                    "source": {"document": "rules", "section": "9"},
                },
                {"title": "A bank is won", "change": 5, "source": {"document": "rules", "page": 4}},
                {"title": "The Duke falls: his rally"},
            ],
            "source": {"document": "rules", "section": "9"},
        }
    ],
}


def unit(entry: str, count: int = 1, *inside: str, **more: Any) -> dict[str, Any]:
    """Copies of a unit, each with these."""
    held = [{"entry": one, "count": count} for one in inside]
    return {"entry": entry, "count": count, "with": held, **more}


def bank(entry: str, *inside: Any, **more: Any) -> dict[str, Any]:
    """A bank with what stands there."""
    held = [{"entry": one} if isinstance(one, str) else one for one in inside]
    return {"entry": entry, "with": held, **more}


def army(*banks: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A roster."""
    return {
        "ruleset": "ford",
        "name": "At the Ford",
        "catalogues": {"south": "1.0.0"},
        "army": [*banks],
        **more,
    }


def board(data: dict[str, Any], catalogue: dict[str, Any] = CATALOGUE, **ruleset: Any) -> Game:
    """Judge a roster, by a ruleset with other keys."""
    return play(data, {**copy.deepcopy(RULESET), **ruleset}, catalogue)
