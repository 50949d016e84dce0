"""A solution read back as a roster: the player's selections as they were, the additions after."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from listbuilder.editing.tree import place_anew
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.places import Place
from listbuilder.solve.engine import Found
from listbuilder.solve.linear import Linear
from listbuilder.solve.spots import Spot, Tree


def decode(tree: Tree, found: Found) -> Roster:
    """Read a solution. Its lumps must be selections: no bundle has more than one copy.

    What was placed at a selection that is gone is placed nowhere.
    """
    army = tuple(_selections(tree.root, found))
    roster = tree.roster if army == tree.roster.army else attrs.evolve(tree.roster, army=army)
    gone = [name for name, spot in tree.named.items() if not _whole(found, spot.count)]
    return place_anew(roster, dict.fromkeys(gone)) if gone else roster


def used(tree: Tree, found: Found) -> dict[Place, int]:
    """Where a solution adds something, and how many in all."""
    places: dict[Place, int] = {}
    for spot in tree.added():
        if count := _whole(found, spot.count):
            places[spot.place] = places.get(spot.place, 0) + count
    return places


def _selections(holder: Spot, found: Found) -> Iterator[Selection]:
    for spot in holder.children:
        count, size = _whole(found, spot.count), _whole(found, spot.size)
        if not count:
            continue
        held = tuple(_selections(spot, found))
        said = Copies(size) if size else None
        if spot.selection is None:
            yield _added(spot, count, said, held)
        elif (spot.selection.count, spot.selection.size, spot.selection.with_) == (
            count,
            said,
            held,
        ):
            yield spot.selection
        else:
            yield attrs.evolve(spot.selection, count=Copies(count), size=said, with_=held)


def _added(spot: Spot, count: int, size: Copies | None, held: tuple[Selection, ...]) -> Selection:
    place = spot.place
    if place.entry is None or place.slot is None or place.holder is None:
        raise ValueError("nothing is added but where a slot offers it")
    named = place.holder.below[place.entry.id, None] is not place
    slot = place.slot.id if named else None
    return Selection(place.entry.id, slot=slot, count=Copies(count), size=size, with_=held)


def _whole(found: Found, quantity: Linear) -> int:
    return int(found.of(quantity))
