"""A solution read back as a roster: the player's selections as they were, the additions after."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

import attrs

from listbuilder.editing.tree import place_anew
from listbuilder.model.entries import Selection
from listbuilder.model.language import MOST_COPIES, Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.places import Place
from listbuilder.solve.engine import Found
from listbuilder.solve.linear import Linear
from listbuilder.solve.spots import Spot, Tree

Raised = Mapping[Spot, Spot]
"""By what was added: the player's selection that gets its copies."""


def decode(tree: Tree, found: Found, raised: Raised = MappingProxyType({})) -> Roster:
    """Read a solution. Its lumps must be selections: no bundle has more than one copy.

    What was placed at a selection that is gone is placed nowhere.
    """
    army = _selections(tree, tree.root, found, raised)
    roster = tree.roster if army == tree.roster.army else attrs.evolve(tree.roster, army=army)
    gone = [name for name, spot in tree.named.items() if not whole(found, spot.count)]
    return place_anew(roster, dict.fromkeys(gone)) if gone else roster


def raisable(tree: Tree, found: Found) -> Raised:
    """Which additions could be more copies of a selection that the player has beside them."""
    raised: dict[Spot, Spot] = {}
    for holder in (tree.root, *tree.spots):
        there = [spot for spot in holder.children if whole(found, spot.count)]
        room = {spot: _room(spot.place, whole(found, spot.count)) for spot in there}
        for spot in there:
            count = whole(found, spot.count)
            alike = [
                one
                for one in there
                if one.selection and one.place is spot.place and room[one] >= count
            ]
            if spot.selection is None and alike:
                held = {child.place for child in spot.children if whole(found, child.count)}
                raised[spot] = max(alike, key=lambda one: _has(one, held, found))
                room[raised[spot]] -= count
    return raised


def _room(place: Place, count: int) -> int:
    """How many more copies fit into one selection."""
    return (place.copies or MOST_COPIES) - count


def _has(spot: Spot, places: Collection[Place], found: Found) -> int:
    """How many of the places below a spot have something."""
    there = {child.place for child in spot.children if whole(found, child.count)}
    return len(there.intersection(places))


def used(tree: Tree, found: Found) -> dict[Place, int]:
    """Where a solution adds something, and how many in all."""
    places: dict[Place, int] = {}
    for spot in tree.added():
        if count := whole(found, spot.count):
            places[spot.place] = places.get(spot.place, 0) + count
    return places


def _selections(tree: Tree, holder: Spot, found: Found, raised: Raised) -> tuple[Selection, ...]:
    read: dict[Spot, Selection] = {}
    for spot in holder.children:
        if whole(found, spot.count):
            selection = _selection(tree, spot, found, raised)
            if spot in raised:
                own = raised[spot]
                read[own] = _joined(own.place, read[own], selection)
            else:
                read[spot] = selection
    return tuple(read.values())


def _selection(tree: Tree, spot: Spot, found: Found, raised: Raised) -> Selection:
    count, size = Copies(whole(found, spot.count)), Copies(whole(found, spot.size)) or None
    held = _selections(tree, spot, found, raised)
    own = spot.selection
    if own is None:
        entry = spot.place.entry
        if entry is None:
            raise ValueError("nothing is added but where a slot offers it")
        return Selection(entry.id, slot=_slot(spot.place), count=count, size=size, with_=held)
    changed = attrs.evolve(own, count=count, size=size, with_=held)
    if spot.moved and spot.holder is not None and spot.number is not None:
        first = next(one for one in tree.own[spot.number] if whole(found, one.count))
        slot = own.slot if spot.holder.moved else _slot(spot.place)
        changed = attrs.evolve(changed, slot=slot, id=own.id if spot is first else None)
    return own if changed == own else changed


def _joined(place: Place, one: Selection, more: Selection) -> Selection:
    """Put the copies of a selection, with what they hold, to another of the same place."""
    held = list(one.with_)
    for added in more.with_:
        below = place.below[added.entry, added.slot]
        alike = (
            index
            for index, other in enumerate(held)
            if place.below[other.entry, other.slot] is below
            and added.count <= _room(below, other.count)
        )
        index = next(alike, None)
        if index is None:
            held.append(added)
        else:
            held[index] = _joined(below, held[index], added)
    return attrs.evolve(one, count=Copies(one.count + more.count), with_=tuple(held))


def _slot(place: Place) -> str | None:
    """What a selection says of its slot: nothing where the first that offers it is meant."""
    if place.entry is None or place.slot is None or place.holder is None:
        raise ValueError("nothing is put but where a slot offers it")
    named = place.holder.below[place.entry.id, None] is not place
    return place.slot.id if named else None


def whole(found: Found, quantity: Linear) -> int:
    """A number of copies or models."""
    return int(found.of(quantity))
