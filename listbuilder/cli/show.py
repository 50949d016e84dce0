"""``listbuilder show``."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli.paging import echo_lines
from listbuilder.cli.params import FILE, PACK, ExampleCommand, event_of, example, library_of, sample
from listbuilder.messages import gettext, translated
from listbuilder.model.roster import Roster


@example(
    lambda library: (
        f"listbuilder show {sample(library)[2]}\nlistbuilder show army.json --format markdown"
    )
)
@click.command(cls=ExampleCommand)
@click.argument("file", type=FILE)
@PACK
@click.option("--format", "form", type=click.Choice(["text", "markdown", "json"]), default="text")
@click.pass_context
def command(ctx: click.Context, file: Path, form: str) -> None:
    """Show a roster with its numbers, points and what is used of each limit."""
    from listbuilder.interop.opening import load_roster
    from listbuilder.report import outline
    from listbuilder.report.terminal import escape_control
    from listbuilder.report.text import bars, toned_totals, totals
    from listbuilder.rules.evaluate import judge_of
    from listbuilder.rules.played import played_hash, shown_hash

    loaded = load_roster(file, library_of(ctx), event_of(ctx))
    judge = judge_of(loaded.book)
    verdict = judge.evaluate(loaded.roster)
    hashed = played_hash(verdict.army)
    name, ruleset = loaded.roster.name, loaded.book.ruleset.name
    if form == "json":
        import json

        head = {
            "name": name,
            "ruleset": loaded.roster.ruleset,
            "legal": verdict.legal,
            "costs": {key: str(cost) for key, cost in verdict.costs.items()},
            "limits": dict(loaded.roster.limits),
            "hash": hashed,
            **{key: whose for key, whose in _whose(loaded.roster) if whose},
        }
        text = json.dumps({**head, **outline.data(judge, verdict)}, ensure_ascii=False, indent=2)
        click.echo(text)
    elif form == "markdown":
        click.echo(f"## {outline.escaped(name)}\n\n{ruleset}, {totals(verdict)}\n")
        click.echo("\n".join(outline.markdown_lines(judge, verdict)))
    else:
        title = f"{escape_control(f'{name} ({ruleset})')}: {toned_totals(verdict)}"
        lines = [title, *bars(verdict), *outline.terminal_lines(judge, verdict)]
        echo_lines(
            [*lines, translated(gettext("hash, as on its sheets: {hash}", hash=shown_hash(hashed)))]
        )


def _whose(roster: Roster) -> tuple[tuple[str, str | None], ...]:
    return (("player", roster.player), ("team", roster.team))
