"""``listbuilder diff``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.paging import echo_lines
from listbuilder.cli.params import (
    PACK,
    THERE,
    ExampleCommand,
    event_of,
    example,
    library_of,
    sample,
)
from listbuilder.messages import gettext

FORMATS = ("text", "markdown", "json", "history")


@example(
    lambda library: (
        f"listbuilder diff v1.0:catalogues catalogues --rosters {sample(library)[2].parent}\n"
        "listbuilder diff HEAD my-list.json\n"
        "listbuilder diff inbox-friday/ inbox-sunday/"
    )
)
@click.command(cls=ExampleCommand)
@click.argument("old")
@click.argument("new")
@click.option(
    "--rosters",
    multiple=True,
    type=THERE,
    metavar="PATH",
    help="Rosters, or a folder of them: what becomes of them. May be given more than once.",
)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text")
@PACK
@click.pass_context
def command(ctx: click.Context, old: str, new: str, rosters: tuple[Path, ...], form: str) -> int:
    """Say what changed in meaning from OLD to NEW: points, options, limits, profiles, rules.

    Of two rosters, or two folders of them, it says what each player changed.

    Each is a ruleset or army list, a folder of them, or a git revision: REVISION:PATH, or REVISION
    alone for what the other names. Nothing is written, and no work tree is touched.

    --format history writes what an army list or a ruleset can take into its "history".

    Exit 1 where a roster that was legal is not any more, else 0.
    """
    from listbuilder.checking.submissions import are_rosters

    if are_rosters(Path(old), Path(new)):
        if rosters or form == "history":
            raise click.UsageError(gettext("--rosters and history are for army lists."))
        return _submissions(ctx, Path(old), Path(new), form)
    if event_of(ctx) is not None:
        raise click.UsageError(gettext("--pack is for rosters."))
    from listbuilder.checking.effects import effects
    from listbuilder.editing.version_diff import compare
    from listbuilder.loading.isolation import Isolation
    from listbuilder.loading.version_pairs import two_versions
    from listbuilder.report.diff import WRITERS

    isolation = Isolation()
    with two_versions(old, new, library_of(ctx)) as (before, after):
        parts = list(compare(before, after))
        looked = effects(rosters, before, after, isolation) if rosters else None
        echo_lines([WRITERS[form](parts, looked)])
    isolation.end()
    return int(looked is not None and any(effect.spoilt for effect in looked.looked))


def _submissions(ctx: click.Context, old: Path, new: Path, form: str) -> int:
    from listbuilder.checking.submissions import resubmissions
    from listbuilder.loading.isolation import Isolation
    from listbuilder.report.submissions import WRITERS

    isolation = Isolation()
    told = resubmissions(old, new, library_of(ctx), isolation, event_of(ctx))
    echo_lines([WRITERS[form](told)])
    isolation.end()
    return int(any(one.spoilt for one in told))
