"""Remedies of findings: changes tried one by one before they are offered."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import islice

import attrs

from listbuilder.editing.fixes import fixes, other_choices
from listbuilder.editing.trials import MOST_JUDGED, Fix, TrialBudget
from listbuilder.errors import EditError
from listbuilder.findings import Finding, Remedy, Severity
from listbuilder.messages import Text, gettext
from listbuilder.model.language import Number, Value
from listbuilder.model.memo import Memo
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.explain import Locate, explain, nowhere
from listbuilder.rules.places import Place

MOST_TRIED = 16
MOST_OFFERED = 3
MOST_COMPARED = 6
"""Safe changes of a finding among which those are offered that give up the least."""

WORTH_A_LOOK = Fraction(1, 10)
"""The part of an army that a way may give up, and be offered beside one that gives up less."""

WORTH_A_SECOND_STEP = Fraction(1, 40)
"""The part of an army that nothing safe gives up less than: then a second step is tried."""

MOST_HALVES = 4
MOST_SECOND = 10
MOST_ASKED = 3


SearchRemedy = Callable[[Check, Verdict, Judge], tuple[str, Roster] | None]
"""Finds what mends a breach where trying found nothing: what to do, and the roster after it."""


def findings_with_remedies(
    verdict: Verdict,
    judge: Judge,
    locate: Locate = nowhere,
    most: int = MOST_JUDGED,
    ask: SearchRemedy | None = None,
) -> list[Finding]:
    """Explain a verdict and add to each finding what would mend it, best first.

    Args:
        verdict: the judge's own.
        judge: who judged.
        locate: line and column of a JSON pointer in the roster's file.
        most: selections to judge in all, when trying; findings left without are ``untried``.
        ask: is asked about the first findings for which no change that was tried is safe, or each
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
    """Yield each finding with its remedies (``findings_with_remedies``), and these (``mended``)."""
    trials = _Trials(verdict, judge, TrialBudget(most), ask)
    for breach, finding in explain(verdict, judge, locate):
        ways = trials.remedies(breach)
        remedies, untried = tuple(remedy for remedy, _ in ways), trials.budget.spent and not ways
        yield attrs.evolve(finding, remedies=remedies, untried=untried), ways


def mended(
    breach: Check, verdict: Verdict, judge: Judge, ask: SearchRemedy | None = None
) -> list[tuple[Remedy, Roster]]:
    """What would mend one breach alone, best first, each with the roster after it."""
    return _Trials(verdict, judge, TrialBudget(), ask).remedies(breach)


@attrs.frozen(order=True)
class _Safe:
    """What mends a breach and breaks nothing.

    Attributes:
        given_up: the worth of what is lost, and a part of what is bought.
        left: how many findings are left.
        stays: whether all that is there stays.
    """

    given_up: Number
    left: int
    stays: bool = attrs.field(order=False)
    remedy: Remedy = attrs.field(order=False)
    roster: Roster = attrs.field(order=False)


