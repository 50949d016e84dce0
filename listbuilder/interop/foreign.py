"""The tree that readers of all foreign formats make of a roster."""

from __future__ import annotations

from fractions import Fraction

import attrs

MOST_DEPTH = 64
"""Most elements, objects or lists within one another."""

MOST_ELEMENTS = 250_000
"""Most elements of a file: as many as 5 MB hold."""


@attrs.define
class ForeignSelection:
    """A selection as another program has it.

    Attributes:
        name: its name in that program.
        number: models or copies in all: the holder's number does not multiply it.
        points: points of the selection by itself; None where the file does not say.
        kind: ``unit``, ``model`` or ``upgrade``; empty where the file does not say.
        called: the player's name for the selection.
        notes: the player's notes.
        path: names from the force down to the selection.
        held: the selections in it.
        size: models, where the file has both models and copies.
        at: name of the selection that this one is placed at.
        counts: the file counts the selection among an army's models, whatever its kind.
        parts: contents that a line of text lists; a name with commas is in pieces.
        further: whether the number is added to the contents that the slot always holds, such as
            more crew for an engine.
        line: the whole line of text that the selection was read from.
    """

    name: str
    number: int = 1
    points: Fraction | None = None
    kind: str = ""
    called: str = ""
    notes: str = ""
    path: tuple[str, ...] = ()
    held: list[ForeignSelection] = attrs.field(factory=list)
    size: int | None = None
    at: str = ""
    counts: bool = False
    parts: list[ForeignSelection] = attrs.field(factory=list)
    further: bool = False
    line: str = ""


@attrs.define
class ForeignForce:
    """One army list's part of a roster; ``catalogue`` has names and ids of the list."""

    catalogue: tuple[str, ...]
    held: list[ForeignSelection] = attrs.field(factory=list)


@attrs.define
class ForeignRoster:
    """A roster as another program has it.

    Attributes:
        program: the program whose format it is.
        game: names and ids of the game; empty where the file does not say.
        name: the player's name for the army; may be empty.
        limits: the limits that the army is built to, such as points, by title.
        total: points of the army as the file says.
        forces: one for each army list.
        notes: the player's notes.
        player, team: the owner.
        lists: names of the army lists in their order, where the file says them.
        exact: the lines are as ours: the only force holds the top selections of a roster, and
            numbers are copies, never one for each of a holder's models.
    """

    program: str
    game: tuple[str, ...] = ()
    name: str = ""
    limits: dict[str, int] = attrs.field(factory=dict)
    total: Fraction | None = None
    forces: list[ForeignForce] = attrs.field(factory=list)
    notes: str = ""
    player: str = ""
    team: str = ""
    lists: tuple[str, ...] = ()
    exact: bool = False
