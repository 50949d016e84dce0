"""Where a witness is sought: alterations, sites of rules, queries, and what a witness must have."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.model.language import MOST_COPIES
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Impossible, Solved, Stopped, StopReason
from listbuilder.solve.proofs.altering import (
    Alterations,
    alterations_of,
    conditions_of_alteration,
)
from listbuilder.solve.proofs.obligations import Obligation, WitnessStore, obligations_of
from listbuilder.solve.proofs.queries import Attempt, Query, query_for
from listbuilder.solve.proofs.sites import RuleSites, reachable_entries, seed_roster
from listbuilder.solve.proofs.witness_goals import AlteredGoal, FieldedGoal, RuleGoal
from listbuilder.solve.search.refinement import solve
from tests.rules.small import Json, judge, roster
from tests.solve.tiny import place

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


def test_alterations_are_named_and_known_where_they_are_brought() -> None:
    made = game()
    named = [(name, pointer) for name, pointer, _ in alterations_of(made.book.ruleset)]
    assert named == [
        ("shield.alters.1", "/entries/1/alters/0"),
        ("horn.alters.1", "/entries/2/alters/0"),
    ]
    known = Alterations(made)
    ((shield, when),) = known.brought[place(made, "guard", "shield")]
    assert when is None
    assert conditions_of_alteration(shield, None) == []
    ((brave, _),) = known.brought[place(made, "guard", "horn")]
    assert conditions_of_alteration(brave, None) == [brave.when]
    assert not known.brought[place(made, "guard")]
    assert known.is_model(place(made, "guard"))
    assert not known.is_model(place(made, "guard", "shield"))


@pytest.mark.parametrize(
    ("held", "happening"), [((), 0), (("shield",), 1), (("shield", "horn"), 2)]
)
def test_an_alteration_happens_at_a_model(held: tuple[str, ...], happening: int) -> None:
    made = game()
    army = made.lay_out(roster({"entry": "guard", "with": [*held]}))
    assert len([*Alterations(made).happening(army)]) == happening


def test_the_sites_of_rules() -> None:
    made = game(LED, OWN)
    sites = RuleSites(store(made), roster())
    assert [site.at.entry for site in sites.sites["", "led"]] == [None]
    assert [site.at for site in sites.sites["", "own"]] == [place(made, "guard")]
    assert sites.is_complete
    (site,) = sites.altered(Obligation("altered", "", "horn.alters.1"))
    assert site.at is place(made, "guard"), "the model around the horn"


def test_what_no_slot_offers_is_not_reached() -> None:
    made = game()
    reached = reachable_entries(made)
    assert reached is not None
    entries = made.book.entries[""]
    assert {name for name, one in entries.items() if id(one) in reached} == {
        "guard",
        "shield",
        "horn",
    }
    attempt = asked(made, "fielded", "ghost")
    assert isinstance(attempt, Attempt)
    assert isinstance(attempt.outcome, Impossible)
    assert not attempt.dependencies


def test_a_seeded_roster_has_a_holder_for_each_site() -> None:
    few = {
        "id": "few",
        "for": {"entry": "shield"},
        "require": {"count": {"in": "self"}, "at_most": 3},
    }
    made = game(OWN, few)
    sites = RuleSites(store(made), roster()).sites
    seeded = seed_roster(roster(), [*sites["", "own"], *sites["", "few"]])
    (guard,) = seeded.army
    assert (guard.entry, guard.count) == ("guard", 1)
    assert [(one.entry, one.count) for one in guard.with_] == [("shield", 4)], "one too many"
    (horn,) = seed_roster(
        roster(), [sites["", "own"][0]._replace(at=place(made, "guard", "horn"))]
    ).army
    assert [one.count for one in horn.with_] == [MOST_COPIES]


def test_of_orders_nothing_is_proved() -> None:
    attempt = asked(game(ROW), "kept", "row")
    assert isinstance(attempt, Attempt)
    assert isinstance(attempt.outcome, Stopped)
    assert attempt.outcome.stopped_by is StopReason.SIZE


@pytest.mark.parametrize(
    ("rules", "kind", "name", "goal", "expected"),
    [
        ((LED,), "fielded", "horn", FieldedGoal, {"guard": 2, "horn": 1}),
        ((LED,), "kept", "led", RuleGoal, {"guard": 2}),
        ((LED,), "broken", "led", RuleGoal, {}),
        ((OWN,), "broken", "own", RuleGoal, {"guard": 1}),
        ((OWN,), "altered", "shield.alters.1", AlteredGoal, {"guard": 1, "shield": 1}),
        ((), "altered", "horn.alters.1", AlteredGoal, {"guard": 1, "horn": 1}),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_the_smallest_witness_of_a_query(
    rules: tuple[Json, ...], kind: Any, name: str, goal: type, expected: dict[str, int]
) -> None:
    query = asked(game(*rules), kind, name)
    assert isinstance(query, Query)
    assert isinstance(query.goals, goal)
    outcome = solve(query.problem(query.fully_seeded), SearchBudget(seconds=None))
    assert isinstance(outcome, Solved)
    there: dict[str, int] = {}
    for node in query.judge.lay_out(outcome.roster).nodes:
        there[node.selection.entry] = there.get(node.selection.entry, 0) + node.count
    assert there == expected


def test_a_ban_is_kept_by_any_legal_roster() -> None:
    query = asked(game(BAN), "kept", "ban")
    assert isinstance(query, Query)
    assert not query.sites
    broken = asked(game(BAN), "broken", "ban")
    assert broken is None, "nothing is offered that it is asked of"
