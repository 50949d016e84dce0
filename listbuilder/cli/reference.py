"""``listbuilder reference``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.params import FILE, PAPER, RULESET, ExampleCommand, example, library_of, sample
from listbuilder.messages import gettext, translated
from listbuilder.sheets.options import Paper


@example(lambda library: f"listbuilder reference {sample(library)[0]} -o reference.pdf")
@click.command(cls=ExampleCommand)
@click.argument("ruleset", type=RULESET)
@click.option("-o", "--output", "out", type=FILE, required=True, help="The PDF.")
@click.option("--paper", type=PAPER, default="a4", show_default=True)
@click.option("--ink-saver", is_flag=True, help="Fill and shade nothing.")
@click.option("--open", "show", is_flag=True, help="Show what was printed.")
@click.pass_context
def command(
    ctx: click.Context, ruleset: str, out: Path, paper: Paper, ink_saver: bool, show: bool
) -> None:
    """Print a game's whole quick reference, without a roster."""
    from listbuilder.cli.lookup import known_ruleset
    from listbuilder.loading.write import write
    from listbuilder.sheets import Options, print_reference

    library = library_of(ctx)
    ruleset = known_ruleset(library, ruleset)
    write(out, print_reference(library.book(ruleset), Options(paper=paper, ink_saver=ink_saver)))
    click.echo(translated(gettext("Printed to {out}.", out=out)))
    if show:
        click.launch(str(out))
