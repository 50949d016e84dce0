"""What slots offer: entries that none offers, offers that reach nothing, slots without an end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.lint.bounds import UNBOUNDED, bounds_of, number
from listbuilder.lint.game import At, Fault, Game
from listbuilder.lint.ground import ROSTER, Ground, Home, Way
from listbuilder.model.entries import Selection, Slot


def unoffered(game: Game, ground: Ground) -> Iterator[Fault]:
    """Yield entries that no slot offers, and offers that reach no entry of their own."""
    reached = {id(entry) for entry in ground.entries.values()}
    for list_id, entries in ground.book.entries.items():
        for entry in entries.values():
            if id(entry) not in reached:
                message = f"No slot offers “{entry.id}”."
                yield game.entry_at(list_id, entry.id).fault("unoffered-entry", message, "/id")
    used = {id(way.offer) for way in ground.ways}
    slots: dict[int, tuple[Slot, list[Home]]] = {}
    for holder in ground.held:
        for _, slot in ground.slots_of(holder):
            slots.setdefault(id(slot), (slot, []))[1].append(holder)
    for slot, holders in slots.values():
        at = game.where(slot)
        for index, offer in enumerate(slot.offers):
            if id(offer) in used:
                continue
            reaches = any(True for holder in holders for _ in ground.reached(holder, slot, offer))
            message = "No entry passes, in any army list that has this slot."
            if reaches:
                message = "Earlier offers of the slot take all that this one does."
            yield at.fault(
                "hidden-offer" if reaches else "empty-offer", message, f"/offers/{index}"
            )


def defaults(game: Game, ground: Ground) -> Iterator[Fault]:
    """Yield default selections that their slot does not take, or not so many of."""
    by_slot: dict[int, set[Home]] = {}
    for way in ground.ways:
        by_slot.setdefault(id(way.slot), set()).add(way.home)
    for at, slot in game.of(Slot):
        homes = by_slot.get(id(slot))
        if not slot.default or homes is None:
            continue
        yield from _not_offered(At(at.file, f"{at.pointer}/default"), slot.default, homes, ground)
        count = sum(selection.count for selection in slot.default)
        bounds = bounds_of(slot)
        if slot.per is None and not bounds.least <= count <= bounds.most:
            most = "" if bounds.most == UNBOUNDED else f", at most {bounds.most}"
            message = f"The default puts {count} in; at least {bounds.least}{most} may be."
            yield at.fault("default-out-of-bounds", message, "/default")


def _not_offered(
    at: At, selections: Iterable[Selection], homes: set[Home], ground: Ground
) -> Iterator[Fault]:
    for index, selection in enumerate(selections):
        inner = At(at.file, f"{at.pointer}/{index}")
        meant = {home for home in homes if home[1] == selection.entry}
        if not meant:
            message = f"The slot doesn't offer “{selection.entry}”."
            yield inner.fault("default-not-offered", message, "/entry")
        elif selection.with_:
            held = {way.home for home in meant for way in ground.held[home]}
            below = At(inner.file, f"{inner.pointer}/with")
            yield from _not_offered(below, selection.with_, held, ground)


def endless(game: Game, ground: Ground) -> Iterator[Fault]:
    """Yield slots that can be inside themselves for ever: nothing on the way round closes them."""
    onward = {
        home: [way for way in ways if _is_open(way, ground)] for home, ways in ground.held.items()
    }
    del onward[ROSTER]
    while ended := [home for home, ways in onward.items() if not ways]:
        for home in ended:
            del onward[home]
        onward = {
            home: [way for way in ways if way.home in onward] for home, ways in onward.items()
        }
    told: set[int] = set()
    for home, ways in onward.items():
        for way in ways:
            if id(way.slot) not in told and _leads(way.home, home, onward):
                told.add(id(way.slot))
                name = way.home[1]
                message = (
                    f"“{name}” comes to stand in itself through this slot, and nothing ends it."
                )
                yield game.where(way.slot).fault("endless-slot", message)


def _is_open(way: Way, ground: Ground) -> bool:
    """Whether nothing ends a way: no bound that hangs on where it stands, no cap, no budget."""
    slot, offer = way.slot, way.offer
    bounds = (slot.max, slot.exactly, slot.each_max, offer.max, offer.exactly)
    ends = any(bound is not None and number(bound) in (None, 0) for bound in bounds)
    return not (ends or slot.budget or ground.entries[way.home].caps)


def _leads(start: Home, end: Home, onward: dict[Home, list[Way]]) -> bool:
    seen: set[Home] = set()
    todo = [start]
    while todo:
        home = todo.pop()
        if home == end:
            return True
        if home not in seen:
            seen.add(home)
            todo += [way.home for way in onward[home]]
    return False


def steps_apart(game: Game, ground: Ground) -> Iterator[Fault]:
    """Yield prices in steps that more than one selection of a slot would share."""
    told: set[int] = set()
    for way in ground.ways:
        entry = ground.entries[way.home]
        for name in ground.book.ruleset.values:
            value = way.offer.values.get(name) or entry.values.get(name)
            if value is None or not value.steps or id(value) in told:
                continue
            single = bounds_of(way.slot).most <= 1 or number(way.slot.each_max) == 1
            if not single and ground.is_own(way.home):
                told.add(id(value))
                message = (
                    f"Each “{entry.id}” is a selection of its own; steps are for copies of one."
                )
                yield game.where(value).fault("steps-apart", message)
