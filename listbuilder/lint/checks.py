"""All checks of a game's files, in their order."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.lint.alterations import alterations, unknown_terms
from listbuilder.lint.citations import doubtful_pages
from listbuilder.lint.completeness import classes, profiles, replaced, sources, values
from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.lint.lost_pictures import lost_pictures
from listbuilder.lint.missing_prices import below_zero, other_sizes, sizeless, unpriced
from listbuilder.lint.misspelt import rare_names
from listbuilder.lint.odds import charts, odds
from listbuilder.lint.offers import (
    defaults,
    steps_apart,
    unbounded_containers,
    unbounded_slots,
    unoffered,
)
from listbuilder.lint.pointless_bounds import bounds, unfillable
from listbuilder.lint.reachability import MOST_REACHED, Reachability, TooManyOffersError
from listbuilder.lint.redundant import overridden, redundant
from listbuilder.lint.rules import colliding, dead_places, dead_tests, rules_of
from listbuilder.lint.split_sensitivity import split_sensitive
from listbuilder.lint.style import families_twice, ids, names_twice, style, twice
from listbuilder.lint.table_rows import grids, sketches, tracks, wrong_tables
from listbuilder.lint.unused import uncited, unused
from listbuilder.messages import gettext
from listbuilder.model.ruleset import Book

CHECKS = (
    ids,
    twice,
    families_twice,
    sources,
    doubtful_pages,
    lost_pictures,
    below_zero,
    other_sizes,
    sizeless,
    classes,
    profiles,
    wrong_tables,
    charts,
    grids,
    tracks,
    sketches,
    bounds,
    unknown_terms,
    rare_names,
    alterations,
)
"""Checks of a game whose ruleset can be used."""


def diagnostics(game: Game) -> Iterator[Diagnostic]:
    """Yield all problems of a game's readable files.

    Checks that need all files together run only if all files can be used: else one mistake would
    bring a hundred others.
    """
    for file in game.files.values():
        if file.part is not None and file.parsed is not None:
            for problem in style(file.parsed, "catalogue" if file.name else "ruleset"):
                yield Diagnostic(file.name, problem)
    yield from game.diagnostics
    if game.ruleset is None:
        if "" not in game.files:
            for name in game.files:
                message = gettext("There is no ruleset where this army list lies.")
                yield Location(name, "/ruleset").diagnostic("unknown-ruleset", message)
        return
    for check in CHECKS:
        yield from check(game)
    if all(file.part is not None for file in game.files.values()):
        yield from unused(game)
    if game.book is not None:
        yield from odds(game, game.book)
        yield from _standing(game, game.book)


def _standing(game: Game, book: Book) -> Iterator[Diagnostic]:
    """Yield problems of slots and offers: which entries can stand where."""
    reachability = _reachability(book)
    if reachability is None:
        message = gettext(
            "More than {most_reached} entries are on offer, slot by slot: they are not looked at.",
            most_reached=MOST_REACHED,
        )
        yield Location("", "").diagnostic("too-many-offers", message)
        return
    for check in (
        names_twice,
        unoffered,
        defaults,
        unbounded_slots,
        unbounded_containers,
        steps_apart,
        unfillable,
        values,
        unpriced,
        replaced,
        dead_tests,
    ):
        yield from check(game, reachability)
    yield from _ruled(game, reachability)


def _reachability(book: Book) -> Reachability | None:
    try:
        return Reachability(book)
    except TooManyOffersError:
        return None


def _ruled(game: Game, reachability: Reachability) -> Iterator[Diagnostic]:
    """Yield problems of constraints."""
    rules = rules_of(game, reachability)
    for ruled in (dead_places, colliding, split_sensitive):
        yield from ruled(game, reachability, rules)
    yield from redundant(rules)
    yield from overridden(game, reachability, rules)


def event_diagnostics(game: Game, file: str) -> Iterator[Diagnostic]:
    """Yield problems of a game's rules together with those of an event pack that joined it.

    Args:
        game: a game whose own files have no problems.
        file: the pack's file.
    """
    reachability = _reachability(game.book) if game.book is not None else None
    if reachability is not None:
        yield from ids(game)
        yield from uncited(game, file)
        yield from dead_tests(game, reachability)
        yield from _ruled(game, reachability)
