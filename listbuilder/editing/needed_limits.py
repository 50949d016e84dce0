"""Limits of a roster that would keep a broken rule: those that the rule reads, in any form.

Example: an ally may cost as much as was agreed, the other army the rest of the points, and no ally
is allowed where nothing was agreed. An ally of 443 points needs 443 to be agreed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

import attrs

from listbuilder.loading.input_limits import MOST_DIGITS
from listbuilder.model.language import Comparison, Limit
from listbuilder.model.roster import Roster
from listbuilder.record import records_in
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict


def needed_limits(breach: Check, verdict: Verdict, judge: Judge) -> Iterator[tuple[str, int]]:
    """Yield limits with values that may keep a broken rule, and others that read the same limit.

    Both numbers of a comparison are linear in a limit, but for the conditions that read it. So the
    value that is needed follows from the numbers with one more; values at which a condition changes
    are tried besides. A value that no file may hold is none.
    """
    seen: set[tuple[str, int]] = set()
    for limit in _candidates(breach, verdict.army.roster, judge):
        if limit not in seen and limit[1] < 10**MOST_DIGITS:
            seen.add(limit)
            yield limit


def _candidates(breach: Check, roster: Roster, judge: Judge) -> Iterator[tuple[str, int]]:
    for name in _limits_read(breach):
        said = roster.limits.get(name)
        if said is not None:
            yield from ((name, amount) for amount in _of_numbers(breach, name, roster, judge))
        for threshold in _thresholds(breach, name):
            if threshold != said:
                beyond = _with(roster, name, threshold)
                for other in judge.evaluate(beyond).breaches:
                    if name in _limits_read(other):
                        more = _of_numbers(other, name, beyond, judge)
                        yield from ((name, amount) for amount in more)
                yield name, threshold


def _limits_read(breach: Check) -> dict[str, None]:
    rule = breach.constraint
    read = (node.limit for node in records_in([rule.when, rule.require]) if isinstance(node, Limit))
    return dict.fromkeys(read)


def _of_numbers(breach: Check, name: str, roster: Roster, judge: Judge) -> Iterator[int]:
    """Yield the value of a limit that is set at which the two numbers of a breach meet."""
    said = roster.limits[name]
    further = judge.evaluate(_with(roster, name, said + 1))
    gap = abs(Fraction(breach.found) - breach.allowed)
    left = next((one for one in further.breaches if _are_same(one, breach)), None)
    closer = gap - (abs(Fraction(left.found) - left.allowed) if left is not None else 0)
    if closer:
        amount = said + (ceil(gap / closer) if closer > 0 else -ceil(gap / -closer))
        if amount >= 0:
            yield amount


def _thresholds(breach: Check, name: str) -> list[int]:
    """The values of a limit at which conditions of a rule change."""
    rule = breach.constraint
    return [
        bound
        for node in records_in([rule.when, rule.require])
        if isinstance(node, Comparison) and node.quantity == Limit(name)
        for bound in [node.bound]
        if isinstance(bound, int)
    ]


def _are_same(one: Check, other: Check) -> bool:
    return (one.constraint.id, one.node.start, one.key) == (
        other.constraint.id,
        other.node.start,
        other.key,
    )


def _with(roster: Roster, name: str, amount: int) -> Roster:
    return attrs.evolve(roster, limits={**roster.limits, name: amount})
