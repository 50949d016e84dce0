"""Constraints of the kind "at most so much for each", whose factor is a bound (*big-M*).

The factor is a bound that follows from the rules. Where no bound is known, a factor large enough
for any roster would make a weak constraint with large sums; then an indicator constraint without a
factor is posted: "none without a holder".
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
    """Post ``quantity <= most * many``.

    Args:
        model: the model of all variables.
        quantity: an expression that is 0 or more.
        many: the number of things, such as holders, that allow ``most`` each.
        most: the bound for each; None, or above ``MAX_BIG_M``: post only "0 if ``many`` is 0".
    """
    if most is not None and most <= MAX_BIG_M:
        model.at_least_0(many.times(most) - quantity)
        return
    model.at_least_0(quantity.times(-1), (~model.is_at_least_0(many - constant(1)),))
