"""``listbuilder demo``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from listbuilder.cli.params import FILE, ExampleCommand, example, library_of
from listbuilder.messages import gettext, translated

if TYPE_CHECKING:
    from listbuilder.checking.results import Result
    from listbuilder.loading.library import Library

MARK = ".made-by-listbuilder-demo"
"""A folder with this file in it may be emptied."""

FEW = 4
"""Most armies that a single process prints before others would have begun."""


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
    from listbuilder.checking.results import exit_code
    from listbuilder.errors import LoadError
    from listbuilder.loading.isolation import Isolation
    from listbuilder.loading.side_by_side import side_by_side
    from listbuilder.report.columns import table
    from listbuilder.report.text import costs_text, findings_text
    from listbuilder.report.verdict_words import SAID

    library = library_of(ctx)
    rosters = library.rosters()
    _empty(out)
    isolation = Isolation()
    results: list[Result] = []
    rows = []
    made = side_by_side(rosters, str, partial(_printed, library, out), isolation, few=FEW)
    for number, (path, pdf) in enumerate(zip(rosters, made, strict=True), 1):
        result = check_file(path, library)
        unprinted = pdf is None or isinstance(pdf, LoadError)
        printed = translated(gettext("not printed")) if unprinted else str(pdf)
        verdict = translated(SAID[result.verdict])
        click.echo(f"[{number}/{len(rosters)}] {path.stem} {verdict}, {printed}")
        results.append(result)
        costs = costs_text(result.costs, result.limits)
        rows.append((result.name or path.stem, SAID[result.verdict], costs, printed))
    click.echo()
    for result in results:
        for line in findings_text(result):
            click.echo(line)
    for line in table(("army", "verdict", "costs", "PDF"), rows):
        click.echo(line)
    isolation.end()
    return exit_code(results)


def _printed(library: Library, out: Path, path: Path) -> Path | None:
    """Print a roster, and give the PDF's path; None where the roster can't be read."""
    from listbuilder.cli.printing import print_rosters
    from listbuilder.loading.isolation import Isolation
    from listbuilder.sheets import Options

    pdf = out / f"{path.parent.parent.name}-{path.stem}.pdf"
    isolation = Isolation()
    printed = print_rosters(library, [path], pdf, Options(), isolation)
    isolation.end()
    return pdf if printed.verdicts else None


def _empty(folder: Path) -> None:
    """Delete the files of an earlier demo; refuse a folder with any other file.

    Raises:
        click.UsageError: the folder is not a demo's.
    """
    if folder.is_dir() and any(folder.iterdir()):
        if not (folder / MARK).exists():
            raise click.UsageError(
                gettext("{folder} holds something else; name a new or empty folder.", folder=folder)
            )
        for path in folder.iterdir():
            path.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).touch()
