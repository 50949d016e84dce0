"""The rules, asked of every spot: what the judge asks of a selection, as rows of a program.

Of a lump a rule is asked for all its selections together. That is sound where it is the same for
any number of them: where it says nothing but what is inside, each number multiplied by the copies.
Else the lump is read loosely, or the rule is left out of it, which allows too much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from listbuilder.findings import Severity
from listbuilder.model.language import Comparison, Condition, Constraint, Count, Op, Test
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains.candidates import Candidate, CandidateTree, NeedsDisaggregationError
from listbuilder.solve.encode.aggregates import AggregateEncoder
from listbuilder.solve.encode.expressions import ExpressionEncoder
from listbuilder.solve.model.linear import (
    FALSE,
    TRUE,
    BoolLiteral,
    ConstraintModel,
    LinearExpr,
    of_literal,
)

AssumptionFor = Callable[[Constraint, Candidate], BoolLiteral]
"""A literal without which a rule need not be kept at a spot."""


class _Cap(NamedTuple):
    rule: Constraint
    around: Candidate
    candidates: list[Candidate]


class ConstraintPoster:
    """Asks the rules of one tree."""

    def __init__(
        self, encoder: ExpressionEncoder, assume: AssumptionFor = lambda rule, candidate: TRUE
    ) -> None:
        self.encoder = encoder
        self.assume = assume
        self.judge: Judge = encoder.judge
        self.tree: CandidateTree = encoder.tree
        self.model: ConstraintModel = encoder.model
        self.aggregates = AggregateEncoder(encoder)
        self._contained: set[tuple[Candidate | None, int]] = set()

    def post_all(self, more: Iterable[Constraint] = ()) -> None:
        """Demand that every rule is kept wherever it is asked.

        Args:
            more: rules asked of the whole roster besides the book's.

        Raises:
            LumpError: a lump whose selections have to stand apart.
            OverError: it takes too long.
        """
        caps: dict[tuple[Candidate, str, object], _Cap] = {}
        for candidate in (self.tree.root, *self.tree.candidates):
            self.tree.budget.check()
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
        """Demand that a rule is kept at a spot.

        Args:
            rule: any.
            spot: where.
            there: when it is asked; None: where the spot is there.
        """
        try:
            self._post(rule, candidate, present)
        except NeedsDisaggregationError as error:
            aggregate_root = candidate.aggregate_root
            if (
                self.encoder.exact
                or aggregate_root is None
                or aggregate_root.place is not error.place
            ):
                raise
            self.encoder.relaxed.add(aggregate_root.place)
            self._post_aggregated(rule, candidate, present)

    def _post(self, rule: Constraint, candidate: Candidate, present: BoolLiteral | None) -> None:
        encoder = self.encoder
        encoder.local = False
        literals = []
        for condition in conditions_of(self.judge, rule):
            literal = encoder.test(condition, candidate)
            if literal == FALSE:
                return
            literals.append(literal)
        self._require_certain(candidate, literals)
        static_value = encoder.static_value(rule.require, candidate)
        if static_value is not None:
            self._require_certain(candidate, [static_value])
            if static_value != TRUE:
                literals += [
                    self.assume(rule, candidate),
                    candidate.present if present is None else present,
                ]
                self.model.clause([*(~literal for literal in literals), static_value])
            return
        encoder.local = False
        self._require(rule, candidate, present, literals)

    def _post_aggregated(
        self, rule: Constraint, candidate: Candidate, present: BoolLiteral | None
    ) -> None:
        """Ask as much of a rule as can be asked of all selections together."""
        if present is not None:
            return
        try:
            compared_amounts = list(
                self.aggregates.amounts(rule, conditions_of(self.judge, rule), candidate)
            )
        except NeedsDisaggregationError:
            return
        for amount in compared_amounts:
            self.model.at_least_0(amount, (self.assume(rule, candidate),))

    def _require_certain(self, candidate: Candidate, literals: Iterable[BoolLiteral]) -> None:
        """Refuse to ask several selections at once what each may answer differently."""
        if (
            self.encoder.local
            and candidate.aggregate_root
            and any(literal not in (TRUE, FALSE) for literal in literals)
        ):
            self.encoder.require_disaggregation(candidate)

    def _require(
        self,
        rule: Constraint,
        candidate: Candidate,
        present: BoolLiteral | None,
        where: list[BoolLiteral],
    ) -> None:
        encoder, require = self.encoder, rule.require
        bound, unset = encoder.read(require.bound, candidate)
        groups, unknown = compared_amounts(encoder, require, candidate)
        if require.op == "at_most" and self.model.low(bound) >= 0:
            groups = [(found, TRUE) for found, _ in groups]  # nothing is never too much
        if TRUE in (unset, unknown):
            return
        local = encoder.local and candidate.aggregate_root is not None
        for found, asked in groups:
            literals = [*where, ~unset, ~unknown, asked]
            if local:
                self._require_certain(candidate, literals)
            if require.op == "multiple_of":
                if local:
                    self.encoder.require_disaggregation(candidate)
                kept = self.model.is_multiple(found, bound.const)
                literals += [
                    self.assume(rule, candidate),
                    candidate.present if present is None else present,
                ]
                self.model.clause([*(~literal for literal in literals), kept])
                continue
            for difference in _differences(require.op, found, bound):
                self._post_amount(
                    rule,
                    candidate,
                    present,
                    literals,
                    self._for_all_copies(difference, candidate, local),
                )

    def _for_all_copies(
        self, difference: LinearExpr, candidate: Candidate, local: bool
    ) -> LinearExpr:
        """What has to be 0 at least, for all the selections that a spot stands for."""
        if not local or self.model.low(difference) >= 0:
            return difference
        if not self.encoder.is_inside(difference, candidate):
            self.encoder.require_disaggregation(candidate)
        if not difference.const:
            return difference
        if candidate.place.copies == 1:
            return LinearExpr(difference.terms) + candidate.count.times(difference.const)
        self.encoder.relax(candidate)  # of a plain entry's copies several may be one selection
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
        """Demand that a quantity is 0 at least, where the spot is there and all literals hold."""
        if self.model.low(amount) >= 0:
            return
        literals = [*where, self.assume(rule, candidate)]
        if present is not None:
            literals.append(present)
        elif amount.const < 0 or not self.encoder.is_inside(amount, candidate):
            literals.append(candidate.present)  # else it holds anyway where the spot is not there
        self.model.at_least_0(amount, tuple(literals))
        if not amount.const and all(literal == TRUE for literal in literals):
            self._note_contained(amount)

    def _note_contained(self, amount: LinearExpr) -> None:
        """Note which counts a row makes nothing where what holds them is not there."""
        positive = [variable for variable, factor in amount.terms.items() if factor > 0]
        if len(positive) == 1:
            holder = self.encoder.candidate_of.get(positive[0])
            self._contained.update(
                (holder, variable) for variable, factor in amount.terms.items() if factor < 0
            )

    def _post_containment(self) -> None:
        """See that nothing stands in what is not there, where no rule has said it."""
        for candidate in self.tree.added():
            holder = candidate.holder
            if holder is None or not holder.count.terms:
                continue
            if any((holder, variable) not in self._contained for variable in candidate.count.terms):
                most = self.model.high(candidate.count)
                self.model.at_least_0(holder.count.times(most) - candidate.count)

    def _post_cap(self, cap: _Cap) -> None:
        require, around = cap.rule.require, cap.around
        quantity = require.quantity
        if not isinstance(quantity, Count):
            raise TypeError("a cap counts")
        capped = {candidate.start for candidate in cap.candidates}
        if all(
            candidate.start in capped
            for candidate, _ in self.encoder.matches(quantity.count, around)
        ):
            self.post(cap.rule, around)
            return
        if around.is_aggregate:
            self.encoder.relax(around)
            return
        self.post(
            cap.rule, around, self.model.any_of(candidate.present for candidate in cap.candidates)
        )


def _differences(op: Op, found: LinearExpr, bound: LinearExpr) -> Iterator[LinearExpr]:
    """Yield what has to be 0 at least for a comparison to hold."""
    if op in ("at_most", "exactly"):
        yield bound - found
    if op in ("at_least", "exactly"):
        yield found - bound


def compared_amounts(
    encoder: ExpressionEncoder, require: Comparison, candidate: Candidate
) -> tuple[list[tuple[LinearExpr, BoolLiteral]], BoolLiteral]:
    """What a comparison is asked of at a spot: quantities, and whether it is asked of each.

    Returns:
        These, and whether a limit is read that the roster does not set.
    """
    if require.per is None:
        found, unknown = encoder.read(require.quantity, candidate)
        return [(found, TRUE)], unknown
    keyed, unknown = encoder.groups(require, candidate)
    return [(found, literal) for _, found, literal in keyed], unknown


def conditions_of(judge: Judge, rule: Constraint) -> Iterator[Condition]:
    """Yield what has to hold for a rule to be asked: the rest the place settles."""
    scope = rule.for_
    if isinstance(scope, Test | Comparison) and not judge.compiler.is_static(scope):
        yield scope
    if rule.when is not None:
        yield rule.when


def cap_scope(candidate: Candidate, scope: str, root: Candidate) -> Candidate | None:
    """What a cap goes over: the nearest selection so called, itself or around it."""
    around: Candidate | None = candidate
    while around is not None and around is not root:
        if scope in around.place.keywords:
            return around
        around = around.holder
    return root if scope == "roster" else None
