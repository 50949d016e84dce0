"""Prices of selections, to put the cheaper way first."""

from __future__ import annotations

from fractions import Fraction

from listbuilder.model.language import Number
from listbuilder.rules.arithmetic import LimitUnsetError
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.places import Place
from listbuilder.rules.weights import weigh


def cost_name(judge: Judge, army: Army) -> str | None:
    """Give the cost by which prices are compared: the first with a limit, else the game's first."""
    costs = [name for name, value in judge.book.ruleset.values.items() if value.cost]
    limited = (name for name in costs if name in army.limits)
    return next(limited, costs[0] if costs else None)


def cost_of(judge: Judge, army: Army, node: Node) -> Number:
    """Add up the cost of a selection with its contents; 0 in games without costs.

    A free piece counts as much as the army's selections on average.
    """
    name = cost_name(judge, army)
    if name is None:
        return 0
    worth = _sum(judge, army, name, node)
    entry = node.place.entry
    if worth or entry is None or not node.place.is_piece:
        return worth
    key = "average", name
    if key not in army.worked:
        copies = sum(one.count for one in army.nodes)
        army.worked[key] = Fraction(_sum(judge, army, name, army.root)) / max(1, copies)
    average: Number = army.worked[key]
    return average * node.count


def _sum(judge: Judge, army: Army, name: str, node: Node) -> Number:
    try:
        inside = army.nodes[node.start : node.end]
        return sum(weigh(judge.compiler.weight(name, one.place), one, army) for one in inside)
    except LimitUnsetError:
        return 0


def dearness(judge: Judge, verdict: Verdict, place: Place) -> tuple[bool, Number]:
    """Give whether a further copy costs more than is left of the limit, and its least cost."""
    name = cost_name(judge, verdict.army)
    value = place.value(name) if name is not None else None
    if name is None or value is None:
        return False, 0
    size = place.entry.size if place.entry is not None else None
    least = size.min if size is not None and isinstance(size.min, int) else 0
    price = value.each + value.per_model * least + (value.steps[0] if value.steps else 0)
    price += value.for_models(least)
    limit = verdict.army.limits.get(name)
    return limit is not None and verdict.costs.get(name, 0) + price > limit, price
