"""From a problem to the best legal roster, judged before it is handed out."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

import attrs

from listbuilder.model.language import Comparison, Number
from listbuilder.rules.army import Army
from listbuilder.rules.compile import HOLDS
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.domains import candidates
from listbuilder.solve.model.cpsat import (
    BudgetExhaustedError,
    CpSatSolver,
    SearchBudget,
    Solution,
    Status,
)
from listbuilder.solve.model.lexicographic import optimise_lexicographically
from listbuilder.solve.model.linear import (
    of_literal,
)
from listbuilder.solve.outcomes import (
    DisagreementError,
    Feature,
    GaveUp,
    Impossible,
    Outcome,
    Solved,
    StopReason,
    Truncation,
)
from listbuilder.solve.search.decode import (
    active_places,
    decode,
    mergeable_additions,
)
from listbuilder.solve.search.problem import EncodedProblem, SearchProblem, gc_paused

RELAXATION_SHARE = 0.8
"""The part of the effort after which what is found is made selections of."""


def solve(problem: SearchProblem, budget: SearchBudget) -> Outcome:
    """Find the best answer to a problem.

    Raises:
        DisagreementError: the judge finds an answer illegal.
        NoSolverError: OR-Tools is not installed.
    """
    return RefinementSolver(problem).solve(budget)


class RefinementSolver:
    """Finds answers to a problem, best first: what was built for one serves the next.

    What could be added is lumped at first: an answer's lumps are then made selections of, among
    the places that it uses. Where that is not as good as they promised, they allowed too much, and
    as many of their selections as were used stand apart from then on.
    """

    def __init__(self, problem: SearchProblem) -> None:
        bounds = problem.bounds(problem.judge, problem.roster, problem.rules)
        self.problem = attrs.evolve(problem, bounds=lambda judge, roster, rules: bounds)
        self._disaggregated: dict[Place, int] = {}
        self._encoded: EncodedProblem | None = None
        self._solver: CpSatSolver | None = None

    def exclude(self, features: frozenset[Feature]) -> None:
        """Look from now on only for answers that lack one of the marks at least."""
        self.problem = attrs.evolve(self.problem, excluded=(*self.problem.excluded, features))
        if self._encoded is not None:
            self._encoded.exclude(features)

    def set_lower_bound(self, goal: str, least: Number) -> None:
        """Look from now on only for answers that come to no less of a goal."""
        self.problem = attrs.evolve(
            self.problem, lower_bounds=(*self.problem.lower_bounds, (goal, least))
        )
        if self._encoded is not None:
            self._encoded.set_lower_bound(goal, least)

    def solve(self, budget: SearchBudget) -> Outcome:
        """Find the best answer, as ``best`` does."""
        with gc_paused():
            return _RefinementRun(self, budget.begin()).solve()

    def encoded_problem(self, budget: SearchBudget) -> tuple[EncodedProblem, CpSatSolver]:
        """The problem's model, and what searches it."""
        if self._encoded is None or self._solver is None:
            self._encoded = EncodedProblem(self.problem, budget, self._disaggregated)
            self._solver = CpSatSolver(self._encoded.model, budget)
        return self._encoded, self._solver

    def refine(self, aggregates: Mapping[Place, int]) -> list[Truncation]:
        """Let as many more selections stand apart as lumps were used for.

        Returns:
            Where there are too many, if no more can.
        """
        truncations = disaggregate(self._disaggregated, aggregates)
        if len(truncations) == len(aggregates):
            return truncations
        self._encoded = None
        return []


def disaggregate(
    disaggregated: dict[Place, int], aggregates: Mapping[Place, int]
) -> list[Truncation]:
    """Let as many more selections stand apart as lumps were used for.

    Returns:
        The lumps that no more can.
    """
    truncations = []
    for place, copies in aggregates.items():
        known = disaggregated.get(place, 0)
        number = known + (copies if place.copies == 1 else max(1, known))
        if number < candidates.MAX_COPIES:
            disaggregated[place] = number
        else:
            truncations.append(
                Truncation("copies", candidates.MAX_COPIES, place.entry.name if place.entry else "")
            )
    return truncations


