"""``listbuilder export``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from listbuilder.cli.params import FILE, ExampleCommand, example, library_of, sample
from listbuilder.messages import gettext, message_of, translated

if TYPE_CHECKING:
    from listbuilder.model.roster import Roster
    from listbuilder.rules.evaluate import Judge

FORMS = ("ros", "rosz", "newrecruit", "text", "markdown", "tts")


@example(
    lambda library: (
        f"listbuilder export {sample(library)[2]} --to rosz -o army.rosz\n"
        "listbuilder export army.json --to text"
    )
)
@click.command(cls=ExampleCommand)
@click.argument("file", type=FILE)
@click.option("--to", "form", type=click.Choice(FORMS), help="The format.")
@click.option(
    "--for",
    "data",
    type=FILE,
    metavar="DATA",
    help="BattleScribe's data (a .cat, or its folder), whose ids the file gets.",
)
@click.option("--all", "every", is_flag=True, help="Pack all rosters of a folder in one zip.")
@click.option("-o", "out", type=FILE, help="The file; unsaid, text is shown.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.pass_context
def command(
    ctx: click.Context,
    file: Path,
    form: str | None,
    data: Path | None,
    every: bool,
    out: Path | None,
    force: bool,
) -> None:
    """Write a roster for other programs, or as text for a chat.

    ros and rosz are BattleScribe's, newrecruit is New Recruit's JSON, with names and our ids: they
    come back as they were by import. With --for they have the ids and the nesting of that data
    instead, so that those programs open and change them; what the data does not have is left out
    and told. tts is a saved object of Tabletop Simulator with a notecard
    for each unit. With --all a folder's rosters go into one zip as they are; import unpacks it.
    """
    if every == (form is not None):
        raise click.UsageError(gettext("Say either --to and a format, or --all with a folder."))
    if form is None:
        _pack(file, out, force)
        return
    from listbuilder.interop.opening import load_roster
    from listbuilder.loading.write import Overwrite, write
    from listbuilder.report.exports import write_as
    from listbuilder.rules.evaluate import judge_of

    loaded = load_roster(file, library_of(ctx))
    judge = judge_of(loaded.book)
    if data is None:
        made = write_as(form, judge, loaded.roster)
    else:
        made = _for_data(form, judge, loaded.roster, data)
    if out is None and form == "rosz":
        raise click.UsageError(gettext("Say with -o where the compressed file goes."))
    if out is None:
        click.echo(made, nl=False)
    elif out.exists() and not force:
        raise click.UsageError(gettext("{out} is there already; --force writes over it.", out=out))
    else:
        write(out, made, Overwrite.ANYTHING if force else Overwrite.NOTHING)
        click.echo(translated(gettext("Wrote {out}.", out=out)))


def _for_data(form: str, judge: Judge, roster: Roster, data: Path) -> bytes:
    """Write a roster with the ids of BattleScribe's data, and tell what the data lacks.

    Raises:
        click.UsageError: the format has no ids.
    """
    from listbuilder.interop.datafiles import DataFiles
    from listbuilder.interop.for_data import DataExporter
    from listbuilder.report.exports import PROGRAMS
    from listbuilder.report.terminal import escape_control

    if form not in PROGRAMS:
        raise click.UsageError(gettext("--for goes with {names}.", names=", ".join(PROGRAMS)))
    exporter = DataExporter(judge, roster, DataFiles(data))
    made = PROGRAMS[form](exporter.exported())
    for what in exporter.missing:
        click.echo(
            escape_control(translated(gettext("Left out, not in this data: {what}.", what=what))),
            err=True,
        )
    return made


def _pack(folder: Path, out: Path | None, force: bool) -> None:
    """Pack the rosters of a folder.

    Raises:
        click.UsageError: the folder has no rosters, or the zip may not be written.
    """
    from listbuilder.checking.check import is_roster
    from listbuilder.errors import LoadError
    from listbuilder.interop.archive import packed
    from listbuilder.loading.kinds import json_files
    from listbuilder.loading.parse import parse
    from listbuilder.loading.write import Overwrite, write

    found: list[tuple[str, bytes]] = []
    for path in json_files(folder):
        try:
            parsed = parse(path, folder)
        except LoadError as error:
            click.echo(translated(gettext("Left out: {error}", error=message_of(error))), err=True)
            continue
        if is_roster(path, parsed.data):
            found.append((path.name, parsed.raw))
    if not found or out is None:
        raise click.UsageError(
            gettext("There are no rosters.") if not found else gettext("Say with -o where to.")
        )
    if out.exists() and not force:
        raise click.UsageError(gettext("{out} is there already; --force writes over it.", out=out))
    write(out, packed(found), Overwrite.ANYTHING if force else Overwrite.NOTHING)
    click.echo(translated(gettext("Wrote {out}: {found} rosters.", out=out, found=len(found))))
