"""Removals that may mend a breach: of an excess, alone or together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import islice
from math import ceil

from listbuilder.editing.distinct_names import is_own, named, named_option, some_of, with_followers
from listbuilder.editing.moves import counted
from listbuilder.editing.prices import cost_of
from listbuilder.editing.roster_tree import path_of, remove_at, replace_at, with_count
from listbuilder.editing.trials import Fix, TrialBudget
from listbuilder.messages import gettext, joined
from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.explain import placed_at

MORE_TRIED = 4

MOST_OTHERS = 8
"""Most other breaches whose excess is looked at."""

MOST_TOGETHER = 4

MOST_SETS = 3
"""Most alternatives of several selections that are removed together."""

WASTE = 10
"""A removal fits the excess if it removes at most one part in so many of the excess too much."""


def removals(
    breach: Check, excess: Number, verdict: Verdict, judge: Judge, budget: TrialBudget
) -> Iterator[Fix]:
    """Yield removals of an excess: those with the least contents first, of equal ones the last.

    Removals of counted selections come before those of their holders, and of what may have given
    them a keyword before both. First of all comes what other
    breaches have too much, if that is enough: an army with a second standard bearer in each of
    three units is over its limit by them.

    Args:
        breach: the breach.
        excess: how much is too much.
        verdict: the judge's verdict.
        judge: the judge of the roster's book.
        budget: pays for the selections that are looked at.
    """
    army, asked = verdict.army, breach.node
    found = counted(breach, verdict, judge, budget)
    yield from _too_much_elsewhere(breach, excess, dict(found), verdict, judge, budget)
    if any(node.start < asked.start < node.end for node, _ in found if asked.holder):
        yield removal(asked, asked.count, army)
    enough = []
    whole = _with_contents(found)
    for node, amount in whole:
        copies = ceil(excess * node.count / amount)
        budget.look(node.end - node.start)
        worth = Fraction(cost_of(judge, army, node)) / node.count
        if copies <= node.count:
            waste = copies * amount / node.count - excess
            enough.append((waste, copies, worth * copies, is_own(node), -node.start, node))
    enough.sort(key=lambda one: one[:5])
    if not enough or enough[0][0] * WASTE > excess:
        yield from _several_removed(whole, excess, judge, army)
    for *_, node in enough:
        if node.keywords - node.place.keywords:  # perhaps an option makes it count
            budget.look(len(node.children))
            yield from (removal(child, child.count, army) for child in node.children)
    for _, copies, _, _, _, node in enough:
        yield removal(node, copies, army)
    for _, copies, _, _, _, node in enough:  # the bound may shrink with the removal
        for more in range(copies + 1, min(copies + MORE_TRIED, node.count) + 1):
            yield removal(node, more, army)


def _too_much_elsewhere(
    breach: Check,
    excess: Number,
    found: Mapping[Node, Number],
    verdict: Verdict,
    judge: Judge,
    budget: TrialBudget,
) -> Iterator[Fix]:
    """Yield the removal of what other breaches have too much, if this one needs all of it."""
    gone: dict[Node, int] = {}
    others = (one for one in verdict.breaches if one is not breach and one.found > one.allowed)
    for other in islice(others, MOST_OTHERS):
        left = Fraction(other.found) - other.allowed
        parts = counted(other, verdict, judge, budget)
        for node, amount in sorted(parts, key=lambda one: (is_own(one[0]), -one[0].start)):
            if left > 0 and node in found:
                copies = min(node.count, ceil(left * node.count / amount))
                gone[node] = max(copies, gone.get(node, 0))
                left -= Fraction(amount) * copies / node.count
    amounts = [Fraction(found[node]) * copies / node.count for node, copies in gone.items()]
    if 1 < len(gone) <= MOST_TOGETHER and sum(amounts) - min(amounts) < excess <= sum(amounts):
        yield _together(gone, verdict.army)


def _with_contents(found: list[tuple[Node, Number]]) -> list[tuple[Node, Number]]:
    """Add up each selection's part of the excess with the parts of its contents."""
    whole = dict.fromkeys((node for node, _ in found), Fraction(0))
    for node, amount in found:
        around: Node | None = node
        while around is not None:
            if around in whole:
                whole[around] += Fraction(amount)
            around = around.holder
    return list(whole.items())


def _several_removed(
    found: list[tuple[Node, Number]], excess: Number, judge: Judge, army: Army
) -> Iterator[Fix]:
    """Yield removals of several selections where no single one fits the excess, and alternatives.

    The selections that cost least for their part are removed, of these the largest that fit, of
    equal ones the last. Of the last of several as many copies go as the excess asks for.
    """

    def order(one: tuple[Node, Number]) -> tuple[Fraction, Number, bool, int]:
        node, amount = one
        return Fraction(cost_of(judge, army, node)) / amount, -amount, is_own(node), -node.start

    left = sorted(found, key=order)
    for _ in range(MOST_SETS):
        gone = _fitting(left, excess)
        if not gone:
            return
        left = [one for one in left if one[0] not in gone]
        yield _together(gone, army)._replace(last=True)


def _together(gone: Mapping[Node, int], army: Army) -> Fix:
    said = (
        named(node, army, copies=True) if copies == node.count else some_of(copies, node, army)
        for node, copies in gone.items()
    )
    text = gettext("Remove {what}", what=joined(gettext(" and "), [*said]))
    return Fix(text, partial(_without, gone, army.roster))


def _fitting(found: list[tuple[Node, Number]], excess: Number) -> dict[Node, int]:
    """Choose copies in their order whose parts come to about the excess (greedy knapsack)."""
    gone: dict[Node, int] = {}
    spare = excess / Fraction(WASTE)
    while len(gone) < MOST_TOGETHER:
        apart = [
            (node, amount)
            for node, amount in found
            if not any(other.start < node.end and node.start < other.end for other in gone)
        ]
        enough = [one for one in apart if one[1] >= excess]
        fits = [one for one in apart if one[1] < excess]
        if enough:
            node, amount = min(enough, key=lambda one: one[1])
            if amount <= excess + spare or not fits or len(gone) == MOST_TOGETHER - 1:
                copies = ceil(excess * node.count / amount)
                return {**gone, node: copies} if gone else {}
        if not fits:
            break
        node, amount = fits[0]
        gone[node] = node.count
        excess -= amount
    return {}


def _without(gone: Mapping[Node, int], roster: Roster) -> Roster:
    for node in sorted(gone, key=lambda one: -one.start):
        if left := node.count - gone[node]:
            roster = replace_at(path_of(node), with_count(node.selection, left), roster)
        else:
            roster = remove_at(roster, path_of(node))
    return roster


def removal(node: Node, copies: int, army: Army) -> Fix:
    """Take copies of a selection out, or all of it."""
    left, roster = node.count - copies, army.roster
    if left <= 0:
        called = with_followers(named_option(node, army, copies=True), node)
        return Fix(
            _removing(called, node, army), partial(_without, {node: node.count}, roster), node
        )
    changed = partial(replace_at, path_of(node), with_count(node.selection, left), roster)
    return Fix(_removing(some_of(copies, node, army), node, army), changed, node)


def _removing(what: str, node: Node, army: Army) -> str:
    """Write what is removed, and from which holder."""
    if node.selection.at:
        what = gettext("{unit} at {place}", unit=what, place=placed_at(node, army))
    if node.holder is not None and node.holder.name:
        return gettext("Remove {what} from {holder}", what=what, holder=named(node.holder, army))
    return gettext("Remove {what}", what=what)
