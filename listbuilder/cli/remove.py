"""``listbuilder remove``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.params import (
    FILE,
    PACK,
    SELECTION,
    ExampleCommand,
    event_of,
    example,
    library_of,
)


@example(
    lambda library: "listbuilder remove army.json 1.2\nlistbuilder remove army.json 1.2.1 --count 3"
)
@click.command(cls=ExampleCommand)
@click.argument("file", type=FILE)
@click.argument("selection", type=SELECTION)
@click.option("--count", type=click.IntRange(1), help="Only so many of its copies.")
@PACK
@click.option("--dry-run", is_flag=True, help="Show what would happen; save nothing.")
@click.pass_context
def command(
    ctx: click.Context, file: Path, selection: str, count: int | None, dry_run: bool
) -> None:
    """Take a selection out of a roster, with all that it holds."""
    from listbuilder.cli.rosterfile import edit_file
    from listbuilder.editing.edit import remove
    from listbuilder.editing.edited import Edited
    from listbuilder.loading.rosters import Loaded
    from listbuilder.rules.evaluate import Judge, judge_of

    def change(loaded: Loaded) -> tuple[Judge, Edited]:
        judge = judge_of(loaded.book)
        return judge, remove(judge, loaded.roster, selection, count)

    edit_file(file, library_of(ctx), change, [selection], dry_run, event_of(ctx))
