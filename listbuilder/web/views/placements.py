"""Placements that the rules allow: selections, and the targets at which they can be placed."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.content.counters import is_counter
from listbuilder.editing.find import number_of
from listbuilder.model.memo import memoised
from listbuilder.model.ruleset import Book
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.rules.sections import asks, is_section, sections
from listbuilder.web.views.slot_bounds import most


@memoised
def can_be_placed(judge: Judge, place: Place) -> bool:
    """Whether selections of a place are placed at others: a rule demands that they are."""
    return any(
        asks(rule, "at") and rule.require.op != "at_most" for rule, _ in judge.rules_at(place)
    )


def where(judge: Judge, army: Army) -> Iterator[tuple[str, str]]:
    """Yield the selections that others can be placed at, by number and name."""
    for node in sections(judge, army):
        yield number_of(node), node.name


def castle_of(judge: Judge, army: Army) -> str | None:
    """Give the name of the sections' holder; None where the army has none and can't build any."""
    for node in sections(judge, army):
        top = node
        while top.holder is not None and top.holder is not army.root:
            top = top.holder
        return top.name if not top.place.list_id else node.name
    return next((place.entry.name for place in _castles(judge, army) if place.entry), None)


def buildable(judge: Judge, army: Army) -> Iterator[tuple[str, str]]:
    """Yield the sections that could be built: the edit that a button sends, and the name."""
    for node in army.nodes:
        for place in node.place.offered():
            if is_section(judge, place) and not node.place.list_id:
                yield _words(node, place)
    yield from (_words(army.root, place) for place in _castles(judge, army))


def _castles(judge: Judge, army: Army) -> Iterator[Place]:
    """Yield the entries with sections that the roster could hold now."""
    for place in army.root.place.offered():
        inside = any(is_section(judge, below) for below in place.offered())
        if inside and not place.list_id and place.slot is not None:
            at_most = most(judge, army, army.root, place.slot, (place,))
            there = any(child.place is place for child in army.root.children)
            if at_most != 0 and not there:
                yield place


def _words(holder: Node, place: Place) -> tuple[str, str]:
    number = number_of(holder) if holder.holder else "."
    slot, entry = place.slot, place.entry
    name = entry.name if entry else ""
    return f"add:{number}:{slot.id if slot else ''}:{entry.id if entry else ''}", name


def home_of(book: Book, army: Army) -> str:
    """The page that an army opens on; empty for the builder."""
    return "set-up" if is_set_up(book, army) else ""


def is_set_up(book: Book, army: Army) -> bool:
    """Whether an army is a set-up: its counters stand in areas."""
    return any(is_counter(book, node) for node in army.nodes)


def left_of(node: Node, place: Place) -> int:
    """Count the models of a unit that are not placed yet."""
    posted = sum(child.size for child in node.children if child.place is place)
    return max(0, (node.models or node.count) - posted)
