"""A problem of the solver, and its encoding as a constraint model."""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType

import attrs

from listbuilder.model.language import MOST_COPIES, Constraint, Quantity
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.domains.candidates import Candidate, NeedsDisaggregationError
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.domains.interchange import InterchangeableHolders
from listbuilder.solve.domains.placing import AskedAt
from listbuilder.solve.domains.unrolling import CandidateTree, EditPolicy
from listbuilder.solve.encode.constraints import AssumptionFor, ConstraintPoster
from listbuilder.solve.encode.expressions import ExpressionEncoder
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.cpsat import (
    ENCODING_WORK,
    UNLIMITED,
    SearchBudget,
    Solution,
)
from listbuilder.solve.model.linear import FALSE, TRUE, BoolLiteral, LinearExpr, constant, total
from listbuilder.solve.outcomes import (
    Feature,
    RosterChange,
)
from listbuilder.solve.search.decode import (
    MergedAdditions,
)

GoalsOf = Callable[["EncodedProblem"], Mapping[str, LinearExpr]]
"""The objectives of an encoded problem, by name, the first before the second."""


@attrs.frozen(eq=False)
class SearchProblem:
    """A question: which legal roster is best?

    Attributes:
        judge: the judge of the roster's book.
        roster: the player's roster.
        policy: the permitted changes to the player's selections.
        rules: rules asked of the whole roster besides the book's.
        goals: makes the objectives, in order; a search may ask for some of them, in another order.
        asked: the rules that the goals ask besides the judge's, and their places.
        bounds: makes the domain bounds.
        features: makes literals that tell answers apart, such as "has a catapult".
        excluded: no-goods: sets of features; an answer lacks at least one feature of each.
        ties: the names of goals that only choose between answers equally good in the others.
        tie_work: the most work of all searches for each of them, in deterministic seconds. Where it
            ends, the best answer so far is taken. None: no limit of its own.
        proves_ties: whether an answer is called proved only if it is proved in the ties, too.
        reads: all quantities that the goals read besides copies, models and placing; None: unknown.
            If they are known, additions are not looked for in every interchangeable holder
            (``domains.interchange``).
        adds_much: whether much may be added. Then it pays to strengthen the linear relaxation, and
            not to look for symmetries.
        any_will_do: whether the first legal roster is good enough.
        waived: rules, by their identity, that additions left out of this problem may help to keep.
            They are not asked where ``EncodedProblem.adds_more`` is true.
        only_at: the only places to add at, each with the most copies; None: all places. If it is
            given, an answer of "impossible" holds for these places only.
        may_add: whether anything may be added at a place in a holder; as for ``only_at``.
        handed_on: options that stand in the wrong place, as ``Relocations`` has them.
        strays: selections that nobody offers where they stand, as ``CandidateTree`` has them.
        describe: tells the changes that a solution makes to the roster.
    """

    judge: Judge
    roster: Roster
    goals: GoalsOf
    policy: EditPolicy = "fixed"
    rules: tuple[Constraint, ...] = ()
    asked: tuple[AskedAt, ...] = ()
    bounds: Callable[[Judge, Roster, Sequence[Constraint]], DomainBounds] = DomainBounds
    features: Callable[[EncodedProblem], Mapping[Feature, BoolLiteral]] = lambda encoded: {}
    excluded: tuple[frozenset[Feature], ...] = ()
    ties: tuple[str, ...] = ()
    tie_work: float | None = None
    proves_ties: bool = True
    reads: tuple[Quantity, ...] | None = None
    adds_much: bool = True
    any_will_do: bool = False
    waived: Collection[int] = ()
    only_at: Mapping[Place, int] | None = None
    may_add: Callable[[Place, Candidate], bool] = lambda place, holder: True
    handed_on: Mapping[int, Collection[int]] = MappingProxyType({})
    strays: Collection[int] = ()
    describe: Callable[[EncodedProblem, Solution, MergedAdditions], tuple[RosterChange, ...]] = (
        lambda encoded, solution, merged: ()
    )


