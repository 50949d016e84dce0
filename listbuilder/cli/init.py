"""``listbuilder init``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.params import ExampleCommand, example
from listbuilder.messages import gettext, translated


@example(lambda library: 'listbuilder init my-games --name "Castles and Crows"')
@click.command(cls=ExampleCommand)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@click.option("--name", help="What the game is called; DIR's name if unsaid.")
def command(folder: Path, name: str | None) -> int:
    """Begin a game of your own in DIR: rules, an army list, a roster, and what checks them.

    A small game that is legal and clean, a workflow for GitHub, hooks for pre-commit. Nothing that
    is there is written over.
    """
    from listbuilder.editing.beginning import begin_game
    from listbuilder.lint.style import slug
    from listbuilder.report.terminal import escape_control

    title = name or folder.resolve().name.replace("-", " ").title()
    game = slug(title)
    if not game:
        raise click.BadParameter(
            gettext("the name has no letters that an id could have"), param_hint="--name"
        )
    files = list(begin_game(folder, game, title))
    click.echo(
        escape_control(
            translated(
                gettext("Wrote {files} files to {folder}. Next:", files=len(files), folder=folder)
            )
        )
    )
    for line in (
        f"cd {folder}",
        "listbuilder lint catalogues                  # each mistake at its line",
        "listbuilder --data catalogues serve --watch  # the preview, anew whenever you save",
    ):
        click.echo(escape_control(f"  {line}"))
    return 0
