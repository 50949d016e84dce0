"""Exchanges of a mount for one that its rider can have, and of a hero for one who may lead."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

import attrs

from listbuilder.editing.additions import brought
from listbuilder.editing.defaults import split_copies
from listbuilder.editing.distinct_names import named
from listbuilder.editing.moves import counted
from listbuilder.editing.prices import cost_of, dearness
from listbuilder.editing.roster_tree import path_of, replace_at
from listbuilder.editing.trials import Fix, TrialBudget
from listbuilder.messages import gettext
from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.explain import holds, sums
from listbuilder.rules.places import Place
from listbuilder.rules.slots import NOT_OFFERED

MOST_TRIED = 4
"""The most mounts that are tried in the place of another."""

MOST_SUCCESSORS = 8
"""The most leaders that are tried in the place of another."""

MOST_LISTS = 8
"""The most army lists of one army that are tried in the place of others."""


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


def successors(
    breach: Check, verdict: Verdict, judge: Judge, budget: TrialBudget
) -> Iterator[tuple[Fix, Number]]:
    """Yield exchanges of whoever leads others for somebody else who may lead them all.

    Exchanged is who breaks the rule or counts for it, of equal ones the last, or the army list that
    hasn't got him. Where something is missing, it is one of those in its holder, or that himself,
    for one who counts.

    Yields:
        Each exchange, and the cost of what goes. Successors come first that the army can pay for,
        of these the likest one, and of equally like ones the cheapest.
    """
    army, asked = verdict.army, breach.node
    if breach.constraint.id == NOT_OFFERED:
        nodes = [asked] if asked.holder is None else [asked, asked.holder]
    elif breach.found < breach.allowed:
        nodes = [one for one in (*asked.children, asked.holder) if one and one.place.is_piece]
    else:
        helped = (node for node, _ in counted(breach, verdict, judge, budget))
        nodes = [one for one in (asked, *reversed(list(helped))) if one.place.is_piece]
    for node in dict.fromkeys(nodes):
        if budget.spent or node.holder is None or not may_be_succeeded(node):
            continue
        offered = node.holder.place.offered()
        budget.look(len(offered) * (1 + len(node.children)))
        able = [place for place in offered if may_take_over(node, place)]
        if breach.found < breach.allowed:
            able = [place for place in able if _counts(place, breach, verdict, judge)]
        able.sort(key=partial(_strangeness, node, judge, verdict))
        for place in able[:MOST_SUCCESSORS]:
            left = sum(cost_of(judge, army, one) for one in node.children if _keeps(one, place))
            yield _exchange_of(node, place, army), cost_of(judge, army, node) - left


def other_lists(verdict: Verdict) -> Iterator[Fix]:
    """Yield exchanges of army lists for others that may hold all that they hold."""
    army = verdict.army
    for node in army.root.children[:MOST_LISTS]:
        if not node.place.is_piece and may_be_succeeded(node):
            for place in army.root.place.offered():
                if may_take_over(node, place):
                    yield _exchange_of(node, place, army)


def _exchange_of(node: Node, place: Place, army: Army) -> Fix:
    """The exchange of a leader for another, who keeps what he may hold."""
    text = gettext(
        "Exchange {unit} for {other}, and keep the rest",
        unit=named(node, army),
        other=place.entry.name if place.entry else "",
    )
    return Fix(text, partial(_succeeded, node, place, army.roster), node)


def _strangeness(
    node: Node, judge: Judge, verdict: Verdict, place: Place
) -> tuple[bool, int, Number]:
    """Whether a successor is too dear, the keywords by which he differs, and his cost."""
    is_too_dear, cost = dearness(judge, verdict, place)
    return is_too_dear, len(node.place.keywords ^ place.keywords), cost


def _counts(place: Place, breach: Check, verdict: Verdict, judge: Judge) -> bool:
    """Whether a successor at a place counts for what is missing."""
    whole = sums(
        breach.constraint.require.quantity, partial(holds, judge, verdict.army, breach.node)
    )
    return any(
        brought(judge, value, selector.test, factor, place) for value, selector, factor in whole
    )


def may_be_succeeded(node: Node) -> bool:
    """Whether a single selection leads others, who need somebody in its place."""
    return node.count == 1 and not node.size and bool(_followers(node))


def _followers(node: Node) -> list[Node]:
    """Those whom a selection leads: with cards of their own, or all that an army list holds.

    Pieces that it can't hold are some of them: who comes in its place should hold them.
    """
    if not node.place.is_piece:
        return [*node.children]
    return [
        one
        for one in node.children
        if (one.place.is_piece if one.place.slot is None else one.place.slot.cards)
    ]


def may_take_over(node: Node, place: Place) -> bool:
    """Whether somebody at another place may lead all whom a selection leads."""
    is_alike = place.is_piece == node.place.is_piece and place.entry is not node.place.entry
    return is_alike and all(_keeps(one, place) for one in _followers(node))


def _keeps(held: Node, place: Place) -> bool:
    """Whether a selection may be held at another place."""
    return place.below[held.selection.entry, None].offer is not None


def _succeeded(node: Node, place: Place, roster: Roster) -> Roster:
    """Put a successor in the place of a selection, with the contents that it may hold."""
    (successor,) = split_copies(place, 1)
    kept = (one for one in node.children if _keeps(one, place))
    held = tuple(attrs.evolve(one.selection, slot=None) for one in kept)
    entries = {one.entry for one in held}
    own = (one for one in successor.with_ if one.entry not in entries)
    was = node.selection
    changed = attrs.evolve(successor, id=was.id, at=was.at, with_=(*own, *held))
    return replace_at(path_of(node), changed, roster)
