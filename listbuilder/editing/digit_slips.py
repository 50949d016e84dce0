"""Numbers with a digit too many: 310 models where 31 were meant."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

import attrs

from listbuilder.editing.distinct_names import named
from listbuilder.editing.moves import counted
from listbuilder.editing.roster_tree import path_of, replace_at, with_count
from listbuilder.editing.trials import Fix, TrialBudget
from listbuilder.findings import Severity
from listbuilder.messages import gettext
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Judge, Verdict

LEAST = 20
"""The least number of which a digit may be too many: nobody means 1 and writes 12."""

MOST_BREACHES = 3
"""The most breaches that are looked at."""

MOST_TRIED = 3
"""The most selections whose numbers are tried."""


def digit_slips(verdict: Verdict, judge: Judge, budget: TrialBudget) -> Iterator[Fix]:
    """Yield changes of a number, each without one of its digits.

    Only of numbers that some rule more than halves: of 32 men where 31 are allowed 3 are not meant.

    Args:
        verdict: the judge's verdict on the roster.
        judge: the judge of the roster's book.
        budget: pays for the selections that are looked at.
    """
    wrong: dict[Node, None] = {}
    errors = (one for one in verdict.breaches if one.constraint.severity is Severity.ERROR)
    for breach in islice((one for one in errors if one.found > one.allowed), MOST_BREACHES):
        excess = breach.found - breach.allowed
        for node, amount in counted(breach, verdict, judge, budget):
            if _number(node) >= LEAST and excess <= amount < 2 * excess:
                wrong[node] = None
    for node in sorted(wrong, key=_number, reverse=True)[:MOST_TRIED]:
        digits = str(_number(node))
        shorter = {int(digits[:at] + digits[at + 1 :]) for at in range(len(digits))}
        for number in sorted(shorter - {0}, reverse=True):
            unit, changed = named(node, verdict.army), _with_number(node, number)
            text = gettext("Set the number of {unit} to {number}", unit=unit, number=number)
            if node.size:
                text = gettext("Set the size of {unit} to {number}", unit=unit, number=number)
            yield Fix(text, partial(replace_at, path_of(node), changed, verdict.army.roster))


def _number(node: Node) -> int:
    """The models of a unit, or the copies of a selection."""
    return node.size or node.count


def _with_number(node: Node, number: int) -> Selection:
    if node.size:
        return attrs.evolve(node.selection, size=Copies(number))
    return with_count(node.selection, number)
