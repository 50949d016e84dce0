"""What solving comes to: solved, impossible, or given up. They are never mixed up."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from enum import Enum
from typing import Literal

import attrs

from listbuilder.findings import Source
from listbuilder.model.language import Number
from listbuilder.model.roster import Roster

Feature = Hashable
"""Something that is so in one answer and may not be in another."""


@attrs.frozen
class Reason:
    """One thing that takes part in a conflict.

    Attributes:
        code: the rule's id; ``kept`` for a selection of the player's, ``asked`` for a wish.
        text: a sentence.
        cite: the rule's source in words; None for what the player chose or asked.
        pointer: RFC 6901, of the player's selection that it is about; None: of no single one.
    """

    code: str
    text: str
    source: Source | None = None
    cite: str | None = None
    pointer: str | None = None


@attrs.frozen(eq=False)
class Conflict:
    """Things that can't all hold.

    Attributes:
        rules: of the books.
        choices: the player's: selections kept, things asked for.
        needed: of each a roster shows that the others can hold without it; else the time ran out,
            and some may not be needed.
        fewest: it is proved that no fewer will do.
        shown: the rosters that show both: whatever can't all hold, each of these breaks some of it.
    """

    rules: tuple[Reason, ...]
    choices: tuple[Reason, ...] = ()
    irreducible: bool = True
    smallest: bool = False
    witnesses: tuple[Roster, ...] = ()


class StopReason(Enum):
    """What ended a search before it was through.

    ``WORK`` is counted: where it ends a search, the same question has the same answer. Where
    ``TIME`` does, another run may get further. ``SIZE``: not all that could be added was looked at.
    """

    TIME = "time"
    WORK = "work"
    SIZE = "size"


@attrs.frozen
class Truncation:
    """Something that was not looked at, for there would be too much of it.

    Attributes:
        what: ``spots``: places for a selection; ``copies``: selections of an entry in one slot
            that hold different things; ``depth``: selections within one another.
        most: no more of them than this.
        entry: whose; empty where it is no entry's.
    """

    what: Literal["spots", "copies", "depth"]
    most: int
    entry: str = ""


ChangeKind = Literal["remove", "reduce", "raise", "resize", "move", "split", "add"]


@attrs.frozen
class RosterChange:
    """One thing done to a roster.

    Attributes:
        done: what; ``split``: copies become a selection of their own beside the others.
        name: of the selection.
        number: of the selection, before (``1.2.1``); none for one that is added.
        holder: what it is in before; none for the army, and for one that is added.
        to: number and name of what it is moved or added to, or the slot's title where it stays
            with its holder; none for the army.
        before, after: copies, with ``resize`` models; of what is moved or added, ``after`` is how
            many come.
        models: of a unit that is added.
        along: what comes or goes with it, and is no change of its own: number and name.
    """

    done: ChangeKind
    name: str
    number: str = ""
    holder: str = ""
    to: str = ""
    before: int = 0
    after: int = 0
    models: int = 0
    along: tuple[tuple[int, str], ...] = ()


@attrs.frozen(eq=False)
class Solved:
    """A legal roster.

    Attributes:
        proved: there is no better one.
        reached: what each goal came to, by name.
        marks: what tells it from other answers.
        sure: the first goals, by name, of which no roster reaches more.
        cuts: what was not looked at; then nothing is proved.
        changes: what was done to the roster, where that was asked for.
    """

    roster: Roster
    proved: bool
    reached: Mapping[str, Number]
    features: frozenset[Feature] = frozenset()
    proven_goals: tuple[str, ...] = ()
    truncations: tuple[Truncation, ...] = ()
    changes: tuple[RosterChange, ...] = ()


@attrs.frozen(eq=False)
class Impossible:
    """There is no such roster, and that is proved."""

    conflict: Conflict | None = None


@attrs.frozen(eq=False)
class GaveUp:
    """A limit was reached: nothing is said about what there is.

    Attributes:
        limit: which.
        best: a legal roster found so far; it may not be the best.
        cuts: what was not looked at.
    """

    stopped_by: StopReason
    best: Solved | None = None
    truncations: tuple[Truncation, ...] = ()


Outcome = Solved | Impossible | GaveUp


class DisagreementError(Exception):
    """The solver calls legal what the judge does not: a bug of ours."""
