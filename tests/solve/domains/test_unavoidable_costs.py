"""What a copy costs at least, and how many copies a sum pays for."""

from fractions import Fraction
from typing import Any

import pytest

from listbuilder.model.language import MOST_COPIES
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.domains.unavoidable_costs import UnavoidableCosts, value_of
from tests.rules.small import judge as judge_of
from tests.rules.small import roster
from tests.solve.tiny import place

AT_500: dict[str, Any] = {"if": {"limit": "points", "at_least": 500}, "then": 2, "else": 1}


def cost(judge: Judge, *entries: str, points: int = 500, whole: bool = True) -> Any:
    limit = DomainBounds(judge, roster(limits={"points": points}), ())
    return UnavoidableCosts(limit).each(place(judge, *entries), "points", whole)


def with_crew(least: Any, **keys: Any) -> Judge:
    """An engine of 50 points that needs crew of 6."""
    slots = [{"id": "crew", "offers": ["crew", "chief"], "min": least}]
    engine = {"values": {"points": 50}, "slots": slots} | keys
    entries = {
        "engine": engine,
        "crew": {"values": {"points": 6}},
        "chief": {"values": {"points": 9}},
    }
    return judge_of(entries, limits={"points": {"title": "Points"}})


@pytest.mark.parametrize(
    ("least", "points", "expected"),
    [(2, 500, 62), (AT_500, 500, 62), (AT_500, 499, 56), ({"count": {"in": "roster"}}, 500, 50)],
    ids=str,
)
def test_what_a_copy_must_hold_is_part_of_its_cost(least: Any, points: int, expected: int) -> None:
    """The cheapest crew; how many may hang on a limit of the roster."""
    judge = with_crew(least, copies=1)
    assert cost(judge, "engine", points=points) == expected
    assert cost(judge, "engine", points=points, whole=False) == 50


def test_copies_in_one_share_what_their_selection_must_hold() -> None:
    assert cost(with_crew(2), "engine") == 62, "two for each copy"
    assert cost(with_crew(AT_500), "engine") == 50, "two for all copies in one"


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"each": 3, "per_model": 2}, 9),
        ({"each": 3, "steps": [4, 1]}, 4),
        ({"by_size": {"3": 8, "6": 5}}, 5),
        ({"per_model": "1/2"}, Fraction(3, 2)),
    ],
    ids=str,
)
def test_the_least_of_each_way_to_price(values: dict[str, Any], expected: Any) -> None:
    unit: dict[str, Any] = {"size": {"min": 3}, "values": {"points": values}}
    if "steps" in values:
        del unit["size"]
    assert cost(judge_of({"unit": unit}), "unit") == expected


@pytest.mark.parametrize(
    ("price", "sum_", "holders", "expected"),
    [
        (5, 24, 1, 4),
        (0, 24, 1, MOST_COPIES),
        ({"steps": [1, 5]}, 24, 1, 1 + 4),
        ({"steps": [1, 5]}, 24, 4, 4 + 4),
        ({"steps": [1, 5]}, 3, 4, 3),
    ],
    ids=str,
)
def test_a_sum_pays_for_so_many(price: Any, sum_: int, holders: int, expected: Any) -> None:
    """With steps: as many holders as there are have their cheap copies first."""
    judge = judge_of({"unit": {"values": {"points": price}}})
    costs = UnavoidableCosts(DomainBounds(judge, roster(), ()))
    assert costs.fitting(place(judge, "unit"), "points", sum_, True, holders) == expected
    assert costs.fitting(place(judge, "unit"), None, 7, True, holders) == 7


def test_a_model_is_worth_one_in_sizes() -> None:
    judge = judge_of({"unit": {"size": {"min": 4}}, "flag": {}})
    assert value_of(place(judge, "unit"), "size").per_model == 1
    assert not value_of(place(judge, "flag"), "points").each
    costs = UnavoidableCosts(DomainBounds(judge, roster(), ()))
    assert costs.each(place(judge, "unit"), "size", True) == 4
