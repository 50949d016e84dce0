"""Units that may hand models on to one another."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.rules.evaluate import Judge
from listbuilder.solve.tasks.model_pools import ModelPools
from tests.rules.small import judge as judge_of
from tests.rules.small import roster
from tests.solve.tiny import place

GEAR = [{"id": "gear", "offers": ["shield", "banner", "medal"]}]


def game(**values: Any) -> Judge:
    """Guards and pikes; the values of a guard are given."""
    return judge_of(
        {
            "guard": {"size": {"min": 5}, "values": values, "slots": GEAR},
            "pike": {"size": {"min": 5}, "values": {"points": {"per_model": 4}}},
            "shield": {"values": {"points": {"per_model": 1}}},
            "banner": {"values": {"points": 10}},
            "medal": {"values": {"points": {"each": 5, "per_model": 1}}},
        },
        values={name: {"title": name, "cost": True} for name in ("points", "siege")},
    )


def pools(judge: Judge, *army: Any) -> ModelPools:
    return ModelPools(judge.lay_out(roster(*army)).nodes, ("points", "siege"))


def guards(*gear: str) -> dict[str, Any]:
    return {"entry": "guard", "size": 9, "with": [*gear]}


BY_THE_MODEL = game(points={"fixed": 20, "per_model": 6})


def test_units_of_an_entry_share_their_models_and_what_each_model_pays_for() -> None:
    found = pools(
        BY_THE_MODEL,
        guards("shield", "banner", "medal"),
        {"entry": "pike", "size": 9},
        guards("shield", "banner", "medal"),
    )
    assert sorted(found.of.values()) == [[0, 5], [1, 6], [4]]


def test_what_the_player_has_none_of_takes_no_models() -> None:
    found = pools(BY_THE_MODEL, guards("banner"))
    kinds = [
        found.kind(place(BY_THE_MODEL, *entries))
        for entries in (["guard"], ["pike"], ["guard", "shield"], ["guard", "banner"])
    ]
    assert [kind is not None for kind in kinds] == [True, False, False, False]


@pytest.mark.parametrize(
    "price",
    [
        {"steps": [9, 8]},
        {"by_size": {"10": 50, "20": 80}},
        {"fixed": {"times": "1/2", "of": {"sum": "siege", "of": {"in": "roster"}}}},
    ],
)
def test_where_a_model_more_adds_not_always_the_same_none_moves(price: dict[str, Any]) -> None:
    judge = game(points=price)
    assert not pools(judge, guards(), guards()).of


def test_in_a_game_without_costs_units_of_an_entry_share_their_models() -> None:
    judge = judge_of({"guard": {"size": {"min": 5}}}, values={})
    nodes = judge.lay_out(roster(guards(), guards())).nodes
    assert [*ModelPools(nodes, ()).of.values()] == [[0, 1]]
