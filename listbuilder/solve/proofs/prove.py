"""Proving of each entry, rule and alteration that a legal roster witnesses it, or that none can.

Known rosters go first, then small legal rosters and their neighbours (local search): the judge
alone decides what they witness. The solver looks for the rest, each obligation by itself. To break
a rule it leaves the rule out, and the domain bounds that rely on it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress

import attrs

from listbuilder.model.entries import Entry, Keyword, Offer, Selection
from listbuilder.model.roster import Roster
from listbuilder.record import nodes_of
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.explain.mus import UnsatCore, empty_core, smallest_mus
from listbuilder.solve.explain.why import in_words
from listbuilder.solve.model.cpsat import UNLIMITED, SearchBudget
from listbuilder.solve.outcomes import (
    Conflict,
    GaveUp,
    Impossible,
    Outcome,
    Reason,
    Solved,
    StopReason,
)
from listbuilder.solve.proofs.dependencies import ORDER, Dependency, dependencies_of
from listbuilder.solve.proofs.empty_rosters import differ, differences, empty_rosters
from listbuilder.solve.proofs.local_search import LocalSearch
from listbuilder.solve.proofs.obligations import (
    Obligation,
    RuleName,
    WitnessStore,
    obligations_of,
    rules_of,
)
from listbuilder.solve.proofs.sites import RuleSite, RuleSites, reachable_entries, seed_roster
from listbuilder.solve.proofs.witness_goals import (
    AlteredGoal,
    FieldedGoal,
    RuleGoal,
    minimise_selections,
)
from listbuilder.solve.search.goals import ASKED
from listbuilder.solve.search.problem import GoalsOf, SearchProblem
from listbuilder.solve.search.refinement import solve

SAMPLED_SITES = 4
"""Sites of a rule that are tried before all of them."""
QUERY_WORK = 2.0
"""Work for one search, in CP-SAT's deterministic seconds."""


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
        judge: of the book.
        obligations: of the book; None: all (``obligations_of``).
        known: rosters that may witness some: those that come with the book, or those of an earlier
            answer, which prove anew what no change has touched.
        limits: of the rosters.
        budget: for all of it; None: no limit in all, but each search has one.

    Returns:
        Of each obligation ``Solved`` with its witness; ``Impossible`` with the rules that leave no
        room for one, its own rule never among them; ``GaveUp`` if neither is proved.

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


@attrs.frozen(eq=False)
class _Query:
    """A search for a witness.

    Attributes:
        judge: of the rules that count.
        goals: the demand.
        sites: of the rule.
        sampled, fully_seeded: rosters with holders at some of the sites, and at all.
        is_complete: no place was left out.
    """

    judge: Judge
    goals: GoalsOf
    sites: list[RuleSite]
    sampled: Roster
    fully_seeded: Roster
    is_complete: bool


@attrs.frozen(eq=False)
class _Attempt:
    """The result of a search for a witness.

    Attributes:
        outcome: of the search.
        query: None: nothing had to be searched.
        dependencies: without a query, the limits and choices that an impossibility depends on.
        core: why it is impossible, if that is known.
    """

    outcome: Outcome
    query: _Query | None = None
    dependencies: frozenset[Dependency] = frozenset()
    core: UnsatCore | None = None


