"""``listbuilder new``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from listbuilder.cli.params import (
    CATALOGUE,
    FILE,
    PACK,
    RULESET,
    ExampleCommand,
    PairParam,
    event_of,
    example,
    library_of,
    sample,
)
from listbuilder.loading.library import Library
from listbuilder.messages import gettext, translated

if TYPE_CHECKING:
    from listbuilder.cli.guided import GuidedAnswers
    from listbuilder.loading.events import LoadedEvent


@example(
    lambda library: "listbuilder new {} {} --name 'The garrison' -o army.json".format(
        *sample(library)[:2]
    )
)
@click.command(cls=ExampleCommand)
@click.argument("ruleset", type=RULESET, required=False)
@click.argument("catalogue", type=CATALOGUE, required=False)
@click.option("--name", help="What the army is called; the army list's name if unsaid.")
@click.option(
    "--limit", "limits", multiple=True, type=PairParam(), help="A limit, such as points=500."
)
@click.option(
    "--choose", "choices", multiple=True, type=PairParam(), help="A choice and its option."
)
@PACK
@click.option("-o", "--output", "path", type=FILE, help="The file; CATALOGUE.json if unsaid.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.pass_context
def command(
    ctx: click.Context,
    ruleset: str | None,
    catalogue: str | None,
    name: str | None,
    limits: tuple[tuple[str, str], ...],
    choices: tuple[tuple[str, str], ...],
    path: Path | None,
    force: bool,
) -> None:
    """Begin a roster of an army list.

    On a terminal it asks for the game and the army list where they are not said.
    """
    from listbuilder.cli.lookup import known_catalogue, known_ruleset
    from listbuilder.cli.rosterfile import at_event, tell_edit
    from listbuilder.editing.edit import new
    from listbuilder.editing.edited import Edited
    from listbuilder.loading.save import save
    from listbuilder.loading.write import Overwrite
    from listbuilder.rules.evaluate import judge_of

    library: Library = library_of(ctx)
    event = event_of(ctx)
    settings = _settled(event, dict(choices)) | dict([*limits, *choices])
    ruleset = known_ruleset(library, ruleset) if ruleset else None
    begun = None
    if ruleset is None or catalogue is None:
        begun = _asked(ctx, library, ruleset, settings)
        ruleset, catalogue, settings = begun.ruleset, begun.catalogue, {**begun.settings}
        name, path = name or begun.name, path or begun.path
    catalogue = known_catalogue(library, ruleset, catalogue)
    path = path or Path(f"{catalogue}.json")
    if path.exists() and not force:
        raise click.UsageError(
            gettext("{path} is there already; --force writes over it.", path=path)
        )
    judge = judge_of(library.book(ruleset, [catalogue]))
    title = name or judge.book.catalogues[catalogue].name
    roster = new(judge, title, settings)
    save(path, roster, over=Overwrite.ANYTHING if force else Overwrite.NOTHING)
    edited = Edited(roster, gettext("Began {file}.", file=path))
    if event is not None:
        judge, edited = at_event(event, judge, edited)
    tell_edit(judge, None, edited)
    if begun is not None:
        pdf = path.with_suffix(".pdf")
        go_on = gettext(
            "Go on with: listbuilder browse {game} {list}", game=ruleset, list=catalogue
        )
        click.echo(translated(go_on))
        for more in (f"add {path} ENTRY", f"complete {path} -o {path}", f"print {path} -o {pdf}"):
            click.echo(f"            listbuilder {more}")


def _settled(event: LoadedEvent | None, choices: Mapping[str, str]) -> dict[str, str]:
    """Give the limits and choices that an event sets, as if the command named them."""
    if event is None:
        return {}
    return event.as_settings(choices)


def _asked(
    ctx: click.Context, library: Library, ruleset: str | None, settings: Mapping[str, str]
) -> GuidedAnswers:
    """Ask the player for the game and the army list.

    Raises:
        click.UsageError: nobody can answer, and the command does not name them.
    """
    from listbuilder.cli.guided import ask, is_answered

    if not is_answered():
        raise click.UsageError(
            gettext("Missing argument '{value}'.", value="CATALOGUE" if ruleset else "RULESET"), ctx
        )
    return ask(library, ruleset, settings)
