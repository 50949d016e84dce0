"""Placements in words: garrisons on their sections, and sections with their garrisons."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.messages import gettext, joined
from listbuilder.rules.army import Army, Node


def is_placed(node: Node) -> bool:
    """Whether a selection is an option that is placed somewhere: it is told with its place."""
    entry, holder = node.place.entry, node.holder
    option = entry is not None and not node.place.is_piece
    return option and node.selection.at is not None and holder is not None


def placed_away(army: Army, node: Node) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield, slot by slot, where a selection's contents are placed: ``12 at the Gate (Banner)``."""
    slots: dict[str, list[str]] = {}
    for child in node.children:
        if is_placed(child) and child.selection.at in army.named:
            slot = child.place.slot
            where = army.named[child.selection.at].name
            place = gettext("at {place}", place=where)
            words = joined(" ", (*_size(child), joined("", (place, _inside(child)))))
            slots.setdefault((slot and slot.title) or child.name, []).append(words)
    for title, found in slots.items():
        yield title, tuple(found)


def placed_here(army: Army, node: Node) -> Iterator[str]:
    """Yield the selections placed at a selection: ``12 Guards (Banner)``."""
    for other in army.placed.get(node.selection.id or "", ()):
        whose = other.holder if is_placed(other) and other.holder else other
        yield joined(" ", (*_size(other), joined("", (whose.name, _inside(other)))))


def _size(node: Node) -> tuple[str, ...]:
    return (str(node.size),) if node.size > 1 else ()


def _inside(node: Node) -> str:
    return f" ({', '.join(child.name for child in node.children)})" if node.children else ""
