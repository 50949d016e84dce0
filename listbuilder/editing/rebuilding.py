"""Places that are gone, such as a tower, built again under their ids for those who stood there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

import attrs

from listbuilder.editing.defaults import split_copies
from listbuilder.editing.distinct_names import named
from listbuilder.editing.roster_tree import add_to, path_of
from listbuilder.editing.trials import Fix, TrialBudget
from listbuilder.loading.names import is_id, quoted
from listbuilder.messages import gettext
from listbuilder.model.language import Test
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place

MOST_BUILT = 3
"""The most kinds of places that are tried for one id."""


def rebuilt(node: Node, test: Test, army: Army, judge: Judge, budget: TrialBudget) -> Iterator[Fix]:
    """Yield additions under the id of what is gone, at which a selection is placed.

    Where the id speaks of a kind, such as a tower in “gun-tower”, no other is built.

    Args:
        node: the selection.
        test: what a rule asks of the place where it stands.
        army: the army.
        judge: the judge of its book.
        budget: pays for the places that are looked at.
    """
    lost = node.selection.at
    if lost is None or lost in army.named or not is_id(lost):
        return
    passes = judge.passing(test)
    holders: dict[Place, Node] = {}  # of many at one place the first
    for holder in (army.root, *army.nodes):
        holders.setdefault(holder.place, holder)
    budget.look(len(army.nodes))
    found: dict[Place, Node] = {}
    for there, holder in holders.items():
        if not there.is_piece:
            found |= {place: holder for place in there.offered() if passes[place]}
    meant = [place for place in found if place.entry is not None and place.entry.id in lost]
    for place in islice(meant or found, MOST_BUILT):
        holder = found[place]
        text = gettext(
            "Add {what} to {holder} as {id}",
            what=place.entry.name if place.entry else "",
            holder=named(holder, army) if holder.name else gettext("the army"),
            id=quoted(lost),
        )
        yield Fix(text, partial(_built, place, holder, lost, army.roster))


def _built(place: Place, holder: Node, lost: str, roster: Roster) -> Roster:
    (site,) = split_copies(place, 1)
    return add_to(roster, path_of(holder), attrs.evolve(site, id=lost))
