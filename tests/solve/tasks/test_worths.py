"""The worth of selections, in a cost or in models."""

import pytest

from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.linear import LinearExpr, constant, of_variable
from listbuilder.solve.search.problem import EncodedProblem, SearchProblem
from listbuilder.solve.tasks.worths import (
    at_least,
    each_model,
    models_in,
    models_worth,
    worth_before,
    worth_of,
)
from tests.rules.small import judge as judge_of
from tests.rules.small import roster
from tests.solve.tiny import ends, named, place

MAN = {"profiles": [{"type": "man", "values": {}}]}
GAME = judge_of(
    {
        "guard": MAN
        | {"size": {"min": 2, "max": 9}, "values": {"points": {"each": 8, "per_model": 6}}},
        "flag": {"values": {"points": 3}},
    },
    profiles={"man": {"title": "Man", "columns": []}},
)
ARMY = roster({"entry": "guard", "size": 5}, {"entry": "flag", "count": 2})


def test_what_there_is_is_worth_its_price_or_its_models() -> None:
    army = GAME.lay_out(ARMY)
    priced = [worth_before("points", node, army, GAME) for node in army.nodes]
    assert (priced, [worth_before(None, node, army, GAME) for node in army.nodes]) == (
        [8 + 5 * 6, 2 * 3],
        [5, 0],
    )
    assert [models_in(node) for node in army.nodes] == [5, 0]


@pytest.mark.parametrize(("cost", "whole", "models"), [("points", 44, 36), (None, 6, 6)])
def test_a_unit_is_worth_its_price_and_its_models_a_part_of_it(
    cost: str | None, whole: int, models: int
) -> None:
    encoded = EncodedProblem(SearchProblem(GAME, ARMY, lambda encoded: {}, "movable"))
    guard = named(encoded.tree, "guard")[0]
    fixed = (guard.count, 1), (guard.size, 6)
    for worth, expected in ((worth_of, whole), (models_worth, models)):
        assert ends(encoded.model, worth(cost, encoded, guard), *fixed) == (expected, expected)
    assert each_model(cost, place(GAME, "guard")) == (1 if cost is None else 6)
    assert not each_model("points", place(GAME, "flag"))


def test_a_variable_is_at_least_as_great_as_each_part() -> None:
    model = ConstraintModel()
    one, other = (of_variable(model.variable(0, 9)) for _ in range(2))
    parts: list[LinearExpr] = [one - constant(4), other - constant(2)]
    found = at_least(model, parts, 7)
    for first, second, least in ((9, 3, 5), (3, 9, 7), (0, 0, 0)):
        assert ends(model, found, (one, first), (other, second))[0] == least  # type: ignore[index]
    assert at_least(model, [one], 9) is one
    assert not at_least(model, [constant(-1)], 0).terms
