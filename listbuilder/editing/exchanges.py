"""Exchanges of a mount that its rider can't have for one that he can."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from listbuilder.editing.defaults import split_copies
from listbuilder.editing.distinct_names import named
from listbuilder.editing.roster_tree import path_of, replace_at
from listbuilder.editing.trials import Fix
from listbuilder.messages import gettext
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.places import Place

MOST_TRIED = 4
"""The most mounts that are tried in the place of another."""


def exchanges(node: Node, army: Army) -> Iterator[Fix]:
    """Yield exchanges of a selection for others that make the same of their holder: cavalry."""
    holder, entry = node.holder, node.place.entry
    if holder is None or entry is None or node.count > 1:
        return
    made = set(entry.holder_becomes)
    alike = (
        place
        for place in holder.place.offered()
        if place.entry is not None and place.entry is not entry
        if not made.isdisjoint(place.entry.holder_becomes)
    )
    for place in islice(alike, MOST_TRIED):
        text = gettext(
            "Exchange {unit} for {other} ({holder})",
            unit=node.name,
            other=place.entry.name if place.entry else "",
            holder=named(holder, army),
        )
        yield Fix(text, partial(_exchanged, node, place, army.roster))


def _exchanged(node: Node, place: Place, roster: Roster) -> Roster:
    (mount,) = split_copies(place, 1)
    return replace_at(path_of(node), mount, roster)
