"""The constraint model: variables with their bounds, and constraints over linear expressions.

It knows neither the rules nor the solver. Conditions become constraints by reification: a literal
is made that holds if and only if the condition does. Example: ``holds("at_most", x, y)`` is the
literal of ``y - x >= 0``.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from math import floor, lcm
from typing import NamedTuple, assert_never

from listbuilder.model.language import Number, Op
from listbuilder.solve.model.linear import (
    FALSE,
    MAX_SUM,
    TRUE,
    ZERO,
    BoolLiteral,
    CoefficientOverflowError,
    LinearExpr,
    constant,
    of_literal,
    of_variable,
    scaled,
    share_of,
    total,
    whole_at_least_0,
)


class LinearConstraint(NamedTuple):
    """``low <= sum of terms``, where all literals of ``where`` hold (half-reified)."""

    terms: tuple[tuple[int, int], ...]
    low: int
    where: tuple[BoolLiteral, ...]


class Product(NamedTuple):
    """``target`` is the product of two expressions of whole factors."""

    target: int
    one: LinearExpr
    two: LinearExpr


IMPLIED_STEPS = 3
"""So many implications in a row are followed: placed there, so it is there, so its holder is."""

MOST_IMPLIED = 50
"""So many literals are followed at each step, so that the work for each product is bounded."""


class ConstraintModel:
    """Variables with their bounds, and the constraints between them.

    Methods that add to it raise ``CoefficientOverflowError`` for numbers too large for a solver.

    Attributes:
        lows, highs: the least and the greatest value of each variable.
        constraints: the linear constraints.
        clauses: tuples of literals of which at least one must hold.
        products: the products of two expressions.
    """

    def __init__(self) -> None:
        self.lows = [1]
        self.highs = [1]
        self.constraints: list[LinearConstraint] = []
        self.clauses: list[tuple[BoolLiteral, ...]] = []
        self.products: list[Product] = []
        self._known: dict[tuple[tuple[tuple[int, int], ...], int], BoolLiteral] = {}
        self._gates: dict[
            tuple[BoolLiteral, tuple[tuple[int, Number], ...], Number], LinearExpr
        ] = {}
        self._all: dict[frozenset[BoolLiteral], BoolLiteral] = {}
        self._implied: dict[BoolLiteral, list[BoolLiteral]] = {}

    @property
    def size(self) -> int:
        """The number of variables and constraints."""
        return len(self.lows) + len(self.constraints) + len(self.clauses) + len(self.products)

    def variable(self, low: int, high: int) -> int:
        """Make a variable.

        Raises:
            CoefficientOverflowError: a bound is too large.
        """
        if max(abs(low), abs(high)) > MAX_SUM:
            raise CoefficientOverflowError
        self.lows.append(low)
        self.highs.append(high)
        return len(self.lows) - 1

    def literal(self) -> BoolLiteral:
        """Make a literal."""
        return self.variable(0, 1)

    def low(self, quantity: LinearExpr) -> Number:
        """The least value of an expression, by the bounds of its variables alone."""
        lows, highs = self.lows, self.highs
        low = quantity.const
        for variable, factor in quantity.terms.items():
            low += factor * (lows[variable] if factor > 0 else highs[variable])
        return low

    def high(self, quantity: LinearExpr) -> Number:
        """The greatest value of an expression, by the bounds of its variables alone."""
        lows, highs = self.lows, self.highs
        high = quantity.const
        for variable, factor in quantity.terms.items():
            high += factor * (highs[variable] if factor > 0 else lows[variable])
        return high

    # Constraints: they must hold

    def clause(self, literals: Iterable[BoolLiteral]) -> None:
        """Post that at least one of the literals holds."""
        kept = tuple(dict.fromkeys(literal for literal in literals if literal != FALSE))
        if TRUE not in kept:
            self.clauses.append(kept)
            if len(kept) == 2:
                one, other = kept
                self._implied.setdefault(~one, []).append(other)
                self._implied.setdefault(~other, []).append(one)

    def at_least_0(self, quantity: LinearExpr, where: tuple[BoolLiteral, ...] = ()) -> None:
        """Post that an expression is not negative, where all the literals hold."""
        if FALSE in where or self.low(quantity) >= 0:
            return
        if self.high(quantity) < 0:
            self.clause(~literal for literal in where)
            return
        terms, low = whole_at_least_0(quantity)
        self.constraints.append(
            LinearConstraint(terms, low, tuple(literal for literal in where if literal != TRUE))
        )

    def exactly_0(self, quantity: LinearExpr, where: tuple[BoolLiteral, ...] = ()) -> None:
        """Post that an expression is 0, where all the literals hold."""
        self.at_least_0(quantity, where)
        self.at_least_0(quantity.times(-1), where)

    # Literals and expressions: they tell whether something holds

    def is_at_least_0(self, quantity: LinearExpr) -> BoolLiteral:
        """A literal that holds if and only if an expression is not negative."""
        if self.low(quantity) >= 0:
            return TRUE
        if self.high(quantity) < 0:
            return FALSE
        terms, low = whole_at_least_0(quantity)
        if terms[0][1] < 0:  # the same question the other way round, asked once
            opposite = tuple((variable, -factor) for variable, factor in terms)
            return ~self._reified(opposite, 1 - low)
        return self._reified(terms, low)

    def is_0(self, quantity: LinearExpr) -> BoolLiteral:
        """A literal that holds if and only if an expression is 0."""
        return self.all_of((self.is_at_least_0(quantity), self.is_at_least_0(quantity.times(-1))))

    def all_of(self, literals: Iterable[BoolLiteral]) -> BoolLiteral:
        """A literal that holds if and only if all of these do."""
        several = {*literals}
        several.discard(TRUE)
        if FALSE in several:
            return FALSE
        if len(several) <= 1:
            return next(iter(several), TRUE)
        parts = frozenset(several)
        both = self._all.get(parts)
        if both is None:
            if any(~part in several for part in several):
                return FALSE
            both = self._all[parts] = self.literal()
            ordered = sorted(parts)
            self.clauses += [(~both, part) for part in ordered]
            self._implied[both] = ordered
            self.clauses.append((both, *(~part for part in ordered)))
        return both

    def any_of(self, literals: Iterable[BoolLiteral]) -> BoolLiteral:
        """A literal that holds if and only if at least one of these does."""
        return ~self.all_of(~literal for literal in literals)

    def last_level(self, levels: Iterable[tuple[Number, BoolLiteral]], falling: bool) -> LinearExpr:
        """The greatest number whose literal holds (``falling``: the least); 0 if none holds.

        For 1, 2 and 5 it is ``1*(a - b) + 2*(b - c) + 5*c``, where the literals a, b and c say that
        the greatest number is at least 1, 2 and 5: linear, for each implies the one before it.
        """
        by_number: dict[Number, list[BoolLiteral]] = {}
        for number, literal in levels:
            by_number.setdefault(number, []).append(literal)
        parts, beyond = [], FALSE
        for number in sorted(by_number, reverse=not falling):
            reached = self.any_of([beyond, *by_number[number]])
            parts += [of_literal(reached, number), of_literal(beyond, -number)]
            beyond = reached
        return total(parts)

    def is_implied(self, other: BoolLiteral, literal: BoolLiteral) -> bool:
        """Whether it is known that a literal holds wherever another one does.

        That is looked for in ``IMPLIED_STEPS``, of ``MOST_IMPLIED`` literals each: a holder that is
        not there implies that nothing in it is, which may be a thousand selections.
        """
        near = [literal]
        for _ in range(IMPLIED_STEPS):
            if other in near:
                return True
            implied = (one for each in near for one in self._implied.get(each, ()))
            near = [*islice(implied, MOST_IMPLIED)]
        return other in near

    def gate(self, literal: BoolLiteral, quantity: LinearExpr) -> LinearExpr:
        """The expression where the literal holds, else 0."""
        if literal == TRUE:
            return quantity
        if literal == FALSE:
            return ZERO
        if not quantity.terms:
            return of_literal(literal, quantity.const)
        if len(quantity.terms) == 1:
            ((variable, factor),) = quantity.terms.items()
            is_literal = (self.lows[variable], self.highs[variable]) == (0, 1)
            if is_literal and self.is_implied(variable, literal):
                return of_literal(literal, quantity.const + factor)
        key = (literal, tuple(sorted(quantity.terms.items())), quantity.const)
        if key not in self._gates:
            whole, scale = scaled(quantity)
            low, high = int(self.low(whole)), int(self.high(whole))
            through = of_variable(self.variable(min(low, 0), max(high, 0)))
            self.exactly_0(through - whole, (literal,))
            self.exactly_0(through, (~literal,))
            self._gates[key] = through.times(share_of(1, scale))
        return self._gates[key]

    def part(self, quantity: LinearExpr) -> LinearExpr:
        """A variable from the sum of an expression's negative terms to that of its positive terms.

        So it may be the sum of any part of the things that the expression counts.
        """
        below, above = (
            LinearExpr({}, min(quantity.const, 0)),
            LinearExpr({}, max(quantity.const, 0)),
        )
        for variable, factor in quantity.terms.items():
            term = of_variable(variable, factor)
            if self.low(term) >= 0:
                above += term
            elif self.high(term) <= 0:
                below += term
            else:
                below, above = below + constant(self.low(term)), above + constant(self.high(term))
        return self.between(below, above)

    def between(self, below: LinearExpr, above: LinearExpr, grain: int = 1) -> LinearExpr:
        """A variable anywhere between two expressions.

        Args:
            below, above: the expressions.
            grain: the value is a multiple of 1 / s, where s is the least common multiple of this
                number and the denominators of both ends.
        """
        scale = lcm(grain, scaled(below)[1], scaled(above)[1])
        least, most = below.times(scale), above.times(scale)
        low, high = int(self.low(least)), int(self.high(most))
        if low == high:
            return constant(share_of(low, scale))
        found = of_variable(self.variable(low, high))
        self.at_least_0(found - least)
        self.at_least_0(most - found)
        return found.times(share_of(1, scale))

    def rounded(self, quantity: LinearExpr, up: bool) -> LinearExpr:
        """The expression rounded to a whole number.

        With ``s`` its denominator: ``0 <= s * expression - s * rounded <= s - 1``.
        """
        if up:
            return self.rounded(quantity.times(-1), False).times(-1)
        whole, scale = scaled(quantity)
        if scale == 1:
            return quantity
        if not whole.terms:
            return constant(floor(quantity.const))
        low, high = floor(self.low(quantity)), floor(self.high(quantity))
        down = of_variable(self.variable(low, high))
        rest = whole - down.times(scale)
        self.at_least_0(rest)
        self.at_least_0(constant(scale - 1) - rest)
        return down

    def holds(self, op: Op, found: LinearExpr, bound: LinearExpr) -> BoolLiteral:
        """A literal that holds if and only if a comparison of two expressions does."""
        match op:
            case "at_most":
                return self.is_at_least_0(bound - found)
            case "at_least":
                return self.is_at_least_0(found - bound)
            case "exactly":
                return self.is_0(found - bound)
            case "multiple_of":
                return self.is_multiple(found, bound.const)
            case _:
                assert_never(op)

    def is_multiple(self, quantity: LinearExpr, of: Number) -> BoolLiteral:
        """A literal that holds if and only if an expression is a multiple of a number."""
        share = quantity.times(share_of(1, of))
        return self.is_0(share - self.rounded(share, False))

    def product(self, one: LinearExpr, two: LinearExpr) -> LinearExpr:
        """The product of two expressions."""
        for factor, other in ((one, two), (two, one)):
            if not factor.terms:
                return other.times(factor.const)
        for factor, other in ((one, two), (two, one)):
            if self.low(factor) == 0 and self.high(factor) == 1:
                return self.gate(self.is_at_least_0(factor - constant(1)), other)
        (one, scale), (two, other_scale) = scaled(one), scaled(two)
        ends = [
            int(a) * int(b)
            for a in (self.low(one), self.high(one))
            for b in (self.low(two), self.high(two))
        ]
        target = self.variable(min(ends), max(ends))
        self.products.append(Product(target, one, two))
        return of_variable(target).times(share_of(1, scale * other_scale))

    def _reified(self, terms: tuple[tuple[int, int], ...], low: int) -> BoolLiteral:
        """The literal of ``low <= sum of terms``, made once: two half-reified constraints."""
        if len(terms) == 1 and terms[0][1] == 1:
            variable = terms[0][0]
            if self.lows[variable] == low - 1 == 0 and self.highs[variable] == 1:
                return variable
        key = (terms, low)
        if key not in self._known:
            literal = self._known[key] = self.literal()
            self.constraints.append(LinearConstraint(terms, low, (literal,)))
            opposite = tuple((variable, -factor) for variable, factor in terms)
            self.constraints.append(LinearConstraint(opposite, 1 - low, (~literal,)))
        return self._known[key]
