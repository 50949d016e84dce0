"""Proving of each entry, rule and alteration that a roster witnesses it, or that none can.

Known rosters go first, then small legal rosters and their neighbours (local search): the judge
alone decides which obligations they witness. For each obligation that is left the solver searches.
To find a roster that breaks a rule it leaves out the rule, and the domain bounds that rely on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

import attrs

from listbuilder.messages import gettext
from listbuilder.model.entries import Selection
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.explain.mus import UnsatCore, empty_core, smallest_mus
from listbuilder.solve.explain.why import core_in_words
from listbuilder.solve.model.cpsat import UNLIMITED, SearchBudget
from listbuilder.solve.outcomes import (
    Conflict,
    Impossible,
    Outcome,
    Reason,
    Solved,
    Stopped,
    StopReason,
)
from listbuilder.solve.proofs.dependencies import (
    ORDER,
    BookDependencies,
    Dependency,
    dependencies_of,
)
from listbuilder.solve.proofs.empty_rosters import (
    differ,
    differ_only,
    differences,
    empty_rosters,
)
from listbuilder.solve.proofs.local_search import LocalSearch
from listbuilder.solve.proofs.nearest import (
    SHALLOW,
    shallow_places,
)
from listbuilder.solve.proofs.obligations import (
    Obligation,
    WitnessStore,
    obligations_of,
)
from listbuilder.solve.proofs.queries import Attempt, Query, query_for
from listbuilder.solve.proofs.sites import RuleSites, reachable_entries
from listbuilder.solve.proofs.witness_goals import minimise_selections
from listbuilder.solve.search.goals import ASKED
from listbuilder.solve.search.problem import SearchProblem
from listbuilder.solve.search.refinement import solve

QUERY_WORK = 2.0
"""The work of one search, in CP-SAT's deterministic seconds."""


