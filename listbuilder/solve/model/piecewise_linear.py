"""Piecewise linear expressions: the greatest of several, a number in a table, copies left over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from listbuilder.model.language import Number
from listbuilder.rules.assignment import unions
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.linear import (
    FALSE,
    TRUE,
    ZERO,
    BoolLiteral,
    LinearExpr,
    constant,
    of_literal,
    of_variable,
    scaled,
    total,
)


class Assignees(NamedTuple):
    """Copies to be assigned, and for each taker the literal for whether it takes them."""

    copies: LinearExpr
    taken: Sequence[BoolLiteral]


def greatest(model: ConstraintModel, quantities: Iterable[LinearExpr]) -> LinearExpr:
    """The greatest of some expressions: at least each of them, and at most one of them."""
    known = [*quantities]
    least = max(map(model.low, known))
    known = [one for one in known if model.high(one) > least]
    if not known:
        return constant(least)
    if len(known) == 1 and model.low(known[0]) == least:
        return known[0]
    known.append(constant(least))
    scale = lcm(*(scaled(one)[1] for one in known))
    whole = [one.times(scale) for one in known]
    found = of_variable(model.variable(int(least * scale), int(max(map(model.high, whole)))))
    for one in whole:
        model.at_least_0(found - one)
    model.clause(model.is_at_least_0(one - found) for one in whole)
    return found.times(Fraction(1, scale))


def look_up(
    model: ConstraintModel,
    table: Sequence[Sequence[Number]],
    row: LinearExpr,
    column: LinearExpr,
) -> LinearExpr:
    """The number in a row and a column of a table, both counted from 1; 0 outside the table.

    It is the sum of all numbers, each times the literal for its row and column.
    """
    cells = []
    for number, numbers in enumerate(table, 1):
        in_row = model.is_0(row - constant(number))
        for index, said in enumerate(numbers, 1):
            if said and in_row != FALSE:
                there = model.all_of((in_row, model.is_0(column - constant(index))))
                cells.append(of_literal(there, said))
    return total(cells)


def left_over(
    model: ConstraintModel, wanted: Sequence[Assignees], most: Sequence[LinearExpr]
) -> LinearExpr:
    """The number of copies left over: the greatest crowding of any set of takers.

    Args:
        model: the model of all variables.
        wanted: the copies to be assigned.
        most: the number that each taker takes (``rules.assignment.room``).
    """
    rooms = [greatest(model, (ZERO, model.rounded(one, False))) for one in most]
    # For each of the wanted: the takers that take it for certain, then also those that may.
    sets = [
        frozenset(index for index, literal in enumerate(one.taken) if literal in some)
        for one in wanted
        for some in ({TRUE}, *({TRUE, literal} for literal in one.taken if literal != FALSE))
    ]
    return greatest(model, [_crowding(model, wanted, rooms, only) for only in unions(sets)])


def _crowding(
    model: ConstraintModel,
    wanted: Sequence[Assignees],
    rooms: Sequence[LinearExpr],
    only: frozenset[int],
) -> LinearExpr:
    """The crowding of some takers: the copies that no other taker takes, less their room."""
    parts = [rooms[index].times(-1) for index in only]
    for copies, taken in wanted:
        others = [literal for index, literal in enumerate(taken) if index not in only]
        parts.append(model.gate(model.all_of(~literal for literal in others), copies))
    return total(parts)
