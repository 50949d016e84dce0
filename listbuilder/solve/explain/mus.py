"""A smallest set of rules and choices that can't all hold: a minimum unsatisfiable subset.

A soft constraint is a rule, a choice or a wish; a conflict, in a model an unsatisfiable core, is a
set of them that can't all hold. The algorithm is the implicit hitting set method (Ignatiev,
Previti, Liffiton and Marques-Silva 2015). Every roster violates some soft constraint of every
conflict. So a conflict hits each set that a roster found so far violates, and a minimum hitting
set of these is no larger than any conflict. Example: one roster violates {a, b}, another {b, c}:
each conflict has b, or a and c. If {b} alone can't hold, it is a smallest conflict; else the roster
that meets {b} gives a new set to hit.

Invariant: each set to hit is what the judge found violated in a real roster, so it is right
whatever rules the constraint model leaves out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import attrs

from listbuilder.model.language import MOST_COPIES, Constraint
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.domains.placing import AskedAt
from listbuilder.solve.explain.assumptions import (
    AssumptionModel,
    ConflictQuery,
    JudgedRoster,
    SoftConstraint,
)
from listbuilder.solve.model.cpsat import BudgetExhaustedError, SearchBudget
from listbuilder.solve.model.linear import constant
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.search.decode import active_places
from listbuilder.solve.search.problem import GoalsOf, SearchProblem
from listbuilder.solve.search.refinement import disaggregate, holds_for, solve

USUAL_COPIES = 60
"""The most copies or models of a selection in the first search: enough for most conflicts."""
MAX_HITTING_SETS = 20
"""The most hitting sets that are tried for a smaller conflict."""
LONG_CORE = 12
LONG_HITTING_SETS = 4
"""Of a conflict with more than ``LONG_CORE`` parts, such as all that was chosen for a full army, so
many hitting sets are tried: a core of nearly all of it is told in part alone."""


@attrs.frozen(eq=False)
class UnsatCore:
    """Soft constraints that can't all be met.

    Attributes:
        soft_constraints: the core, in the order in which its constraints are asked.
        rules: for each soft constraint that is a rule or wish, the rule and its places.
        irreducible: whether a witness shows of each soft constraint that the others can be met.
        smallest: whether no core has fewer soft constraints.
        witnesses: the rosters that prove both.
    """

    soft_constraints: tuple[SoftConstraint, ...]
    rules: Mapping[SoftConstraint, tuple[Constraint, Collection[Place]]]
    irreducible: bool
    smallest: bool
    witnesses: tuple[Roster, ...]


def smallest_mus(
    judge: Judge,
    roster: Roster,
    rules: Sequence[Constraint],
    budget: SearchBudget,
    goals: GoalsOf | None = None,
    asked: tuple[AskedAt, ...] = (),
    *,
    chosen: bool = True,
    wider: Roster | None = None,
) -> UnsatCore | None:
    """Find a smallest set of rules, choices and wishes that can't all be met.

    Args:
        judge: the judge of the roster's book.
        roster: the player's roster, which no additions make legal.
        rules: the wishes, written as rules.
        budget: a budget that has begun.
        goals: posts a further demand on a model; its objectives are ignored.
        asked: the rules that the goals ask, and their places.
        chosen: whether the player chose the roster's selections; else they may go.
        wider: a roster with more holders, for which the core must be a core as well.

    Returns:
        None: the budget is exhausted, or parts of the search were left out for their size.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    budget = budget.begin()
    judged = [*_completed(judge, roster, rules, budget)]
    query = ConflictQuery(judge, roster, tuple(rules), goals, asked)
    try:
        for most in (USUAL_COPIES, MOST_COPIES):
            search = _CoreSearch(query, most, budget, chosen)
            core = search.core(judged)
            if core is None:
                break
            codes = {code for code, _ in core.soft_constraints}
            wide_problem = query.problem(
                wider or roster, codes, search.known(core.soft_constraints), MOST_COPIES
            )
            wide = AssumptionModel(query, wide_problem, budget, chosen, search.disaggregated)
            if not wide.encoded.truncations and wide.unsat_core(core.soft_constraints) is not None:
                return core
    except BudgetExhaustedError:
        pass
    return None