@contextmanager
def without_gc() -> Iterator[None]:
    """Switch garbage collection off: a model's many small objects become garbage all at once."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class EncodedProblem:
    """A problem unrolled into candidates and encoded as constraints.

    Attributes:
        disaggregated: by place, the number of copies that are candidates of their own.
        adds_more: the literal for additions that are left out; false where no rule is waived.
        relaxed: the places of the aggregates that allow more than the rules.
        truncations: parts left out for their size; without any, "no solution" is a proof.
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
        """Unroll and encode; again without an aggregate of which no relaxation is known.

        Args:
            problem: the question.
            budget: a budget that has begun.
            disaggregated: by place, the number of copies that are candidates of their own.
            only_at: the only places to add at, each with the most copies, and without relaxing;
                None: all places, with aggregates that may be relaxed.
            assume: makes the literals that switch rules on.

        Raises:
            BudgetExhaustedError: the time or the work is used up.
        """
        self.problem = problem
        self.disaggregated = dict(disaggregated or {})
        self._exact = only_at is not None
        with without_gc():
            while not self._try_encode(only_at, budget, assume):
                budget.spend(self.model.size * ENCODING_WORK)
        budget.spend(self.model.size * ENCODING_WORK)
        for features in problem.excluded:
            self.exclude(features)
        self.relaxed = frozenset(self.encoder.relaxation.relaxed)
        self.truncations = tuple(self.tree.truncations)

    def exclude(self, features: frozenset[Feature]) -> None:
        """Add a no-good: no answer has all of these features."""
        if features <= self.features.keys():  # else every answer lacks one of them
            self.model.clause(
                ~literal for feature, literal in self.features.items() if feature in features
            )

    def _try_encode(
        self,
        only_at: Mapping[Place, int] | None,
        budget: SearchBudget,
        assume: Callable[[ConstraintModel], AssumptionFor],
    ) -> bool:
        """Unroll and encode; False: an aggregate has no relaxation, and is not made again."""
        problem = self.problem
        self.model = ConstraintModel()
        self.tree = CandidateTree(
            problem.judge,
            problem.roster,
            problem.bounds(problem.judge, problem.roster, problem.rules),
            self.model,
            policy=problem.policy,
            only_at=problem.only_at if only_at is None else only_at,
            disaggregated=self._disaggregated_copies,
            may_add=problem.may_add,
            asked=(*problem.asked, *((rule, problem.judge.root) for rule in problem.rules)),
            budget=budget,
            handed_on=problem.handed_on,
            strays=problem.strays,
        )
        self.encoder = ExpressionEncoder(problem.judge, self.tree, self.model, self._exact)
        self.adds_more = self.model.literal() if problem.waived else FALSE
        switches = assume(self.model)

        def switched_on(rule: Constraint, candidate: Candidate) -> BoolLiteral:
            is_waived = id(rule) in problem.waived
            return ~self.adds_more if is_waived else switches(rule, candidate)

        try:
            ConstraintPoster(self.encoder, switched_on).post_all(problem.rules)
            self._break_symmetry()
            self.features = problem.features(self)
            self.goals = problem.goals(self)
        except NeedsDisaggregationError as error:
            if self._disaggregated_copies(error.place) == MOST_COPIES:
                raise  # no aggregate is left at this place: a bug of ours
            self.disaggregated[error.place] = MOST_COPIES
            return False
        return True

    def _break_symmetry(self) -> None:
        """Leave out rosters for which others are as good, if additions are possible everywhere."""
        problem = self.problem
        if problem.reads is None or self.tree.only_at is not None or problem.policy != "fixed":
            return
        holders = InterchangeableHolders(self.tree, problem.rules, problem.reads)
        for holder, most in holders.most_given():
            given = total(one.count for one in holder.children if one.is_added)
            self.model.at_least_0(constant(most) - given)

    def _disaggregated_copies(self, place: Place) -> int:
        if self._exact and place.copies == 1:
            return MOST_COPIES
        return self.disaggregated.get(place, 0)

    def unrefined(self, solution: Solution) -> dict[Place, int]:
        """The places of aggregates that a solution does not settle, with their copies.

        Not settled are relaxed aggregates, and unit aggregates of more than one copy.
        """
        copies: dict[Place, int] = {}
        for candidate in self.tree.candidates:
            relaxed = candidate.aggregate_root is candidate and candidate.place in self.relaxed
            if relaxed or candidate.is_unit_aggregate:
                count = int(solution.value(candidate.count))
                if count > (0 if relaxed else 1):
                    copies[candidate.place] = copies.get(candidate.place, 0) + count
        for candidate in self.encoder.relaxation.relaxed_where_present:
            root = candidate.aggregate_root
            if root is not None and solution.value(candidate.count):
                copies.setdefault(root.place, int(solution.value(root.count)))
        return copies
