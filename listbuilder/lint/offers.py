"""Checks of slots: entries without an offer, offers that reach nothing, endless slots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.lint.pointless_bounds import UNBOUNDED, bounds_of, plain_number
from listbuilder.lint.reachability import ROSTER, Home, OfferEdge, Reachability
from listbuilder.loading.circles import circles
from listbuilder.messages import gettext
from listbuilder.model.entries import Entry, Keyword, Offer, Selection, Slot
from listbuilder.model.language import (
    Comparison,
    Constraint,
    Count,
    If,
    Plus,
    Quantity,
    Sum,
    Test,
    Times,
    Value,
)


def unoffered(game: Game, reachability: Reachability) -> Iterator[Diagnostic]:
    """Yield entries that no slot offers, and offers that reach no entry of their own."""
    reached = {id(entry) for entry in reachability.entries.values()}
    for list_id, entries in reachability.book.entries.items():
        for entry in entries.values():
            if id(entry) not in reached:
                message = gettext("No slot offers “{id}”.", id=entry.id)
                yield game.entry_at(list_id, entry.id).diagnostic("unoffered-entry", message, "/id")
    used = {id(edge.offer) for edge in reachability.edges}
    slots: dict[int, tuple[Slot, list[Home]]] = {}
    for holder in reachability.held:
        for _, slot in reachability.slots_of(holder):
            slots.setdefault(id(slot), (slot, []))[1].append(holder)
    for slot, holders in slots.values():
        at = game.where(slot)
        for index, offer in enumerate(slot.offers):
            if id(offer) in used:
                continue
            reaches = any(
                True for holder in holders for _ in reachability.reached(holder, slot, offer)
            )
            message = gettext("No entry passes, in any army list that has this slot.")
            if reaches:
                message = gettext("Earlier offers of the slot take all that this one does.")
            yield at.diagnostic(
                "hidden-offer" if reaches else "empty-offer", message, f"/offers/{index}"
            )


def defaults(game: Game, reachability: Reachability) -> Iterator[Diagnostic]:
    """Yield default selections that their slot does not take, or takes fewer copies of."""
    by_slot: dict[int, set[Home]] = {}
    for edge in reachability.edges:
        by_slot.setdefault(id(edge.slot), set()).add(edge.home)
    for at, slot in game.of(Slot):
        homes = by_slot.get(id(slot))
        if not slot.default or homes is None:
            continue
        yield from _not_offered(
            Location(at.file, f"{at.pointer}/default"), slot.default, homes, reachability
        )
        count = sum(selection.count for selection in slot.default)
        bounds = bounds_of(slot)
        if slot.per is None and not bounds.least <= count <= bounds.most:
            most = "" if bounds.most == UNBOUNDED else gettext(", at most {most}", most=bounds.most)
            message = gettext(
                "The default puts {count} in; at least {least}{most} may be.",
                count=count,
                least=bounds.least,
                most=most,
            )
            yield at.diagnostic("default-out-of-bounds", message, "/default")


def _not_offered(
    at: Location, selections: Iterable[Selection], homes: set[Home], reachability: Reachability
) -> Iterator[Diagnostic]:
    for index, selection in enumerate(selections):
        inner = Location(at.file, f"{at.pointer}/{index}")
        meant = {home for home in homes if home[1] == selection.entry}
        if not meant:
            message = gettext("The slot doesn't offer “{entry}”.", entry=selection.entry)
            yield inner.diagnostic("default-not-offered", message, "/entry")
        elif selection.with_:
            held = {edge.home for home in meant for edge in reachability.held[home]}
            below = Location(inner.file, f"{inner.pointer}/with")
            yield from _not_offered(below, selection.with_, held, reachability)


def unbounded_slots(game: Game, reachability: Reachability) -> Iterator[Diagnostic]:
    """Yield slots that can be inside themselves without end: no bound on the way closes them."""
    onward = {
        home: [edge for edge in edges if _is_open(edge, reachability)]
        for home, edges in reachability.held.items()
    }
    del onward[ROSTER]
    told: set[int] = set()
    circle = circles({home: [edge.home for edge in edges] for home, edges in onward.items()})
    for home, edges in onward.items():
        for edge in edges:
            if id(edge.slot) not in told and circle[edge.home] == circle[home]:
                told.add(id(edge.slot))
                name = edge.home[1]
                message = gettext(
                    "“{name}” comes to stand in itself through this slot, and nothing ends it.",
                    name=name,
                )
                yield game.where(edge.slot).diagnostic("endless-slot", message)


def _is_open(edge: OfferEdge, reachability: Reachability) -> bool:
    """Whether an edge can be followed without end: no zero or variable bound, cap or budget."""
    slot, offer = edge.slot, edge.offer
    bounds = (slot.max, slot.exactly, slot.each_max, offer.max, offer.exactly)
    ends = any(bound is not None and plain_number(bound) in (None, 0) for bound in bounds)
    return not (ends or slot.budget or reachability.entries[edge.home].caps)


def unbounded_containers(game: Game, reachability: Reachability) -> Iterator[Diagnostic]:
    """Yield free entries that hold others and whose number nothing bounds."""
    limiting = _limiting(game)
    told: set[Location] = set()
    for edge in reachability.edges:
        at = game.entry_at(*edge.home)
        holds = any(True for _ in reachability.slots_of(edge.home))
        if not holds or at in told or _is_bounded(edge, limiting, reachability):
            continue
        told.add(at)
        message = gettext(
            "Nothing bounds how many “{home}” there are in “{id}”.",
            home=edge.home[1],
            id=edge.slot.id,
        )
        yield at.diagnostic("unbounded-container", message)


def _limiting(game: Game) -> list[tuple[Test, str | None]]:
    """List the tests that rules with an upper bound count, or sum a value of (with its id)."""
    sites: list[Comparison | Quantity] = [node.require for _, node in game.of(Constraint)]
    found: list[tuple[Test, str | None]] = []
    while sites:
        node = sites.pop()
        match node:
            case Comparison():
                if node.op in ("at_most", "exactly"):
                    sites.append(node.quantity)
                else:
                    sites.append(node.bound)
            case Count(selector):
                found.append((selector.test, None))
            case Sum(value, selector):
                found.append((selector.test, value))
            case Times(_, of):
                sites.append(of)
            case Plus(parts):
                sites += parts
            case If():
                sites += [node.then, node.else_]
            case _:
                pass
    return found


def _is_bounded(
    edge: OfferEdge, limiting: Iterable[tuple[Test, str | None]], reachability: Reachability
) -> bool:
    """Whether a bound, a price or a rule may limit the number of an entry in a slot."""
    slot, offer, entry = edge.slot, edge.offer, reachability.entries[edge.home]
    bounds = (slot.max, slot.exactly, slot.each_max, offer.max, offer.exactly)
    if any(bound is not None for bound in bounds) or slot.budget or entry.caps:
        return True
    keywords = reachability.book.keywords
    carriers: list[Offer | Entry | Keyword] = [
        offer,
        entry,
        *(keywords[name] for name in reachability.names(edge.home)),
    ]
    carried = {name for one in carriers for name, value in one.values.items() if value != Value()}
    if any(
        kind.cost and name in carried for name, kind in reachability.book.ruleset.values.items()
    ):
        return True
    if any(inner.min or inner.exactly for _, inner in reachability.slots_of(edge.home)):
        return True  # its compulsory contents may have a price
    return any(
        reachability.passes(test, edge.slotted) is not False
        for test, value in limiting
        if value is None or value in carried
    )


def steps_apart(game: Game, reachability: Reachability) -> Iterator[Diagnostic]:
    """Yield prices in steps that more than one selection of a slot would share."""
    told: set[int] = set()
    for edge in reachability.edges:
        entry = reachability.entries[edge.home]
        for name in reachability.book.ruleset.values:
            value = edge.offer.values.get(name) or entry.values.get(name)
            if value is None or not value.steps or id(value) in told:
                continue
            single = bounds_of(edge.slot).most <= 1 or plain_number(edge.slot.each_max) == 1
            if not single and reachability.is_own(edge.home):
                told.add(id(value))
                message = gettext(
                    "Each “{id}” is a selection of its own; steps are for copies of one.",
                    id=entry.id,
                )
                yield game.where(value).diagnostic("steps-apart", message)
