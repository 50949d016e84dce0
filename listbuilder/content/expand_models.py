"""A roster with each model as a selection of its own, for a card each."""

from __future__ import annotations

from collections.abc import Container, Iterable

import attrs

from listbuilder.editing.roster_tree import with_count
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node

MOST_COPIES = 400
"""The most copies of a selection that are taken apart; nobody cuts out more."""


def expand_models(army: Army, bearers: Container[int]) -> Roster:
    """Take selections apart into copies, and deal their contents among these.

    Contents that only some copies have go to as many copies as possible: two axes and two maces arm
    all four copies, two with each.

    Args:
        army: the roster laid out.
        bearers: the selections to take apart, by ``Node.start``.
    """

    def apart(node: Node) -> list[Selection]:
        held = [selection for child in node.children for selection in apart(child)]
        selection = attrs.evolve(node.selection, with_=tuple(held))
        if node.start in bearers and 1 < node.count <= MOST_COPIES:
            return _copies(selection, held)
        return [selection]

    tops = [selection for node in army.root.children for selection in apart(node)]
    return attrs.evolve(army.roster, army=tuple(tops))


def _copies(selection: Selection, held: Iterable[Selection]) -> list[Selection]:
    number = selection.count
    hands: list[list[Selection]] = [[] for _ in range(number)]
    turn = 0
    for each in held:
        share, rest = divmod(each.count, number)
        for place, hand in enumerate(hands):
            own = share + ((place - turn) % number < rest)
            if own:
                hand.append(with_count(each, own))
        turn += rest
    return [
        attrs.evolve(
            selection, count=Copies(1), id=None if place else selection.id, with_=tuple(hand)
        )
        for place, hand in enumerate(hands)
    ]
