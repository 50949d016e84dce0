"""The nodes of the rule language as linear quantities and literals over a roster's spots.

Each node means what ``listbuilder.rules.compile`` says it means; tests hold the two together. What
is asked of a spot matters only where the spot is there.

A lump is read for all its selections together. Where they may answer differently, it is read
*loosely*: what they can come to is allowed, and perhaps more.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NoReturn, assert_never

from listbuilder.model.language import (
    ALWAYS,
    Comparison,
    Condition,
    Count,
    If,
    Limit,
    Plus,
    Quantity,
    Selector,
    Sum,
    Test,
    Times,
)
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place, is_static, passes
from listbuilder.solve.domains.candidates import (
    Candidate,
    CandidateTree,
    NeedsDisaggregationError,
    is_inside_aggregate,
)
from listbuilder.solve.encode.keywords import KeywordEncoder
from listbuilder.solve.encode.selectors import ancestors, resolve, scope_key
from listbuilder.solve.encode.values import ValueEncoder
from listbuilder.solve.model.linear import (
    FALSE,
    TRUE,
    ZERO,
    BoolLiteral,
    ConstraintModel,
    LinearExpr,
    constant,
    total,
)

NO_KEYWORDS: frozenset[str] = frozenset()

MAYBE = None
"""Whether a test holds for a lump of which some selections may pass and others not."""

Matches = list[tuple[Candidate, BoolLiteral | None]]


class ExpressionEncoder:
    """Compiles quantities, tests and comparisons, asked at spots of one tree.

    Attributes:
        exact: nothing is read loosely.
        local: something was read that is different for each selection of a spot's zone.
        loose: places of the outermost lumps that were read loosely.
        owners: of a variable, the spot all of whose selections have so many together.
    """

    def __init__(
        self, judge: Judge, tree: CandidateTree, model: ConstraintModel, exact: bool = False
    ) -> None:
        self.judge = judge
        self.tree = tree
        self.model = model
        self.exact = exact
        self.local = False
        self.relaxed: set[Place] = set()
        self._moving = judge.compiler.moving
        self._is_static: dict[tuple[int, bool], bool] = {}
        self._matches: dict[tuple[int, bool, Candidate | None], tuple[Matches, bool]] = {}
        self._totals: dict[tuple[int, bool, Candidate], tuple[LinearExpr, BoolLiteral, bool]] = {}
        self._unset: list[BoolLiteral] = []
        self.values = ValueEncoder(self)
        self.keywords = KeywordEncoder(self)
        self.candidate_of = {
            variable: candidate
            for candidate in tree.candidates
            for variable in (*candidate.count.terms, *candidate.size.terms)
        }
        self._asked: list[object] = []  # nodes are known by identity, so they are kept

    # Quantities

    def read(
        self, quantity: Quantity, candidate: Candidate, own: bool = False
    ) -> tuple[LinearExpr, BoolLiteral]:
        """Compile a quantity.

        Args:
            quantity: any.
            spot: where it is asked.
            own: keywords are what entries say of themselves.

        Returns:
            The quantity, and whether it reads a limit that the roster does not set.
        """
        outer, self._unset = self._unset, []
        amount = self._quantity(quantity, candidate, own)
        unset, self._unset = self.model.any_of(self._unset), outer
        return amount, unset

    def quantity(self, quantity: Quantity, candidate: Candidate) -> LinearExpr:
        """Compile a quantity that is wanted as far as it can be told."""
        return self.read(quantity, candidate)[0]

    def _quantity(self, quantity: Quantity, candidate: Candidate, own: bool) -> LinearExpr:
        match quantity:
            case int() | Fraction():
                return constant(quantity)
            case Count(Selector("self", Test() as test, False)) if test == ALWAYS:
                self.local |= candidate.is_aggregate
                return candidate.count  # of the roster itself, too: it is there once
            case Count(selector):
                return self._total(quantity, None, selector, candidate, own)
            case Sum(value, selector):
                return self._total(quantity, value, selector, candidate, own)
            case Limit(limit):
                if limit not in self.tree.roster.limits:
                    self._unset.append(TRUE)
                    return ZERO
                return constant(self.tree.roster.limits[limit])
            case Times(factor, of, rounding):
                product = self._quantity(of, candidate, own).times(factor)
                if rounding is None:
                    return product
                return self.model.rounded(product, rounding == "up")
            case Plus(parts):
                return total([self._quantity(part, candidate, own) for part in parts])
            case If(condition, then, else_):
                holds = self.test(condition, candidate, own)
                if holds in (TRUE, FALSE):
                    return self._quantity(then if holds == TRUE else else_, candidate, own)
                (yes, yes_unset), (no, no_unset) = (
                    self.read(part, candidate, own) for part in (then, else_)
                )
                self._unset.append(self.model.all_of((holds, yes_unset)))
                self._unset.append(self.model.all_of((~holds, no_unset)))
                return no + self.model.gate(holds, yes - no)
            case _:
                assert_never(quantity)

    def _total(
        self,
        node: Count | Sum,
        value: str | None,
        selector: Selector,
        candidate: Candidate,
        own: bool,
    ) -> LinearExpr:
        anchor = scope_key(self.tree, selector.in_, candidate)
        if anchor is None:
            return ZERO
        key = id(node), own, anchor
        if key not in self._totals:
            self._asked.append(node)
            outer, self.local = self.local, False
            parts, unset = [], []
            found = self._matches_at(selector, candidate, own)
            for other, literal in found:
                amount, unknown = other.count, FALSE
                if value is not None:
                    amount, unknown = self.values.value_of(value, other, own)
                if literal is MAYBE:
                    if unknown != FALSE:
                        self.require_disaggregation(other)
                    parts.append(self.model.part(amount))
                    continue
                parts.append(self.model.gate(literal, amount))
                unset.append(self.model.all_of((literal, unknown)))
            self._totals[key] = total(parts), self.model.any_of(unset), self.local
            self.local = outer
        amount, unknown, local = self._totals[key]
        # Of nothing there is as much in every part of a zone.
        self.local |= local or (bool(amount.terms) and is_inside_aggregate(candidate, anchor))
        self._unset.append(unknown)
        return amount

    # Selectors

    def matches(self, selector: Selector, candidate: Candidate, own: bool = False) -> Matches:
        """Compile a selector: the spots it may find, each with whether it does if it is there."""
        anchor = scope_key(self.tree, selector.in_, candidate)
        if anchor is None:
            return []
        found = self._matches_at(selector, candidate, own)
        self.local |= bool(found) and is_inside_aggregate(candidate, anchor)
        return found

    def _matches_at(self, selector: Selector, candidate: Candidate, own: bool) -> Matches:
        """What ``find`` gives, whatever the asking spot may be a part of."""
        key = id(selector), own, scope_key(self.tree, selector.in_, candidate)
        if key not in self._matches:
            self._asked.append(selector)
            outer, self.local = self.local, False
            test, among = selector.test, resolve(self.tree, selector, candidate)
            found: Matches
            if self._is_static_test(test, own):
                passing = self.judge.passing(test)
                found = [(other, TRUE) for other in among if passing[other.place]]
            else:
                found = [
                    (other, literal)
                    for other in among
                    if (literal := self._relaxed_test(test, other, own)) != FALSE
                ]
            self._matches[key] = self._with_contents(found) if selector.whole else found, self.local
            self.local = outer
        candidates, local = self._matches[key]
        self.local |= local
        return candidates

    def _relaxed_test(self, test: Test, candidate: Candidate, own: bool) -> BoolLiteral | None:
        local, unset = self.local, self._unset
        try:
            return self.test(test, candidate, own)
        except NeedsDisaggregationError as error:
            if (
                self.exact
                or candidate.aggregate_root is None
                or candidate.aggregate_root.place is not error.place
            ):
                raise
            self.local, self._unset = local, unset
            self.relaxed.add(error.place)
            return MAYBE

    def _with_contents(self, found: Matches) -> Matches:
        """Those found with all below each; none of them twice."""
        literals: dict[Candidate, list[BoolLiteral | None]] = {}
        for candidate, literal in found:
            through = (
                literal
                if literal in (TRUE, MAYBE)
                else self.model.all_of((literal, candidate.present))
            )
            for part in self.tree.candidates[candidate.start : candidate.end]:
                literals.setdefault(part, []).append(through)
        return [(part, self._any_of(through)) for part, through in literals.items()]

    def _any_of(self, literals: list[BoolLiteral | None]) -> BoolLiteral | None:
        static_value = [literal for literal in literals if literal is not MAYBE]
        literal = self.model.any_of(static_value)
        return literal if literal == TRUE or len(static_value) == len(literals) else MAYBE

    # Tests

    def test(self, condition: Condition, candidate: Candidate, own: bool = False) -> BoolLiteral:
        """Compile a condition to a literal, right where the spot is there."""
        if isinstance(condition, Comparison):
            return self.compare(condition, candidate, own)
        if self._is_static_test(condition, own):
            return TRUE if self.judge.passing(condition)[candidate.place] else FALSE
        outer, self.local = self.local, False
        literal = self.model.all_of(self._tests(condition, candidate, own))
        if literal not in (TRUE, FALSE) and (
            candidate.is_aggregate or (self.local and candidate.aggregate_root is not None)
        ):
            self.require_disaggregation(candidate)
        self.local |= outer
        return literal

    def _is_static_test(self, condition: Test, own: bool) -> bool:
        key = id(condition), own
        if key not in self._is_static:
            self._asked.append(condition)
            self._is_static[key] = is_static(condition, NO_KEYWORDS if own else self._moving)
        return self._is_static[key]

    def relax(self, candidate: Candidate) -> None:
        """Note that a spot's zone is read loosely.

        Raises:
            LumpError: everything is to be exact.
        """
        if self.exact:
            self.require_disaggregation(candidate)
        if candidate.aggregate_root is not None:
            self.relaxed.add(candidate.aggregate_root.place)

    def require_disaggregation(self, candidate: Candidate) -> NoReturn:
        """Refuse a question that the selections of a lump may answer differently.

        Raises:
            LumpError: always.
        """
        raise NeedsDisaggregationError((candidate.aggregate_root or candidate).place)

    def owned(self, quantity: LinearExpr, candidate: Candidate) -> LinearExpr:
        """A quantity of new variables, noted as what all selections of a spot have together."""
        for variable in quantity.terms:
            self.candidate_of[variable] = candidate
        return quantity

    def is_inside(self, quantity: LinearExpr, candidate: Candidate) -> bool:
        """Whether a quantity is made of nothing but what a spot and those below have together."""
        candidate_of = (self.candidate_of.get(variable) for variable in quantity.terms)
        return all(
            owner is not None and candidate.start <= owner.start < candidate.end
            for owner in candidate_of
        )

    def most_held(self, candidate: Candidate, ancestors: Candidate) -> int:
        """The most copies that one selection of a spot around can hold, all the way down to it."""
        most = 1
        outer: Candidate | None = candidate
        while outer is not None and outer is not ancestors:
            most *= self.tree.bounds.most(outer.place, 1, {})
            outer = outer.holder
        return most

    def _tests(self, test: Test, candidate: Candidate, own: bool) -> Iterator[BoolLiteral]:
        still = Test(entry=test.entry, slot=test.slot)
        if still != ALWAYS and not passes(still, candidate.place):
            yield FALSE
            return
        if test.is_:
            yield self.model.any_of(
                [self.keywords.is_called(candidate, name, own) for name in test.is_]
            )
        choices = self.tree.roster.choices
        if any(choices.get(key) != option for key, option in test.choice):
            yield FALSE
            return
        if test.has is not None:
            yield self.model.any_of(
                [
                    self.model.all_of((child.present, self.test(test.has, child, own)))
                    for child in candidate.children
                ]
            )
        if test.under is not None:
            yield self.model.any_of(
                [self.test(test.under, one, own) for one in ancestors(candidate)]
            )
        for part in test.all_:
            yield self.test(part, candidate, own)
        if test.any_:
            yield self.model.any_of([self.test(part, candidate, own) for part in test.any_])
        if test.not_ is not None:
            yield ~self.test(test.not_, candidate, own)

    # Comparisons

    def compare(
        self, comparison: Comparison, candidate: Candidate, own: bool = False
    ) -> BoolLiteral:
        """Compile a comparison to a literal; it fails where it reads a limit that is not set."""
        static_value = self.static_value(comparison, candidate, own)
        if static_value is not None:
            return static_value
        bound, unset = self.read(comparison.bound, candidate, own)
        if comparison.per is None:
            found, unknown = self.read(comparison.quantity, candidate, own)
            literal = self.model.holds(comparison.op, found, bound)
            return self.model.all_of((literal, ~unset, ~unknown))
        groups, unknown = self.groups(comparison, candidate, own)
        ways = [
            self.model.any_of((~asked, self.model.holds(comparison.op, found, bound)))
            for _, found, asked in groups
        ]
        return self.model.all_of((*ways, ~unset, ~unknown))

    def static_value(
        self, comparison: Comparison, candidate: Candidate, own: bool = False
    ) -> BoolLiteral | None:
        """Whether the selection itself, or what it is in, passes a test: no counting is needed."""
        match comparison:
            case Comparison(
                Count(Selector("self" | "parent" as in_, test, False)),
                "at_least" | "at_most" as op,
                0 | 1 as bound,
                None,
            ) if (op == "at_least") == (bound == 1):
                other = candidate if in_ == "self" else candidate.holder
                if other is candidate is self.tree.root and test == ALWAYS:
                    literal = TRUE
                elif other is None or other is self.tree.root:
                    literal = FALSE
                else:
                    literal = self.test(test, other, own)
                return literal if op == "at_least" else ~literal
        return None

    def groups(
        self, comparison: Comparison, candidate: Candidate, own: bool = False
    ) -> tuple[list[tuple[str, LinearExpr, BoolLiteral]], BoolLiteral]:
        """What a comparison is asked of for each: key, quantity, and whether it is asked.

        Returns:
            These, and whether a limit is read that the roster does not set.
        """
        quantity, per = comparison.quantity, comparison.per
        if not isinstance(quantity, Count | Sum) or per is None:
            raise ValueError(f"per {per} goes with a count or a sum")
        selector = quantity.count if isinstance(quantity, Count) else quantity.of
        found: dict[str, list[tuple[LinearExpr, BoolLiteral]]] = {}
        unset = []
        for other, literal in self.matches(selector, candidate, own):
            if literal is MAYBE:
                self.require_disaggregation(other)
            amount, unknown = other.count, FALSE
            if isinstance(quantity, Sum):
                amount, unknown = self.values.value_of(quantity.sum, other, own)
            for key, called in self.keywords.keys(other, per, own):
                both = self.model.all_of((literal, called))
                present = self.model.all_of((both, other.present))
                found.setdefault(key, []).append((self.model.gate(both, amount), present))
                unset.append(self.model.all_of((both, unknown)))
        groups = [
            (
                key,
                total([part for part, _ in parts]),
                self.model.any_of([literal for _, literal in parts]),
            )
            for key, parts in found.items()
        ]
        return groups, self.model.any_of(unset)
