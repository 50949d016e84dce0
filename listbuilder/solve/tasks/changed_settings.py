"""Repairing where the player may change limits or choices of the roster, too."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain, combinations, product
from math import ceil
from typing import Literal, get_args

import attrs

from listbuilder.editing.needed_limits import needed_limits
from listbuilder.findings import Severity
from listbuilder.model.language import Limit, Number
from listbuilder.model.roster import Roster
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import (
    Impossible,
    Outcome,
    RosterChange,
    Solved,
    Stopped,
    StopReason,
    TradeOff,
    Truncation,
    ended_with,
)
from listbuilder.solve.tasks.answer_order import FEWEST_CHANGES, LEAST_GIVEN_UP
from listbuilder.solve.tasks.repair import repair
from listbuilder.solve.tasks.repair_goals import CHANGES, GIVEN_UP

SettingKind = Literal["limits", "choices"]
"""A kind of a roster's settings that the player lets a repair change."""

SETTINGS: tuple[SettingKind, ...] = get_args(SettingKind)

NOT_ALL = (Truncation("settings", 1),)
"""Left out beside the settings of an answer."""

MOST_SETTINGS = 40
"""Combinations of limits and choices tried where a roster can't be legal with its own."""


def repair_with_settings(
    judge: Judge,
    roster: Roster,
    may: Collection[SettingKind],
    budget: SearchBudget | None = None,
    number: int = 3,
) -> list[Outcome]:
    """Find ways to make a roster legal; the first sets limits and choices to what the roster needs.

    A set limit or choice counts as one change and gives nothing up. The first answer is found in
    three steps:

    1. Each choice gets the option that breaks the fewest rules, each broken limit the value needed.
    2. ``repair`` mends the rules that are still broken.
    3. Each choice that the repaired roster can do without gets the player's option back, and each
       limit the smallest change that the repaired army needs.

    Answers with the player's own settings follow. Where no answer is found so, all combinations of
    choices are tried, each with the limits that it needs.

    Args:
        judge: the judge of the roster's book.
        roster: the player's roster.
        may: the kinds of settings that may be changed.
        budget: the budget of the search for each answer.
        number: the most answers.

    Returns:
        The outcomes, the one with other settings first; those of ``repair`` where no setting mends
        anything. An answer with other settings is called proved only if it is a single change, one
        with the player's own only if it is a single change that gives nothing up;
        ``Impossible`` is answered only where all settings were tried: never if limits may change.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    roomy = _with_choices(judge, roster) if "choices" in may else roster
    roomy = _with_limits(judge, roomy) if "limits" in may else roomy
    answer = _with_other(judge, roster, roomy, may, budget) if roomy != roster else Impossible()
    if isinstance(answer, Solved):
        others = repair(judge, roster, budget, number - 1) if number > 1 else []
        return [answer, *(_unnamed(one) for one in others if not isinstance(one, Impossible))]
    outcomes = repair(judge, roster, budget, number)
    if may and isinstance(outcomes[0], Impossible):
        return [_with_any(judge, roster, may, budget, outcomes[0])]
    return [*_of_own_settings(outcomes)] if may else outcomes


def _with_other(
    judge: Judge,
    roster: Roster,
    other: Roster,
    may: Collection[SettingKind],
    budget: SearchBudget | None,
) -> Outcome:
    """Repair a roster with other settings, and keep only the settings that the answer needs."""
    outcome = repair(judge, other, budget, 1)[0]
    answer = ended_with(outcome)
    if answer is None:
        return outcome
    near = attrs.evolve(answer.roster, limits=roster.limits)
    if "limits" in may:
        near = _with_limits(judge, near)
    if not judge.evaluate(near).legal:
        near = answer.roster
    for name in near.choices:
        same = {key: option for key, option in near.choices.items() if key != name}
        same |= {name: roster.choices[name]} if name in roster.choices else {}
        as_said = attrs.evolve(near, choices=same)
        if judge.evaluate(as_said).legal:
            near = as_said
    changes = (*_changed_choices(judge, roster, near), *_changed_limits(judge, roster, near))
    if not changes:
        return Impossible()
    reached = {**answer.reached, CHANGES: answer.reached[CHANGES] - len(changes)}
    proved = reached[CHANGES] == -1
    return attrs.evolve(
        answer,
        roster=near,
        reached=reached,
        changes=(*changes, *answer.changes),
        proved=proved,
        best_at=_best_at(reached),
        truncations=() if proved else NOT_ALL,
    )


def _with_any(
    judge: Judge,
    roster: Roster,
    may: Collection[SettingKind],
    budget: SearchBudget | None,
    impossible: Impossible,
) -> Outcome:
    """Repair a roster that can't be legal with its own settings; the fewest others come first.

    Returns:
        The first answer; ``impossible`` where all settings were tried; else a search that stopped.
    """
    tried, open_ = 0, "limits" in may
    for other in _other_settings(judge, roster, may):
        if tried == MOST_SETTINGS:
            open_ = True
            break
        tried += 1
        outcome = _with_other(judge, roster, other, may, budget)
        if isinstance(outcome, Solved):
            return outcome
        open_ |= isinstance(outcome, Stopped)
    if not open_:
        return impossible
    return Stopped(StopReason.SIZE, truncations=(Truncation("settings", tried),))


def _other_settings(judge: Judge, roster: Roster, may: Collection[SettingKind]) -> Iterator[Roster]:
    """Yield the roster with other choices, those with the fewest changes first, and limits.

    The values tried for a limit are those that the rules allow with the army and with none.
    """
    for changed in _other_choices(judge, roster) if "choices" in may else [{}]:
        chosen = attrs.evolve(roster, choices={**roster.choices, **changed})
        limited = [chosen]
        if "limits" in may:
            limited.append(_with_limits(judge, chosen))
            for army in (chosen.army, ()):
                breaches = judge.evaluate(attrs.evolve(chosen, army=army)).breaches
                needed = dict(filter(None, map(_needed_of_the_limit, breaches)))
                limited.append(attrs.evolve(chosen, limits={**chosen.limits, **needed}))
        for number, other in enumerate(limited):
            if other != roster and other not in limited[:number]:
                yield other


def _of_own_settings(outcomes: list[Outcome]) -> Iterator[Outcome]:
    """Yield answers with the player's settings, proved only if other settings can't be better."""
    for outcome in outcomes:
        if not isinstance(outcome, Solved):
            if not isinstance(outcome, Impossible):
                yield outcome
        elif _best_at(outcome.reached):
            yield outcome
        else:
            yield attrs.evolve(outcome, proved=False, best_at=(), truncations=NOT_ALL)


def _best_at(reached: Mapping[str, Number]) -> tuple[TradeOff, ...]:
    """What an answer is best at whatever the settings: all, if one change gives nothing up."""
    is_best = reached[CHANGES] >= -1 and not reached.get(GIVEN_UP)
    return (LEAST_GIVEN_UP, FEWEST_CHANGES) if is_best else ()


def _unnamed(outcome: Solved | Stopped) -> Outcome:
    """Take the names of trade-offs off an answer: it was not compared with the one before it."""
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
    """Set each limit that is broken to a value that is needed, if fewer rules are broken then.

    A rule may read several limits: so there is a pass for each.
    """
    for _ in judge.book.ruleset.limits:
        before, verdict = roster, judge.evaluate(roster)
        fewest = _errors(verdict)
        needed = [needed_limits(breach, verdict, judge) for breach in verdict.breaches]
        for name, amount in chain.from_iterable(needed):
            wider = attrs.evolve(roster, limits={**roster.limits, name: amount})
            if wider != roster and (broken := _errors(judge.evaluate(wider))) < fewest:
                roster, fewest = wider, broken
        if roster == before:
            break
    return roster


def _other_choices(judge: Judge, roster: Roster) -> Iterator[dict[str, str]]:
    """Yield no changed choice, each changed alone, then two together, and so on."""
    others = {
        name: [
            option
            for option in choice.options
            if option != roster.choices.get(name, choice.default)
        ]
        for name, choice in judge.book.choices.items()
    }
    for many in range(len(others) + 1):
        for names in combinations(others, many):
            for options in product(*(others[name] for name in names)):
                yield dict(zip(names, options, strict=True))


def _needed_of_the_limit(breach: Check) -> tuple[str, int] | None:
    """A limit that breaks a rule on its own value, and the value that the rule allows."""
    limit = breach.constraint.require.quantity
    return (limit.limit, ceil(breach.allowed)) if isinstance(limit, Limit) else None


def _errors(verdict: Verdict) -> int:
    return sum(breach.constraint.severity is Severity.ERROR for breach in verdict.breaches)


def _changed_limits(judge: Judge, before: Roster, after: Roster) -> tuple[RosterChange, ...]:
    return tuple(
        RosterChange("limit", judge.book.ruleset.limits[name].title, before=said, after=now)
        for name, now in after.limits.items()
        if (said := before.limits.get(name, 0)) != now
    )
