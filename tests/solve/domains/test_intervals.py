"""Interval analysis: least and greatest values that no roster leaves."""

from fractions import Fraction
from typing import Any

import pytest

from listbuilder.loading.structuring import converter
from listbuilder.model.language import Quantity, Test
from listbuilder.solve.domains.intervals import IntervalAnalysis, common_denominator
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.tasks.complete import complete
from tests.rules.small import judge as judge_of
from tests.rules.small import roster
from tests.solve.tiny import game, place

COUNT = {"count": {"entry": "orc"}}
HALF = {"times": "1/2", "of": COUNT}
AT_700 = {"if": {"limit": "points", "at_least": 700}, "then": 6, "else": 3}
HEAD = {"if": {"is": "leader"}, "then": 2, "else": 5}
MOUNTED = {"if": {"is": "mounted"}, "then": 2, "else": 5}


def analysis(points: int | None = 500, **choices: str) -> IntervalAnalysis:
    limits = {} if points is None else {"points": points}
    return IntervalAnalysis(
        game(choices={"side": {"title": "Side", "options": {"in": "In", "out": "Out"}}}),
        roster(limits=limits, choices=choices),
    )


def quantity(data: Any) -> Quantity:
    parsed: Quantity = converter.structure(data, Quantity)  # type: ignore[arg-type]
    return parsed


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (7, (7, 7)),
        ({"limit": "points"}, (500, 500)),
        (COUNT, (0, None)),
        ({"times": -2, "of": COUNT}, (None, 0)),
        ({"times": "1/3", "of": {"limit": "points"}, "round": "up"}, (167, 167)),
        ({"times": "1/3", "of": {"limit": "points"}, "round": "down"}, (166, 166)),
        ({"plus": [3, COUNT]}, (3, None)),
        (AT_700, (3, 3)),
        (HEAD, (2, 2)),
        (MOUNTED, (2, 5)),
        ({"sum": "points"}, (0, None)),
    ],
    ids=str,
)
def test_intervals(data: Any, expected: tuple[Any, Any]) -> None:
    chief = place(game(), "chief")
    assert analysis().of(quantity(data), chief) == expected


def test_a_limit_that_is_not_set_is_unbounded_and_fails_comparisons() -> None:
    unset = analysis(None)
    assert unset.of(quantity({"limit": "points"}), None) == (None, None)
    assert unset.of(quantity(AT_700), None) == (3, 3)


READS_A_LIMIT = [
    {"table": [[1], [2]], "row": {"limit": "points"}},
    {"table": [[1, 2]], "row": 1, "column": {"plus": [1, {"limit": "points"}]}},
    {"unassigned": {"entry": "orc"}, "to": [{"max": {"limit": "points"}}]},
]


@pytest.mark.parametrize("data", READS_A_LIMIT, ids=str)
def test_what_reads_a_limit_that_is_not_set_has_no_least_value(data: Any) -> None:
    assert analysis(None).of(quantity(data), None) == (None, None)
    assert analysis().of(quantity(data), None)[0] is not None


@pytest.mark.parametrize("data", READS_A_LIMIT, ids=str)
def test_a_value_that_reads_a_limit_that_is_not_set_lifts_the_rules_on_its_sum(data: Any) -> None:
    """With the mercenary nobody asks for the points, so there may be any number of orcs."""
    entries: dict[str, Any] = {
        "orc": {"copies": 1, "values": {"points": 1}},
        "mercenary": {"copies": 1, "values": {"points": {"fixed": data}}},
    }
    few = {"id": "few", "for": "roster", "require": {"count": {}, "at_most": 4}}
    over = {"id": "over", "for": "roster", "require": {"sum": "points", "at_most": 1}}
    limits = {"points": {"title": "Points"}}
    judge = judge_of(entries, constraints=(few, over), limits=limits)
    answer = complete(judge, roster(), ["orc"])
    assert isinstance(answer, Solved)
    assert answer.proved
    assert answer.reached["orc"] == 3


def test_a_value_that_may_be_negative_bounds_no_sum() -> None:
    judge = judge_of({"bonus": {"values": {"points": {"each": 5, "steps": [-1, 0]}}}})
    intervals = IntervalAnalysis(judge, roster())
    assert intervals.of(quantity({"sum": "points"}), None) == (None, None)
    assert not intervals.never_negative["points"]


@pytest.mark.parametrize(
    ("data", "holds"),
    [
        ({"is": "leader"}, True),
        ({"entry": "orc"}, False),
        ({"is": "mounted"}, None),
        ({"choice": {"side": "in"}}, True),
        ({"choice": {"side": "out"}}, False),
        ({"has": {"entry": "orc"}}, None),
        ({"not": {"is": "mounted"}}, None),
        ({"not": {"entry": "orc"}}, True),
        ({"any": [{"is": "mounted"}, {"entry": "chief"}]}, True),
        ({"all": [{"is": "mounted"}, {"entry": "orc"}]}, False),
        ({"all": [{"is": "mounted"}, {"entry": "chief"}]}, None),
    ],
    ids=str,
)
def test_truth_that_no_selection_changes(data: Any, holds: bool | None) -> None:
    condition = converter.structure(data, Test)
    assert analysis(side="in").static_truth(condition, place(game(), "chief")) is holds


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (Fraction(2, 3), 3),
        (COUNT, 1),
        (HALF, 2),
        ({"times": "1/3", "of": HALF}, 6),
        ({**HALF, "round": "up"}, 1),
        ({"plus": [HALF, {"times": "1/3", "of": COUNT}]}, 6),
        ({"sum": "points"}, 1),
    ],
    ids=str,
)
def test_granularity_makes_a_quantity_whole(data: Any, expected: int) -> None:
    node = data if isinstance(data, Fraction) else quantity(data)
    assert analysis().granularity(node) == expected
    assert common_denominator([Fraction(1, 2), 3, Fraction(1, 3)]) == 6
