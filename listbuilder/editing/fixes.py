"""Changes that may mend a breach, the likely ones first; nobody has tried them yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import chain
from math import ceil
from typing import NamedTuple

import attrs

from listbuilder.editing.defaults import split_copies
from listbuilder.editing.edit import with_id
from listbuilder.editing.roster_tree import (
    change_held,
    change_selection,
    move,
    path_of,
    put,
    remove_at,
    with_count,
)
from listbuilder.model.entries import Selection
from listbuilder.model.language import (
    MOST_COPIES,
    Copies,
    Limit,
    Number,
    Quantity,
    Selector,
    Value,
)
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Check, Judge, Verdict
from listbuilder.rules.explain import holds, parts, sums, told
from listbuilder.rules.places import Place, passes
from listbuilder.rules.sections import sections
from listbuilder.rules.slots import COPIES, NOT_OFFERED

MOST_OF_SLOT = 5
"""Entries of one slot that are tried: where they don't help, another holder's may."""

MORE_TRIED = 4
MOST_TOGETHER = 4


MOST_JUDGED = 30_000
"""Selections judged for all findings of a roster, in all that is tried: some tenths of a second."""

LOOKS = 8
"""Selections that are only looked at, in the time that judging one takes."""

NEW_SELECTION = 24
"""What one that is new costs, in selections judged: what is asked there is put together first."""


class TrialBudget:
    """What trying remedies may still cost: counted work, so that a roster ends alike everywhere.

    Whoever goes over selections pays for them afterwards, and begins nothing once it is spent: so
    it is overdrawn by no more than a few passes over the roster.
    """

    def __init__(self, judged: int = MOST_JUDGED) -> None:
        self._left = judged * LOOKS

    @property
    def spent(self) -> bool:
        """Whether nothing more may be begun."""
        return self._left <= 0

    def look(self, selections: int = 1) -> None:
        """Pay for selections, or places for them, that were looked at."""
        self._left -= selections

    def judge(self, verdict: Verdict, new: int) -> None:
        """Pay for judging a roster, some of whose selections are new."""
        done = 1 + len(verdict.army.nodes) + len(verdict.breaches)
        self._left -= LOOKS * (done + NEW_SELECTION * max(0, new))


class Fix(NamedTuple):
    """An instruction, and how to carry it out.

    Attributes:
        roster: makes the roster after it; EditError where it can't be made.
        less: the selection that copies are taken from.
    """

    text: str
    roster: Callable[[], Roster]
    less: Node | None = None


def fixes(breach: Check, verdict: Verdict, judge: Judge, budget: TrialBudget) -> Iterator[Fix]:
    """Yield changes that may mend a breach, the likely ones first.

    Args:
        breach: to mend.
        verdict: the judge's own.
        judge: who judged.
        budget: pays for what is looked at to find them.
    """
    roster, comparison = verdict.army.roster, breach.constraint.require
    short = breach.allowed - breach.found
    if breach.constraint.id == NOT_OFFERED:
        yield from _moves(breach.node, verdict, budget)
    elif isinstance(comparison.quantity, Limit):
        yield _limit_set(comparison.quantity, breach.allowed, roster, judge)
    elif short > 0:
        yield from _resizings(breach, short, verdict, judge, budget)
        yield from _placings(breach, verdict, judge, budget)
        yield from _additions(breach, short, comparison.quantity, verdict, judge, budget)
    else:
        if comparison.quantity == COPIES and breach.allowed == breach.node.place.copies:
            yield _apart(breach.node, roster)
        yield from _placings(breach, verdict, judge, budget)
        yield from _resizings(breach, short, verdict, judge, budget)
        yield from _removals(breach, -short, verdict, judge, budget)
        if isinstance(comparison.bound, Limit) and breach.found == ceil(breach.found):
            yield _limit_set(comparison.bound, breach.found, roster, judge)
        yield from _additions(breach, -short, comparison.bound, verdict, judge, budget)
    if breach.node.holder is not None:
        yield from _moves(breach.node, verdict, budget)
        yield _removal(breach.node, breach.node.count, roster)


def _limit_set(limit: Limit, amount: Number, roster: Roster, judge: Judge) -> Fix:
    title = judge.book.ruleset.limits[limit.limit].title
    limits = {**roster.limits, limit.limit: ceil(amount)}
    return Fix(f"Set {title} to {amount}", partial(attrs.evolve, roster, limits=limits))


def _resizings(
    breach: Check, change: Number, verdict: Verdict, judge: Judge, budget: TrialBudget
) -> Iterator[Fix]:
    """Give a unit that is counted more models, or fewer, the smallest change first."""
    army, quantity = verdict.army, breach.constraint.require.quantity
    found: list[tuple[Number, Node, int]] = []
    for value, selector, factor in sums(quantity, partial(holds, judge, army, breach.node)):
        if budget.spent:
            return
        nodes = judge.compiler.select(selector)(breach.node, army)
        budget.look(len(nodes))
        for node in nodes:
            each = Fraction(_per_model(node.place, value)) * factor
            if each > 0:
                models = ceil(change / each) if change > 0 else -ceil(-change / each)
                size = node.size + models
                if 1 <= size <= MOST_COPIES:
                    found.append((abs(models) * each, node, size))
    for _, node, size in sorted(found, key=lambda one: (one[0], one[1].start)):
        resized = attrs.evolve(node.selection, size=Copies(size))
        yield Fix(
            f"Set the size of {told(node)} to {size}",
            partial(_instead, node, resized, army.roster),
        )


def _per_model(place: Place, value: str | None) -> Number:
    """What each model more brings of a value, or to the models themselves."""
    if value is None or place.entry is None or place.entry.size is None:
        return 0
    said = Value(per_model=1) if value == "size" else place.value(value)
    return said.per_model if said else 0


def _instead(node: Node, selection: Selection, roster: Roster) -> Roster:
    return change_selection(roster, path_of(node), lambda _: selection)


def _placings(breach: Check, verdict: Verdict, judge: Judge, budget: TrialBudget) -> Iterator[Fix]:
    """Place something at another place, or nowhere, where it is asked what is placed."""
    army = verdict.army
    for _, selector, _ in sums(
        breach.constraint.require.quantity, partial(holds, judge, army, breach.node)
    ):
        nodes = [breach.node] if selector.in_ == "at" and breach.node.holder else []
        if selector.in_ == "placed":
            nodes = [node for node, _ in _counted(breach, verdict, judge, budget)]
        for node in nodes:
            if selector.in_ == "at" and node.selection.at is not None:
                placed = attrs.evolve(node.selection, at=None)
                yield Fix(
                    f"Place {told(node)} nowhere", partial(_instead, node, placed, army.roster)
                )
            for place in chain(army.named.values(), _nameless_sections(judge, army)):
                if place.selection.id is None or place.selection.id != node.selection.at:
                    text = f"Place {told(node)} at {place.name}"
                    yield Fix(text, partial(_placed_at, place, node, army))


def _nameless_sections(judge: Judge, army: Army) -> Iterator[Node]:
    """Yield what others stand at, of what nothing in the roster could name yet."""
    return (node for node in sections(judge, army) if node.selection.id is None)


def _placed_at(place: Node, node: Node, army: Army) -> Roster:
    roster, own = with_id(army, place)
    return change_selection(roster, path_of(node), lambda held: attrs.evolve(held, at=own))


def _counted(
    breach: Check, verdict: Verdict, judge: Judge, budget: TrialBudget
) -> list[tuple[Node, Number]]:
    """List what brings something to the number found; nothing once the budget is spent."""
    if budget.spent:
        return []
    found = parts(breach, verdict, judge)
    budget.look(len(found))
    return [(node, amount) for node, amount in found if amount > 0]


def _removals(
    breach: Check, excess: Number, verdict: Verdict, judge: Judge, budget: TrialBudget
) -> Iterator[Fix]:
    """Take out what is too much, first where the least goes with it."""
    roster = verdict.army.roster
    counted = _counted(breach, verdict, judge, budget)
    enough = []
    for node, amount in counted:
        copies = ceil(excess * node.count / amount)
        if copies <= node.count:
            waste = copies * amount / node.count - excess
            enough.append((waste, copies, node.start, node))
    if not enough:
        yield from _all_removed(counted, excess, roster)
    enough.sort(key=lambda one: one[:3])
    for _, copies, _, node in enough:
        yield _removal(node, copies, roster)
    for _, copies, _, node in enough:  # what is allowed may shrink with what is taken out
        for more in range(copies + 1, min(copies + MORE_TRIED, node.count) + 1):
            yield _removal(node, more, roster)


def _all_removed(
    counted: list[tuple[Node, Number]], excess: Number, roster: Roster
) -> Iterator[Fix]:
    """Take several selections out, the last first, where no single one is enough."""
    gone: list[Node] = []
    for node, amount in reversed(counted):
        if excess <= 0 or len(gone) > MOST_TOGETHER:
            break
        if not any(other.start < node.end and node.start < other.end for other in gone):
            gone.append(node)
            excess -= amount
    if excess <= 0 and 1 < len(gone) <= MOST_TOGETHER:
        names = " and ".join(node.name for node in gone)
        yield Fix(f"Remove {names}", partial(_without, gone, roster))


def _without(gone: list[Node], roster: Roster) -> Roster:
    for node in gone:
        roster = remove_at(roster, path_of(node))
    return roster


def _removal(node: Node, copies: int, roster: Roster) -> Fix:
    left = node.count - copies
    where = f" at {node.selection.at}" if node.selection.at else ""
    where += f" from {node.holder.name}" if node.holder and node.holder.name else ""
    if left <= 0:
        return Fix(f"Remove {node.name}{where}", partial(_without, [node], roster), node)
    changed = partial(_instead, node, with_count(node.selection, left), roster)
    return Fix(f"Remove {copies} of {node.count} × {node.name}{where}", changed, node)


def _apart(node: Node, roster: Roster) -> Fix:
    """Make as many selections as copies need; what was held stays with the first."""
    most = node.place.copies or node.count

    def apart() -> Roster:
        first, *others = split_copies(node.place, node.count)
        changed = _instead(node, with_count(node.selection, first.count), roster)
        return change_held(changed, path_of(node)[:-1], lambda held: (*held, *others))

    many = -(-node.count // most)
    return Fix(f"Make {many} selections of {node.count} × {node.name}", apart)


def _additions(
    breach: Check,
    missing: Number,
    quantity: Quantity,
    verdict: Verdict,
    judge: Judge,
    budget: TrialBudget,
) -> Iterator[Fix]:
    """Put in what is counted, wherever the roster has a slot that offers it."""
    army = verdict.army
    for value, selector, factor in sums(quantity, partial(holds, judge, army, breach.node)):
        look = judge.compiler.select(Selector(selector.in_))
        holders = look(breach.node, army)
        if selector.in_ == "children":
            holders = (breach.node,)
        elif selector.in_ in ("whole", "roster"):
            holders = (*holders, breach.node)
        for holder in holders:
            tried: Counter[str] = Counter()
            offered = holder.place.offered()
            budget.look(1 + len(offered))
            if budget.spent:
                return
            for place in offered:
                weight = 1 if value is None else judge.compiler.weight(value, place)
                fits = not judge.compiler.is_static(selector.test) or passes(selector.test, place)
                if fits and isinstance(weight, int) and weight * factor > 0:
                    slot = place.slot.id if place.slot else ""
                    tried[slot] += 1
                    copies = ceil(missing / (weight * factor))
                    if tried[slot] <= MOST_OF_SLOT and copies <= MOST_COPIES:
                        yield _addition(holder, place, copies, army.roster)


def _addition(holder: Node, place: Place, copies: int, roster: Roster) -> Fix:
    def added() -> Roster:
        changed = roster
        for selection in split_copies(place, copies):
            changed, _ = put(changed, path_of(holder), selection, place.copies)
        return changed

    name = place.entry.name if place.entry else ""
    many = f"{copies} × " if copies > 1 else ""
    return Fix(f"Add {many}{name}{f' to {holder.name}' if holder.name else ''}", added)


def _moves(node: Node, verdict: Verdict, budget: TrialBudget) -> Iterator[Fix]:
    """Hand a selection to another holder that has a slot for it."""
    army = verdict.army
    for holder in chain((army.root,), army.nodes):
        if budget.spent:
            return
        key = node.selection.entry, None
        budget.look(1 if key in holder.place.below else LOOKS)
        inside = node.start <= holder.start < node.end and holder is not army.root
        if inside or holder is node.holder:
            continue
        if holder.place.below[key].offer is not None:
            to = path_of(holder)
            moved = partial(move, army.roster, path_of(node), to, node.place.copies)
            yield Fix(f"Move {node.name} to {holder.name or 'the army'}", moved)
