"""A model in which rules, choices and wishes are soft: each holds if its assumption literal does.

CP-SAT solves a model under assumptions; if there is no solution, it names some assumptions as an
unsatisfiable core. Only the query's rules count, and places outside their cone of influence are
left out, so that these searches are small.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from listbuilder.editing.roster_tree import SelectionPath
from listbuilder.findings import Severity
from listbuilder.model.language import Constraint, Number
from listbuilder.model.memo import Memo
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.domains.placing import AskedAt
from listbuilder.solve.encode.constraints import AssumptionFor
from listbuilder.solve.explain.slicing import ConeOfInfluence
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.cpsat import CpSatSolver, SearchBudget, Solution, Status
from listbuilder.solve.model.linear import BoolLiteral, constant, of_literal, total
from listbuilder.solve.search.decode import decode, int_value
from listbuilder.solve.search.problem import EncodedProblem, GoalsOf, SearchProblem
from listbuilder.solve.search.refinement import holds_for

KEPT = "kept"
ROSTER_SHARE = 0.1
"""The part (from 0 to 1) of the remaining budget that the search for one roster gets."""
SoftConstraint = tuple[str, SelectionPath | None]
"""A rule, choice or wish, as two parts.

A rule: its id and the path of the player's selection of which it is asked (None: it is asked of the
army or of additions). A choice: ``KEPT`` and the path of the selection that stays. A wish:
``ASKED`` and its index.
"""


class JudgedRoster(NamedTuple):
    """A roster, and all soft constraints that the judge finds violated in it."""

    roster: Roster
    failed: frozenset[SoftConstraint]


class ConflictQuery:
    """The question of a conflict, for searches in which only some of the book's rules count.

    Attributes:
        judge: the judge of the book.
        roster: the player's roster.
        rules: wishes; they always count.
        goals: posts a further demand on a model; None: there is no demand.
        asked: the rules that the goals ask, and their places.
    """

    def __init__(
        self,
        judge: Judge,
        roster: Roster,
        rules: tuple[Constraint, ...],
        goals: GoalsOf | None,
        asked: tuple[AskedAt, ...] = (),
    ) -> None:
        self.judge = judge
        self.roster = roster
        self.rules = rules
        self.goals = goals
        self.asked = asked
        self.all_bounds = DomainBounds(judge, roster, ())
        self.cone = ConeOfInfluence(
            judge, roster, lambda place: self.all_bounds.most(place, 1, {}) > 0
        )

    def relevant_places(self, codes: Collection[str]) -> Mapping[Place, bool]:
        """Whether each place is relevant to some rules; with ``goals`` all places are."""
        if self.goals is not None:
            return Memo(lambda place: True)
        some = [rule for code in codes for rule in self.cone.rules.get(code, ())]
        return self.cone.relevant_places([*some, *self.rules])

    def problem(
        self, roster: Roster, codes: Collection[str], known: Collection[str], most: int
    ) -> SearchProblem:
        """The problem in which only some of the rules count."""
        bounds = _SlicedBounds(self, roster, codes, known, most)
        judge = self.judge.without(lambda rule, place: rule.id not in codes)
        goals = self.goals or (lambda encoded: {})
        return SearchProblem(
            judge, roster, goals, "free", self.rules, self.asked, lambda *given: bounds
        )


class _SlicedBounds(DomainBounds):
    """Domain bounds by the rules that count, for a conflict may do without the other rules.

    Nested places (``Place.is_nested``), such as an ally's ally, are bounded by all rules: else
    there would be no end of them.
    """

    def __init__(
        self,
        query: ConflictQuery,
        roster: Roster,
        codes: Collection[str],
        known: Collection[str],
        most: int,
    ) -> None:
        """Leave rules out.

        Args:
            query: the question of a conflict.
            roster: a roster with the limits and choices.
            codes: the ids of the rules that count; places irrelevant to them get no additions.
            known: the ids of the rules that hold wherever they are asked, so that they bound.
            most: the most copies or models of a selection.
        """
        super().__init__(query.judge.without(lambda rule, place: rule.id not in known), roster, ())
        self._query = query
        self._relevant = query.relevant_places(codes)
        self._highest = most

    def most(
        self,
        place: Place,
        holder_copies: int,
        charged: Mapping[str, Number],
        certain: Sequence[tuple[Place, int]] = (),
        *,
        owned: bool = False,
    ) -> int:
        """The most copies that there can be at a place, in all selections there."""
        if not self._relevant[place]:
            return 0
        if place.is_nested:
            return self._query.all_bounds.most(place, holder_copies, {})
        return min(self._highest, super().most(place, holder_copies, charged, certain, owned=owned))

    def most_size(
        self,
        place: Place,
        charged: Mapping[str, Number],
        copies: int = 1,
        holder_copies: int = 1,
        *,
        owned: bool = False,
    ) -> int | None:
        """The most models that some selections at a place can have together."""
        most = super().most_size(place, charged, copies, holder_copies, owned=owned)
        return self._highest * copies if most is None else min(most, self._highest * copies)


class AssumptionModel:
    """A model with an assumption literal for each soft constraint.

    Attributes:
        literals: the assumption literal of each soft constraint.
        rules: for each soft constraint that is a rule or wish, the rule and its places.
    """

    def __init__(
        self,
        query: ConflictQuery,
        problem: SearchProblem,
        budget: SearchBudget,
        chosen: bool,
        disaggregated: Mapping[Place, int] | None = None,
        only_at: Mapping[Place, int] | None = None,
    ) -> None:
        self.query = query
        self.problem = problem
        self.budget = budget
        self.chosen = chosen
        self.literals: dict[SoftConstraint, BoolLiteral] = {}
        self.rules: dict[SoftConstraint, tuple[Constraint, dict[Place, None]]] = {}
        self._paths: dict[Candidate, SelectionPath] = {}
        self.encoded = EncodedProblem(problem, budget, disaggregated, only_at, self._of_rules)
        self._of_choices()
        self.solver = CpSatSolver(self.encoded.model, budget)

    def unsat_core(self, soft_constraints: Iterable[SoftConstraint]) -> list[SoftConstraint] | None:
        """Find soft constraints, few if possible, that can't all hold.

        Returns:
            None if all of the given ones can hold, or if the search did not settle it.
        """
        names = {self.literals[soft]: soft for soft in soft_constraints if soft in self.literals}
        solution, literals = self.solver.unsat_core([*names])
        return (
            [names[literal] for literal in literals]
            if solution.status is Status.IMPOSSIBLE
            else None
        )

    def satisfying(self, soft_constraints: Collection[SoftConstraint]) -> Solution:
        """Find a solution that meets most of some soft constraints, then most of the others.

        Of such solutions it is one with the fewest additions: each addition has to be judged.
        """
        self.solver.budget = self.budget.share(ROSTER_SHARE)
        model, tree = self.encoded.model, self.encoded.tree
        added = total([candidate.count for candidate in tree.added()])
        one = model.high(added) + 1
        each = one * (len(self.literals) + 1)
        goal = [
            of_literal(literal, each if soft in soft_constraints else one)
            for soft, literal in self.literals.items()
        ]
        solution = self.solver.maximise(total(goal) - added)
        self.solver.budget = self.budget
        return solution

    def holds(self, solution: Solution, soft_constraints: Iterable[SoftConstraint]) -> bool:
        """Tell whether a solution meets some soft constraints."""
        literals = [self.literals[soft] for soft in soft_constraints if soft in self.literals]
        return bool(solution.values) and all(
            solution.value(of_literal(literal)) for literal in literals
        )

    def judged(self, solution: Solution) -> JudgedRoster:
        """A solution as a roster, with the soft constraints that the judge finds violated in it."""
        tree, judge = self.encoded.tree, self.query.judge
        roster = decode(tree, solution)
        verdict = judge.evaluate(roster)
        present = [
            candidate for candidate in tree.candidates if int_value(solution, candidate.count)
        ]
        paths = {
            node: self._path(candidate)
            for node, candidate in zip(verdict.army.nodes, present, strict=True)
            if self._is_chosen(candidate)
        }
        soft_constraints = {
            (breach.constraint.id, paths.get(breach.node))
            for breach in verdict.breaches
            if breach.constraint.severity is Severity.ERROR
        }
        soft_constraints |= {
            (rule.id, (number,))
            for number, rule in enumerate(self.problem.rules)
            if not holds_for(judge, verdict.army, rule.require)
        }
        soft_constraints |= {
            (KEPT, self._path(candidate))
            for candidate in tree.candidates
            if (
                self._is_chosen(candidate)
                and not _stays(
                    candidate,
                    int_value(solution, candidate.count),
                    int_value(solution, candidate.size),
                )
            )
            or (self._is_chosen(candidate) and not self._is_home(solution, candidate))
        }
        return JudgedRoster(roster, frozenset(soft_constraints))

    def _of_rules(self, model: ConstraintModel) -> AssumptionFor:
        self.literals, self.rules, self._paths = {}, {}, {}
        wishes = {id(rule): (number,) for number, rule in enumerate(self.problem.rules)}

        def assume(rule: Constraint, candidate: Candidate) -> BoolLiteral:
            path = self._path(candidate) if self._is_chosen(candidate) else None
            soft = rule.id, wishes.get(id(rule), path)
            if soft not in self.literals:
                self.literals[soft] = model.literal()
            self.rules.setdefault(soft, (rule, {}))[1][candidate.place] = None
            return self.literals[soft]

        return assume

    def _of_choices(self) -> None:
        model, tree = self.encoded.model, self.encoded.tree
        for candidate in tree.candidates:
            if self._is_chosen(candidate) and (selection := candidate.selection) is not None:
                literal = self.literals[KEPT, self._path(candidate)] = model.literal()
                model.exactly_0(candidate.count - constant(selection.count), (literal,))
                if selection.size:
                    model.exactly_0(candidate.size - constant(selection.size), (literal,))
                if tree.placements.home(candidate) and tree.placements.literals[candidate]:
                    model.clause((~literal, tree.placements.is_home(candidate)))

    def _is_chosen(self, candidate: Candidate) -> bool:
        return self.chosen and candidate.selection is not None

    def _is_home(self, solution: Solution, candidate: Candidate) -> bool:
        """Whether one of the player's selections is placed at its old target, if it had one."""
        placements = self.encoded.tree.placements
        if not placements.home(candidate) or not placements.literals[candidate]:
            return True
        return bool(solution.value(of_literal(placements.is_home(candidate))))

    def _path(self, candidate: Candidate) -> SelectionPath:
        """The path of one of the player's selections in the roster."""
        if candidate.holder is None:
            return ()
        if candidate not in self._paths:
            index = candidate.holder.children.index(candidate)  # before additions
            self._paths[candidate] = (*self._path(candidate.holder), index)
        return self._paths[candidate]


def _stays(candidate: Candidate, count: int, size: int) -> bool:
    """Whether one of the player's selections has its old numbers of copies and models."""
    own = candidate.selection
    return own is None or (count == own.count and (not own.size or size == own.size))
