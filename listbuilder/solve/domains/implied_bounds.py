"""Bounds that a comparison implies for each count and sum in it.

Example: ``2 * heroes - 3 <= limit`` implies ``heroes <= (limit + 3) / 2``. Solving a comparison for
one of its parts is the backward step of interval propagation (HC4; Benhamou et al. 1999).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from listbuilder.model.language import (
    Comparison,
    Condition,
    Count,
    If,
    Plus,
    Quantity,
    Sum,
    Times,
)

TruthOf = Callable[[Condition], bool | None]
"""Whether a condition holds in every roster; None: that depends."""


def implied_bounds(
    comparison: Comparison, truth: TruthOf
) -> Iterator[tuple[Count | Sum, Quantity]]:
    """Yield the counts and sums of a comparison that holds, each with an upper bound.

    Args:
        comparison: any; of a comparison for each group (``per``) only the left side is bounded.
        truth: tells of a condition whether it holds where the comparison is asked.
    """
    if comparison.op in ("at_most", "exactly"):
        yield from _implied(comparison.quantity, comparison.bound, truth)
    if comparison.op in ("at_least", "exactly") and comparison.per is None:
        yield from _implied(comparison.bound, comparison.quantity, truth)


def _implied(
    quantity: Quantity, bound: Quantity, truth: TruthOf
) -> Iterator[tuple[Count | Sum, Quantity]]:
    """Yield the counts and sums of a quantity that is at most a bound."""
    match quantity:
        case Count() | Sum():
            yield quantity, bound
        case Times(factor, of, rounding) if factor > 0:
            above = Plus((bound, 1)) if rounding == "down" else bound  # rounding takes less than 1
            yield from _implied(of, Times(1 / Fraction(factor), above), truth)
        case Plus(parts):
            for number, part in enumerate(parts):
                others = (Times(-1, other) for other in (*parts[:number], *parts[number + 1 :]))
                yield from _implied(part, Plus((bound, *others)), truth)
        case If(condition, then, else_):
            known = truth(condition)
            if known is not None:
                yield from _implied(then if known else else_, bound, truth)
