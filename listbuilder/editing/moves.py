"""Moves that may mend a breach: of selections that are too many in a holder, or lack in another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from math import ceil

import attrs

from listbuilder.editing.additions import brought
from listbuilder.editing.bearers import meant_for, stays_itself
from listbuilder.editing.distinct_names import is_own, named, named_option, some_of
from listbuilder.editing.roster_tree import SelectionPath, move, path_of, replace_at, split
from listbuilder.editing.trials import LOOKS, Fix, TrialBudget
from listbuilder.messages import gettext, joined
from listbuilder.model.language import Number
from listbuilder.model.memo import Memo
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.explain import holds, parts, sums
from listbuilder.rules.places import Place

MOST_TOGETHER = 4
"""The most selections that are moved together."""


def handed_on(
    breach: Check, excess: Number, verdict: Verdict, judge: Judge, budget: TrialBudget
) -> Iterator[Fix]:
    """Yield moves of selections that a holder has too many of, or of some copies, to others.

    Of equal ones the last is moved; last come moves of all, where all are too many.
    """
    asked = breach.node
    if asked.holder is None:
        return
    inside = [
        (node, amount)
        for node, amount in counted(breach, verdict, judge, budget)
        if asked.start < node.start < asked.end
    ]
    inside.sort(key=lambda one: (is_own(one[0]), -one[0].start))
    for node, amount in inside:
        copies = ceil(excess * node.count / amount)
        if copies <= node.count:
            away = None if node.holder is asked else asked
            yield from moves(node, verdict, budget, copies, away)
    if 1 < len(inside) <= MOST_TOGETHER and sum(amount for _, amount in inside) == excess:
        yield from _together([node for node, _ in reversed(inside)], verdict.army, budget)


def _together(nodes: Sequence[Node], army: Army, budget: TrialBudget) -> Iterator[Fix]:
    """Yield moves of some selections, in the army's order, to a holder that has slots for all."""
    for holder in army.nodes:
        if budget.spent:
            return
        budget.look(LOOKS)
        places = [holder.place.below[node.selection.entry, None] for node in nodes]
        outside = not any(node.start <= holder.start < node.end for node in nodes)
        new = all(node.holder is not holder for node in nodes)
        if outside and new and all(place.offer and stays_itself(place) for place in places):
            called = joined(gettext(" and "), [named(node, army, copies=True) for node in nodes])
            text = gettext("Move {unit} to {holder}", unit=called, holder=named(holder, army))
            yield Fix(text, partial(_all_moved, army.roster, nodes, holder))


def _all_moved(roster: Roster, nodes: Sequence[Node], holder: Node) -> Roster:
    """Move selections to a holder; the last first, so that the paths of the others stay."""
    to = path_of(holder)
    for node in reversed(nodes):
        path = path_of(node)
        roster = move(roster, path, to, node.place.copies)
        depth = len(path) - 1
        if to[:depth] == path[:-1] and to[depth:] and to[depth] > path[-1]:
            to = (*to[:depth], to[depth] - 1, *to[depth + 1 :])
    return roster


def moves_in(
    breach: Check, missing: Number, verdict: Verdict, judge: Judge, budget: TrialBudget
) -> Iterator[Fix]:
    """Yield moves of selections that a holder lacks, from places where they do not count."""
    army, asked = verdict.army, breach.node
    quantity = breach.constraint.require.quantity
    for value, selector, factor in sums(quantity, partial(holds, judge, army, asked)):
        brings: Memo[Place, Number] = Memo(partial(brought, judge, value, selector.test, factor))
        holders = [asked]
        if selector.in_ != "children":
            holders += army.nodes[asked.below : asked.end] if asked.holder else army.nodes
        helpful = {
            place
            for place in {holder.place for holder in holders}
            if any(brings[one] > 0 for one in place.offered())
        }
        holders = [holder for holder in holders if holder.place in helpful]
        for node in sorted(
            army.nodes if holders else (), key=lambda one: (is_own(one), -one.start)
        ):
            inside = asked.holder is None or asked.start <= node.start < asked.end
            if inside and brings[node.place] > 0:
                continue
            for holder in holders:
                if budget.spent:
                    return
                budget.look(LOOKS)
                place = holder.place.below[node.selection.entry, None]
                if place.offer is None or holder is node.holder:
                    continue
                if node.start <= holder.start < node.end and holder is not army.root:
                    continue
                if brings[place] > 0 and (copies := ceil(missing / brings[place])) <= node.count:
                    yield _move(node, holder, copies, army)


