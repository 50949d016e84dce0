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
from listbuilder.solve.tasks.repair_search import CHANGES, GIVEN_UP, LEAST, RepairSearch

WORK = 0.3
"""Work for one finding, in CP-SAT's deterministic seconds."""

MOST_CHANGES = 4
"""Of a remedy: nobody reads more in a line."""

MOST_TIMES = 2
"""As large as before a remedy makes a unit."""

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
    alone = judge.without(lambda rule, place: rule.id in others) if others else judge
    search = RepairSearch(alone, verdict.army.roster, [breach.constraint], nested=False)
    answer = _found(search, SearchBudget(work=WORK).begin())
    changes = list(_together(answer.changes)) if answer is not None else []
    if answer is None or not 0 < len(changes) <= MOST_CHANGES or any(map(_is_huge, changes)):
        return None
    return joined("; ", map(sentence, changes)).begun(), answer.roster


def _found(search: RepairSearch, budget: SearchBudget) -> Solved | None:
    """An answer of few changes: without additions, or one that gives up less by what it adds."""
    few = {CHANGES: -MOST_CHANGES}
    answer = _solved(RefinementSolver(search.without_additions()).solve(budget, LEAST, few))
    if answer is not None:
        given_up = answer.reached[GIVEN_UP]
        if not given_up or not search.may_add:
            return answer
        near = RefinementSolver(search.near(-given_up))
        return _solved(near.solve(budget, LEAST, few, {GIVEN_UP: given_up})) or answer
    outcome: Outcome = RefinementSolver(search.near()).solve(budget, LEAST, few)
    if isinstance(outcome, Impossible):
        outcome = search.everywhere().solve(budget, LEAST, few)
    return _solved(outcome)


def _solved(outcome: Outcome) -> Solved | None:
    answer = outcome.best if isinstance(outcome, Stopped) else outcome
    return answer if isinstance(answer, Solved) else None


def _is_huge(change: RosterChange) -> bool:
    """Whether a unit becomes many times as large: nobody buys forty men to please a rule."""
    return change.done == "resize" and change.after > MOST_TIMES * change.before


def _together(changes: Iterable[RosterChange]) -> Iterator[RosterChange]:
    """Yield changes; what is added several times alike is one."""
    added = Counter(change for change in changes if change.done == "add" and not change.along)
    for change in dict.fromkeys(changes):
        yield attrs.evolve(change, after=change.after * max(1, added[change]))
