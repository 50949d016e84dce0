"""Bounds that make bounds: what is held is bounded by what the holder has, and never too low."""

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from listbuilder.model.language import MOST_COPIES, Count, Names, Quantity, Selector, Sum, Test
from listbuilder.model.language import Number as Exact
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.domains.content_bounds import MAX_LEVELS, ContentBounds
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.domains.intervals import IntervalAnalysis
from tests.rules.small import branching, roster
from tests.rules.small import judge as judge_of
from tests.solve.games import AddedUp, Maker, ToldApart, rosters
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


class GivenBounds:
    """Legal bounds that a test gives: the copies in one holder by entry, and the same models."""

    def __init__(self, judge: Judge, begun: Roster, copies: dict[str, int], models: int) -> None:
        self.intervals = IntervalAnalysis(judge, begun)
        self.copies = copies
        self.models = models

    def most_legal(self, place: Place, holder_copies: int) -> int | None:
        each = self.copies.get(place.entry.id) if place.entry is not None else None
        return None if each is None else each * holder_copies

    def most_legal_size(self, place: Place) -> int | None:
        return self.models

    def most_of(self, bound: Quantity, place: Place) -> Exact | None:
        _, most = self.intervals.of(bound, place)
        return most

    def most_in_roster(self, value: str) -> Exact | None:
        return None


def nested(levels: int) -> Judge:
    """A unit of which each copy carries things, these further things, and so on."""
    entries: dict[str, Json] = {
        f"thing{level}": {
            "values": {"points": 2, "weight": {"per_model": 1}},
            "slots": [{"id": "in", "offers": [f"thing{level + 1}"]}],
        }
        for level in range(levels - 1)
    }
    entries[f"thing{levels - 1}"] = {"values": {"points": 2}}
    unit: Json = {"size": {"min": 1}, "slots": [{"id": "in", "offers": ["thing0"]}]}
    values = {"points": {"title": "points", "cost": True}, "weight": {"title": "weight"}}
    return judge_of({"unit": unit, **entries}, values=values)


@pytest.mark.parametrize(
    ("node", "most"),
    [
        (Count(Selector("children", Test())), 3),
        (Count(Selector("below", Test())), 3 + 3 * 4),
        (Count(Selector("whole", Test())), 1 + 3 + 3 * 4),
        (Count(Selector("children", Test(entry=Names(("thing1",))))), 0),
        (Count(Selector("children", Test(entry=Names(("thing0",))), whole=True)), 15),
        (Sum("points", Selector("below", Test())), 30),
        (Sum("weight", Selector("below", Test())), 3 * 10),
        (Sum("size", Selector("self", Test())), 10),
        (Count(Selector("roster", Test())), None),
    ],
    ids=range(9),
)
def test_contents_are_added_up_by_the_bounds_of_each(node: Count | Sum, most: int | None) -> None:
    """3 things in a unit of 10, and 4 in each of these."""
    judge = nested(2)
    given = GivenBounds(judge, roster(), {"unit": 1, "thing0": 3, "thing1": 4}, 10)
    unit = place(judge, "unit")
    counted = ContentBounds(given, judge, roster()).most(node, unit)
    assert counted == most


def test_one_unbounded_content_makes_the_sum_unbounded() -> None:
    judge = nested(2)
    bounds = ContentBounds(GivenBounds(judge, roster(), {"thing0": 3}, 10), judge, roster())
    unit = place(judge, "unit")
    assert bounds.most(Count(Selector("children", Test())), unit) == 3
    assert bounds.most(Count(Selector("below", Test())), unit) is None


def test_contents_deeper_than_the_levels_are_unbounded() -> None:
    for levels, most in ((MAX_LEVELS, MAX_LEVELS), (MAX_LEVELS + 1, None)):
        judge = nested(levels)
        ones = {f"thing{level}": 1 for level in range(levels)}
        bounds = ContentBounds(GivenBounds(judge, roster(), ones, 1), judge, roster())
        assert bounds.most(Count(Selector("below", Test())), place(judge, "unit")) == most


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


def test_sizes_that_ask_for_the_next_one_inside_without_end_are_unbounded() -> None:
    most = {"sum": "size", "of": {"in": "children"}}
    inside = {"id": "inside", "offers": ["thing"], "max": 1}
    judge = judge_of({"thing": {"size": {"min": 1, "max": most}, "slots": [inside]}})
    (thing, *_) = judge.root.offered()
    assert DomainBounds(judge, roster(), ()).most_legal_size(thing) is None


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


@pytest.mark.parametrize("maker", [Maker, AddedUp, ToldApart, Units, Measured, InSizes])
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
