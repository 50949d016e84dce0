"""Rulesets, army lists and rosters of a few lines: what every file must say is filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from listbuilder.loading.derive import derive
from listbuilder.loading.structuring import structure
from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book, Catalogue, Ruleset
from listbuilder.rules.evaluate import Judge

Json = dict[str, Any]
Entries = Mapping[str, Json]

SOURCE = {"document": "book", "page": 1}
COSTS = {"points": {"title": "points", "cost": True}}
ANYTHING: tuple[Json, ...] = ({"id": "top", "offers": [{}]},)


def judge(
    entries: Entries | None = None,
    lists: Mapping[str, Entries] | None = None,
    constraints: tuple[Json, ...] = (),
    **keys: Any,
) -> Judge:
    """Make the judge of a ruleset whose rosters hold anything at the top.

    Args:
        entries: the ruleset's own.
        lists: entries of each army list.
        constraints: the ruleset's.
        keys: what else the ruleset says.
    """
    ruleset = {
        "id": "game",
        "name": "Game",
        "version": "1.0.0",
        "documents": {"book": {"title": "Book"}},
        "values": COSTS,
        "keywords": {},
        "slots": list(ANYTHING),
        "entries": _entries(entries or {}),
        "constraints": [{"title": rule["id"], "source": SOURCE} | rule for rule in constraints],
        "source": SOURCE,
    } | keys
    shared = structure(ruleset, Ruleset)
    shared = attrs.evolve(shared, entries=derive(shared.entries, shared.keywords))
    catalogues = {}
    for name, held in (lists or {}).items():
        data = {"id": name, "ruleset": "game", "name": name.capitalize(), "version": "1.0.0"}
        part = structure({**data, "entries": _entries(held)}, Catalogue)
        catalogues[name] = attrs.evolve(part, entries=derive(part.entries, shared.keywords))
    return Judge(Book(shared, catalogues))


def roster(*army: Json | str, **keys: Any) -> Roster:
    """Make a roster; a selection that is only an entry's id is one copy of it."""
    data = {"ruleset": "game", "name": "Army", "catalogues": {}, "army": list(map(_said, army))}
    return structure({**data, **keys}, Roster)


def found(judge: Judge, army: Roster) -> list[tuple[str, str, Number, Number]]:
    """What the judge finds: codes, pointers, numbers found and allowed."""
    return [
        (check.constraint.id, check.node.pointer, check.found, check.allowed)
        for check in judge.evaluate(army).breaches
    ]


def codes(judge: Judge, army: Roster) -> list[str]:
    return [code for code, *_ in found(judge, army)]


def _entries(entries: Entries) -> list[Json]:
    return [
        {"id": name, "name": name.capitalize(), "source": SOURCE} | said
        for name, said in entries.items()
    ]


def _said(selection: Json | str) -> Json:
    if isinstance(selection, str):
        return {"entry": selection}
    held = {"with": list(map(_said, selection["with"]))} if "with" in selection else {}
    return selection | held


def branching() -> Judge:
    """Judge a game in which whatever stands somewhere needs thirty others below it."""
    slots = [{"id": f"s{number}", "offers": [{}], "min": 1} for number in range(30)]
    thing = {"is": "thing", "slots": slots, "holds": {"t7": 1000, "t8": 1000}, "copies": 1}
    return judge(
        {},
        {"hill": {f"t{number}": thing for number in range(20)}},
        keywords={"thing": {}},
        slots=[{"id": "top", "offers": [{"is": "thing"}]}],
    )
