"""Lazy constraints: rules are posted only once an answer breaks them.

Most rules have nothing to do with the question. The first search posts a few rules, and adds only
selections that bear on them. Its optimum is a bound: no roster that keeps all rules is better. An
optimum that the judge finds legal is therefore the best answer; else the rules that it breaks are
posted, too, and the search is repeated. If some rules have no solution, all together have none.

Some rules are waived before they are posted: they need not be kept where the price of some further
addition is paid (``EncodedProblem.adds_more``), whatever it is. Often that is enough for a proof,
without a thousand candidates of which each would help to keep the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

import attrs

from listbuilder.findings import Severity
from listbuilder.model.language import Constraint, Number
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import (
    Feature,
    Impossible,
    Outcome,
    Solved,
    Stopped,
    answer_of,
    only_rounds,
)
from listbuilder.solve.search.problem import SearchProblem
from listbuilder.solve.search.refinement import RefinementSolver


class LazyConstraints:
    """Finds answers, best first, as a ``RefinementSolver`` of all rules does."""

    def __init__(
        self,
        judge: Judge,
        problem_of: Callable[[Sequence[Constraint], Collection[int]], SearchProblem],
        rules: dict[int, Constraint],
        order: Sequence[str],
        may_waive: Callable[[Constraint], bool] = lambda rule: False,
        waived: set[int] | None = None,
    ) -> None:
        """Begin with some rules.

        Args:
            judge: the judge of all rules.
            problem_of: poses the problem in which only the given rules count, some of them waived.
                It must allow all additions that bear on the goals or on rules not waived, and its
                goals must price ``adds_more`` no higher than any other addition.
            rules: the rules that count at first, by their identity; rules that answers break are
                added to it, for later searches to begin with.
            order: the goals of a search that names none, the first before the second.
            may_waive: whether a rule that an answer breaks is waived first.
            waived: the identities of those that are waived at first; it is changed, too.
        """
        self._order = order
        self._judge = judge
        self._problem_of = problem_of
        self._rules = rules
        self._may_waive = may_waive
        self._waived = set[int]() if waived is None else waived
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

        One goal is optimised after the other, each until its answer breaks no rule: no work goes
        into the next goal of an answer that is not legal. If a search is finished by a solver that
        rounds, its answer counts as the best, but not as proved.
        """
        budget = budget.begin()
        order = self._order if order is None else order
        aims = set(order).difference(self._solver.problem.ties)
        best: dict[str, Number] = {}
        proven: list[str] = []
        stopped: Stopped | None = None
        outcome: Outcome = Impossible()
        answer: Solved | None = None
        for name in order:
            outcome = self._optimise(budget, name, {**within, **best}, beyond)
            found = answer_of(outcome)
            stopped = outcome if isinstance(outcome, Stopped) else stopped
            if found is None:
                break
            answer = found
            best[name] = found.reached[name]
            if stopped is None and found.proved:
                proven.append(name)
            if not (found.proved or only_rounds(outcome)):
                break
        if answer is None:
            return outcome
        answer = attrs.evolve(
            answer,
            proved=aims.issubset(proven),
            proven_goals=tuple(proven),
            aim_proved=aims.issubset(proven),
        )
        if stopped is not None and not answer.aim_proved:
            return attrs.evolve(stopped, best=answer)
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
            answer = answer_of(outcome)
            if answer is None:
                return outcome
            broken = self._broken_by(answer)
            if not broken:
                return outcome
            if isinstance(outcome, Stopped) and not only_rounds(outcome):
                return attrs.evolve(outcome, best=None)
            self._count(broken)
            self._solver = self._posed()

    def _count(self, broken: Mapping[int, Constraint]) -> None:
        """Let rules count that an answer breaks. If it breaks waived ones, none is waived then."""
        if self._waived.isdisjoint(broken):
            self._waived.update(key for key, rule in broken.items() if self._may_waive(rule))
        else:
            self._waived.clear()
        self._rules.update(broken)

    def _posed(self) -> RefinementSolver:
        problem = self._problem_of([*self._rules.values()], frozenset(self._waived))
        return RefinementSolver(attrs.evolve(problem, excluded=self._excluded))

    def _broken_by(self, answer: Solved) -> dict[int, Constraint]:
        breaches = self._judge.evaluate(answer.roster).breaches
        rules = [breach.constraint for breach in breaches]
        return {id(rule): rule for rule in rules if rule.severity is Severity.ERROR}
