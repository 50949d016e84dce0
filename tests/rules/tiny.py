"""Tiny rulesets, army lists and rosters at random: JSON, as files would say it.

Every node, place, test and form of the rule language is among what comes out. A value reads only
values after it, so none reads itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, TypeVar

from listbuilder.loading.semantic_checks import circular_values
from listbuilder.loading.structuring import structure
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book, Catalogue, Ruleset

Json = dict[str, Any]
Game = tuple[Json, ...]
"""A roster, its ruleset, and one or two army lists."""

Item = TypeVar("Item")

FAMILIES = {"red": "colour", "blue": "colour", "big": "bulk", "small": "bulk"}
KEYWORDS = (*FAMILIES, "loose", "other")
VALUES = ("cost", "weight", "reach")
SHARED, FIRST, SECOND = ("ant", "bee"), ("bee", "cow", "dog"), ("dog", "eel")
ENTRIES = ("ant", "bee", "cow", "dog", "eel")
SLOTS = ("left", "right")
LIMITS = ("low", "high")
SIDES = ("in", "out")
PLACES = (
    "self",
    "children",
    "below",
    "whole",
    "parent",
    "roster",
    "at",
    "placed",
    "beside",
    *KEYWORDS,
)
SOURCE = {"document": "book"}
PROFILES = {"man": ("strength", "wounds"), "gun": ("strength", "range")}
COLUMNS = ("strength", "wounds", "range")
WRITTEN = (0, 1, 2, 3, 4, "2+", "(3)", "1(4)", '1-3"', "D6", "D6+3", "+3", "-", "", "2345678")

DEFAULTS = {
    "documents": {"book": {"title": "Book"}},
    "values": {name: {"title": name, "cost": name != "reach"} for name in VALUES},
    "limits": {name: {"title": name} for name in LIMITS},
    "profiles": {
        name: {
            "title": name,
            "columns": [{"id": one, "title": one, "name": one} for one in columns],
        }
        for name, columns in PROFILES.items()
    },
    "choices": {"side": {"title": "Side", "options": {side: side for side in SIDES}}},
    "source": SOURCE,
}


class Maker:
    """Makes games of what a random source says; hypothesis can stand behind it."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def game(self) -> Game:
        """Make a game that can be loaded: in very few a value reads itself through a ring."""
        while is_circular(made := self._game()):
            pass
        return made

    def _game(self) -> Game:
        keywords = {name: self.keyword(FAMILIES.get(name)) for name in KEYWORDS}
        shared = {"keywords": keywords, "slots": self.slots(2, 1)}
        ruleset = {**DEFAULTS, **self.part("game", SHARED), **shared}
        lists = [self.part("first", FIRST)]
        if self.one_in(2):
            lists.append(self.part("second", SECOND))
        for part in lists:
            part["ruleset"] = "game"
        return self.roster(lists), ruleset, *lists

    # Choosing

    def one_in(self, times: int) -> bool:
        return self.random.randrange(times) == times - 1

    def one(self, items: Sequence[Item]) -> Item:
        return items[self.random.randrange(len(items))]

    def some(self, items: Sequence[Item], most: int = 2) -> list[Item]:
        return [self.one(items) for _ in range(self.random.randrange(1, most + 1))]

    def names(self, items: Sequence[str]) -> str | list[str]:
        return self.one(items) if self.one_in(2) else self.some(items)

    def few(self, keys: dict[str, Callable[[], Any]], most: int) -> Json:
        """Say some of the keys."""
        many = self.random.randrange(most + 1)
        said = [self.one([*keys]) for _ in range(many)]
        return {key: keys[key]() for key in dict.fromkeys(said)}

    def number(self) -> Any:
        return self.one((0, 1, 1, 2, 2, 3, 4, 6, -1, "1/2", "1/3", "5/2"))

    # Tests, selectors and quantities, no deeper than `depth`, of the values named

    def test(self, depth: int, values: Sequence[str] = VALUES, still: bool = False) -> Json:
        """A test; a still one is settled by the place alone, as offers need it."""

        def inner() -> Json:
            if still:
                return self.test(depth - 1, values, still)
            return self.condition(depth - 1, values)

        def parts() -> list[Json]:
            return [inner() for _ in range(self.random.randrange(1, 3))]

        keys: dict[str, Callable[[], Any]] = {
            "is": lambda: self.names(KEYWORDS),
            "entry": lambda: self.names(ENTRIES),
            "slot": lambda: self.names(SLOTS),
            "printed": self.printed,
        }
        if depth:
            keys |= {"not": inner, "under": inner, "all": parts, "any": parts}
        if not still:
            keys["choice"] = lambda: {"side": self.one(SIDES)}
            keys["first_list"] = lambda: self.names(("first", "second"))
            if depth:
                keys["has"] = inner
        return self.few(keys, 2)

    def printed(self) -> Json:
        bounds = {
            op: self.one((1, 2, 3, 4)) for op in self.some(("exactly", "at_most", "at_least"))
        }
        type_ = {"type": self.one([*PROFILES])} if self.one_in(3) else {}
        return {"column": self.one(COLUMNS), **type_, **bounds}

    def profile(self) -> Json:
        type_ = self.one([*PROFILES])
        return {"type": type_, "values": {name: self.one(WRITTEN) for name in PROFILES[type_]}}

    def condition(self, depth: int, values: Sequence[str] = VALUES) -> Json:
        if depth > 0 and self.one_in(3):
            return self.comparison(depth - 1, values)
        return self.test(max(depth, 0), values)

    def selector(self, depth: int, values: Sequence[str] = VALUES) -> Json:
        said: Json = {} if self.one_in(5) else {"in": self.one(PLACES)}
        if self.one_in(6):
            said["whole"] = True
        return said | self.test(depth, values)

    def total(self, depth: int, values: Sequence[str] = VALUES) -> Json:
        """A count or a sum: what `per` goes with."""
        if self.one_in(2):
            return {"count": self.selector(depth, values)}
        said: Json = {"sum": self.one((*values, "size"))}
        return said if self.one_in(4) else said | {"of": self.selector(depth, values)}

    def told_apart(self, depth: int, values: Sequence[str] = VALUES) -> Json:
        """How many different ones there are, or the greatest or least; often a total instead."""
        if self.one_in(2):
            return self.total(depth, values)
        selector = self.selector(depth, values)
        if self.one_in(2):
            return {"distinct": self.one(("entry", "colour", "bulk")), "of": selector}
        return {self.one(("greatest", "least")): self.one(values or VALUES), "of": selector}

    def quantity(self, depth: int, values: Sequence[str] = VALUES) -> Any:
        kind = self.random.randrange(10 if depth else 4)
        match kind:
            case 0:
                return self.number()
            case 1:
                return self.total(max(depth - 1, 0), values)
            case 2:
                return self.told_apart(max(depth - 1, 0), values)
            case 3:
                return {"limit": self.one(LIMITS)}
        if kind == 7:
            return self.unassigned(depth - 1, values)
        inner = self.quantity(depth - 1, values)
        match kind:
            case 4:
                rounding = {"round": self.one(("up", "down"))} if self.one_in(2) else {}
                return {"times": self.number(), "of": inner, **rounding}
            case 5:
                return {"plus": [inner, self.quantity(depth - 1, values)]}
            case 8:
                table = [[self.number() for _ in range(2)] for _ in range(self.one((1, 2, 3)))]
                column = {"column": self.quantity(0, values)} if self.one_in(2) else {}
                return {"table": table, "row": inner, **column}
            case 9:
                return {"outside": inner}
        other = {"else": self.quantity(depth - 1, values)} if self.one_in(2) else {}
        return {"if": self.condition(depth - 1, values), "then": inner, **other}

    def unassigned(self, depth: int, values: Sequence[str]) -> Json:
        takers = [
            {**self.test(max(depth, 0), values), "max": self.quantity(0, values)}
            for _ in range(self.one((1, 2, 2, 3)))
        ]
        return {"unassigned": self.selector(max(depth, 0), values), "to": takers}

    def comparison(self, depth: int, values: Sequence[str] = VALUES) -> Json:
        if self.one_in(3):
            found = self.total(depth, values)
            found["per"] = self.one(("entry", "colour", "bulk"))
        else:
            found = self.quantity(depth, values)
            found = found if isinstance(found, dict) else {"plus": [found]}
        op = self.one(("at_most", "at_least", "exactly", "multiple_of"))
        bound = self.one((1, 2, 3)) if op == "multiple_of" else self.quantity(depth, values)
        return {**found, op: bound}

    # Entries

    def value(self, name: str) -> Any:
        after = VALUES[VALUES.index(name) + 1 :]
        keys: dict[str, Callable[[], Any]] = {
            "each": self.number,
            "per_model": self.number,
            "fixed": lambda: self.quantity(2, after),
            "by_size": lambda: {str(most): self.number() for most in self.some((1, 2, 3), 3)},
            "steps": lambda: [self.number() for _ in range(self.random.randrange(1, 4))],
        }
        return self.few(keys, 2) or self.number()

    def values(self, most: int = 2) -> Json:
        return self.few({name: partial(self.value, name) for name in VALUES}, most)

    def bound(self) -> Any:
        return self.quantity(1) if self.one_in(3) else self.number()

    def bounds(self, *more: str, most: int = 1) -> Json:
        keys: dict[str, Callable[[], Any]]
        keys = dict.fromkeys(("max", "min", "exactly", *more), self.bound)
        if more:
            keys["budget"] = lambda: {self.one(VALUES): self.bound()}
        return self.few(keys, most)

    def offer(self) -> Any:
        if self.one_in(5):
            return self.one(ENTRIES)
        test = self.test(1, still=True) if self.one_in(2) else {}
        values = {"values": self.values()} if self.one_in(3) else {}
        company = self.one(("requires", "excludes"))
        others = {company: [self.selector(1)]} if self.one_in(4) else {}
        return {**test, **values, **others, **self.bounds()}

    def slot(self, slot_id: str) -> Json:
        said: Json = {"id": slot_id, "offers": [self.offer() for _ in range(self.one((1, 1, 2)))]}
        if self.one_in(4):
            group = self.test(1) | self.bounds("each_max", most=2)
            said["groups"] = [group | ({"id": "some"} if self.one_in(2) else {})]
        per = {"per": "model"} if self.one_in(5) else {}
        if self.one_in(3):
            said["ring"] = self.condition(1)
        return {**said, **self.bounds("each_max", most=2), **per}

    def slots(self, most: int, least: int = 0) -> list[Json]:
        many = self.random.randrange(least, most + 1)
        return [self.slot(slot_id) for slot_id in self.one((SLOTS, SLOTS[::-1]))[:many]]

    def entry(self, entry_id: str) -> Json:
        scopes = ("roster", *KEYWORDS)
        keys: dict[str, Callable[[], Any]] = {
            "size": self.sizes,
            "copies": lambda: self.one((1, 2)),
            "caps": lambda: {self.one(scopes): self.one((1, 2))},
            "holds": lambda: {self.one(ENTRIES): self.one((1, 2))},
            "requires": lambda: [self.selector(1)],
            "excludes": lambda: [self.selector(1)],
            "holder_becomes": lambda: self.names(KEYWORDS),
            "constraints": lambda: self.rules("own", 2),
        }
        return {
            "id": entry_id,
            "name": entry_id.capitalize(),
            "is": self.some(KEYWORDS, 3),
            "values": self.values(3),
            "slots": self.slots(2),
            "profiles": [self.profile() for _ in range(self.random.randrange(3))],
            "source": SOURCE,
        } | self.few(keys, 3)

    def sizes(self) -> Any:
        if self.one_in(4):
            return self.some((1, 2, 4), 3)
        return self.few({"min": self.size, "max": self.size}, 2)

    def size(self) -> Any:
        return self.quantity(1) if self.one_in(3) else self.one((1, 2, 3))

    # Rules

    def rules(self, prefix: str, most: int) -> list[Json]:
        many = self.random.randrange(most) + 1
        return [self.rule(f"{prefix}-{number}") for number in range(many)]

    def rule(self, rule_id: str) -> Json:
        scope = "roster" if self.one_in(3) else self.condition(2)
        said = {"id": rule_id, "title": "Rule", "for": scope, "require": self.comparison(2)}
        if rule_id.startswith("own") and not (scope != "roster" and self.one_in(3)):
            del said["for"]
        when = {"when": self.condition(2)} if self.one_in(3) else {}
        return {**said, **when, "source": SOURCE}

    def change(self, change_id: str) -> Json:
        when = {"when": self.condition(1)} if self.one_in(2) else {}
        said = {"id": change_id, "for": self.condition(1), "source": SOURCE}
        moved = self.one((("becomes",), ("becomes",), ("loses",), ("loses", "becomes")))
        return said | when | {key: self.names(KEYWORDS) for key in moved}

    def keyword(self, family: str | None) -> Json:
        keys: dict[str, Callable[[], Any]] = {
            "copies": lambda: self.one((1, 2)),
            "values": self.values,
            "slots": lambda: self.slots(1, 1),
            "constraints": lambda: self.rules("own", 1),
        }
        said = self.few(keys, 2) if self.one_in(3) else {}
        return {"source": SOURCE, **said} | ({"family": family} if family else {})

    def part(self, name: str, entry_ids: tuple[str, ...]) -> Json:
        """What a ruleset and an army list both have."""
        return {
            "id": name,
            "name": name.capitalize(),
            "version": "1.0.0",
            "entries": [self.entry(entry_id) for entry_id in entry_ids],
            "constraints": self.rules(name, 2),
            "changes": [self.change(name)] if self.one_in(2) else [],
        }

    # Rosters

    def roster(self, lists: list[Json]) -> Json:
        known = ENTRIES if len(lists) == 2 else ENTRIES[:-1]
        names: list[str] = []
        army = self.selections(known, 2, names)
        for selection in _all(army):
            if names and self.one_in(4):
                selection["at"] = self.one(names)
        roster = {
            "ruleset": "game",
            "name": "Tiny",
            "catalogues": {part["id"]: part["version"] for part in lists},
            "army": army,
        }
        if self.one_in(2):
            roster["choices"] = {"side": self.one(SIDES)}
        limits = self.few({name: lambda: self.random.randrange(5) for name in LIMITS}, 2)
        return roster | {"limits": limits}

    def selections(self, known: Sequence[str], depth: int, names: list[str]) -> list[Json]:
        return [self.selection(known, depth, names) for _ in range(self.random.randrange(1, 4))]

    def selection(self, known: Sequence[str], depth: int, names: list[str]) -> Json:
        said: Json = {"entry": self.one(known)}
        if self.one_in(5):
            said["slot"] = self.one(SLOTS)
        if self.one_in(3):
            said["count"] = self.one((2, 3))
        if self.one_in(3):
            said["size"] = self.one((1, 2, 3, 4))
        if self.one_in(4):
            said["id"] = f"no-{len(names)}"
            names.append(said["id"])
        if depth and self.one_in(2):
            said["with"] = self.selections(known, depth - 1, names)
        return said


def is_circular(game: Game) -> bool:
    parts = [*load(game)[0].parts()]
    return any(next(circular_values(part, parts), None) for part in parts)


def load(game: Game) -> tuple[Book, Roster]:
    roster, ruleset, *lists = game
    catalogues = {data["id"]: structure(data, Catalogue) for data in lists}
    return Book(structure(ruleset, Ruleset), catalogues), structure(roster, Roster)


def _all(army: list[Json]) -> list[Json]:
    return [part for selection in army for part in (selection, *_all(selection.get("with", [])))]
