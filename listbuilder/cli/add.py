"""``listbuilder add``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.params import (
    CATALOGUE,
    ENTRY,
    FILE,
    OPTION,
    PACK,
    SELECTION,
    ExampleCommand,
    PairParam,
    event_of,
    example,
    library_of,
    sample,
)
from listbuilder.loading.library import Library


def _example(library: Library) -> str:
    from listbuilder.interop.opening import load_roster
    from listbuilder.rules.evaluate import judge_of

    loaded = load_roster(sample(library)[2], library)
    army = judge_of(loaded.book).lay_out(loaded.roster)
    bearer = next(node for node in army.nodes if node.count > 1 and node.children)
    option = bearer.children[0].selection.entry
    holder = bearer.holder.selection.entry if bearer.holder else ""
    return (
        f"listbuilder add army.json {bearer.selection.entry} --count {bearer.count} "
        f"--to {holder} --with {option}=2"
    )


@example(_example)
@click.command(cls=ExampleCommand)
@click.argument("file", type=FILE)
@click.argument("entry", type=ENTRY)
@click.option("--count", type=click.IntRange(1), default=1, help="Copies.")
@click.option("--to", type=SELECTION, help="What it goes to: a selection's number, id or name.")
@click.option(
    "--with",
    "options",
    type=OPTION,
    multiple=True,
    metavar="OPTION[=N]",
    help="What it has; N for fewer.",
)
@click.option(
    "--set",
    "values",
    multiple=True,
    type=PairParam(),
    help="A key of it, such as size=20 or name='North Tower'; as the command set does.",
)
@click.option(
    "--from", "catalogue", type=CATALOGUE, help="An army list, joined as ally if need be."
)
@PACK
@click.option("--dry-run", is_flag=True, help="Show what would happen; save nothing.")
@click.pass_context
def command(
    ctx: click.Context,
    file: Path,
    entry: str,
    count: int,
    to: str | None,
    options: tuple[str, ...],
    values: tuple[tuple[str, str], ...],
    catalogue: str | None,
    dry_run: bool,
) -> None:
    """Add an entry to a roster, with all that comes with it."""
    from listbuilder.cli.lookup import known_catalogue
    from listbuilder.cli.rosterfile import edit_file
    from listbuilder.editing.edit import add, add_list
    from listbuilder.editing.edited import Edited
    from listbuilder.editing.only_choice import with_only_choice
    from listbuilder.loading.rosters import Loaded
    from listbuilder.rules.evaluate import Judge, judge_of

    library = library_of(ctx)

    def change(loaded: Loaded) -> tuple[Judge, Edited]:
        roster, judge, joined = loaded.roster, judge_of(loaded.book), catalogue
        if joined is not None and joined not in roster.catalogues:
            joined = known_catalogue(library, roster.ruleset, joined)
            judge = judge_of(library.book(roster.ruleset, [*roster.catalogues, joined]))
            roster = add_list(judge, roster, joined, entry)
        added = add(judge, roster, entry, count, to, options, joined, values)
        return judge, with_only_choice(judge, roster, added)

    names = [to, *(value for key, value in values if key == "at")]
    edit_file(file, library, change, names, dry_run, event_of(ctx))
