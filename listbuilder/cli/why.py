"""``listbuilder why``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.params import ENTRY, FILE, PACK, ExampleCommand, example, sample
from listbuilder.cli.solving import FORMAT, TIME, exit_code, opened, searching, to_json
from listbuilder.loading.library import Library
from listbuilder.messages import translated
from listbuilder.report.solving import why_lines


def _example(library: Library) -> str:
    ruleset, catalogue, _ = sample(library)
    entry = library.catalogue(ruleset, catalogue).entries[-1].id
    return f"listbuilder why army.json\nlistbuilder why army.json {entry}"


@example(_example)
@click.command(cls=ExampleCommand)
@click.argument("file", type=FILE)
@click.argument("entry", type=ENTRY, required=False)
@PACK
@TIME
@FORMAT
@click.pass_context
def command(
    ctx: click.Context, file: Path, entry: str | None, seconds: float | None, form: str
) -> int:
    """Say why a roster can't become legal, or why ENTRY can't be added.

    Exit 0: it can; 1: it can't, and these rules and choices say so; 4: stopped.
    """
    from listbuilder.solve.explain.why import why

    loaded, judge = opened(ctx, file)
    with searching(seconds) as budget:
        outcome = why(judge, loaded.roster, entry, budget)
    if form == "json":
        click.echo(to_json(judge, loaded.roster, [outcome]))
        return exit_code(outcome)
    click.echo("\n".join(map(translated, why_lines(judge, loaded.roster, outcome))))
    return exit_code(outcome)
