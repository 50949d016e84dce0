"""A unit that is too small takes models of another, or is joined with it."""

import pytest

from listbuilder.editing.mend import all_mended
from tests.rules.small import Json, judge, roster

GUARDS: Json = {"size": {"min": 10, "max": 20}, "values": {"points": {"per_model": 5}}}
WITHIN: Json = {
    "id": "limit",
    "for": "roster",
    "require": {"sum": "points", "at_most": {"limit": "points"}},
}


@pytest.mark.parametrize(
    ("sizes", "first", "after"),
    [
        ((7, 7), "Join 2. Guards to 1. Guards: 14 models", [14]),
        ((7, 13), "Set the size of 1. Guards to 10, and set the size of 2. Guards to 10", [10, 10]),
        ((18, 6), "Set the size of 2. Guards to 10, and set the size of 1. Guards to 14", [14, 10]),
        ((12, 6), "Join 2. Guards to 1. Guards: 18 models", [18]),
    ],
)
def test_a_full_army_of_two_units_loses_no_model(
    sizes: tuple[int, int], first: str, after: list[int]
) -> None:
    made = judge({"guards": GUARDS}, constraints=(WITHIN,), limits={"points": {"title": "Points"}})
    units = [{"entry": "guards", "size": size} for size in sizes]
    army = roster(*units, limits={"points": 5 * sum(sizes)})
    for finding, ways in all_mended(made.evaluate(army), made):
        assert finding.code == "guards.size.min"
        ((remedy, mended), *_) = ways
        assert remedy.text == first
        assert [one.size for one in mended.army] == after
        assert made.evaluate(mended).legal


def test_to_go_over_or_to_join_is_no_second_step() -> None:
    """The unit of 20, made smaller by 3, would take 3 of the other: so that one gets smaller."""
    least = {**GUARDS, "size": {"min": 20}}
    made = judge({"guards": least}, constraints=(WITHIN,), limits={"points": {"title": "Points"}})
    units = [{"entry": "guards", "size": size} for size in (20, 27)]
    army = roster(*units, limits={"points": 5 * 44})
    (finding,) = (one for one, _ in all_mended(made.evaluate(army), made))
    assert finding.remedies
    assert [one.text for one in finding.remedies] == [
        "Set the size of 2. Guards to 24",
        "Set Points to 235",
    ]
