"""``listbuilder check``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import get_args

import click

from listbuilder.checking.check import refused
from listbuilder.checking.inbox import check_files
from listbuilder.checking.results import Besides, Result, SortKey, exit_code
from listbuilder.cli.paging import echo_lines
from listbuilder.cli.params import (
    ALL_FINDINGS,
    EXPECT,
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
from listbuilder.report.text import overview_text, to_text


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
@EXPECT
@click.option(
    "--sort",
    "key",
    type=click.Choice(get_args(SortKey)),
    help="The order of the files in what is told.",
)
@click.option(
    "--table",
    "tables",
    multiple=True,
    type=FILE,
    metavar="FILE",
    help="Write the table of the rosters to FILE.csv, FILE.md or FILE.html, too; repeatable.",
)
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[Path, ...],
    form: str,
    every: bool,
    battles: tuple[tuple[Path, Path], ...],
    pack: Path | None,
    expect: Path | None,
    key: SortKey | None,
    tables: tuple[Path, ...],
) -> int:
    """Check rosters, and those in folders: exit 0 legal, 1 illegal, 2 unusable.

    Of a folder every file is accounted for: what is no roster is skipped, and why; archives and
    files of links are looked into. With --battle two rosters are
    checked together: their sides differ, and what both bring fits. With --expect it ends with
    1, too, where nothing came from a player.
    """
    if bool(paths) == bool(battles):
        raise click.UsageError("Name rosters or folders, or two rosters with --battle.")
    writers = list(_writers(tables))
    isolation = Isolation()
    several = bool(tables or expect or form != "text")
    besides = Besides.HASH if several else Besides.NOTHING
    results = _results(library_of(ctx), paths, battles, pack, isolation, besides)
    missing = False
    lines: list[str] = []
    if several or len(results) > 1:
        from listbuilder.checking.players import in_order, overview, read_players, with_players

        expected = read_players(expect) if expect is not None else None
        if tables or expect:
            results = with_players(results, expected or ())
        results = in_order(results, key)
        told = overview(results, expected)
        missing = bool(told.missing)
        lines = list(overview_text(told))
    if form == "text":
        echo_lines([to_text(results, every), *lines])
    else:
        echo_lines([write(results, form)])
    for table, writer in zip(tables, writers, strict=True):
        from listbuilder.loading.write import write as write_file

        write_file(table, writer(results))
    isolation.end()
    return exit_code(results) or int(missing)


def _writers(tables: Sequence[Path]) -> Iterator[Callable[[Sequence[Result]], bytes]]:
    """Yield what writes each table; before anything is judged."""
    if not tables:
        return
    from listbuilder.report.roster_tables import WRITERS

    for table in tables:
        if table.suffix.casefold() not in WRITERS:
            raise click.UsageError(f"{table}: a table ends with {', '.join(WRITERS)}.")
        yield WRITERS[table.suffix.casefold()]


def _results(
    library: Library,
    paths: tuple[Path, ...],
    battles: tuple[tuple[Path, Path], ...],
    pack: Path | None,
    isolation: Isolation,
    besides: Besides,
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
    return list(check_files(paths, library, isolation, event, besides))
