"""Answers of ``repair``, in lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from math import ceil
from typing import TYPE_CHECKING

from listbuilder.editing.digit_slips import digit_slips
from listbuilder.editing.fixes import forgotten_limits, other_choices
from listbuilder.editing.mend import MOST_TRIED
from listbuilder.editing.trials import Fix, TrialBudget, made
from listbuilder.findings import Severity, written
from listbuilder.messages import gettext, joined, lowered_title, ngettext
from listbuilder.model.language import Constraint, Number
from listbuilder.model.roster import Roster
from listbuilder.report.solving import conflict_lines, stopped_lines, truncation_lines
from listbuilder.report.text import costs_text
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.nouns import number_or_no
from listbuilder.solve.outcomes import Impossible, Outcome, Solved, Stopped

if TYPE_CHECKING:
    from listbuilder.interop.rehoming import Rehomed
    from listbuilder.solve.tasks.changed_settings import SettingKind

BEST_AT = {
    "least lost": gettext("the least lost"),
    "least given up": gettext("the least given up"),
    "fewest changes": gettext("the fewest changes"),
    "in between": gettext("in between"),
}


def summary(judge: Judge, solved: Solved, number: int = 1) -> str:
    """Write an answer: what it is best at, its changes, its loss, and the costs of the army.

    Args:
        judge: the judge of the roster's book.
        solved: the answer.
        number: its number among the answers, from 1.
    """
    from listbuilder.solve.tasks.leader_exchange import is_exchange
    from listbuilder.solve.tasks.repair_goals import CHANGES

    changes = _changes(-solved.reached[CHANGES])
    words: str = joined(", ", (changes, *_lost_and_bought(judge, solved)))
    if not solved.reached[CHANGES]:
        words = gettext("Nothing has to be changed")
    elif is_exchange(solved) and solved.best_at in ((), ("in between",)):
        words = gettext("An exchange: {what}", what=words)
    elif solved.best_at:
        # "The least lost" is told only of an answer that loses nothing, but gives up more.
        lost = "least lost" if "least given up" in solved.best_at else ""
        best = joined(gettext(" and "), [BEST_AT[name] for name in solved.best_at if name != lost])
        words = gettext("{best}: {what}", best=best.begun(), what=words)
    elif number > 1:
        words = gettext("Another way: {what}", what=words)
    if spent := roster_costs(judge, solved.roster):
        words = joined("; ", (words, spent))
    return words if solved.proved else gettext("{answer} (not proved best)", answer=words)


def answer_lines(judge: Judge, before: Roster, solved: Solved) -> Iterator[str]:
    """Yield the changes of an answer, and the rules of which it warns more often then.

    Args:
        judge: the judge of the roster's book.
        before: the player's roster.
        solved: the answer.
    """
    from listbuilder.solve.tasks.change_sentences import change_sentence

    yield from map(change_sentence, solved.changes)
    for rule in new_warnings(judge, before, solved.roster):
        yield gettext("and a warning comes: {rule}", rule=rule.title)


def new_warnings(judge: Judge, before: Roster, after: Roster) -> Iterator[Constraint]:
    """Yield the rules of which a roster is warned more often than the one before."""
    had = Counter(one.constraint.id for one in judge.evaluate(before).breaches)
    for one in judge.evaluate(after).breaches:
        had[one.constraint.id] -= 1
        if had[one.constraint.id] == -1 and one.constraint.severity is Severity.WARNING:
            yield one.constraint


def known(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield the lines that tell what is proved of all other answers."""
    from listbuilder.solve.tasks.repair import EXTRA_CHANGES
    from listbuilder.solve.tasks.repair_goals import CHANGES

    first, last = outcomes[0], outcomes[-1]
    match first:
        case Impossible(conflict):
            yield gettext("Proved: no changes make it legal.")
            yield from conflict_lines(conflict) if conflict is not None else ()
        case Stopped():
            yield from stopped_lines(first)
        case Solved(proved=True) if first.reached[CHANGES]:
            yield from _proved_best(outcomes)
        case Solved(truncations=truncations):
            yield from truncation_lines(truncations)
    if isinstance(first, Solved) and isinstance(last, Impossible):
        fewest = min(-one.reached[CHANGES] for one in outcomes if isinstance(one, Solved))
        most = _changes(EXTRA_CHANGES + fewest)
        yield gettext(
            "Proved: no other way with {changes} or fewer, that gives up little more, is really "
            "different.",
            changes=most,
        )
    elif isinstance(first, Solved) and isinstance(last, Stopped):
        yield from stopped_lines(last, gettext("another way"))


