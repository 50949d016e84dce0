"""The places of a narrow search for a witness: those of known witnesses, and some near its goal.

Most obligations have a witness made of what other witnesses have, and a few selections more. To
look among these first is much cheaper than to look everywhere: a book has thousands of places, its
witnesses stand at some hundred. What is not found there may be elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from listbuilder.model.language import MOST_COPIES
from listbuilder.rules.places import Place

SHALLOW = (2, 3)
"""Levels of selections in which a small legal roster is looked for before all of them."""
MAX_NEAREST = 12
"""Places or sites near known witnesses that are tried first."""


def most_used_places(places: Iterable[Place], known: Mapping[Place, None]) -> list[Place]:
    """The few places of which, with their holders, the most are used by known witnesses."""
    ordered = sorted(places, key=lambda place: sum(one not in known for one in place.around()))
    return ordered[:MAX_NEAREST]


def narrow_places(known: Iterable[Place], goals: Iterable[Place]) -> dict[Place, int]:
    """The places to add at, each with the most copies.

    Args:
        known: of witnesses.
        goals: places that a witness shall use: with them come those around, and what each offers.
    """
    places = dict.fromkeys(known, MOST_COPIES)
    for goal in goals:
        for around in goal.around():
            places[around] = MOST_COPIES
            places |= dict.fromkeys(around.offered(), MOST_COPIES)
    return places


def shallow_places(root: Place, depth: int) -> dict[Place, int]:
    """The places at most so many levels below the roster, each with the most copies."""
    level, places = [root], dict[Place, int]()
    for _ in range(depth):
        level = [child for place in level for child in place.offered()]
        places |= dict.fromkeys(level, MOST_COPIES)
    return places
