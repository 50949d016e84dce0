"""What solving came to, in lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.editing.roster_changes import changes
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.outcomes import (
    Conflict,
    GaveUp,
    Impossible,
    Outcome,
    Solved,
    StopReason,
    Truncation,
)

GAVE_UP_AT = {
    StopReason.TIME: "the time was over. Another run, or a longer one, may get further.",
    StopReason.WORK: "it took too much work. With --time-limit it goes on by the clock instead.",
    StopReason.ROUNDING: "the search came to its end, but a browser's solver rounds: no proof.",
    StopReason.SIZE: "there is too much that could be added to look at all of it.",
}
TRUNCATIONS = {
    "spots": "more than {most} places where something could be added",
    "copies": "more than {most} × {entry} in one slot, each holding something else",
    "depth": "more than {most} selections within one another",
    "order": "other orders of the {most} selections that stand in a row",
}


def roster_of(outcome: Outcome) -> Roster | None:
    """The roster that an outcome has, proved best or not."""
    solved = outcome.best if isinstance(outcome, GaveUp) else outcome
    return solved.roster if isinstance(solved, Solved) else None


def outcome_lines(judge: Judge, before: Roster, outcome: Outcome) -> Iterator[str]:
    """Yield what an outcome is, and what it adds and takes away."""
    solved = outcome.best if isinstance(outcome, GaveUp) else outcome
    if isinstance(outcome, GaveUp):
        yield from gave_up_lines(outcome)
    if isinstance(outcome, Impossible):
        yield "Impossible: nothing that could be added makes it legal."
        if outcome.conflict is not None:
            yield from conflict_lines(outcome.conflict)
    if isinstance(solved, Solved):
        reached = ", ".join(f"{name} {abs(number)}" for name, number in solved.reached.items())
        so_far = "The best so far" if isinstance(outcome, GaveUp) else "Legal"
        yield f"{so_far} ({_proved(solved)}): {reached}"
        if isinstance(outcome, Solved):
            yield from _truncation_lines(outcome.truncations)
        yield from (f"  {line}" for line in changes(judge, before, solved.roster))


def why_lines(judge: Judge, before: Roster, outcome: Outcome) -> Iterator[str]:
    """Yield why something can't be; or that it can, with what shows it."""
    match outcome:
        case Solved(roster):
            lines = changes(judge, before, roster)
            if not lines:
                yield "It is legal as it is."
            else:
                yield "Nothing that was chosen stands in the way. For instance:"
                yield from (f"  {line}" for line in lines)
        case Impossible(conflict) if conflict is not None:
            yield from conflict_lines(conflict)
        case Impossible():
            yield "It can't be; no few rules and choices were found that say why."
        case GaveUp():
            yield from gave_up_lines(outcome)


def gave_up_lines(outcome: GaveUp, unknown: str = "") -> Iterator[str]:
    """Yield at which limit it was given up, and what is not known."""
    yield f"Gave up: {GAVE_UP_AT[outcome.stopped_by]}"
    yield from _truncation_lines(outcome.truncations)
    unknown = unknown or ("an answer" if outcome.best is None else "a better answer")
    yield f"Whether there is {unknown} is not known."


def _proved(solved: Solved) -> str:
    if solved.proved:
        return "proved best"
    if not solved.proven_goals:
        return "not proved best"
    proven = f"{' and '.join(solved.proven_goals)} proved best"
    return f"{proven}; that nothing less need be added is not" if solved.aim_proved else proven


def _truncation_lines(truncations: Iterable[Truncation]) -> Iterator[str]:
    for cut in truncations:
        said = TRUNCATIONS[cut.what].format(most=cut.most, entry=cut.entry)
        yield f"  not looked at: {said}"


def conflict_lines(conflict: Conflict) -> Iterator[str]:
    """Yield the rules and choices that can't all hold."""
    few = "" if conflict.irreducible else " (perhaps not all of them are needed)"
    yield f"These can't all hold{few}:"
    for reason in conflict.rules:
        yield f"  rule: {reason.text} [{reason.code}]"
        if reason.cite:
            yield f"      {reason.cite}"
    for reason in conflict.choices:
        yield f"  choice: {reason.text}"
    if not any(reason.pointer for reason in conflict.choices):
        yield "Nothing that was chosen stands in the way: the rules do."
    elif conflict.irreducible:
        one = "One of these choices" if len(conflict.choices) > 1 else "This choice"
        yield f"{one} has to go."
