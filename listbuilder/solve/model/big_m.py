"""Constraints of the kind "at most so much for each", whose factor is a bound (*big-M*).

The factor is a bound that follows from the rules. Where there is none, a number large enough for
anything would make the constraint say nearly nothing to a solver, and its sums large: then it is an
indicator constraint, "none without a holder", without a factor.
"""

from __future__ import annotations

from listbuilder.model.language import MOST_COPIES, Number
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.linear import LinearExpr, constant

MAX_BIG_M = MOST_COPIES // 10
"""The greatest factor; a tenth of the stand-in for "unbounded" is far above it."""


def at_most_each(
    model: ConstraintModel, quantity: LinearExpr, many: LinearExpr, most: Number | None
) -> None:
    """Post that an expression is at most so much for each of some things.

    Args:
        model: of all variables.
        quantity: 0 or more.
        many: how many things there are.
        most: for each of them; None, or above ``MAX_BIG_M``: only that it is 0 without any.
    """
    if most is not None and most <= MAX_BIG_M:
        model.at_least_0(many.times(most) - quantity)
        return
    model.at_least_0(quantity.times(-1), (~model.is_at_least_0(many - constant(1)),))
