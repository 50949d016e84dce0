"""What solving comes to: solved, impossible, or given up. They are never mixed up."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

import attrs

from listbuilder.findings import Source
from listbuilder.model.language import Number
from listbuilder.model.roster import Roster

Mark = Hashable
"""Something that is so in one answer and may not be in another."""


@attrs.frozen
class Reason:
    """One thing that takes part in a conflict.

    Attributes:
        code: the rule's id; ``kept`` for a selection of the player's, ``asked`` for a wish.
        text: a sentence.
        cite: the rule's source in words; None for what the player chose or asked.
    """

    code: str
    text: str
    source: Source | None = None
    cite: str | None = None


@attrs.frozen(eq=False)
class Conflict:
    """Things that can't all hold: leave one out, and the rest can.

    Attributes:
        rules: of the books.
        choices: the player's: selections kept, things asked for.
        smallest: each of them was tried; else the time ran out, and some may not be needed.
    """

    rules: tuple[Reason, ...]
    choices: tuple[Reason, ...] = ()
    smallest: bool = True


@attrs.frozen(eq=False)
class Solved:
    """A legal roster.

    Attributes:
        proved: there is no better one.
        reached: what each goal came to, by name.
        marks: what tells it from other answers.
    """

    roster: Roster
    proved: bool
    reached: Mapping[str, Number]
    marks: frozenset[Mark] = frozenset()


@attrs.frozen(eq=False)
class Impossible:
    """There is no such roster, and that is proved."""

    conflict: Conflict | None = None


@attrs.frozen(eq=False)
class GaveUp:
    """The limit was reached: nothing is said about what there is.

    Attributes:
        best: a legal roster found so far; it may not be the best.
    """

    best: Solved | None = None


Outcome = Solved | Impossible | GaveUp


class DisagreementError(Exception):
    """The solver calls legal what the judge does not: a bug of ours."""
