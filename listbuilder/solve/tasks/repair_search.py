"""The searches of a repair: their goals, and the places at which each may add selections."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import Literal

import attrs

from listbuilder.editing.army_kinds import is_kind
from listbuilder.editing.find import number_of
from listbuilder.editing.remedy_weights import SHARE_PER_KIND
from listbuilder.findings import Severity
from listbuilder.loading.names import meant_by
from listbuilder.model.language import Comparison, Constraint, Number, Sum
from listbuilder.model.roster import Roster
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.explain import parts
from listbuilder.rules.places import Place
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.domains.placing import readings_of
from listbuilder.solve.domains.relocation import Relocations
from listbuilder.solve.explain.slicing import ConeOfInfluence
from listbuilder.solve.model.linear import LinearExpr, constant, of_literal, total
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.search.lazy_constraints import LazyConstraints
from listbuilder.solve.search.problem import EncodedProblem, GoalsOf, SearchProblem
from listbuilder.solve.tasks.changes import Changes
from listbuilder.solve.tasks.helpful_additions import HelpfulAdditions
from listbuilder.solve.tasks.ledger import Ledger
from listbuilder.solve.tasks.losses import Losses
from listbuilder.solve.tasks.made_changes import MadeChanges
from listbuilder.solve.tasks.repair_goals import (
    CHANGED,
    CHANGES,
    GIVEN_UP,
    LEAST,
    LOST,
    MISTYPED,
    NEW,
    TAKEN,
    TIES,
    TOUCHED,
    WEIGHED,
    changed_of,
    lost_of,
)
from listbuilder.solve.tasks.ties import Ties
from listbuilder.solve.tasks.useful_bounds import WEIGHT, UsefulBounds

TIE_WORK = 0.3
"""Deterministic seconds for the choice between equally good answers: on large armies the proof that
none is more natural takes longer than all else."""

FEW_PLACES = 500
"""Of additions at so many places a search takes little longer than of none."""


def errors_of(verdict: Verdict) -> list[Check]:
    """The breaches that make a roster illegal, warnings left out."""
    return [one for one in verdict.breaches if one.constraint.severity is Severity.ERROR]


class RepairSearch:
    """The search for repairs of one roster.

    Attributes:
        breaches: the breaches that a repair must mend.
        losses: the worth of the player's selections.
        changes: tells the changes that a model allows, by its candidates.
    """

    def __init__(
        self, judge: Judge, roster: Roster, broken: Sequence[Check], nested: bool = True
    ) -> None:
        """Weigh a roster.

        Args:
            judge: the judge of the roster's book.
            roster: the player's roster.
            broken: its breaches that a repair must mend.
            nested: whether additions are also looked for inside selections of the same entry or
                slot, such as an ally's ally. Bounds of these take long to work out.
        """
        self.judge = judge
        self.roster = roster
        self.breaches = broken
        self._broken = [breach.constraint for breach in broken]
        self.losses = Losses(judge, roster)
        self._owned = Relocations(roster)
        self._bounds = DomainBounds(judge, roster, ())
        self._nested = nested
        limits = [*filter(self._is_limit, self._bounds.asked[judge.root])]
        # Where nothing costs anything an addition loses nothing, and most break a fixed number.
        held = self.losses.nodes if self.losses.cost is None else ()
        rules = (rule for node in held for rule, _ in judge.rules_at(node.place))
        fixed = [rule for rule in rules if rule.require.op == "exactly"]
        self._posted = {id(rule): rule for rule in (*self._broken, *limits, *fixed)}
        self._posted_for_fewest = {**self._posted}
        raised = (rule for rule in limits if self._cone.helped_by_additions([rule]))
        self._waived = {*map(id, raised)}
        self._is_needed = cache(self._may_be_needed)
        self._near_bounds = cache(self._bounds_near)
        self.changes = cache(partial(Changes, goes_along=self.losses.goes_along))

    def _is_limit(self, rule: Constraint) -> bool:
        """Whether a rule limits a cost. It is posted at once, for most answers would break it."""
        match rule.require:
            case Comparison(Sum(cost), "at_most", _, None):
                return cost in self.losses.costs
            case _:
                return False

    def without_additions(self) -> SearchProblem:
        """The smallest search: nothing is added."""
        return self._problem(self.judge, UsefulBounds(self._bounds, lambda place: False))

    def adding(
        self, at: Collection[Place], may_add: Callable[[Place, Candidate], bool], goals: GoalsOf
    ) -> SearchProblem:
        """The small search that adds only at some places, with what additions need.

        Args:
            at: the places.
            may_add: whether anything may be added at one of them in a holder, or in an addition.
            goals: makes the goals.
        """
        useful = UsefulBounds(self._bounds, at.__contains__, self._is_needed)
        return attrs.evolve(
            self._only_adding(self._problem(self.judge, useful), may_add), goals=goals
        )

    def near(self, given_up: Number | None = None) -> SearchProblem:
        """The small search that adds only what bears on the broken rules, with what it needs.

        Args:
            given_up: only answers that give up no more are asked for; None: any.
        """
        helpful = HelpfulAdditions(self._cone, self.breaches, self._lacks_sites)
        problem = self._problem(self.judge, self._near_bounds(given_up))
        return self._only_adding(problem, helpful.mends_some)

    def adds_near(self, given_up: Number | None) -> bool:
        """Whether the search ``near`` may add anything that so much pays for."""
        holders = [(node.place, node.count) for node in self.losses.nodes]
        return self._near_bounds(given_up).adds_any([(self.judge.root, 1), *holders])

    def _bounds_near(self, given_up: Number | None) -> UsefulBounds:
        """The bounds of what bears on the broken rules."""
        useful = UsefulBounds(
            self._bounds,
            self._bears.__getitem__,
            self._is_needed,
            moves_to=self._owned.moves_to,
        )
        useful.bound_purchases(self.losses, given_up, None)
        return useful

    @cached_property
    def blamed(self) -> Collection[int]:
        """The numbers of the selections that broken rules count, but for limits of whole costs."""
        return {
            node.start
            for breach in self.breaches
            if breach.node.holder or breach.found not in self.losses.spent.values()
            for node, _ in parts(breach, self.losses.verdict, self.judge)
        }

    @property
    def is_near_small(self) -> bool:
        """Whether the search ``near`` adds something, and at few places alone."""
        return self.may_add and self._cone.are_few(self._bears, FEW_PLACES)

    @cached_property
    def _bears(self) -> Mapping[Place, bool]:
        """Whether additions at a place bear on the broken rules."""
        return self._cone.relevant_places(self._broken, sites=self._lacks_sites)

    @cached_property
    def _lacks_sites(self) -> bool:
        """Whether something must stand at what the roster lacks, or stood at what is gone."""
        own = [node.selection for node in self.losses.nodes]
        called = {name: node.name for name, node in self.losses.verdict.army.named.items()}
        lost = {one.at for one in own if one.at is not None} - called.keys()
        if any(meant_by(name, called) is None for name in lost):
            return True
        readings = (one for rule in self._broken for one in readings_of(self.judge, rule))
        return not all(
            any(self._cone.may_pass(one.test, place) for place in self._held)
            for one in readings
            if one.in_ == "at"
        )

    @property
    def may_add(self) -> bool:
        """Whether additions may help to keep the broken rules."""
        return self._cone.helped_by_additions(self._broken)

    def everywhere(
        self,
        given_up: Number | None = None,
        lost: Number | None = None,
        single: bool = False,
        fewest: bool = False,
    ) -> LazyConstraints:
        """The search among all changes.

        Args:
            given_up: only answers that give up no more are asked for. Purchases are given up, too,
                so dearer ones are not looked at.
            lost: answers that lose no more are asked for as well. Both None: any answers.
            single: only answers with a single change are asked for.
            fewest: whether few changes are asked for first. Then rules that additions help to keep
                are waived at first, if they are limits or an answer breaks them: all additions with
                a price bear on a limit that the army's own points raise.
        """
        problem_of = partial(self._among, given_up=given_up, lost=lost, single=single)
        if not fewest:
            return LazyConstraints(self.judge, problem_of, self._posted, LEAST)

        def may_waive(rule: Constraint) -> bool:
            return self._cone.helped_by_additions([rule])

        return LazyConstraints(
            self.judge, problem_of, self._posted_for_fewest, LEAST, may_waive, self._waived
        )

    def _among(
        self,
        rules: Sequence[Constraint],
        waived: Collection[int],
        given_up: Number | None,
        lost: Number | None,
        single: bool,
    ) -> SearchProblem:
        """The search in which some rules count, and every rule that only contents help to keep.

        Nothing is added that bears neither on these rules nor on a price, and that no selection
        could move into: without it an answer keeps these rules, too, with fewer changes. Contents
        that a selection needs for its own rules are added only inside it. A unit that would take
        models of another is no help if no rule asked of a part of the army sums models: what all
        of the army sums is the same in one unit or two.
        """
        counted = {id(rule) for rule in rules}
        asked = [rule for rule in rules if id(rule) not in waived]
        relevant = self._cone.relevant_places(asked, self.losses.costs, self._held)

        at_root = {*map(id, self._bounds.asked[self.judge.root])}
        divides_units = any(
            id(rule) not in at_root and self._cone.sums_models(rule) for rule in rules
        )

        def counts(rule: Constraint) -> bool:
            return id(rule) in counted or self._cone.helpful_contents(rule) is not None

        def is_useful(place: Place) -> bool:
            return (
                relevant[place]
                or self.losses.may_be_less_with(place)
                or (divides_units and self.losses.takes_models(place))
                or any(self._owned.moves_to(one) for one in place.offered() if not one.is_nested)
            )

        def bears_copies(place: Place, of: Literal["self", "parent"]) -> bool:
            return any(
                scope is None and counts(rule) and self._cone.reads_copies(rule, of)
                for rule, scope in self.judge.rules_at(place)
            )

        raised = {
            place
            for place, inside in self._held.items()
            if bears_copies(place, "self") or any(bears_copies(one, "parent") for one in inside)
        }
        judge = self.judge.without(lambda rule, place: not counts(rule))
        useful = UsefulBounds(
            self._bounds, is_useful, self._is_needed, raised, moves_to=self._owned.moves_to
        )
        useful.bound_purchases(self.losses, given_up, lost)
        problem = attrs.evolve(self._problem(judge, useful), waived=waived)
        if not single:
            return problem
        useful.bound_single_purchase(self.losses)
        helpful = HelpfulAdditions(self._cone, self.breaches)
        return self._only_adding(problem, helpful.mends_all)

    def drops_a_force(self, answer: Solved) -> bool:
        """Whether an answer takes out a force, an ally, the idea of the army (``says_kind``).

        Not a force that is empty; but also whatever several others stood at, such as a castle.
        """
        removed = [change for change in answer.changes if change.done == "remove"]
        gone = {change.number for change in removed}
        return any(change.stood > 1 for change in removed) or any(
            number_of(node) in gone and self.losses.says_kind(node)
            for node in self.losses.nodes
            if node.children or self.losses.is_idea(node)
        )

    @cached_property
    def _cone(self) -> ConeOfInfluence:
        def is_open(place: Place) -> bool:
            return self._nested and self._bounds.most(place, 1, {}) > 0

        return ConeOfInfluence(self.judge, self.roster, is_open)

    @cached_property
    def _held(self) -> Mapping[Place, Collection[Place]]:
        """The places of the player's selections, each with the places of its contents."""
        held: dict[Place, set[Place]] = {}
        left = [(self.judge.root, one) for one in self.roster.army]
        for holder, selection in left:
            place = holder.below[selection.entry, selection.slot]
            held.setdefault(place, set()).update(
                place.below[one.entry, one.slot] for one in selection.with_
            )
            left += [(place, one) for one in selection.with_]
        return held

    def _only_adding(
        self, problem: SearchProblem, may_add: Callable[[Place, Candidate], bool]
    ) -> SearchProblem:
        """A search that adds only where it is asked to."""

        def adds(place: Place, holder: Candidate) -> bool:
            return _may_gain(place, holder) and may_add(place, holder)

        return attrs.evolve(problem, may_add=adds)

    def _may_be_needed(self, place: Place) -> bool:
        """Whether an addition at a place may help its holder to keep the holder's own rules."""
        return place.holder is not None and any(
            self._cone.may_pass(test, place)
            for rule, _ in self.judge.rules_at(place.holder)
            if rule.severity is Severity.ERROR
            for test in self._cone.helpful_contents(rule) or ()
        )

    def _problem(self, judge: Judge, useful: UsefulBounds) -> SearchProblem:
        return SearchProblem(
            judge,
            self.roster,
            self.goals,
            ties=TIES,
            tie_work=TIE_WORK,
            proves_ties=False,
            policy="movable",
            may_add=_may_gain,
            adds_much=False,
            bounds=lambda *given: useful,
            features=lambda encoded: self.changes(encoded.tree).features(),
            handed_on=self.losses.handed_on,
            strays=self.losses.strays,
            describe=lambda encoded, solution, merged: tuple(
                MadeChanges(self.changes(encoded.tree), solution, self.losses.nodes).told(merged)
            ),
        )

    def goals(self, encoded: EncodedProblem) -> dict[str, LinearExpr]:
        """Encode the goals: negative sums, for a search maximises its goals."""
        losses, done = self.losses, self.changes(encoded.tree)
        done.rule_out_detours()
        accounts = Ledger(losses, done, encoded).accounts()
        lost = total(one.lost for one in accounts.values())
        changed = total(one.changed for one in accounts.values())
        taken = total(one.taken for one in accounts.values())
        bought = constant(0) if losses.cost is None else changed - lost
        mistyped = total(one.mistyped for one in accounts.values())
        missed = total([lost - mistyped, losses.free(done), losses.of_kind(done, SHARE_PER_KIND)])
        given_up = total([missed.times(WEIGHT), bought, taken])
        changes = done.number() + of_literal(done.is_further_change(encoded.adds_more))
        costs = {
            GIVEN_UP: given_up,
            LOST: lost,
            CHANGES: changes,
            WEIGHED: given_up + changes.times(WEIGHT * losses.a_change),
            CHANGED: changed,
            MISTYPED: mistyped,
            TAKEN: taken,
            NEW: losses.new(encoded),
            TOUCHED: total([changed, taken, Ties(done, self.blamed).touched()]),
        }
        if len(accounts) > 1:
            costs |= {lost_of(name): one.lost for name, one in accounts.items() if name}
            costs |= {changed_of(name): one.changed for name, one in accounts.items() if name}
        return {name: cost.times(-1) for name, cost in costs.items()}


def _may_gain(place: Place, holder: Candidate) -> bool:
    """Whether anything may be added to a holder.

    Not to a force that is moved, such as an army list among the allies: it comes with a whole shop.
    """
    return not (holder.moved and is_kind(holder.place))
