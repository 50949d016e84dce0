"""All that is asked of a game's files."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.lint.bounds import bounds, unfillable
from listbuilder.lint.complete import profiles, replaced, sources, values
from listbuilder.lint.dead import dead, uncited
from listbuilder.lint.form import families_twice, form, ids, names_twice, twice
from listbuilder.lint.game import At, Fault, Game
from listbuilder.lint.ground import Ground
from listbuilder.lint.idle import idle
from listbuilder.lint.odds import charts, odds
from listbuilder.lint.offers import defaults, endless, steps_apart, unoffered
from listbuilder.lint.plain import plain_judged
from listbuilder.lint.rules import colliding, dead_places, dead_tests, rules_of
from listbuilder.lint.tables import grids, tables, tracks

CHECKS = (
    ids,
    twice,
    families_twice,
    sources,
    profiles,
    tables,
    charts,
    grids,
    tracks,
    bounds,
)
"""What is asked of a game whose ruleset can be used."""


def faults(game: Game) -> Iterator[Fault]:
    """Yield all that is wrong with the files of a game that can be read.

    What hangs on all files together is asked only where all can be used: else the one mistake
    would bring a hundred others.
    """
    for file in game.files.values():
        if file.part is not None and file.parsed is not None:
            for problem in form(file.parsed.data, "catalogue" if file.name else "ruleset"):
                yield Fault(file.name, problem)
    yield from game.faults
    if game.ruleset is None:
        if "" not in game.files:
            for name in game.files:
                message = "There is no ruleset where this army list lies."
                yield At(name, "/ruleset").fault("unknown-ruleset", message)
        return
    for check in CHECKS:
        yield from check(game)
    if all(file.part is not None for file in game.files.values()):
        yield from dead(game)
    if game.book is not None:
        yield from odds(game, game.book)
        yield from _standing(game, Ground(game.book))


def _standing(game: Game, ground: Ground) -> Iterator[Fault]:
    """Yield what is wrong with what can stand where."""
    for check in (
        names_twice,
        unoffered,
        defaults,
        endless,
        steps_apart,
        unfillable,
        values,
        replaced,
        dead_tests,
    ):
        yield from check(game, ground)
    yield from _ruled(game, ground)


def _ruled(game: Game, ground: Ground) -> Iterator[Fault]:
    """Yield what is wrong with constraints."""
    rules = rules_of(game, ground)
    for ruled in (dead_places, colliding, plain_judged):
        yield from ruled(game, ground, rules)
    yield from idle(rules)


def event_faults(game: Game, file: str) -> Iterator[Fault]:
    """Yield what is wrong with a game's rules and those of an event pack that joined it.

    Args:
        game: whose files are all in order.
        file: of the pack.
    """
    if game.book is not None:
        ground = Ground(game.book)
        yield from ids(game)
        yield from uncited(game, file)
        yield from dead_tests(game, ground)
        yield from _ruled(game, ground)
