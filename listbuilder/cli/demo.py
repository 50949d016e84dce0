"""``listbuilder demo``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.params import FILE, ExampleCommand, example, library_of

MARK = ".made-by-listbuilder-demo"
"""A folder with this file in it may be emptied."""


@example(lambda library: "listbuilder demo --out build/demo")
@click.command(cls=ExampleCommand)
@click.option(
    "--out",
    type=FILE,
    default=Path("build/demo"),
    show_default=True,
    help="A folder for the PDFs; what an earlier demo left there goes.",
)
@click.pass_context
def command(ctx: click.Context, out: Path) -> int:
    """Check the rosters that come with Listbuilder and print them all."""
    from listbuilder.checking.check import check_file
    from listbuilder.checking.results import Result, exit_code
    from listbuilder.cli.printing import print_rosters
    from listbuilder.loading.isolation import Isolation
    from listbuilder.report.text import costs_text, findings_text, table
    from listbuilder.sheets import Options

    library = library_of(ctx)
    rosters = library.rosters()
    _empty(out)
    isolation = Isolation()
    results: list[Result] = []
    rows = []
    for number, path in enumerate(rosters, 1):
        click.echo(f"[{number}/{len(rosters)}] {path.stem} ", nl=False)
        result = check_file(path, library)
        click.echo(f"{result.verdict}, printing …")
        results.append(result)
        pdf = out / f"{path.parent.parent.name}-{path.stem}.pdf"
        printed = "not printed"
        if (
            result.verdict != "unusable"
            and print_rosters(library, [path], pdf, Options(), isolation).verdicts
        ):
            printed = str(pdf)
        costs = costs_text(result.costs, result.limits)
        rows.append((result.name or path.stem, result.verdict, costs, printed))
    click.echo()
    for result in results:
        for line in findings_text(result):
            click.echo(line)
    for line in table(("army", "verdict", "costs", "PDF"), rows):
        click.echo(line)
    isolation.end()
    return exit_code(results)


def _empty(folder: Path) -> None:
    """Take away what an earlier demo left; refuse a folder that holds anything else.

    Raises:
        click.UsageError: the folder is not a demo's.
    """
    if folder.is_dir() and any(folder.iterdir()):
        if not (folder / MARK).exists():
            raise click.UsageError(f"{folder} holds something else; name a new or empty folder.")
        for path in folder.iterdir():
            path.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).touch()
