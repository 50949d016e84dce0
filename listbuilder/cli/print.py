"""``listbuilder print``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.params import FILE, Example, example, library_of, sample

PAPERS = click.Choice(["a4", "letter"])


@example(lambda library: f"listbuilder print {sample(library)[2]} -o army.pdf")
@click.command(cls=Example)
@click.argument("file", type=FILE)
@click.option("-o", "--output", "out", type=FILE, required=True, help="The PDF.")
@click.option("--paper", type=PAPERS, default="a4")
@click.pass_context
def command(ctx: click.Context, file: Path, out: Path, paper: str) -> None:
    """Print a roster: army sheet, cards, and the quick reference for what it contains.

    An illegal roster is printed too, and says so.
    """
    from listbuilder.cli.printing import print_roster

    pages = print_roster(library_of(ctx), file, out, paper)
    click.echo(f"{out}: {pages} pages")
