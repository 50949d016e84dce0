"""What complete, repair and why share: options, and the outcomes as text and JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import click

from listbuilder.loading.rosters import Loaded, load_roster
from listbuilder.loading.save import dump, save
from listbuilder.model.roster import Roster
from listbuilder.report.outline import text_lines
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.solve.outcomes import (
    Conflict,
    Cut,
    GaveUp,
    Impossible,
    Limit,
    Outcome,
    Reason,
    Solved,
)

ILLEGAL = 1
GAVE_UP = 4

GAVE_UP_AT = {
    Limit.TIME: "the time was over (--time-limit). Another run may get further.",
    Limit.WORK: "it took too much work. A longer --time-limit lets it do more.",
    Limit.SIZE: "there is too much that could be added to look at all of it.",
}
CUTS = {
    "spots": "{most} places where something could be added",
    "copies": "{most} × {entry} in one slot, each holding something else",
    "depth": "{most} selections within one another",
}

TIME = click.option(
    "--time-limit",
    "seconds",
    type=click.FloatRange(0.1, 86_400),
    default=10,
    show_default=True,
    help="Seconds to search for each answer.",
)
SEED = click.option(
    "--seed", type=click.IntRange(0, 2**31 - 1), default=0, help="Of the search: breaks ties."
)
FORMAT = click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
OUT = click.option(
    "-o", "out", type=click.Path(path_type=Path), help="Write the roster here; else it is shown."
)


def opened(ctx: click.Context, file: Path) -> tuple[Loaded, Judge]:
    """Read a roster, and get its judge."""
    from listbuilder.cli.params import library_of

    loaded = load_roster(file, library_of(ctx))
    return loaded, judge_of(loaded.book)


def exit_code(outcome: Outcome) -> int:
    """0: solved; 1: impossible; 4: given up."""
    if isinstance(outcome, Solved):
        return 0
    return ILLEGAL if isinstance(outcome, Impossible) else GAVE_UP


def roster_of(outcome: Outcome) -> Roster | None:
    """The roster that an outcome has, proved best or not."""
    solved = outcome.best if isinstance(outcome, GaveUp) else outcome
    return solved.roster if isinstance(solved, Solved) else None


def write(outcomes: Sequence[Outcome], number: int, out: Path) -> None:
    """Save the roster of one of the outcomes.

    Raises:
        click.UsageError: there are not so many.
    """
    rosters = [roster for outcome in outcomes if (roster := roster_of(outcome)) is not None]
    if number > len(rosters):
        many = f"there {'is' if len(rosters) == 1 else 'are'} only {len(rosters)}"
        raise click.UsageError(f"There is no answer {number} to save, {many}.")
    save(out, rosters[number - 1])


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
            yield from _cut_lines(outcome.cuts)
        yield from (f"  {line}" for line in changes(judge, before, solved.roster))


def gave_up_lines(outcome: GaveUp) -> Iterator[str]:
    """Yield at which limit it was given up, and what is not known."""
    yield f"Gave up: {GAVE_UP_AT[outcome.limit]}"
    yield from _cut_lines(outcome.cuts)
    unknown = "an answer" if outcome.best is None else "a better answer"
    yield f"Whether there is {unknown} is not known."


def _proved(solved: Solved) -> str:
    if solved.proved:
        return "proved best"
    return f"{' and '.join(solved.sure)} proved best" if solved.sure else "not proved best"


def _cut_lines(cuts: Iterable[Cut]) -> Iterator[str]:
    for cut in cuts:
        yield f"  not looked at: more than {CUTS[cut.what].format(most=cut.most, entry=cut.entry)}"


def conflict_lines(conflict: Conflict) -> Iterator[str]:
    """Yield the rules and choices that can't all hold."""
    few = "" if conflict.needed else " (perhaps not all of them are needed)"
    yield f"These can't all hold{few}:"
    for reason in conflict.rules:
        yield f"  rule: {reason.text} [{reason.code}]"
        if reason.cite:
            yield f"      {reason.cite}"
    for reason in conflict.choices:
        yield f"  choice: {reason.text}"
    if not any(reason.pointer for reason in conflict.choices):
        yield "Nothing that was chosen stands in the way: the rules do."
    elif conflict.needed:
        one = "One of these choices" if len(conflict.choices) > 1 else "This choice"
        yield f"{one} has to go."


def changes(judge: Judge, before: Roster, after: Roster) -> list[str]:
    """Say what one roster has more, and less, than another, holder by holder."""
    old, new = _tally(judge, before), _tally(judge, after)
    lines = []
    for key in dict.fromkeys((*new, *old)):
        more = new[key] - old[key]
        if more:
            holder, name = key
            sign = "+" if more > 0 else "−"
            lines.append(f"{sign} {abs(more)} × {name}{f' ({holder})' if holder else ''}")
    return lines


def _tally(judge: Judge, roster: Roster) -> Counter[tuple[str, str]]:
    tally: Counter[tuple[str, str]] = Counter()
    for node in judge.lay_out(roster).nodes:
        tally[_named(node.holder), _named(node)] += node.count
    return tally


def _named(node: Node | None) -> str:
    if node is None or node.holder is None:
        return ""
    return f"{node.name} of {node.size}" if node.size else node.name


def shown(judge: Judge, roster: Roster) -> Iterator[str]:
    """Yield a roster's outline."""
    yield from text_lines(judge, judge.evaluate(roster))


def to_json(judge: Judge, before: Roster, outcomes: Sequence[Outcome]) -> str:
    """Write outcomes as one JSON document; numbers are exact, as text."""
    answers = [answer(judge, before, outcome) for outcome in outcomes]
    return json.dumps({"version": 1, "outcomes": answers}, ensure_ascii=False, indent=2)


def answer(judge: Judge, before: Roster, outcome: Outcome) -> dict[str, Any]:
    """An outcome as JSON."""
    solved = outcome.best if isinstance(outcome, GaveUp) else outcome
    names = {Solved: "solved", Impossible: "impossible", GaveUp: "gave-up"}
    said: dict[str, Any] = {"outcome": names[type(outcome)]}
    if isinstance(outcome, GaveUp):
        said["limit"] = outcome.limit.value
    if not isinstance(outcome, Impossible) and outcome.cuts:
        said["cuts"] = list(map(attrs.asdict, outcome.cuts))
    if isinstance(solved, Solved):
        said |= {
            "proved": solved.proved,
            "sure": solved.sure,
            "reached": {name: str(number) for name, number in solved.reached.items()},
            "changes": changes(judge, before, solved.roster),
            "roster": json.loads(dump(solved.roster)),
        }
    if isinstance(outcome, Impossible) and outcome.conflict is not None:
        said["conflict"] = {
            "rules": list(map(_reason, outcome.conflict.rules)),
            "choices": list(map(_reason, outcome.conflict.choices)),
            "needed": outcome.conflict.needed,
            "fewest": outcome.conflict.fewest,
        }
    return said


def _reason(reason: Reason) -> dict[str, Any]:
    return {
        "code": reason.code,
        "text": reason.text,
        "cite": reason.cite,
        "pointer": reason.pointer,
    }