def _proved_best(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield the lines that tell in which aim which answer is proved the best."""
    from listbuilder.solve.tasks.repair_goals import CHANGES

    answers = {number: one for number, one in enumerate(outcomes, 1) if isinstance(one, Solved)}
    best = {name: number for number, one in reversed(answers.items()) for name in one.best_at}
    if (least := best.get("least given up")) is not None:
        yield gettext("Proved: nothing gives up less than answer {number}.", number=least)
    if (fewest := best.get("fewest changes")) is None:
        return
    if answers[fewest].reached[CHANGES] == -1:
        yield gettext("Proved: nothing needs fewer changes than answer {number}.", number=fewest)
    else:
        yield gettext(
            "Proved: fewer changes than in answer {number} are not enough, unless a quarter of the"
            " army more is given up.",
            number=fewest,
        )


def slips_that_mend(judge: Judge, roster: Roster, may: Collection[SettingKind]) -> Iterator[str]:
    """Yield a line for a number, and for each setting, with which an illegal roster is legal.

    A player may have typed a digit too many. One who brought a ram to a battle in the field may
    have named the wrong side, one who brought an ally may have forgotten to say what the ally may
    cost.

    Args:
        judge: the judge of the roster's book.
        roster: the roster.
        may: the kinds of settings that the answers changed already.
    """
    verdict = judge.evaluate(roster)
    if verdict.legal:
        return

    def legal(fixes: Iterator[Fix]) -> Iterator[Fix]:
        for fix in fixes:
            other = made(fix)
            if other is not None and judge.evaluate(other).legal:
                yield fix

    slips = (slip.fix for slip in digit_slips(verdict, judge, TrialBudget()))
    for fix in islice(legal(slips), 1):
        yield gettext("{change}, and it is legal: perhaps a digit is too many.", change=fix.text)
    for kind, fixes in (("choices", other_choices), ("limits", forgotten_limits)):
        tried = () if kind in may else islice(fixes(verdict, judge), MOST_TRIED)
        for fix in legal(iter(tried)):
            yield gettext(
                "{change}, and it is legal as it is (--may {kind}).", change=fix.text, kind=kind
            )


def left_behind(judge: Judge, roster: Roster, moved: Rehomed) -> Iterator[str]:
    """Yield a line about the selections that an army lost when it moved to another army list.

    Args:
        judge: the judge of the old book.
        roster: the roster before.
        moved: the army in its new list, before any repair.
    """
    from listbuilder.solve.search.goals import limited_cost

    if not moved.lost:
        return
    what = joined(", ", moved.lost)
    if name := limited_cost(judge.book, roster):
        kept = moved.judge.evaluate(moved.roster).costs[name]
        before = judge.evaluate(roster).costs[name]
        title = lowered_title(name, judge.book.ruleset.values[name].title)
        yield gettext(
            "{kept} of {before} {points} come along. Not in that list: {what}",
            kept=written(kept),
            before=written(before),
            points=title,
            what=what,
        )
    else:
        yield gettext("Not in that list: {what}", what=what)


def _lost_and_bought(judge: Judge, solved: Solved) -> Iterator[str]:
    """Yield the loss, and what is bought, if anything: ``40 points lost``, ``points bought: 1``.

    A copy is worth its selection's mean, such as 65 points for 12. Where the army costs whole
    points, so does what is lost: it is rounded up.
    """
    from listbuilder.solve.search.goals import costs
    from listbuilder.solve.tasks.repair_goals import LOST, MISTYPED, bought, lost_of

    names = costs(judge.book)
    lost = {name: -solved.reached.get(lost_of(name), 0) for name in names}
    new = {name: bought(solved, name) for name in names}
    said, only = _amounts(judge, solved, lost, -solved.reached[LOST])
    yield gettext("{title} lost: 1", title=only) if only else gettext("{costs} lost", costs=said)
    if mistyped := -solved.reached.get(MISTYPED, 0):
        # It is not given up, so a player may find an answer that loses less by hand.
        yield gettext("{number} of them by a digit too many", number=written(ceil(mistyped)))
    if any(new.values()) or bought(solved):
        said, only = _amounts(judge, solved, new, bought(solved))
        yield (
            gettext("{title} bought: 1", title=only)
            if only
            else gettext("{costs} bought", costs=said)
        )


def _amounts(
    judge: Judge, solved: Solved, parts: Mapping[str, Number], whole: Number
) -> tuple[str, str]:
    """Write amounts of costs, and the title of a single cost of 1: costs have no singular.

    Args:
        judge: the judge of the roster's book.
        solved: the answer.
        parts: the amount in each cost; in a game of one cost, or without any, 0.
        whole: the amount in all costs.
    """
    from listbuilder.solve.search.goals import costs, limited_cost

    known = {name: part for name, part in parts.items() if part}
    if not known:
        name = limited_cost(judge.book, solved.roster) or next(iter(costs(judge.book)), None)
        if name is None and not whole:
            return gettext("no pieces"), ""
        if name is None:
            return ngettext("{count} piece", "{count} pieces", int(whole)), ""
        known = {name: whole}
    if all(cost == ceil(cost) for cost in judge.evaluate(solved.roster).costs.values()):
        known = {name: ceil(part) for name, part in known.items()}
    values = judge.book.ruleset.values
    called = {name: lowered_title(name, values[name].title).replace("_", " ") for name in known}
    if [*known.values()] == [1]:
        (title,) = called.values()
        return "", title
    said = [joined(" ", (number_or_no(part), called[name])) for name, part in known.items()]
    return joined(gettext(" and "), said), ""


def _changes(many: Number) -> str:
    return ngettext("{count} change", "{count} changes", int(many))


def roster_costs(judge: Judge, roster: Roster) -> str:
    """Write a roster's costs of their limits."""
    costs = {name: str(cost) for name, cost in judge.evaluate(roster).costs.items()}
    return costs_text(costs, roster.limits)
