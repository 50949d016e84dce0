"""Repairs, sought in two small searches before the large one among all changes.

The first small search adds nothing, the second only what bears on a broken rule. Their answer is a
bound for the large search, which finds a better answer or proves that there is none: an addition
that costs more than the known answer gives up need not be looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

import attrs

from listbuilder.model.language import Number
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import (
    Feature,
    Impossible,
    Outcome,
    Solved,
    Stopped,
    StopReason,
    answer_of,
    only_rounds,
)
from listbuilder.solve.search.lazy_constraints import LazyConstraints
from listbuilder.solve.search.problem import SearchProblem
from listbuilder.solve.search.refinement import RefinementSolver
from listbuilder.solve.tasks.repair_goals import CHANGES, GIVEN_UP, LEAST, LOST, TIES
from listbuilder.solve.tasks.repair_search import RepairSearch
from listbuilder.solve.tasks.useful_bounds import WEIGHT

NONE_BETTER: Mapping[str, Number] = {GIVEN_UP: 0, CHANGES: -1}
"""The best value of each aim, negated: an illegal roster needs at least one change."""


MUCH = Fraction(1, 4)
"""An answer that gives up more than this part of the army is one that nobody likes to take, and one
with fewer changes that gives up so much more is none."""


@attrs.frozen
class _Bound:
    """A bound of the answers asked for: the arguments of ``RepairSearch.everywhere``."""

    given_up: Number | None = None
    lost: Number | None = None
    single: bool = False

    def includes(self, other: _Bound) -> bool:
        """Whether all answers within another bound are within this one."""
        if self.single and not other.single:
            return False
        own, others = (self.given_up, self.lost), (other.given_up, other.lost)
        if own == (None, None):
            return True
        return others != (None, None) and all(
            theirs is None or (most is not None and most >= theirs)
            for most, theirs in zip(own, others, strict=True)
        )


class NearFirst:
    """Finds repairs, best first, as a ``RefinementSolver`` of all changes does.

    Attributes:
        small: the small search that had an answer; None: none had one.
        is_beaten: whether a large search found an answer that gives up less.
    """

    def __init__(self, search: RepairSearch) -> None:
        """Begin a search.

        Args:
            search: the search for repairs of the roster.
        """
        self.small: RefinementSolver | None = None
        self.is_beaten = False
        self._adds = False  # whether ``small`` is the second small search
        self._search = search
        self._excluded: list[frozenset[Feature]] = []
        self._proved: list[tuple[Sequence[str], Mapping[str, Number], Mapping[str, Number]]] = []
        self._large: dict[_Bound, LazyConstraints] = {}

    def exclude(self, features: frozenset[Feature]) -> None:
        """Look from now on only for answers that lack at least one of the features."""
        self._excluded.append(features)
        for solver in (self.small, *self._large.values()):
            if solver is not None:
                solver.exclude(features)

    def solve(
        self,
        budget: SearchBudget,
        order: Sequence[str] | None = None,
        within: Mapping[str, Number] = MappingProxyType({}),
        only_first: bool = False,
        known: Solved | None = None,
    ) -> Outcome:
        """Find the best answer; the other arguments are those of ``RefinementSolver.solve``.

        Args:
            known: an answer that the small search found for the same question.
            only_first: whether it is enough that the first goal is proved best. In the next goals
                the answer is then the best of the small search, or of all single changes.
        """
        order = LEAST if order is None else order
        outcome = self._best(budget, order, within, only_first, known)
        if isinstance(outcome, Solved) and outcome.aim_proved and not only_first:
            self._proved.append((order, within, _aims(outcome, order)))
        return outcome

    def _best(
        self,
        budget: SearchBudget,
        order: Sequence[str],
        within: Mapping[str, Number],
        only_first: bool,
        known: Solved | None,
    ) -> Outcome:
        """Find an answer near, then ask the large searches for better ones.

        If it is proved that none of these has an answer, the answer found near is the best.
        """
        bound = _Bound(
            given_up=-within[GIVEN_UP] if GIVEN_UP in within else None,
            lost=-within[LOST] if LOST in within else None,
            single=within.get(CHANGES) == -1,
        )
        answer = known or self._found_near(budget, order, within, bound)
        if answer is None:
            return self._everywhere(bound, order).solve(budget, order, within)
        best = attrs.evolve(answer, proved=True, aim_proved=True, truncations=())
        if self._is_known_best(answer, order, within):
            return best
        outcome: Outcome = Impossible()
        searches = _better(answer, order, bound)
        for narrow, least, beyond in _of_first(searches, order[0]) if only_first else searches:
            solver = self._everywhere(narrow, order)
            left = [name for name in order if name not in least]  # goals in ``least`` can't improve
            found = solver.solve(budget, left, {**within, **least}, beyond)
            if isinstance(found, Impossible):
                continue
            outcome = found
            if not only_rounds(found) or answer_of(found) is not None:
                break
        if isinstance(outcome, Impossible):
            return best
        self.is_beaten = self.is_beaten or order[0] == GIVEN_UP
        if isinstance(outcome, Stopped) and outcome.best is None:
            unproved = attrs.evolve(
                answer,
                proved=False,
                aim_proved=False,
                proven_goals=(),
                truncations=outcome.truncations,
            )
            if outcome.stopped_by is StopReason.SIZE:
                return unproved
            return attrs.evolve(outcome, best=unproved)
        return outcome

    def _is_known_best(
        self, answer: Solved, order: Sequence[str], within: Mapping[str, Number]
    ) -> bool:
        """Whether an earlier search proved that no answer is better in its aims.

        Its proof stays valid: further answers are only excluded, never let in, and a search with
        more lower bounds (``within``) has no answers that a search with fewer of them lacked.
        """
        aims = _aims(answer, order)
        return any(
            (known, best) == (order, aims)
            and all(name in within and within[name] >= least for name, least in wider.items())
            for known, wider, best in self._proved
        )

    def _found_near(
        self,
        budget: SearchBudget,
        order: Sequence[str],
        within: Mapping[str, Number],
        bound: _Bound,
    ) -> Solved | None:
        """The answer of the small search that has the best one; later calls ask it alone.

        An answer without additions that gives something up is only the bound of the second small
        search, if additions at few places may help, or if they may save ``MUCH`` of the army.
        Where few changes are asked for first, such additions may give up less with as few.

        Where neither has an answer, single changes are looked for everywhere: a force may be
        missing, of which the broken rules do not tell all contents.
        """
        if self.small is not None:
            known = answer_of(self.small.solve(budget, order, within))
            if order[0] != CHANGES or self._adds or not self._search.is_near_small:
                return known
            given_up = -within[GIVEN_UP] if GIVEN_UP in within else None
            if not self._search.adds_near(given_up):
                return known
            near = self._posed(self._search.near(given_up))
            beyond: Mapping[str, Number] = {} if known is None else _aims(known, order)
            return answer_of(near.solve(budget, order, within, beyond)) or known
        small = self._posed(self._search.without_additions())
        answer = answer_of(small.solve(budget, order, within))
        if answer is not None:
            self.small = small
            if not (answer.reached[GIVEN_UP] and self._may_gain_near(answer)):
                return answer
            return self._found_with_additions(budget, order, within, answer) or answer
        return self._found_with_additions(budget, order, within) or self._found_single(
            budget, order, within, bound
        )

    def _found_with_additions(
        self,
        budget: SearchBudget,
        order: Sequence[str],
        within: Mapping[str, Number],
        known: Solved | None = None,
    ) -> Solved | None:
        """The answer of the second small search, if it is better than a known one."""
        given_up = None if known is None else -known.reached[GIVEN_UP]
        if not self._search.adds_near(given_up):
            return None
        near = self._posed(self._search.near(given_up))
        beyond = {} if known is None else _aims(known, order)
        answer = answer_of(near.solve(budget, order, within, beyond))
        if answer is not None:
            self.small, self._adds = near, True
        return answer

    def _found_single(
        self,
        budget: SearchBudget,
        order: Sequence[str],
        within: Mapping[str, Number],
        bound: _Bound,
    ) -> Solved | None:
        """The best answer of a single change."""
        if within.get(CHANGES, -1) > -1:
            return None
        single = self._everywhere(attrs.evolve(bound, single=True), order)
        return answer_of(single.solve(budget, order, {**within, CHANGES: -1}))

    def _may_gain_near(self, answer: Solved) -> bool:
        """Whether the second small search is worth its time."""
        gives_up_much = -answer.reached[GIVEN_UP] > WEIGHT * self._search.losses.share(MUCH)
        return self._search.is_near_small or (self._search.may_add and gives_up_much)

    def _posed(self, problem: SearchProblem) -> RefinementSolver:
        return RefinementSolver(attrs.evolve(problem, excluded=tuple(self._excluded)))

    def _everywhere(self, bound: _Bound, order: Sequence[str]) -> LazyConstraints:
        """The search among all changes; an earlier one if its bound includes this bound."""
        if not self._search.losses.bounds_purchases:
            bound = _Bound(single=bound.single)
        for known, solver in self._large.items():
            if known.includes(bound):
                return solver
        fewest = order[0] == CHANGES
        solver = self._search.everywhere(bound.given_up, bound.lost, bound.single, fewest)
        for features in self._excluded:
            solver.exclude(features)
        self._large[bound] = solver
        return solver


Search = tuple[_Bound, Mapping[str, Number], Mapping[str, Number]]
"""The bound of a large search, least values of aims, and aims with the values to exceed."""


def _of_first(searches: Iterator[Search], first: str) -> Iterator[Search]:
    """Yield the searches for answers better in the first aim, and those among single changes."""
    for bound, least, beyond in searches:
        if first in beyond:
            yield bound, least, {first: beyond[first]}
        elif bound.single:
            yield bound, least, beyond


def _better(answer: Solved, order: Sequence[str], bound: _Bound) -> Iterator[Search]:
    """Yield the searches that together find every answer better than a known one.

    Args:
        answer: the known answer.
        order: the goals in order.
        bound: the bound of all answers.

    Yields:
        The searches; of their aims to exceed the first before the second.
    """
    kept: dict[str, Number] = {}
    beyond: dict[str, Number] = {}
    for name, reached in _aims(answer, order).items():
        if reached < NONE_BETTER[name]:
            beyond[name] = reached
        elif not beyond:
            kept[name] = reached
    if GIVEN_UP in kept:  # nothing is given up, so nothing is bought
        bound = attrs.evolve(bound, given_up=-kept[GIVEN_UP])
    if next(iter(beyond), None) == CHANGES and beyond[CHANGES] == -2:  # one change: a small search
        yield attrs.evolve(bound, single=True), {**kept, CHANGES: -1}, {}
        kept[CHANGES] = beyond.pop(CHANGES)
    if beyond:
        if next(iter(beyond)) == GIVEN_UP:
            bound = attrs.evolve(bound, given_up=-answer.reached[GIVEN_UP])
        is_single = bound.single or kept.get(CHANGES) == -1
        yield attrs.evolve(bound, single=is_single), kept, beyond


def _aims(answer: Solved, order: Sequence[str]) -> Mapping[str, Number]:
    """The values of an answer's goals, without the goals that only break ties."""
    return {name: answer.reached[name] for name in order if name not in TIES}
