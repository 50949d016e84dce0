"""The expressions of the rule language as linear expressions and literals over candidates.

Each node means what ``listbuilder.rules.compile`` says; property tests hold the two together. A
reading at a candidate has to be right only where the candidate is present.

An aggregate is read for all its copies at once. Where its copies may differ in a test, the test is
open for them (``SelectorMatch.is_open``): a count takes any number from none to all, a relaxation.
Example: of 20 foot in one aggregate some carry a shield, so a rule that counts foot with shields
counts a number between 0 and 20, until refinement splits the aggregate.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple, assert_never

from listbuilder.model.language import (
    ALWAYS,
    Comparison,
    Condition,
    Count,
    Distinct,
    GreatestOf,
    If,
    LeastOf,
    Limit,
    LookUp,
    Outside,
    Plus,
    Quantity,
    Selector,
    Sum,
    Test,
    Times,
    Unassigned,
)
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import passes
from listbuilder.solve.domains.candidates import Candidate, is_inside_aggregate
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.encode.keywords import KeywordEncoder
from listbuilder.solve.encode.piecewise import PiecewiseEncoder
from listbuilder.solve.encode.readings import Reading, Truth
from listbuilder.solve.encode.relaxation import Relaxation
from listbuilder.solve.encode.selectors import SelectorEncoder, scope_key
from listbuilder.solve.encode.values import ValueEncoder
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.linear import (
    FALSE,
    TRUE,
    ZERO,
    BoolLiteral,
    LinearExpr,
    constant,
    of_literal,
    total,
)


class Groups(NamedTuple):
    """The quantities of a comparison for each entry, or for each keyword of a family (``per``).

    Attributes:
        amounts: for each group its key, its quantity and the literal under which it is compared.
        unset: holds if a limit is read that the roster does not set.
        per_copy: the copies of the asking aggregate may differ in them.
    """

    amounts: list[tuple[str, LinearExpr, BoolLiteral]]
    unset: BoolLiteral
    per_copy: bool


class _QuantityPart(NamedTuple):
    """A part of a quantity: ``unset`` has a literal for each unset limit that it may read."""

    amount: LinearExpr
    unset: tuple[BoolLiteral, ...] = ()
    per_copy: bool = False


class ExpressionEncoder:
    """Encodes quantities, tests and comparisons, asked at the candidates of one tree.

    Attributes:
        relaxation: notes the aggregates that are relaxed.
        values, keywords, selectors, piecewise: the encoders of these parts of the language.
    """

    def __init__(
        self, judge: Judge, tree: CandidateTree, model: ConstraintModel, exact: bool = False
    ) -> None:
        self.judge = judge
        self.tree = tree
        self.model = model
        self.relaxation = Relaxation(tree, exact)
        self._totals: dict[tuple[int, bool, Candidate], Reading] = {}
        self.values = ValueEncoder(tree, model, self.relaxation, self)
        self.keywords = KeywordEncoder(tree, model, self.relaxation, self)
        self.selectors = SelectorEncoder(tree, model, self.relaxation, self)
        self.piecewise = PiecewiseEncoder(tree, model, self.relaxation, self.selectors, self)
        self._asked: list[object] = []  # keeps the expressions, for memos know them by identity

    # Quantities

    def read(self, quantity: Quantity, candidate: Candidate, own: bool = False) -> Reading:
        """Encode a quantity.

        Args:
            quantity: any.
            candidate: the candidate of which it is asked.
            own: whether tests see the keywords of entries instead of those after changes.

        Raises:
            NeedsDisaggregationError: the copies of an aggregate differ, and no relaxation is known.
        """
        part = self._part(quantity, candidate, own)
        return Reading(part.amount, self.model.any_of(part.unset), part.per_copy)

    def quantity(self, quantity: Quantity, candidate: Candidate) -> LinearExpr:
        """Encode a quantity; a limit that the roster does not set is 0."""
        return self.read(quantity, candidate).amount

    def _part(self, quantity: Quantity, candidate: Candidate, own: bool) -> _QuantityPart:
        """Encode a quantity by its kind; the arguments are those of ``read``."""
        match quantity:
            case int() | Fraction():
                return _QuantityPart(constant(quantity))
            case Count(Selector("self", Test() as test, False)) if test == ALWAYS:
                # The root counts too: there is one roster.
                return _QuantityPart(candidate.count, per_copy=candidate.is_aggregate)
            case Count(selector):
                return self._total(quantity, None, selector, candidate, own)
            case Sum(value, selector):
                return self._total(quantity, value, selector, candidate, own)
            case Distinct(per, selector):
                groups = self.groups(
                    Comparison(Count(selector), "at_least", 0, per), candidate, own
                )
                amount = total([of_literal(there) for _, _, there in groups.amounts])
                return _part(self.piecewise.for_one(amount, selector, groups.per_copy, candidate))
            case GreatestOf(value, selector):
                return _part(self.piecewise.extreme(value, selector, candidate, own, falling=False))
            case LeastOf(value, selector):
                return _part(self.piecewise.extreme(value, selector, candidate, own, falling=True))
            case Limit(limit):
                if limit not in self.tree.roster.limits:
                    return _QuantityPart(ZERO, (TRUE,))
                return _QuantityPart(constant(self.tree.roster.limits[limit]))
            case Times(factor, of, rounding):
                part = self._part(of, candidate, own)
                amount = part.amount.times(factor)
                if rounding is not None:
                    amount = self.model.rounded(amount, rounding == "up")
                return part._replace(amount=amount)
            case Plus(summands):
                return _sum([self._part(summand, candidate, own) for summand in summands])
            case If(condition, then, else_):
                return self._either(condition, then, else_, candidate, own)
            case LookUp():
                return _part(self.piecewise.looked_up(quantity, candidate, own))
            case Outside():
                return _part(self.piecewise.outside(quantity, candidate, own))
            case Unassigned():
                return _part(self.piecewise.left_over(quantity, candidate, own))
            case _:
                assert_never(quantity)

    def _either(
        self, condition: Condition, then: Quantity, else_: Quantity, candidate: Candidate, own: bool
    ) -> _QuantityPart:
        """``then`` where a condition holds, else ``else_``: ``no + [holds] * (yes - no)``."""
        holds, per_copy = self.test(condition, candidate, own)
        if holds in (TRUE, FALSE):
            part = self._part(then if holds == TRUE else else_, candidate, own)
            return part._replace(per_copy=per_copy or part.per_copy)
        yes, no = (self.read(quantity, candidate, own) for quantity in (then, else_))
        unset = (
            self.model.all_of((holds, yes.unset)),
            self.model.all_of((~holds, no.unset)),
        )
        amount = no.amount + self.model.gate(holds, yes.amount - no.amount)
        return _QuantityPart(amount, unset, per_copy or yes.per_copy or no.per_copy)

    def _total(
        self,
        node: Count | Sum,
        value: str | None,
        selector: Selector,
        candidate: Candidate,
        own: bool,
    ) -> _QuantityPart:
        """Encode a count (``value`` None) or a sum, once for all candidates with one anchor.

        A match that is open adds any part of its amount.
        """
        anchor = scope_key(self.tree, selector.in_, candidate)
        if anchor is None:
            return _QuantityPart(ZERO)
        key = id(node), own, anchor
        if key not in self._totals:
            self._asked.append(node)
            parts, unset = [], []
            matches = self.selectors.in_scope(selector, candidate, own)
            for other, literal, is_open in matches.found:
                amount, unknown = self.amount_of(value, other, own)
                found = amount if literal == TRUE else self.model.gate(literal, amount)
                if is_open:
                    if unknown != FALSE:
                        self.piecewise.blame(other, candidate)
                    parts.append(self.model.part(found))
                    continue
                parts.append(found)
                if unknown != FALSE:
                    unset.append(self.model.all_of((literal, unknown)))
            self._totals[key] = Reading(total(parts), self.model.any_of(unset), matches.per_copy)
        amount, unknown, per_copy = self._totals[key]
        # 0 is the same for each copy of an aggregate.
        per_copy |= bool(amount.terms) and is_inside_aggregate(candidate, anchor)
        return _QuantityPart(amount, (unknown,), per_copy)

    def amount_of(
        self, value: str | None, candidate: Candidate, own: bool
    ) -> tuple[LinearExpr, BoolLiteral]:
        """The copies of a candidate, or their value; and the literal for reading an unset limit."""
        if value is None:
            return candidate.count, FALSE
        return self.values.value_of(value, candidate, own)

    # Tests

    def test(self, condition: Condition, candidate: Candidate, own: bool = False) -> Truth:
        """Encode a condition.

        Raises:
            NeedsDisaggregationError: the copies of an aggregate may differ in it.
        """
        if isinstance(condition, Comparison):
            return self.compare(condition, candidate, own)
        if self.selectors.is_static(condition, own):
            return Truth(TRUE if self.judge.passing(condition)[candidate.place] else FALSE, False)
        truths = self._tests(condition, candidate, own)
        literal, per_copy = self._all_of(truths)
        differs = candidate.is_aggregate or (per_copy and candidate.aggregate_root is not None)
        if differs and literal not in (TRUE, FALSE):
            self.relaxation.require_disaggregation(candidate)
        return Truth(literal, per_copy)

    def _tests(self, test: Test, candidate: Candidate, own: bool) -> list[Truth]:
        """The parts of a test, all of which must hold."""
        never = [Truth(FALSE, False)]
        still = Test(entry=test.entry, slot=test.slot, printed=test.printed)
        if not passes(still, candidate.place):
            return never
        truths: list[Truth] = []
        if test.is_:
            truths.append(
                self._any([self.keywords.is_called(candidate, name, own) for name in test.is_])
            )
        choices = self.tree.roster.choices
        if any(choices.get(key) != option for key, option in test.choice):
            return [*truths, *never]
        first = next(iter(self.tree.roster.catalogues), "")
        if test.first_list and first not in test.first_list:
            return [*truths, *never]
        if test.has is not None:
            held = []
            for child in candidate.children:
                present = Truth(child.present, False)
                held.append(self._all_of([present, self.test(test.has, child, own)]))
            truths.append(self._any(held))
        if test.under is not None:
            truths.append(
                self._any([self.test(test.under, one, own) for one in candidate.around()])
            )
        truths += [self.test(part, candidate, own) for part in test.all_]
        if test.any_:
            truths.append(self._any([self.test(part, candidate, own) for part in test.any_]))
        if test.not_ is not None:
            refused = self.test(test.not_, candidate, own)
            truths.append(Truth(~refused.literal, refused.per_copy))
        return truths

    def _all_of(self, truths: Iterable[Truth]) -> Truth:
        truths = [*truths]
        literal = self.model.all_of(truth.literal for truth in truths)
        return Truth(literal, any(truth.per_copy for truth in truths))

    def _any(self, truths: list[Truth]) -> Truth:
        literal = self.model.any_of(truth.literal for truth in truths)
        return Truth(literal, any(truth.per_copy for truth in truths))

    # Comparisons

    def compare(self, comparison: Comparison, candidate: Candidate, own: bool = False) -> Truth:
        """Encode a comparison; it fails where it reads a limit that the roster does not set.

        Raises:
            NeedsDisaggregationError: as ``read``.
        """
        known = self.own_test(comparison, candidate, own)
        if known is not None:
            return known
        bound, unset, per_copy = self.read(comparison.bound, candidate, own)
        if comparison.per is None:
            found, unknown, differs = self.read(comparison.quantity, candidate, own)
            literal = self.model.holds(comparison.op, found, bound)
            literal = self.model.all_of((literal, ~unset, ~unknown))
            return Truth(literal, per_copy or differs)
        groups = self.groups(comparison, candidate, own)
        ways = [
            self.model.any_of((~asked, self.model.holds(comparison.op, found, bound)))
            for _, found, asked in groups.amounts
        ]
        literal = self.model.all_of((*ways, ~unset, ~groups.unset))
        return Truth(literal, per_copy or groups.per_copy)

    def own_test(
        self, comparison: Comparison, candidate: Candidate, own: bool = False
    ) -> Truth | None:
        """Encode a comparison that only tests the selection itself or its holder; else None.

        Example: "at least 1 mounted selection in ``self``" is the test whether it is mounted.
        """
        match comparison:
            case Comparison(
                Count(Selector("self" | "parent" as in_, test, False)),
                "at_least" | "at_most" as op,
                0 | 1 as bound,
                None,
            ) if (op == "at_least") == (bound == 1):
                other = candidate if in_ == "self" else candidate.holder
                if other is candidate is self.tree.root and test == ALWAYS:
                    truth = Truth(TRUE, False)
                elif other is None or other is self.tree.root:
                    truth = Truth(FALSE, False)
                else:
                    truth = self.test(test, other, own)
                return truth if op == "at_least" else Truth(~truth.literal, truth.per_copy)
        return None

    def groups(self, comparison: Comparison, candidate: Candidate, own: bool = False) -> Groups:
        """Encode the quantities of a comparison that is asked for each entry or keyword.

        Raises:
            NeedsDisaggregationError: as ``read``.
        """
        quantity, per = comparison.quantity, comparison.per
        if not isinstance(quantity, Count | Sum) or per is None:
            raise ValueError(f"per {per} goes with a count or a sum")
        selector = quantity.count if isinstance(quantity, Count) else quantity.of
        value = quantity.sum if isinstance(quantity, Sum) else None
        found: dict[str, list[tuple[LinearExpr, BoolLiteral]]] = {}
        unset = []
        matches = self.selectors.matches(selector, candidate, own)
        for other, literal, is_open in matches.found:
            if is_open:
                self.piecewise.blame(other, candidate)
            amount, unknown = self.amount_of(value, other, own)
            for key, called in self.keywords.keys(other, per, own):
                both = self.model.all_of((literal, called))
                present = self.model.all_of((both, other.present))
                found.setdefault(key, []).append((self.model.gate(both, amount), present))
                unset.append(self.model.all_of((both, unknown)))
        amounts = [
            (
                key,
                total([part for part, _ in parts]),
                self.model.any_of([literal for _, literal in parts]),
            )
            for key, parts in found.items()
        ]
        return Groups(amounts, self.model.any_of(unset), matches.per_copy)


def _part(reading: Reading) -> _QuantityPart:
    return _QuantityPart(reading.amount, (reading.unset,), reading.per_copy)


def _sum(parts: list[_QuantityPart]) -> _QuantityPart:
    return _QuantityPart(
        total([part.amount for part in parts]),
        tuple(literal for part in parts for literal in part.unset),
        any(part.per_copy for part in parts),
    )
