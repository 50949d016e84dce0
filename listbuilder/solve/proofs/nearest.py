"""The places of a narrow search for a witness: those of known witnesses, and some near its goal.

Most obligations have a witness of selections that other witnesses have, too, and a few more. A
search among their places is much cheaper than one among all: a book has thousands of places, known
witnesses use some hundred. A witness that is not found there may stand elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from listbuilder.model.language import MOST_COPIES
from listbuilder.rules.places import Place

SHALLOW = (2, 3)
"""Depths, in levels of selections, at which a small legal roster is sought before all levels."""
MAX_NEAREST = 12
"""The most places or sites near known witnesses that a narrow search tries."""


def most_used_places(places: Iterable[Place], known: Mapping[Place, None]) -> list[Place]:
    """The places of which known witnesses use most: the fewest holders are new with them."""
    ordered = sorted(places, key=lambda place: sum(one not in known for one in place.around()))
    return ordered[:MAX_NEAREST]


def narrow_places(known: Iterable[Place], goals: Iterable[Place]) -> dict[Place, int]:
    """The places to add at, each with the most copies.

    Args:
        known: the places that known witnesses use.
        goals: places that a witness shall use; their holders, and all that these offer, come too.
    """
    places = dict.fromkeys(known, MOST_COPIES)
    for goal in goals:
        for around in goal.around():
            places[around] = MOST_COPIES
            places |= dict.fromkeys(around.offered(), MOST_COPIES)
    return places


def shallow_places(root: Place, depth: int) -> dict[Place, int]:
    """The places at most ``depth`` levels below the roster, each with the most copies."""
    level, places = [root], dict[Place, int]()
    for _ in range(depth):
        level = [child for place in level for child in place.offered()]
        places |= dict.fromkeys(level, MOST_COPIES)
    return places
