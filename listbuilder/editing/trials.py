"""Changes that may be tried, and the budget for trying them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from listbuilder.errors import EditError
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Verdict

MOST_JUDGED = 30_000
"""Selections that may be judged for all findings of a roster: some tenths of a second."""

LOOKS = 8
"""Selections that are looked at in the time of judging one."""

NEW_SELECTION = 24
"""Cost of judging a selection at a new place, in judged selections: its rules are compiled."""


class TrialBudget:
    """The work that is left for trying remedies: counted, so that all machines stop alike.

    A pass over selections is paid for afterwards, and none begins once the budget is spent: so it
    is overdrawn by a few passes at most.
    """

    def __init__(self, judged: int = MOST_JUDGED) -> None:
        self._left = judged * LOOKS

    @property
    def spent(self) -> bool:
        """Whether no further work may begin."""
        return self._left <= 0

    def look(self, selections: int = 1) -> None:
        """Pay for looking at selections or places."""
        self._left -= selections

    def judge(self, verdict: Verdict, new: int) -> None:
        """Pay for judging a roster, some of whose selections are new."""
        done = 1 + len(verdict.army.nodes) + len(verdict.breaches)
        self._left -= LOOKS * (done + NEW_SELECTION * max(0, new))


class Fix(NamedTuple):
    """An instruction with its edit.

    Attributes:
        roster: makes the roster after the edit; EditError where it can't be made.
        less: the selection that copies are taken from.
        of_the_rule: the edit removes a selection that the rule is asked of, with its contents.
        last: any other way is better: this one sets a limit that players may have agreed on,
            removes several selections at once, makes a unit far larger than it has to be, or gives
            an option to a bearer that it was not meant for.
        is_double: it is two steps already, and no second step of another.
    """

    text: str
    roster: Callable[[], Roster]
    less: Node | None = None
    of_the_rule: bool = False
    last: bool = False
    is_double: bool = False


def made(fix: Fix) -> Roster | None:
    """The roster after a change; None: it can't be made."""
    try:
        return fix.roster()
    except EditError:
        return None


def different(fixes: Iterator[Fix], budget: TrialBudget) -> Iterator[Fix]:
    """Yield the fixes with different texts, until the budget is spent."""
    seen: set[str] = set()
    while not budget.spent and (fix := next(fixes, None)):
        budget.look()
        if fix.text not in seen:
            seen.add(fix.text)
            yield fix
