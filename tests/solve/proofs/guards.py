"""A game of guards, and what is asked of it in proofs."""

from __future__ import annotations

from typing import Any

from listbuilder.rules.evaluate import Judge
from listbuilder.solve.proofs.obligations import Obligation, WitnessStore, obligations_of
from listbuilder.solve.proofs.queries import Attempt, Query, query_for
from listbuilder.solve.proofs.sites import RuleSites, reachable_entries
from tests.rules.small import Json, judge, roster

MAN: Json = {"type": "man", "values": {"save": 5}}


BRAVE = {"column": "save", "add": 1, "when": {"has": {"entry": "horn"}}}


ENTRIES: dict[str, Json] = {
    "guard": {
        "copies": 1,
        "profiles": [MAN],
        "slots": [{"id": "gear", "offers": ["shield", "horn"], "max": 2}],
    },
    "shield": {"alters": [{"column": "save", "add": 1}]},
    "horn": {"alters": [BRAVE]},
    "ghost": {},
}


PROFILES = {"man": {"title": "Man", "columns": [{"id": "save", "title": "Sv", "name": "Save"}]}}


LED = {"id": "led", "for": "roster", "require": {"count": {"entry": "guard"}, "at_least": 2}}


ROW = {"id": "row", "for": {"entry": "guard"}, "require": {"count": {"in": "beside"}, "at_most": 1}}


OWN = {
    "id": "own",
    "for": {"entry": "guard"},
    "require": {"count": {"in": "children"}, "exactly": 1},
}


BAN = {"id": "ban", "for": {"entry": "ghost"}, "require": {"count": {"in": "self"}, "at_most": 0}}


def game(*rules: Json) -> Judge:
    return judge(
        ENTRIES,
        constraints=rules,
        profiles=PROFILES,
        slots=[{"id": "top", "offers": ["guard"]}],
    )


def store(made: Judge) -> WitnessStore:
    return WitnessStore(made, obligations_of(made.book))


def asked(made: Judge, kind: Any, name: str) -> Query | Attempt | None:
    witnesses = store(made)
    sites = RuleSites(witnesses, roster())
    return query_for(witnesses, Obligation(kind, "", name), sites, reachable_entries(made))
