"""One finding alone: the changes that mend it, found with little work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import attrs

from listbuilder.findings import Severity
from listbuilder.messages import joined
from listbuilder.model.roster import Roster
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.model.solver import needs_solver
from listbuilder.solve.outcomes import Impossible, Outcome, RosterChange, Solved, Stopped
from listbuilder.solve.search.refinement import RefinementSolver
from listbuilder.solve.tasks.change_sentences import sentence
from listbuilder.solve.tasks.repair_search import CHANGES, LEAST, RepairSearch

WORK = 0.3
"""Work for one finding, in CP-SAT's deterministic seconds."""

MOST_CHANGES = 4
"""Of a remedy: nobody reads more in a line."""

MOST_SELECTIONS = 400
"""Of a roster; in larger ones nothing is looked for."""


def remedy(breach: Check, verdict: Verdict, judge: Judge) -> tuple[str, Roster] | None:
    """Find changes that mend one breach; the other rules that are broken do not count.

    Of those found within a fixed amount of work they give up the least, which is not proved.

    Args:
        breach: to mend.
        verdict: the judge's own.
        judge: who judged.

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
    alone = judge.without(lambda rule, place: rule.id in others)
    search = RepairSearch(alone, verdict.army.roster, [breach.constraint])
    budget = SearchBudget(work=WORK).begin()
    few = {CHANGES: -MOST_CHANGES}
    outcome: Outcome = RefinementSolver(search.near()).solve(budget, LEAST, few)
    if isinstance(outcome, Impossible):
        outcome = search.everywhere().solve(budget, LEAST, few)
    answer = outcome.best if isinstance(outcome, Stopped) else outcome
    changes = list(_together(answer.changes)) if isinstance(answer, Solved) else []
    if not isinstance(answer, Solved) or not 0 < len(changes) <= MOST_CHANGES:
        return None
    return joined("; ", map(sentence, changes)).begun(), answer.roster


def _together(changes: Iterable[RosterChange]) -> Iterator[RosterChange]:
    """Yield changes; what is added several times alike is one."""
    added = Counter(change for change in changes if change.done == "add" and not change.along)
    for change in dict.fromkeys(changes):
        yield attrs.evolve(change, after=change.after * max(1, added[change]))