def empty_core(
    judge: Judge,
    roster: Roster,
    budget: SearchBudget,
    goals: GoalsOf,
    asked: tuple[AskedAt, ...] = (),
) -> UnsatCore | None:
    """The empty core, if the goals can't be met even without the rules; else None.

    It is cheaper than ``smallest_mus``, whose arguments it has; the roster has all holders that the
    goals may need.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    budget = budget.begin()
    query = ConflictQuery(judge, roster, (), goals, asked)
    try:
        alone = AssumptionModel(query, query.problem(roster, (), (), MOST_COPIES), budget, False)
    except BudgetExhaustedError:
        return None
    if alone.encoded.truncations or alone.unsat_core(()) is None:
        return None
    return UnsatCore((), {}, True, True, ())


def _completed(
    judge: Judge, roster: Roster, rules: Sequence[Constraint], budget: SearchBudget
) -> Iterator[JudgedRoster]:
    """Complete a roster without the wishes: the answer violates nothing but wishes."""
    if rules:
        outcome = solve(SearchProblem(judge, roster, lambda encoded: {"any": constant(0)}), budget)
        if isinstance(outcome, Solved):
            army = judge.lay_out(outcome.roster)
            failed = [
                (rule.id, (number,))
                for number, rule in enumerate(rules)
                if not holds_for(judge, army, rule.require)
            ]
            yield JudgedRoster(outcome.roster, frozenset(failed))


class _CoreSearch:
    """A search for a core.

    At first none of the book's rules count. Rules that a found roster breaks are added one by one,
    until there is no roster: a conflict seldom needs more than a few rules.
    """

    def __init__(self, query: ConflictQuery, most: int, budget: SearchBudget, chosen: bool) -> None:
        self.query = query
        self.most = most
        self.budget = budget
        self.chosen = chosen
        self.codes: frozenset[str] = frozenset()
        self.disaggregated: dict[Place, int] = {}
        self._build()

    def core(self, known: Iterable[JudgedRoster]) -> UnsatCore | None:
        """Find a core, drop its superfluous parts one by one, then look for a smaller core.

        Args:
            known: rosters that are judged already.
        """
        core = self._any_core()
        if core is None:
            return None
        judged = [*known]
        irreducible = True
        for soft in core:
            if soft in core:
                fewer, other = self._check([other for other in core if other != soft])
                if fewer is not None:
                    core = fewer
                elif other is not None:
                    judged.append(other)
                else:
                    irreducible = False
        smaller, smallest = self._smaller(core, judged)
        ordered = tuple(soft for soft in self.assumptions.literals if soft in smaller)
        witnesses = tuple(other.roster for other in judged)
        return UnsatCore(
            ordered, self.assumptions.rules, irreducible or smallest, smallest, witnesses
        )

    def known(self, soft_constraints: Collection[SoftConstraint]) -> set[str]:
        """The ids of the rules of which all soft constraints are among the given ones."""
        partly = {
            code for code, path in self.assumptions.literals if (code, path) not in soft_constraints
        }
        return {code for code, _ in soft_constraints} - partly

    def _any_core(self) -> list[SoftConstraint] | None:
        """Find a core; parts of it may be superfluous."""
        while True:
            core = self.assumptions.unsat_core(self.assumptions.literals)
            if core is not None:
                return core
            core, judged = self._check([*self.assumptions.literals])
            if core is not None:
                return core
            cone = self.query.cone
            broken = {code for code, _ in judged.failed} if judged is not None else {*cone.rules}
            broken -= self.codes
            if not broken:
                return None
            self._include({cone.cheapest(broken)} if judged is not None else broken)

    def _smaller(
        self, core: list[SoftConstraint], judged: list[JudgedRoster]
    ) -> tuple[list[SoftConstraint], bool]:
        """Look for a core with fewer parts; tell whether the result is a smallest one."""
        for _ in range(LONG_HITTING_SETS if len(core) > LONG_CORE else MAX_HITTING_SETS):
            hitting = _minimum_hitting_set([other.failed for other in judged], len(core) - 1)
            if hitting is None:
                return core, True
            fewer, other = self._check(hitting)
            if fewer is not None:
                return fewer, True
            if other is None:
                break
            judged.append(other)
        return core, False

    def _check(
        self, soft_constraints: Collection[SoftConstraint]
    ) -> tuple[list[SoftConstraint] | None, JudgedRoster | None]:
        """Check whether some soft constraints can be met.

        Returns:
            A core of them; or a roster that meets them and violates few others; or neither, if the
            search did not settle it.
        """
        self._include({code for code, _ in soft_constraints})
        while True:
            assumptions = self.assumptions
            solution = assumptions.satisfying(soft_constraints)
            if not assumptions.holds(solution, soft_constraints):
                return assumptions.unsat_core(soft_constraints), None
            aggregates = assumptions.encoded.unrefined(solution)
            if aggregates:
                only_at = active_places(assumptions.encoded.tree, solution)
                assumptions = self._with_assumptions(only_at)
                solution = assumptions.satisfying(soft_constraints)
            if assumptions.holds(solution, soft_constraints):
                judged = assumptions.judged(solution)
                return None, judged if judged.failed.isdisjoint(soft_constraints) else None
            if len(disaggregate(self.disaggregated, aggregates)) == len(aggregates):
                return None, None
            self._build()

    def _include(self, codes: Collection[str]) -> None:
        """Let more rules count."""
        if not self.codes.issuperset(codes):
            self.codes = self.codes.union(codes)
            self._build()

    def _build(self) -> None:
        self.assumptions = self._with_assumptions()

    def _with_assumptions(self, only_at: Mapping[Place, int] | None = None) -> AssumptionModel:
        problem = self.query.problem(self.query.roster, self.codes, (), self.most)
        return AssumptionModel(
            self.query, problem, self.budget, self.chosen, self.disaggregated, only_at
        )


def _minimum_hitting_set(
    sets: Sequence[frozenset[SoftConstraint]], most: int
) -> frozenset[SoftConstraint] | None:
    """The fewest soft constraints that hit every set; None: more than ``most`` are needed."""
    for size in range(most + 1):
        found = _hitting_set_of_size(sets, size)
        if found is not None:
            return found
    return None


def _hitting_set_of_size(
    sets: Sequence[frozenset[SoftConstraint]], size: int
) -> frozenset[SoftConstraint] | None:
    """Find at most ``size`` soft constraints that hit every set, branching on the smallest set."""
    if not sets:
        return frozenset()
    if not size:
        return None
    smallest: frozenset[SoftConstraint] = min(sets, key=len)
    for soft in sorted(smallest, key=repr):
        found = _hitting_set_of_size([one for one in sets if soft not in one], size - 1)
        if found is not None:
            return found | {soft}
    return None
