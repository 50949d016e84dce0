"""``listbuilder repair``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.params import FILE, Example, example
from listbuilder.cli.solving import (
    FORMAT,
    OUT,
    SEED,
    TIME,
    exit_code,
    opened,
    outcome_lines,
    roster_of,
    to_json,
    write,
)


@example(lambda library: "listbuilder repair army.json\nlistbuilder repair army.json --apply 2")
@click.command(cls=Example)
@click.argument("file", type=FILE)
@click.option("--apply", type=click.IntRange(1, 20), metavar="K", help="Save the K-th answer.")
@click.option("--answers", type=click.IntRange(1, 20), default=3, show_default=True)
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
    out: Path | None,
    seconds: float,
    seed: int,
    form: str,
) -> int:
    """Make a roster legal with the fewest changes. Exit 1: impossible, 4: gave up.

    Without --apply or -o nothing is saved; -o alone writes the first answer.
    """
    from listbuilder.solve.engine import Effort
    from listbuilder.solve.repair import repair

    loaded, judge = opened(ctx, file)
    effort = Effort(seconds, seed=seed)
    outcomes = repair(judge, loaded.roster, effort, max(answers, apply or 1))
    if (apply is not None or out is not None) and roster_of(outcomes[0]) is not None:
        write(outcomes, apply or 1, out or file)
    if form == "json":
        click.echo(to_json(judge, loaded.roster, outcomes))
        return exit_code(outcomes[0])
    for number, outcome in enumerate(outcomes, 1):
        if number > 1 and roster_of(outcome) is None:
            click.echo("There is no other way.")
            break
        lines = list(outcome_lines(judge, loaded.roster, outcome))
        click.echo("\n".join([f"{number}. {lines[0]}", *lines[1:]]))
    return exit_code(outcomes[0])
