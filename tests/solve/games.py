"""Tiny games whose every roster can be listed: what is best, and what is impossible, is known."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import comb, prod
from random import Random
from typing import Any

import attrs

from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies, Number
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from tests.rules.small import SOURCE
from tests.rules.small import judge as judge_of_game
from tests.rules.small import roster as roster_of

Json = dict[str, Any]

MOST = 2
"""Copies of an entry in a slot: no slot takes more, and limits are low."""


class Maker:
    """Makes games of two levels: leaders that hold followers, and gear that these hold."""

    def __init__(self, random: Random, sized: bool = True) -> None:
        self.random = random
        self.sized = sized

    def one(self, *items: Any) -> Any:
        return items[self.random.randrange(len(items))]

    def often(self, times: int) -> bool:
        return self.random.randrange(times) > 0

    def game(self) -> tuple[Judge, Roster]:
        entries = {
            "chief": self.thing({"points": self.one(1, 2, 3), "models": 1}),
            "guard": self.plain({"points": self.one(0, 1, 2), "models": 1}),
            "flag": {"is": ["gear"], "values": {"points": self.one(0, 1, {"steps": [0, 1, 2]})}},
        }
        top = {"id": "top", "offers": ["chief", self.one("guard", "flag")], "max": self.one(1, 2)}
        made = judge_of_game(
            entries,
            values={"points": {"title": "points", "cost": True}, "models": {"title": "models"}},
            limits={"points": {"title": "Points"}},
            profiles={"man": {"title": "Man", "columns": []}},
            keywords={"foot": {"family": "kind"}, "horse": {"family": "kind"}, "gear": {}},
            slots=[top],
            changes=self.changes(),
            constraints=(
                {
                    "id": "over",
                    "for": "roster",
                    "require": {"sum": "points", "at_most": {"limit": "points"}},
                },
                *(self.rule(f"rule-{number}") for number in range(self.one(0, 1, 2))),
            ),
        )
        army = [self.one("chief", "guard") for _ in range(self.one(0, 0, 1, 2))]
        return made, roster_of(*army, limits={"points": self.one(2, 3, 4, 5)})

    def changes(self) -> list[Json]:
        """Nothing moves keywords."""
        return []

    def thing(self, values: Json) -> Json:
        slot: Json = {"id": "held", "offers": ["guard"], "max": self.one(1, 2)}
        if not self.often(3):
            slot["min"] = 1
        made: Json = {"is": ["foot"], "copies": 1, "values": values, "slots": [slot]}
        if not self.often(3):
            made["caps"] = {"roster": self.one(1, 2)}
        if self.sized and not self.often(4):
            made["size"] = {"min": 1, "max": self.one(2, 3)}
            values["points"] = {"each": values["points"], "per_model": self.one(0, 1)}
        return made

    def plain(self, values: Json) -> Json:
        slot = {"id": "gear", "offers": ["flag"], self.one("max", "each_max"): 1}
        made: Json = {"is": [self.one("foot", "horse")], "values": values}
        if self.often(2):
            made["profiles"] = [{"type": "man", "values": {}}]
        return made | ({"slots": [slot]} if self.often(2) else {})

    def rule(self, name: str) -> Json:
        test = self.one({"entry": "chief"}, {"entry": "guard"}, {"is": "foot"}, {"is": "gear"}, {})
        other = self.one({"entry": "guard"}, {"entry": "flag"}, {"is": "horse"})
        said: Json = {
            "id": name,
            "for": self.one("roster", {"entry": "chief"}),
            "require": {
                "count": test,
                self.one("at_most", "at_least", "exactly"): self.amount(other),
            },
        }
        if not self.often(3):
            said["when"] = {"count": other, "at_least": self.one(1, 2)}
        return said

    def amount(self, test: Json) -> Any:
        counted = {"count": test}
        return self.one(
            0,
            1,
            2,
            counted,
            {"times": "1/2", "of": counted, "round": self.one("up", "down")},
            {"if": {"count": test, "at_least": 1}, "then": 1, "else": 2},
        )


class InSizes(Maker):
    """The same with leaders that come in sizes, each with a price of its own."""

    def thing(self, values: Json) -> Json:
        made = super().thing(values)
        made["size"] = self.one([1, 3], [2, 3], [1, 2, 3])
        values["points"] = {"by_size": {"1": self.one(1, 2), self.one("2", "3"): self.one(1, 3)}}
        if not self.often(3):
            values["points"]["per_model"] = 1
        return made


class AddedUp(Maker):
    """The same with rules on several counts and sums at once, on either side."""

    def rule(self, name: str) -> Json:
        said = super().rule(name)
        test = self.one({"entry": "chief"}, {"entry": "guard"}, {"is": "foot"}, {"is": "gear"}, {})
        among = self.one(test, {"in": "children", **test})
        found = self.one({"count": among}, {"sum": "points", "of": among})
        twice = {"times": self.one(2, "1/2", "2/3"), "of": found}
        rounded = {**twice, "round": self.one("up", "down")}
        other = self.one(1, {"count": {"is": "horse"}}, {"limit": "points"}, {"times": -1, "of": 2})
        added: Json = {"plus": [self.one(found, twice, rounded), other]}
        bound = self.one(1, 2, 4, {"limit": "points"})
        if self.often(2):
            return {**said, "require": {**added, self.one("at_most", "exactly"): bound}}
        return {**said, "require": {"plus": [bound], "at_least": added}}


class ToldApart(Maker):
    """The same with rules on what does not add up: kinds, the greatest, tables, who is left over.

    Keywords move: something makes foot of horse, or takes away what it is.
    """

    def taker(self) -> Json:
        test = self.one({"entry": "chief"}, {"entry": "guard"}, {"is": "foot"}, {"is": "gear"}, {})
        most = self.one(0, 1, 2, {"count": {"in": "roster", "entry": "guard"}})
        return {**test, "max": most}

    def changes(self) -> list[Json]:
        if self.often(2):
            return []
        moved = self.one({"loses": "foot"}, {"loses": ["horse"], "becomes": "gear"})
        when = {"count": {"entry": "flag"}, "at_least": 1}
        for_ = self.one({"is": "foot"}, {"entry": "guard"}, {"has": {"entry": "guard"}})
        return [{"id": "moved", "for": for_, "when": when, **moved, "source": SOURCE}]

    def rule(self, name: str) -> Json:
        said = super().rule(name)
        said["for"] = self.one("roster", {"entry": "chief"}, {"entry": "guard"})
        test = self.one({"entry": "chief"}, {"is": "foot"}, {}, {"in": "roster"})
        other = self.one({"entry": "guard"}, {"is": "foot"})
        found = self.one(
            {"distinct": "entry", "of": test},
            {"distinct": "kind", "of": test},
            {"greatest": "points", "of": test},
            {"least": "points", "of": test},
            {"table": [[0, 2, 1], [1, 0, 2]], "row": {"count": test}, "column": {"count": other}},
            {"outside": {"count": {"in": self.one("children", "self"), **other}}},
            {"unassigned": test, "to": [self.taker(), self.taker()]},
        )
        op = self.one("at_most", "at_least", "exactly")
        bound = self.one(0, 1, 2, {"count": test}, {"greatest": "models", "of": {"is": "horse"}})
        return {**said, "require": {**found, op: bound}}


def rosters(judge: Judge, roster: Roster) -> Iterator[Roster]:
    """Every roster that keeps what there is, adds where slots offer it, and is within bounds."""
    for army in contents(judge.root, roster.army):
        yield attrs.evolve(roster, army=army)


def how_many(place: Place, held: tuple[Selection, ...]) -> int:
    """How many contents a place has (``contents``), without a look at them."""
    own = (
        how_many(below, one.with_) * (1 if one.size else 1 + len(sizes(below)))
        for one in held
        for below in [place.below[one.entry, one.slot]]
    )
    return prod(own) * prod(map(_how_many_additions, place.offered()))


def _how_many_additions(place: Place) -> int:
    single = how_many(place, ()) * max(1, len(sizes(place)))
    return 1 + single * (place.copies or MOST) + comb(single + MOST - 1, MOST)


def contents(place: Place, held: tuple[Selection, ...]) -> Iterator[tuple[Selection, ...]]:
    policy = [
        [
            attrs.evolve(one, size=size, with_=more)
            for more in contents(below, one.with_)
            for size in ([one.size] if one.size or not sizes(below) else [None, *sizes(below)])
        ]
        for one in held
        for below in [place.below[one.entry, one.slot]]
    ]
    added = [list(additions(below)) for below in place.offered()]
    for choice in product(*policy, *added):
        yield tuple(
            part for item in choice for part in (item if isinstance(item, tuple) else (item,))
        )


def additions(place: Place) -> Iterator[tuple[Selection, ...]]:
    """Nothing, copies in one selection, or each in one of its own."""
    entry = place.entry
    assert entry is not None
    yield ()
    ways = [
        Selection(entry.id, count=Copies(count), size=size, with_=with_)
        for count in range(1, (place.copies or MOST) + 1)
        for size in (sizes(place) or [None])
        for with_ in contents(place, ())
    ]
    yield from ((way,) for way in ways)
    single = [way for way in ways if way.count == 1]
    yield from combinations_with_replacement(single, MOST)


def sizes(place: Place) -> list[Copies | None]:
    entry = place.entry
    if entry is None or entry.size is None:
        return []
    return [Copies(size) for size in range(1, 4)]


def points(judge: Judge, roster: Roster) -> Number:
    return judge.evaluate(roster).costs["points"]


def copies(judge: Judge, roster: Roster) -> int:
    return sum(node.count + node.size for node in judge.lay_out(roster).nodes)
