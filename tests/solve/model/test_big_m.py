"""So much for each: by a factor where there is a bound, else by whether there is any."""

import pytest

from listbuilder.model.language import MOST_COPIES
from listbuilder.solve.model.big_m import MAX_BIG_M, at_most_each
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.linear import of_variable
from tests.solve.tiny import ends


@pytest.mark.parametrize(
    ("most", "expected"),
    [
        (3, [(0, 0), (0, 3), (0, 6)]),
        (0, [(0, 0), (0, 0), (0, 0)]),
        (MAX_BIG_M + 1, [(0, 0), (0, MOST_COPIES), (0, MOST_COPIES)]),
        (None, [(0, 0), (0, MOST_COPIES), (0, MOST_COPIES)]),
    ],
)
def test_at_most_so_much_for_each(most: int | None, expected: list[tuple[int, int]]) -> None:
    model = ConstraintModel()
    many, held = (of_variable(model.variable(0, high)) for high in (2, MOST_COPIES))
    at_most_each(model, held, many, most)
    assert [ends(model, held, (many, number)) for number in range(3)] == expected
    assert all(abs(factor) <= 3 for one in model.constraints for _, factor in one.terms)
