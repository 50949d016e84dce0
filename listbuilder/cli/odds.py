"""``listbuilder odds``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from listbuilder.cli import STOPPED
from listbuilder.cli.paging import echo_lines
from listbuilder.cli.params import RULESET, ExampleCommand, NamedParam, example, library_of, sample

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class RulesetOrFile(NamedParam):
    """A ruleset by name, or a roster's file."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """List the rulesets that begin with the typed text; files where none does."""
        from click.shell_completion import CompletionItem

        known = super().shell_complete(ctx, param, incomplete)
        return known or [CompletionItem(incomplete, type="file")]


@example(
    lambda library: f"listbuilder odds {sample(library)[0]}\nlistbuilder odds {sample(library)[2]}"
)
@click.command(cls=ExampleCommand)
@click.argument("what", type=RulesetOrFile("ruleset|file", RULESET.known))
@click.option("--format", "form", type=click.Choice(["text", "markdown", "json"]), default="text")
@click.pass_context
def command(ctx: click.Context, what: str, form: str) -> int:
    """Show the exact odds of a game's tables and rolls, or those of a roster's own.

    Ends with 4 where some of them take too much work, and says which.
    """
    from listbuilder.cli.lookup import known_ruleset
    from listbuilder.interop.opening import load_roster
    from listbuilder.odds.ask import chances
    from listbuilder.report import odds

    library = library_of(ctx)
    path = Path(what)
    named = path.exists() or path.suffix == ".json" or len(path.parts) > 1
    if named and what not in library.rulesets():
        loaded = load_roster(path, library)
        found = chances(loaded.book, loaded.roster)
    else:
        found = chances(library.book(known_ruleset(library, what)))
    if form == "json":
        import json

        click.echo(json.dumps(odds.data(found), ensure_ascii=False, indent=2))
    else:
        lines: Any = odds.markdown_lines if form == "markdown" else odds.text_lines
        echo_lines(lines(found))
    return STOPPED if found.stopped else 0
