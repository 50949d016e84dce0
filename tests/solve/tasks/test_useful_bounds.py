"""Domain bounds of a repair: what may be bought, and where."""

import pytest

from listbuilder.model.language import Number
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.domains.relocation import Relocations
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.tasks.losses import Losses
from listbuilder.solve.tasks.repair_goals import LOST
from listbuilder.solve.tasks.repair_search import RepairSearch, errors_of
from listbuilder.solve.tasks.useful_bounds import UsefulBounds
from tests.rules.small import Json, judge, roster

UNTIMED = SearchBudget(seconds=None, work=20)


@pytest.mark.parametrize(
    ("given_up", "lost", "limit", "found"),
    [
        (20, None, 200, False),
        (20, 0, 200, True),
        (None, 0, 200, True),
        (20, 0, 55, False),
        (None, 0, 55, False),
        (None, 5, 55, True),
    ],
)
def test_what_is_bought_is_bounded_by_what_may_be_given_up_or_lost(
    given_up: int | None, lost: int | None, limit: int, found: bool
) -> None:
    """A captain for 50 beside two guards for 5: too dear where no more than 20 are given up.

    Where nothing may be lost instead, he is found if the limit has room for him.
    """
    led = {"id": "led", "for": "roster", "require": {"count": {"entry": "captain"}, "at_least": 1}}
    within = {
        "id": "limit",
        "for": "roster",
        "require": {"sum": "points", "at_most": {"limit": "points"}},
    }
    entries = {name: {"values": {"points": n}} for name, n in (("captain", 50), ("guard", 5))}
    limits = {"points": {"title": "Points"}}
    made = judge(entries, constraints=(led, within), limits=limits)
    army = roster("guard", "guard", limits={"points": limit})
    search = RepairSearch(made, army, errors_of(made.evaluate(army)))
    beyond = {} if lost is None else {LOST: -lost - 1}
    answer = search.everywhere(given_up, lost).solve(UNTIMED, beyond=beyond)
    assert isinstance(answer, Solved) == found


@pytest.mark.parametrize(("given_up", "most"), [(None, 100_000), (40, 8), (41, 8), (4, 0), (0, 0)])
def test_copies_are_bounded_by_what_may_be_given_up(given_up: Number | None, most: int) -> None:
    """A guard for 5 is a purchase of 5; where nothing may be given up, none is bought."""
    made = judge({"guard": {"values": {"points": 5}}})
    army = roster("guard")
    bounds = UsefulBounds(DomainBounds(made, army, ()), lambda place: True)
    bounds.bound_purchases(Losses(made, army), given_up, None)
    (place,) = made.root.offered()
    charged = dict.fromkeys(bounds.allowances, 0)
    assert bounds.most(place, 1, charged) == most


def test_only_useful_additions_and_raised_selections_have_copies() -> None:
    entries: dict[str, Json] = {"guard": {}, "pike": {}, "bow": {}}
    made = judge(entries)
    army = roster("pike")
    guard, pike, bow = made.root.offered()
    bounds = UsefulBounds(DomainBounds(made, army, ()), lambda place: place is guard, raised=[pike])
    assert [bounds.most(place, 1, {}) > 0 for place in (guard, pike, bow)] == [True, False, False]
    assert bounds.most(pike, 1, {}, owned=True) > 0
    assert bounds.most(bow, 1, {}, owned=True) == 0


@pytest.mark.parametrize(
    ("given_up", "guards", "rams"),
    [
        (40, 0, 0),  # what is over both limits, 5 of each, counts four times
        (60, 0, 0),
        (65, 1, 1),  # a purchase of 5, and 5 more that are lost for it: 25
        (90, 2, 2),
    ],
)
def test_what_is_over_one_limit_leaves_less_for_purchases_of_another_cost(
    given_up: Number, guards: int, rams: int
) -> None:
    within = [
        {
            "id": f"most-{cost}",
            "for": "roster",
            "require": {"sum": cost, "at_most": {"limit": cost}},
        }
        for cost in ("points", "siege")
    ]
    entries = {"guard": {"values": {"points": 5}}, "ram": {"values": {"siege": 5}}}
    limits = {cost: {"title": cost} for cost in ("points", "siege")}
    values = {cost: {"title": cost, "cost": True} for cost in limits}
    made = judge(entries, constraints=tuple(within), limits=limits, values=values)
    army = roster("guard", "guard", "ram", "ram", limits={"points": 5, "siege": 5})
    bounds = UsefulBounds(DomainBounds(made, army, ()), lambda place: True)
    bounds.bound_purchases(Losses(made, army), given_up, None)
    purchases = [one for one in bounds.allowances.values() if one.of_additions]
    assert {one.value: one.most // 5 for one in purchases} == {"points": guards, "siege": rams}


@pytest.mark.parametrize("has_guards", [True, False])
def test_a_new_force_need_not_buy_the_unit_that_may_move_into_it(has_guards: bool) -> None:
    """It must hold a guard, for 5; where nothing may be given up, one of the player's moves in."""
    force = {"slots": [{"id": "units", "offers": ["guard"], "min": 1}], "copies": 1}
    made = judge({"guard": {"values": {"points": 5}}, "man": {}, "force": force})
    army = roster("guard" if has_guards else "man")
    moves_to = Relocations(army).moves_to
    bounds = UsefulBounds(DomainBounds(made, army, ()), lambda place: True, moves_to=moves_to)
    bounds.bound_purchases(Losses(made, army), 0, None)
    place = made.root.below["force", None]
    most = bounds.most(place, 1, dict.fromkeys(bounds.allowances, 0))
    assert (most > 0) == has_guards


def test_a_cost_may_be_called_as_it_likes() -> None:
    """The limit of a cost stays beside what may be bought of it."""
    costs = ("purchases", "room")
    values = {cost: {"title": cost, "cost": True} for cost in costs}
    within = [
        {"id": f"most-{cost}", "for": "roster", "require": {"sum": cost, "at_most": 9}}
        for cost in costs
    ]
    entries = {"guard": {"values": dict.fromkeys(costs, 2)}}
    made = judge(entries, constraints=tuple(within), values=values)
    army = roster("guard")
    bounds = UsefulBounds(DomainBounds(made, army, ()), lambda place: True)
    bounds.bound_purchases(Losses(made, army), 0, None)
    bounds.bound_single_purchase(Losses(made, army))
    limits = {one.value: one.most for one in bounds.allowances.values() if not one.of_additions}
    assert limits == dict.fromkeys(costs, 9)
