"""``listbuilder print``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.params import FILE, PAPER, Example, example, library_of, sample


@example(lambda library: f"listbuilder print {sample(library)[2]} -o army.pdf")
@click.command(cls=Example)
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option("-o", "--output", "out", type=FILE, required=True, help="The PDF.")
@click.option("--paper", type=PAPER, default="a4", show_default=True)
@click.option(
    "--for",
    "reader",
    type=click.Choice(["me", "opponent"]),
    default="me",
    show_default=True,
    help="Who reads it: an opponent is not told what is hidden, nor what you noted.",
)
@click.pass_context
def command(
    ctx: click.Context, files: tuple[Path, ...], out: Path, paper: str, reader: str
) -> None:
    """Print rosters: army sheet, tracks, cards, quick reference, and counters to cut out.

    An illegal roster is printed too, and its sheet says so.
    """
    from listbuilder.cli.printing import print_rosters
    from listbuilder.report.plain import one_line

    printed = print_rosters(
        library_of(ctx),
        files,
        out,
        "letter" if paper == "letter" else "a4",
        "opponent" if reader == "opponent" else "me",
    )
    for verdict in printed.verdicts:
        legal = "legal" if verdict.legal else "ILLEGAL, and the sheet says so"
        click.echo(one_line(f"{verdict.army.roster.name}: {legal}"))
    click.echo(f"Printed to {out}.")
