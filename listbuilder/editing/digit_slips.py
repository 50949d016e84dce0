"""Numbers with a digit too many: 310 models where 31 were meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import NamedTuple

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

A_LITTLE = Fraction(1, 10)
"""A digit is surely too many if without it the rule has this part of it too much, or room."""

MUCH = Fraction(1, 5)
"""And if the rule has this part of what it allows too much: a lower limit may look like a digit."""


class DigitSlip(NamedTuple):
    """A number with a digit too many.

    Attributes:
        node: the selection.
        number: its number without the digit.
        is_sure: whether the digit is what a rule has too much, ``MUCH`` of it and but for
            ``A_LITTLE``; or more, where a holder has three times what it may. Whatever else is
            wrong, nobody meant it.
        fix: sets the number.
    """

    node: Node
    number: int
    is_sure: bool
    fix: Fix


def digit_slips(verdict: Verdict, judge: Judge, budget: TrialBudget) -> Iterator[DigitSlip]:
    """Yield numbers that may have a digit too many, each without one of its digits.

    Only numbers that some rule more than halves: of 32 men where 31 are allowed 3 are not meant.

    Args:
        verdict: the judge's verdict on the roster.
        judge: the judge of the roster's book.
        budget: pays for the selections that are looked at.
    """
    wrong: dict[Node, list[tuple[Fraction, bool]]] = {}
    errors = (one for one in verdict.breaches if one.constraint.severity is Severity.ERROR)
    for breach in islice((one for one in errors if one.found > one.allowed), MOST_BREACHES):
        excess = breach.found - breach.allowed
        for node, amount in counted(breach, verdict, judge, budget):
            if _models_or_copies(node) >= LEAST and excess <= amount < 2 * excess:
                much = wrong.setdefault(node, [])
                if excess >= MUCH * breach.allowed:
                    # An army is filled up to its limit, a war band need not be.
                    is_threefold = bool(breach.node.holder) and excess >= 2 * breach.allowed
                    much.append((Fraction(excess) / amount, is_threefold))
    for node in sorted(wrong, key=_models_or_copies, reverse=True)[:MOST_TRIED]:
        digits = str(_models_or_copies(node))
        shorter = {int(digits[:at] + digits[at + 1 :]) for at in range(len(digits))}
        for number in sorted(shorter - {0}, reverse=True):
            gone = 1 - Fraction(number, _models_or_copies(node))
            is_sure = any(
                abs(gone - excess) <= A_LITTLE * gone or (is_threefold and gone > excess)
                for excess, is_threefold in wrong[node]
            )
            unit, changed = named(node, verdict.army), _with_number(node, number)
            text = gettext("Set the number of {unit} to {number}", unit=unit, number=number)
            if node.size:
                text = gettext("Set the size of {unit} to {number}", unit=unit, number=number)
            fix = Fix(text, partial(replace_at, path_of(node), changed, verdict.army.roster))
            yield DigitSlip(node, number, is_sure, fix)


def meant_numbers(verdict: Verdict, judge: Judge) -> Mapping[Node, int]:
    """The numbers of selections that surely have a digit too many, without it."""
    found: dict[Node, int] = {}
    for slip in digit_slips(verdict, judge, TrialBudget()):
        if slip.is_sure:
            found.setdefault(slip.node, slip.number)
    return found


def _models_or_copies(node: Node) -> int:
    """The models of a unit, or the copies of a selection."""
    return node.size or node.count


def _with_number(node: Node, number: int) -> Selection:
    if node.size:
        return attrs.evolve(node.selection, size=Copies(number))
    return with_count(node.selection, number)
