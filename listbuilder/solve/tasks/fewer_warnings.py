"""The choice between answers of a repair that are equally good: the one with fewest warnings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from itertools import groupby

import attrs

from listbuilder.findings import Severity
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Outcome, Solved, Stopped
from listbuilder.solve.search.refinement import RefinementSolver
from listbuilder.solve.tasks.repair_goals import CHANGES, GIVEN_UP, LOST, TIES
from listbuilder.solve.tasks.repair_search import RepairSearch, errors_of


def with_fewer_warnings(
    judge: Judge, roster: Roster, outcomes: Sequence[Outcome], budget: SearchBudget | None
) -> list[Outcome]:
    """Replace answers that bring warnings by answers that are as good and bring fewer.

    As good is an answer that gives up and loses no more, in no more changes. It is sought by the
    small search, which adds only what bears on broken rules. Warnings of the player's roster do not
    count against an answer there, and no answer is told twice. Of answers that are as good and are
    all told those with the fewest warnings come first.

    Args:
        judge: the judge of the roster's book.
        roster: the player's roster.
        outcomes: the outcomes of a repair.
        budget: the budget of the search for each answer.

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
    return _fewest_first(judge, better)


def _fewest_first(judge: Judge, outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Of answers that are as good as each other those with the fewest warnings first.

    What an answer is best at belongs to its position, for the others are as good at it.
    """

    def aims(outcome: Outcome) -> Hashable:
        if not isinstance(outcome, Solved):
            return id(outcome)
        reached = (outcome.reached.get(name, 0) for name in (GIVEN_UP, LOST, CHANGES))
        return (outcome.proved, *reached)

    def warnings(solved: Outcome) -> int:
        return _warnings(judge, solved.roster).total() if isinstance(solved, Solved) else 0

    ordered: list[Outcome] = []
    for _, alike in groupby(outcomes, aims):
        told = [*alike]
        for one, position in zip(sorted(told, key=warnings), told, strict=True):
            if isinstance(one, Solved) and isinstance(position, Solved):
                ordered.append(attrs.evolve(one, best_at=position.best_at))
            else:
                ordered.append(one)
    return ordered


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
    """Find an answer that is as good and keeps the warning rules; None: none was found."""
    strict = judge.strict_in(warnings)
    search = RepairSearch(strict, roster, errors_of(strict.evaluate(roster)))
    as_good = {name: solved.reached[name] for name in (GIVEN_UP, LOST, CHANGES)}
    near = RefinementSolver(search.near(-solved.reached[GIVEN_UP]))
    other = _solved(near.solve(budget or SearchBudget(), TIES, as_good))
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
    """The number of breaches of each rule that only warns, by its id."""
    breaches = judge.evaluate(roster).breaches
    return Counter(
        breach.constraint.id
        for breach in breaches
        if breach.constraint.severity is Severity.WARNING
    )
