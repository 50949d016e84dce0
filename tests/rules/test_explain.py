"""What findings say of selections."""

import pytest

from listbuilder.loading.names import MOST_QUOTED
from listbuilder.rules.explain import explain, placed_at
from tests.rules.small import Json, judge, roster


def test_an_id_that_is_gone_is_told_in_part() -> None:
    made = judge({"man": {"slots": [{"id": "post", "offers": ["guard"]}]}, "guard": {}})
    guard = {"entry": "guard", "at": "x" * 10_000}
    army = made.lay_out(roster({"entry": "man", "with": [guard]}))
    assert placed_at(army.nodes[1], army) == f"{'x' * MOST_QUOTED}…"


def test_a_sum_for_each_entry_tells_which_entry_and_of_what() -> None:
    rule = {
        "id": "spells",
        "title": "A scroll has few spells",
        "for": "roster",
        "require": {"sum": "spells", "per": "entry", "at_most": 2},
    }
    made = judge({"scroll": {"values": {"spells": 3}}, "rod": {}}, constraints=(rule,))
    ((_, finding),) = explain(made.evaluate(roster("scroll", "rod")), made)
    assert str(finding.message) == (
        "The army: A scroll has few spells: Scroll: 3 spells, at most 2 allowed."
    )


@pytest.mark.parametrize(
    ("asked", "part"),
    [({"sum": "points"}, (20, "40")), ({"count": {"entry": "guards"}}, (1, "1"))],
)
def test_of_a_unit_the_models_are_told_unless_units_are_counted(
    asked: Json, part: tuple[int, str]
) -> None:
    rule = {"id": "few", "for": "roster", "require": {**asked, "at_most": 0}}
    guards = {"size": {"min": 1}, "values": {"points": {"per_model": 2}}}
    made = judge({"guards": guards}, constraints=(rule,))
    army = roster({"entry": "guards", "size": 20})
    ((_, finding),) = explain(made.evaluate(army), made)
    assert [(one.count, one.amount) for one in finding.parts] == [part]
