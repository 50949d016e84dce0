"""The outcomes of solving: solved, impossible, or stopped. They are never mixed up."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from enum import Enum
from typing import Literal

import attrs

from listbuilder.findings import Source
from listbuilder.model.language import Number
from listbuilder.model.roster import Roster

Feature = Hashable
"""A fact that holds in some answers and not in others, such as "has a catapult"."""


@attrs.frozen
class Reason:
    """One rule or choice that takes part in a conflict.

    Attributes:
        code: the rule's id; ``kept`` for a selection of the player's, ``asked`` for a wish.
        text: a sentence.
        source: of the rule; None for a choice or a wish.
        cite: the rule's source in words; None as for ``source``.
        pointer: RFC 6901, of the player's selection that it is about; None: of no single one.
    """

    code: str
    text: str
    source: Source | None = None
    cite: str | None = None
    pointer: str | None = None


@attrs.frozen(eq=False)
class Conflict:
    """Rules and choices that can't all hold.

    Attributes:
        rules: of the books.
        choices: the player's: selections kept, wishes.
        irreducible: without any one of them the others can hold, by one of the witnesses; else the
            budget was exhausted, and some may be superfluous.
        smallest: no conflict has fewer; that is proved.
        witnesses: rosters that prove both: each breaks a part of every conflict.
    """

    rules: tuple[Reason, ...]
    choices: tuple[Reason, ...] = ()
    irreducible: bool = True
    smallest: bool = False
    witnesses: tuple[Roster, ...] = ()


class StopReason(Enum):
    """The limit that ended a search early.

    ``WORK`` is counted: where it ends a search, the same question has the same answer. Where
    ``TIME`` does, another run may get further. ``SIZE``: not all possible additions were looked at.
    ``ROUNDING``: the search came to its end, by a solver that rounds; that is no proof.
    """

    TIME = "time"
    WORK = "work"
    SIZE = "size"
    ROUNDING = "rounding"


@attrs.frozen
class Truncation:
    """A part of the search space that was left out for its size.

    Attributes:
        what: ``candidates``: selections that could be added; ``copies``: selections of an entry
            in one slot with different contents; ``depth``: selections within one another;
            ``order``: selections in one row of which a rule asks what stands beside them;
            additions come last; ``settings``: combinations of limits and choices.
        most: as many were looked at.
        entry: name of the entry; empty: of no single entry.
    """

    what: Literal["candidates", "copies", "depth", "order", "settings"]
    most: int
    entry: str = ""


ChangeKind = Literal[
    "remove", "reduce", "raise", "resize", "move", "split", "place", "add", "limit", "choose"
]


@attrs.frozen
class RosterChange:
    """One change of a repair.

    Attributes:
        done: the kind; ``split``: copies become a selection of their own beside the others;
            ``limit``, ``choose``: a limit or a choice of the roster is set.
        name: of the selection, or title of the limit or choice.
        number: of the selection, before (``1.2.1``); empty for an addition.
        holder: name of its holder before; empty: the army, or an addition. Of ``choose``: the
            title of the option before; empty: none.
        to: number and name of the holder that it is moved or added to, or the title of the slot if
            it stays with its holder; empty: the army. Of ``place``: what it is placed at; empty:
            nothing. Of ``choose``: the title of the option.
        before, after: copies, of ``resize`` models, of ``limit`` its value; of a move or an
            addition, ``after`` is how many come.
        models: of a unit that is added.
        along: number and name of what comes or goes with it and is no change of its own.
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


TradeOff = Literal["least lost", "least given up", "fewest changes"]
"""What an answer of a repair is best at."""


@attrs.frozen(eq=False)
class Solved:
    """A legal roster.

    Attributes:
        proved: no legal roster is better in any goal; of a repair: none gives up less, or as little
            with fewer changes.
        reached: the value of each goal, by name.
        features: the facts that tell it from other answers.
        proven_goals: the first goals, by name, of which no legal roster reaches more.
        aim_proved: it is proved best but for goals that only break ties.
        truncations: what was left out for its size; then nothing is proved.
        changes: made to the roster, by a repair.
        best_at: in which of a repair's two aims no answer is better, where that is proved.
    """

    roster: Roster
    proved: bool
    reached: Mapping[str, Number]
    features: frozenset[Feature] = frozenset()
    proven_goals: tuple[str, ...] = ()
    aim_proved: bool = False
    truncations: tuple[Truncation, ...] = ()
    changes: tuple[RosterChange, ...] = ()
    best_at: tuple[TradeOff, ...] = ()


@attrs.frozen(eq=False)
class Impossible:
    """There is no such roster, and that is proved."""

    conflict: Conflict | None = None


@attrs.frozen(eq=False)
class Stopped:
    """A limit was reached: whether there is a better roster, or any, is open.

    Attributes:
        stopped_by: the limit.
        best: a legal roster found so far; it may not be the best.
        truncations: what was left out for its size.
    """

    stopped_by: StopReason
    best: Solved | None = None
    truncations: tuple[Truncation, ...] = ()


Outcome = Solved | Impossible | Stopped


class DisagreementError(Exception):
    """The solver calls legal what the judge does not: a bug of ours."""
