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
from listbuilder.solve.find import anchor_of, around, candidates
from listbuilder.solve.keywords import Keywords
from listbuilder.solve.linear import (
    FALSE,
    TRUE,
    ZERO,
    Linear,
    Lit,
    Program,
    constant,
    total,
)
from listbuilder.solve.spots import LumpError, Spot, Tree, lumped
from listbuilder.solve.weights import Weights

NOTHING: frozenset[str] = frozenset()

MAYBE = None
"""Whether a test holds for a lump of which some selections may pass and others not."""

Found = list[tuple[Spot, Lit | None]]


class Compiler:
    """Compiles quantities, tests and comparisons, asked at spots of one tree.

    Attributes:
        exact: nothing is read loosely.
        local: something was read that is different for each selection of a spot's zone.
        loose: places of the outermost lumps that were read loosely.
        owners: of a variable, the spot all of whose selections have so many together.
    """

    def __init__(self, judge: Judge, tree: Tree, program: Program, exact: bool = False) -> None:
        self.judge = judge
        self.tree = tree
        self.program = program
        self.exact = exact
        self.local = False
        self.loose: set[Place] = set()
        self._moving = judge.compiler.moving
        self._is_static: dict[tuple[int, bool], bool] = {}
        self._found: dict[tuple[int, bool, Spot | None], tuple[Found, bool]] = {}
        self._totals: dict[tuple[int, bool, Spot], tuple[Linear, Lit, bool]] = {}
        self._unset: list[Lit] = []
        self.weights = Weights(self)
        self.keywords = Keywords(self)
        self.owners = {
            variable: spot
            for spot in tree.spots
            for variable in (*spot.count.terms, *spot.size.terms)
        }
        self._asked: list[object] = []  # nodes are known by identity, so they are kept

    # Quantities

    def read(self, quantity: Quantity, spot: Spot, own: bool = False) -> tuple[Linear, Lit]:
        """Compile a quantity.

        Args:
            quantity: any.
            spot: where it is asked.
            own: keywords are what entries say of themselves.

        Returns:
            The quantity, and whether it reads a limit that the roster does not set.
        """
        outer, self._unset = self._unset, []
        amount = self._quantity(quantity, spot, own)
        unset, self._unset = self.program.any_of(self._unset), outer
        return amount, unset

    def quantity(self, quantity: Quantity, spot: Spot) -> Linear:
        """Compile a quantity that is wanted as far as it can be told."""
        return self.read(quantity, spot)[0]

    def _quantity(self, quantity: Quantity, spot: Spot, own: bool) -> Linear:
        match quantity:
            case int() | Fraction():
                return constant(quantity)
            case Count(Selector("self", Test() as test, False)) if test == ALWAYS:
                self.local |= spot.lump
                return spot.count  # of the roster itself, too: it is there once
            case Count(selector):
                return self._total(quantity, None, selector, spot, own)
            case Sum(value, selector):
                return self._total(quantity, value, selector, spot, own)
            case Limit(limit):
                if limit not in self.tree.roster.limits:
                    self._unset.append(TRUE)
                    return ZERO
                return constant(self.tree.roster.limits[limit])
            case Times(factor, of, rounding):
                product = self._quantity(of, spot, own).times(factor)
                if rounding is None:
                    return product
                return self.program.rounded(product, rounding == "up")
            case Plus(parts):
                return total([self._quantity(part, spot, own) for part in parts])
            case If(condition, then, else_):
                holds = self.test(condition, spot, own)
                if holds in (TRUE, FALSE):
                    return self._quantity(then if holds == TRUE else else_, spot, own)
                (yes, yes_unset), (no, no_unset) = (
                    self.read(part, spot, own) for part in (then, else_)
                )
                self._unset.append(self.program.all_of((holds, yes_unset)))
                self._unset.append(self.program.all_of((~holds, no_unset)))
                return no + self.program.gate(holds, yes - no)
            case _:
                assert_never(quantity)

    def _total(
        self, node: Count | Sum, value: str | None, selector: Selector, spot: Spot, own: bool
    ) -> Linear:
        anchor = anchor_of(self.tree, selector.in_, spot)
        if anchor is None:
            return ZERO
        key = id(node), own, anchor
        if key not in self._totals:
            self._asked.append(node)
            outer, self.local = self.local, False
            parts, unset = [], []
            found = self._found_by(selector, spot, own)
            for other, lit in found:
                amount, unknown = other.count, FALSE
                if value is not None:
                    amount, unknown = self.weights.carried(value, other, own)
                if lit is MAYBE:
                    if unknown != FALSE:
                        self.refuse(other)
                    parts.append(self.program.part(amount))
                    continue
                parts.append(self.program.gate(lit, amount))
                unset.append(self.program.all_of((lit, unknown)))
            self._totals[key] = total(parts), self.program.any_of(unset), self.local
            self.local = outer
        amount, unknown, local = self._totals[key]
        # Of nothing there is as much in every part of a zone.
        self.local |= local or (bool(amount.terms) and lumped(spot, anchor))
        self._unset.append(unknown)
        return amount

    # Selectors

    def find(self, selector: Selector, spot: Spot, own: bool = False) -> Found:
        """Compile a selector: the spots it may find, each with whether it does if it is there."""
        anchor = anchor_of(self.tree, selector.in_, spot)
        if anchor is None:
            return []
        found = self._found_by(selector, spot, own)
        self.local |= bool(found) and lumped(spot, anchor)
        return found

    def _found_by(self, selector: Selector, spot: Spot, own: bool) -> Found:
        """What ``find`` gives, whatever the asking spot may be a part of."""
        key = id(selector), own, anchor_of(self.tree, selector.in_, spot)
        if key not in self._found:
            self._asked.append(selector)
            outer, self.local = self.local, False
            test, among = selector.test, candidates(self.tree, selector, spot)
            found: Found
            if self._is_settled(test, own):
                passing = self.judge.passing(test)
                found = [(other, TRUE) for other in among if passing[other.place]]
            else:
                found = [
                    (other, lit)
                    for other in among
                    if (lit := self._test_loosely(test, other, own)) != FALSE
                ]
            self._found[key] = self._wholes(found) if selector.whole else found, self.local
            self.local = outer
        spots, local = self._found[key]
        self.local |= local
        return spots

    def _test_loosely(self, test: Test, spot: Spot, own: bool) -> Lit | None:
        local, unset = self.local, self._unset
        try:
            return self.test(test, spot, own)
        except LumpError as error:
            if self.exact or spot.zone is None or spot.zone.place is not error.place:
                raise
            self.local, self._unset = local, unset
            self.loose.add(error.place)
            return MAYBE

    def _wholes(self, found: Found) -> Found:
        """Those found with all below each; none of them twice."""
        lits: dict[Spot, list[Lit | None]] = {}
        for spot, lit in found:
            through = lit if lit in (TRUE, MAYBE) else self.program.all_of((lit, spot.there))
            for part in self.tree.spots[spot.start : spot.end]:
                lits.setdefault(part, []).append(through)
        return [(part, self._any_of(through)) for part, through in lits.items()]

    def _any_of(self, lits: list[Lit | None]) -> Lit | None:
        known = [lit for lit in lits if lit is not MAYBE]
        lit = self.program.any_of(known)
        return lit if lit == TRUE or len(known) == len(lits) else MAYBE

    # Tests

    def test(self, condition: Condition, spot: Spot, own: bool = False) -> Lit:
        """Compile a condition to a literal, right where the spot is there."""
        if isinstance(condition, Comparison):
            return self.compare(condition, spot, own)
        if self._is_settled(condition, own):
            return TRUE if self.judge.passing(condition)[spot.place] else FALSE
        outer, self.local = self.local, False
        lit = self.program.all_of(self._tests(condition, spot, own))
        if lit not in (TRUE, FALSE) and (spot.lump or (self.local and spot.zone is not None)):
            self.refuse(spot)
        self.local |= outer
        return lit

    def _is_settled(self, condition: Test, own: bool) -> bool:
        key = id(condition), own
        if key not in self._is_static:
            self._asked.append(condition)
            self._is_static[key] = is_static(condition, NOTHING if own else self._moving)
        return self._is_static[key]

    def loosen(self, spot: Spot) -> None:
        """Note that a spot's zone is read loosely.

        Raises:
            LumpError: everything is to be exact.
        """
        if self.exact:
            self.refuse(spot)
        if spot.zone is not None:
            self.loose.add(spot.zone.place)

    def refuse(self, spot: Spot) -> NoReturn:
        """Refuse a question that the selections of a lump may answer differently.

        Raises:
            LumpError: always.
        """
        raise LumpError((spot.zone or spot).place)

    def owned(self, quantity: Linear, spot: Spot) -> Linear:
        """A quantity of new variables, noted as what all selections of a spot have together."""
        for variable in quantity.terms:
            self.owners[variable] = spot
        return quantity

    def is_inside(self, quantity: Linear, spot: Spot) -> bool:
        """Whether a quantity is made of nothing but what a spot and those below have together."""
        owners = (self.owners.get(variable) for variable in quantity.terms)
        return all(owner is not None and spot.start <= owner.start < spot.end for owner in owners)

    def held(self, spot: Spot, around: Spot) -> int:
        """The most copies that one selection of a spot around can hold, all the way down to it."""
        most = 1
        outer: Spot | None = spot
        while outer is not None and outer is not around:
            most *= self.tree.bounds.most(outer.place, 1, {})
            outer = outer.holder
        return most

    def _tests(self, test: Test, spot: Spot, own: bool) -> Iterator[Lit]:
        still = Test(entry=test.entry, slot=test.slot)
        if still != ALWAYS and not passes(still, spot.place):
            yield FALSE
            return
        if test.is_:
            yield self.program.any_of(
                [self.keywords.is_called(spot, name, own) for name in test.is_]
            )
        choices = self.tree.roster.choices
        if any(choices.get(key) != option for key, option in test.choice):
            yield FALSE
            return
        if test.has is not None:
            yield self.program.any_of(
                [
                    self.program.all_of((child.there, self.test(test.has, child, own)))
                    for child in spot.children
                ]
            )
        if test.under is not None:
            yield self.program.any_of([self.test(test.under, one, own) for one in around(spot)])
        for part in test.all_:
            yield self.test(part, spot, own)
        if test.any_:
            yield self.program.any_of([self.test(part, spot, own) for part in test.any_])
        if test.not_ is not None:
            yield ~self.test(test.not_, spot, own)

    # Comparisons

    def compare(self, comparison: Comparison, spot: Spot, own: bool = False) -> Lit:
        """Compile a comparison to a literal; it fails where it reads a limit that is not set."""
        known = self.known(comparison, spot, own)
        if known is not None:
            return known
        bound, unset = self.read(comparison.bound, spot, own)
        if comparison.per is None:
            found, unknown = self.read(comparison.quantity, spot, own)
            lit = self.program.holds(comparison.op, found, bound)
            return self.program.all_of((lit, ~unset, ~unknown))
        groups, unknown = self.groups(comparison, spot, own)
        ways = [
            self.program.any_of((~asked, self.program.holds(comparison.op, found, bound)))
            for _, found, asked in groups
        ]
        return self.program.all_of((*ways, ~unset, ~unknown))

    def known(self, comparison: Comparison, spot: Spot, own: bool = False) -> Lit | None:
        """Whether the selection itself, or what it is in, passes a test: no counting is needed."""
        match comparison:
            case Comparison(
                Count(Selector("self" | "parent" as in_, test, False)),
                "at_least" | "at_most" as op,
                0 | 1 as bound,
                None,
            ) if (op == "at_least") == (bound == 1):
                other = spot if in_ == "self" else spot.holder
                if other is spot is self.tree.root and test == ALWAYS:
                    lit = TRUE
                elif other is None or other is self.tree.root:
                    lit = FALSE
                else:
                    lit = self.test(test, other, own)
                return lit if op == "at_least" else ~lit
        return None

    def groups(
        self, comparison: Comparison, spot: Spot, own: bool = False
    ) -> tuple[list[tuple[str, Linear, Lit]], Lit]:
        """What a comparison is asked of for each: key, quantity, and whether it is asked.

        Returns:
            These, and whether a limit is read that the roster does not set.
        """
        quantity, per = comparison.quantity, comparison.per
        if not isinstance(quantity, Count | Sum) or per is None:
            raise ValueError(f"per {per} goes with a count or a sum")
        selector = quantity.count if isinstance(quantity, Count) else quantity.of
        found: dict[str, list[tuple[Linear, Lit]]] = {}
        unset = []
        for other, lit in self.find(selector, spot, own):
            if lit is MAYBE:
                self.refuse(other)
            amount, unknown = other.count, FALSE
            if isinstance(quantity, Sum):
                amount, unknown = self.weights.carried(quantity.sum, other, own)
            for key, called in self.keywords.keys(other, per, own):
                both = self.program.all_of((lit, called))
                there = self.program.all_of((both, other.there))
                found.setdefault(key, []).append((self.program.gate(both, amount), there))
                unset.append(self.program.all_of((both, unknown)))
        groups = [
            (
                key,
                total([part for part, _ in parts]),
                self.program.any_of([lit for _, lit in parts]),
            )
            for key, parts in found.items()
        ]
        return groups, self.program.any_of(unset)
