"""Rosters as saved objects of Tabletop Simulator: a notecard for each piece, laid out in rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from listbuilder.interop.battlescribe import objects_of, text_or_empty

NOTECARD = "Notecard"
CARDS_IN_A_ROW = 6
INCHES_APART = 4.0


SAVED = "ObjectStates"
"""Key of the list of objects in such a file."""


@attrs.frozen
class Notecard:
    """Title and text of a notecard."""

    title: str
    text: str


def to_tts(name: str, cards: Sequence[Notecard]) -> str:
    """Write a saved object's JSON; the game reads it from its folder of saved objects."""
    states = [_card(card, index) for index, card in enumerate(cards)]
    return json.dumps({"SaveName": name, SAVED: states}, ensure_ascii=False, indent=1)


def text_on(data: Mapping[str, Any]) -> str:
    """Give the text of a saved object's first notecard; empty where there is none."""
    cards = (one for one in objects_of(data, SAVED) if one.get("Name") == NOTECARD)
    return next((text_or_empty(one.get("Description")) for one in cards), "")


def _card(card: Notecard, index: int) -> Mapping[str, Any]:
    row, column = divmod(index, CARDS_IN_A_ROW)
    place = {"posX": column * INCHES_APART, "posY": 1.0, "posZ": -row * INCHES_APART}
    turn = {"rotX": 0.0, "rotY": 180.0, "rotZ": 0.0, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
    return {
        "Name": NOTECARD,
        "Transform": place | turn,
        "Nickname": card.title,
        "Description": card.text,
    }
