"""The sites of rules and alterations, and rosters with holders there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

import attrs

from listbuilder.model.entries import Selection, Slot
from listbuilder.model.language import (
    MOST_COPIES,
    Comparison,
    Constraint,
    Copies,
    Count,
    Sum,
    Test,
)
from listbuilder.model.roster import Roster
from listbuilder.record import records_in
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.rules.slots import COPIES, NOWHERE
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.domains.unrolling import MAX_CANDIDATES, MAX_DEPTH
from listbuilder.solve.proofs.altering import conditions_of_alteration
from listbuilder.solve.proofs.dependencies import ORDER, dependencies_of
from listbuilder.solve.proofs.obligations import Obligation, RuleName, WitnessStore


class RuleSite(NamedTuple):
    """A rule that a selection brings, and the place where it is asked; for a cap, its scope."""

    rule: Constraint
    at: Place


class RuleSites:
    """The sites of all rules, wherever the rules leave room for a selection.

    Two kinds of rules are ignored: bans, which would leave no room for their own breach, and rules
    on neighbours in a row (``beside``), of whose orders the solver tries only one.

    Attributes:
        sites: the sites of each rule, by its name.
        empty: the empty roster with the limits and choices.
        of_entry: the places of each entry, by its identity.
        is_complete: whether no place was left out.
    """

    def __init__(
        self, witnesses: WitnessStore, empty: Roster, broken: RuleName | None = None
    ) -> None:
        """Look at every place.

        Args:
            witnesses: the witnesses of the book.
            empty: the empty roster with the limits and choices.
            broken: a rule that may be broken, so that it bounds nothing; None: there is none.
        """
        self.empty = empty
        self.is_complete = True
        self.sites: dict[RuleName, list[RuleSite]] = {}
        self.of_entry: dict[int, list[Place]] = {}
        judge = witnesses.judge
        ordered: dict[int, bool] = {}

        def is_ordered(rule: Constraint) -> bool:
            # Rules are known by identity: to hash a rule is to hash the whole expression.
            if id(rule) not in ordered:
                ordered[id(rule)] = ORDER in dependencies_of([rule])
            return ordered[id(rule)]

        aside = {*witnesses.bans, broken}
        others = judge.without(
            lambda rule, place: is_ordered(rule) or witnesses.name_of(rule, place) in aside
        )
        self._witnesses = witnesses
        self._bounds = DomainBounds(others, empty, ())
        places = self._below(judge.root, 0)
        for place in islice(places, MAX_CANDIDATES):
            self.of_entry.setdefault(id(place.entry), []).append(place)
            for rule, scope in judge.rules_at(place):
                at = place if scope is None else _cap_scope(place, scope, judge.root)
                if at is not None:
                    self.sites.setdefault(witnesses.name_of(rule, place), []).append(
                        RuleSite(rule, at)
                    )
        self.is_complete &= next(places, None) is None

    def altered(self, obligation: Obligation) -> list[RuleSite]:
        """The sites of an alteration: places of models around its bearers, with its conditions."""
        alterations = self._witnesses.alterations
        alteration = self._witnesses.altered_open[obligation]
        found: dict[Place, RuleSite] = {}
        for place in chain.from_iterable(self.of_entry.values()):
            for one, when in alterations.brought[place]:
                if one is alteration:
                    asked = Test(all_=tuple(conditions_of_alteration(alteration, when)))
                    always = Comparison(COPIES, "at_least", 1)
                    rule = Constraint(obligation.name, "", always, NOWHERE, when=asked)
                    models = (at for at in place.around() if at.is_piece)
                    found |= {at: RuleSite(rule, at) for at in models}
        return [*found.values()]

    def is_idle(self, name: RuleName) -> bool:
        """Whether a rule only limits a number of selections none of which can stand anywhere."""
        rules = {id(site.rule): site.rule for site in self.sites.get(name, ())}
        return self.is_complete and all(map(self._finds_nothing, rules.values()))

    def _finds_nothing(self, rule: Constraint) -> bool:
        least, _ = self._bounds.intervals.of(rule.require.bound, None)
        if rule.require.op != "at_most" or least is None or least <= 0:
            return False
        match rule.require.quantity:
            case Count(selector) | Sum(_, selector):
                truth = self._bounds.intervals.static_truth
                places = chain.from_iterable(self.of_entry.values())
                return all(truth(selector.test, place) is False for place in places)
        return False

    def _below(self, place: Place, depth: int) -> Iterator[Place]:
        yield place
        for child in place.offered():
            if self._bounds.most(child, MOST_COPIES, {}) > 0:
                if depth == MAX_DEPTH:
                    self.is_complete = False
                    return
                yield from self._below(child, depth + 1)


def reachable_entries(judge: Judge) -> set[int] | None:
    """The entries, by identity, that slots offer; None: offers depend on holders (``under``)."""
    slots = [node for node in records_in([*judge.book.parts()]) if isinstance(node, Slot)]
    tests = records_in([offer.test for slot in slots for offer in slot.offers])
    if any(isinstance(node, Test) and node.under is not None for node in tests):
        return None
    found = {(id(None), "")}
    todo = [judge.root]
    for place in todo:
        for child in place.offered():
            key = id(child.entry), child.list_id
            if key not in found:
                found.add(key)
                todo.append(child)
    return {entry for entry, _ in found}


def seed_roster(roster: Roster, sites: Iterable[RuleSite]) -> Roster:
    """Put one holder for each site into a roster; a search is free to take holders out.

    Each has as many copies as a selection can have; at a limit on copies one more than the limit.
    """
    tree: _Tree = {}
    more: dict[Place, int] = {}
    for rule, at in sites:
        below = tree
        for place in reversed([*at.around()]):
            below = below.setdefault(place, {})
        match rule.require:
            case Comparison(quantity, "at_most", int() as most, None) if quantity == COPIES:
                more[at] = most + 1
    return attrs.evolve(roster, army=tuple(_selections(tree, more)))


_Tree = dict[Place, "_Tree"]


def _selections(tree: _Tree, more: dict[Place, int]) -> Iterator[Selection]:
    for place, below in tree.items():
        if place.entry is not None and place.slot is not None:
            count = Copies(more.get(place) or place.copies or MOST_COPIES)
            held = tuple(_selections(below, more))
            yield Selection(place.entry.id, slot=place.slot.id, count=count, with_=held)


def _cap_scope(place: Place, scope: str, root: Place) -> Place | None:
    """The place inside which a cap counts: the nearest with the keyword, or the root."""
    found = next((around for around in place.around() if scope in around.keywords), None)
    return root if found is None and scope == "roster" else found
