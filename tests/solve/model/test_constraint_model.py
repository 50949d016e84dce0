"""Each expression and literal of a model has the value it stands for."""

from fractions import Fraction
from itertools import pairwise, product
from math import ceil, floor

import pytest

from listbuilder.model.language import Number, Op
from listbuilder.solve.model.constraint_model import IMPLIED_STEPS, MOST_IMPLIED, ConstraintModel
from listbuilder.solve.model.linear import (
    FALSE,
    MAX_SUM,
    TRUE,
    CoefficientOverflowError,
    LinearExpr,
    constant,
    of_literal,
    of_variable,
)
from tests.solve.tiny import ends

HALF = Fraction(1, 2)
RANGE = range(-2, 3)


@pytest.fixture
def model() -> ConstraintModel:
    return ConstraintModel()


def test_values_of_expressions(model: ConstraintModel) -> None:
    x, y = (of_variable(model.variable(-2, 2)) for _ in range(2))
    literal = model.is_at_least_0(x + y.times(HALF) - constant(1))
    made: list[tuple[LinearExpr, object]] = [
        (of_literal(literal), lambda x, y: x + HALF * y >= 1),
        (of_literal(model.is_0(x - y)), lambda x, y: x == y),
        (model.gate(literal, y + constant(5)), lambda x, y: y + 5 if x + HALF * y >= 1 else 0),
        (model.rounded(x.times(HALF), False), lambda x, y: floor(x * HALF)),
        (model.rounded(x.times(HALF), True), lambda x, y: ceil(x * HALF)),
        (model.product(x, y), lambda x, y: x * y),
        (of_literal(model.is_multiple(x, 2)), lambda x, y: x % 2 == 0),
    ]
    for a, b in product(RANGE, RANGE):
        for expression, expected in made:
            assert callable(expected)
            value = int(expected(a, b))
            assert ends(model, expression, (x, a), (y, b)) == (value, value)


@pytest.mark.parametrize(
    ("op", "expected"), [("at_most", "110"), ("at_least", "011"), ("exactly", "010")]
)
def test_comparisons(model: ConstraintModel, op: Op, expected: str) -> None:
    x = of_variable(model.variable(-1, 1))
    literal = of_literal(model.holds(op, x, constant(0)))
    for value, holds in zip((-1, 0, 1), expected, strict=True):
        assert ends(model, literal, (x, value)) == (int(holds), int(holds))


def test_literals_of_all_and_any(model: ConstraintModel) -> None:
    a, b = model.literal(), model.literal()
    every, some = model.all_of((a, b)), model.any_of((a, b))
    assert model.all_of((a, ~a)) == model.all_of((a, FALSE)) == FALSE
    assert model.any_of((a, TRUE)) == TRUE
    assert model.all_of((b, a)) == every, "a conjunction is made once"
    for one, other in product((0, 1), (0, 1)):
        where = (of_literal(a), one), (of_literal(b), other)
        assert ends(model, of_literal(every), *where) == (one & other,) * 2
        assert ends(model, of_literal(some), *where) == (one | other,) * 2


def test_parts_and_betweens_are_any_value_in_between(model: ConstraintModel) -> None:
    x, y = (of_variable(model.variable(0, 3)) for _ in range(2))
    part = model.part(x - y)
    assert ends(model, part, (x, 3), (y, 2)) == (-2, 3)
    between = model.between(x, x + y, grain=2)
    assert ends(model, between, (x, 1), (y, 1)) == (1, 2)
    assert ends(model, of_variable(0), (between, Fraction(3, 2)), (x, 1), (y, 1)) == (1, 1)


def test_a_constraint_holds_only_where_it_is_switched_on(model: ConstraintModel) -> None:
    x, on = of_variable(model.variable(0, 5)), model.literal()
    model.at_least_0(constant(2) - x, (on,))
    limits: list[tuple[int, Number]] = [(0, 5), (1, 2)]
    for value, most in limits:
        assert ends(model, x, (of_literal(on), value)) == (0, most)
    model.at_least_0(constant(-1), (on,))
    assert ends(model, x, (of_literal(on), 1)) is None


def test_numbers_too_large_are_refused(model: ConstraintModel) -> None:
    with pytest.raises(CoefficientOverflowError):
        model.variable(0, MAX_SUM + 1)
    x = of_variable(model.variable(0, 5), MAX_SUM)
    with pytest.raises(CoefficientOverflowError):
        model.at_least_0(x - constant(Fraction(1, 3)))


def test_a_gate_on_a_literal_that_implies_the_number_needs_no_variable() -> None:
    """Who stands at a wall is there: he counts one there, and nobody else."""
    model = ConstraintModel()
    present, there, counted = model.literal(), model.literal(), model.literal()
    model.clause((~there, present))
    both = model.all_of((there, counted))
    size = model.size
    for literal, factor in ((there, 1), (both, 3), (present, 2)):
        gated = model.gate(literal, of_literal(present, factor))
        assert gated.terms == {literal: factor}
    assert model.size == size
    assert model.is_implied(present, both)
    assert not model.is_implied(there, present)
    model.gate(counted, of_literal(present))
    assert model.size > size


def test_only_so_many_implications_are_followed() -> None:
    """Without it the product has a variable of its own, and the same value."""
    model = ConstraintModel()
    hub, many = model.literal(), [model.literal() for _ in range(MOST_IMPLIED + 1)]
    for each in many:
        model.clause((~hub, each))
    assert model.is_implied(many[0], hub)
    assert not model.is_implied(many[-1], hub)
    chain = [model.literal() for _ in range(IMPLIED_STEPS + 2)]
    for one, other in pairwise(chain):
        model.clause((~one, other))
    assert model.is_implied(chain[-2], chain[0])
    assert not model.is_implied(chain[-1], chain[0])
    gated = model.gate(hub, of_literal(many[-1], 5))
    assert ends(model, gated, (of_literal(hub), 1)) == (5, 5)
    assert ends(model, gated, (of_literal(hub), 0)) == (0, 0)
