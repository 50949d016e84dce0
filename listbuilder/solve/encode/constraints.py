"""Every rule as constraints of the model, posted at every candidate where the judge asks it.

A rule of one selection reads ``amount >= 0`` where the candidate is present: "at most 5 shields" is
``5 - shields >= 0``. For an aggregate it is summed over the copies: ``5 * copies - shields >= 0``.
The sum is exact if the rule sets each copy the same bound and reads nothing outside it; else it is
a relaxation. Example: three aggregated units with 15 shields keep the sum even if one unit has all
15, which the rule forbids; refinement splits the aggregate if a solution depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from listbuilder.findings import Severity
from listbuilder.model.language import Comparison, Condition, Constraint, Count, Number, Op, Test
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains.candidates import Candidate, NeedsDisaggregationError
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.encode.aggregates import AggregateEncoder
from listbuilder.solve.encode.expressions import ExpressionEncoder
from listbuilder.solve.model.big_m import at_most_each
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.linear import (
    FALSE,
    TRUE,
    BoolLiteral,
    LinearExpr,
    constant,
    of_literal,
)

AssumptionFor = Callable[[Constraint, Candidate], BoolLiteral]
"""The literal that switches a rule on at a candidate; ``TRUE``: it always holds."""


class _Cap(NamedTuple):
    """A cap and one scope of it.

    Attributes:
        rule: the cap.
        around: the candidate of the scope: it has the scope's keyword, or is the root.
        candidates: the candidates inside the scope at which the cap is asked.
    """

    rule: Constraint
    around: Candidate
    candidates: list[Candidate]


class ConstraintPoster:
    """Posts the rules of one tree.

    Attributes:
        assume: gives the literal that switches a rule on at a candidate.
    """

    def __init__(
        self, encoder: ExpressionEncoder, assume: AssumptionFor = lambda rule, candidate: TRUE
    ) -> None:
        self.encoder = encoder
        self.assume = assume
        self.judge: Judge = encoder.judge
        self.tree: CandidateTree = encoder.tree
        self.model: ConstraintModel = encoder.model
        self.relaxation = encoder.relaxation
        self.aggregates = AggregateEncoder(encoder)
        self._contained: set[tuple[Candidate | None, int]] = set()

    def post_all(self, more: Iterable[Constraint] = ()) -> None:
        """Post every rule of the book, then that nothing is held by an absent holder.

        Args:
            more: rules asked of the whole roster besides the book's.

        Raises:
            NeedsDisaggregationError: no relaxation of a rule over an aggregate is known.
            BudgetExhaustedError: the time or the work is used up.
        """
        caps: dict[tuple[Candidate, str, object], _Cap] = {}
        for candidate in (self.tree.root, *self.tree.candidates):
            self.tree.budget.check(self.model.size)
            for rule, scope in self.judge.rules_at(candidate.place):
                if rule.severity is not Severity.ERROR:
                    continue
                if scope is None:
                    self.post(rule, candidate)
                elif (around := cap_scope(candidate, scope, self.tree.root)) is not None:
                    entry = candidate.place.entry
                    key = around, entry.id if entry else "", rule.require.bound
                    caps.setdefault(key, _Cap(rule, around, [])).candidates.append(candidate)
        for cap in caps.values():
            self._post_cap(cap)
        for rule in more:
            self.post(rule, self.tree.root)
        self._post_containment()

    def post(
        self, rule: Constraint, candidate: Candidate, present: BoolLiteral | None = None
    ) -> None:
        """Post a rule at a candidate.

        Args:
            rule: any.
            candidate: the candidate of which it is asked.
            present: the literal under which it is asked; None: where the candidate is present.

        Raises:
            NeedsDisaggregationError: the aggregate around the candidate may not be relaxed.
        """
        try:
            self._post(rule, candidate, present)
        except NeedsDisaggregationError as error:
            if not self.relaxation.catches(error, candidate):
                raise
            self._post_aggregated(rule, candidate, present)

    def _post(self, rule: Constraint, candidate: Candidate, present: BoolLiteral | None) -> None:
        """Post a rule exactly, or as a sum over the copies of an aggregate."""
        encoder = self.encoder
        truths = []
        for condition in conditions_of(self.judge, rule):
            truth = encoder.test(condition, candidate)
            if truth.literal == FALSE:
                return
            truths.append(truth)
        per_copy = any(truth.per_copy for truth in truths)
        literals = [truth.literal for truth in truths]
        self._require_certain(candidate, literals, per_copy)
        known = encoder.own_test(rule.require, candidate)
        if known is None:
            self._post_comparison(rule, candidate, present, literals)
            return
        self._require_certain(candidate, [known.literal], per_copy or known.per_copy)
        if known.literal != TRUE:
            literals += self._switches(rule, candidate, present)
            self.model.clause([*(~literal for literal in literals), known.literal])

    def _post_aggregated(
        self, rule: Constraint, candidate: Candidate, present: BoolLiteral | None
    ) -> None:
        """Post a relaxation of a rule: constraints over the sums of an aggregate's copies."""
        if present is not None:
            return
        conditions = [*conditions_of(self.judge, rule)]
        amounts: list[LinearExpr] = []
        try:
            amounts += self.aggregates.amounts(rule, conditions, candidate)
        except NeedsDisaggregationError:
            if not conditions:
                self._post_least(rule, candidate)
        if not conditions:
            amounts += self.aggregates.room_for_placed(rule, candidate)
        for amount in amounts:
            self.model.at_least_0(amount, (self.assume(rule, candidate),))

    def _post_least(self, rule: Constraint, candidate: Candidate) -> None:
        """Post that all copies together have what each needs, such as a place to stand.

        It is all that is posted of "at least" where no sum over the copies is known.
        """
        require = rule.require
        if require.op not in ("at_least", "exactly") or require.per is not None:
            return
        if isinstance(require.bound, Number) and require.bound > 0:
            with suppress(NeedsDisaggregationError):
                found, unset, _ = self.encoder.read(require.quantity, candidate)
                if self.model.low(found) >= 0:
                    switches = self._switches(rule, candidate, None)
                    self.model.at_least_0(found - constant(require.bound), (~unset, *switches))

    def _require_certain(
        self, candidate: Candidate, literals: Iterable[BoolLiteral], per_copy: bool
    ) -> None:
        """Refuse conditions that hold for some copies of an aggregate and not for others."""
        uncertain = any(literal not in (TRUE, FALSE) for literal in literals)
        if per_copy and uncertain and candidate.aggregate_root is not None:
            self.relaxation.require_disaggregation(candidate)

    def _switches(
        self, rule: Constraint, candidate: Candidate, present: BoolLiteral | None
    ) -> list[BoolLiteral]:
        """The literals that switch a rule on: its assumption, and the presence of its candidate."""
        return [
            self.assume(rule, candidate),
            candidate.present if present is None else present,
        ]

    def _post_comparison(
        self,
        rule: Constraint,
        candidate: Candidate,
        present: BoolLiteral | None,
        where: list[BoolLiteral],
    ) -> None:
        """Post the comparison of a rule where all literals hold, for each group of ``per``."""
        encoder, require = self.encoder, rule.require
        bound, unset, differs = encoder.read(require.bound, candidate)
        compared = compared_amounts(encoder, require, candidate)
        amounts = compared.amounts
        if require.op == "at_most" and self.model.low(bound) >= 0:
            amounts = [(found, TRUE) for found, _ in amounts]  # 0 is never too much
        if TRUE in (unset, compared.unset):
            return
        per_copy = (differs or compared.per_copy) and candidate.aggregate_root is not None
        for found, asked in amounts:
            literals = [*where, ~unset, ~compared.unset, asked]
            self._require_certain(candidate, literals, per_copy)
            if require.op == "multiple_of":
                if per_copy:
                    self.relaxation.require_disaggregation(candidate)
                kept = self.model.is_multiple(found, bound.const)
                literals += self._switches(rule, candidate, present)
                self.model.clause([*(~literal for literal in literals), kept])
                continue
            for difference in _differences(require.op, found, bound):
                amount = self._for_all_copies(difference, candidate, per_copy)
                self._post_amount(rule, candidate, present, literals, amount)

    def _for_all_copies(
        self, difference: LinearExpr, candidate: Candidate, per_copy: bool
    ) -> LinearExpr:
        """An expression that must not be negative, summed up over the copies of an aggregate."""
        if not per_copy or self.model.low(difference) >= 0:
            return difference
        if not self.relaxation.is_within(difference, candidate):
            self.relaxation.require_disaggregation(candidate)
        if not difference.const:
            return difference
        if candidate.place.copies == 1:
            return LinearExpr(difference.terms) + candidate.count.times(difference.const)
        self.relaxation.relax(candidate)  # several copies may be a single selection
        many = candidate.count if difference.const > 0 else of_literal(candidate.present)
        return LinearExpr(difference.terms) + many.times(difference.const)

    def _post_amount(
        self,
        rule: Constraint,
        candidate: Candidate,
        present: BoolLiteral | None,
        where: list[BoolLiteral],
        amount: LinearExpr,
    ) -> None:
        """Post that an expression is not negative, where all literals hold."""
        if self.model.low(amount) >= 0:
            return
        literals = [*where, self.assume(rule, candidate)]
        if present is not None:
            literals.append(present)
        elif amount.const < 0 or not self.relaxation.is_within(amount, candidate):
            literals.append(candidate.present)  # otherwise the amount is 0 where it is absent
        self.model.at_least_0(amount, tuple(literals))
        if not amount.const and all(literal == TRUE for literal in literals):
            self._note_contained(amount)

    def _note_contained(self, amount: LinearExpr) -> None:
        """Note counts that are 0 where their holder is absent: those in ``k * holder >= n``."""
        positive = [variable for variable, factor in amount.terms.items() if factor > 0]
        if len(positive) == 1:
            holder = self.relaxation.candidate_of.get(positive[0])
            self._contained.update(
                (holder, variable) for variable, factor in amount.terms.items() if factor < 0
            )

    def _post_containment(self) -> None:
        """Post ``copies <= most * holders`` where no rule implies it."""
        for candidate in self.tree.added():
            holder = candidate.holder
            if holder is None or not holder.count.terms:
                continue
            if any((holder, variable) not in self._contained for variable in candidate.count.terms):
                each = self.tree.bounds.most(candidate.place, 1, {})
                most = min(each, self.model.high(candidate.count))
                at_most_each(self.model, candidate.count, holder.count, most)

    def _post_cap(self, cap: _Cap) -> None:
        """Post a cap at its scope, once for all candidates at which it is asked.

        If selections count at which it is not asked, it holds only where one of the asking
        candidates is present.
        """
        require, around = cap.rule.require, cap.around
        quantity = require.quantity
        if not isinstance(quantity, Count):
            raise TypeError("a cap counts")
        capped = {candidate.start for candidate in cap.candidates}
        if all(
            candidate.start in capped
            for candidate, *_ in self.encoder.selectors.matches(quantity.count, around).found
        ):
            self.post(cap.rule, around)
            return
        if around.is_aggregate:
            self.relaxation.relax(around)
            return
        self.post(
            cap.rule, around, self.model.any_of(candidate.present for candidate in cap.candidates)
        )


