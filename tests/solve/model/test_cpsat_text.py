"""The text of a model is the model that CP-SAT solves."""

from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model_helper

from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.cpsat_text import (
    ModelText,
    assumed,
    at_least,
    hinted,
    maximised,
)
from listbuilder.solve.model.linear import constant, of_variable

WHOLE = st.integers(-(10**9), 10**9)


def read(text: str) -> cp_model_helper.CpModelProto:
    """Read a model. Its parts live no longer than the model itself."""
    native = cp_model_helper.CpModelProto()
    assert native.parse_text_format(text)
    return native


def test_only_what_was_added_is_told() -> None:
    model = ConstraintModel()
    x, even = of_variable(model.variable(2, 9)), model.literal()
    model.at_least_0(x.times(3) - constant(7), (even,))
    text = ModelText(model)
    first = text.added()
    before = len(model.lows)
    assert len(read(first).variables) == before
    assert text.added() == ""
    model.clause((even, ~model.literal()))
    second = read(text.added())
    assert len(second.variables) == len(model.lows) - before
    assert [*second.constraints[0].bool_or.literals] == [even, ~(len(model.lows) - 1)]


@given(factor=WHOLE.filter(bool), offset=WHOLE, least=WHOLE)
def test_sums_keep_their_numbers(factor: int, offset: int, least: int) -> None:
    quantity = of_variable(4).times(factor) + constant(offset)
    native = read(at_least(quantity, least) + maximised(quantity))
    bound, goal = native.constraints[0].linear, native.objective
    assert ([*bound.vars], [*bound.coeffs]) == ([4], [factor])
    assert bound.domain[0] == least - offset
    assert ([*goal.vars], [*goal.coeffs], goal.offset) == ([4], [-factor], -offset)
    assert goal.scaling_factor == -1


def test_nothing_is_maximised_in_a_constant() -> None:
    assert maximised(constant(3)) == ""


@given(values=st.lists(WHOLE))
def test_hints_and_assumptions_keep_their_order(values: list[int]) -> None:
    native = read(hinted(values) + assumed(values))
    hint = native.solution_hint
    assert ([*hint.vars], [*hint.values]) == ([*range(len(values))], values)
    assert [*native.assumptions] == values


def test_a_product_has_its_two_factors() -> None:
    model = ConstraintModel()
    x, y = of_variable(model.variable(0, 5)), of_variable(model.variable(0, 7))
    model.product(x + constant(2), y)
    native = read(ModelText(model).added())
    (product,) = [one.int_prod for one in native.constraints if one.has_int_prod()]
    assert [(*one.vars,) for one in product.exprs] == [(1,), (2,)]
    assert [one.offset for one in product.exprs] == [2, 0]