def prove(
    judge: Judge,
    obligations: Iterable[Obligation] | None = None,
    known: Iterable[Roster] = (),
    limits: Mapping[str, int] | None = None,
    budget: SearchBudget | None = None,
) -> dict[Obligation, Outcome]:
    """Find a witness for each obligation, or prove that there is none.

    Every combination of choices is tried, in the ruleset's order. Unless limits are given, rosters
    have none, the ruleset's defaults, or a number that some rule compares them with.

    Args:
        judge: the judge of the book.
        obligations: obligations of the book; None: all (``obligations_of``).
        known: rosters that may witness some: rosters that come with the book, or the witnesses of
            an earlier answer, which still serve unless a change has touched them.
        limits: the limits of all rosters.
        budget: the budget of all searches; None: no limit for all, but ``QUERY_WORK`` for each.

    Returns:
        For each obligation ``Solved`` with its witness; ``Impossible`` with the rules that leave no
        room for a witness, its own rule never among them; ``Stopped`` if neither is proved.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    wanted = list(obligations_of(judge.book) if obligations is None else obligations)
    proof = Proof(judge, wanted, limits, budget)
    known = list(known)
    proof.record_all(known)
    proof.explore_small()
    proof.explore_rich(known)
    return {obligation: proof.outcome(obligation) for obligation in wanted}


class Proof:
    """The witnesses found so far, and the search for the rest.

    Attributes:
        witnesses: the witnesses of the obligations.
    """

    def __init__(
        self,
        judge: Judge,
        obligations: Iterable[Obligation],
        limits: Mapping[str, int] | None = None,
        budget: SearchBudget | None = None,
    ) -> None:
        """Begin without witnesses; the arguments are those of ``prove``."""
        self.judge = judge
        self.budget = (budget or UNLIMITED).begin()
        self.witnesses = WitnessStore(judge, obligations)
        self._local_search = LocalSearch(self.witnesses)
        self._limits = limits
        self._empties = list(empty_rosters(judge, limits))
        usual = self._empties[0]
        self._near = [empty for empty in self._empties if differences(empty, usual) <= 1]
        self._sites: dict[int, RuleSites] = {}
        self._dependencies = BookDependencies(judge.book)
        self._reachable = reachable_entries(judge)

    def record_all(self, rosters: Iterable[Roster]) -> None:
        """Record rosters; a roster with an entry that the book does not have is left out."""
        for one in rosters:
            limits = one.limits if self._limits is None else self._limits
            roster = attrs.evolve(one, limits=limits)
            with suppress(KeyError):
                self.witnesses.note_places(self.witnesses.record(roster).verdict.army)

    def explore_small(self) -> None:
        """Explore from a small legal roster for each combination of choices."""
        armies: list[tuple[Selection, ...]] = []
        for empty in self._empties:
            if not self.witnesses.open or empty.limits != self._empties[0].limits:
                break
            tried = (attrs.evolve(empty, army=army) for army in armies)
            base = next((one for one in tried if self.judge.evaluate(one).legal), None)
            if base is not None:
                self._local_search.explore(base)
            elif isinstance(outcome := self._smallest(empty), Solved):
                armies.append(outcome.roster.army)

    def _smallest(self, empty: Roster) -> Outcome:
        """Search for a small legal roster, first of few levels (``SHALLOW``), then of any depth."""
        problem = SearchProblem(self.judge, empty, minimise_selections, "free", any_will_do=True)
        for depth in SHALLOW:
            places = shallow_places(self.judge.root, depth)
            outcome = self._search(attrs.evolve(problem, only_at=places))
            if isinstance(outcome, Solved):
                return outcome
        return self._search(problem)

    def explore_rich(self, rosters: Iterable[Roster]) -> None:
        """Explore from two known rosters that are not small.

        They are the first with a placed selection and the first of several army lists: a search
        would have to place selections, or combine lists, to find such witnesses.
        """
        seen: set[bool] = set()
        for roster in rosters:
            with suppress(KeyError):
                placed = any(node.selection.at for node in self.judge.lay_out(roster).nodes)
                together = len(roster.catalogues) > 1
                if (placed or together) and self.witnesses.open and together not in seen:
                    seen |= {together}
                    self._local_search.explore(roster)

    def find(self, obligation: Obligation, narrowly: bool) -> Roster | None:
        """Search for a witness, without explaining failures; None proves nothing.

        Args:
            obligation: any.
            narrowly: whether to search near known witnesses only.
        """
        some = self._promising(obligation)
        self._try_narrowly(obligation, self._near if obligation.kind == "fielded" else some)
        if not narrowly:
            for empty in (*some, *(one for one in self._near if one not in some)):
                if obligation in self.witnesses.open:
                    query = self._query(obligation, empty)
                    if isinstance(query, Query) and not query.is_nowhere:
                        self._search(query.problem(query.sampled))
        return self.witnesses.witness_of.get(obligation)

    def _promising(self, obligation: Obligation) -> list[Roster]:
        """The empty rosters to begin with: one of the usual limits and choices, and some others.

        The others differ in limits and choices that the rule itself depends on; or, if the usual
        ones leave no room where the rule is asked, in those that any slot depends on.
        """
        named = self._dependencies.named[obligation.part, obligation.name]
        usual, *others = self._near
        if self._has_room(obligation, usual):
            return [usual, *(one for one in others if differ(one, usual, named))]
        told = self._dependencies.slots.union(named)
        near = [one for one in self._empties if differ_only(one, usual, told)]
        near.sort(key=lambda one: differences(one, usual))
        return [usual, *(one for one in near if self._has_room(obligation, one))]

    def _has_room(self, obligation: Obligation, empty: Roster) -> bool:
        """Whether an empty roster leaves room for a place that a witness needs."""
        query = self._query(obligation, empty)
        return isinstance(query, Query) and not query.is_nowhere

    def outcome(self, obligation: Obligation) -> Outcome:
        """The outcome of an obligation, after a search if it has no witness yet.

        Raises:
            NoSolverError: OR-Tools is not installed.
        """
        attempts = self._attempts(obligation)
        empties = list(self._empties)
        stopped: Stopped | None = None
        impossible: list[tuple[int, Impossible]] = []
        explain = True
        while empties and obligation in self.witnesses.open:
            empty = empties.pop(0)
            attempt = attempts.get(id(empty))
            outcome, dependencies = self._settle(obligation, empty, attempt, explain)
            if isinstance(outcome, Impossible):
                impossible.append((len(dependencies), outcome))
                explain = explain and outcome.conflict is not None
                empties = [other for other in empties if differ(other, empty, dependencies)]
            elif isinstance(outcome, Stopped):
                stopped = outcome
                if outcome.stopped_by is StopReason.SIZE and obligation.kind != "fielded":
                    break  # the rule depends on an order, whatever the choices
        if obligation not in self.witnesses.open:
            return Solved(self.witnesses.witness_of[obligation], True, {})
        if stopped is not None or not impossible:
            return stopped or Stopped(StopReason.SIZE)
        _, widest = min(impossible, key=lambda one: one[0])
        return widest

    def _attempts(self, obligation: Obligation) -> dict[int, Attempt]:
        """Search at sampled sites if there is no witness; the attempts by ``id`` of empty rosters.

        A search is cheaper than an explanation. So if choices or limits of the first empty roster
        may be to blame, others are tried before a failure is explained.
        """
        if obligation in self.witnesses.open:
            self._try_narrowly(obligation, self._near)
        if obligation not in self.witnesses.open:
            return {}
        usual, *others = self._promising(obligation)
        first = self._try_sampled(obligation, self._sites_for(usual))
        attempts = {id(usual): self._try_without_rules(first)}
        if self._has_room(obligation, usual):
            blamed = self._dependencies_of(attempts[id(usual)])
            others = [one for one in self._near if differ(one, usual, blamed)]
        for empty in others:
            if obligation in self.witnesses.open:
                attempts[id(empty)] = self._try_sampled(obligation, self._sites_for(empty))
        return attempts

    def _dependencies_of(self, attempt: Attempt) -> frozenset[Dependency]:
        """The limits and choices that an impossibility depends on; without a known reason, all."""
        if attempt.query is None:
            return attempt.dependencies
        if attempt.core is None:
            return self._dependencies.every
        rules = [attempt.core.rules[soft][0] for soft in attempt.core.soft_constraints]
        rules += [site.rule for site in attempt.query.sites]
        return self._dependencies.constant.union(dependencies_of(rules))

    def _settle(
        self, obligation: Obligation, empty: Roster, attempt: Attempt | None, explain: bool
    ) -> tuple[Outcome, frozenset[Dependency]]:
        """Look for a witness among the rosters with the same limits and choices.

        Args:
            obligation: open.
            empty: the empty roster with these limits and choices.
            attempt: an earlier attempt at sampled sites, if there was one.
            explain: whether an impossibility is explained; else it is only proved.

        Returns:
            The outcome; if it is ``Impossible``, the limits and choices on which this depends.
        """
        rule_sites = self._sites_for(empty)
        attempt = attempt or self._try_sampled(obligation, rule_sites)
        if obligation.kind == "broken" and isinstance(attempt.outcome, Impossible):
            name = obligation.part, obligation.name  # the rule's own demands may have left no room
            wider = RuleSites(self.witnesses, empty, name)
            if len(wider.sites.get(name, ())) > len(rule_sites.sites.get(name, ())):
                attempt = self._try_sampled(obligation, wider)
        if not isinstance(attempt.outcome, Impossible) or obligation not in self.witnesses.open:
            return attempt.outcome, frozenset()
        return self._explain(obligation, empty, attempt, explain)

    def _try_without_rules(self, attempt: Attempt) -> Attempt:
        """Check whether an impossible demand is impossible even without any rules."""
        query = attempt.query
        if query is None or not isinstance(attempt.outcome, Impossible):
            return attempt
        core = empty_core(
            query.judge, query.fully_seeded, self._query_budget(), query.goals, query.asked
        )
        return attrs.evolve(attempt, core=core)

    def _try_sampled(self, obligation: Obligation, rule_sites: RuleSites) -> Attempt:
        """Look for a witness with holders at a few sites; a failure is not explained."""
        query = self._query_at(obligation, rule_sites)
        if isinstance(query, Attempt):
            return query
        return Attempt(self._search(query.problem(query.sampled)), query)

    def _query(self, obligation: Obligation, empty: Roster) -> Query | Attempt:
        return self._query_at(obligation, self._sites_for(empty))

    def _query_at(self, obligation: Obligation, rule_sites: RuleSites) -> Query | Attempt:
        query = query_for(self.witnesses, obligation, rule_sites, self._reachable)
        return query or Attempt(Impossible(), dependencies=self._dependencies.every)

    def _try_narrowly(self, obligation: Obligation, empties: Iterable[Roster]) -> None:
        """Look for a witness at the places of known witnesses, and some near its goal."""
        for empty in empties:
            if obligation not in self.witnesses.open:
                return
            query = self._query(obligation, empty)
            if isinstance(query, Query) and not query.is_nowhere:
                self._search(query.narrow_problem(self.witnesses.places))

    def _explain(
        self, obligation: Obligation, empty: Roster, attempt: Attempt, explain: bool
    ) -> tuple[Outcome, frozenset[Dependency]]:
        """Explain an impossibility; without an explanation, search with holders at all sites."""
        query = attempt.query
        if query is None:
            return Impossible(self._in_words(obligation, empty, None)), attempt.dependencies
        judge, goals = query.judge, query.goals
        sampled, fully_seeded = query.sampled, query.fully_seeded
        outcome = attempt.outcome
        core = attempt.core
        if core is None and explain:
            budget = self._query_budget()
            core = smallest_mus(
                judge, sampled, (), budget, goals, query.asked, chosen=False, wider=fully_seeded
            )
        if core is None and fully_seeded != sampled:
            outcome = self._search(query.problem(fully_seeded))
        dependencies = self._dependencies_of(attrs.evolve(attempt, core=core))
        if isinstance(outcome, Impossible) and (ORDER in dependencies or not query.is_complete):
            outcome = Stopped(StopReason.SIZE)
        if isinstance(outcome, Impossible):
            outcome = Impossible(self._in_words(obligation, empty, core)) if core else outcome
        return outcome, dependencies

    def _in_words(self, obligation: Obligation, empty: Roster, core: UnsatCore | None) -> Conflict:
        conflict = Conflict(()) if core is None else core_in_words(self.judge, empty, core)
        reason = Reason(ASKED, self._sentence(obligation))
        return attrs.evolve(conflict, choices=(reason, *conflict.choices))

    def _sentence(self, obligation: Obligation) -> str:
        book = self.judge.book
        if obligation.kind == "fielded":
            name = book.entries[obligation.part][obligation.name].name
            return gettext("{name} is fielded.", name=name)
        if obligation.kind == "altered":
            return gettext("{name} counts in the numbers of a model.", name=obligation.name)
        if obligation.kind == "kept":
            return gettext("The rule {name} is kept where it is asked.", name=obligation.name)
        return gettext("The rule {name} is broken, and nothing else.", name=obligation.name)

    def _sites_for(self, empty: Roster) -> RuleSites:
        if id(empty) not in self._sites:
            self._sites[id(empty)] = RuleSites(self.witnesses, empty)
        return self._sites[id(empty)]

    def _search(self, problem: SearchProblem) -> Outcome:
        """Search, and record the roster found, with its neighbours."""
        outcome = solve(problem, self._query_budget())
        found = outcome.best if isinstance(outcome, Stopped) else outcome
        if isinstance(found, Solved):
            self._local_search.explore(found.roster)
        return outcome

    def _query_budget(self) -> SearchBudget:
        """The budget of one search: ``QUERY_WORK``, within the time that is left."""
        return SearchBudget(self.budget.seconds_left(), QUERY_WORK, self.budget.seed).begin()
