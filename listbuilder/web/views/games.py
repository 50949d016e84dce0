"""The games at hand with their army lists; what can't be used of them, with the reason."""

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
from listbuilder.web.storage.documents import unusable


@attrs.frozen(eq=False)
class GameView:
    """A game.

    Attributes:
        id: of its ruleset.
        ruleset: None where it can't be used.
        lists: those of its army lists that can be used.
        problems: why the ruleset can't be, or other lists.
    """

    id: str
    ruleset: Ruleset | None
    lists: tuple[Catalogue, ...] = ()
    problems: tuple[str, ...] = ()


@attrs.frozen
class EventView:
    """What an event asks of an army that is begun.

    Attributes:
        lists: ids of the army lists that may come.
        limits: what it settles, by limit.
        choices: the options that it allows, of each choice that it names.
    """

    name: str
    lists: tuple[str, ...]
    limits: Mapping[str, int]
    choices: Mapping[str, tuple[str, ...]]


def asked_of(event: LoadedEvent | None, library: Library, ruleset: str) -> EventView | None:
    """Show what is asked of armies of a game; None where no event of it is held."""
    if event is None or event.ruleset != ruleset:
        return None
    return EventView(event.name, (*event.lists(library),), event.settled({})[0], event.choices)


def games_of(library: Library) -> Iterator[GameView]:
    """Yield the games of a library, each by itself."""
    for name in library.rulesets():
        yield game_of(library, name)


def game_of(library: Library, name: str) -> GameView:
    """Show a game that there is."""
    isolation = Isolation()
    whole = isolation.run(name, partial(library.ruleset, name))
    if isinstance(whole, LoadError):
        game = GameView(name, None, problems=(unusable(whole),))
    else:
        parts = [
            isolation.run(one, partial(library.catalogue, name, one))
            for one in library.catalogues(name)
        ]
        game = GameView(
            name,
            whole,
            tuple(part for part in parts if isinstance(part, Catalogue)),
            tuple(unusable(part) for part in parts if isinstance(part, LoadError)),
        )
    log_bugs(isolation)
    return game
