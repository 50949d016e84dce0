"""A roster of another program, whichever its format: the tree that all readers make."""

from __future__ import annotations

from fractions import Fraction

import attrs

MOST_DEPTH = 64
"""Elements, objects or lists within one another."""

MOST_ELEMENTS = 250_000
"""Of a file: as many as one of 5 MB holds."""


@attrs.define
class ForeignSelection:
    """A selection as another program has it.

    Attributes:
        name: as that program calls it.
        number: models or copies, absolute: nothing multiplies it.
        points: its own, without what it holds; None where the file does not say.
        kind: ``unit``, ``model`` or ``upgrade``; empty where the file does not say.
        called: what the player calls it.
        notes: the player's.
        path: names from the force down to it.
        held: what it holds.
        size: models, where the file tells them from copies.
        at: name of what it is placed at.
        counts: it is counted among an army's models, whatever its kind.
        parts: what a line of text says that it holds: of names with commas, the pieces.
        further: so many more than what a slot always holds, such as crew beside that of an engine.
        line: the whole line of text that it was read from.
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
    """One army list's part of a roster; ``catalogue`` is names and ids that it goes by."""

    catalogue: tuple[str, ...]
    held: list[ForeignSelection] = attrs.field(factory=list)


@attrs.define
class ForeignRoster:
    """A roster as another program has it.

    Attributes:
        program: whose format it is.
        game: names and ids that the game goes by; empty where the file does not say.
        name: the player's; may be empty.
        limits: what it is built to, such as points.
        total: points that the file says it costs.
        forces: one for each army list.
        notes: the player's.
        player, team: whose it is.
        lists: names of its army lists in their order, where the file says them.
        exact: it is written as ours are: its one force holds what a roster holds, and no number
            stands for each of a holder's models.
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
