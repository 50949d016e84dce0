"""A comparison bounds each count and sum in it, wherever that stands."""

from typing import Any

import pytest

from listbuilder.loading.structuring import converter
from listbuilder.model.language import Comparison
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.domains.implied_bounds import implied_bounds
from tests.rules.small import judge as judge_of
from tests.rules.small import roster
from tests.solve.tiny import place

CHIEFS: dict[str, Any] = {"count": {"entry": "chief"}}
ORCS: dict[str, Any] = {"count": {"entry": "orc"}}
POINTS: dict[str, Any] = {"sum": "points"}
ENTRIES: dict[str, Any] = {
    "chief": {"copies": 1, "values": {"points": 3}},
    "orc": {"copies": 1, "values": {"points": 1}},
}


@pytest.mark.parametrize(
    ("require", "chiefs", "orcs"),
    [
        (CHIEFS | {"at_most": 3}, 3, None),
        (CHIEFS | {"at_least": 3}, None, None),
        (CHIEFS | {"exactly": 3}, 3, None),
        ({"plus": [CHIEFS, ORCS], "at_most": 3}, 3, 3),
        ({"plus": [CHIEFS, ORCS, -2], "at_most": 3}, 5, 5),
        ({"times": 2, "of": CHIEFS, "at_most": 7}, 3, None),
        ({"times": "1/2", "of": CHIEFS, "round": "down", "at_most": 3}, 8, None),
        ({"times": "1/2", "of": CHIEFS, "round": "up", "at_most": 3}, 6, None),
        ({"times": -1, "of": CHIEFS, "at_most": 3}, None, None),
        ({"limit": "points", "at_least": {"plus": [ORCS, {"times": 5, "of": CHIEFS}]}}, 4, 20),
        ({"plus": [POINTS, ORCS], "at_most": 9}, 3, 9),
        ({"plus": [ORCS, {"limit": "unset"}], "at_most": 9}, None, None),
        (
            {"if": {"limit": "points", "at_least": 9}, "then": ORCS, "else": CHIEFS, "at_most": 2},
            None,
            2,
        ),
        ({"if": {"count": {}, "at_least": 9}, "then": ORCS, "at_most": 2}, None, None),
    ],
    ids=str,
)
def test_the_roster_has_no_more_than_follows(
    require: dict[str, Any], chiefs: int | None, orcs: int | None
) -> None:
    limits = {name: {"title": name} for name in ("points", "unset")}
    rule = {"id": "rule", "for": "roster", "require": require}
    judge = judge_of(ENTRIES, constraints=(rule,), limits=limits)
    bounds = DomainBounds(judge, roster(limits={"points": 20}), ())
    found = [bounds.most_legal(place(judge, name), 1) for name in ("chief", "orc")]
    assert found == [chiefs, orcs]


def test_what_a_holder_holds_is_bounded_by_any_of_its_rules() -> None:
    """Two for each flag and one more: five guards where there is room for two flags."""
    held = {"in": "children", "entry": "guard"}
    flags = {"times": 2, "of": {"count": {"in": "children", "entry": "flag"}}}
    rule = {
        "id": "rule",
        "for": {"entry": "band"},
        "require": {"plus": [flags, 1], "at_least": {"count": held}},
    }
    slots = [{"id": "men", "offers": ["guard"]}, {"id": "flags", "offers": ["flag"], "max": 2}]
    entries: dict[str, Any] = {"band": {"copies": 1, "slots": slots}, "guard": {}, "flag": {}}
    judge = judge_of(entries, constraints=(rule,))
    bounds = DomainBounds(judge, roster(), ())
    assert bounds.most_legal(place(judge, "band", "guard"), 1) == 5


def test_a_comparison_for_each_entry_bounds_its_own_side_alone() -> None:
    said: Any = ORCS | {"per": "entry", "exactly": CHIEFS}
    comparison = converter.structure(said, Comparison)
    assert [found for found, _ in implied_bounds(comparison, lambda test: None)] == [
        comparison.quantity
    ]
