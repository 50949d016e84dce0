"""Linear expressions and literals.

A literal is the index of a 0-1 variable, or its complement (``~index``); variable 0 is always 1, so
that ``TRUE`` and ``FALSE`` are literals, too.
Example: ``2 * x + 3 - y`` is ``LinearExpr({x: 2, y: -1}, 3)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm

from listbuilder.errors import ListbuilderError
from listbuilder.messages import gettext
from listbuilder.model.language import Number

BoolLiteral = int
TRUE: BoolLiteral = 0
FALSE: BoolLiteral = ~TRUE

MAX_SUM = 2**50
"""The greatest sum; larger ones are refused, for they could overflow the solver's 64 bits."""


MAX_GOAL = 2**60
"""The greatest value of a goal, by the bounds of its variables; solvers refuse a larger one."""


class CoefficientOverflowError(ListbuilderError):
    """Numbers that a solver of 64 bits can't hold."""

    def __init__(self) -> None:
        super().__init__(gettext("The numbers of this army are too large to solve."))


class LinearExpr:
    """A constant and a factor for each variable. Never changed once made."""

    __slots__ = ("const", "terms")

    def __init__(self, terms: Mapping[int, Number], const: Number = 0) -> None:
        self.terms = terms
        self.const = const

    def __add__(self, other: LinearExpr) -> LinearExpr:
        return total((self, other))

    def __sub__(self, other: LinearExpr) -> LinearExpr:
        terms = dict(self.terms)
        for variable, factor in other.terms.items():
            left = terms.get(variable, 0) - factor
            if left:
                terms[variable] = left
            else:
                del terms[variable]
        return LinearExpr(terms, self.const - other.const)

    def times(self, factor: Number) -> LinearExpr:
        """The expression multiplied by a number."""
        if factor == 1:
            return self
        if factor == 0:
            return ZERO
        terms = {variable: factor * own for variable, own in self.terms.items()}
        return LinearExpr(terms, factor * self.const)


ZERO = LinearExpr({})


def constant(number: Number) -> LinearExpr:
    """A number as an expression."""
    return LinearExpr({}, number)


def of_variable(variable: int, factor: Number = 1) -> LinearExpr:
    """A variable as an expression."""
    return LinearExpr({variable: factor})


def of_literal(literal: BoolLiteral, factor: Number = 1) -> LinearExpr:
    """An expression that is ``factor`` where the literal is true, else 0."""
    if literal in (TRUE, FALSE):
        return constant(factor if literal == TRUE else 0)
    if literal < 0:
        return LinearExpr({~literal: -factor}, factor)
    return LinearExpr({literal: factor})


def total(parts: Iterable[LinearExpr]) -> LinearExpr:
    """The sum of expressions."""
    terms: dict[int, Number] = {}
    const: Number = 0
    for part in parts:
        const += part.const
        for variable, factor in part.terms.items():
            terms[variable] = terms.get(variable, 0) + factor
    if 0 in terms.values():
        terms = {variable: factor for variable, factor in terms.items() if factor}
    return LinearExpr(terms, const)


def share_of(number: Number, of: Number) -> Number:
    """A number divided by another, exactly; a whole quotient as a whole number."""
    share = Fraction(number) / of
    return share.numerator if share.denominator == 1 else share


def scaled(quantity: LinearExpr) -> tuple[LinearExpr, int]:
    """The expression times its common denominator, and that number."""
    numbers = (quantity.const, *quantity.terms.values())
    if {*map(type, numbers)} == {int}:
        return quantity, 1
    scale = lcm(*(number.denominator for number in numbers))
    whole = quantity.times(scale)
    terms = {variable: int(factor) for variable, factor in whole.terms.items()}
    return LinearExpr(terms, int(whole.const)), scale


def whole_at_least_0(quantity: LinearExpr) -> tuple[tuple[tuple[int, int], ...], int]:
    """The constraint ``expression >= 0`` in whole numbers: terms and their least sum.

    Raises:
        CoefficientOverflowError: the numbers are too large for a solver.
    """
    whole, _ = scaled(quantity)
    factors = [*map(int, whole.terms.values())]
    divisor = gcd(*factors)
    divided = factors if divisor == 1 else [factor // divisor for factor in factors]
    terms = tuple(sorted(zip(whole.terms, divided, strict=True)))
    low = -(int(whole.const) // divisor)
    if sum(map(abs, factors)) + abs(low) > MAX_SUM:
        raise CoefficientOverflowError
    return terms, low
