"""What a comparison says of each count and sum in it, however they are added up and compared.

Example: "3 less than twice the heroes are at most the points limit" says that the heroes are at
most half of the limit and 3. Solving a comparison for one of its parts is the step of interval
propagation that goes from the bound back to what is bounded (HC4; Benhamou et al. 1999).
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
    """Yield counts and sums of a comparison that holds, each with a quantity it is at most.

    Args:
        comparison: any; one that is asked for each group bounds its own left side alone.
        truth: of conditions where the comparison is asked.
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
            above = Plus((bound, 1)) if rounding == "down" else bound  # less than 1 is left off
            yield from _implied(of, Times(1 / Fraction(factor), above), truth)
        case Plus(parts):
            for number, part in enumerate(parts):
                others = (Times(-1, other) for other in (*parts[:number], *parts[number + 1 :]))
                yield from _implied(part, Plus((bound, *others)), truth)
        case If(condition, then, else_):
            known = truth(condition)
            if known is not None:
                yield from _implied(then if known else else_, bound, truth)
