"""Tiny games in which two holders may hold the same: rules tell them apart, or don't."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import attrs

from listbuilder.model.entries import Selection
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from tests.rules.small import SOURCE
from tests.rules.small import judge as judge_of_game
from tests.rules.small import roster as roster_of
from tests.solve.games import MOST, Json, Maker, contents

HERE, THERE = {"entry": "here"}, {"entry": "there"}


class Forces(Maker):
    """An army in two forces; each rule may ask in which of them something stands."""

    def game(self) -> tuple[Judge, Roster]:
        chief: Json = {
            "is": ["unit"],
            "copies": 1,
            "values": {"points": self.one(1, 2), "models": 1},
            "slots": [{"id": "gear", "offers": ["flag"], "max": 1}],
        }
        guard: Json = {"is": ["unit"], "copies": 1, "values": {"points": 1, "models": 1}}
        if not self.often(5):
            guard["values"]["points"] = {"steps": [1, 2]}
        if not self.often(5):
            chief["caps"] = {self.one("force", "roster"): 1}
        force: Json = {"slots": [{"id": "units", "offers": [{"is": "unit"}]}]}
        if not self.often(6):
            force["slots"][0] |= {"max": 1}
        forces = [
            {"id": name, "offers": [name], self.one("exactly", "exactly", "max"): 1}
            for name in ("here", "there")
        ]
        made = judge_of_game(
            {
                "here": {"is": ["force"], "copies": 1},
                "there": {"is": ["force"], "copies": 1},
                "chief": chief,
                "guard": guard,
                "flag": {"is": ["gear"], "values": {"points": 1}},
            },
            values={"points": {"title": "points", "cost": True}, "models": {"title": "models"}},
            limits={"points": {"title": "Points"}},
            keywords={"force": force, "unit": {}, "gear": {}},
            slots=forces,
            changes=self.changes(),
            constraints=(
                {
                    "id": "over",
                    "for": "roster",
                    "require": {"sum": "points", "at_most": {"limit": "points"}},
                },
                {
                    "id": "crowd",
                    "for": "roster",
                    "require": {"count": {"is": "unit"}, "per": "entry", "at_most": MOST},
                },
                *(self.rule(f"rule-{number}") for number in range(self.one(0, 1, 2, 2))),
            ),
        )
        army = self.one((), ("here",), ("here", "there"))
        return made, roster_of(*army, limits={"points": self.one(3, 4, 5)})

    def changes(self) -> list[Json]:
        if self.often(6):
            return []
        for_ = self.one({"entry": "guard", "under": HERE}, {"has": {"entry": "flag"}})
        return [{"id": "moved", "for": for_, "becomes": "gear", "source": SOURCE}]

    def rule(self, name: str) -> Json:
        found: Json = self.one({"entry": "chief"}, {"entry": "guard"}, {"is": "unit"})
        where = self.one({"under": HERE}, {"under": THERE}, {"not": {"under": HERE}})
        if self.often(3):  # as a game would say it
            require: Json = {"count": found | where, "at_least": self.one(1, 1, 2)}
            return {"id": name, "for": "roster", "require": require}
        count = self.one(
            found | where,
            {"has": self.one({"entry": "flag"}, {"entry": "guard"})},
            {"in": "force", **found},
            {"in": "children", **found},
            {"in": "parent", **self.one(HERE, THERE, {"has": {"entry": "guard"}})},
        )
        for_ = self.one("roster", {"entry": "chief"}, {"entry": "guard", **where}, HERE)
        op = self.one("at_most", "at_least", "exactly")
        said: Json = {"id": name, "for": for_, "require": {"count": count, op: self.one(0, 1)}}
        if not self.often(4):
            said["when"] = {"count": found | where, "at_least": 1}
        return said


def in_forces(judge: Judge, roster: Roster) -> Iterator[Roster]:
    """Every roster with one of each force at most."""
    held = {one.entry for one in roster.army}
    ways = []
    for name in ("here", "there"):
        place = judge.root.below[name, name]
        filled = [(Selection(name, with_=with_),) for with_ in contents(place, ())]
        ways.append(filled if name in held else [(), *filled])
    for here, there in product(*ways):
        yield attrs.evolve(roster, army=(*here, *there))
