"""Local search for witnesses: the rosters one edit away from a known one.

An edit takes out, adds, exchanges or places a selection, or changes its copies or models; or it
adds or takes out just enough to break a rule. If the result breaks other rules, too, remedies are
tried, the same that players are offered. All this needs no solver; the solver looks for witnesses
that the local search does not find.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice

import attrs

from listbuilder.editing.defaults import split_copies, with_defaults
from listbuilder.editing.fixes import fixes
from listbuilder.editing.roster_tree import (
    change_held,
    change_selection,
    path_of,
    remove_at,
    with_count,
)
from listbuilder.editing.trials import Fix, TrialBudget
from listbuilder.errors import EditError
from listbuilder.model.entries import Selection
from listbuilder.model.language import MODELS, Copies, Count, Selector
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.explain import shares
from listbuilder.rules.places import Place
from listbuilder.rules.selectors import group_by
from listbuilder.solve.proofs.obligations import Obligation, Observation, WitnessStore

MAX_ADDED = 40
"""The most copies added to break one rule."""
MAX_VIOLATIONS = 3
"""The most rosters tried to break one rule, each with more, or fewer, of another selection."""
MAX_EDITS = 4
"""The most remedies tried for one breach."""
MAX_MENDED = 2
"""The most rosters that are mended for the sake of one obligation."""


class LocalSearch:
    """Records rosters and their neighbours, and mends near misses.

    For each open obligation ``MAX_MENDED`` rosters are mended.
    """

    def __init__(self, witnesses: WitnessStore) -> None:
        self.witnesses = witnesses
        self._mended: Counter[Obligation] = Counter()

    def explore(self, roster: Roster) -> None:
        """Record a roster and its neighbours; go on from new witnesses (``_worth_expanding``)."""
        self.witnesses.record(roster)
        todo: list[tuple[Roster, Place | None]] = [(roster, None)]
        for base, only in todo:
            for edited, place in neighbours(self.witnesses, base, only):
                todo += [
                    (observation.verdict.army.roster, place)
                    for observation in self._record(edited)
                    if place is not None
                    and any(map(partial(_worth_expanding, place), observation.new))
                ]

    def _record(self, roster: Roster) -> Iterator[Observation]:
        """Record a roster; while it is a near miss, mend it, and record the mended rosters, too."""
        observation: Observation | None = self.witnesses.record(roster)
        while observation is not None:
            yield observation
            near_misses = observation.near_misses
            if not near_misses or all(
                self._mended[obligation] >= MAX_MENDED for obligation in near_misses
            ):
                break
            self._mended.update(near_misses)
            before, fewest = observation, len(observation.errors)
            observation = None
            for error in before.errors.values():
                tried = fixes(error, before.verdict, self.witnesses.judge, TrialBudget())
                for mended in _made(islice(tried, MAX_EDITS)):
                    other = self.witnesses.record(mended)
                    if len(other.errors) < fewest and (other.new or other.near_misses):
                        if observation is not None:
                            yield observation
                        fewest, observation = len(other.errors), other
                    elif other.new:
                        yield other


def _made(tried: Iterable[Fix]) -> Iterator[Roster]:
    """Yield the rosters after fixes, without fixes that can't be made."""
    for fix in tried:
        with suppress(EditError):
            yield fix.roster()


def _worth_expanding(place: Place, obligation: Obligation) -> bool:
    """Whether the neighbours of the first witness of an obligation are explored, too."""
    holder = place.entry is not None and place.entry.id == obligation.name
    return obligation.kind == "kept" or (obligation.kind == "fielded" and holder)


def neighbours(
    witnesses: WitnessStore, roster: Roster, only: Place | None
) -> Iterator[tuple[Roster, Place | None]]:
    """Yield the rosters one edit away on which an open obligation depends.

    Each comes with the place to edit next: the place of the edited selection, if it has slots, else
    its holder's; None: the roster is not edited further.

    Args:
        witnesses: have the open obligations.
        roster: any roster of the book.
        only: edit only the selections at this place and their contents; None: all.
    """
    army = witnesses.judge.lay_out(roster)
    checks = list(witnesses.judge.checks(army))
    for node in (army.root, *army.nodes):
        place, holder = node.place, node.holder
        if holder is not None and only in (None, place, holder.place):
            for edited in _changed(roster, node, checks):
                if not (witnesses.is_open_at(place) or witnesses.is_open_for(holder.place, place)):
                    break
                yield edited, place if place.owned else holder.place
            yield from _exchanged(witnesses, roster, node, holder)
        if only in (None, place):
            yield from _added(witnesses, roster, node, checks)
    if only is None:
        yield from _placed(army, [node for node in army.nodes if node.selection.at is not None])
        for check in checks:
            if not witnesses.is_open(check.constraint):
                continue
            if check.constraint.require.quantity == Count(Selector("at")):
                yield from _placed(army, [check.node])
            if _is_far(check):
                for edited in islice(_just_violating(witnesses.judge, army, check), MAX_VIOLATIONS):
                    yield edited, None


