"""Tiny games of units with options: prices by the model, by the case, and rules for each unit.

What several units of a kind have together does not tell what each has: the solver, which begins
with them together, has most to get wrong here.
"""

from __future__ import annotations

from random import Random
from typing import Any

from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from tests.rules.small import SOURCE
from tests.rules.small import judge as judge_of_game
from tests.rules.small import roster as roster_of

Json = dict[str, Any]

MAN: Json = {"profiles": [{"type": "man", "values": {}}]}
OPTIONS = ("shield", "horn", "flag", "horse")


class Units:
    """Makes games of one kind of unit, and of heroes with items."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def one(self, *items: Any) -> Any:
        return items[self.random.randrange(len(items))]

    def often(self, times: int) -> bool:
        return self.random.randrange(times) > 0

    def game(self) -> tuple[Judge, Roster]:
        options = self.random.sample(OPTIONS, self.one(1, 2, 2))
        entries = {
            "unit": self.unit(options),
            **{name: self.option(name) for name in options},
            "hero": {
                **MAN,
                "is": ["foot"],
                "copies": 1,
                "values": {"points": self.one(1, 2), "models": 1},
                "slots": [self.items()],
            },
            "sword": {"is": ["item"], "values": {"points": self.one(1, 2)}},
            "ring": {"is": ["item"], "values": {"points": self.one(0, 1, 3)}},
        }
        top: Json = {"id": "top", "offers": ["unit"], "max": 2}
        if not self.often(3):
            top["offers"].append("hero")
        made = judge_of_game(
            entries,
            values={"points": {"title": "points", "cost": True}, "models": {"title": "models"}},
            limits={"points": {"title": "Points"}},
            profiles={"man": {"title": "Man", "columns": []}},
            keywords={"foot": {"family": "kind"}, "mounted": {"family": "kind"}, "item": {}},
            slots=[top],
            constraints=(
                {
                    "id": "over",
                    "for": "roster",
                    "require": {"sum": "points", "at_most": {"limit": "points"}},
                },
                *(self.rule(f"rule-{number}") for number in range(self.one(0, 1, 1, 2))),
            ),
            changes=self.changes(),
        )
        army = ["unit"] if not self.often(4) else []
        return made, roster_of(*army, limits={"points": self.one(3, 4, 5, 6, 7)})

    def unit(self, options: list[str]) -> Json:
        sized = self.often(3)
        made: Json = {**MAN, "is": ["foot"], "slots": [self.slot(options)]}
        if sized:
            made["size"] = {"min": self.one(1, 1, 2), "max": self.one(2, 3)}
            made["values"] = {
                "points": {"each": self.one(0, 1), "per_model": self.one(0, 1, 1, "1/2")},
                "models": {"per_model": 1},
            }
        else:
            if self.often(3):
                made["copies"] = 1
            made["values"] = {"points": self.one(1, 2), "models": 1}
        if not self.often(3):
            made["constraints"] = [self.own_rule()]
        return made

    def slot(self, options: list[str]) -> Json:
        made: Json = {"id": "options", "offers": [self.offer(name) for name in options]}
        made[self.one("max", "each_max")] = self.one(1, 1, self.case(1, 2, options))
        if not self.often(3):
            made["budget"] = {"points": self.one(1, 2, self.case(0, 3, options))}
        if not self.often(4):
            made["groups"] = [{"entry": options, self.one("min", "max"): 1}]
        if made.get("each_max") and self.often(4):
            made["max"] = 2
        return made

    def offer(self, name: str) -> Any:
        if self.often(3):
            return name
        others = [other for other in OPTIONS if other != name]
        selector = {"in": "children", "entry": self.one(*others)}
        return {"entry": name, self.one("requires", "excludes"): [selector]}

    def option(self, name: str) -> Json:
        price = self.one(
            0,
            1,
            2,
            {"per_model": self.one(1, "1/2")},
            {"steps": [0, 1, 3]},
            {"fixed": self.case(1, 2, list(OPTIONS))},
        )
        made: Json = {"values": {"points": price}}
        if name == "horse":
            made["holder_becomes"] = ["mounted"]
        if not self.often(3):
            made["copies"] = 1
        return made

    def items(self) -> Json:
        made: Json = {"id": "items", "offers": [{"is": "item"}], "each_max": 1}
        if self.often(2):
            made["budget"] = {"points": self.one(2, 3)}
        return made

    def case(self, then: int, other: int, options: list[str]) -> Json:
        """One number or the other, by what a unit has."""
        found = self.one(
            {"count": {"in": "children", "entry": self.one(*options)}, "at_least": 1},
            {"sum": "size", "of": {"in": "self"}, "at_most": 2},
            {"has": {"entry": self.one(*options)}},
            {"count": {"in": "roster", "entry": self.one(*OPTIONS)}, "at_least": 2},
        )
        return {"if": found, "then": then, "else": other}

    def own_rule(self) -> Json:
        """A rule for each unit."""
        amount = self.one({"sum": "size", "of": {"in": "self"}}, {"count": {"in": "children"}})
        said = {
            "id": "own",
            "title": "own",
            "source": SOURCE,
            "require": {**amount, self.one("at_most", "at_least", "exactly"): self.one(1, 2)},
        }
        if self.often(2):
            said["when"] = self.test()
        return said

    def test(self) -> Json:
        other = self.one(*OPTIONS)
        made: Json = self.one(
            {"has": {"entry": other}},
            {"not": {"has": {"entry": other}}},
            {"is": "mounted"},
            {"any": [{"has": {"entry": other}}, {"is": "mounted"}]},
            {"all": [{"has": {"entry": other}}, {"not": {"is": "mounted"}}]},
            {"count": {"in": "children"}, "exactly": 1},
        )
        return made

    def rule(self, name: str) -> Json:
        """A rule for all of them together."""
        bound = self.one(0, 1, 2, {"times": "1/2", "of": {"limit": "points"}})
        test = {"entry": "unit"} | self.one(
            {}, {"is": "mounted"}, {"not": {"has": {"slot": "options"}}}
        )
        amount = self.one(
            {"count": test},
            {"sum": "points", "of": {"is": "foot", "whole": True}},
            {"sum": "models", "of": test},
            {"count": {"entry": self.one(*OPTIONS)}},
        )
        return {
            "id": name,
            "for": "roster",
            "require": {**amount, self.one("at_most", "at_most", "at_least"): bound},
        }

    def changes(self) -> list[Json]:
        if self.often(4):
            return []
        return [
            {
                "id": "mounted",
                "for": {"entry": "unit"},
                "when": self.test(),
                "becomes": "mounted",
                "source": SOURCE,
            }
        ]


class Measured(Units):
    """The same with bounds for each model, prices by the limit, numbers in pairs."""

    def unit(self, options: list[str]) -> Json:
        made = super().unit(options)
        if "size" in made:
            made["size"]["max"] = 2  # so many copies of what each model has are listed
        return made

    def slot(self, options: list[str]) -> Json:
        made = super().slot(options)
        if self.often(2):
            made["per"] = "model"
        if self.often(3):
            made["groups"] = [{"entry": self.one(*options), self.one("min", "exactly", "max"): 1}]
        return made

    def option(self, name: str) -> Json:
        made = super().option(name)
        if self.often(2):
            limit = {"limit": "points"}
            half = {"times": "1/3", "of": limit, "round": self.one("up", "down")}
            dear = {"if": {**limit, "at_least": self.one(4, 5)}, "then": 1, "else": 2}
            made["values"] = {"points": {"each": self.one(0, 0, 1), "fixed": self.one(half, dear)}}
        return made

    def own_rule(self) -> Json:
        made = super().own_rule()
        return made if self.often(2) else in_pairs(made)

    def rule(self, name: str) -> Json:
        made = super().rule(name)
        return made if self.often(2) else in_pairs(made)


class InSizes(Units):
    """The same in sizes, each with a price of its own, which need not rise."""

    def unit(self, options: list[str]) -> Json:
        made = super().unit(options)
        made["size"] = self.one([1, 3], [2, 3], [1, 2, 3], {"min": 1, "max": 3})
        prices = {"1": self.one(0, 1, 2), self.one("2", "3"): self.one(1, 2, 3)}
        own: Json = {"by_size": prices}
        if not self.often(3):
            own["per_model"] = self.one(1, "1/2")
        made["values"] = {"points": own, "models": {"per_model": 1}}
        made.pop("copies", None)
        return made


def in_pairs(rule: Json) -> Json:
    """A rule that asks for an even number of what another one bounds."""
    bounds = ("at_most", "at_least", "exactly")
    kept = {key: said for key, said in rule["require"].items() if key not in bounds}
    return {**rule, "require": {**kept, "multiple_of": 2}}
