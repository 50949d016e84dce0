"""``listbuilder freeze``."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click

from listbuilder.cli.params import EXPECT, FILE, PACK, ExampleCommand, event_of, example, library_of
from listbuilder.messages import gettext, translated


@example(
    lambda library: (
        "listbuilder freeze --pack EVENT.json inbox/ -o frozen.json\n"
        "listbuilder verify scan.txt --against frozen.json"
    )
)
@click.command(cls=ExampleCommand)
@click.argument("paths", nargs=-1, type=FILE, required=True, metavar="PATH...")
@PACK
@EXPECT
@click.option("-o", "out", type=FILE, required=True, help="The file that keeps the lists.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.pass_context
def command(
    ctx: click.Context, paths: tuple[Path, ...], expect: Path | None, out: Path, force: bool
) -> int:
    """Keep the lists that were submitted, each with its player, verdict and hash, in one file.

    It holds what players don't tell their opponents: it is for the organiser. With it, verify says
    whether an army at a table is the one that was submitted, and print seals opponents' copies
    (--sealed); written over, it keeps the seals. Exit 0, 1 or 2 as check does.
    """
    from listbuilder.checking.frozen import frozen, read_manifest
    from listbuilder.checking.inbox import check_files
    from listbuilder.checking.players import read_players, with_players
    from listbuilder.checking.results import ResultDetail, exit_code
    from listbuilder.cli.progress import progress
    from listbuilder.errors import LoadError
    from listbuilder.loading.isolation import Isolation
    from listbuilder.loading.write import Overwrite, write
    from listbuilder.report.terminal import escape_control
    from listbuilder.report.text import counted_verdicts, finding_line

    if out.exists() and not force:
        raise click.UsageError(gettext("{out} is there already; --force writes over it.", out=out))
    event, isolation = event_of(ctx), Isolation()
    detail = ResultDetail.HASH | ResultDetail.ARMY
    expected = read_players(expect) if expect is not None else ()
    with progress(gettext("Judging")) as tell:
        results = check_files(paths, library_of(ctx), isolation, event, detail, tell)
        told = with_players(results, expected)
    salt = ""
    with suppress(LoadError):  # what is written over may be anything
        salt = read_manifest(out).salt if force and out.exists() else ""
    write(out, frozen(told, event, salt), Overwrite.ANYTHING if force else Overwrite.NOTHING)
    for result in told:
        if not result.army:
            for finding in result.findings[:1]:
                click.echo(
                    escape_control(
                        translated(
                            gettext(
                                "{file}: left out: {finding}",
                                file=result.path,
                                finding=finding_line(finding),
                            )
                        )
                    )
                )
    click.echo(f"{translated(counted_verdicts(told))}.")
    kept = sum(bool(result.army) for result in told)
    click.echo(
        escape_control(translated(gettext("{kept} armies are kept in {out}.", kept=kept, out=out)))
    )
    isolation.end()
    return exit_code(told)
