"""Each expression and literal has the value it stands for, whatever its variables are."""

from fractions import Fraction

from listbuilder.solve.model.linear import (
    LinearExpr,
    constant,
    of_variable,
    scaled,
    total,
)

HALF = Fraction(1, 2)


def test_expressions_add_up_and_forget_what_cancels_out() -> None:
    x, y = of_variable(1), of_variable(2, 3)
    both = total([x, y, constant(4)])
    assert (both.terms, both.const) == ({1: 1, 2: 3}, 4)
    assert (both - x).terms == {2: 3}
    assert (both - y).times(HALF).const == 2


def test_scaled_is_whole_by_the_common_denominator() -> None:
    whole, scale = scaled(LinearExpr({1: HALF}, Fraction(2, 3)))
    assert (whole.terms, whole.const, scale) == ({1: 3}, 4, 6)
