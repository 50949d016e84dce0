"""View models of the games with their army lists; those that can't be used have the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

import attrs

from listbuilder.errors import LoadError
from listbuilder.loading.events import LoadedEvent
from listbuilder.loading.isolation import Isolation
from listbuilder.loading.library import Library
from listbuilder.model.ruleset import Catalogue, Ruleset
from listbuilder.web.http.bugs import log_bugs
from listbuilder.web.storage.documents import told_unusable


@attrs.frozen(eq=False)
class GameView:
    """A game.

    Attributes:
        id: the ruleset's id.
        ruleset: the ruleset; None where it can't be used.
        lists: the army lists that can be used.
        problems: why the ruleset, or other army lists, can't be used.
    """

    id: str
    ruleset: Ruleset | None
    lists: tuple[Catalogue, ...] = ()
    problems: tuple[str, ...] = ()


@attrs.frozen
class EventView:
    """The demands of an event on a new army.

    Attributes:
        lists: ids of the army lists that it allows.
        limits: the limits that it sets.
        choices: the options that it allows, by choice.
    """

    name: str
    lists: tuple[str, ...]
    limits: Mapping[str, int]
    choices: Mapping[str, tuple[str, ...]]


def asked_of(event: LoadedEvent | None, library: Library, ruleset: str) -> EventView | None:
    """Show the demands on armies of a game; None where no event of the game is held."""
    if event is None or event.ruleset != ruleset:
        return None
    return EventView(event.name, (*event.lists(library),), event.settled({})[0], event.choices)


def games_of(library: Library) -> Iterator[GameView]:
    """Yield the games of a library, each by itself."""
    for name in library.rulesets():
        yield game_of(library, name)


def game_of(library: Library, name: str) -> GameView:
    """Show a game by its id."""
    isolation = Isolation()
    whole = isolation.run(name, partial(library.ruleset, name))
    if isinstance(whole, LoadError):
        game = GameView(name, None, problems=(told_unusable(whole),))
    else:
        parts = [
            isolation.run(one, partial(library.catalogue, name, one))
            for one in library.catalogues(name)
        ]
        game = GameView(
            name,
            whole,
            tuple(part for part in parts if isinstance(part, Catalogue)),
            tuple(told_unusable(part) for part in parts if isinstance(part, LoadError)),
        )
    log_bugs(isolation)
    return game
