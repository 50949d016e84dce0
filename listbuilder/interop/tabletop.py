"""Rosters as saved objects of Tabletop Simulator: a notecard for each piece, laid out in rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

CARDS_IN_A_ROW = 6
INCHES_APART = 4.0


@attrs.frozen
class Notecard:
    """What stands on a card: a title, and text."""

    title: str
    text: str


def to_tts(name: str, cards: Sequence[Notecard]) -> str:
    """Write a saved object; the game reads it from its folder of those."""
    states = [_card(card, index) for index, card in enumerate(cards)]
    return json.dumps({"SaveName": name, "ObjectStates": states}, ensure_ascii=False, indent=1)


def _card(card: Notecard, index: int) -> Mapping[str, Any]:
    row, column = divmod(index, CARDS_IN_A_ROW)
    place = {"posX": column * INCHES_APART, "posY": 1.0, "posZ": -row * INCHES_APART}
    turn = {"rotX": 0.0, "rotY": 180.0, "rotZ": 0.0, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
    return {
        "Name": "Notecard",
        "Transform": place | turn,
        "Nickname": card.title,
        "Description": card.text,
    }
