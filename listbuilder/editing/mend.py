"""What would mend a finding: changes tried one by one before they are offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import attrs

from listbuilder.editing.fixes import MOST_JUDGED, Fix, TrialBudget, fixes
from listbuilder.errors import EditError
from listbuilder.findings import Finding, Remedy, Severity
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Check, Judge, Verdict
from listbuilder.rules.explain import Locate, explain, nowhere

MOST_TRIED = 16
MOST_OFFERED = 3


def judged(
    verdict: Verdict, judge: Judge, locate: Locate = nowhere, most: int = MOST_JUDGED
) -> list[Finding]:
    """Explain a verdict and add to each finding what would mend it, best first.

    Args:
        verdict: the judge's own.
        judge: who judged.
        locate: line and column of a JSON pointer in the roster's file.
        most: selections to judge in all, when trying; findings left without are ``untried``.
    """
    trials = _Trials(verdict, judge, TrialBudget(most))
    findings = []
    for breach, finding in explain(verdict, judge, locate):
        remedies = tuple(remedy for remedy, _ in trials.remedies(breach))
        untried = trials.budget.spent and not remedies
        findings.append(attrs.evolve(finding, remedies=remedies, untried=untried))
    return findings


def mended(
    breach: Check, verdict: Verdict, judge: Judge, budget: TrialBudget | None = None
) -> list[tuple[Remedy, Roster]]:
    """What would mend one breach, best first, each with the roster after it."""
    return _Trials(verdict, judge, budget or TrialBudget()).remedies(breach)


class _Trials:
    """Trying changes of one roster, within one budget."""

    def __init__(self, verdict: Verdict, judge: Judge, budget: TrialBudget) -> None:
        self._verdict = verdict
        self._judge = judge
        self._before = Counter(breach.constraint.id for breach in verdict.breaches)
        self.budget = budget

    def remedies(self, breach: Check) -> list[tuple[Remedy, Roster]]:
        """Try changes: those that break something else are offered only where none is safe."""
        code, before = breach.constraint.id, self._before
        safe: list[tuple[Remedy, Roster]] = []
        unsafe: list[tuple[Remedy, Roster]] = []
        enough: set[Node | None] = set()
        for text, roster, after, less in self._tried(breach, enough):
            broken = Counter(other.constraint.id for other in after)
            errors = {
                other.constraint.id
                for other in after
                if other.constraint.severity is Severity.ERROR
            }
            if broken[code] < before[code]:
                worse = any(broken[error] > before[error] for error in errors)
                (unsafe if worse else safe).append((Remedy(text, not worse), roster))
                if less is not None and not worse:
                    enough.add(less)  # taking more of it mends no better
            if len(safe) == MOST_OFFERED:
                break
        return (safe or unsafe)[:MOST_OFFERED]

    def _tried(
        self, breach: Check, enough: set[Node | None]
    ) -> Iterator[tuple[str, Roster, tuple[Check, ...], Node | None]]:
        """Yield changes of a breach, each with what is broken after it.

        Args:
            breach: to mend.
            enough: what nothing more is taken from.
        """
        nodes, tries = len(self._verdict.army.nodes), 0
        for fix in different(fixes(breach, self._verdict, self._judge, self.budget), self.budget):
            tries += 1
            if fix.less not in enough:
                try:
                    roster = fix.roster()
                except EditError:
                    continue
                after = self._judge.evaluate(roster)
                self.budget.judge(after, len(after.army.nodes) - nodes)
                yield fix.text, roster, after.breaches, fix.less
            if tries == MOST_TRIED:
                break


def different(fixes: Iterator[Fix], budget: TrialBudget) -> Iterator[Fix]:
    """Yield those that read differently, until the budget is spent."""
    seen: set[str] = set()
    while not budget.spent and (fix := next(fixes, None)):
        budget.look()
        if fix.text not in seen:
            seen.add(fix.text)
            yield fix
