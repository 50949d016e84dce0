"""``listbuilder import``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from listbuilder.cli import USAGE
from listbuilder.cli.params import FILE, PACK, ExampleCommand, event_of, example, library_of
from listbuilder.errors import EditError
from listbuilder.loading.library import Library
from listbuilder.messages import gettext, joined, ngettext, translated

if TYPE_CHECKING:
    from listbuilder.loading.events import LoadedEvent


@example(lambda library: "listbuilder import theirs.rosz\nlistbuilder import inbox/*.ros -o mine")
@click.command(cls=ExampleCommand, name="import")
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option("-o", "out", type=FILE, help="Folder for the rosters; unsaid: this one.")
@click.option("--force", is_flag=True, help="Write over rosters that are there already.")
@PACK
@click.pass_context
def command(ctx: click.Context, files: tuple[Path, ...], out: Path | None, force: bool) -> int:
    """Make rosters of ours from files of other programs.

    BattleScribe's .ros and .rosz, New Recruit's .ros, .rosz and .json, and lists as text (.txt).
    Each becomes a roster of the same name. An illegal list stays as it is; what is not understood
    is told, and kept in the roster's notes. A .zip gives back what export --all packed, as it was.
    With --pack the event settles what a list leaves open, and tells what it does not have. Exit 2
    where a file can't be used.
    """
    from listbuilder.checking.check import unusable
    from listbuilder.errors import LoadError
    from listbuilder.loading.isolation import Isolation
    from listbuilder.report.text import findings_text

    isolation, library, folder = Isolation(), library_of(ctx), out or Path()
    event = event_of(ctx)
    unread = False
    for file in files:
        packed = file.suffix.casefold() == ".zip"
        work = _unpacked if packed else partial(_imported, event=event)
        done = isolation.run(str(file), partial(work, file, folder, library=library, force=force))
        if isinstance(done, LoadError):
            unread = True
            lines = findings_text(unusable(done.path if packed else str(file), done))
        else:
            lines = iter(done)
        for line in lines:
            click.echo(line)
    isolation.end()
    return USAGE if unread else 0


def _imported(
    file: Path, folder: Path, library: Library, force: bool, event: LoadedEvent | None
) -> list[str]:
    """Convert a file into a roster, and give the lines to print.

    Raises:
        LoadError: the file can't be used.
        SaveError: the roster can't be written.
    """
    from listbuilder.interop.opening import load_foreign
    from listbuilder.loading.save import save
    from listbuilder.loading.write import Overwrite
    from listbuilder.report.terminal import escape_control
    from listbuilder.report.text import totals
    from listbuilder.rules.evaluate import judge_of

    loaded = load_foreign(file, library, event)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{file.stem}.json"
    if path.exists() and not force:
        raise EditError(gettext("{path} is there already; --force writes over it.", path=path))
    save(path, loaded.roster, Overwrite.ANYTHING if force else Overwrite.NOTHING)
    verdict = judge_of(loaded.book).evaluate(loaded.roster)
    made = gettext(
        "{path}, from {program}: {verdict} ({name})",
        path=path,
        program=loaded.made_from,
        verdict=totals(verdict),
        name=loaded.roster.name,
    )
    said = [made, *(joined("", ("  ", finding.message)) for finding in loaded.notices)]
    return [escape_control(translated(line)) for line in said]


def _unpacked(file: Path, folder: Path, library: Library, force: bool) -> list[str]:
    """Unpack the rosters of an archive; other programs' are converted.

    Raises:
        LoadError: the archive or one of its rosters can't be used; nothing is written.
        SaveError: a roster can't be written.
    """
    from listbuilder.interop.archive import file_stem, files_within
    from listbuilder.interop.opening import parse_content
    from listbuilder.loading.library import understand
    from listbuilder.loading.parse import read_bytes
    from listbuilder.loading.save import dump
    from listbuilder.loading.write import Overwrite, write_all
    from listbuilder.model.roster import Roster

    found: list[tuple[str, bytes]] = []
    for name, data in files_within(read_bytes(file), str(file)):
        stem = file_stem(name)
        parsed = parse_content(data, f"{file}/{stem}{Path(name).suffix}", library)
        roster = understand(parsed, Roster)
        found.append((stem, dump(roster).encode() if parsed.made_from else data))
    paths: dict[Path, bytes] = {}
    numbers: dict[str, int] = {}
    for name, data in found:
        path = folder / f"{name}.json"
        while path in paths:
            numbers[name] = numbers.get(name, 1) + 1
            path = folder / f"{name}-{numbers[name]}.json"
        paths[path] = data
    if not force and (there := next((path for path in paths if path.exists()), None)):
        raise EditError(gettext("{there} is there already; --force writes over it.", there=there))
    folder.mkdir(parents=True, exist_ok=True)
    write_all(paths, Overwrite.ANYTHING if force else Overwrite.NOTHING)
    return [
        translated(
            ngettext(
                "{folder}: {count} roster from {file}",
                "{folder}: {count} rosters from {file}",
                len(paths),
                folder=folder,
                file=file,
            )
        )
    ]
