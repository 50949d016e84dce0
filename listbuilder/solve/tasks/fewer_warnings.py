"""Between answers that give up as little in as few changes, the one that is warned of least."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

import attrs

from listbuilder.findings import Severity
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Outcome, Solved, Stopped
from listbuilder.solve.search.refinement import RefinementSolver
from listbuilder.solve.tasks.repair_search import (
    CHANGES,
    GIVEN_UP,
    LOST,
    TIES,
    RepairSearch,
    broken_rules,
)


def with_fewer_warnings(
    judge: Judge, roster: Roster, outcomes: Sequence[Outcome], budget: SearchBudget | None
) -> list[Outcome]:
    """Put in the place of answers others that are as good, without the warnings that these bring.

    They are looked for among the changes that bear on what is broken; none is told twice. No answer
    is called worse for a warning that was there before.

    Args:
        judge: of the roster's book.
        roster: the player's.
        outcomes: of a repair.
        budget: of the search for each answer.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    before = _warnings(judge, roster)
    told = [solved.roster for one in outcomes if (solved := _solved(one)) is not None]
    better: list[Outcome] = []
    for outcome in outcomes:
        solved = _solved(outcome)
        brought = Counter[str]() if solved is None else _warnings(judge, solved.roster) - before
        better.append(outcome)
        if solved is None or not brought:
            continue
        other = _without(brought.keys(), judge, roster, solved, budget)
        if other is None or other.roster in told:
            continue
        left = _warnings(judge, other.roster) - before
        if left.total() < brought.total():
            told.append(other.roster)
            better[-1] = other
            if isinstance(outcome, Stopped):
                better[-1] = attrs.evolve(outcome, best=other)
    return better


def _solved(outcome: Outcome) -> Solved | None:
    answer = outcome.best if isinstance(outcome, Stopped) else outcome
    return answer if isinstance(answer, Solved) else None


def _without(
    warnings: Collection[str],
    judge: Judge,
    roster: Roster,
    solved: Solved,
    budget: SearchBudget | None,
) -> Solved | None:
    """An answer that gives up and loses as little, in as few changes; None: none was found."""
    strict = judge.strict_in(warnings)
    search = RepairSearch(strict, roster, broken_rules(strict.evaluate(roster)))
    as_good = {name: solved.reached[name] for name in (GIVEN_UP, LOST, CHANGES)}
    other = _solved(RefinementSolver(search.near()).solve(budget or SearchBudget(), TIES, as_good))
    if other is None:
        return None
    return attrs.evolve(
        solved,
        roster=other.roster,
        reached=other.reached,
        features=other.features,
        changes=other.changes,
    )


def _warnings(judge: Judge, roster: Roster) -> Counter[str]:
    """How often each warning is given."""
    breaches = judge.evaluate(roster).breaches
    return Counter(
        breach.constraint.id
        for breach in breaches
        if breach.constraint.severity is Severity.WARNING
    )
