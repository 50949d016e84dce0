"""Reading a solution as a roster: the player's selections in their order, additions after them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

import attrs

from listbuilder.editing.roster_tree import place_anew, unused_id
from listbuilder.model.entries import Selection
from listbuilder.model.language import MOST_COPIES, Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.places import Place
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.model.cpsat import Solution
from listbuilder.solve.model.linear import LinearExpr, of_literal

MergedAdditions = Mapping[Candidate, Candidate]
"""Additions, each with the player's selection that gets its copies."""


def decode(
    tree: CandidateTree, solution: Solution, merged: MergedAdditions = MappingProxyType({})
) -> Roster:
    """Read a solution in which each aggregate is a selection: no unit aggregate has two copies.

    A selection at which others are placed gets an id. Selections placed at a selection that is gone
    are placed nowhere, unless the solution places them.
    """
    names = _SelectionIds(tree, solution)
    army = _selections(tree, tree.root, solution, merged, names)
    roster = tree.roster if army == tree.roster.army else attrs.evolve(tree.roster, army=army)
    return place_anew(roster, dict.fromkeys(names.gone)) if names.gone else roster


class _SelectionIds:
    """The ids of selections in a solution, and where it places them.

    Attributes:
        at: the target of each candidate that the solution places.
        own: the id of each candidate that has one.
        gone: ids that no selection has any more.
    """

    def __init__(self, tree: CandidateTree, solution: Solution) -> None:
        self.at: dict[Candidate, Candidate | None] = {}
        self.own: dict[Candidate, str] = {}
        present = [one for one in tree.candidates if int_value(solution, one.count)]
        for candidate, known in tree.placements.literals.items():
            if any(literal is not None for literal in known.values()):
                self.at[candidate] = next(
                    (
                        target
                        for target, literal in known.items()
                        if literal is not None and solution.value(of_literal(literal))
                    ),
                    None,
                )
        for name, number in tree.numbers.items():
            of_name = [one for one in tree.owned[number] if int_value(solution, one.count)]
            if of_name:
                self.own[of_name[0]] = name
        self.gone = tree.numbers.keys() - set(self.own.values())
        taken = {*tree.numbers}
        for (name, again), literal in tree.placements.renewals.items():
            if solution.value(of_literal(literal)):
                self.own[again] = name
        for candidate in present:
            target = self.at.get(candidate)
            if target is not None and target not in self.own:
                entry = target.place.entry
                name = (target.selection and target.selection.name) or (entry and entry.name) or ""
                self.own[target] = unused_id(name, taken)
                taken.add(self.own[target])


def mergeable_additions(tree: CandidateTree, solution: Solution) -> MergedAdditions:
    """The additions that may become further copies of a selection of the player's beside them."""
    merged: dict[Candidate, Candidate] = {}
    for holder in (tree.root, *tree.candidates):
        present = [
            candidate for candidate in holder.children if int_value(solution, candidate.count)
        ]
        room = {
            candidate: _room(candidate.place, int_value(solution, candidate.count))
            for candidate in present
        }
        for candidate in present:
            count = int_value(solution, candidate.count)
            alike = [
                one
                for one in present
                if one.selection and one.place is candidate.place and room[one] >= count
            ]
            if candidate.selection is None and alike:
                held = {
                    child.place for child in candidate.children if int_value(solution, child.count)
                }
                merged[candidate] = max(alike, key=lambda one: _shared_places(one, held, solution))
                room[merged[candidate]] -= count
    return merged


def _room(place: Place, count: int) -> int:
    """The number of further copies that fit into a selection."""
    return (place.copies or MOST_COPIES) - count


def _shared_places(candidate: Candidate, places: Collection[Place], solution: Solution) -> int:
    """The number of the given places below a candidate that have a copy."""
    present = {child.place for child in candidate.children if int_value(solution, child.count)}
    return len(present.intersection(places))


def active_places(tree: CandidateTree, solution: Solution) -> dict[Place, int]:
    """The places at which a solution adds copies, each with their number."""
    places: dict[Place, int] = {}
    for candidate in tree.added():
        if count := int_value(solution, candidate.count):
            places[candidate.place] = places.get(candidate.place, 0) + count
    return places


def _in_order(candidate: Candidate) -> tuple[bool, bool, int]:
    """A sort key: the player's selections that stay, those moved by number, then additions."""
    number = candidate.number if candidate.number is not None else 0
    return candidate.selection is None, candidate.moved, number if candidate.moved else 0


def _selections(
    tree: CandidateTree,
    holder: Candidate,
    solution: Solution,
    merged: MergedAdditions,
    names: _SelectionIds,
) -> tuple[Selection, ...]:
    """Read the contents of a holder; merged additions join the player's selections.

    What is moved there follows in the player's order, so a general stays before his units.
    """
    read: dict[Candidate, Selection] = {}
    for candidate in sorted(holder.children, key=_in_order):
        if int_value(solution, candidate.count):
            selection = _selection(tree, candidate, solution, merged, names)
            if candidate in merged:
                own = merged[candidate]
                read[own] = _joined(own.place, read[own], selection)
            else:
                read[candidate] = selection
    return tuple(read.values())


def _selection(
    tree: CandidateTree,
    candidate: Candidate,
    solution: Solution,
    merged: MergedAdditions,
    names: _SelectionIds,
) -> Selection:
    """Read a candidate with its contents; the player's selection itself if nothing has changed."""
    count, size = (
        Copies(int_value(solution, candidate.count)),
        Copies(int_value(solution, candidate.size)) or None,
    )
    held = _selections(tree, candidate, solution, merged, names)
    named, target = names.own.get(candidate), names.at.get(candidate)
    at = names.own[target] if target is not None else None
    own = candidate.selection
    if own is None:
        entry = candidate.place.entry
        if entry is None:
            raise ValueError("nothing is added but where a slot offers it")
        slot = _slot(candidate.place)
        return Selection(entry.id, slot=slot, count=count, size=size, id=named, at=at, with_=held)
    if candidate not in names.at:
        at = own.at
    changed = attrs.evolve(own, count=count, size=size, id=named, at=at, with_=held)
    if candidate.moved and candidate.holder is not None:
        slot = own.slot if candidate.comes_along else _slot(candidate.place)
        changed = attrs.evolve(changed, slot=slot)
    return own if changed == own else changed


def _joined(place: Place, one: Selection, more: Selection) -> Selection:
    """Add the copies of a selection, with its contents, to another selection of the same place."""
    held = list(one.with_)
    for added in more.with_:
        below = place.below[added.entry, added.slot]
        alike = (
            index
            for index, other in enumerate(held)
            if place.below[other.entry, other.slot] is below
            and added.count <= _room(below, other.count)
        )
        index = next(alike, None)
        if index is None:
            held.append(added)
        else:
            held[index] = _joined(below, held[index], added)
    return attrs.evolve(one, count=Copies(one.count + more.count), with_=tuple(held))


def _slot(place: Place) -> str | None:
    """The slot that a selection must name; None: it stands in the first slot offering its entry."""
    if place.entry is None or place.slot is None or place.holder is None:
        raise ValueError("nothing is put but where a slot offers it")
    named = place.holder.below[place.entry.id, None] is not place
    return place.slot.id if named else None


def int_value(solution: Solution, quantity: LinearExpr) -> int:
    """A number of copies or models in a solution."""
    return int(solution.value(quantity))
