"""Domain bounds: as tight as said, and never below what is legal."""

from itertools import count
from typing import Any

import pytest

from listbuilder.model.language import ALWAYS
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains.copy_limits import Allowance
from listbuilder.solve.domains.domain_bounds import DomainBounds
from tests.rules.small import judge as judge_of
from tests.rules.small import roster
from tests.solve.tiny import LIMIT, game, place

LEADERS = {"id": "few", "for": "roster", "require": {"count": {"is": "leader"}, "at_most": 3}}


MODELS: dict[str, Any] = {"sum": "size", "of": {"in": "self"}}


def bounds(judge: Judge, points: int) -> DomainBounds:
    return DomainBounds(judge, roster(limits={"points": points}), ())


@pytest.mark.parametrize(("points", "most"), [(19, 0), (20, 1), (59, 2), (1000, 50)])
def test_an_allowance_pays_for_so_many_copies(points: int, most: int) -> None:
    judge = game()
    limit = bounds(judge, points)
    assert limit.most(place(judge, "chief"), 1, {}) == most


def test_costs_that_a_copy_cannot_be_without_count() -> None:
    entries: dict[str, Any] = {
        "chief": {"values": {"points": 20}, "slots": [{"id": "band", "offers": ["orc"], "min": 2}]},
        "orc": {"values": {"points": 5}},
    }
    top = [{"id": "top", "offers": ["chief"]}]
    limits = {"points": {"title": "Points"}}
    judge = judge_of(entries, constraints=(LIMIT,), slots=top, limits=limits)
    assert bounds(judge, 89).most(place(judge, "chief"), 1, {}) == 2


@pytest.mark.parametrize(
    ("size", "most"), [({"min": 1, "max": 10}, 20), ({"min": 1}, 40), ({"min": 1, "max": 30}, 40)]
)
def test_a_slot_for_each_model_holds_as_many_as_the_largest_unit_has(
    size: dict[str, int], most: int
) -> None:
    """Two for each model; with 100 points a unit of 5 a model has 20, if it may."""
    gear = {"id": "gear", "offers": ["flag"], "max": 2, "per": "model"}
    unit = {"copies": 1, "size": size, "values": {"points": {"per_model": 5}}, "slots": [gear]}
    top = [{"id": "top", "offers": ["unit"]}]
    limits = {"points": {"title": "Points"}}
    judge = judge_of({"unit": unit, "flag": {}}, constraints=(LIMIT,), slots=top, limits=limits)
    assert bounds(judge, 100).most(place(judge, "unit", "flag"), 1, {}) == most
    limit = bounds(judge, 100)
    limit.allowances["bought"] = Allowance("points", ALWAYS, True, 5, of_additions=True)
    assert limit.most(place(judge, "unit", "flag"), 1, {}) == most, "the unit may be the player's"


def test_a_count_and_a_holder_limit_bound_copies() -> None:
    judge = game(LEADERS)
    limit = bounds(judge, 1000)
    assert limit.most(place(judge, "chief"), 1, {}) == 3
    orc = place(judge, "chief", "orc")
    assert limit.most(orc, 1, {}) == 6
    assert limit.most(orc, 1, {}, [(orc, 4)]) == 2, "certain copies take their part"
    assert limit.most_held(place(judge, "chief"), [orc]) == 6
    assert limit.most(place(judge, "chief", "orc", "shield"), 5, {}) == 5


def test_a_cap_in_a_keyword_of_its_own_entry_bounds_each_selection_alone() -> None:
    """The nearest selection so called is the capped one itself; around the flag it is the guard."""
    gear = {"id": "gear", "offers": ["flag"]}
    entries: dict[str, Any] = {
        "guard": {"is": ["unit"], "copies": 1, "caps": {"unit": 1}, "slots": [gear]},
        "flag": {"caps": {"unit": 1}},
    }
    top = [{"id": "top", "offers": ["guard"], "max": 3}]
    judge = judge_of(entries, keywords={"unit": {}}, slots=top)
    guard = {"entry": "guard", "with": ["flag"]}
    assert judge.evaluate(roster(guard, guard, guard)).legal
    limit = bounds(judge, 100)
    assert limit.most(place(judge, "guard"), 1, {}) == 3
    assert limit.most(place(judge, "guard", "flag"), 1, {}) == 1


def test_sizes_that_ask_for_one_another_come_to_an_end() -> None:
    """A unit has as many models as its posts at least, and these no more than the unit."""
    posts = {"in": "children", "entry": "post"}
    rules = (
        {"id": "enough", "for": {"entry": "unit"}, "at_least": {"sum": "size", "of": posts}},
        {"id": "few", "for": {"entry": "post"}, "at_most": {"outside": MODELS}},
    )
    constraints = tuple(
        {"id": rule.pop("id"), "for": rule.pop("for"), "require": MODELS | rule} for rule in rules
    )
    entries: dict[str, Any] = {
        "unit": {"size": {"min": 3, "max": 9}, "slots": [{"id": "posts", "offers": ["post"]}]},
        "post": {"size": {"min": 2}},
    }
    top = [{"id": "top", "offers": ["unit"]}]
    judge = judge_of(entries, constraints=constraints, slots=top)
    limit = bounds(judge, 0)
    unit, post = place(judge, "unit"), place(judge, "unit", "post")
    assert [limit.least_size(at) for at in (unit, post)] == [3, 2]
    assert limit.most_legal_size(unit) == 9


def test_models_are_bounded_by_rules_and_points() -> None:
    judge = game()
    pack = place(judge, "pack")
    assert (bounds(judge, 1000).least_size(pack), bounds(judge, 1000).most_size(pack, {})) == (3, 9)
    assert bounds(judge, 11).most_size(pack, {}) == 5


@pytest.mark.parametrize("points", [24, 31, 60])
def test_no_legal_roster_is_beyond_a_bound(points: int) -> None:
    """Chiefs with shielded orcs, as many as are legal."""
    judge = game(LEADERS)
    limit = bounds(judge, points)
    chief, orc = place(judge, "chief"), place(judge, "chief", "orc")
    for chiefs in count(1):
        if not judge.evaluate(army(points, chiefs, 0)).legal:
            break
        assert chiefs <= limit.most(chief, 1, {})
        for orcs in range(1, 7):
            if judge.evaluate(army(points, chiefs, orcs)).legal:
                assert orcs <= limit.most(orc, 1, {})


def army(points: int, chiefs: int, orcs: int) -> Roster:
    held: list[Any] = [{"entry": "orc", "count": orcs}] if orcs else []
    one = {"entry": "chief", "with": held}
    return roster(*[one] * chiefs, limits={"points": points})
