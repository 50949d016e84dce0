"""``listbuilder set``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.params import (
    FILE,
    PACK,
    SELECTION,
    ExampleCommand,
    PairParam,
    event_of,
    example,
    library_of,
)
from listbuilder.cli.solving import TIME, exit_code, opened, save_outcome, searching
from listbuilder.editing.find import ROSTER
from listbuilder.loading.library import Library
from listbuilder.messages import gettext, translated
from listbuilder.report.terminal import escape_control
from listbuilder.solve.outcomes import Solved, Stopped


def _example(library: Library) -> str:
    limits = [name for ruleset in library.rulesets() for name in library.ruleset(ruleset).limits]
    setting = f"{limits[0]}=800" if limits else "name='The garrison'"
    return (
        "listbuilder set army.json 1.2 count=8 name='The gate watch'\n"
        "listbuilder set army.json 1.2 --count 2 to=1.3\n"
        f"listbuilder set army.json {setting}\n"
        f"{_conversion(library)}"
    )


def _conversion(library: Library) -> str:
    for ruleset in library.rulesets():
        for name, choice in library.ruleset(ruleset).choices.items():
            return f"listbuilder set army.json --choose {name}={next(iter(choice.options))}"
    return "listbuilder set army.json --choose KEY=OPTION"


@example(_example)
@click.command(cls=ExampleCommand)
@click.argument("file", type=FILE)
@click.argument("selection", type=SELECTION, required=False)
@click.argument("values", nargs=-1, type=PairParam())
@click.option(
    "--count",
    type=click.IntRange(1),
    help="Change only so many of its copies; the others stay as they are.",
)
@click.option(
    "--choose",
    "choices",
    multiple=True,
    type=PairParam(),
    help="Another choice or limit for the whole army; its units move to where they can stand.",
)
@click.option(
    "--list",
    "new_list",
    metavar="LIST",
    help="Another army list, or GAME/LIST of another edition: what has the same names is kept.",
)
@click.option(
    "--into", type=FILE, help="With --choose or --list: write the army here, leave FILE as it is."
)
@TIME
@PACK
@click.option("--dry-run", is_flag=True, help="Show what would happen; save nothing.")
@click.pass_context
def command(
    ctx: click.Context,
    file: Path,
    selection: str | None,
    values: tuple[tuple[str, str], ...],
    count: int | None,
    choices: tuple[tuple[str, str], ...],
    new_list: str | None,
    into: Path | None,
    seconds: float | None,
    dry_run: bool,
) -> int:
    """Set keys of a selection (count, size, name, id, at, notes).

    Without SELECTION, or with “.”: keys of the roster, such as points=500.

    to=SELECTION moves it there, with all that it holds; after=SELECTION puts it behind another
    of its own holder, after= to the front: a castle's sections stand in that order.

    --choose turns the army into one of another kind: with the least lost, it is made legal there.
    --list moves it to another army list or edition, then does the same; what that does not have is
    told. Exit 1: no changes make it legal, 4: stopped; nothing is saved then.
    """
    if selection is not None and "=" in selection:
        values = (PairParam().convert(selection, None, ctx), *values)
        selection = ROSTER
    if choices or new_list:
        if selection or count:
            raise click.UsageError(gettext("--choose and --list are for the whole army."))
        out = None if dry_run else into or file
        return _convert(ctx, file, new_list, choices, seconds, out)
    if selection is not None and count and not values:
        raise click.UsageError(
            gettext(
                "--count says for how many of the copies; what to set is missing, "
                "such as count={count} for that many of them.",
                count=count,
            )
        )
    if selection is None or not values or into or seconds:
        raise click.UsageError(
            gettext("Name a selection, and what to set: KEY=VALUE; or --choose.")
        )
    from listbuilder.cli.rosterfile import edit_file
    from listbuilder.editing.edited import Edited
    from listbuilder.editing.set_values import TO, set_values
    from listbuilder.loading.rosters import Loaded
    from listbuilder.rules.evaluate import Judge, judge_of

    def change(loaded: Loaded) -> tuple[Judge, Edited]:
        judge = judge_of(loaded.book)
        return judge, set_values(judge, loaded.roster, selection, values, count)

    names = [selection, *(value for key, value in values if key in (TO, "at"))]
    edit_file(file, library_of(ctx), change, names, dry_run, event_of(ctx))
    return 0


def _convert(
    ctx: click.Context,
    file: Path,
    new_list: str | None,
    settings: tuple[tuple[str, str], ...],
    seconds: float | None,
    out: Path | None,
) -> int:
    """Change choices or limits, print the changes that this needs, and save the roster."""
    from listbuilder.report.repair import answer_lines, known, left_behind, summary
    from listbuilder.solve.tasks.conversion import convert

    loaded, judge = opened(ctx, file)
    roster = loaded.roster
    if new_list:
        from listbuilder.interop.rehoming import rehomed

        game, slash, name = new_list.rpartition("/")
        moved = rehomed(judge, roster, game if slash else roster.ruleset, name, library_of(ctx))
        for line in left_behind(judge, roster, moved):
            click.echo(escape_control(translated(line)))
        judge, roster = moved.judge, moved.roster
    with searching(seconds) as budget:
        outcomes = convert(judge, roster, settings, budget)
    outcome = outcomes[0]
    solved = outcome.best if isinstance(outcome, Stopped) else outcome
    if isinstance(solved, Solved):
        click.echo(escape_control(f"{solved.roster.name}: {translated(summary(judge, solved))}"))
        for line in answer_lines(judge, roster, solved):
            click.echo(escape_control(f"  {translated(line)}"))
    for line in known(outcomes) if not isinstance(outcome, Solved) else ():
        click.echo(escape_control(translated(line)))
    if out is not None and isinstance(outcome, Solved):
        save_outcome(outcomes, 1, out, loaded)
        click.echo(escape_control(translated(gettext("Saved to {out}.", out=out))))
    return exit_code(outcome)
