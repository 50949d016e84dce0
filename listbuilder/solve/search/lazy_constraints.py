"""Lazy constraints: rules are posted only once an answer breaks them.

Most rules have nothing to do with what is asked. The first search posts a few, and adds only what
bears on these. Its optimum is a bound: no roster that keeps all rules is better. Where the judge
finds it legal it is therefore the best there is; else the rules that it breaks are posted, too, and
the search is repeated. Where some rules alone have no solution, all together have none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import attrs

from listbuilder.findings import Severity
from listbuilder.model.language import Constraint, Number
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Feature, Impossible, Outcome, Solved, Stopped
from listbuilder.solve.search.problem import SearchProblem
from listbuilder.solve.search.refinement import RefinementSolver


class LazyConstraints:
    """Finds answers, best first, as a ``RefinementSolver`` of all rules does."""

    def __init__(
        self,
        judge: Judge,
        problem_of: Callable[[Sequence[Constraint]], SearchProblem],
        rules: dict[int, Constraint],
        order: Sequence[str],
    ) -> None:
        """Begin with some rules.

        Args:
            judge: who knows all rules.
            problem_of: poses the problem in which only some rules count. All that bears on these,
                or on the goals, can be added in it.
            rules: those that count at first, by their identity; those that answers break are added.
            order: the goals to optimise, the first before the second, where a search asks for no
                others.
        """
        self._order = order
        self._judge = judge
        self._problem_of = problem_of
        self._rules = rules
        self._excluded: tuple[frozenset[Feature], ...] = ()
        self._solver = self._posed()

    def exclude(self, features: frozenset[Feature]) -> None:
        """Look from now on only for answers that lack at least one of the features."""
        self._excluded += (features,)
        self._solver.exclude(features)

    def solve(
        self,
        budget: SearchBudget,
        order: Sequence[str] | None = None,
        within: Mapping[str, Number] = MappingProxyType({}),
        beyond: Mapping[str, Number] = MappingProxyType({}),
    ) -> Outcome:
        """Find the best answer; the arguments are those of ``RefinementSolver.solve``.

        One goal is optimised after the other: an answer that breaks further rules is not
        optimised in the next goal.
        """
        budget = budget.begin()
        order = self._order if order is None else order
        aims = set(order).difference(self._solver.problem.ties)
        proven: dict[str, Number] = {}
        outcome: Outcome = Impossible()
        answer: Solved | None = None
        for name in order:
            outcome = self._optimise(budget, name, {**within, **proven}, beyond)
            found = outcome.best if isinstance(outcome, Stopped) else outcome
            if not isinstance(found, Solved):
                break
            answer = found
            if isinstance(outcome, Stopped) or not found.proved:
                break
            proven[name] = found.reached[name]
        if answer is None:
            return outcome
        answer = attrs.evolve(
            answer,
            proved=len(proven) == len(order),
            proven_goals=tuple(proven),
            aim_proved=aims <= proven.keys(),
        )
        if isinstance(outcome, Stopped) and not answer.aim_proved:
            return attrs.evolve(outcome, best=answer)
        return answer

    def _optimise(
        self,
        budget: SearchBudget,
        goal: str,
        within: Mapping[str, Number],
        beyond: Mapping[str, Number],
    ) -> Outcome:
        """Optimise one goal until the answer breaks no rule."""
        while True:
            outcome = self._solver.solve(budget, (goal,), within, beyond)
            answer = outcome.best if isinstance(outcome, Stopped) else outcome
            if answer is None or isinstance(answer, Impossible):
                return outcome
            broken = self._broken_by(answer)
            if not broken:
                return outcome
            if isinstance(outcome, Stopped):
                return attrs.evolve(outcome, best=None)
            self._rules |= broken
            self._solver = self._posed()

    def _posed(self) -> RefinementSolver:
        problem = self._problem_of([*self._rules.values()])
        return RefinementSolver(attrs.evolve(problem, excluded=self._excluded))

    def _broken_by(self, answer: Solved) -> dict[int, Constraint]:
        breaches = self._judge.evaluate(answer.roster).breaches
        rules = [breach.constraint for breach in breaches]
        return {id(rule): rule for rule in rules if rule.severity is Severity.ERROR}
