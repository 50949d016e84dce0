"""``listbuilder browse``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from listbuilder.cli.paging import echo_lines
from listbuilder.cli.params import (
    CATALOGUE,
    ENTRY,
    KEYWORD,
    KIND,
    RULESET,
    ExampleCommand,
    example,
    library_of,
    sample,
)
from listbuilder.errors import LoadError
from listbuilder.loading.library import Library
from listbuilder.messages import gettext, translated

if TYPE_CHECKING:
    from listbuilder.report.search import Listed


UNUSABLE = gettext("(can’t be used)")
"""Stands in the place of the name of an unusable file."""


def _example(library: Library) -> str:
    ruleset, catalogue, _ = sample(library)
    entries = library.catalogue(ruleset, catalogue).entries
    command = f"listbuilder browse {ruleset}"
    return "\n".join(
        (
            f"{command} {catalogue}",
            f"{command} {catalogue} {entries[1].id}",
            f"{command} --keyword {entries[1].is_[0]} --max-points 100",
            f"{command} --summary",
        )
    )


@example(_example)
@click.command(cls=ExampleCommand)
@click.argument("ruleset", type=RULESET, required=False)
@click.argument("catalogue", type=CATALOGUE, required=False)
@click.argument("entry", type=ENTRY, required=False)
@click.option("--keyword", type=KEYWORD, multiple=True, help="Only what has it; of several, all.")
@click.option("--kind", type=KIND, multiple=True, help="Only what is of it; of several, all.")
@click.option("--name", default="", help="Only what has this in its name.")
@click.option("--min-points", type=int, help="Only what costs no less, without options.")
@click.option("--max-points", type=int, help="Only what costs no more, without options.")
@click.option("--summary", is_flag=True, help="Count the entries of each kind, list by list.")
@click.pass_context
def command(
    ctx: click.Context,
    ruleset: str | None,
    catalogue: str | None,
    entry: str | None,
    keyword: tuple[str, ...],
    kind: tuple[str, ...],
    name: str,
    min_points: int | None,
    max_points: int | None,
    summary: bool,
) -> None:
    """List games, a game's army lists, an army list's entries, or all about one entry.

    With filters or --summary it looks through one army list, a game, or all that there are.
    """
    from listbuilder.cli.lookup import known_catalogue, known_ids, known_ruleset

    library = library_of(ctx)
    if ruleset is not None:
        ruleset = known_ruleset(library, ruleset)
        if catalogue is not None:
            catalogue = known_catalogue(library, ruleset, catalogue)
    refused: list[LoadError] = []
    unasked = not (keyword or kind or name) and min_points is None and max_points is None
    if unasked and not summary:
        echo_lines(_listing(library, ruleset, catalogue, entry, refused))
        _raise(refused)
        return
    if entry is not None:
        raise click.UsageError(
            gettext("Filters and --summary look for many entries: leave ENTRY out.")
        )
    from listbuilder.report.search import EntryQuery, found_lines, summary_lines

    games = {
        game: list(_lists(library, game, catalogue, refused))
        for game in ([ruleset] if ruleset else library.rulesets())
    }
    books = [judge.book for lists in games.values() for _, judge in lists]
    if not books:
        _raise(refused)
    words = [(key, known.title) for book in books for key, known in book.keywords.items()]
    kinds = [(key, known.title) for book in books for key, known in book.ruleset.kinds.items()]
    wanted = EntryQuery(
        keywords=[known_ids(one, words, gettext("keyword")) for one in keyword],
        kinds=[known_ids(one, kinds, gettext("kind of entry")) for one in kind],
        name=name,
        least=min_points,
        most=max_points,
    )
    told = []
    for game, lists in games.items():
        lines = list(summary_lines(lists, wanted) if summary else found_lines(lists, wanted))
        if lines and len(games) > 1:
            lines.insert(0, library.ruleset(game).name)
        told += ["\n".join(lines)] if lines else []
    echo_lines(["\n\n".join(told) or translated(gettext("There is nothing of that."))])
    _raise(refused)


def _raise(refused: list[LoadError]) -> None:
    """Raise the error of the first file that could not be used, after all else is told."""
    if refused:
        raise refused[0]


def _listing(
    library: Library,
    ruleset: str | None,
    catalogue: str | None,
    entry: str | None,
    refused: list[LoadError],
) -> Iterator[str]:
    if ruleset is None:
        yield from _rulesets(library, refused)
    elif catalogue is None:
        yield from _catalogues(library, ruleset, refused)
    else:
        from listbuilder.report.browse import catalogue_lines, entry_lines
        from listbuilder.rules.evaluate import judge_of

        judge = judge_of(library.book(ruleset, [catalogue]))
        if entry is None:
            yield from catalogue_lines(judge, catalogue)
        else:
            yield from entry_lines(judge, catalogue, entry)


def _lists(
    library: Library, ruleset: str, catalogue: str | None, refused: list[LoadError]
) -> Iterator[Listed]:
    """Yield a game's army lists, or the named one, each with a judge of its own.

    Args:
        library: the library of games.
        ruleset: id or name of the game.
        catalogue: id or name of the only army list; empty: all.
        refused: a list to which errors of unusable army lists are added.
    """
    from listbuilder.rules.evaluate import judge_of

    for name in [catalogue] if catalogue else library.catalogues(ruleset):
        try:
            book = library.book(ruleset, [name])
        except LoadError as error:
            refused.append(error)
        else:
            yield name, judge_of(book)


def _rulesets(library: Library, refused: list[LoadError]) -> Iterator[str]:
    from listbuilder.report.columns import table

    rows = []
    for name in library.rulesets():
        lists = str(len(library.catalogues(name)))
        try:
            game = library.ruleset(name)
            rows.append((name, game.name, game.version, lists))
        except LoadError as error:
            refused.append(error)
            rows.append((name, UNUSABLE, "", lists))
    yield from table(
        (gettext("ruleset"), gettext("name"), gettext("version"), gettext("army lists")), rows
    )


def _catalogues(library: Library, ruleset: str, refused: list[LoadError]) -> Iterator[str]:
    from listbuilder.report.columns import table

    game = library.ruleset(ruleset)
    yield f"{game.name} {game.version}"
    rows = []
    for name in library.catalogues(ruleset):
        try:
            catalogue = library.catalogue(ruleset, name)
            rows.append((name, catalogue.name, catalogue.version, str(len(catalogue.entries))))
        except LoadError as error:
            refused.append(error)
            rows.append((name, UNUSABLE, "", ""))
    yield from table(
        (gettext("army list"), gettext("name"), gettext("version"), gettext("entries")), rows
    )
