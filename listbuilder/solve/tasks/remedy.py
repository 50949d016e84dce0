"""Remedies of the solver: changes that mend a single finding, found with little work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import attrs

from listbuilder.findings import Severity
from listbuilder.messages import joined
from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.model.solver import needs_solver
from listbuilder.solve.outcomes import (
    Impossible,
    Outcome,
    RosterChange,
    Solved,
    answer_of,
    only_rounds,
)
from listbuilder.solve.search.refinement import RefinementSolver
from listbuilder.solve.tasks.change_sentences import change_sentence
from listbuilder.solve.tasks.repair_goals import CHANGES, GIVEN_UP, LEAST
from listbuilder.solve.tasks.repair_search import RepairSearch

WORK = 0.3
"""Work for one finding, in CP-SAT's deterministic seconds."""

MOST_CHANGES = 4
"""The most changes of a remedy, which is told in one line."""

MORE_CHANGES = 1
"""The most changes that a remedy with additions makes beyond one without: nobody takes three
options out and buys a shield to spare an engine."""

MOST_TIMES = 2
"""The most that a remedy may multiply the models of a unit by."""

MOST_SELECTIONS = 400
"""The largest roster, in selections, for which remedies are looked for."""


def remedy(breach: Check, verdict: Verdict, judge: Judge) -> tuple[str, Roster] | None:
    """Find changes that mend one breach; other rules that are broken already do not count.

    The answer is the best that a fixed amount of work (``WORK``) finds, which is not proved best.

    Args:
        breach: the failed check to mend.
        verdict: the judge's verdict on the roster, with the breach.
        judge: the judge of the roster's book.

    Returns:
        The changes in words, and the roster after them; None: nothing was found.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    needs_solver()
    if len(verdict.army.nodes) > MOST_SELECTIONS:
        return None
    others = {
        other.constraint.id
        for other in verdict.breaches
        if other.constraint.severity is Severity.ERROR
    } - {breach.constraint.id}
    alone = judge.without(lambda rule, place: rule.id in others) if others else judge
    search = RepairSearch(alone, verdict.army.roster, [breach], nested=False)
    answer = _found(search, SearchBudget(work=WORK).begin())
    changes = list(_together(answer.changes)) if answer is not None else []
    if answer is None or not 0 < len(changes) <= MOST_CHANGES or any(map(_is_huge, changes)):
        return None
    return joined("; ", map(change_sentence, changes)).begun(), answer.roster


def _found(search: RepairSearch, budget: SearchBudget) -> Solved | None:
    """Find an answer of few changes: without additions, or a better one with them."""
    few: dict[str, Number] = {CHANGES: -MOST_CHANGES}
    answer = answer_of(RefinementSolver(search.without_additions()).solve(budget, LEAST, few))
    if answer is not None:
        given_up = answer.reached[GIVEN_UP]
        if not given_up or not search.may_add:
            return answer
        near = RefinementSolver(search.near(-given_up))
        few[CHANGES] = max(few[CHANGES], answer.reached[CHANGES] - MORE_CHANGES)
        return answer_of(near.solve(budget, LEAST, few, {GIVEN_UP: given_up})) or answer
    outcome: Outcome = RefinementSolver(search.near()).solve(budget, LEAST, few)
    answer = answer_of(outcome)
    if answer is None and (isinstance(outcome, Impossible) or only_rounds(outcome)):
        answer = answer_of(search.everywhere().solve(budget, LEAST, few))
    return answer


def _is_huge(change: RosterChange) -> bool:
    """Whether a unit grows too large for a remedy: nobody buys forty men to please a rule."""
    return change.done == "resize" and change.after > MOST_TIMES * change.before


def _together(changes: Iterable[RosterChange]) -> Iterator[RosterChange]:
    """Yield the changes; equal additions become one, with the sum of their copies."""
    added = Counter(change for change in changes if change.done == "add" and not change.along)
    for change in dict.fromkeys(changes):
        yield attrs.evolve(change, after=change.after * max(1, added[change]))
