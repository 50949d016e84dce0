"""What a witness must have: the smallest that has it is found."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.proofs.queries import Query
from listbuilder.solve.proofs.witness_goals import AlteredGoal, FieldedGoal, RuleGoal
from listbuilder.solve.search.refinement import solve
from tests.rules.small import Json
from tests.solve.proofs.guards import LED, OWN, asked, game


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
