"""``listbuilder fmt``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.params import FILE, Example, example
from listbuilder.errors import LoadError


@example(lambda library: "listbuilder fmt army.json\nlistbuilder fmt --check catalogues")
@click.command(cls=Example)
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="PATH...")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if a file would change.")
def command(paths: tuple[Path, ...], check: bool) -> int:
    """Write rulesets, army lists and rosters in the one way; nothing they mean changes.

    Keys stand in the order of the schema, short things on one line. Of a folder's files, those of
    other kinds are passed over. Exit 0 done, 1 with --check: a file would change, 2 unusable.
    """
    from listbuilder.loading.kinds import json_files, no_files, no_kind
    from listbuilder.loading.save import write
    from listbuilder.report.plain import one_line
    from listbuilder.report.results import Result
    from listbuilder.report.text import findings_text

    unusable: list[LoadError] = []
    changed = 0
    for named in paths:
        ours = False
        for path in json_files(named):
            try:
                text = _tidied(path)
            except LoadError as error:
                ours = True
                unusable.append(error)
                continue
            if text is None:
                continue
            ours = True
            if text.encode() != path.read_bytes():
                changed += 1
                click.echo(one_line(f"{'would change' if check else 'changed'}: {path}"))
                if not check:
                    write(path, text.encode())
        if not ours:
            unusable.append(LoadError(str(named), [no_files() if named.is_dir() else no_kind()]))
    for refused in unusable:
        for line in findings_text(Result(refused.path, "unusable", refused.findings)):
            click.echo(line, err=True)
    return 2 if unusable else int(check and bool(changed))


def _tidied(path: Path) -> str | None:
    """Read a file and write it in the one way; None for one of another kind.

    Raises:
        LoadError: it can't be used.
    """
    from listbuilder.loading.kinds import kind_of
    from listbuilder.loading.layout import tidied
    from listbuilder.loading.parse import parse

    parsed = parse(path)
    kind = kind_of(path, parsed.data)
    return tidied(parsed.text, kind) if kind else None
