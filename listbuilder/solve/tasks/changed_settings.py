"""Repairing where the player may change limits or choices of the roster, too."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import ceil
from typing import Literal, get_args

import attrs

from listbuilder.findings import Severity
from listbuilder.model.language import Limit
from listbuilder.model.roster import Roster
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Impossible, Outcome, RosterChange, Solved, Stopped
from listbuilder.solve.tasks.repair import repair
from listbuilder.solve.tasks.repair_search import CHANGES

SettingKind = Literal["limits", "choices"]
"""What of a roster's settings a repair may change."""

SETTINGS: tuple[SettingKind, ...] = get_args(SettingKind)


def repair_with_settings(
    judge: Judge,
    roster: Roster,
    may: Collection[SettingKind],
    budget: SearchBudget | None = None,
    number: int = 3,
) -> list[Outcome]:
    """Find ways to make a roster legal; the first sets limits and choices to what the roster needs.

    A limit or a choice that is set is one change, and gives nothing up. A choice is set where fewer
    rules are broken then, a limit that is broken to what is needed. What they do not mend is
    repaired as ever, and the limits are then as near to the player's as they can be. Answers that
    leave the settings alone follow.

    Args:
        judge: of the roster's book.
        roster: the player's.
        may: what may be changed.
        budget: of the search for each answer.
        number: of answers.

    Returns:
        The outcomes, the one with other settings first; those of ``repair`` where no setting mends
        anything. That an answer with other settings is best is proved only if it is one change.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    chosen = _with_choices(judge, roster) if "choices" in may else roster
    roomy = _with_limits(judge, chosen) if "limits" in may else chosen
    is_other = (roomy.limits, roomy.choices) != (roster.limits, roster.choices)
    first = repair(judge, roomy, budget, 1)[0] if is_other else None
    if not isinstance(first, Solved):
        return repair(judge, roster, budget, number)
    near = attrs.evolve(first.roster, limits=roster.limits)
    if "limits" in may:
        near = _with_limits(judge, near)
    changes = (*_changed_choices(judge, roster, near), *_changed_limits(judge, roster, near))
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
        outcomes += [_unnamed(one) for one in others if not isinstance(one, Impossible)]
    return outcomes


def _unnamed(outcome: Solved | Stopped) -> Outcome:
    """An answer beside others that it was not compared with."""
    if isinstance(outcome, Solved):
        return attrs.evolve(outcome, best_at=())
    return attrs.evolve(outcome, best=outcome.best and attrs.evolve(outcome.best, best_at=()))


def _with_choices(judge: Judge, roster: Roster) -> Roster:
    """Set each choice to the option with which the fewest rules are broken, if that is fewer."""
    fewest = _errors(judge.evaluate(roster))
    for name, choice in judge.book.choices.items():
        for option in choice.options:
            other = attrs.evolve(roster, choices={**roster.choices, name: option})
            broken = _errors(judge.evaluate(other))
            if broken < fewest:
                roster, fewest = other, broken
    return roster


def _changed_choices(judge: Judge, before: Roster, after: Roster) -> Iterator[RosterChange]:
    for name, now in after.choices.items():
        choice = judge.book.choices[name]
        said = before.choices.get(name, choice.default)
        if now != said:
            was = choice.options.get(said, said) if said is not None else ""
            yield RosterChange("choose", choice.title, holder=was, to=choice.options[now])


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
