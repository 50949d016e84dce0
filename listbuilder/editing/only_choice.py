"""Free choices that an army must make and can make in a single way, such as its leader."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from listbuilder.editing.defaults import with_defaults
from listbuilder.editing.edited import Edited
from listbuilder.editing.roster_tree import add_to, path_of, remove_at
from listbuilder.findings import Severity
from listbuilder.messages import gettext, joined
from listbuilder.model.entries import Selection
from listbuilder.model.language import Count, Quantity
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.places import Place

MOST_TRIED = 32
"""Most holders that are tried; among more, none is the only possible one."""


def with_only_choice(judge: Judge, before: Roster, edited: Edited) -> Edited:
    """Make each free choice that the army must make and can make in a single way.

    Such a choice is an entry of which a rule demands at least one in the roster. It is added if the
    rules allow it in exactly one place. A choice that the edit made wrong moves, too: to a hero who
    is greater than the leader.

    Args:
        judge: the judge of the roster's book.
        before: the roster before the edit.
        edited: the roster after it.
    """
    verdict, earlier = judge.evaluate(edited.roster), judge.evaluate(before)
    for entry_id in _demanded(judge):
        there = _nodes(verdict, entry_id)
        mine = len(there) != len(_nodes(earlier, entry_id)) or _breaches_of(earlier, entry_id)
        if not _breaches_of(verdict, entry_id) or (there and mine):
            continue  # nothing is missing, or the player has placed it
        bare = edited.roster
        for node in reversed(there):
            bare = remove_at(bare, path_of(node))
        tried = list(_chosen(judge, bare, entry_id))
        if len(tried) == 1:
            roster, holder, name = tried[0]
            done = (
                gettext("Moved {name} to {holder}, the only choice.", name=name, holder=holder)
                if there
                else gettext("Added {name} to {holder}, the only choice.", name=name, holder=holder)
            )
            edited = attrs.evolve(edited, roster=roster, done=joined(" ", (edited.done, done)))
            verdict = judge.evaluate(roster)
    return edited


def without_free_choices(judge: Judge, roster: Roster) -> tuple[Roster, list[tuple[int, str]]]:
    """Remove each free choice that the army must make: the program may have made it.

    A selection with a name or notes of the player's stays.

    Returns:
        The roster without them, and for each the number of its holder there, with its entry.
    """
    gone: list[tuple[int, str]] = []
    for entry_id in _demanded(judge):
        verdict = judge.evaluate(roster)
        for node in reversed(_nodes(verdict, entry_id)):
            bare = Selection(entry=entry_id, slot=node.selection.slot)
            fewer = remove_at(roster, path_of(node))
            if node.selection == bare and judge.evaluate(fewer).costs == verdict.costs:
                roster = fewer
                gone = [(holder - (holder > node.start), entry) for holder, entry in gone]
                if node.holder is not None and node.holder.holder is not None:
                    gone.append((node.holder.start, entry_id))
    return roster, gone


def with_earlier_choices(judge: Judge, earlier: Roster, roster: Roster) -> Roster:
    """Make the compulsory choices of a roster as before it grew, where they are allowed.

    Args:
        judge: the judge of the book.
        earlier: the roster before.
        roster: that roster, with additions behind its selections.
    """
    before = judge.evaluate(earlier)
    for entry_id in _demanded(judge):
        verdict = judge.evaluate(roster)
        old, there = _nodes(before, entry_id), _nodes(verdict, entry_id)
        if len(old) != 1 or len(there) != 1 or old[0].holder is None:
            continue
        if there[0].selection.with_ != old[0].selection.with_:
            continue  # its contents include additions
        bare = remove_at(roster, path_of(there[0]))
        kept = add_to(bare, path_of(old[0].holder), old[0].selection)
        after = judge.evaluate(kept)
        if after.legal and after.costs == verdict.costs:
            roster = kept
    return roster


def _nodes(verdict: Verdict, entry_id: str) -> list[Node]:
    return [node for node in verdict.army.nodes if node.selection.entry == entry_id]


def _demanded(judge: Judge) -> Iterator[str]:
    """Yield the entries of which a rule demands at least one in the roster."""
    for part in judge.book.parts():
        for rule in part.constraints:
            if rule.for_ == "roster" and (rule.require.op, rule.require.bound) == ("at_least", 1):
                names = _counted(rule.require.quantity)
                if len(names) == 1:
                    yield names[0]


def _counted(quantity: Quantity) -> tuple[str, ...]:
    """List the ids of the entries that a quantity counts, if it counts entries."""
    return tuple(quantity.count.test.entry) if isinstance(quantity, Count) else ()


def _breaches_of(verdict: Verdict, entry_id: str) -> list[Check]:
    """Find the errors of rules that are asked at an entry's selections, or count them."""
    return [
        breach
        for breach in verdict.breaches
        if breach.constraint.severity is Severity.ERROR
        and (
            (breach.node.holder is not None and breach.node.selection.entry == entry_id)
            or entry_id in _counted(breach.constraint.require.quantity)
        )
    ]


def _chosen(judge: Judge, roster: Roster, entry_id: str) -> Iterator[tuple[Roster, str, str]]:
    """Yield the roster with the entry in each place that rules and costs allow.

    The names of its holder and of the entry come with it.
    """
    verdict = judge.evaluate(roster)
    places = list(_places(verdict.army, entry_id))
    if len(places) > MOST_TRIED:
        return
    for node, place in places:
        chosen = add_to(roster, path_of(node), with_defaults(place))
        after = judge.evaluate(chosen)
        better = _errors(after) < _errors(verdict)
        if better and after.costs == verdict.costs and not _breaches_of(after, entry_id):
            yield chosen, node.name, place.entry.name if place.entry else ""


def _errors(verdict: Verdict) -> int:
    return sum(breach.constraint.severity is Severity.ERROR for breach in verdict.breaches)


def _places(army: Army, entry_id: str) -> Iterator[tuple[Node, Place]]:
    for node in army.nodes:
        for place in node.place.offered():
            if place.entry is not None and place.entry.id == entry_id:
                yield node, place
                break
