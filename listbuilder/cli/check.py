"""``listbuilder check``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.params import FILE, Example, example, library_of, sample
from listbuilder.report.check import check_file, is_roster, no_rosters, roster_files
from listbuilder.report.formats import FORMATS, write
from listbuilder.report.results import Result, exit_code


@example(
    lambda library: f"listbuilder check army.json\nlistbuilder check {sample(library)[2].parent}"
)
@click.command(cls=Example)
@click.argument("paths", nargs=-1, type=FILE, metavar="PATH...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text")
@click.option(
    "--battle", nargs=2, type=FILE, metavar="ROSTER ROSTER", help="Check two rosters that meet."
)
@click.pass_context
def command(
    ctx: click.Context, paths: tuple[Path, ...], form: str, battle: tuple[Path, Path] | None
) -> int:
    """Check rosters, and those in folders: exit 0 legal, 1 illegal, 2 unusable.

    In a folder, rulesets and army lists are passed over. With --battle two rosters are checked
    together: their sides differ, and what both bring fits.
    """
    if bool(paths) == bool(battle):
        raise click.UsageError("Name rosters or folders, or two rosters with --battle.")
    library = library_of(ctx)
    results: list[Result] = []
    if battle is not None:
        from listbuilder.report.battle import check_battle

        results = check_battle(*battle, library)
    for path in paths:
        files = [file for file in roster_files(path) if file == path or is_roster(file)]
        results += [check_file(file, library) for file in files] or [no_rosters(path)]
    click.echo(write(results, form))
    return exit_code(results)
