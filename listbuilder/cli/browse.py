"""``listbuilder browse``."""

from __future__ import annotations

from collections.abc import Iterator

import click

from listbuilder.cli.params import CATALOGUE, ENTRY, RULESET, Example, example, library_of, sample
from listbuilder.loading.library import Library


def _example(library: Library) -> str:
    ruleset, catalogue, _ = sample(library)
    entry = library.catalogue(ruleset, catalogue).entries[1].id
    command = f"listbuilder browse {ruleset} {catalogue}"
    return f"{command}\n{command} {entry}"


@example(_example)
@click.command(cls=Example)
@click.argument("ruleset", type=RULESET)
@click.argument("catalogue", type=CATALOGUE, required=False)
@click.argument("entry", type=ENTRY, required=False)
@click.pass_context
def command(ctx: click.Context, ruleset: str, catalogue: str | None, entry: str | None) -> None:
    """List a game's army lists, an army list's entries, or all about one entry."""
    from listbuilder.cli.known import known_catalogue, known_ruleset

    library = library_of(ctx)
    ruleset = known_ruleset(library, ruleset)
    if catalogue is None:
        click.echo("\n".join(_catalogues(library, ruleset)))
        return
    catalogue = known_catalogue(library, ruleset, catalogue)
    from listbuilder.report.browse import catalogue_lines, entry_lines
    from listbuilder.rules.evaluate import judge_of

    judge = judge_of(library.book(ruleset, [catalogue]))
    lines = (
        catalogue_lines(judge, catalogue) if entry is None else entry_lines(judge, catalogue, entry)
    )
    click.echo("\n".join(lines))


def _catalogues(library: Library, ruleset: str) -> Iterator[str]:
    from listbuilder.report.text import table

    game = library.ruleset(ruleset)
    yield f"{game.name} {game.version}"
    rows = []
    for name in library.catalogues(ruleset):
        catalogue = library.catalogue(ruleset, name)
        rows.append((name, catalogue.name, catalogue.version, str(len(catalogue.entries))))
    yield from table(("army list", "name", "version", "entries"), rows)
