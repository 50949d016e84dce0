"""``listbuilder set``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.params import FILE, SELECTION, ExampleCommand, PairParam, example, library_of
from listbuilder.loading.library import Library


def _example(library: Library) -> str:
    limits = [name for ruleset in library.rulesets() for name in library.ruleset(ruleset).limits]
    setting = f"{limits[0]}=800" if limits else "name='The garrison'"
    return (
        "listbuilder set army.json 1.2 count=8 name='The gate watch'\n"
        "listbuilder set army.json 1.2 --count 2 to=1.3\n"
        f"listbuilder set army.json . {setting}"
    )


@example(_example)
@click.command(cls=ExampleCommand)
@click.argument("file", type=FILE)
@click.argument("selection", type=SELECTION)
@click.argument("values", nargs=-1, required=True, type=PairParam())
@click.option(
    "--count", type=click.IntRange(1), help="Only so many of its copies; the others stay."
)
@click.option("--dry-run", is_flag=True, help="Show what would happen; save nothing.")
@click.pass_context
def command(
    ctx: click.Context,
    file: Path,
    selection: str,
    values: tuple[tuple[str, str], ...],
    count: int | None,
    dry_run: bool,
) -> None:
    """Set keys of a selection (count, size, name, id, at, notes), or of the roster, called “.”.

    to=SELECTION moves it there, with all that it holds; after=SELECTION puts it behind another
    of its own holder, after= to the front: a castle's sections stand in that order.
    """
    from listbuilder.cli.rosterfile import edit_file
    from listbuilder.editing.edit import TO, Edited, set_values
    from listbuilder.loading.rosters import Loaded
    from listbuilder.rules.evaluate import Judge, judge_of

    def change(loaded: Loaded) -> tuple[Judge, Edited]:
        judge = judge_of(loaded.book)
        return judge, set_values(judge, loaded.roster, selection, values, count)

    names = [selection, *(value for key, value in values if key in (TO, "at"))]
    edit_file(file, library_of(ctx), change, names, dry_run)
