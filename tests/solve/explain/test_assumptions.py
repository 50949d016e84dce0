"""Assumptions: which rules and choices can't all hold, and a roster that keeps the most."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.model.roster import Roster
from listbuilder.solve.explain.assumptions import KEPT, AssumptionModel, ConflictQuery
from listbuilder.solve.model.cpsat import SearchBudget
from tests.rules.small import judge, roster


def rule(name: str, entry: str, **bound: int) -> dict[str, Any]:
    return {"id": name, "for": "roster", "require": {"count": {"entry": entry}, **bound}}


RULES = {
    "more": rule("more", "chief", at_least=2),
    "fewer": rule("fewer", "chief", at_most=1),
    "guarded": rule("guarded", "guard", at_least=1),
}


def assumed(army: Roster, *names: str, chosen: bool = False) -> AssumptionModel:
    made = judge({"chief": {}, "guard": {}}, constraints=tuple(RULES[name] for name in names))
    query = ConflictQuery(made, army, (), None)
    problem = query.problem(army, names, (), 3)
    return AssumptionModel(query, problem, SearchBudget(seconds=None).begin(), chosen)


def test_rules_that_exclude_each_other_are_a_core_and_others_are_not_in_it() -> None:
    model = assumed(roster(), "more", "fewer", "guarded")
    assert {code for code, _ in model.literals} == {*RULES}
    core = model.unsat_core(model.literals)
    assert core is not None
    assert {code for code, _ in core} == {"more", "fewer"}
    some = [soft for soft in model.literals if soft[0] != "fewer"]
    assert model.unsat_core(some) is None


@pytest.mark.parametrize("kept", ["more", "fewer"])
def test_a_roster_keeps_what_it_must_and_most_of_the_others(kept: str) -> None:
    model = assumed(roster(), "more", "fewer", "guarded")
    must = [soft for soft in model.literals if soft[0] == kept]
    solution = model.satisfying(must)
    assert model.holds(solution, must)
    judged = model.judged(solution)
    assert {code for code, _ in judged.failed} == {"more", "fewer"} - {kept}
    assert [one.entry for one in judged.roster.army].count("guard") == 1


def test_the_players_selections_stay_as_a_choice() -> None:
    model = assumed(roster("chief", "chief"), "fewer", chosen=True)
    core = model.unsat_core(model.literals)
    assert core is not None
    assert sorted(code for code, _ in core) == ["fewer", KEPT, KEPT]
    solution = model.satisfying([soft for soft in model.literals if soft[0] == "fewer"])
    assert [code for code, _ in model.judged(solution).failed] == [KEPT]
