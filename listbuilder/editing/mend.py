"""Remedies of findings: changes tried one by one before they are offered."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import chain, islice

import attrs

from listbuilder.editing.digit_slips import digit_slips
from listbuilder.editing.exchanges import other_lists, successors
from listbuilder.editing.fixes import fixes, other_choices
from listbuilder.editing.remedy_weights import A_CHANGE, RemedyWeights
from listbuilder.editing.safe_remedies import (
    MOST_OFFERED,
    WORTH_A_LOOK,
    SafeRemedy,
    best_of,
    others_than,
)
from listbuilder.editing.trials import MOST_JUDGED, Fix, TrialBudget, different, made
from listbuilder.editing.unordered import unordered
from listbuilder.findings import Finding, Remedy, Severity
from listbuilder.messages import Text, gettext
from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.explain import Locate, explain, nowhere

MOST_TRIED = 16
MOST_COMPARED = 8
"""The number of safe changes of a finding from which the best are offered."""

WORTH_A_SECOND_STEP = Fraction(1, 40)
"""If every safe change gives up more than this part of an army, a second step is tried."""

MANY_ERRORS = 3

MOST_HALVES = 4
MOST_SECOND = 10
MOST_ASKED = 3

SearchRemedy = Callable[[Check, Verdict, Judge], tuple[str, Roster] | None]
"""Searches for a remedy of a breach: gives a sentence and the roster after it; None: not found."""


def findings_with_remedies(
    verdict: Verdict,
    judge: Judge,
    locate: Locate = nowhere,
    most: int = MOST_JUDGED,
    ask: SearchRemedy | None = None,
) -> list[Finding]:
    """Explain a verdict, and add to each finding its remedies, best first.

    Args:
        verdict: the judge's verdict on the roster.
        judge: the judge of the roster's book.
        locate: gives line and column of a JSON pointer in the roster's file.
        most: the most selections to judge when trying changes; findings beyond it are ``untried``.
        ask: asked about the first findings for which no tried change is safe, or each safe change
            gives up more than ``WORTH_A_LOOK`` of the army.
    """
    return [finding for finding, _ in all_mended(verdict, judge, locate, most, ask)]


def all_mended(
    verdict: Verdict,
    judge: Judge,
    locate: Locate = nowhere,
    most: int = MOST_JUDGED,
    ask: SearchRemedy | None = None,
) -> Iterator[tuple[Finding, list[tuple[Remedy, Roster]]]]:
    """Yield each finding with its remedies, and these with their rosters (``mended``).

    The arguments are those of ``findings_with_remedies``.
    """
    trials = _Trials(verdict, judge, TrialBudget(most), ask)
    for breach, finding in explain(verdict, judge, locate):
        ways = trials.remedies(breach)
        remedies, untried = tuple(remedy for remedy, _ in ways), trials.budget.spent and not ways
        yield attrs.evolve(finding, remedies=remedies, untried=untried), ways


def mended(
    breach: Check, verdict: Verdict, judge: Judge, ask: SearchRemedy | None = None
) -> list[tuple[Remedy, Roster]]:
    """List the remedies of one breach, best first, each with the roster after it."""
    return _Trials(verdict, judge, TrialBudget(), ask).remedies(breach)


class _Trials:
    """Tries changes of a roster, within a budget."""

    def __init__(
        self, verdict: Verdict, judge: Judge, budget: TrialBudget, ask: SearchRemedy | None = None
    ) -> None:
        self._ask = ask
        self._asked = 0
        self._verdict = verdict
        self._judge = judge
        self._before = Counter(breach.constraint.id for breach in verdict.breaches)
        self._excess = _excess(verdict)
        self._has_many = sum(map(self._is_error, verdict.breaches)) >= MANY_ERRORS
        self._fewer_digits: list[tuple[Fix, Verdict]] | None = None
        self._other_choices: list[tuple[Fix, Verdict | None]] | None = None
        self._weights = RemedyWeights(verdict, judge)
        self.budget = budget

    def remedies(self, breach: Check) -> list[tuple[Remedy, Roster]]:
        """List remedies: safe changes, those that give up the least first, as a repair weighs it.

        - If no safe change gives up less than ``WORTH_A_SECOND_STEP`` of the army, whoever leads
          others is exchanged for another leader. If that gives up no less, a second change is tried
          that mends the rule broken by the first; the two are one remedy then.
        - If no remedy so far gives up less than ``WORTH_A_LOOK`` of the army, ``ask`` is asked.
        - Choices and limits that are set, and several selections that go, come last; but another
          choice, or army list, with which ``MANY_ERRORS`` or more are all gone comes first of all.
        - A change, or a limit, that makes another broken rule worse is offered only if there is no
          other remedy, not even one of those that come last: nobody hands a model too many on to a
          holder that has too many.
        - A number that makes the army legal without one of its digits comes first of all.
        - Changes that break another rule are offered only if no change is safe.
        - A remedy of a warning breaks no rule. If the warning says that something is missing, no
          remedy takes anything out: nobody tears the castle down because no gate is garrisoned.
        """
        advises = not self._is_error(breach) and breach.found < breach.allowed
        safe: list[SafeRemedy] = []
        worsening: list[SafeRemedy] = []
        unsafe: list[tuple[Remedy, Roster]] = []
        last: list[tuple[Remedy, Roster]] = []
        worsening_last: list[tuple[Remedy, Roster]] = []
        enough: set[Node | None] = set()
        halves: list[tuple[str, Verdict]] = []
        for fix, roster, after in self._tried(breach, enough):
            if fix.of_the_rule and safe:
                continue  # nobody takes the catapult out for a crew too large
            less_than_before = len(after.army.nodes) < len(self._verdict.army.nodes)
            if self._mends(breach, after) and not (advises and less_than_before):
                worse = self._worse(after)
                if worse and self._is_half_gone(after):
                    continue
                breaks = worse[0].constraint.title if worse else ""
                remedy = Remedy(fix.text, not worse, breaks)
                worsens = self._worsens(breach, after)
                if worse:
                    unsafe.append((remedy, roster))
                elif fix.last:
                    (worsening_last if worsens else last).append((remedy, roster))
                else:
                    found = self._weighed(after, fix.less is None, remedy)
                    (worsening if worsens else safe).append(found)
                if worse and not fix.last and (fix.less or not less_than_before):
                    halves.append((fix.text, after))
                if fix.less is not None and not worse:
                    enough.add(fix.less)  # taking more of it mends no better
            if len(safe) == MOST_COMPARED:
                break
        safe = safe or ([] if last else worsening)
        if self._is_error(breach) and self._gives_up_more(safe, WORTH_A_SECOND_STEP):
            safe += [] if self.budget.spent else others_than(self._exchanged(breach), safe)
        if self._is_error(breach) and self._gives_up_more(safe, WORTH_A_SECOND_STEP):
            twice = islice(self._in_two_steps(breach, halves), MOST_OFFERED)
            safe += sorted(others_than(twice, safe))[:1]
        if self._is_error(breach) and self._gives_up_more(safe, WORTH_A_LOOK):
            safe += others_than(self._found(breach), safe, unordered)
        best = [(one.remedy, one.roster) for one in best_of(safe, self._weights)]
        if self._is_error(breach):
            for chosen in self._with_fewer_digits(breach):
                best = _begun_with(chosen, best)
            for settles, chosen in self._chosen_otherwise(breach):
                if settles:
                    best = _begun_with(chosen, best)
                else:
                    last.insert(0, chosen)
        known = [_what_counts(roster) for _, roster in best]
        last = [one for one in last if _what_counts(one[1]) not in known]
        last = last or ([] if best else worsening_last)
        if len(best) < MOST_OFFERED:
            best = [*best, *last[:-1]][: MOST_OFFERED - 1] + last[-1:]
        if not best and not self._is_error(breach):
            return []
        return (best or unsafe)[:MOST_OFFERED]

    def _weighed(
        self, after: Verdict, stays: bool, remedy: Remedy, given_up: Number | None = None
    ) -> SafeRemedy:
        """Weigh a change: of two that give up as much, the one that mends more comes first."""
        left = len(after.breaches)
        given_up = self._weights.given_up(after) if given_up is None else given_up
        errors = sum(map(self._is_error, after.breaches))
        gone = max(0, self._weights.pieces_gone(after))
        return SafeRemedy(given_up, left, gone, stays, remedy, after.army.roster, errors)

    def _gives_up_more(self, safe: list[SafeRemedy], part: Fraction) -> bool:
        """Whether every safe change gives up more than a part of the army, or there is none.

        In an army without costs any safe change is good enough.
        """
        if not any(self._verdict.costs.values()):
            return not safe
        most = self._weights.share(part)
        return all(one.given_up > most for one in safe)

    def _chosen_otherwise(self, breach: Check) -> Iterator[tuple[bool, tuple[Remedy, Roster]]]:
        """Yield choices that would mend a breach and others, too: the army is of another kind.

        Each with whether it mends many errors, and leaves none.
        """
        if self._other_choices is None:
            lists = other_lists(self._verdict) if self._has_many else ()
            tried = islice(chain(other_choices(self._verdict, self._judge), lists), MOST_TRIED)
            self._other_choices = [
                (fix, self._after(fix)) for fix in tried if not self.budget.spent
            ]
        for fix, after in self._other_choices:
            if (
                after is not None
                and len(after.breaches) < len(self._verdict.breaches) - 1
                and self._mends(breach, after)
                and not self._worse(after)
                and not self._worsens(breach, after)
            ):
                settles = self._has_many and not any(map(self._is_error, after.breaches))
                yield settles, (Remedy(fix.text, True), after.army.roster)

    def _with_fewer_digits(self, breach: Check) -> Iterator[tuple[Remedy, Roster]]:
        """Yield the first number that makes the army legal without a digit, or surely has it."""
        if self._fewer_digits is None:
            slips = digit_slips(self._verdict, self._judge, self.budget)
            tried = ((one, self._after(one.fix)) for one in slips if not self.budget.spent)
            self._fewer_digits = [
                (slip.fix, after)
                for slip, after in tried
                if after is not None
                and (slip.is_sure or not any(map(self._is_error, after.breaches)))
                and not self._worse(after)
            ][:1]
        for fix, after in self._fewer_digits:
            if self._mends(breach, after):
                yield Remedy(fix.text, True), after.army.roster

    def _found(self, breach: Check) -> Iterator[SafeRemedy]:
        """Yield the remedy that ``ask`` finds, if it is safe."""
        if self._ask is None or self._asked == MOST_ASKED or self.budget.spent:
            return
        self._asked += 1
        if (found := self._ask(breach, self._verdict, self._judge)) is not None:
            text, roster = found
            after = self._after(Fix(text, lambda: roster))
            if after is not None and self._mends(breach, after) and not self._worse(after):
                yield self._weighed(after, False, Remedy(text, True))

    def _exchanged(self, breach: Check) -> Iterator[SafeRemedy]:
        """Yield the first safe exchange of whoever leads others (``successors``), for each entry.

        Who goes counts half as far as the other costs as much: the army keeps a leader.
        """
        exchanged: set[str] = set()
        for fix, gone in successors(breach, self._verdict, self._judge, self.budget):
            entry = fix.less.selection.entry if fix.less is not None else ""
            after = None if self.budget.spent or entry in exchanged else self._after(fix)
            if after is None or not self._mends(breach, after) or self._worse(after):
                continue
            if not self._worsens(breach, after):
                exchanged.add(entry)
                more = sum(after.costs.values()) - sum(self._verdict.costs.values())
                # So far only the difference is weighed; half a loss and a quarter of a purchase.
                hidden = Fraction(3, 4) * min(gone, max(0, gone + more))
                given_up = self._weights.given_up(after) + hidden
                yield self._weighed(after, False, Remedy(fix.text, True), given_up)

    def _mends(self, breach: Check, after: Verdict) -> bool:
        """Whether the rule is broken less often, and the breach is not only moved elsewhere."""
        left = [one for one in after.breaches if one.constraint.id == breach.constraint.id]
        there = [one for one in self._verdict.breaches if one.constraint.id == breach.constraint.id]
        said = _said(breach)
        same = [sum(_said(one) == said for one in breaches) for breaches in (left, there)]
        return len(left) < len(there) and same[0] < same[1]

    def _in_two_steps(
        self, breach: Check, halves: list[tuple[str, Verdict]]
    ) -> Iterator[SafeRemedy]:
        """Yield pairs of changes: the second mends what the first breaks, and buys no new model.

        It may buy one where the first takes none out. Each step is weighed: who comes for 60 points
        does not pay for whoever goes. Where they lose something, two have to save ``A_CHANGE``.
        """
        for text, halfway in halves[:MOST_HALVES]:
            given_up, weights = self._weights.given_up(halfway), RemedyWeights(halfway, self._judge)
            takes_out = self._weights.pieces_gone(halfway) > 0
            for other in self._worse(halfway)[:1]:
                steps = different(fixes(other, halfway, self._judge, self.budget), self.budget)
                for fix in islice(steps, MOST_SECOND):
                    after = None if fix.last or fix.is_double else self._after(fix)
                    if after is None or self._worse(after) or self._worsens(breach, after):
                        continue
                    buys = takes_out and weights.pieces_gone(after) < 0
                    if buys or not self._mends(breach, after):
                        continue
                    second = fix.text.within() if isinstance(fix.text, Text) else fix.text
                    words = gettext("{first}, and {second}", first=text, second=second)
                    both = given_up + weights.given_up(after)
                    both += self._weights.share(A_CHANGE) if both else 0
                    yield self._weighed(after, False, Remedy(words, True), both)

    def _worse(self, after: Verdict) -> list[Check]:
        """The errors of rules that are broken more often than before."""
        broken = Counter(other.constraint.id for other in after.breaches)
        return [
            other
            for other in after.breaches
            if self._is_error(other)
            and broken[other.constraint.id] > self._before[other.constraint.id]
        ]

    def _worsens(self, breach: Check, after: Verdict) -> bool:
        """Whether another rule that was broken before is broken by more after a change."""
        allowed = self._excess.copy()
        allowed[breach.constraint.id] -= abs(Fraction(breach.found) - breach.allowed)
        return any(more > allowed[code] for code, more in _excess(after).items())

    def _is_half_gone(self, after: Verdict) -> bool:
        """Whether less than half of the army would be left, by one of its costs.

        A cost that can't be worked out, since it reads an unset limit, is left aside.
        """
        before = self._verdict
        if not any(before.costs.values()):
            return 2 * len(after.army.nodes) < len(before.army.nodes)
        return any(2 * after.costs.get(name, cost) < cost for name, cost in before.costs.items())

    def _is_error(self, breach: Check) -> bool:
        return breach.constraint.severity is Severity.ERROR

    def _after(self, fix: Fix) -> Verdict | None:
        """The verdict after a change; None: it can't be made."""
        roster = made(fix)
        return None if roster is None else self._judged(roster)

    def _judged(self, roster: Roster) -> Verdict:
        after = self._judge.evaluate(roster)
        self.budget.judge(after, len(after.army.nodes) - len(self._verdict.army.nodes))
        return after

    def _tried(
        self, breach: Check, enough: set[Node | None]
    ) -> Iterator[tuple[Fix, Roster, Verdict]]:
        """Yield changes of a breach, each with the roster and the verdict after it.

        Args:
            breach: the breach to mend.
            enough: selections of which no more is taken.
        """
        tries = 0
        effects: set[Hashable] = set()
        for fix in different(fixes(breach, self._verdict, self._judge, self.budget), self.budget):
            tries += 1
            roster = None if fix.less in enough else made(fix)
            if roster is not None:
                effect = roster.army, frozenset(roster.limits.items())
                if effect in effects:  # of equal selections another one goes
                    tries -= 1
                    self.budget.look(len(self._verdict.army.nodes))
                    continue
                effects.add(effect)
                yield fix, roster, self._judged(roster)
            if tries == MOST_TRIED:
                break


def _said(breach: Check) -> tuple[str, Number, Number]:
    """The parts of a breach that tell it from others of its rule, wherever its selection stands."""
    return breach.node.name, breach.found, breach.allowed


def _begun_with(
    first: tuple[Remedy, Roster], others: list[tuple[Remedy, Roster]]
) -> list[tuple[Remedy, Roster]]:
    """Remedies with one before all others, told once."""
    meant = _what_counts(first[1])
    return [first, *(one for one in others if _what_counts(one[1]) != meant)]


def _what_counts(roster: Roster) -> Roster:
    """A roster without its name and owner, to be compared."""
    return Roster("", "", {}, limits=roster.limits, choices=roster.choices, army=roster.army)


def _excess(verdict: Verdict) -> dict[str, Fraction]:
    """The excess over each rule that makes a roster illegal, summed over its breaches."""
    excess: dict[str, Fraction] = defaultdict(Fraction)
    for breach in verdict.breaches:
        if breach.constraint.severity is Severity.ERROR:
            excess[breach.constraint.id] += abs(Fraction(breach.found) - breach.allowed)
    return excess
