"""Queries: the search for a witness of one obligation with given limits and choices."""

from __future__ import annotations

from collections.abc import Collection

import attrs

from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.domains.placing import AskedAt
from listbuilder.solve.explain.mus import UnsatCore
from listbuilder.solve.outcomes import Impossible, Outcome, Stopped, StopReason
from listbuilder.solve.proofs.dependencies import ORDER, Dependency, dependencies_of
from listbuilder.solve.proofs.nearest import MAX_NEAREST, most_used_places, narrow_places
from listbuilder.solve.proofs.obligations import Obligation, WitnessStore
from listbuilder.solve.proofs.sites import RuleSite, RuleSites, seed_roster
from listbuilder.solve.proofs.witness_goals import (
    AlteredGoal,
    FieldedGoal,
    RuleGoal,
    minimise_selections,
)
from listbuilder.solve.search.problem import GoalsOf, SearchProblem

SAMPLED_SITES = 16
"""The number of a rule's sites, spread evenly, that are tried before all of them."""


@attrs.frozen(eq=False)
class Query:
    """A search for a witness.

    Attributes:
        judge: the judge of the rules that count.
        empty: the empty roster with the limits and choices.
        goals: posts the demand on a model.
        wanted: the places of which a witness may need one.
        sites: the sites of the rule or alteration.
        is_complete: whether ``sites`` lacks no site.
        is_nowhere: whether no legal roster has one of the wanted places.
    """

    judge: Judge
    empty: Roster
    goals: GoalsOf
    wanted: list[Place]
    sites: list[RuleSite]
    is_complete: bool
    is_nowhere: bool = False

    @property
    def _inside(self) -> list[RuleSite]:
        return [one for one in self.sites if one.at.entry is not None]

    @property
    def asked(self) -> tuple[AskedAt, ...]:
        """The rules that the demand asks, and their places."""
        return tuple(self.sites)

    @property
    def sampled(self) -> Roster:
        """A roster with holders at some of the sites."""
        inside = self._inside
        return seed_roster(self.empty, inside[:: -(-len(inside) // SAMPLED_SITES) or 1])

    @property
    def fully_seeded(self) -> Roster:
        """A roster with holders at all sites."""
        return seed_roster(self.empty, self._inside)

    def problem(self, roster: Roster) -> SearchProblem:
        """The search that begins with a seeded roster; the first witness ends it."""
        return SearchProblem(
            self.judge, roster, self.goals, "free", asked=self.asked, any_will_do=True
        )

    def narrow_problem(self, known: dict[Place, None]) -> SearchProblem:
        """The search among the places of known witnesses, and near a few of the places wanted."""
        near = most_used_places(self.wanted, known)
        sites = [site for site in self._inside if site.at in near]
        seeded = seed_roster(self.empty, sites[:MAX_NEAREST])
        return attrs.evolve(self.problem(seeded), only_at=narrow_places(known, near))


@attrs.frozen(eq=False)
class Attempt:
    """The result of a search for a witness.

    Attributes:
        outcome: the outcome of the search.
        query: the query; None: no search was needed.
        dependencies: without a query, the limits and choices that an impossibility depends on.
        core: the reason of an impossibility, if it is known.
    """

    outcome: Outcome
    query: Query | None = None
    dependencies: frozenset[Dependency] = frozenset()
    core: UnsatCore | None = None


def query_for(
    witnesses: WitnessStore,
    obligation: Obligation,
    rule_sites: RuleSites,
    reachable: Collection[int] | None,
) -> Query | Attempt | None:
    """Make the query for an obligation.

    Args:
        witnesses: the witnesses of the book.
        obligation: an open obligation.
        rule_sites: the sites with the given limits and choices.
        reachable: the entries that slots offer (``sites.reachable_entries``).

    Returns:
        The query; an attempt, if the outcome is certain without a search; None: there is no place
        where the rule is asked, or it limits nothing.
    """
    judge, empty, name = witnesses.judge, rule_sites.empty, (obligation.part, obligation.name)
    if obligation.kind == "fielded":
        entry = judge.book.entries[obligation.part][obligation.name]
        if reachable is not None and id(entry) not in reachable:
            return Attempt(Impossible(), dependencies=frozenset())
        wanted = rule_sites.of_entry.get(id(entry), [])
        nowhere = rule_sites.is_complete and not wanted
        return Query(judge, empty, FieldedGoal(witnesses, obligation), wanted, [], True, nowhere)
    if obligation.kind == "kept" and name in witnesses.bans:
        return Query(judge, empty, minimise_selections, [], [], True)
    is_altered = obligation.kind == "altered"
    goals: GoalsOf = (
        AlteredGoal(witnesses, obligation) if is_altered else RuleGoal(witnesses, obligation)
    )
    sites = rule_sites.altered(obligation) if is_altered else rule_sites.sites.get(name, [])
    is_complete = rule_sites.is_complete
    if is_complete and (not sites or (not is_altered and rule_sites.is_idle(name))):
        return None
    if ORDER in dependencies_of({id(one.rule): one.rule for one in sites}.values()):
        return Attempt(Stopped(StopReason.SIZE))  # the solver tries only one order
    if obligation.kind == "broken":
        judge = judge.without(lambda rule, place: witnesses.name_of(rule, place) == name)
    wanted = [site.at for site in sites]
    return Query(judge, empty, goals, wanted, sites, is_complete)
