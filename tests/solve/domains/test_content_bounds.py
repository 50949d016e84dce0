"""Bounds that make bounds: what is held is bounded by what the holder has, and never too low."""

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from listbuilder.model.language import MOST_COPIES, Count, Names, Selector, Sum, Test
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains.domain_bounds import DomainBounds
from tests.rules.small import branching, roster
from tests.rules.small import judge as judge_of
from tests.solve.games import Maker, ToldApart, rosters
from tests.solve.tiny import LIMIT, place
from tests.solve.units import InSizes, Measured, Units

Json = dict[str, Any]

OWN = {"sum": "models", "of": {"in": "self"}}
HELD = {"sum": "models", "of": {"in": "children", "not": {"is": "post"}, "whole": True}}
POST: Json = {
    "is": ["post"],
    "size": {"min": 1},
    "slots": [
        {"id": "horns", "offers": ["horn"], "max": {"sum": "size", "of": {"in": "self"}}},
        {"id": "flags", "offers": ["flag"]},
    ],
}


def of_unit(models: Json, *army: Json, limits: Json | None = None) -> DomainBounds:
    """Bounds where a unit of 5 points a model, with two mounts at most, stands in posts."""
    slots = [
        {"id": "posts", "offers": ["post"], "budget": {"size": models, "flags": 1}},
        {"id": "mounts", "offers": ["mount"], "max": 2},
    ]
    unit = {
        "copies": 1,
        "size": {"min": 1},
        "values": {"points": {"per_model": 5}, "models": {"per_model": 1}},
        "slots": slots,
    }
    judge = judge_of(
        {
            "unit": unit,
            "post": POST,
            "mount": {"copies": 1, "values": {"models": 1}},
            "horn": {},
            "flag": {"values": {"flags": 1}},
        },
        values={
            "points": {"title": "points", "cost": True},
            "models": {"title": "models"},
            "flags": {"title": "flags"},
        },
        keywords={"post": {}},
        limits={"points": {"title": "Points"}},
        constraints=(LIMIT,),
        slots=[{"id": "top", "offers": ["unit"]}],
    )
    begun = roster(*army, limits=limits if limits is not None else {"points": 100})
    return DomainBounds(judge, begun, ())


@pytest.mark.parametrize(
    ("models", "most"),
    [
        (OWN, 20),
        (HELD, 2),
        ({"plus": [OWN, HELD]}, 22),
        ({"times": "1/2", "of": OWN, "round": "up"}, 10),
        ({"count": {"in": "children", "entry": "mount"}}, 2),
        ({"count": {"in": "below", "entry": "mount"}}, 2),
        ({"sum": "models", "of": {"in": "whole"}}, 22),
        ({"sum": "flags", "of": {"in": "self"}}, 0),
    ],
    ids=str,
)
def test_what_is_held_is_bounded_by_what_the_holder_has(models: Json, most: int) -> None:
    """100 points pay for 20 models."""
    limit = of_unit(models)
    post = place(limit.judge, "unit", "post")
    assert limit.most_size(post, {}) == most
    assert limit.most(post, 1, {}) == most, "each has a model"
    assert limit.most(place(limit.judge, "unit", "post", "horn"), 1, {}) == most
    assert limit.most_size(post, {}, 3, 1) == most, "together, too"
    assert limit.most_size(post, {}, 3, 2) == 2 * most, "those of two units"


def test_without_a_bound_there_is_none() -> None:
    limit = of_unit({"count": {"in": "roster"}})
    post = place(limit.judge, "unit", "post")
    assert limit.most_size(post, {}) is None
    assert limit.most(post, 1, {}) == MOST_COPIES
    unset = of_unit(OWN, limits={})
    assert unset.most_size(place(unset.judge, "unit", "post"), {}) is None


def test_what_no_slot_offers_bounds_nothing() -> None:
    """A mount in a mount counts where it is, though it must go."""
    stray = {"entry": "mount", "with": ["mount"]}
    limit = of_unit(HELD, {"entry": "unit", "size": 3, "with": [stray]})
    assert limit.most_size(place(limit.judge, "unit", "post"), {}) is None


def test_a_value_that_may_be_negative_bounds_nothing() -> None:
    entries = {"unit": {"values": {"worth": -1}}}
    judge = judge_of(entries, values={"worth": {"title": "worth"}})
    limit = DomainBounds(judge, roster(), ())
    found = Sum("worth", Test())  # type: ignore[arg-type]
    assert limit.contents.most(found, place(judge, "unit")) is None


def test_numbers_that_ask_for_each_other_are_unbounded_there() -> None:
    slots: list[Json] = [
        {"id": name, "offers": [name], "max": {"count": {"in": "children", "entry": other}}}
        for name, other in (("sword", "shield"), ("shield", "sword"))
    ]
    slots.append({"id": "belt", "offers": ["belt"], "max": 3})
    slots.append({"id": "bag", "offers": ["bag"], "max": {"count": {"in": "children"}}})
    gear: dict[str, Json] = {name: {} for name in ("sword", "shield", "belt", "bag")}
    judge = judge_of({"unit": {"copies": 1, "slots": slots}, **gear})
    limit = DomainBounds(judge, roster(), ())
    most = {name: limit.most(place(judge, "unit", name), 1, {}) for name in gear}
    assert most == {"sword": MOST_COPIES, "shield": MOST_COPIES, "belt": 3, "bag": MOST_COPIES}


def test_a_game_of_endless_branches_is_not_looked_through() -> None:
    judge = branching()
    thing = next(iter(judge.root.offered()))
    limit = DomainBounds(judge, roster(), ())
    found = Count(Selector("below", Test(slot=Names(("s1",)))))
    assert limit.contents.most(found, thing) is None


def beyond(judge: Judge, limit: DomainBounds, legal: Any) -> list[str]:
    """The places of a legal roster where more stands than a bound says."""
    army = judge.lay_out(legal)
    copies: Counter[Any] = Counter()
    for node in army.nodes:
        copies[node.holder, node.place] += node.count
    sizes = {node.place: node.size for node in sorted(army.nodes, key=lambda node: node.size)}
    most = [(at, many, limit.most_legal(at, holder.count)) for (holder, at), many in copies.items()]
    most += [(at, size, limit.most_legal_size(at)) for at, size in sizes.items()]
    return [str(at.entry) for at, many, bound in most if bound is not None and many > bound]


@pytest.mark.parametrize("maker", [Maker, ToldApart, Units, Measured, InSizes])
def test_no_legal_roster_is_beyond_a_bound(maker: Any) -> None:
    seen = 0
    for seed in range(20):
        judge, begun = maker(Random(seed)).game()
        limit = DomainBounds(judge, begun, ())
        for one in islice(rosters(judge, begun), 150):
            if judge.evaluate(one).legal:
                seen += 1
                assert beyond(judge, limit, one) == [], seed
    assert seen > 30