def moves(
    node: Node,
    verdict: Verdict,
    budget: TrialBudget,
    copies: int | None = None,
    away: Node | None = None,
) -> Iterator[Fix]:
    """Yield moves of a selection, or of some copies, to other holders with a slot for it.

    Args:
        node: the selection.
        verdict: the judge's verdict.
        budget: pays for the selections that are looked at.
        copies: copies to move; None: all.
        away: a selection in which no holder is chosen.

    Yields:
        Each move; first those to selections that lack something. Of an option or a mount, a move to
        a bearer that it was not meant for (``editing.bearers``) is offered last: nobody gives the
        horse of one hero to another.
    """
    army = verdict.army
    meant: list[Node] | None = None
    yield from _into_its_slot(node, army)
    lacking = (breach.node for breach in verdict.breaches if breach.found < breach.allowed)
    for holder in chain(lacking, (army.root,), army.nodes):
        if budget.spent:
            return
        key = node.selection.entry, None
        budget.look(LOOKS)
        inside = node.start <= holder.start < node.end and holder is not army.root
        if inside or holder is node.holder:
            continue
        if away is not None and away.start <= holder.start < away.end:
            continue
        place = holder.place.below[key]
        if place.offer is not None:
            moved = _move(node, holder, copies or node.count, army)
            if not stays_itself(place):
                if meant is None:
                    budget.look(len(army.nodes))
                    meant = meant_for(node, verdict)
                moved = moved._replace(last=holder not in meant)
            yield moved


def _into_its_slot(node: Node, army: Army) -> Iterator[Fix]:
    """Yield a move to the slot that takes a selection, if it was written in one that does not."""
    if node.selection.slot is not None and node.place.offer is None and node.holder is not None:
        place = node.holder.place.below[node.selection.entry, None]
        if place.offer is not None and place.slot is not None:
            inside = attrs.evolve(node.selection, slot=None)
            yield Fix(
                gettext(
                    "Move {unit} to {holder}",
                    unit=named_option(node, army, copies=True),
                    holder=place.slot.title or place.slot.id,
                ),
                partial(replace_at, path_of(node), inside, army.roster),
            )


def _move(node: Node, holder: Node, copies: int, army: Army) -> Fix:
    called = named_option(node, army, copies=True)
    if copies < node.count:
        called = some_of(copies, node, army)
    to = named(holder, army) if holder.name else gettext("the army")
    moved = partial(_moved, army.roster, node, path_of(holder), copies)
    return Fix(gettext("Move {unit} to {holder}", unit=called, holder=to), moved)


def _moved(roster: Roster, node: Node, to: SelectionPath, copies: int) -> Roster:
    path = path_of(node)
    if copies < node.count:
        roster, path = split(roster, path, copies)
        if (
            to[: len(path) - 1] == path[:-1]
            and len(to) >= len(path)
            and to[len(path) - 1] >= path[-1]
        ):
            to = (*path[:-1], to[len(path) - 1] + 1, *to[len(path) :])
    return move(roster, path, to, node.place.copies)


def counted(
    breach: Check, verdict: Verdict, judge: Judge, budget: TrialBudget
) -> list[tuple[Node, Number]]:
    """List the selections that add to a breach's number; none once the budget is spent."""
    if budget.spent:
        return []
    found = parts(breach, verdict, judge)
    budget.look(len(found))
    return [(node, amount) for node, amount in found if amount > 0]
