"""What is one of several expressions has the value that plain Python works out."""

from collections.abc import Sequence
from itertools import product

import pytest

from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.linear import FALSE, TRUE, constant, of_literal, of_variable
from listbuilder.solve.model.piecewise_linear import Assignees, greatest, left_over, look_up
from tests.solve.tiny import ends

RANGE = range(-1, 3)


@pytest.fixture
def model() -> ConstraintModel:
    return ConstraintModel()


def test_the_greatest_of_expressions_and_numbers(model: ConstraintModel) -> None:
    x, y = (of_variable(model.variable(-1, 2)) for _ in range(2))
    found = greatest(model, (x, y.times(2), constant(1)))
    for a, b in product(RANGE, RANGE):
        value = max(a, 2 * b, 1)
        assert ends(model, found, (x, a), (y, b)) == (value, value)


def test_what_never_is_the_greatest_takes_no_variable(model: ConstraintModel) -> None:
    x = of_variable(model.variable(-1, 2))
    assert greatest(model, (x, constant(2))).terms == {}
    assert greatest(model, (x, constant(-1))) == x


def test_a_table_says_its_number_and_nothing_beside_it(model: ConstraintModel) -> None:
    row, column = of_variable(model.variable(0, 3)), of_variable(model.variable(0, 2))
    table = ((5, 7), (0, -2))
    found = look_up(model, table, row, column)
    for a, b in product(range(4), range(3)):
        value = table[a - 1][b - 1] if a in (1, 2) and b in (1, 2) else 0
        assert ends(model, found, (row, a), (column, b)) == (value, value)


def left(wanted: Sequence[tuple[int, Sequence[bool]]], most: Sequence[int]) -> int:
    """How many are left over at least, by trying each way to assign them."""
    if not wanted:
        return 0
    (copies, taken), *others = wanted
    if not copies:
        return left(others, most)
    rest = [(copies - 1, taken), *others]
    ways = [1 + left(rest, most)]
    for index, takes in enumerate(taken):
        if takes and most[index] > 0:
            less = [number - (at == index) for at, number in enumerate(most)]
            ways.append(left(rest, less))
    return min(ways)


def test_as_few_are_left_over_as_can_be(model: ConstraintModel) -> None:
    """The first can go to both takers, the second to one of them, and to the other perhaps."""
    copies = [of_variable(model.variable(0, 2)) for _ in range(2)]
    most = of_variable(model.variable(-1, 2))
    open_ = of_variable(model.variable(0, 1))
    literal = model.is_at_least_0(open_ - constant(1))
    wanted = [Assignees(copies[0], (TRUE, TRUE)), Assignees(copies[1], (literal, TRUE))]
    found = left_over(model, [*wanted, Assignees(constant(1), (FALSE, TRUE))], (constant(1), most))
    for a, b, room, takes in product(range(3), range(3), RANGE, range(2)):
        counts = [(a, (True, True)), (b, (bool(takes), True)), (1, (False, True))]
        value = left(counts, (1, room))
        where = ((copies[0], a), (copies[1], b), (most, room), (of_literal(literal), takes))
        assert ends(model, found, *where) == (value, value)
