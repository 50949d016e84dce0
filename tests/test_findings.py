"""Numbers as people read them."""

from fractions import Fraction

import pytest

from listbuilder.findings import written


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "0"),
        (12, "12"),
        (Fraction(1, 2), "½"),
        (Fraction(5, 2), "2½"),
        (Fraction(599, 4), "149¾"),
        (Fraction(5, 4), "1¼"),
        (Fraction(7, 3), "7/3"),
        (Fraction(-1, 2), "-1/2"),
        (Fraction(4, 2), "2"),
    ],
)
def test_quarters_have_signs_and_the_rest_are_fractions(amount: int | Fraction, text: str) -> None:
    assert written(amount) == text
