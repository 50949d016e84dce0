"""What would mend a finding: changes tried one by one before they are offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import islice
from math import ceil
from typing import NamedTuple

import attrs

from listbuilder.editing.defaults import split_copies
from listbuilder.editing.tree import (
    add_to,
    change_selection,
    move,
    path_of,
    put,
    remove_at,
    selection_at,
    with_count,
)
from listbuilder.errors import EditError
from listbuilder.findings import Finding, Remedy, Severity
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
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import NOT_OFFERED, Check, Judge, Verdict
from listbuilder.rules.explain import Locate, explain, holds, nowhere, parts, sums, told
from listbuilder.rules.places import Place, passes
from listbuilder.rules.slots import COPIES

MOST_TRIED = 16
MOST_OF_SLOT = 5
"""Entries of one slot that are tried: where they don't help, another holder's may."""

MOST_OFFERED = 3
MORE_TRIED = 4
MOST_TOGETHER = 4
MOST_JUDGED = 400_000
"""Selections judged in all, so that a huge bad roster takes no more than one pass each."""


class Edit(NamedTuple):
    """An instruction, and the roster after it.

    Attributes:
        less: the selection that copies are taken from.
    """

    text: str
    roster: Roster
    less: Node | None = None


def judged(
    verdict: Verdict, judge: Judge, locate: Locate = nowhere, most: int = MOST_JUDGED
) -> list[Finding]:
    """Explain a verdict and add to each finding what would mend it, best first.

    Args:
        verdict: the judge's own.
        judge: who judged.
        locate: line and column of a JSON pointer in the roster's file.
        most: selections to judge in all, when trying.
    """
    left = max(MOST_TRIED, most // (len(verdict.army.nodes) + 1))
    before = _counted(verdict)
    findings = []
    for breach, finding in explain(verdict, judge, locate):
        tries = list(islice(_different(edits(breach, verdict, judge)), min(left, MOST_TRIED)))
        left -= len(tries)
        code = breach.constraint.id
        remedies = tuple(remedy for remedy, _ in _remedies(code, before, judge, tries))
        findings.append(attrs.evolve(finding, remedies=remedies))
    return findings


def mended(breach: Check, verdict: Verdict, judge: Judge) -> list[tuple[Remedy, Roster]]:
    """What would mend one breach, best first, each with the roster after it."""
    tries = islice(_different(edits(breach, verdict, judge)), MOST_TRIED)
    return _remedies(breach.constraint.id, _counted(verdict), judge, tries)


def _counted(verdict: Verdict) -> Counter[str]:
    return Counter(breach.constraint.id for breach in verdict.breaches)


def _remedies(
    code: str, before: Counter[str], judge: Judge, tries: Iterable[Edit]
) -> list[tuple[Remedy, Roster]]:
    """Try changes: those that break something else are offered only where none is safe."""
    safe: list[tuple[Remedy, Roster]] = []
    unsafe: list[tuple[Remedy, Roster]] = []
    enough: set[Node | None] = set()
    for text, roster, less in tries:
        if less in enough:
            continue
        after = judge.evaluate(roster).breaches
        broken = Counter(other.constraint.id for other in after)
        errors = {
            other.constraint.id for other in after if other.constraint.severity is Severity.ERROR
        }
        if broken[code] < before[code]:
            worse = any(broken[error] > before[error] for error in errors)
            (unsafe if worse else safe).append((Remedy(text, not worse), roster))
            if less is not None and not worse:
                enough.add(less)  # taking more of it mends no better
    return (safe or unsafe)[:MOST_OFFERED]


def _different(edits: Iterator[Edit]) -> Iterator[Edit]:
    seen: set[str] = set()
    for edit in edits:
        if edit.text not in seen:
            seen.add(edit.text)
            yield edit


def edits(breach: Check, verdict: Verdict, judge: Judge) -> Iterator[Edit]:
    """Yield changes that may mend a breach, the likely ones first."""
    roster, comparison = verdict.army.roster, breach.constraint.require
    short = breach.allowed - breach.found
    if breach.constraint.id == NOT_OFFERED:
        yield from _moves(breach.node, verdict, judge)
    elif isinstance(comparison.quantity, Limit):
        yield _limit_set(comparison.quantity, breach.allowed, roster, judge)
    elif short > 0:
        yield from _resizings(breach, short, verdict, judge)
        yield from _placings(breach, verdict, judge)
        yield from _additions(breach, short, comparison.quantity, verdict, judge)
    else:
        if comparison.quantity == COPIES and breach.allowed == breach.node.place.copies:
            with suppress(EditError):
                yield _apart(breach.node, roster)
        yield from _placings(breach, verdict, judge)
        yield from _resizings(breach, short, verdict, judge)
        yield from _removals(breach, -short, verdict, judge)
        if isinstance(comparison.bound, Limit) and breach.found == ceil(breach.found):
            yield _limit_set(comparison.bound, breach.found, roster, judge)
        yield from _additions(breach, -short, comparison.bound, verdict, judge)
    if breach.node.holder is not None:
        yield from _moves(breach.node, verdict, judge)
        yield _removal(breach.node, breach.node.count, roster)


def _limit_set(limit: Limit, amount: Number, roster: Roster, judge: Judge) -> Edit:
    title = judge.book.ruleset.limits[limit.limit].title
    limits = {**roster.limits, limit.limit: ceil(amount)}
    return Edit(f"Set {title} to {amount}", attrs.evolve(roster, limits=limits))


def _resizings(breach: Check, change: Number, verdict: Verdict, judge: Judge) -> Iterator[Edit]:
    """Give a unit that is counted more models, or fewer, the smallest change first."""
    army, quantity = verdict.army, breach.constraint.require.quantity
    found: list[tuple[Number, Node, int]] = []
    for value, selector, factor in sums(quantity, partial(holds, judge, army, breach.node)):
        for node in judge.compiler.select(selector)(breach.node, army):
            each = Fraction(_per_model(node.place, value)) * factor
            if each > 0:
                models = ceil(change / each) if change > 0 else -ceil(-change / each)
                size = node.size + models
                if 1 <= size <= MOST_COPIES:
                    found.append((abs(models) * each, node, size))
    for _, node, size in sorted(found, key=lambda one: (one[0], one[1].start)):
        resized = attrs.evolve(node.selection, size=Copies(size))
        yield Edit(f"Set the size of {told(node)} to {size}", _instead(node, resized, army.roster))


def _per_model(place: Place, value: str | None) -> Number:
    """What each model more brings of a value, or to the models themselves."""
    if value is None or place.entry is None or place.entry.size is None:
        return 0
    said = Value(per_model=1) if value == "size" else place.value(value)
    return said.per_model if said else 0


def _instead(node: Node, selection: Selection, roster: Roster) -> Roster:
    return change_selection(roster, path_of(node), lambda _: selection)


def _placings(breach: Check, verdict: Verdict, judge: Judge) -> Iterator[Edit]:
    """Place something at another place, where it is asked what is placed."""
    army = verdict.army
    for _, selector, _ in sums(
        breach.constraint.require.quantity, partial(holds, judge, army, breach.node)
    ):
        nodes = [breach.node] if selector.in_ == "at" and breach.node.holder else []
        if selector.in_ == "placed":
            nodes = [node for node, amount in parts(breach, verdict, judge) if amount > 0]
        for node in nodes:
            for own, place in army.named.items():
                if own != node.selection.at:
                    placed = attrs.evolve(node.selection, at=own)
                    text = f"Place {told(node)} at {place.name}"
                    yield Edit(text, _instead(node, placed, army.roster))


def _removals(breach: Check, excess: Number, verdict: Verdict, judge: Judge) -> Iterator[Edit]:
    """Take out what is too much, first where the least goes with it."""
    roster = verdict.army.roster
    enough = []
    for node, amount in parts(breach, verdict, judge):
        if amount > 0:
            copies = ceil(excess * node.count / amount)
            if copies <= node.count:
                waste = copies * amount / node.count - excess
                enough.append((waste, copies, node.start, node))
    if not enough:
        yield from _all_removed(breach, excess, verdict, judge)
    enough.sort(key=lambda one: one[:3])
    for _, copies, _, node in enough:
        yield _removal(node, copies, roster)
    for _, copies, _, node in enough:  # what is allowed may shrink with what is taken out
        for more in range(copies + 1, min(copies + MORE_TRIED, node.count) + 1):
            yield _removal(node, more, roster)


def _all_removed(breach: Check, excess: Number, verdict: Verdict, judge: Judge) -> Iterator[Edit]:
    """Take several selections out, the last first, where no single one is enough."""
    roster = verdict.army.roster
    gone: list[Node] = []
    for node, amount in reversed(parts(breach, verdict, judge)):
        inside = any(other.start < node.end and node.start < other.end for other in gone)
        if excess > 0 and amount > 0 and not inside:
            gone.append(node)
            excess -= amount
            roster = remove_at(roster, path_of(node))
    if excess <= 0 and 1 < len(gone) <= MOST_TOGETHER:
        yield Edit(f"Remove {' and '.join(node.name for node in gone)}", roster)


def _removal(node: Node, copies: int, roster: Roster) -> Edit:
    left = node.count - copies
    where = f" at {node.selection.at}" if node.selection.at else ""
    where += f" from {node.holder.name}" if node.holder and node.holder.name else ""
    if left <= 0:
        return Edit(f"Remove {node.name}{where}", remove_at(roster, path_of(node)), node)
    changed = change_selection(roster, path_of(node), lambda held: with_count(held, left))
    return Edit(f"Remove {copies} of {node.count} × {node.name}{where}", changed, node)


def _apart(node: Node, roster: Roster) -> Edit:
    """Make as many selections as copies need; what was held stays with the first."""
    apart = split_copies(node.place, node.count)
    first = with_count(selection_at(roster, path_of(node)), apart[0].count)
    changed = change_selection(roster, path_of(node), lambda _: first)
    for selection in apart[1:]:
        changed = add_to(changed, path_of(node)[:-1], selection)
    return Edit(f"Make {len(apart)} selections of {node.count} × {node.name}", changed)


def _additions(
    breach: Check, missing: Number, quantity: Quantity, verdict: Verdict, judge: Judge
) -> Iterator[Edit]:
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
            for place in holder.place.offered():
                weight = 1 if value is None else judge.compiler.weight(value, place)
                fits = not judge.compiler.is_static(selector.test) or passes(selector.test, place)
                if fits and isinstance(weight, int) and weight * factor > 0:
                    slot = place.slot.id if place.slot else ""
                    tried[slot] += 1
                    copies = ceil(missing / (weight * factor))
                    if tried[slot] <= MOST_OF_SLOT:
                        with suppress(EditError):
                            yield _addition(holder, place, copies, army.roster)


def _addition(holder: Node, place: Place, copies: int, roster: Roster) -> Edit:
    changed = roster
    for selection in split_copies(place, copies):
        changed, _ = put(changed, path_of(holder), selection, place.copies)
    name = place.entry.name if place.entry else ""
    many = f"{copies} × " if copies > 1 else ""
    return Edit(f"Add {many}{name}{f' to {holder.name}' if holder.name else ''}", changed)


def _moves(node: Node, verdict: Verdict, judge: Judge) -> Iterator[Edit]:
    """Hand a selection to another holder that has a slot for it."""
    roster = verdict.army.roster
    for holder in (verdict.army.root, *verdict.army.nodes):
        inside = node.start <= holder.start < node.end and holder is not verdict.army.root
        if inside or holder is node.holder:
            continue
        if holder.place.below[node.selection.entry, None].offer is not None:
            moved = move(roster, path_of(node), path_of(holder), node.place.copies)
            yield Edit(f"Move {node.name} to {holder.name or 'the army'}", moved)
