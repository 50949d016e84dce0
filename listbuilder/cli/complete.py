"""``listbuilder complete``."""

from __future__ import annotations

import json
from pathlib import Path

import click

from listbuilder.cli.params import FILE, PACK, ExampleCommand, example
from listbuilder.cli.solving import (
    FORMAT,
    OUT,
    SEED,
    TIME,
    exit_code,
    opened,
    save_outcome,
    searching,
    shown,
    to_json,
)
from listbuilder.messages import gettext, translated
from listbuilder.model.language import Constraint
from listbuilder.model.ruleset import Book
from listbuilder.report.solving import outcome_lines, roster_of
from listbuilder.report.terminal import escape_control

NUMBERED = click.Tuple([str, click.IntRange(0)])


@example(
    lambda library: (
        "listbuilder complete army.json -o full.json\n"
        "listbuilder complete army.json --aim models --alternatives 3"
    )
)
@click.command(cls=ExampleCommand)
@click.argument("file", type=FILE)
@click.option(
    "--aim",
    "aims",
    multiple=True,
    help="What to have most of: a value, keyword or entry, or cheapest; several go in order. "
    "Unsaid: spend most of the limit.",
)
@click.option("--at-most", type=NUMBERED, multiple=True, metavar="ENTRY N")
@click.option("--at-least", type=NUMBERED, multiple=True, metavar="ENTRY N")
@click.option("--without", multiple=True, metavar="ENTRY")
@click.option("--owned", type=FILE, help="A JSON file of the models you own: entry and number.")
@click.option("--alternatives", type=click.IntRange(1, 20), default=1, metavar="N")
@PACK
@OUT
@TIME
@SEED
@FORMAT
@click.pass_context
def command(
    ctx: click.Context,
    file: Path,
    aims: tuple[str, ...],
    at_most: tuple[tuple[str, int], ...],
    at_least: tuple[tuple[str, int], ...],
    without: tuple[str, ...],
    owned: Path | None,
    alternatives: int,
    out: Path | None,
    seconds: float | None,
    seed: int,
    form: str,
) -> int:
    """Fill a roster up; all that was chosen stays. Exit 1: impossible, 4: stopped.

    Who leads may change: a greater hero who is added leads where the rules say so.
    """
    from listbuilder.solve.outcomes import Impossible
    from listbuilder.solve.search.goals import asked
    from listbuilder.solve.tasks.complete import alternatives as several

    loaded, judge = opened(ctx, file)
    wanted = [(*pair, "at_most") for pair in at_most]
    wanted += [(*pair, "at_least") for pair in at_least]
    wanted += [(entry, 0, "at_most") for entry in without]
    rules = [asked(loaded.book, entry, op, number) for entry, number, op in wanted]  # type: ignore[arg-type]
    if owned is not None:
        rules += _owned(loaded.book, owned)
    with searching(seconds, seed) as budget:
        outcomes = several(judge, loaded.roster, aims, rules, budget, alternatives)
    if out is not None and roster_of(outcomes[0]) is not None:
        save_outcome(outcomes, 1, out, loaded)
    if form == "json":
        click.echo(to_json(judge, loaded.roster, outcomes))
        return exit_code(outcomes[0])
    for number, outcome in enumerate(outcomes, 1):
        if number > 1 and isinstance(outcome, Impossible):
            click.echo(translated(gettext("There are no more that are really different.")))
            break
        for line in outcome_lines(judge, loaded.roster, outcome):
            click.echo(translated(line))
    roster = roster_of(outcomes[0])
    if roster is not None and out is not None:
        click.echo(escape_control(translated(gettext("Saved to {file}.", file=out))))
    elif roster is not None and len(outcomes) == 1:
        click.echo("\n".join(shown(judge, roster)))
    return exit_code(outcomes[0])


def _owned(book: Book, path: Path) -> list[Constraint]:
    """Read a player's collection, an object of entries and numbers, as constraints.

    Raises:
        click.UsageError: the file holds something else.
    """
    from listbuilder.loading.parse import parse
    from listbuilder.solve.search.goals import owned

    data = parse(path).data
    if not isinstance(data, dict) or any(type(number) is not int for number in data.values()):
        raise click.UsageError(
            gettext(
                "{path} must hold an object such as {example}.",
                path=path,
                example=json.dumps({"entry": 12}),
            )
        )
    return owned(book, data)