def _differences(op: Op, found: LinearExpr, bound: LinearExpr) -> Iterator[LinearExpr]:
    """Yield the expressions that are not negative if and only if a comparison holds."""
    if op in ("at_most", "exactly"):
        yield bound - found
    if op in ("at_least", "exactly"):
        yield found - bound


class Compared(NamedTuple):
    """The left sides of a comparison at a candidate.

    Attributes:
        amounts: each with the literal for whether the comparison is asked of it.
        unset: holds if a limit is read that the roster does not set.
        per_copy: the copies of the candidate's aggregate may differ in them.
    """

    amounts: list[tuple[LinearExpr, BoolLiteral]]
    unset: BoolLiteral
    per_copy: bool


def compared_amounts(
    encoder: ExpressionEncoder, require: Comparison, candidate: Candidate
) -> Compared:
    """Encode the left sides of a comparison: one, or with ``per`` one for each group.

    Raises:
        NeedsDisaggregationError: as ``ExpressionEncoder.read``.
    """
    if require.per is None:
        found, unset, per_copy = encoder.read(require.quantity, candidate)
        return Compared([(found, TRUE)], unset, per_copy)
    groups = encoder.groups(require, candidate)
    amounts = [(found, literal) for _, found, literal in groups.amounts]
    return Compared(amounts, groups.unset, groups.per_copy)


def conditions_of(judge: Judge, rule: Constraint) -> Iterator[Condition]:
    """Yield the conditions of a rule that its place does not decide."""
    scope = rule.for_
    if isinstance(scope, Test | Comparison) and not judge.compiler.is_static(scope):
        yield scope
    if rule.when is not None:
        yield rule.when


def cap_scope(candidate: Candidate, scope: str, root: Candidate) -> Candidate | None:
    """The candidate inside which a cap counts: the nearest with the keyword, or the root.

    None: no selection around the candidate has the keyword.
    """
    around: Candidate | None = candidate
    while around is not None and around is not root:
        if scope in around.place.keywords:
            return around
        around = around.holder
    return root if scope == "roster" else None
