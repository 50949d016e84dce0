"""The goals of a repair, and what an answer reaches in them."""

from __future__ import annotations

from listbuilder.model.language import Number
from listbuilder.solve.outcomes import Solved

GIVEN_UP = "given up"
"""The goal of least given up: ``WEIGHT`` times what the player misses, plus the cost of purchases.

Missed are the loss, free models and the kind of army (``tasks.repair``).
"""

LOST = "lost"
"""The worth of the player's selections that is gone (``Account.lost``), summed over all costs.

In a game of several costs ``lost_of`` and ``changed_of`` name the parts of each.
"""

CHANGES = "changes"
"""The number of changes.

Goals are maximised, so ``Solved.reached`` has this and all others negated: -3 for three changes.
"""

WEIGHED = "weighed"
"""The goal of the best trade-off: ``GIVEN_UP``, and ``A_CHANGE`` of the army for each change."""

CHANGED = "changed"
"""The worth that comes and goes (``Account.changed``): the loss, and the purchases."""

MISTYPED = "mistyped"
"""The worth that is lost of numbers with a digit too many (``Account.mistyped``)."""

TAKEN = "taken"
"""The worth of models that new units take, or others from a unit that goes (``Account.taken``)."""

NEW = "new"
"""The worth of all additions; raised copies and larger units are none."""

TOUCHED = "touched"
"""The goal that breaks ties: ``CHANGED`` and the copies and models touched (``tasks.ties``)."""

TIES = (TOUCHED,)
LEAST = (GIVEN_UP, CHANGES, *TIES)


def lost_of(cost: str) -> str:
    """The name of the part of ``LOST`` that is counted in one cost."""
    return f"{LOST} {cost}"


def changed_of(cost: str) -> str:
    """The name of the part of ``CHANGED`` that is counted in one cost."""
    return f"{CHANGED} {cost}"


def bought(solved: Solved, cost: str | None = None) -> Number:
    """The worth that an answer of a repair buys, in one cost or (None) in all; 0 without costs."""
    lost, changed = (LOST, CHANGED) if cost is None else (lost_of(cost), changed_of(cost))
    return max(0, solved.reached.get(lost, 0) - solved.reached.get(changed, 0))


def new_or_taken(solved: Solved) -> Number:
    """The worth that an answer of a repair buys, and of models whose unit is new or goes."""
    return bought(solved) - solved.reached.get(TAKEN, 0)
