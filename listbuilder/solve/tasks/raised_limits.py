"""Repairing where the player may change the limits, too."""

from __future__ import annotations

from math import ceil

import attrs

from listbuilder.findings import Severity
from listbuilder.model.language import Limit
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Check, Judge, Verdict
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Outcome, RosterChange, Solved
from listbuilder.solve.tasks.repair import repair
from listbuilder.solve.tasks.repair_search import CHANGES


def repair_with_limits(
    judge: Judge, roster: Roster, budget: SearchBudget | None = None, number: int = 3
) -> list[Outcome]:
    """Find ways to make a roster legal; the first sets limits to what the roster needs.

    A limit that is set is one change, and gives nothing up. What limits do not mend is repaired as
    ever, and the limits are then as near to the player's as they can be. Answers that leave the
    limits alone follow.

    Args:
        judge: of the roster's book.
        roster: the player's.
        budget: of the search for each answer.
        number: of answers.

    Returns:
        The outcomes, the one with limits first; those of ``repair`` where no limit mends anything.
        That an answer with limits is best is proved only if it is one change.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    roomy = _with_limits(judge, roster)
    first = repair(judge, roomy, budget, 1)[0] if roomy.limits != roster.limits else None
    if not isinstance(first, Solved):
        return repair(judge, roster, budget, number)
    near = _with_limits(judge, attrs.evolve(first.roster, limits=roster.limits))
    changes = _changed_limits(judge, roster, near)
    if not changes or not judge.evaluate(near).legal:
        return repair(judge, roster, budget, number)
    reached = {**first.reached, CHANGES: first.reached[CHANGES] - len(changes)}
    outcomes: list[Outcome] = [
        attrs.evolve(
            first,
            roster=near,
            reached=reached,
            changes=(*changes, *first.changes),
            proved=reached[CHANGES] == -1,
            best_at=(),
        )
    ]
    if number > 1:
        others = repair(judge, roster, budget, number - 1)
        outcomes += [attrs.evolve(one, best_at=()) for one in others if isinstance(one, Solved)]
    return outcomes


def _with_limits(judge: Judge, roster: Roster) -> Roster:
    """Set each limit that is broken to what is needed, where that breaks no rule more often."""
    verdict = judge.evaluate(roster)
    left = [(breach, said) for breach in verdict.breaches if (said := _needed(breach))]
    for _, (name, amount) in left:
        wider = attrs.evolve(roster, limits={**roster.limits, name: amount})
        after = judge.evaluate(wider)
        if _errors(after) < _errors(verdict):
            roster, verdict = wider, after
    return roster


def _needed(breach: Check) -> tuple[str, int] | None:
    """The limit that would keep a broken rule, and its value; None: no limit would."""
    match breach.constraint.require.quantity, breach.constraint.require.bound:
        case _, Limit(name):
            return name, ceil(breach.found)
        case Limit(name), _:
            return name, ceil(breach.allowed)
    return None


def _errors(verdict: Verdict) -> int:
    return sum(breach.constraint.severity is Severity.ERROR for breach in verdict.breaches)


def _changed_limits(judge: Judge, before: Roster, after: Roster) -> tuple[RosterChange, ...]:
    return tuple(
        RosterChange("limit", judge.book.ruleset.limits[name].title, before=said, after=now)
        for name, said in before.limits.items()
        if (now := after.limits[name]) != said
    )
