"""``listbuilder check``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from listbuilder.checking.check import refused
from listbuilder.checking.inbox import check_files
from listbuilder.checking.results import Result, ResultDetail, SortKey, exit_code
from listbuilder.cli.paging import echo_lines
from listbuilder.cli.params import (
    ALL_FINDINGS,
    EXPECT,
    FILE,
    PACK,
    PACK_KEY,
    ExampleCommand,
    event_of,
    example,
    library_of,
    sample,
    shorter,
)
from listbuilder.cli.progress import progress
from listbuilder.errors import LoadError
from listbuilder.loading.isolation import Isolation
from listbuilder.loading.library import Library
from listbuilder.loading.paths import is_there
from listbuilder.messages import gettext
from listbuilder.report.columns import table
from listbuilder.report.formats import FORMATS, write_results
from listbuilder.report.text import overview_text, to_text

if TYPE_CHECKING:
    from listbuilder.checking.pairings import JudgedPairing
    from listbuilder.checking.players import Overview
    from listbuilder.loading.events import LoadedEvent

TABLES = (".csv", ".md", ".html")
"""Endings of files of tables."""


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
@PACK
@EXPECT
@click.option(
    "--sort",
    "key",
    type=click.Choice(get_args(SortKey)),
    help="The order of the files in what is told.",
)
@click.option(
    "--pairings",
    type=FILE,
    metavar="PAIRS",
    help="A CSV file of who meets whom: each pair is checked as a battle; --table has the pairs.",
)
@click.option(
    "--mail",
    type=FILE,
    metavar="DIR",
    help="Write a text to answer each player with, and an overview, to this new folder.",
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
    expect: Path | None,
    key: SortKey | None,
    pairings: Path | None,
    mail: Path | None,
    tables: tuple[Path, ...],
) -> int:
    """Check rosters, and those in folders: exit 0 legal, 1 illegal, 2 unusable.

    Of a folder every file is accounted for: what is no roster is skipped, and why; archives and
    files of links are looked into. With --battle two rosters are
    checked together: their sides differ, and what both bring fits. With --expect it ends with
    1, too, where nothing came from a player.
    """
    if bool(paths) == bool(battles):
        raise click.UsageError(gettext("Name rosters or folders, or two rosters with --battle."))
    for file in tables:
        if file.suffix.casefold() not in TABLES:
            raise click.UsageError(
                gettext("{file}: a table ends with {names}.", file=file, names=", ".join(TABLES))
            )
    if mail is not None and is_there(mail):
        raise click.UsageError(gettext("{mail} is there already: name a new folder.", mail=mail))
    library, isolation = library_of(ctx), Isolation()
    several = bool(tables or mail or expect or pairings or form != "text")
    detail = ResultDetail.HASH if several else ResultDetail.NOTHING
    if pairings is not None:
        detail |= ResultDetail.ARMY
    try:
        event = event_of(ctx)
    except LoadError as error:  # then that is all that is said
        packs = [str(pack) for pack in ctx.meta[PACK_KEY]]
        path = error.path if error.path in packs else packs[0]
        results = list(refused(path, error, set()))
        echo_lines([to_text(results, every) if form == "text" else write_results(results, form)])
        return exit_code(results)
    across = event is not None and any(one.per_player or one.per_team for one in event.packs)
    if across:
        several, detail = True, detail | ResultDetail.HASH | ResultDetail.ARMY
    if battles:
        from listbuilder.checking.battle import check_battle

        results = [one for pair in battles for one in check_battle(*pair, library, event)]
    else:
        with progress(gettext("Judging")) as tell:
            results = list(check_files(paths, library, isolation, event, detail, tell))
    code, lines = 0, []
    if several or len(results) > 1:
        from listbuilder.checking.players import (
            overview,
            read_players,
            sorted_results,
            with_players,
        )

        expected = read_players(expect) if expect is not None else None
        if tables or mail or expect or pairings or across:
            results = with_players(results, expected or ())
        told = overview(results, expected, _each(event))
        if across and event is not None and not battles:
            from listbuilder.checking.together import AcrossRosters

            results += AcrossRosters(event, library).judge(results)
        results = sorted_results(results, key)
        code, lines = int(bool(told.missing)), list(overview_text(told))
        if mail is not None:
            _write_mails(mail, results, told, event)
    if pairings is not None:
        pairs = _judge(pairings, results, library, event)
        results = [result for pair in pairs for result in pair.results]
        lines = _write_pairs(pairs, tables, event.name if event else "")
    elif tables:
        _write_tables(results, tables, event.name if event else "")
    if form == "text":
        echo_lines([to_text(results, every), *lines])
    else:
        echo_lines([write_results(results, form)])
    isolation.end()
    return exit_code(results) or code


def _each(event: LoadedEvent | None) -> int | None:
    """Give the number of rosters that an event asks of each player; None: any."""
    together = [pack.per_player for pack in event.packs] if event else ()
    asked = (one.rosters.exactly for one in together if one and one.rosters)
    return next((number for number in asked if number is not None), None)


def _write_tables(results: Sequence[Result], tables: Sequence[Path], event: str) -> None:
    from listbuilder.loading.write import write as write_file
    from listbuilder.report.roster_tables import WRITERS

    for file in tables:
        write_file(file, WRITERS[file.suffix.casefold()](results, event))


def _write_mails(
    folder: Path, results: Sequence[Result], told: Overview, event: LoadedEvent | None
) -> None:
    from listbuilder.loading.write import write as write_file
    from listbuilder.report.mail import mails

    written = mails(results, told, event.name if event else "")
    folder.mkdir(parents=True)
    for name, text in written.items():
        write_file(folder / name, text.encode("utf-8", "backslashreplace"))


def _judge(
    pairings: Path, results: Sequence[Result], library: Library, event: LoadedEvent | None
) -> list[JudgedPairing]:
    from listbuilder.checking.pairings import judge_pairings, read_pairings

    return list(judge_pairings(read_pairings(pairings), results, library, event))


def _write_pairs(pairs: Sequence[JudgedPairing], tables: Sequence[Path], event: str) -> list[str]:
    from listbuilder.loading.write import write as write_file
    from listbuilder.report.roster_tables import PAIR_WRITERS, pairs_rows

    for file in tables:
        write_file(file, PAIR_WRITERS[file.suffix.casefold()](pairs, event))
    heads, *rows = pairs_rows(pairs)
    return list(table(heads, rows))
