"""``listbuilder new``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.params import (
    CATALOGUE,
    FILE,
    RULESET,
    ExampleCommand,
    PairParam,
    example,
    library_of,
    sample,
)
from listbuilder.loading.library import Library


@example(
    lambda library: "listbuilder new {} {} --name 'The garrison' -o army.json".format(
        *sample(library)[:2]
    )
)
@click.command(cls=ExampleCommand)
@click.argument("ruleset", type=RULESET)
@click.argument("catalogue", type=CATALOGUE)
@click.option("--name", help="What the army is called; the army list's name if unsaid.")
@click.option(
    "--limit", "limits", multiple=True, type=PairParam(), help="A limit, such as points=500."
)
@click.option(
    "--choose", "choices", multiple=True, type=PairParam(), help="A choice and its option."
)
@click.option("-o", "--output", "path", type=FILE, help="The file; CATALOGUE.json if unsaid.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.pass_context
def command(
    ctx: click.Context,
    ruleset: str,
    catalogue: str,
    name: str | None,
    limits: tuple[tuple[str, str], ...],
    choices: tuple[tuple[str, str], ...],
    path: Path | None,
    force: bool,
) -> None:
    """Begin a roster of an army list."""
    from listbuilder.cli.lookup import known_catalogue, known_ruleset
    from listbuilder.cli.rosterfile import tell
    from listbuilder.editing.edit import Edited, new
    from listbuilder.loading.save import save
    from listbuilder.loading.write import Over
    from listbuilder.rules.evaluate import judge_of

    library: Library = library_of(ctx)
    ruleset = known_ruleset(library, ruleset)
    catalogue = known_catalogue(library, ruleset, catalogue)
    path = path or Path(f"{catalogue}.json")
    if path.exists() and not force:
        raise click.UsageError(f"{path} is there already; --force writes over it.")
    judge = judge_of(library.book(ruleset, [catalogue]))
    title = name or judge.book.catalogues[catalogue].name
    roster = new(judge, title, dict([*limits, *choices]))
    save(path, roster, over=Over.ANYTHING if force else Over.NOTHING)
    tell(judge, None, Edited(roster, f"Began {path}."))