class _Trials:
    """Trying changes of one roster, within one budget."""

    def __init__(
        self, verdict: Verdict, judge: Judge, budget: TrialBudget, ask: SearchRemedy | None = None
    ) -> None:
        self._ask = ask
        self._asked = 0
        self._verdict = verdict
        self._judge = judge
        self._before = Counter(breach.constraint.id for breach in verdict.breaches)
        self._excess = _excess(verdict)
        self._other_choices: list[tuple[Fix, Verdict | None]] | None = None
        self._is_free: Memo[Place, bool] = Memo(lambda place: _costs_nothing(place, verdict))
        self.budget = budget

    def remedies(self, breach: Check) -> list[tuple[Remedy, Roster]]:
        """Try changes: those that break something else are offered only where none is safe.

        Those that give up the least come first, as a repair weighs it. One by which something else
        that is broken gets worse is offered only where no other is safe: nobody hands a model too
        many on to a holder that has too many. Where none is safe, a second change may mend what the
        first breaks: both are one remedy then. Where none does, another is asked, and a choice or
        a limit that is set, or several selections that go, come last. A warning is not worth
        breaking anything, and one of what lacks not worth taking out what does not: nobody tears
        the castle down because no gate of it is garrisoned.
        """
        advises = not self._is_error(breach) and breach.found < breach.allowed
        safe: list[_Safe] = []
        worsening: list[_Safe] = []
        unsafe: list[tuple[Remedy, Roster]] = []
        last: list[tuple[Remedy, Roster]] = []
        enough: set[Node | None] = set()
        halves: list[tuple[str, Verdict]] = []
        for fix, roster, after in self._tried(breach, enough):
            if fix.of_the_rule and safe:
                continue  # nobody takes the catapult out for a crew too large
            less_than_before = len(after.army.nodes) < len(self._verdict.army.nodes)
            if self._mends(breach, after) and not (advises and less_than_before):
                worse = bool(self._worse(after))
                if worse and self._is_half_gone(after):
                    continue
                remedy = Remedy(fix.text, not worse)
                if worse:
                    unsafe.append((remedy, roster))
                elif fix.last:
                    last.append((remedy, roster))
                else:
                    found = self._weighed(after, fix.less is None, remedy)
                    (worsening if self._worsens(breach, after) else safe).append(found)
                if worse and not less_than_before:
                    halves.append((fix.text, after))
                if fix.less is not None and not worse:
                    enough.add(fix.less)  # taking more of it mends no better
            if len(safe) == MOST_COMPARED:
                break
        safe = safe or worsening
        if self._is_error(breach) and self._gives_up_more(safe, WORTH_A_SECOND_STEP):
            twice = islice(self._in_two_steps(breach, halves), MOST_OFFERED)
            safe += sorted(_others(twice, safe))[:1]
        if self._is_error(breach) and self._gives_up_more(safe, WORTH_A_LOOK):
            safe += _others(self._found(breach), safe)
        best = [(one.remedy, one.roster) for one in self._best(safe)]
        if self._is_error(breach):
            last = [*self._chosen_otherwise(breach), *last]
        if len(best) < MOST_OFFERED:
            best = [*best, *last[:-1]][: MOST_OFFERED - 1] + last[-1:]
        if not best and not self._is_error(breach):
            return []
        return (best or unsafe)[:MOST_OFFERED]

    def _weighed(self, after: Verdict, stays: bool, remedy: Remedy) -> _Safe:
        """Weigh a change: of two that give up as much the one that mends more goes first."""
        left = len(after.breaches)
        return _Safe(self._given_up(after), left, stays, remedy, after.army.roster)

    def _given_up(self, after: Verdict) -> Number:
        """What a change gives up: what is lost, and a quarter of what is bought.

        A model that costs nothing is worth as much as a selection on average; where nothing costs
        anything, models are what is lost and bought.
        """
        costs = self._verdict.costs
        come = self._free(after) - self._free(self._verdict)
        if not any(costs.values()):
            more: list[Number] = [come]
        else:
            more = [cost - costs.get(name, 0) for name, cost in after.costs.items()]
            copies = sum(node.count for node in self._verdict.army.nodes)
            more.append(min(0, come) * Fraction(sum(costs.values())) / max(1, copies))
        return sum(by / Fraction(4) if by > 0 else -by for by in more)

    def _free(self, verdict: Verdict) -> int:
        """How many models cost nothing."""
        return sum(node.count for node in verdict.army.nodes if self._is_free[node.place])

    def _share(self, part: Fraction) -> Number:
        """A part of the army, or of its limits where they are more; of its models without any."""
        costs, limits = self._verdict.costs, self._verdict.army.limits
        whole = sum(max(cost, limits.get(name, 0)) for name, cost in costs.items())
        return part * (whole or self._free(self._verdict))

    def _gives_up_more(self, safe: list[_Safe], part: Fraction) -> bool:
        """Whether all that is safe gives up more than a part of the army, or nothing is.

        Where nothing costs anything the simple way is good enough.
        """
        if not any(self._verdict.costs.values()):
            return not safe
        most = self._share(part)
        return all(one.given_up > most for one in safe)

    def _best(self, safe: list[_Safe]) -> list[_Safe]:
        """Put what gives up the least first, and leave out what gives up far more than that does.

        Where all that are offered take nothing out, or all do, the last is another.
        """
        safe.sort()
        if not safe:
            return safe
        most = max(4 * safe[0].given_up, self._share(WORTH_A_LOOK))
        best = [one for one in safe if one.given_up <= most]
        first, others = best[:MOST_OFFERED], best[MOST_OFFERED:]
        if len({one.stays for one in first}) == 1:
            other = next((one for one in others if one.stays != first[0].stays), None)
            first[-1:] = [first[-1] if other is None else other]
        return first

    def _chosen_otherwise(self, breach: Check) -> Iterator[tuple[Remedy, Roster]]:
        """Yield choices that would mend a breach and others beside it: it is that kind of army."""
        if self._other_choices is None:
            tried = islice(other_choices(self._verdict, self._judge), MOST_TRIED)
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
                yield Remedy(fix.text, True), after.army.roster

    def _found(self, breach: Check) -> Iterator[_Safe]:
        """Yield what someone else finds, if it is safe."""
        if self._ask is None or self._asked == MOST_ASKED or self.budget.spent:
            return
        self._asked += 1
        if (found := self._ask(breach, self._verdict, self._judge)) is not None:
            text, roster = found
            after = self._after(Fix(text, lambda: roster))
            if after is not None and self._mends(breach, after) and not self._worse(after):
                yield self._weighed(after, False, Remedy(text, True))

    def _mends(self, breach: Check, after: Verdict) -> bool:
        """Whether the rule is broken less often, and not elsewhere only."""
        left = [one for one in after.breaches if one.constraint.id == breach.constraint.id]
        there = [one for one in self._verdict.breaches if one.constraint.id == breach.constraint.id]
        said = _said(breach)
        same = [sum(_said(one) == said for one in breaches) for breaches in (left, there)]
        return len(left) < len(there) and same[0] < same[1]

    def _in_two_steps(self, breach: Check, halves: list[tuple[str, Verdict]]) -> Iterator[_Safe]:
        """Yield changes of which the second mends what the first breaks."""
        for text, halfway in halves[:MOST_HALVES]:
            for other in self._worse(halfway)[:1]:
                steps = different(fixes(other, halfway, self._judge, self.budget), self.budget)
                for fix in islice(steps, MOST_SECOND):
                    after = None if fix.last else self._after(fix)
                    if after is None or self._worse(after) or self._worsens(breach, after):
                        continue
                    if not self._mends(breach, after):
                        continue
                    second = fix.text.within() if isinstance(fix.text, Text) else fix.text
                    words = gettext("{first}, and {second}", first=text, second=second)
                    yield self._weighed(after, False, Remedy(words, True))

    def _worse(self, after: Verdict) -> list[Check]:
        """What is broken more often than before, of what makes a roster illegal."""
        broken = Counter(other.constraint.id for other in after.breaches)
        return [
            other
            for other in after.breaches
            if self._is_error(other)
            and broken[other.constraint.id] > self._before[other.constraint.id]
        ]

    def _worsens(self, breach: Check, after: Verdict) -> bool:
        """Whether something else that was broken already is broken by more than before."""
        allowed = self._excess.copy()
        allowed[breach.constraint.id] -= abs(Fraction(breach.found) - breach.allowed)
        return any(more > allowed[code] for code, more in _excess(after).items())

    def _is_half_gone(self, after: Verdict) -> bool:
        """Whether less than half of the army would be left, in all that it costs.

        A cost that nobody can work out, since a limit is not set, is not less.
        """
        before = self._verdict
        if not any(before.costs.values()):
            return 2 * len(after.army.nodes) < len(before.army.nodes)
        return any(2 * after.costs.get(name, cost) < cost for name, cost in before.costs.items())

    def _is_error(self, breach: Check) -> bool:
        return breach.constraint.severity is Severity.ERROR

    def _after(self, fix: Fix) -> Verdict | None:
        """The verdict after a change; None: it can't be made."""
        roster = _made(fix)
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
            breach: to mend.
            enough: what nothing more is taken from.
        """
        tries = 0
        effects: set[Hashable] = set()
        for fix in different(fixes(breach, self._verdict, self._judge, self.budget), self.budget):
            tries += 1
            roster = None if fix.less in enough else _made(fix)
            if roster is not None:
                effect = roster.army, frozenset(roster.limits.items())
                if effect in effects:  # of what is alike, another one goes
                    tries -= 1
                    self.budget.look(len(self._verdict.army.nodes))
                    continue
                effects.add(effect)
                yield fix, roster, self._judged(roster)
            if tries == MOST_TRIED:
                break


def _said(breach: Check) -> tuple[str, Number, Number]:
    """What tells a breach from others of its rule, wherever its selection stands then."""
    return breach.node.name, breach.found, breach.allowed


def _others(more: Iterable[_Safe], known: list[_Safe]) -> list[_Safe]:
    """What makes other armies than what is known."""
    armies = [one.roster.army for one in known]
    return [one for one in more if one.roster.army not in armies]


def _excess(verdict: Verdict) -> dict[str, Fraction]:
    """By how much each rule that makes a roster illegal is broken, at all selections together."""
    excess: dict[str, Fraction] = defaultdict(Fraction)
    for breach in verdict.breaches:
        if breach.constraint.severity is Severity.ERROR:
            excess[breach.constraint.id] += abs(Fraction(breach.found) - breach.allowed)
    return excess


def _costs_nothing(place: Place, verdict: Verdict) -> bool:
    """Whether a model costs nothing where it stands."""
    is_piece = place.entry is not None and place.book.is_piece(place.entry)
    return is_piece and all(place.value(name) in (None, Value()) for name in verdict.costs)


def _made(fix: Fix) -> Roster | None:
    """The roster after a change; None: it can't be made."""
    try:
        return fix.roster()
    except EditError:
        return None


def different(fixes: Iterator[Fix], budget: TrialBudget) -> Iterator[Fix]:
    """Yield those that read differently, until the budget is spent."""
    seen: set[str] = set()
    while not budget.spent and (fix := next(fixes, None)):
        budget.look()
        if fix.text not in seen:
            seen.add(fix.text)
            yield fix