class _RefinementRun:
    """One search for the best answer."""

    def __init__(self, refinement: RefinementSolver, budget: SearchBudget) -> None:
        self.refinement = refinement
        self.budget = budget
        self.answer: Solved | None = None
        self.proven: list[Number] = []
        self.truncations: dict[Truncation, None] = {}

    def solve(self) -> Outcome:
        try:
            while True:
                outcome = self._iterate()
                if outcome is not None:
                    return outcome
        except BudgetExhaustedError as over:
            return self._give_up(over.stopped_by)

    def _iterate(self) -> Outcome | None:
        """Search the model as it is; None: more selections have to stand apart."""
        refinement = self.refinement
        encoded, solver = refinement.encoded_problem(self.budget)
        self.truncations |= dict.fromkeys(encoded.truncations)
        solver.budget = self.budget.share(RELAXATION_SHARE)
        solution, done = optimise_lexicographically(
            solver, encoded.goals, refinement.problem.joined, self.proven, self._incumbent()
        )
        if solution.status is Status.IMPOSSIBLE:
            return self._give_up(StopReason.SIZE) if self.truncations else Impossible()
        if not solution.values:
            return self._give_up(solution.stopped_by)
        stopped_by = solution.stopped_by
        aggregates = encoded.unrefined(solution)
        if aggregates:
            small = EncodedProblem(
                refinement.problem, self.budget, only_at=active_places(encoded.tree, solution)
            )
            shared, _ = optimise_lexicographically(
                CpSatSolver(small.model, self.budget), small.goals, refinement.problem.joined
            )
            if shared.values:
                self._take(small, shared)
            stopped_by = stopped_by or shared.stopped_by
        else:
            self._take(encoded, solution)
        if refinement.problem.any_will_do and self.answer is not None:
            return self._report(self.answer)
        promised = [solution.value(goal) for goal in encoded.goals.values()]
        self.proven = [
            one
            for one, _ in takewhile(
                _are_equal, zip(promised[:done], self._incumbent(), strict=False)
            )
        ]
        if len(self.proven) == len(promised) and self.answer is not None:
            return attrs.evolve(self._report(self.answer), proved=not self.truncations)
        if stopped_by is not None:
            return self._give_up(stopped_by)
        if too_many := refinement.refine(aggregates):
            self.truncations |= dict.fromkeys(too_many)
            return self._give_up(StopReason.SIZE)
        return None

    def _incumbent(self) -> list[Number]:
        """What the best answer so far reaches of each goal."""
        return [*self.answer.reached.values()] if self.answer is not None else []

    def _take(self, encoded: EncodedProblem, solution: Solution) -> None:
        """Take a solution as the answer if it is better than that so far."""
        if [solution.value(goal) for goal in encoded.goals.values()] > self._incumbent():
            self.answer = _judged(encoded, solution)

    def _give_up(self, stopped_by: StopReason | None) -> Outcome:
        """What is known when a search ends before it is through."""
        answer = self.answer and self._report(self.answer)
        if answer is not None and stopped_by is StopReason.SIZE:
            return answer
        return GaveUp(stopped_by or StopReason.WORK, answer, tuple(self.truncations))

    def _report(self, answer: Solved) -> Solved:
        """The answer, with what is known of it."""
        proven = () if self.truncations else tuple(answer.reached)[: len(self.proven)]
        return attrs.evolve(answer, proven_goals=proven, truncations=tuple(self.truncations))


def _are_equal(pair: tuple[Number, Number]) -> bool:
    return pair[0] == pair[1]


def _judged(encoded: EncodedProblem, solution: Solution) -> Solved:
    """What a solution is as a roster; nothing is said about whether there is a better one."""
    problem = encoded.problem
    merged = mergeable_additions(encoded.tree, solution) if problem.policy == "movable" else {}
    roster = decode(encoded.tree, solution, merged)
    verdict = problem.judge.evaluate(roster)
    if merged and not verdict.legal:
        merged = {}
        roster = decode(encoded.tree, solution)
        verdict = problem.judge.evaluate(roster)
    if not verdict.legal:
        broken = ", ".join(sorted({breach.constraint.id for breach in verdict.breaches}))
        raise DisagreementError(f"the solver calls legal what breaks {broken}")
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


def holds_for(judge: Judge, army: Army, require: Comparison) -> bool:
    """Tell whether a comparison asked of the whole roster holds."""
    found = judge.compiler.amount(require.quantity)(army.root, army)
    bound = judge.compiler.amount(require.bound)(army.root, army)
    return HOLDS[require.op](found, bound)
