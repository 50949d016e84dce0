"""``listbuilder verify``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from listbuilder.cli.params import FILE, ExampleCommand, example, library_of
from listbuilder.messages import gettext, translated

if TYPE_CHECKING:
    from listbuilder.checking.frozen import FrozenArmy, Verified


@example(
    lambda library: (
        "listbuilder verify scan.txt --against frozen.json\n"
        "listbuilder verify --seal S1-0123456789abcdef --against frozen.json"
    )
)
@click.command(cls=ExampleCommand)
@click.argument("files", nargs=-1, type=FILE, metavar="FILE...")
@click.option(
    "--seal",
    "seals",
    multiple=True,
    metavar="SEAL",
    help="Of an opponent's copy (print --sealed): say whose army it is a copy of; repeatable.",
)
@click.option(
    "--against",
    "manifest",
    type=FILE,
    required=True,
    metavar="FROZEN",
    help="The file that freeze wrote.",
)
@click.pass_context
def command(
    ctx: click.Context, files: tuple[Path, ...], seals: tuple[str, ...], manifest: Path
) -> int:
    """Say of armies at the table whether they are those that were submitted.

    FILE is a roster in any form that check reads, such as the scanned text of a sheet's code.
    Names, notes and order count for nothing. Exit 0: all were submitted, 1: one differs or is
    unknown, 2: one can't be used.
    """
    from listbuilder.checking.check import unusable
    from listbuilder.checking.frozen import read_manifest, verified
    from listbuilder.errors import LoadError
    from listbuilder.loading.isolation import Isolation
    from listbuilder.loading.parse import read_bytes
    from listbuilder.report.terminal import escape_control
    from listbuilder.report.text import findings_text

    if not (files or seals):
        raise click.UsageError(gettext("Name files, or a seal with --seal."))
    known, library, isolation = read_manifest(manifest), library_of(ctx), Isolation()
    codes = set()
    for seal in seals:
        found = known.sealed(seal)
        codes.add(int(not found))
        for line in _sealed(seal, found):
            click.echo(escape_control(line))
    for file in files:

        def work(file: Path) -> Verified:
            return verified(read_bytes(file), str(file), known, library)

        done = isolation.run(str(file), partial(work, file))
        if isinstance(done, LoadError):
            codes.add(2)
            for line in findings_text(unusable(str(file), done)):
                click.echo(line)
            continue
        codes.add(int(done.answer != "submitted"))
        for line in _lines(file, done):
            click.echo(escape_control(line))
    isolation.end()
    return max(codes)


def _sealed(seal: str, found: list[FrozenArmy]) -> list[str]:
    from listbuilder.report.verdict_words import SAID

    if not found:
        return [
            translated(
                gettext("{seal}: unknown: no army that was frozen has this seal.", seal=seal)
            )
        ]
    return [
        translated(
            gettext(
                "{seal}: a copy of what was submitted by {player} ({verdict})",
                seal=seal,
                player=one.title,
                verdict=SAID[one.verdict],
            )
        )
        for one in found
    ]


def _lines(file: Path, done: Verified) -> list[str]:
    from listbuilder.report.verdict_words import SAID

    if done.frozen is None:
        return [
            translated(gettext("{file}: unknown: nobody submitted an army like this.", file=file))
        ]
    if done.answer == "submitted":
        verdict = done.frozen.verdict
        said = gettext("{file}: submitted by {player}", file=file, player=done.frozen.title)
        also = [
            translated(gettext("  the same was submitted by {player}", player=other.title))
            for other in done.others
        ]
        return [
            f"{translated(said)}{'' if verdict == 'legal' else f' ({translated(SAID[verdict])})'}",
            *also,
        ]
    differs = gettext(
        "{file}: differs from what was submitted by {player}", file=file, player=done.frozen.title
    )
    return [
        translated(differs),
        *(f"  {line}" for line in done.lines),
    ]
