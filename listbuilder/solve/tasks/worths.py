"""The worth of selections: of the player's as they are, and of all as linear expressions."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from listbuilder.model.language import Number
from listbuilder.rules.arithmetic import LimitUnsetError
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.rules.weights import weigh
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.linear import LinearExpr, constant, of_variable, scaled
from listbuilder.solve.search.problem import EncodedProblem


def worth_before(cost: str | None, node: Node, army: Army, judge: Judge) -> Number:
    """A selection's cost; its models where nothing costs anything."""
    if cost is None:
        return models_in(node)
    try:
        return weigh(judge.compiler.weight(cost, node.place), node, army)
    except LimitUnsetError:
        return 0


def models_in(node: Node) -> int:
    """The models of a selection; 0 for an entry that is no piece."""
    entry = node.place.entry
    if entry is None or not node.place.is_piece:
        return 0
    return node.size * node.count or node.count


def worth_of(cost: str | None, encoded: EncodedProblem, candidate: Candidate) -> LinearExpr:
    """The worth of a selection in a cost; its models where nothing costs anything (None)."""
    entry = candidate.place.entry
    if cost is not None:
        return encoded.encoder.values.value_of(cost, candidate)[0]
    if entry is None or not candidate.place.is_piece:
        return constant(0)
    if entry.size is None:
        return candidate.count
    return encoded.encoder.values.value_of("size", candidate)[0]


def models_worth(cost: str | None, encoded: EncodedProblem, candidate: Candidate) -> LinearExpr:
    """The worth of an addition's models: of a unit's own, or of an option for each of them."""
    entry = candidate.place.entry
    if entry is None or entry.size is None:
        return worth_of(cost, encoded, candidate)
    models, _ = encoded.encoder.values.value_of("size", candidate)
    return models.times(each_model(cost, candidate.place))


def each_model(cost: str | None, place: Place) -> Number:
    """The worth of each model of a unit in a cost; 1 where nothing costs anything (None)."""
    if cost is None:
        return 1
    price = place.value(cost)
    return price.per_model if price else 0


def at_least(model: ConstraintModel, parts: list[LinearExpr], most: Number) -> LinearExpr:
    """A variable at least as great as each of some expressions, and 0.

    Where a goal minimises it, it is their maximum.

    Args:
        model: gets the variable, if one is needed.
        parts: the expressions.
        most: the greatest value that any of them can have.
    """
    positive = [part for part in parts if model.high(part) > 0]
    if not positive:
        return constant(0)
    if len(positive) == 1 and model.low(positive[0]) >= 0:
        return positive[0]
    scale = lcm(*(scaled(part)[1] for part in positive))
    found = of_variable(model.variable(0, int(most * scale) + 1)).times(Fraction(1, scale))
    for part in positive:
        model.at_least_0(found - part)
    return found
