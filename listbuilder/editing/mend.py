"""What would mend a finding: changes tried one by one before they are offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import attrs

from listbuilder.editing.fixes import fixes
from listbuilder.editing.trials import MOST_JUDGED, Fix, TrialBudget
from listbuilder.errors import EditError
from listbuilder.findings import Finding, Remedy, Severity
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Check, Judge, Verdict
from listbuilder.rules.explain import Locate, explain, nowhere

MOST_TRIED = 16
MOST_OFFERED = 3
MOST_HALVES = 4
MOST_SECOND = 4


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
        """Try changes: those that break something else are offered only where none is safe.

        Where none is, a second change may mend what the first breaks: both are one remedy then. A
        warning is not worth breaking anything.
        """
        code, before = breach.constraint.id, self._before
        safe: list[tuple[Remedy, Roster]] = []
        unsafe: list[tuple[Remedy, Roster]] = []
        enough: set[Node | None] = set()
        halves: list[tuple[str, Verdict]] = []
        for text, roster, after, less in self._tried(breach, enough):
            broken = Counter(other.constraint.id for other in after.breaches)
            if broken[code] < before[code]:
                worse = bool(self._worse(after))
                (unsafe if worse else safe).append((Remedy(text, not worse), roster))
                if worse and len(after.army.nodes) > len(self._verdict.army.nodes):
                    halves.append((text, after))
                if less is not None and not worse:
                    enough.add(less)  # taking more of it mends no better
            if len(safe) == MOST_OFFERED:
                break
        if not safe and self._is_error(breach):
            safe = list(islice(self._in_two_steps(breach, halves), 1))
        if not safe and not self._is_error(breach):
            return []
        return (safe or unsafe)[:MOST_OFFERED]

    def _in_two_steps(
        self, breach: Check, halves: list[tuple[str, Verdict]]
    ) -> Iterator[tuple[Remedy, Roster]]:
        """Yield changes of which the second mends what the first breaks."""
        code = breach.constraint.id
        for text, halfway in halves[:MOST_HALVES]:
            for other in self._worse(halfway)[:1]:
                steps = different(fixes(other, halfway, self._judge, self.budget), self.budget)
                for fix in islice(steps, MOST_SECOND):
                    after = self._after(fix)
                    if after is not None and not self._worse(after):
                        broken = Counter(one.constraint.id for one in after.breaches)
                        if broken[code] < self._before[code]:
                            words = f"{text}, and {fix.text[0].lower()}{fix.text[1:]}"
                            yield Remedy(words, True), after.army.roster

    def _worse(self, after: Verdict) -> list[Check]:
        """What is broken more often than before, of what makes a roster illegal."""
        broken = Counter(other.constraint.id for other in after.breaches)
        return [
            other
            for other in after.breaches
            if self._is_error(other)
            and broken[other.constraint.id] > self._before[other.constraint.id]
        ]

    def _is_error(self, breach: Check) -> bool:
        return breach.constraint.severity is Severity.ERROR

    def _after(self, fix: Fix) -> Verdict | None:
        """The verdict after a change; None: it can't be made."""
        try:
            roster = fix.roster()
        except EditError:
            return None
        after = self._judge.evaluate(roster)
        self.budget.judge(after, len(after.army.nodes) - len(self._verdict.army.nodes))
        return after

    def _tried(
        self, breach: Check, enough: set[Node | None]
    ) -> Iterator[tuple[str, Roster, Verdict, Node | None]]:
        """Yield changes of a breach, each with what is broken after it.

        Args:
            breach: to mend.
            enough: what nothing more is taken from.
        """
        tries = 0
        for fix in different(fixes(breach, self._verdict, self._judge, self.budget), self.budget):
            tries += 1
            if fix.less not in enough:
                after = self._after(fix)
                if after is None:
                    continue
                yield fix.text, after.army.roster, after, fix.less
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
