"""The searches of a repair: what is looked at, and within which bounds."""

from collections.abc import Sequence
from typing import Any

import pytest

from listbuilder.model.language import Constraint
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.search import lazy_constraints
from listbuilder.solve.search.problem import EncodedProblem, SearchProblem
from listbuilder.solve.search.refinement import RefinementSolver
from listbuilder.solve.tasks.repair import repair
from listbuilder.solve.tasks.repair_goals import CHANGES, GIVEN_UP
from listbuilder.solve.tasks.repair_search import RepairSearch, errors_of
from tests.rules.small import Json, judge, roster

UNTIMED = SearchBudget(seconds=None, work=20)


def test_what_an_added_selection_must_hold_is_no_second_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A knight is cheaper than a captain, with the mount that he must have, too."""
    posed: list[SearchProblem] = []

    def solver_of(problem: SearchProblem) -> RefinementSolver:
        posed.append(problem)
        return RefinementSolver(problem)

    monkeypatch.setattr(lazy_constraints, "RefinementSolver", solver_of)
    led = {
        "id": "led",
        "for": "roster",
        "require": {"count": {"entry": ["captain", "knight"]}, "at_least": 1},
    }
    mount: Json = {"id": "mount", "offers": ["horse", "mule"], "min": 1, "max": 1}
    shoes: Json = {"id": "shoes", "offers": ["shoe"], "min": 1, "max": 1}
    entries: dict[str, Json] = {
        "captain": {"values": {"points": 9}},
        "knight": {"values": {"points": 5}, "slots": [mount]},
        "horse": {"values": {"points": 3}},
        "mule": {"values": {"points": 1}, "slots": [shoes]},
        "shoe": {"values": {"points": 1}},
        "guard": {"values": {"points": 2}},
    }
    made = judge(
        entries, constraints=(led,), slots=[{"id": "top", "offers": ["captain", "guard", "knight"]}]
    )
    army = roster("guard")
    search = RepairSearch(made, army, errors_of(made.evaluate(army)))
    answer = search.everywhere().solve(UNTIMED)
    assert isinstance(answer, Solved)
    assert answer.proved
    assert answer.reached[GIVEN_UP] == -7
    assert len(posed) == 1


def test_what_comes_with_an_addition_is_no_further_change() -> None:
    """The captain costs 9 of the siege's points, and his sword makes the army cost as much."""
    rules: tuple[Json, ...] = (
        {
            "id": "led",
            "for": "roster",
            "require": {"count": {"entry": "captain"}, "at_least": 1},
        },
        {"id": "siege", "for": "roster", "require": {"sum": "siege", "at_most": {"sum": "points"}}},
    )
    entries: dict[str, Json] = {
        "guard": {"values": {"points": 5}},
        "captain": {"values": {"siege": 9}, "slots": [{"id": "gear", "offers": ["sword"]}]},
        "sword": {"values": {"points": 4}},
    }
    costs = {name: {"title": name, "cost": True} for name in ("points", "siege")}
    slots: list[Json] = [{"id": "top", "offers": ["captain", "guard"]}]
    made = judge(entries, constraints=rules, values=costs, slots=slots)
    army = roster("guard")
    search = RepairSearch(made, army, errors_of(made.evaluate(army)))
    answer = search.everywhere(fewest=True).solve(UNTIMED, (CHANGES,), {CHANGES: -1})
    assert isinstance(answer, Solved)
    assert answer.reached[CHANGES] == -1
    assert made.evaluate(answer.roster).legal


@pytest.mark.parametrize(
    ("at", "has_gate", "adds"),
    [("gate", True, False), ("gaet", True, False), ("keep", True, True), ("gate", False, True)],
)
def test_places_to_stand_at_are_added_near_only_where_they_are_missing(
    at: str, has_gate: bool, adds: bool
) -> None:
    stands = {
        "id": "stands",
        "for": {"entry": "guard"},
        "require": {"count": {"in": "at", "entry": "gate"}, "at_least": 1},
    }
    full = {
        "id": "full",
        "for": {"entry": "gate"},
        "require": {"count": {"in": "placed"}, "at_most": 1},
    }
    made = judge({"guard": {}, "gate": {"copies": 1}}, constraints=(stands, full))
    gate: Json = {"entry": "gate", "id": "gate"}
    others: list[Json | str] = [gate] if has_gate else []
    army = roster({"entry": "guard", "at": at}, {"entry": "guard"}, *others)
    search = RepairSearch(made, army, errors_of(made.evaluate(army)))
    added = [one.place.entry for one in EncodedProblem(search.near()).tree.added()]
    assert any(entry and entry.id == "gate" for entry in added) == adds


def posts(game: Json, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The rules of each search of a repair: a pike too many, beside an area of five guards."""
    posed: list[list[str]] = []
    among = RepairSearch._among

    def noted(self: RepairSearch, rules: Sequence[Constraint], *given: Any, **keys: Any) -> Any:
        posed.append([rule.id for rule in rules])
        return among(self, rules, *given, **keys)

    monkeypatch.setattr(RepairSearch, "_among", noted)
    area: Json = {
        "copies": 1,
        "slots": [{"id": "units", "offers": ["guard"]}],
        "holds": {"guard": 5},
    }
    few = {"id": "few", "for": "roster", "require": {"count": {"entry": "pike"}, "at_most": 1}}
    man: Json = {"profiles": [{"type": "man", "values": {}}]}
    made = judge(
        {"area": area, "guard": man | game, "pike": man | game},
        constraints=(few,),
        slots=[{"id": "top", "offers": ["area", "pike"]}],
        profiles={"man": {"title": "Man", "columns": []}},
        **({} if game else {"values": {}}),
    )
    army = roster({"entry": "area", "with": [{"entry": "guard", "count": 5}]}, "pike", "pike")
    repair(made, army, UNTIMED)
    return posed


def test_where_nothing_costs_anything_fixed_contents_are_posted_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    free = posts({}, monkeypatch)
    assert free
    assert all("area.holds.guard" in rules for rules in free)
    priced = posts({"values": {"points": 5}}, monkeypatch)
    assert "area.holds.guard" not in priced[0]


@pytest.mark.parametrize(("given_up", "adds"), [(None, True), (50, True), (7, False)])
def test_nothing_is_looked_for_near_that_nobody_would_pay_for(
    given_up: int | None, adds: bool
) -> None:
    led = {"id": "led", "for": "roster", "require": {"count": {"entry": "lord"}, "at_least": 1}}
    prices: dict[str, Json] = {
        "lord": {"values": {"points": 9}},
        "guard": {"values": {"points": 2}},
    }
    made = judge(prices, constraints=(led,))
    army = roster("guard")
    search = RepairSearch(made, army, errors_of(made.evaluate(army)))
    assert search.adds_near(given_up) is adds
    assert any(EncodedProblem(search.near(given_up)).tree.added()) is adds
