"""Options in the wrong place, and the bearers that they were meant for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from listbuilder.findings import Severity
from listbuilder.rules.army import Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.explain import parts
from listbuilder.rules.places import Place


def stays_itself(place: Place, is_added: bool = False) -> bool:
    """Whether a selection stays the same to a player in another holder: a piece, or a free mark.

    Args:
        place: its place in the other holder.
        is_added: whether that holder is an addition.
    """
    entry, ruleset = place.entry, place.book.ruleset
    if entry is None:
        return False
    if not ruleset.profiles or (place.book.is_piece(entry) and not _is_borne(place)):
        return True
    is_part = entry.size is not None  # a part of its unit, such as men who stand elsewhere
    return not (is_added or is_part) and not any(
        value.cost and place.value(name) for name, value in ruleset.values.items()
    )


def meant_for(option: Node, verdict: Verdict) -> list[Node]:
    """Find the bearers that an option was meant for, if it stands in the wrong place.

    These are others of its bearer's entry, such as another tower. If its bearer can't have it at
    all, they are all that can, where those are of a single entry: the only gate, or the one who
    bears the battle standard. A mount goes to nobody else, and no option to who has it already.
    """
    bearer, entry = option.holder, option.place.entry
    if bearer is None or bearer.holder is None or entry is None or option.count > 1:
        return []
    if option.place.book.is_piece(entry):
        return []
    able = [
        node
        for node in verdict.army.nodes
        if not (option.start <= node.start < option.end) and node is not bearer
        if node.place.below[entry.id, None].offer is not None
        if all(one.selection.entry != entry.id for one in node.children)
    ]
    kinds = {node.selection.entry for node in able}
    if option.place.offer is None and len(kinds) == 1:
        return able
    return [node for node in able if node.selection.entry == bearer.selection.entry]


def handed_on(verdict: Verdict, judge: Judge) -> Mapping[int, Collection[int]]:
    """Find the options that break a rule, and the bearers that they were meant for.

    Returns:
        By the number of an option, in the roster's order, the numbers of the bearers.
    """
    found: dict[int, set[int]] = defaultdict(set)
    for breach in verdict.breaches:
        if breach.constraint.severity is Severity.ERROR and breach.node.holder is not None:
            for option in _blamed(breach, verdict, judge):
                entry = option.selection.entry
                found[option.start] |= {
                    node.start
                    for node in meant_for(option, verdict)
                    if not stays_itself(node.place.below[entry, None])  # else it moves anyhow
                }
    return {number: bearers for number, bearers in found.items() if bearers}


def _blamed(breach: Check, verdict: Verdict, judge: Judge) -> Iterator[Node]:
    """Yield the selection that a breach is of, and those that it has too many of."""
    yield breach.node
    if breach.found > breach.allowed:
        for node, amount in parts(breach, verdict, judge):
            if amount > 0 and node.holder is breach.node:
                yield node


def _is_borne(place: Place) -> bool:
    """Whether a piece is a part of its holder, such as a mount or a musician: one, on his card."""
    holder, slot = place.holder, place.slot
    if holder is None or holder.entry is None or slot is None or slot.cards:
        return False
    return holder.book.is_piece(holder.entry) and 1 in (slot.max, slot.exactly, slot.each_max)
