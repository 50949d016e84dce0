"""Shared by complete, repair and why: options, saving, and the outcomes as JSON."""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import copy_context
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
    from listbuilder.solve.model.cpsat import Interruption, SearchBudget

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

    budget = SearchBudget(seed=seed) if seconds is None else SearchBudget(seconds, None, seed)
    with ExitStack() as stack:
        if sys.stderr.isatty():
            line = ProgressLine(seconds is not None)
            budget = attrs.evolve(budget, tell=line.tell)
            stack.enter_context(line.shown())
        stack.enter_context(_ended_by_ctrl_c(budget.interruption))
        yield budget


@contextmanager
def _ended_by_ctrl_c(interruption: Interruption) -> Iterator[None]:
    """Let Ctrl+C end the searches, so that their best answer is shown; twice, the command."""

    def end(*_: object) -> None:
        if interruption.asked:
            raise KeyboardInterrupt
        interruption.ask()

    before = signal.getsignal(signal.SIGINT)
    if before in (signal.SIG_IGN, None):  # a shell that began it in the background wants that kept
        yield
        return
    signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class ProgressLine:
    """A line on stderr with the progress of a search, renewed each second."""

    def __init__(self, by_clock: bool, after: float = PATIENCE) -> None:
        """Begin without a line.

        Args:
            by_clock: whether the time is limited, not the work.
            after: the seconds after which it is shown.
        """
        self._by_clock = by_clock
        self._begun = monotonic()
        self._after = after
        self._steps, self._share = 1, 0.0

    def tell(self, share: float) -> None:
        """Note that a step is done, and the share of the work (from 0 to 1)."""
        self._steps += 1
        self._share = share

    def text(self) -> str:
        """The step that is being done, the share of the work, and the seconds so far."""
        seconds = int(monotonic() - self._begun)
        line = gettext(
            "step {number}, {share}% of the work it may take, {seconds} s; Ctrl+C ends it",
            number=self._steps,
            share=round(100 * self._share),
            seconds=seconds,
        )
        if self._by_clock:
            line = gettext(
                "step {number}, {seconds} s; Ctrl+C ends it", number=self._steps, seconds=seconds
            )
        return translated(line)

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Show the line while something is done, if that takes long; then erase it."""
        over = threading.Event()

        def show() -> None:
            if not over.wait(self._after):
                while True:
                    click.echo(f"\r{self.text()}\x1b[K", err=True, nl=False)
                    if over.wait(1):
                        break
                click.echo("\r\x1b[K", err=True, nl=False)

        # A search is one step of C++: another thread tells the seconds meanwhile, in its language.
        teller = threading.Thread(target=copy_context().run, args=(show,), daemon=True)
        teller.start()
        try:
            yield
        finally:
            over.set()
            teller.join()


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
