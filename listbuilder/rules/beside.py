"""Neighbours of a selection in the row of its slot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from listbuilder.model.entries import Slot
from listbuilder.model.language import Condition
from listbuilder.rules.army import Army, Asked, Node

Rings = Mapping[Condition, Asked]
"""The conditions that make a row a ring, each with its compiled test of the row's holder."""


def beside(rings: Rings) -> Callable[[Node, Army], Sequence[Node]]:
    """Find the selections before and after a selection; in a ring the ends are beside each other.

    The selection before comes first; before the first of a ring that is the last.
    """

    def find(node: Node, army: Army) -> Sequence[Node]:
        slot, holder = node.place.slot if node.holder else None, node.holder
        if slot is None or slot.ring is None or holder is None:
            return ()
        before = _next(holder, range(node.index - 1, -1, -1), slot)
        after = _next(holder, range(node.index + 1, len(holder.children)), slot)
        if (before is None or after is None) and rings[slot.ring](holder, army):
            before = before or _next(holder, range(len(holder.children) - 1, node.index, -1), slot)
            after = after or _next(holder, range(node.index), slot)
        found = {one.start: one for one in (before, after) if one is not None}
        return tuple(found.values())

    return find


def _next(holder: Node, indexes: Iterable[int], slot: Slot) -> Node | None:
    """The first of a holder's children, in the order of ``indexes``, that stands in a slot."""
    held = holder.children
    return next((held[index] for index in indexes if held[index].place.slot is slot), None)
