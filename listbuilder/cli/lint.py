"""``listbuilder lint``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import click

from listbuilder.checking.results import exit_code
from listbuilder.cli.paging import echo_lines
from listbuilder.cli.params import (
    ALL_FINDINGS,
    FILE,
    PACK,
    PACK_KEY,
    ExampleCommand,
    NamedParam,
    example,
)
from listbuilder.cli.progress import progresses
from listbuilder.lint.run import Linter, LintResult
from listbuilder.messages import gettext, translated
from listbuilder.report.formats import FORMATS, write_results
from listbuilder.solve.model.cpsat import NoSolverError

ALL = "all"
"""The name that stands for the page of all codes."""


def _codes(_ctx: click.Context) -> Iterator[tuple[str, str]]:
    from listbuilder.lint.codes import codes

    return ((code.name, code.means) for code in codes().values())


class CodeParam(NamedParam):
    """The name of a code of lint's."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Check that a code exists.

        Raises:
            click.BadParameter: there is no such code.
        """
        from listbuilder.lint.codes import codes
        from listbuilder.loading.names import did_you_mean, quoted

        if value not in codes() and (value != ALL or self.name != ALL):
            said = gettext(
                "lint has no code {name}.{hint}",
                name=quoted(value),
                hint=did_you_mean(value, codes()),
            )
            self.fail(said, param, ctx)
        return value


WAITING = "unusable-data"
"""Code of a file that waits for another one, whose finding tells the number of such files."""

CODE = CodeParam("code", _codes)
CODE_OR_ALL = CodeParam(ALL, _codes)


@example(
    lambda library: (
        "listbuilder lint catalogues\n"
        "listbuilder lint --strict --ignore key-order night.json\n"
        "listbuilder lint house.json --pack event.json\n"
        "listbuilder lint --explain unknown-keyword"
    )
)
@click.command(cls=ExampleCommand)
@click.argument("paths", nargs=-1, type=FILE, metavar="PATH...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text")
@ALL_FINDINGS
@click.option("--select", multiple=True, type=CODE, help="Tell only of these codes.")
@click.option("--ignore", multiple=True, type=CODE, help="Tell nothing of these codes.")
@click.option("--strict", is_flag=True, help="Fail for warnings too.")
@click.option(
    "--since",
    metavar="REVISION",
    help="Of git: whatever changed in meaning since then must have a new version.",
)
@click.option("--no-cache", is_flag=True, help="Prove again what was proved before.")
@click.option("--no-proofs", is_flag=True, help="Leave out what only the solver can prove.")
@PACK
@click.option("--explain", type=CODE_OR_ALL, help="Say what a code means, or all of them.")
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[Path, ...],
    form: str,
    every: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    strict: bool,
    since: str | None,
    no_cache: bool,
    no_proofs: bool,
    explain: str | None,
) -> int:
    """Find mistakes in rulesets, army lists, event packs and rosters.

    Exit 0 none, 1 some, 2 unusable. Of folders, all files of these kinds, but none of hidden
    folders. Each code is explained in catalogues/LINT.md. With --pack rosters must keep to that
    event, and an army is looked for that keeps to it and to the event packs that are linted.
    """
    if explain is not None:
        click.echo("\n".join(_explained(explain)))
        return 0
    if not paths:
        raise click.UsageError(gettext("Name a file or a folder, or a code to --explain."), ctx)
    from listbuilder.lint.cache import user_cache
    from listbuilder.report.lint import result_of, to_text

    data, cache = ctx.find_root().obj or (), None if no_cache else user_cache()
    packs = ctx.meta[PACK_KEY]
    with progresses(gettext("Proving {name}", name="{}")) as tell:
        try:
            linter = Linter(data, cache, not no_proofs, since, tell=tell, packs=packs)
        except NoSolverError:
            click.echo(
                translated(
                    gettext("Nothing is proved: OR-Tools is not installed (see --no-proofs).")
                ),
                err=True,
            )
            linter = Linter(data, cache, since=since, packs=packs)
        linted = [_picked(one, select, ignore) for one in linter.lint(paths)]
    results = [result_of(one, strict) for one in linted]
    waiting = Counter(one.waits_for for one in linted if one.waits_for is not None)
    echo_lines(
        [to_text(results, waiting, every) if form == "text" else write_results(results, form)]
    )
    linter.isolation.end()
    return exit_code(results)


def _explained(name: str) -> Iterator[str]:
    from listbuilder.lint.codes import codes
    from listbuilder.lint.codes_page import explained, page_lines

    return page_lines() if name == ALL else explained(codes()[name])


def _picked(linted: LintResult, select: Sequence[str], ignore: Sequence[str]) -> LintResult:
    """Keep the findings that are asked for."""
    findings = (
        finding
        for finding in linted.findings
        if (not select or finding.code in select) and finding.code not in ignore
    )
    waits = linted.waits_for if not select and WAITING not in ignore else None
    return attrs.evolve(linted, findings=tuple(findings), waits_for=waits)
