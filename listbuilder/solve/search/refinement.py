"""Aggregate, solve, refine: from a problem to the best legal roster, verified by the judge.

Counterexample-guided abstraction refinement (CEGAR; Clarke et al. 2000) over aggregates:

1. Optimise the relaxation, in which interchangeable additions are aggregates. Its optimum is an
   upper bound of every legal roster.
2. Encode again without relaxing, with additions only at the places that this solution uses. The
   answer is a legal roster (the judge verifies it), so the best roster is at least as good: a lower
   bound.
3. If both bounds meet, the answer is proved best. Else some copies become candidates of their own
   (*disaggregated*), and all steps are repeated.

Invariant: every legal roster is a solution of the relaxation, so a bound stays valid once it is
proved. Each round disaggregates more copies, so there is an end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType

import attrs

from listbuilder.findings import Severity
from listbuilder.model.language import Comparison, Number
from listbuilder.rules.arithmetic import HOLDS
from listbuilder.rules.army import Army
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.places import Place
from listbuilder.solve.domains import unrolling
from listbuilder.solve.model.cpsat import (
    BudgetExhaustedError,
    SearchBudget,
    Solution,
    Status,
)
from listbuilder.solve.model.lexicographic import better_than, optimise_lexicographically
from listbuilder.solve.model.linear import LinearExpr, of_literal
from listbuilder.solve.model.solver import Solver, solver_of
from listbuilder.solve.outcomes import (
    DisagreementError,
    Feature,
    Impossible,
    Outcome,
    Solved,
    Stopped,
    StopReason,
    Truncation,
)
from listbuilder.solve.search.decode import (
    active_places,
    decode,
    mergeable_additions,
)
from listbuilder.solve.search.problem import EncodedProblem, SearchProblem, without_gc

RELAXATION_SHARE = 0.8
"""The part (from 0 to 1) of the budget for the relaxation; the rest is for exact answers."""


def solve(problem: SearchProblem, budget: SearchBudget) -> Outcome:
    """Find the best answer to a problem.

    Raises:
        DisagreementError: the judge finds an answer illegal.
        NoSolverError: OR-Tools is not installed.
    """
    return RefinementSolver(problem).solve(budget)


class RefinementSolver:
    """Finds answers to a problem, best first; the encoding of one answer serves the next."""

    def __init__(self, problem: SearchProblem) -> None:
        bounds = problem.bounds(problem.judge, problem.roster, problem.rules)
        self.problem = attrs.evolve(problem, bounds=lambda judge, roster, rules: bounds)
        self._disaggregated: dict[Place, int] = {}
        self.encoded: EncodedProblem | None = None
        self._solver: Solver | None = None
        self._last: Solution | None = None

    def exclude(self, features: frozenset[Feature]) -> None:
        """Look from now on only for answers that lack at least one of the features."""
        self.problem = attrs.evolve(self.problem, excluded=(*self.problem.excluded, features))
        self._last = None
        if self.encoded is not None:
            self.encoded.exclude(features)

    def solve(
        self,
        budget: SearchBudget,
        order: Sequence[str] | None = None,
        within: Mapping[str, Number] = MappingProxyType({}),
        beyond: Mapping[str, Number] = MappingProxyType({}),
    ) -> Outcome:
        """Find the best answer, as ``solve`` does.

        Args:
            budget: the budget of this search.
            order: the goals to optimise, the first before the second; None: all in their order.
            within: goals with their least values.
            beyond: goals in order with their values in a known answer. Only an answer is looked
                for that is better in the first of these goals in which it differs.
        """
        with without_gc():
            return _RefinementRun(self, budget.begin(), order, within, beyond).solve()

    def encoded_problem(self, budget: SearchBudget) -> tuple[EncodedProblem, Solver]:
        """The encoded problem and its solver; encoded anew after a refinement.

        Raises:
            NoSolverError: OR-Tools is not installed.
        """
        if self.encoded is None or self._solver is None:
            self.encoded = EncodedProblem(self.problem, budget, self._disaggregated)
            self._solver = solver_of(self.encoded.model, budget)
        return self.encoded, self._solver

    def refine(self, aggregates: Mapping[Place, int]) -> list[Truncation]:
        """Disaggregate more copies (``disaggregate``).

        Returns:
            Empty if at least one aggregate was split; else the limit that each has reached.
        """
        truncations = disaggregate(self._disaggregated, aggregates)
        if len(truncations) == len(aggregates):
            return truncations
        self.encoded = self._last = None
        return []

    def hint(self, lower_bounds: Iterable[tuple[LinearExpr, Number]]) -> Sequence[int]:
        """The solution of the search before this one, if it keeps the bounds of this one."""
        last = self._last
        if last is None or any(last.value(goal) < least for goal, least in lower_bounds):
            return ()
        return last.values

    def remember(self, solution: Solution) -> None:
        """Keep a solution as a hint for the next search."""
        self._last = solution if solution.values else None


def disaggregate(
    disaggregated: dict[Place, int], aggregates: Mapping[Place, int]
) -> list[Truncation]:
    """Raise the numbers of disaggregated copies.

    Where each copy is a selection of its own, as many more as the solution used; else twice the
    number so far, at least one.

    Args:
        disaggregated: the numbers by place; they are changed.
        aggregates: the copies that the solution used, by place.

    Returns:
        The aggregates that can't be split further.
    """
    truncations = []
    for place, copies in aggregates.items():
        known = disaggregated.get(place, 0)
        number = known + (copies if place.copies == 1 else max(1, known))
        if number < unrolling.MAX_COPIES:
            disaggregated[place] = number
        else:
            truncations.append(
                Truncation("copies", unrolling.MAX_COPIES, place.entry.name if place.entry else "")
            )
    return truncations


class _RefinementRun:
    """The refinement of one problem until its best answer is proved, or the budget is exhausted.

    Attributes:
        answer: the best legal roster so far.
        proven: the values of the first goals that are proved best: the relaxation's optimum equals
            the answer's value.
        truncations: parts left out for their size.
        work_left: the work left for goals that only break ties, in all relaxations.
    """

    def __init__(
        self,
        refinement: RefinementSolver,
        budget: SearchBudget,
        order: Sequence[str] | None,
        within: Mapping[str, Number],
        beyond: Mapping[str, Number],
    ) -> None:
        self.refinement = refinement
        self.budget = budget
        self.order = order
        self.within = within
        self.beyond = beyond
        self.answer: Solved | None = None
        self.proven: list[Number] = []
        self.truncations: dict[Truncation, None] = {}
        self.work_left = _of_ties(refinement.problem)

    def solve(self) -> Outcome:
        try:
            while True:
                outcome = self._iterate()
                if outcome is not None:
                    return outcome
        except BudgetExhaustedError as over:
            return self._stop(over.stopped_by)

    def _iterate(self) -> Outcome | None:
        """Do one round; None: another one is needed."""
        refinement = self.refinement
        encoded, solver = refinement.encoded_problem(self.budget)
        self.truncations |= dict.fromkeys(encoded.truncations)
        solver.budget = self.budget.share(RELAXATION_SHARE)
        solution, done = self._optimise(encoded, solver, self.proven, self._incumbent(encoded))
        refinement.remember(solution)
        if solution.status is Status.IMPOSSIBLE:
            return self._stop(StopReason.SIZE) if self.truncations else Impossible()
        if not solution.values:
            return self._stop(solution.stopped_by)
        stopped_by = solution.stopped_by
        aggregates = encoded.unrefined(solution)
        if aggregates:
            small = EncodedProblem(
                refinement.problem, self.budget, only_at=active_places(encoded.tree, solution)
            )
            shared, _ = self._optimise(small, solver_of(small.model, self.budget))
            if shared.values:
                self._take(small, shared)
            stopped_by = stopped_by or shared.stopped_by
        else:
            self._take(encoded, solution)
        if refinement.problem.any_will_do and self.answer is not None:
            return self._report(self.answer)
        promised = self._reached(encoded, solution)
        incumbent = self._incumbent(encoded)
        self.proven = [
            one for one, _ in takewhile(_are_equal, zip(promised[:done], incumbent, strict=False))
        ]
        if len(self.proven) == len(promised) and self.answer is not None:
            # The answer reaches the optimum of the relaxation in every goal: no roster is better.
            return attrs.evolve(self._report(self.answer), proved=not self.truncations)
        aims = len(set(self._order(encoded)).difference(refinement.problem.ties))
        goes_on = stopped_by is StopReason.ROUNDING or done >= aims
        is_over = not goes_on or promised <= incumbent or not aggregates
        if stopped_by is not None and (is_over or len(self.proven) >= aims):
            return self._stop(stopped_by)
        if too_many := refinement.refine(aggregates):
            self.truncations |= dict.fromkeys(too_many)
            return self._stop(StopReason.SIZE)
        return None

    def _optimise(
        self,
        encoded: EncodedProblem,
        solver: Solver,
        proven: Sequence[Number] = (),
        incumbent: Sequence[Number] = (),
    ) -> tuple[Solution, int]:
        lower_bounds = [(encoded.goals[name], least) for name, least in self.within.items()]
        problem = self.refinement.problem
        known = [(encoded.goals[name], value) for name, value in self.beyond.items()]
        lower_bounds += better_than(encoded.model, known)
        return optimise_lexicographically(
            solver,
            {name: encoded.goals[name] for name in self._order(encoded)},
            proven,
            incumbent,
            lower_bounds,
            self.refinement.hint(lower_bounds) if encoded is self.refinement.encoded else (),
            problem.adds_much,
            bool(self.beyond),
            self.work_left if encoded is self.refinement.encoded else _of_ties(problem),
        )

    def _order(self, encoded: EncodedProblem) -> Sequence[str]:
        return [*encoded.goals] if self.order is None else self.order

    def _reached(self, encoded: EncodedProblem, solution: Solution) -> list[Number]:
        """The values of the goals in a solution, in their order."""
        return [solution.value(encoded.goals[name]) for name in self._order(encoded)]

    def _incumbent(self, encoded: EncodedProblem) -> list[Number]:
        """The values of the goals in the best answer so far."""
        if self.answer is None:
            return []
        return [self.answer.reached[name] for name in self._order(encoded)]

    def _take(self, encoded: EncodedProblem, solution: Solution) -> None:
        """Take a solution as the answer if it is better than the best so far."""
        if self._reached(encoded, solution) > self._incumbent(encoded):
            self.answer = _judged(encoded, solution)

    def _stop(self, stopped_by: StopReason | None) -> Outcome:
        """The outcome of a search that was stopped."""
        answer = self.answer and self._report(self.answer)
        if answer is not None and (answer.aim_proved or stopped_by is StopReason.SIZE):
            return answer
        return Stopped(stopped_by or StopReason.WORK, answer, tuple(self.truncations))

    def _report(self, answer: Solved) -> Solved:
        """The answer with the goals that are proved best in it."""
        order = tuple(answer.reached) if self.order is None else tuple(self.order)
        proven = () if self.truncations else order[: len(self.proven)]
        aims = set(order).difference(self.refinement.problem.ties)
        is_proved = aims.issubset(proven)
        return attrs.evolve(
            answer,
            proved=is_proved and not self.refinement.problem.proves_ties,
            proven_goals=proven,
            aim_proved=is_proved,
            truncations=tuple(self.truncations),
        )


def _of_ties(problem: SearchProblem) -> dict[str, float]:
    """The most work of the goals that break ties, where it has a limit."""
    return {} if problem.tie_work is None else dict.fromkeys(problem.ties, problem.tie_work)


def _are_equal(pair: tuple[Number, Number]) -> bool:
    return pair[0] == pair[1]


def _judged(encoded: EncodedProblem, solution: Solution) -> Solved:
    """A solution as a roster that the judge verifies, not (yet) called proved."""
    problem = encoded.problem
    merged = mergeable_additions(encoded.tree, solution) if problem.policy == "movable" else {}
    roster = decode(encoded.tree, solution, merged)
    waived = problem.waived if solution.value(of_literal(encoded.adds_more)) else ()
    verdict = problem.judge.evaluate(roster)
    if merged and _broken(verdict, waived):
        merged = {}
        roster = decode(encoded.tree, solution)
        verdict = problem.judge.evaluate(roster)
    if broken := _broken(verdict, waived):
        raise DisagreementError(f"the solver calls legal what breaks {', '.join(sorted(broken))}")
    for rule in problem.rules:
        if not holds_for(problem.judge, verdict.army, rule.require):
            raise DisagreementError(f"the solver calls kept what breaks {rule.id}")
    reached: dict[str, Number] = {
        name: solution.value(goal) for name, goal in encoded.goals.items()
    }
    features = frozenset(
        feature
        for feature, literal in encoded.features.items()
        if solution.value(of_literal(literal))
    )
    changes = problem.describe(encoded, solution, merged)
    return Solved(roster, False, reached, features, changes=changes)


def _broken(verdict: Verdict, waived: Collection[int]) -> set[str]:
    """The ids of the rules that make a roster illegal, without waived ones."""
    return {
        breach.constraint.id
        for breach in verdict.breaches
        if breach.constraint.severity is Severity.ERROR and id(breach.constraint) not in waived
    }


def holds_for(judge: Judge, army: Army, require: Comparison) -> bool:
    """Tell whether a comparison asked of the whole roster holds."""
    found = judge.compiler.amount(require.quantity)(army.root, army)
    bound = judge.compiler.amount(require.bound)(army.root, army)
    return HOLDS[require.op](found, bound)
