"""``listbuilder fmt``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.params import FILE, ExampleCommand, example
from listbuilder.errors import LoadError, SaveError
from listbuilder.messages import gettext, translated


@example(lambda library: "listbuilder fmt army.json\nlistbuilder fmt --check catalogues")
@click.command(cls=ExampleCommand)
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="PATH...")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if a file would change.")
def command(paths: tuple[Path, ...], check: bool) -> int:
    """Write rulesets, army lists and rosters in the one way; nothing they mean changes.

    Keys stand in the order of the schema, short things on one line. Of a folder's files, those of
    other kinds are passed over. Exit 0 done, 1 with --check: a file would change, 2 unusable.
    """
    from listbuilder.checking.results import Result
    from listbuilder.loading.kinds import found_in, json_files, no_files, no_kind
    from listbuilder.loading.paths import is_folder
    from listbuilder.loading.write import write
    from listbuilder.report.terminal import escape_control
    from listbuilder.report.text import findings_text

    unusable: list[LoadError] = []
    unsaved: list[SaveError] = []
    changed = 0
    for named in paths:
        ours = False
        for path in json_files(named):
            try:
                tidy = _tidied(path, found_in(path, named))
            except LoadError as error:
                ours = True
                unusable.append(error)
                continue
            if tidy is None:
                continue
            ours = True
            before, after = tidy
            if after == before:
                continue
            try:
                if not check:
                    write(path, after, over=before)
            except SaveError as error:
                unsaved.append(error)
                continue
            changed += 1
            done = (
                gettext("would change: {path}", path=path)
                if check
                else gettext("changed: {path}", path=path)
            )
            click.echo(escape_control(translated(done)))
        if not ours:
            unusable.append(LoadError(str(named), [no_files() if is_folder(named) else no_kind()]))
    for refused in unusable:
        for line in findings_text(Result(refused.path, "unusable", refused.findings)):
            click.echo(line, err=True)
    for left in unsaved:
        click.echo(
            escape_control(
                translated(gettext("Error: {left}; the file is left as it is.", left=left))
            ),
            err=True,
        )
    return 2 if unusable or unsaved else int(check and bool(changed))


def _tidied(path: Path, inside: Path | None) -> tuple[bytes, bytes] | None:
    """Give a file's bytes before and after formatting; None for a file of another kind.

    Raises:
        LoadError: the file can't be used.
    """
    from listbuilder.loading.kinds import kind_of
    from listbuilder.loading.layout import tidied
    from listbuilder.loading.parse import parse

    parsed = parse(path, inside)
    kind = kind_of(path, parsed.data)
    return (parsed.raw, tidied(parsed.text, kind).encode()) if kind else None
