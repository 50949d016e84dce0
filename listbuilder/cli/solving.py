"""Shared by complete, repair and why: options, saving, and the outcomes as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import attrs
import click

from listbuilder.cli import STOPPED
from listbuilder.cli.rosterfile import refuse_foreign
from listbuilder.editing.roster_changes import changes
from listbuilder.interop.opening import load_roster
from listbuilder.loading.rosters import Loaded
from listbuilder.loading.save import dump, save
from listbuilder.loading.write import Overwrite
from listbuilder.messages import gettext, ngettext, translated
from listbuilder.model.roster import Roster
from listbuilder.report.outline import terminal_lines
from listbuilder.report.solving import roster_of
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.solve.outcomes import Impossible, Outcome, Reason, Solved, Stopped

if TYPE_CHECKING:
    from listbuilder.solve.model.cpsat import SearchBudget

ILLEGAL = 1
PATIENCE = 2.0
"""Seconds before a search shows its progress."""

TIME = click.option(
    "--time-limit",
    "seconds",
    type=click.FloatRange(0.1, 86_400),
    help="Seconds by the clock to search for each answer. Unsaid: a number of steps, "
    "so that the same question has the same answer on any machine.",
)
SEED = click.option(
    "--seed", type=click.IntRange(0, 2**31 - 1), default=0, help="Of the search: breaks ties."
)
FORMAT = click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
OUT = click.option(
    "-o", "out", type=click.Path(path_type=Path), help="Write the roster here; else it is shown."
)


def opened(ctx: click.Context, file: Path) -> tuple[Loaded, Judge]:
    """Read a roster, with the rules of an event if there is one, and give its judge."""
    from listbuilder.cli.params import event_of, library_of

    loaded = load_roster(file, library_of(ctx), event_of(ctx))
    return loaded, judge_of(loaded.book)


@contextmanager
def searching(seconds: float | None, seed: int = 0) -> Iterator[SearchBudget]:
    """Make a search's budget of time or work; a terminal shows its progress."""
    from listbuilder.solve.model.cpsat import SearchBudget

    if seconds is not None:
        yield SearchBudget(seconds, None, seed)
    elif sys.stderr.isatty():
        line = ProgressLine()
        try:
            yield SearchBudget(seed=seed, tell=line.tell)
        finally:
            line.erase()
    else:
        yield SearchBudget(seed=seed)


class ProgressLine:
    """A line on stderr with the progress of a search."""

    def __init__(self, after: float = PATIENCE) -> None:
        """Begin without a line; it is shown after so many seconds."""
        self._until = monotonic() + after
        self._steps = 0

    def tell(self, share: float) -> None:
        """Show the share of the work that is done, from 0 to 1, after a further step."""
        self._steps += 1
        if monotonic() >= self._until:
            said = translated(
                gettext(
                    "step {number}, {share}% of the work it may take; Ctrl+C ends it",
                    number=self._steps,
                    share=round(100 * share),
                )
            )
            click.echo(f"\r{said}\x1b[K", err=True, nl=False)

    def erase(self) -> None:
        """Erase the line."""
        click.echo("\r\x1b[K", err=True, nl=False)


def exit_code(outcome: Outcome) -> int:
    """Give the exit code: 0: solved, and the aim is proved; 1: impossible; 4: stopped."""
    if isinstance(outcome, Solved):
        return 0 if outcome.proved or outcome.aim_proved else STOPPED
    return ILLEGAL if isinstance(outcome, Impossible) else STOPPED


def save_outcome(outcomes: Sequence[Outcome], number: int, out: Path, asked: Loaded) -> None:
    """Save the roster of one of the outcomes.

    Raises:
        click.UsageError: there are fewer outcomes.
        ChangedError: the file to be overwritten has changed since it was read.
        SaveError: the file can't be written.
    """
    rosters = [roster for outcome in outcomes if (roster := roster_of(outcome)) is not None]
    if number > len(rosters):
        raise click.UsageError(
            ngettext(
                "There is no answer {number} to save, there is only {count}.",
                "There is no answer {number} to save, there are only {count}.",
                len(rosters),
                number=number,
            )
        )
    itself = out.exists() and out.samefile(asked.path)
    if itself:
        refuse_foreign(asked)
    save(out, rosters[number - 1], over=asked.raw if itself else Overwrite.ANYTHING)


def shown(judge: Judge, roster: Roster) -> Iterator[str]:
    """Yield a roster's outline."""
    yield from terminal_lines(judge, judge.evaluate(roster))


def to_json(judge: Judge, before: Roster, outcomes: Sequence[Outcome]) -> str:
    """Write outcomes as one JSON document; numbers are exact, as text."""
    answers = [outcome_data(judge, before, outcome) for outcome in outcomes]
    return json.dumps({"version": 1, "outcomes": answers}, ensure_ascii=False, indent=2)


def outcome_data(judge: Judge, before: Roster, outcome: Outcome) -> dict[str, Any]:
    """Make JSON values of an outcome."""
    solved = outcome.best if isinstance(outcome, Stopped) else outcome
    names = {Solved: "solved", Impossible: "impossible", Stopped: "stopped"}
    said: dict[str, Any] = {"outcome": names[type(outcome)]}
    if isinstance(outcome, Stopped):
        said["limit"] = outcome.stopped_by.value
    if not isinstance(outcome, Impossible) and outcome.truncations:
        said["truncations"] = list(map(attrs.asdict, outcome.truncations))
    if isinstance(solved, Solved):
        said |= {
            "proved": solved.proved,
            "sure": solved.proven_goals,
            "reached": {name: str(number) for name, number in solved.reached.items()},
            "changes": changes(judge, before, solved.roster),
            "roster": json.loads(dump(solved.roster)),
        }
    if isinstance(outcome, Impossible) and outcome.conflict is not None:
        said["conflict"] = {
            "rules": list(map(_reason, outcome.conflict.rules)),
            "choices": list(map(_reason, outcome.conflict.choices)),
            "needed": outcome.conflict.irreducible,
            "fewest": outcome.conflict.smallest,
        }
    return said


def _reason(reason: Reason) -> dict[str, Any]:
    return {
        "code": reason.code,
        "text": reason.text,
        "cite": reason.cite,
        "pointer": reason.pointer,
    }