class Proof:
    """The witnesses found so far, and the search for the rest.

    Attributes:
        witnesses: of the obligations.
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
        self._sites: dict[int, RuleSites] = {}
        parts = [*judge.book.parts()]
        carriers = [node for node in nodes_of(parts) if isinstance(node, Keyword | Entry | Offer)]
        values = [carrier.values for carrier in carriers]
        self._constant_dependencies = frozenset(
            dependencies_of([*values, *(part.changes for part in parts)])
        )
        self._all_dependencies = frozenset(dependencies_of(parts))
        self._named_dependencies: defaultdict[RuleName, set[Dependency]] = defaultdict(set)
        for part in judge.book.entries:
            for rule in rules_of(judge.book, part):
                self._named_dependencies[part, rule.id].update(dependencies_of([rule]))
        self._reachable = reachable_entries(judge)

    def record_all(self, rosters: Iterable[Roster]) -> None:
        """Record rosters; those with entries that the book does not have witness nothing."""
        for one in rosters:
            limits = one.limits if self._limits is None else self._limits
            roster = attrs.evolve(one, limits=limits)
            with suppress(KeyError):
                self.witnesses.record(roster)

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
            elif isinstance(
                outcome := self._search(self.judge, empty, minimise_selections), Solved
            ):
                armies.append(outcome.roster.army)

    def explore_rich(self, rosters: Iterable[Roster]) -> None:
        """Explore from rosters that no small one stands for.

        Those are the first with a placed selection, whose neighbours show much of what a search
        would have to place, and the first of several army lists, which it would put together.
        """
        seen: set[bool] = set()
        for roster in rosters:
            with suppress(KeyError):
                placed = any(node.selection.at for node in self.judge.lay_out(roster).nodes)
                together = len(roster.catalogues) > 1
                if (placed or together) and self.witnesses.open and together not in seen:
                    seen |= {together}
                    self._local_search.explore(roster)

    def find(self, obligation: Obligation) -> Roster | None:
        """A witness, after searches that explain nothing; None proves nothing.

        Of the limits and choices only those are changed that the rule itself speaks of.
        """
        usual = self._empties[0]
        named = self._named_dependencies[obligation.part, obligation.name]
        for empty in self._empties:
            if obligation not in self.witnesses.open:
                break
            if empty is usual or (differences(empty, usual) == 1 and differ(empty, usual, named)):
                self._try_sampled(obligation, empty, self._sites_for(empty))
        return self.witnesses.witness_of.get(obligation)

    def outcome(self, obligation: Obligation) -> Outcome:
        """The outcome of an obligation, after a search if it has no witness yet."""
        attempts = self._attempts(obligation)
        empties = list(self._empties)
        gave_up: GaveUp | None = None
        impossible: list[tuple[int, Impossible]] = []
        while empties and obligation in self.witnesses.open:
            empty = empties.pop(0)
            outcome, dependencies = self._settle(obligation, empty, attempts.get(id(empty)))
            if isinstance(outcome, Impossible):
                impossible.append((len(dependencies), outcome))
                empties = [other for other in empties if differ(other, empty, dependencies)]
            elif isinstance(outcome, GaveUp):
                gave_up = outcome
                if outcome.stopped_by is StopReason.SIZE and obligation.kind != "fielded":
                    break  # it hangs on an order, with other choices too
        if obligation not in self.witnesses.open:
            return Solved(self.witnesses.witness_of[obligation], True, {})
        if gave_up is not None or not impossible:
            return gave_up or GaveUp(StopReason.SIZE)
        _, widest = min(impossible, key=lambda one: one[0])
        return widest

    def _attempts(self, obligation: Obligation) -> dict[int, _Attempt]:
        """Search at sampled sites if there is no witness; the attempts by the roster of nothing.

        A search is cheaper than an explanation. So if the choices or limits of the first roster
        may be to blame, each is changed before anything is explained.
        """
        if obligation not in self.witnesses.open:
            return {}
        usual, *others = self._empties
        first = self._try_sampled(obligation, usual, self._sites_for(usual))
        attempts = {id(usual): self._try_without_rules(first)}
        blamed = self._dependencies_of(attempts[id(usual)])
        for empty in others:
            alike = differences(empty, usual) > 1 or not differ(empty, usual, blamed)
            if obligation in self.witnesses.open and not alike:
                attempts[id(empty)] = self._try_sampled(obligation, empty, self._sites_for(empty))
        return attempts

    def _dependencies_of(self, attempt: _Attempt) -> frozenset[Dependency]:
        """The limits and choices that an impossibility depends on, as far as it is known why."""
        if attempt.query is None:
            return attempt.dependencies
        if attempt.core is None:
            return self._all_dependencies
        rules = [attempt.core.rules[soft][0] for soft in attempt.core.soft_constraints]
        rules += [site.rule for site in attempt.query.sites]
        return self._constant_dependencies.union(dependencies_of(rules))

    def _settle(
        self, obligation: Obligation, empty: Roster, attempt: _Attempt | None
    ) -> tuple[Outcome, frozenset[Dependency]]:
        """Look for a witness among the rosters with the same limits and choices.

        Args:
            obligation: open.
            empty: a roster with these limits and choices.
            attempt: an earlier one at sampled sites, if there was one.

        Returns:
            The outcome; if it is impossible, the limits and choices that this depends on.
        """
        rule_sites = self._sites_for(empty)
        attempt = attempt or self._try_sampled(obligation, empty, rule_sites)
        if obligation.kind == "broken" and isinstance(attempt.outcome, Impossible):
            name = obligation.part, obligation.name  # what it demands itself may have left no room
            wider = RuleSites(self.witnesses, empty, name)
            if len(wider.sites.get(name, ())) > len(rule_sites.sites.get(name, ())):
                attempt = self._try_sampled(obligation, empty, wider)
        if not isinstance(attempt.outcome, Impossible) or obligation not in self.witnesses.open:
            return attempt.outcome, frozenset()
        return self._explain(obligation, empty, attempt)

    def _try_without_rules(self, attempt: _Attempt) -> _Attempt:
        """Check whether an impossibility is one even without any rules."""
        query = attempt.query
        if query is None or not isinstance(attempt.outcome, Impossible):
            return attempt
        core = empty_core(query.judge, query.fully_seeded, self._query_budget(), query.goals)
        return attrs.evolve(attempt, core=core)

    def _try_sampled(
        self, obligation: Obligation, empty: Roster, rule_sites: RuleSites
    ) -> _Attempt:
        """Look for a witness with holders at a few sites of its rule; explains no impossibility."""
        judge, name = self.judge, (obligation.part, obligation.name)
        sites: list[RuleSite] = []
        is_complete = True
        if obligation.kind == "fielded":
            entry = judge.book.entries[obligation.part][obligation.name]
            if self._reachable is not None and id(entry) not in self._reachable:
                return _Attempt(Impossible(), dependencies=frozenset())
            goals: GoalsOf = FieldedGoal(self.witnesses, obligation)
        elif obligation.kind == "kept" and name in self.witnesses.bans:
            goals = minimise_selections
        else:
            is_complete = rule_sites.is_complete
            if obligation.kind == "altered":
                goals = AlteredGoal(self.witnesses, obligation)
                sites = rule_sites.altered(obligation)
            else:
                goals = RuleGoal(self.witnesses, obligation)
                sites = rule_sites.sites.get(name, [])
            if not sites and is_complete:
                return _Attempt(Impossible(), dependencies=self._all_dependencies)
        if any(ORDER in dependencies_of([one.rule]) for one in sites):
            return _Attempt(GaveUp(StopReason.SIZE))  # only one order is tried
        if obligation.kind == "broken":
            judge = judge.without(lambda rule, place: self.witnesses.name_of(rule, place) == name)
        inside = [one for one in sites if one.at.entry is not None]
        sampled = seed_roster(empty, inside[:: -(-len(inside) // SAMPLED_SITES) or 1])
        outcome = self._search(judge, sampled, goals)
        return _Attempt(
            outcome, _Query(judge, goals, sites, sampled, seed_roster(empty, inside), is_complete)
        )

    def _explain(
        self, obligation: Obligation, empty: Roster, attempt: _Attempt
    ) -> tuple[Outcome, frozenset[Dependency]]:
        """Explain an impossibility; without an explanation, search with holders at all sites."""
        query = attempt.query
        if query is None:
            return Impossible(self._in_words(obligation, empty, None)), attempt.dependencies
        judge, goals, sampled, fully_seeded = (
            query.judge,
            query.goals,
            query.sampled,
            query.fully_seeded,
        )
        outcome = attempt.outcome
        core = attempt.core or smallest_mus(
            judge, sampled, (), self._query_budget(), goals, chosen=False, wider=fully_seeded
        )
        if core is None and fully_seeded != sampled:
            outcome = self._search(judge, fully_seeded, goals)
        dependencies = self._dependencies_of(attrs.evolve(attempt, core=core))
        if isinstance(outcome, Impossible) and (ORDER in dependencies or not query.is_complete):
            outcome = GaveUp(StopReason.SIZE)
        if isinstance(outcome, Impossible):
            outcome = Impossible(self._in_words(obligation, empty, core)) if core else outcome
        return outcome, dependencies

    def _in_words(self, obligation: Obligation, empty: Roster, core: UnsatCore | None) -> Conflict:
        conflict = Conflict(()) if core is None else in_words(self.judge, empty, core)
        reason = Reason(ASKED, self._sentence(obligation))
        return attrs.evolve(conflict, choices=(reason, *conflict.choices))

    def _sentence(self, obligation: Obligation) -> str:
        book = self.judge.book
        if obligation.kind == "fielded":
            return f"{book.entries[obligation.part][obligation.name].name} is fielded."
        if obligation.kind == "altered":
            return f"{obligation.name} counts in the numbers of a model."
        done = "kept where it is asked" if obligation.kind == "kept" else "broken, and nothing else"
        return f"The rule {obligation.name} is {done}."

    def _sites_for(self, empty: Roster) -> RuleSites:
        if id(empty) not in self._sites:
            self._sites[id(empty)] = RuleSites(self.witnesses, empty)
        return self._sites[id(empty)]

    def _search(self, judge: Judge, roster: Roster, goals: GoalsOf) -> Outcome:
        """Search; record the roster found and its neighbours."""
        outcome = solve(
            SearchProblem(judge, roster, goals, "free", any_will_do=True), self._query_budget()
        )
        found = outcome.best if isinstance(outcome, GaveUp) else outcome
        if isinstance(found, Solved):
            self._local_search.explore(found.roster)
        return outcome

    def _query_budget(self) -> SearchBudget:
        """The budget of one search: a fixed amount of work, in the time that is left."""
        return SearchBudget(self.budget.seconds_left(), QUERY_WORK, self.budget.seed).begin()
