"""The outcomes of solving: solved, impossible, or stopped before either was certain."""

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
        text: the reason as a sentence.
        source: the rule's source; None for a choice or a wish.
        cite: the rule's source in words; None for a choice or a wish.
        pointer: the JSON pointer (RFC 6901) of the player's selection concerned; None: it does not
            concern a single selection.
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
        rules: rules of the book.
        choices: the player's choices: selections kept, wishes.
        irreducible: whether a witness shows of each rule and choice that the others can hold; else
            the budget was exhausted, and some may be superfluous.
        smallest: whether it is proved that no conflict has fewer rules and choices.
        witnesses: the rosters that prove both: each breaks a part of every conflict.
    """

    rules: tuple[Reason, ...]
    choices: tuple[Reason, ...] = ()
    irreducible: bool = True
    smallest: bool = False
    witnesses: tuple[Roster, ...] = ()


class StopReason(Enum):
    """The limit that ended a search early.

    ``WORK``: all the work allowed was done; work is counted, so the same question has the same
    answer. ``TIME``: the wall time was over; another run may get further. ``SIZE``: not all
    possible additions were looked at. ``ROUNDING``: the search was finished, but by a solver that
    rounds, which is no proof. ``ASKED``: the player ended it.
    """

    TIME = "time"
    WORK = "work"
    SIZE = "size"
    ROUNDING = "rounding"
    ASKED = "asked"


@attrs.frozen
class Truncation:
    """A part of the search space that was left out for its size.

    Attributes:
        what: the kind of things left out. ``candidates``: selections that could be added;
            ``copies``: selections of an entry in one slot with different contents; ``depth``:
            selections within one another; ``order``: orders of a row of which a rule asks what
            stands beside what (only the order with additions last was tried); ``settings``:
            combinations of limits and choices.
        most: the number of these things that were looked at.
        entry: the entry's name; empty: no single entry is concerned.
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
        done: the kind of change; ``split``: copies become a selection of their own beside the
            others; ``limit``, ``choose``: a limit or a choice of the roster is set.
        name: the name of the selection, or the title of the limit or choice.
        number: the selection's number before the change (``1.2.1``); empty for an addition.
        holder: the name of its holder before; empty: the army, or an addition. For ``choose``: the
            title of the option before; empty: none.
        to: number and name of the holder that it is moved or added to, or the title of the slot if
            it stays with its holder; empty: the army. For ``place``: number and name of the target;
            empty: nowhere. For ``choose``: the title of the new option.
        before, after: numbers of copies; for ``resize`` of models; for ``limit`` its values. For a
            move or an addition ``after`` is the number of copies that come.
        models: the number of models of a unit that is added.
        along: number and name of contents that come or go with it and are no change of their own.
        is_whole: whether all that it held goes with it, and nothing is moved elsewhere; where some
            copies go, whether all others stay.
        stood: the copies of what stood at it, or in it, and belongs to others; in ``along``, too.
        at: for ``place``: number and name of the target before; for an addition: of the target at
            which it is placed; empty: none.
        again: for an addition: the id that was gone, at which others stand again.
        takes_over: number and name of those that go and whose remaining contents come with the
            addition.
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
    is_whole: bool = True
    stood: int = 0
    at: str = ""
    takes_over: tuple[str, ...] = ()
    again: str = ""


TradeOff = Literal["least lost", "least given up", "fewest changes", "in between"]
"""An aim of a repair in which an answer is best, or that it is between two that are."""


@attrs.frozen(eq=False)
class Solved:
    """A legal roster.

    Attributes:
        proved: whether it is proved that no legal roster is better in the goals, in their order;
            for a repair's first answer: that none gives up less, or as little with fewer changes;
            for a further one: that none is better in what it is best at.
        reached: the value of each goal, by name.
        features: the facts that tell it from other answers.
        proven_goals: the names of the first goals of which no legal roster reaches more.
        aim_proved: whether it is proved best but for goals that only break ties.
        truncations: parts left out for their size; if any, nothing is proved.
        changes: the changes that a repair makes to the roster.
        best_at: the aims of a repair in which it is proved that no answer is better.
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
    """It is proved that there is no such roster."""

    conflict: Conflict | None = None


@attrs.frozen(eq=False)
class Stopped:
    """A limit was reached: it is open whether there is a better roster, or any.

    Attributes:
        stopped_by: the limit.
        best: the best legal roster found so far, perhaps not the best of all; None: none was found.
        truncations: parts left out for their size.
    """

    stopped_by: StopReason
    best: Solved | None = None
    truncations: tuple[Truncation, ...] = ()


Outcome = Solved | Impossible | Stopped


def answer_of(outcome: Outcome) -> Solved | None:
    """The answer of an outcome, even if it may not be the best; None: there is none."""
    answer = outcome.best if isinstance(outcome, Stopped) else outcome
    return answer if isinstance(answer, Solved) else None


def ended_with(outcome: Outcome) -> Solved | None:
    """The answer of a finished search: the best, as far as its solver can tell; None: none."""
    return answer_of(outcome) if isinstance(outcome, Solved) or only_rounds(outcome) else None


def only_rounds(outcome: Outcome) -> bool:
    """Whether a search was finished, but by a solver that rounds, so that nothing is proved."""
    return isinstance(outcome, Stopped) and outcome.stopped_by is StopReason.ROUNDING


class DisagreementError(Exception):
    """The solver calls legal what the judge does not: a bug of ours."""
