"""Changes that may be tried, and what trying them may cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from listbuilder.model.roster import Roster
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Verdict

MOST_JUDGED = 30_000
"""Selections judged for all findings of a roster, in all that is tried: some tenths of a second."""

LOOKS = 8
"""Selections that are only looked at, in the time that judging one takes."""

NEW_SELECTION = 24
"""What one that is new costs, in selections judged: what is asked there is put together first."""


class TrialBudget:
    """What trying remedies may still cost: counted work, so that a roster ends alike everywhere.

    Whoever goes over selections pays for them afterwards, and begins nothing once it is spent: so
    it is overdrawn by no more than a few passes over the roster.
    """

    def __init__(self, judged: int = MOST_JUDGED) -> None:
        self._left = judged * LOOKS

    @property
    def spent(self) -> bool:
        """Whether nothing more may be begun."""
        return self._left <= 0

    def look(self, selections: int = 1) -> None:
        """Pay for selections, or places for them, that were looked at."""
        self._left -= selections

    def judge(self, verdict: Verdict, new: int) -> None:
        """Pay for judging a roster, some of whose selections are new."""
        done = 1 + len(verdict.army.nodes) + len(verdict.breaches)
        self._left -= LOOKS * (done + NEW_SELECTION * max(0, new))


class Fix(NamedTuple):
    """An instruction, and how to carry it out.

    Attributes:
        roster: makes the roster after it; EditError where it can't be made.
        less: the selection that copies are taken from.
        of_the_rule: it takes out what the broken rule is asked of, with all that it holds.
        last: whether any other way is better: a limit is set that others may have agreed on,
            several selections go at once, or a unit becomes far larger than it has to be.
    """

    text: str
    roster: Callable[[], Roster]
    less: Node | None = None
    of_the_rule: bool = False
    last: bool = False
