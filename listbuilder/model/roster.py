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
        ruleset: the game's id.
        catalogues: the army lists that it uses, each with the version with which it was built.
        ruleset_version: the game's version with which it was built; None: the file does not say.
        limits: the values of limits such as ``points``, by the limit's id.
        choices: the options chosen, by the choice's id.
        player, team: the names of its player and of his team at an event.
        redacted: whether it is an opponent's copy: an entry with a hidden name stands for all
            entries of its army list that share the name, and nothing tells them apart.
        army: the outermost selections.
        notes: the player's notes, kept as they are.
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
