"""New holders, such as a relief force, that one of the player's selections moves into."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from listbuilder.editing.bearers import stays_itself
from listbuilder.editing.defaults import with_defaults
from listbuilder.editing.distinct_names import is_own, named
from listbuilder.editing.prices import dearness
from listbuilder.editing.roster_tree import add_to, held_at, move, path_of
from listbuilder.editing.trials import Fix, TrialBudget
from listbuilder.messages import gettext
from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.places import Place

MOST_NEW = 3
"""The most new holders that are tried for one selection."""


def moved_into_new(
    holder: Node,
    place: Place,
    brings: Callable[[Place], Number],
    missing: Number,
    army: Army,
    budget: TrialBudget,
) -> Iterator[Fix]:
    """Yield the addition of a holder with the last selection that helps there moved into it.

    Args:
        holder: gets the new holder.
        place: the place of the new holder.
        brings: what a copy at a place adds to a quantity.
        missing: the quantity that is missing.
        army: the army.
        budget: pays for the selections that are looked at.
    """
    budget.look(len(army.nodes))
    for node in sorted(army.nodes, key=lambda one: (is_own(one), -one.start)):
        is_around = node.start <= holder.start < node.end and holder is not army.root
        if is_around or brings(node.place) or not _may_stand(node, place):
            continue
        if brings(place.below[node.selection.entry, None]) * node.count >= missing:
            yield _into(node, holder, place, army)
            return


def moved_into_any_new(
    node: Node, verdict: Verdict, judge: Judge, budget: TrialBudget
) -> Iterator[Fix]:
    """Yield additions of holders, the cheapest first, with a selection moved out of theirs.

    Men who stand in an army but need somebody to lead them get the cheapest who may.
    """
    holder = node.holder
    if holder is None:
        return
    offered = [*holder.place.offered()]
    budget.look(len(offered))
    able = [place for place in offered if _may_stand(node, place)]
    for place in sorted(able, key=partial(dearness, judge, verdict))[:MOST_NEW]:
        yield _into(node, holder, place, verdict.army)


def _may_stand(node: Node, place: Place) -> bool:
    """Whether a selection may be moved to a new holder at a place."""
    there = place.below[node.selection.entry, None]
    return there.offer is not None and stays_itself(there, is_added=True)


def _into(node: Node, holder: Node, place: Place, army: Army) -> Fix:
    text = gettext(
        "Add {what} to {holder}, and move {unit} into it",
        what=place.entry.name if place.entry else "",
        holder=named(holder, army) if holder.name else gettext("the army"),
        unit=named(node, army, copies=True),
    )
    return Fix(text, partial(_moved, army.roster, node, holder, place))


def _moved(roster: Roster, node: Node, holder: Node, place: Place) -> Roster:
    path = path_of(holder)
    # The new holder stands behind the others, so the path of the selection stays.
    new = *path, len(held_at(roster, path))
    added = add_to(roster, path, with_defaults(place))
    return move(added, path_of(node), new, node.place.copies)
