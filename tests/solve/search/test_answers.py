"""Whatever the rules say, what is handed out is legal: the judge looks at it first."""

from random import Random

import pytest

from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains import domain_bounds, unrolling
from listbuilder.solve.explain import slicing
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.tasks.complete import complete
from listbuilder.solve.tasks.repair import repair
from tests.rules.tiny import Maker, load

BRIEF = SearchBudget(seconds=None, work=0.5)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few candidates: these rulesets know no end, and what was cut is never called proved."""
    monkeypatch.setattr(unrolling, "MAX_CANDIDATES", 30)
    monkeypatch.setattr(slicing, "MAX_PLACES", 30)
    monkeypatch.setattr(unrolling, "MAX_DEPTH", 2)
    monkeypatch.setattr(unrolling, "MAX_COPIES", 2)
    monkeypatch.setattr(unrolling, "MOST_COPIES", 4)
    monkeypatch.setattr(domain_bounds, "MOST_COPIES", 3)


def solved(seed: int) -> int:
    """Count the answers; an illegal one is raised as a bug."""
    book, roster = load(Maker(Random(seed)).game())
    judge = Judge(book)
    outcomes = [complete(judge, roster, ["cheapest"], budget=BRIEF), *repair(judge, roster, BRIEF)]
    found = [outcome for outcome in outcomes if isinstance(outcome, Solved)]
    assert all(judge.evaluate(outcome.roster).legal for outcome in found)
    return len(found)


@pytest.mark.usefixtures("small")
def test_answers_to_games_of_every_kind_are_legal() -> None:
    assert sum(map(solved, range(5))) > 1


@pytest.mark.proof
@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("start", range(1_000, 9_000, 1_000))
def test_answers_to_games_of_every_kind_are_legal_at_length(start: int) -> None:
    assert sum(map(solved, range(start, start + 250))) > 100
