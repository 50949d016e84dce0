"""``listbuilder repair``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from listbuilder.cli.params import FILE, PACK, ExampleCommand, example
from listbuilder.cli.solving import (
    FORMAT,
    OUT,
    SEED,
    TIME,
    exit_code,
    opened,
    outcome_data,
    save_outcome,
    searching,
)
from listbuilder.messages import gettext, joined, translated
from listbuilder.model.roster import Roster
from listbuilder.report.repair import (
    answer_lines,
    known,
    new_warnings,
    roster_costs,
    slips_that_mend,
    summary,
)
from listbuilder.report.solving import roster_of
from listbuilder.report.terminal import escape_control
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.outcomes import Outcome, Solved, Stopped
from listbuilder.solve.tasks.change_sentences import change_sentence

if TYPE_CHECKING:
    from listbuilder.solve.tasks.changed_settings import SettingKind


@example(lambda library: "listbuilder repair army.json\nlistbuilder repair army.json --apply 2")
@click.command(cls=ExampleCommand)
@click.argument("file", type=FILE)
@click.option("--apply", type=click.IntRange(1, 20), metavar="K", help="Save the K-th answer.")
@click.option(
    "--answers",
    type=click.IntRange(1, 20),
    default=3,
    show_default=True,
    help="At most so many ways; fewer where many changes are needed.",
)
@click.option(
    "--may",
    type=click.Choice(["limits", "choices"]),
    multiple=True,
    help="Change the limits or the choices, too.",
)
@PACK
@OUT
@TIME
@SEED
@FORMAT
@click.pass_context
def command(
    ctx: click.Context,
    file: Path,
    apply: int | None,
    answers: int,
    may: tuple[SettingKind, ...],
    out: Path | None,
    seconds: float | None,
    seed: int,
    form: str,
) -> int:
    """Make a roster legal with the least lost.

    A change takes out, adds, moves, resizes, or makes fewer or more. Of the answer that gives up
    the least and the one with the fewest changes that comes first which a player would take. Given
    up is what is lost, a quarter of what is bought, and a twentieth of the army for its leader, a
    force or an ally. With --may limits the first sets the limits to what the army needs, with --may
    choices the choices, such as the side. Without --apply or -o nothing is saved; -o alone writes
    the first answer.
    Exit 1: impossible, 4: stopped.
    """
    from listbuilder.solve.tasks.changed_settings import repair_with_settings

    loaded, judge = opened(ctx, file)
    with searching(seconds, seed) as budget:
        # Of more answers the first may be another: the K-th is that of the list that was shown.
        number = max(answers, apply or 1)
        outcomes = repair_with_settings(judge, loaded.roster, may, budget, number)
    saved = out or (file if apply is not None else None)
    if saved is not None and roster_of(outcomes[0]) is not None:
        save_outcome(outcomes, apply or 1, saved, loaded)
    if form == "json":
        click.echo(_json(judge, loaded.roster, outcomes))
    else:
        lines = [*_lines(judge, file, loaded.roster, outcomes)]
        lines[1:1] = slips_that_mend(judge, loaded.roster, may)  # before what takes more
        for line in lines:
            click.echo(escape_control(translated(line)))
        if saved is not None and roster_of(outcomes[0]) is not None:
            click.echo(escape_control(translated(gettext("Saved to {file}.", file=saved))))
    return exit_code(outcomes[0])


def _lines(judge: Judge, file: Path, before: Roster, outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield the roster's verdict, the answers, and what is proved of others."""
    legal = judge.evaluate(before).legal
    verdict = gettext("legal") if legal else gettext("illegal")
    told = joined(
        ": ", (str(file), joined(", ", filter(None, (verdict, roster_costs(judge, before)))))
    )
    yield gettext("{file}; nothing to repair", file=told) if legal else told
    if legal:
        return
    for number, outcome in enumerate(outcomes, 1):
        solved = outcome.best if isinstance(outcome, Stopped) else outcome
        if isinstance(solved, Solved):
            yield joined("", (f"{number}. ", summary(judge, solved, number)))
            lines = answer_lines(judge, before, solved)
            yield from (joined("", ("   ", line)) for line in lines)
    yield from known(outcomes)


def _json(judge: Judge, before: Roster, outcomes: Sequence[Outcome]) -> str:
    """Write the answers as one JSON document, each change as data and in words."""
    answers = []
    for outcome in outcomes:
        said = outcome_data(judge, before, outcome)
        solved = outcome.best if isinstance(outcome, Stopped) else outcome
        if isinstance(solved, Solved):
            told = [
                {"text": change_sentence(change)} | attrs.asdict(change)
                for change in solved.changes
            ]
            costs = judge.evaluate(solved.roster).costs
            said["best_at"] = solved.best_at
            said["changes"] = told
            said["warnings"] = [
                {"code": rule.id, "title": rule.title}
                for rule in new_warnings(judge, before, solved.roster)
            ]
            said["reached"] = {name: str(-number) for name, number in solved.reached.items()}
            said["costs"] = {name: str(cost) for name, cost in costs.items()}
        answers.append(said)
    return json.dumps({"version": 1, "outcomes": answers}, ensure_ascii=False, indent=2)
