"""Constraint models as text that CP-SAT reads: protocol buffers of OR-Tools's cp_model.proto.

A literal is the number of its variable, negated as ``~number``, in our models as in CP-SAT's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from listbuilder.model.language import Number
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.linear import BoolLiteral, LinearExpr, constant, scaled

HIGHEST = 2**63 - 1
"""The greatest number that CP-SAT knows: no upper bound."""


class ModelText:
    """The text of a constraint model, piece by piece as the model grows."""

    def __init__(self, model: ConstraintModel) -> None:
        """Begin with nothing told.

        Args:
            model: the model, to which variables and constraints may be added between two calls.
        """
        self._model = model
        self._variables = self._constraints = self._clauses = self._products = 0

    def added(self) -> str:
        """The text of the variables and constraints that have been added since the last call."""
        return "".join(self._added())

    def _added(self) -> Iterator[str]:
        model = self._model
        for low, high in zip(
            model.lows[self._variables :], model.highs[self._variables :], strict=True
        ):
            yield f"variables{{domain:[{low},{high}]}}"
        for terms, low, where in model.constraints[self._constraints :]:
            yield _linear(terms, low, where)
        for clause in model.clauses[self._clauses :]:
            yield f"constraints{{bool_or{{literals:{_listed(clause)}}}}}"
        for product in model.products[self._products :]:
            factors = "".join(
                f"exprs{{{_terms(factor.terms.items())}offset:{int(factor.const)}}}"
                for factor in (product.one, product.two)
            )
            target = _terms([(product.target, 1)])
            yield f"constraints{{int_prod{{target{{{target}}}{factors}}}}}"
        self._variables, self._constraints = len(model.lows), len(model.constraints)
        self._clauses, self._products = len(model.clauses), len(model.products)


def at_least(quantity: LinearExpr, least: Number) -> str:
    """The text of a constraint: the least value of an expression."""
    whole, _ = scaled(quantity - constant(least))
    return _linear(whole.terms.items(), -int(whole.const))


def maximised(goal: LinearExpr) -> str:
    """The text of a goal in whole numbers; empty for a constant. CP-SAT minimises its negative."""
    if not goal.terms:
        return ""
    negated = goal.times(-1)
    terms = _terms(negated.terms.items())
    return f"objective{{{terms}offset:{int(negated.const)},scaling_factor:-1}}"


def hinted(values: Sequence[int]) -> str:
    """The text of the values of a solution to begin with, by variable."""
    if not values:
        return ""
    return f"solution_hint{{vars:{_listed(range(len(values)))}values:{_listed(values)}}}"


def assumed(literals: Sequence[BoolLiteral]) -> str:
    """The text of assumptions."""
    return f"assumptions:{_listed(literals)}" if literals else ""


def _linear(
    terms: Iterable[tuple[int, Number]], low: int, where: Sequence[BoolLiteral] = ()
) -> str:
    enforced = f"enforcement_literal:{_listed(where)}" if where else ""
    bounded = f"domain:[{low},{HIGHEST}]"
    return f"constraints{{{enforced}linear{{{_terms(terms)}{bounded}}}}}"


def _terms(terms: Iterable[tuple[int, Number]]) -> str:
    pairs = [*terms]
    factors = _listed([factor for _, factor in pairs])
    return f"vars:{_listed([variable for variable, _ in pairs])}coeffs:{factors}"


def _listed(numbers: Iterable[Number]) -> str:
    return f"[{','.join(map(str, numbers))}]"
