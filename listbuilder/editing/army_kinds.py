"""What says of which kind an army is: a force, an ally, a legion."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from listbuilder.model.entries import Selection
from listbuilder.rules.army import Node
from listbuilder.rules.places import Place

IDEA = 4
"""Nobody gives up the idea of his army, which costs nothing, for the price of a leader: it counts
this many times what another change of the army's kind does."""


def is_kind(place: Place) -> bool:
    """Whether a selection at a place says what kind of army it is: a force, an ally.

    It costs nothing, is no piece and stands in none, in a game whose pieces have profiles.
    """
    pieces = (one.is_piece for one in place.around())
    values = place.book.ruleset.values.items()
    free = not any(value.cost and place.value(name) for name, value in values)
    return free and bool(place.book.ruleset.profiles) and not any(pieces)


def saying_kind(nodes: Iterable[Node]) -> list[Node]:
    """The selections that say of which kind their army is (``is_kind``), each for the first time.

    Without a force that is there twice, with equal contents, the kind of army is the same.
    """
    first: dict[object, Node] = {}
    for node in nodes:
        if is_kind(node.place):
            first.setdefault((node.holder and node.holder.start, _nameless(node.selection)), node)
    return [*first.values()]


def weight_of(place: Place) -> int:
    """The weight of what says of which kind the army is (``is_kind``), if it goes.

    ``IDEA`` for what is alone in its slot, and can hold nothing, such as a legion; else 1.
    """
    slot = place.slot
    is_idea = slot is not None and slot.max == 1 and not place.offered()
    return IDEA if is_idea else 1


def _nameless(selection: Selection) -> Selection:
    """A selection without the player's names, notes and pictures, and without ids."""
    held = tuple(map(_nameless, selection.with_))
    return attrs.evolve(selection, id=None, name=None, notes=None, picture=None, with_=held)