def _changed(roster: Roster, node: Node, checks: list[Check]) -> Iterator[Roster]:
    """Yield rosters without a selection, with it twice, or with other copies or models of it."""
    path = path_of(node)
    yield remove_at(roster, path)
    if node.count > 1:
        yield change_selection(roster, path, partial(with_count, count=node.count - 1))
    yield change_held(roster, path[:-1], partial(_and, [attrs.evolve(node.selection, id=None)]))
    yield change_selection(roster, path, partial(attrs.evolve, count=Copies(node.count + 1)))
    if node.size:
        sizes = {node.size - 1, node.size + 1}
        for check in checks:
            if check.node is node and check.constraint.require.quantity == MODELS:
                sizes |= {int(check.allowed) - 1, int(check.allowed) + 1}
        for size in sorted(size for size in sizes if size >= 0):
            yield change_selection(roster, path, partial(_sized, size=size))


def _added(
    witnesses: WitnessStore, roster: Roster, node: Node, checks: list[Check]
) -> Iterator[tuple[Roster, Place | None]]:
    """Yield rosters with an addition in a selection: one copy, or one more than allowed."""
    counts = {1}
    for check in checks:
        if check.node is node and check.constraint.require.op in ("at_most", "exactly"):
            counts.add(int(check.allowed - check.found) + 1)
    for place in node.place.offered():
        inside_itself = any(one.entry is place.entry for one in node.place.around())
        for count in sorted(count for count in counts if 0 < count <= MAX_ADDED):
            if not inside_itself and witnesses.is_open_for(node.place, place):
                more = split_copies(place, count)
                edited = change_held(roster, path_of(node), partial(_and, more))
                on = place if place.owned else node.place
                yield edited, on if count == 1 else None


def _exchanged(
    witnesses: WitnessStore, roster: Roster, node: Node, holder: Node
) -> Iterator[tuple[Roster, Place | None]]:
    """Yield rosters with another entry in place of a selection."""
    for place in holder.place.offered():
        if place.slot is node.place.slot and witnesses.is_open_for(holder.place, place):
            instead = [with_defaults(place)]
            edited = change_held(roster, path_of(holder), partial(_swap, instead, node.index))
            yield edited, place if place.owned else holder.place


def _is_far(check: Check) -> bool:
    """Whether a rule counts copies outside its contents, so that ``_added`` does not break it."""
    match check.constraint.require.quantity:
        case Count(Selector(in_)):
            return in_ not in ("self", "children")
    return False


def _placed(army: Army, nodes: list[Node]) -> Iterator[tuple[Roster, Place | None]]:
    """Yield rosters in which a selection is placed elsewhere."""
    for node in nodes:
        for name in (None, *army.named):
            if name != node.selection.at:
                moved = partial(attrs.evolve, at=name)
                yield change_selection(army.roster, path_of(node), moved), None


def _just_violating(judge: Judge, army: Army, check: Check) -> Iterator[Roster]:
    """Yield rosters that just break a rule: more of one selection, or fewer selections."""
    require, roster = check.constraint.require, army.roster
    counted = [
        (node, amount)
        for node, amount in shares(judge, army, check.node, require.quantity)
        if amount > 0 and (require.per is None or group_by(require.per)(node) == check.key)
    ]
    if require.op in ("at_most", "exactly"):
        for node, amount in counted:
            more = int((check.allowed - check.found) // amount) + 1
            if 0 < more <= MAX_ADDED:
                another = attrs.evolve(node.selection, id=None)
                yield change_held(roster, path_of(node)[:-1], partial(_and, [another] * more))
    if require.op in ("at_least", "exactly"):
        found = check.found
        for node, amount in reversed(counted):
            if found < check.allowed:
                break
            roster, found = remove_at(roster, path_of(node)), found - amount
        yield roster


def _sized(selection: Selection, size: int) -> Selection:
    return attrs.evolve(selection, size=Copies(size) or None)


def _and(more: list[Selection], held: tuple[Selection, ...]) -> tuple[Selection, ...]:
    return (*held, *more)


def _swap(
    instead: list[Selection], index: int, held: tuple[Selection, ...]
) -> tuple[Selection, ...]:
    return (*held[:index], *instead, *held[index + 1 :])
