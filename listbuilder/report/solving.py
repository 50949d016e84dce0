"""Outcomes of the solver, in lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.editing.roster_changes import changes
from listbuilder.findings import Severity, named_parts
from listbuilder.messages import gettext, joined, lowered_title, ngettext
from listbuilder.model.roster import Roster
from listbuilder.report.text import made_of
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.explain import explain
from listbuilder.solve.outcomes import (
    Conflict,
    Impossible,
    Outcome,
    Solved,
    Stopped,
    StopReason,
    Truncation,
)

STOPPED_AT = {
    StopReason.TIME: gettext("the time was over. Another run, or a longer one, may get further."),
    StopReason.WORK: gettext(
        "it took too much work. With --time-limit it goes on by the clock instead."
    ),
    StopReason.ROUNDING: gettext(
        "the search came to its end, but a browser's solver rounds: no proof."
    ),
    StopReason.ASKED: gettext("you ended it."),
    StopReason.SIZE: gettext("there is too much that could be added to look at all of it."),
}

MOST_KEPT = 8
FIRST_KEPT = 4
"""Of more selections in the way than ``MOST_KEPT`` the first ``FIRST_KEPT`` are told."""

GOALS = {"added": gettext("added"), "models": gettext("models")}
"""Titles of the search's own goals."""


def roster_of(outcome: Outcome) -> Roster | None:
    """Give the roster of an outcome, proved best or not; None where there is none."""
    solved = outcome.best if isinstance(outcome, Stopped) else outcome
    return solved.roster if isinstance(solved, Solved) else None


def outcome_lines(judge: Judge, before: Roster, outcome: Outcome) -> Iterator[str]:
    """Yield an outcome with the selections that it adds and takes away."""
    solved = outcome.best if isinstance(outcome, Stopped) else outcome
    if isinstance(outcome, Stopped):
        yield from stopped_lines(outcome)
    if isinstance(outcome, Impossible):
        yield gettext("Impossible: nothing that could be added makes it legal.")
        if outcome.conflict is None:
            yield gettext("No few rules and choices were found that say why.")
        else:
            yield from conflict_lines(outcome.conflict)
    if isinstance(solved, Solved):
        reached = [
            joined(" ", (_goal(judge, name), str(abs(number))))
            for name, number in solved.reached.items()
        ]
        so_far = gettext("The best so far") if isinstance(outcome, Stopped) else gettext("Legal")
        yield joined("", (so_far, " (", _proved(judge, solved), "): ", joined(", ", reached)))
        if isinstance(outcome, Solved):
            yield from truncation_lines(outcome.truncations)
        yield from (joined("", ("  ", line)) for line in changes(judge, before, solved.roster))


def why_lines(judge: Judge, before: Roster, outcome: Outcome) -> Iterator[str]:
    """Yield the reasons for an impossibility, or the roster that shows that it is possible."""
    match outcome:
        case Solved(roster):
            lines = changes(judge, before, roster)
            if not lines:
                yield gettext("It is legal as it is.")
            else:
                yield gettext("Nothing that was chosen stands in the way. For instance:")
                yield from (joined("", ("  ", line)) for line in lines)
        case Impossible(conflict) if conflict is not None:
            yield from conflict_lines(conflict)
        case Impossible():
            yield gettext("It can't be; no few rules and choices were found that say why.")
            yield from _broken_so_far(judge, before)
        case Stopped():
            yield from stopped_lines(outcome)


def _broken_so_far(judge: Judge, roster: Roster) -> Iterator[str]:
    """Yield the rules that a roster breaks as it is, and the greatest parts of their numbers."""
    found = [finding for _, finding in explain(judge.evaluate(roster), judge)]
    broken = [finding for finding in found if finding.severity is Severity.ERROR]
    if broken:
        yield gettext("As it is:")
    for finding in broken[:MOST_KEPT]:
        yield gettext("  rule: {rule} [{code}]", rule=finding.message, code=finding.code)
        if named_parts(finding):
            yield joined("", ("      ", made_of(finding)))


def stopped_lines(outcome: Stopped, unknown: str = "") -> Iterator[str]:
    """Yield the limit at which a search was stopped, and the question that stays open."""
    yield gettext("Stopped: {why}", why=STOPPED_AT[outcome.stopped_by])
    yield from truncation_lines(outcome.truncations)
    an_answer = gettext("an answer") if outcome.best is None else gettext("a better answer")
    yield gettext("Whether there is {what} is not known.", what=unknown or an_answer)


def _goal(judge: Judge, name: str) -> str:
    """Give the title of a goal: of a value, of a keyword, or of the search's own."""
    value, keyword = judge.book.ruleset.values.get(name), judge.book.keywords.get(name)
    if value is not None:
        return lowered_title(name, value.title)
    if keyword is not None and keyword.title:
        return lowered_title(name, keyword.title)
    return GOALS.get(name, name)


def _proved(judge: Judge, solved: Solved) -> str:
    if solved.proved:
        return gettext("proved best")
    if not solved.proven_goals:
        return gettext("not proved best")
    proven = gettext(
        "{goals} proved best",
        goals=joined(gettext(" and "), [_goal(judge, name) for name in solved.proven_goals]),
    )
    if solved.aim_proved:
        return gettext("{proven}; that nothing less need be added is not", proven=proven)
    return proven


def truncation_lines(truncations: Iterable[Truncation]) -> Iterator[str]:
    """Yield the parts that a search left out for their size."""
    for cut in truncations:
        yield gettext("  not looked at: {what}", what=_left_out(cut))


def _left_out(cut: Truncation) -> str:
    match cut.what:
        case "candidates":
            return gettext("more than {most} places where something could be added", most=cut.most)
        case "copies":
            return gettext(
                "more than {most} × {entry} in one slot, each holding something else",
                most=cut.most,
                entry=cut.entry,
            )
        case "depth":
            return gettext("more than {most} selections within one another", most=cut.most)
        case "order":
            return gettext(
                "other orders of the {most} selections that stand in a row", most=cut.most
            )
        case "settings" if cut.most <= 1:
            return gettext("other limits and choices")
        case "settings":
            return gettext("more than {most} combinations of limits and choices", most=cut.most)


def conflict_lines(conflict: Conflict) -> Iterator[str]:
    """Yield the rules and choices of an unsatisfiable core; of very many choices the first."""
    yield (
        gettext("These can't all hold:")
        if conflict.irreducible
        else gettext("These can't all hold (perhaps not all of them are needed):")
    )
    for reason in conflict.rules:
        yield gettext("  rule: {rule} [{code}]", rule=reason.text, code=reason.code)
        if reason.cite:
            yield joined("", ("      ", reason.cite))
    wishes = [reason for reason in conflict.choices if not reason.pointer]
    kept = [reason for reason in conflict.choices if reason.pointer]
    told = kept if len(kept) <= MOST_KEPT else kept[:FIRST_KEPT]
    for reason in (*wishes, *told):
        yield gettext("  choice: {choice}", choice=reason.text)
    if len(told) < len(kept):
        yield gettext("  and {count} more of what was chosen", count=len(kept) - len(told))
    if not conflict.choices:
        yield gettext("Nothing that was chosen stands in the way: the rules do.")
    elif not any(reason.pointer for reason in conflict.choices):
        yield gettext(
            "Nothing that was chosen stands in the way: the rules don't allow what is asked for."
        )
    elif conflict.irreducible:
        yield ngettext(
            "This choice has to go, or to move.",
            "At least one of these choices has to go, or to move.",
            len(conflict.choices),
        )
