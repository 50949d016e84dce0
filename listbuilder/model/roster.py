"""A player's army."""

from collections.abc import Mapping
from typing import Any

import attrs

from listbuilder.model.entries import Selection
from listbuilder.record import Record


@attrs.frozen(eq=False, repr=False)
class Roster(Record):
    """A player's army: a tree of selections, with its limits and choices.

    Attributes:
        ruleset: id of the game.
        catalogues: the army lists it draws on, each with the version it was built with.
        ruleset_version: of the game, when it was built; None where the file does not say.
        limits: by limit, such as ``points``.
        choices: option chosen, by choice.
        player, team: whose it is, and with whom he plays at an event.
        redacted: whether it is an opponent's copy: an entry with a hidden name stands for all of
            its army list that share the name, and nothing tells them apart.
        army: the selections at the top.
        notes: the player's own, kept as they are.
        schema: the file's ``$schema``, kept.
        keys: the order of the keys in the file, kept when it is saved.
    """

    ruleset: str
    name: str
    catalogues: Mapping[str, str]
    ruleset_version: str | None = None
    limits: Mapping[str, int] = attrs.field(factory=dict)
    choices: Mapping[str, str] = attrs.field(factory=dict)
    player: str | None = None
    team: str | None = None
    redacted: bool = False
    army: tuple[Selection, ...] = ()
    notes: Any = None
    schema: str | None = None
    keys: tuple[str, ...] = attrs.field(default=(), eq=False, repr=False)
