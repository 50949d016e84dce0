"""The least cost of a copy with its demanded contents, and the copies that an allowance pays for.

Example: an engine of 50 points that must have two crew of 6 costs 62 at least: 700 points pay
for 11.
"""

from __future__ import annotations

from collections.abc import Callable
from math import floor
from typing import Protocol

from listbuilder.model.language import (
    MOST_COPIES,
    Comparison,
    Constraint,
    Count,
    Number,
    Quantity,
    Selector,
    Test,
    Times,
    Value,
)
from listbuilder.model.memo import Memo
from listbuilder.rules.places import Place
from listbuilder.rules.slots import COPIES
from listbuilder.solve.domains.intervals import IntervalAnalysis

MAX_COST_DEPTH = 3
"""Levels of selections within one another in which unavoidable costs are added up."""


class AskedRules(Protocol):
    """The rules that hold for every selection at a place, and the bounds that follow from them."""

    asked: Memo[Place, list[Constraint]]
    intervals: IntervalAnalysis

    def least_size(self, place: Place) -> int:
        """The fewest models of a selection at a place, of an entry with a size."""
        ...


class UnavoidableCosts:
    """The least values of copies in the rosters of one book with the same limits and choices."""

    def __init__(
        self, rules: AskedRules, moves_to: Callable[[Place], bool] = lambda place: False
    ) -> None:
        """Work out costs.

        Args:
            rules: tells what copies must hold.
            moves_to: whether a selection that is there already may be moved to a place in an
                addition, which then need not pay for it.
        """
        self._rules = rules
        self._moves_to = moves_to
        self._least: Memo[tuple[Place, str, int], Number] = Memo(self._least_cost)

    def fitting(
        self,
        place: Place,
        name: str | None,
        allowance: Number,
        with_contents: bool,
        holder_copies: int,
    ) -> Number:
        """The most copies that an allowance pays for; without a value it is a number of copies."""
        if name is None:
            return allowance
        value = value_of(place, name)
        if not value.steps:
            each = self.each(place, name, with_contents)
            return allowance // each if each > 0 else MOST_COPIES
        each = value.each + (self._inside(place, name, 0) if with_contents else 0)
        *steps, last = value.steps
        copies = 0
        for step in sorted(step for step in steps if step < last):  # cheaper ordinals first
            fits = (
                min(holder_copies, allowance // (each + step)) if each + step > 0 else holder_copies
            )
            copies += fits
            allowance -= fits * (each + step)
            if fits < holder_copies:
                return copies
        return copies + (allowance // (each + last) if each + last > 0 else MOST_COPIES)

    def each(self, place: Place, name: str, with_contents: bool) -> Number:
        """The least value of one copy, alone or with its demanded contents."""
        return self._least[place, name, 0 if with_contents else MAX_COST_DEPTH + 1]

    def _least_cost(self, key: tuple[Place, str, int]) -> Number:
        place, name, depth = key
        value = value_of(place, name)
        entry = place.entry
        models = (
            self._rules.least_size(place) if entry is not None and entry.size is not None else 0
        )
        own = value.each + value.per_model * models
        own += min((amount for _, amount in value.by_size), default=0)
        if value.steps:
            own += min(value.steps)
        return own + self._inside(place, name, depth)

    def _inside(self, place: Place, name: str, depth: int) -> Number:
        """The least value of the selections that one copy must hold."""
        if depth > MAX_COST_DEPTH:
            return 0
        least: Number = 0
        for slot, needed in self._needed(place).items():
            offered = [child for child in place.offered() if child.slot and child.slot.id == slot]
            if any(map(self._moves_to, offered)):
                continue
            if not any(value_of(child, name).steps for child in offered):
                each = (self._least[child, name, depth + 1] for child in offered)
                least += needed * min(each, default=0)
        return least

    def _needed(self, place: Place) -> dict[str, int]:
        """The least copies, by slot, that each copy at a place must hold."""
        least: dict[str, int] = {}
        for rule in self._rules.asked[place]:
            if (minimum := slot_minimum(rule.require)) is not None:
                slot, bound = minimum
                least[slot] = max(self._least_number(bound, place), least.get(slot, 0))
        return least

    def _least_number(self, bound: Quantity, place: Place) -> int:
        """The least number of a rule, for each copy of the selection of which it is asked."""
        match bound:
            case Times(factor, of, None) if of == COPIES:
                return max(0, floor(factor))
            case _ if place.copies == 1:
                return max(0, floor(self._rules.intervals.of(bound, place)[0] or 0))
            case _:
                return 0


def value_of(place: Place, name: str) -> Value:
    """The value of a selection at a place, by name; ``size`` is 1 for each model."""
    if name == "size":
        return Value(per_model=1)
    return place.value(name) or Value()


def slot_minimum(require: Comparison) -> tuple[str, Quantity] | None:
    """The slot in which a comparison demands selections, and their least number; None: no slot."""
    match require:
        case Comparison(
            Count(Selector("children", Test(slot=(slot,)) as test, False)),
            "at_least" | "exactly",
            bound,
            None,
        ) if test == Test(slot=test.slot):
            return slot, bound
        case _:
            return None
