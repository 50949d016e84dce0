"""Turning an army into one of another kind: other choices, the units where they can stand."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.editing.find import ROSTER
from listbuilder.editing.set_values import set_values
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Outcome
from listbuilder.solve.tasks.repair import repair


def convert(
    judge: Judge,
    roster: Roster,
    settings: Iterable[tuple[str, str]],
    budget: SearchBudget | None = None,
    number: int = 1,
) -> list[Outcome]:
    """Set choices and limits, and make the army legal again with as little lost as possible.

    Args:
        judge: the judge of the roster's book.
        roster: the player's roster.
        settings: choices and limits with their new values.
        budget: the budget of the search for each answer.
        number: the most answers.

    Returns:
        The outcomes, best first, as those of ``repair``.

    Raises:
        EditError: a limit, choice or option that the ruleset does not have.
        NoSolverError: OR-Tools is not installed, and the army does not stay legal by itself.
    """
    return repair(judge, set_values(judge, roster, ROSTER, settings).roster, budget, number)
