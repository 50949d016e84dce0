"""``listbuilder check``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.checking.check import refused
from listbuilder.checking.inbox import check_files
from listbuilder.checking.results import Result, exit_code
from listbuilder.cli.paging import echo_lines
from listbuilder.cli.params import (
    ALL_FINDINGS,
    FILE,
    ExampleCommand,
    example,
    library_of,
    sample,
    shorter,
)
from listbuilder.errors import LoadError
from listbuilder.loading.isolation import Isolation
from listbuilder.loading.library import Library
from listbuilder.report.formats import FORMATS, write
from listbuilder.report.text import to_text


def _example(library: Library) -> str:
    roster = sample(library)[2]
    lines = ["listbuilder check army.json", f"listbuilder check {roster.parent}"]
    if events := library.events():
        lines.append(f"listbuilder check --pack {shorter(events[0])} {roster.parent}")
    return "\n".join(lines)


@example(_example)
@click.command(cls=ExampleCommand)
@click.argument("paths", nargs=-1, type=FILE, metavar="PATH...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text")
@ALL_FINDINGS
@click.option(
    "--battle",
    "battles",
    nargs=2,
    multiple=True,
    type=FILE,
    metavar="ROSTER ROSTER",
    help="Check two rosters that meet. May be given more than once.",
)
@click.option(
    "--pack",
    type=FILE,
    metavar="EVENT",
    help="An event pack: the rosters must keep its rules too; the table has its columns.",
)
@click.option("--csv", type=FILE, help="Write the table of the rosters to this file, too.")
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[Path, ...],
    form: str,
    every: bool,
    battles: tuple[tuple[Path, Path], ...],
    pack: Path | None,
    csv: Path | None,
) -> int:
    """Check rosters, and those in folders: exit 0 legal, 1 illegal, 2 unusable.

    Of a folder every file is accounted for: what is no roster is skipped, and why; archives and
    files of links are looked into. With --battle two rosters are
    checked together: their sides differ, and what both bring fits.
    """
    if bool(paths) == bool(battles):
        raise click.UsageError("Name rosters or folders, or two rosters with --battle.")
    isolation = Isolation()
    results = _results(library_of(ctx), paths, battles, pack, isolation)
    echo_lines([to_text(results, every) if form == "text" else write(results, form)])
    if csv is not None:
        from listbuilder.loading.write import write as write_file
        from listbuilder.report.csv import to_csv

        write_file(csv, to_csv(results))
    isolation.end()
    return exit_code(results)


def _results(
    library: Library,
    paths: tuple[Path, ...],
    battles: tuple[tuple[Path, Path], ...],
    pack: Path | None,
    isolation: Isolation,
) -> list[Result]:
    """Check all there is; a pack that can't be used is all that is said."""
    event = None
    if pack is not None:
        from listbuilder.loading.events import load_event

        try:
            event = load_event(pack, library)
        except LoadError as error:
            return list(refused(str(pack), error, set()))
    if battles:
        from listbuilder.checking.battle import check_battle

        return [result for pair in battles for result in check_battle(*pair, library, event)]
    return list(check_files(paths, library, isolation, event))
