"""A problem of the solver, and its encoding as a constraint model."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import attrs

from listbuilder.model.language import MOST_COPIES, Constraint, Number
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.domains.bounds import DomainBounds
from listbuilder.solve.domains.candidates import CandidateTree, EditPolicy, NeedsDisaggregationError
from listbuilder.solve.encode.constraints import AssumptionFor, ConstraintPoster
from listbuilder.solve.encode.expressions import ExpressionEncoder
from listbuilder.solve.model.cpsat import (
    UNLIMITED,
    SearchBudget,
    Solution,
)
from listbuilder.solve.model.linear import (
    TRUE,
    BoolLiteral,
    ConstraintModel,
    LinearExpr,
    constant,
)
from listbuilder.solve.outcomes import (
    Feature,
    RosterChange,
)
from listbuilder.solve.search.decode import (
    MergedAdditions,
)

GoalsOf = Callable[["EncodedProblem"], Mapping[str, LinearExpr]]
"""What to have most of, in order of priority, by name."""


@attrs.frozen(eq=False)
class SearchProblem:
    """What is looked for.

    Attributes:
        judge: of the roster's book.
        roster: the player's.
        kept: what may become of his selections.
        rules: asked of the whole roster besides the book's.
        goals: what makes one answer better than another.
        bounds: how many copies there can be.
        marks: what tells answers apart.
        apart: marks of earlier answers; of each, at least one must be missing.
        floors: goals, and the least that each has to come to.
        joined: the goals are gone for at once, not one after another.
        any_will_do: the first answer found is good enough, be it the best or not.
        tell: says what an answer changes.
    """

    judge: Judge
    roster: Roster
    goals: GoalsOf
    policy: EditPolicy = "fixed"
    rules: tuple[Constraint, ...] = ()
    bounds: Callable[[Judge, Roster, Sequence[Constraint]], DomainBounds] = DomainBounds
    features: Callable[[EncodedProblem], Mapping[Feature, BoolLiteral]] = lambda encoded: {}
    excluded: tuple[frozenset[Feature], ...] = ()
    lower_bounds: tuple[tuple[str, Number], ...] = ()
    joined: bool = False
    any_will_do: bool = False
    describe: Callable[[EncodedProblem, Solution, MergedAdditions], tuple[RosterChange, ...]] = (
        lambda encoded, solution, merged: ()
    )


@contextmanager
def gc_paused() -> Iterator[None]:
    """Look for no garbage: a model is many small objects, none of which goes before the others."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class EncodedProblem:
    """A problem unrolled and compiled.

    Attributes:
        apart: how many selections stand apart at a place; the others are one lump.
        loose: places of lumps that allow more than their selections do.
        cuts: what is not looked at; without any, what is not found does not exist.
    """

    def __init__(
        self,
        problem: SearchProblem,
        budget: SearchBudget = UNLIMITED,
        disaggregated: Mapping[Place, int] | None = None,
        only_at: Mapping[Place, int] | None = None,
        assume: Callable[[ConstraintModel], AssumptionFor] = lambda model: (
            lambda rule, candidate: TRUE
        ),
    ) -> None:
        """Unroll and compile, anew where a lump can't even be read loosely.

        Args:
            problem: what is looked for.
            effort: begun.
            apart: how many selections stand apart at a place.
            among: the only places to add at, each with the most copies, and all of it exactly;
                None for all, of which lumps may be read loosely.
            assume: makes the literals without which rules need not be kept.

        Raises:
            OverError: it takes too long.
        """
        self.problem = problem
        self.disaggregated = dict(disaggregated or {})
        self._exact = only_at is not None
        with gc_paused():
            while not self._try_encode(only_at, budget, assume):
                pass
        for features in problem.excluded:
            self.exclude(features)
        for goal, least in problem.lower_bounds:
            self.set_lower_bound(goal, least)
        self.relaxed = frozenset(self.encoder.relaxation.relaxed)
        self.truncations = tuple(self.tree.truncations)

    def exclude(self, features: frozenset[Feature]) -> None:
        """Leave out what has all of the marks."""
        if features <= self.features.keys():  # else one of them is missing anyway
            self.model.clause(
                ~literal for feature, literal in self.features.items() if feature in features
            )

    def set_lower_bound(self, goal: str, least: Number) -> None:
        """Leave out what comes to less of a goal."""
        self.model.at_least_0(self.goals[goal] - constant(least))

    def _try_encode(
        self,
        only_at: Mapping[Place, int] | None,
        budget: SearchBudget,
        assume: Callable[[ConstraintModel], AssumptionFor],
    ) -> bool:
        """Unroll and compile; tell whether nothing more has to stand apart."""
        problem = self.problem
        self.model = ConstraintModel()
        self.tree = CandidateTree(
            problem.judge,
            problem.roster,
            problem.bounds(problem.judge, problem.roster, problem.rules),
            self.model,
            policy=problem.policy,
            only_at=only_at,
            disaggregated=self._disaggregated_copies,
            budget=budget,
        )
        self.encoder = ExpressionEncoder(problem.judge, self.tree, self.model, self._exact)
        try:
            ConstraintPoster(self.encoder, assume(self.model)).post_all(problem.rules)
            self.features = problem.features(self)
            self.goals = problem.goals(self)
        except NeedsDisaggregationError as error:
            if self._disaggregated_copies(error.place) == MOST_COPIES:
                raise  # it can't be a lump: a bug of ours
            self.disaggregated[error.place] = MOST_COPIES
            return False
        return True

    def _disaggregated_copies(self, place: Place) -> int:
        if self._exact and place.copies == 1:
            return MOST_COPIES
        return self.disaggregated.get(place, 0)

    def unrefined(self, solution: Solution) -> dict[Place, int]:
        """Where a solution's lumps are not yet selections, and their copies."""
        copies: dict[Place, int] = {}
        for candidate in self.tree.candidates:
            relaxed = candidate.aggregate_root is candidate and candidate.place in self.relaxed
            if relaxed or candidate.is_unit_aggregate:
                count = int(solution.value(candidate.count))
                if count > (0 if relaxed else 1):
                    copies[candidate.place] = copies.get(candidate.place, 0) + count
        return copies
