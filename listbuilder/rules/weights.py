"""Weights: the number of a value that the copies at a place carry.

A weight is worked out once for each place. Example: a shield of 5 points has the weight 5; the
weight of a shield of 1 point per model is a function, for the models of its bearer differ.
"""

from __future__ import annotations

from collections.abc import Callable

from listbuilder.model.language import Number, Quantity, Value
from listbuilder.rules.arithmetic import exact
from listbuilder.rules.army import Amount, Army, Node
from listbuilder.rules.places import Place

Weight = int | Amount
"""The number that each copy at a place carries; a function of the selection, if they differ."""


def weight_of(place: Place, name: str, compiled: Callable[[Quantity], Amount]) -> Weight:
    """Work out the weight of a value at a place; ``size`` is built in.

    Args:
        place: the place of the copies.
        name: the value's name.
        compiled: compiles the part of the value that is a quantity.
    """
    if name == "size":
        return _size
    value = place.value(name)
    if value is None:
        return 0
    if value == Value(each=value.each) and isinstance(value.each, int):
        return value.each
    if not value.steps and value.once == 0:
        return _per_copy(value.each, value.per_model)
    return _whole(value, compiled(value.once))


def weigh(weight: Weight, node: Node, army: Army) -> Number:
    """The number that all copies of a selection carry."""
    return weight * node.count if isinstance(weight, int) else weight(node, army)


def _size(node: Node, army: Army) -> int:
    return node.size * node.count


def _per_copy(each: Number, per_model: Number) -> Amount:
    if isinstance(each, int) and isinstance(per_model, int):
        return lambda node, army: (each + per_model * node.models) * node.count
    return lambda node, army: exact((each + per_model * node.models) * node.count)


def _whole(value: Value, once: Amount) -> Amount:
    def amount(node: Node, army: Army) -> Number:
        found = (value.each + value.per_model * node.models) * node.count
        if value.steps:
            upto = node.before + node.count
            found += sum(value.steps[node.before : upto])
            found += value.steps[-1] * max(0, upto - max(node.before, len(value.steps)))
        return exact(found + once(node, army))

    return amount
