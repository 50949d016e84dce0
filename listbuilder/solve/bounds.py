"""How many copies there can be: what slots, caps and budgets give before anything is solved.

A bound may be generous, never too small: a solver looks no further than these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import floor

from listbuilder.findings import Severity
from listbuilder.model.entries import Entry, Group, Keyword, Offer, Slot
from listbuilder.model.language import (
    MOST_COPIES,
    Comparison,
    Condition,
    Constraint,
    Count,
    If,
    Limit,
    Number,
    Plus,
    Quantity,
    Selector,
    Sum,
    Test,
    Times,
    Value,
)
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Memo, Place, passes

DEEPEST = 3
"""Selections within one another that are looked through for unavoidable costs."""


class Bounds:
    """Bounds for the rosters of one book with the same limits.

    Attributes:
        budgets: the most that a whole roster may carry of a value.
        stepped: values that hang, for some entry, on which copy it is.
    """

    def __init__(
        self, judge: Judge, limits: Mapping[str, int], rules: Iterable[Constraint]
    ) -> None:
        """Read the budgets.

        Args:
            judge: of the book.
            limits: the roster's.
            rules: asked for besides the book's; of the whole roster.
        """
        self.judge = judge
        self.limits = limits
        at_root = [rule for rule, _ in judge.rules_at(judge.root)]
        self._whole = [
            rule.require
            for rule in (*at_root, *rules)
            if rule.when is None
            and rule.severity is Severity.ERROR
            and rule.require.op in ("at_most", "exactly")
        ]
        self.budgets: dict[str, Number] = {}
        for require in self._whole:
            match require.quantity:
                case Sum(value, Selector("whole" | "roster", Test() as test)) if test == Test():
                    most = self.most_of(require.bound, judge.root)
                    if most is not None and require.per is None and self._never_negative(value):
                        self.budgets[value] = min(most, self.budgets.get(value, most))
        self.stepped = [
            name for name in judge.book.ruleset.values if any(v.steps for v in self._said(name))
        ]
        self._counts = list(self._read_counts())
        self._least: Memo[tuple[Place, str, int], Number] = Memo(self._work_least_out)

    def most(self, place: Place, among: int, spent: Mapping[str, Number]) -> int:
        """The most copies that can stand at a place, in all selections there.

        Args:
            place: where; a slot offers it.
            among: copies of the holder.
            spent: of each budget, by what holds it.
        """
        bounds: list[Number] = [MOST_COPIES, *self._slot_bounds(place, among)]
        entry = place.entry
        if entry is None or place.slot is None:
            return 0
        for scope, most in entry.caps.items():
            if scope == "roster":
                bounds.append(most)
            elif any(scope in around.keywords for around in place.around()):
                bounds.append(most * max(1, among))
        bounds += [most for test, most in self._counts if passes(test, place)]
        for value, budget in self.budgets.items():
            fits = self._fitting(place, value, budget - spent.get(value, 0))
            if fits is not None:
                bounds.append(fits)
        return max(0, floor(min(bounds)))

    def most_size(self, place: Place, spent: Mapping[str, Number]) -> int | None:
        """The most models that a selection at a place can have; None where nothing says."""
        entry = place.entry
        if entry is None or entry.size is None:
            return 0
        bounds: list[Number] = []
        if entry.size.max is not None:
            most = self.most_of(entry.size.max, place)
            if most is not None:
                bounds.append(most)
        for name, budget in self.budgets.items():
            value = place.value(name)
            if value is not None and value.per_model > 0:
                left = budget - spent.get(name, 0) - value.each
                bounds.append(Fraction(left) / value.per_model)
        return max(0, floor(min(bounds))) if bounds else None

    def least(self, place: Place, value: str) -> Number:
        """The least that one copy carries of a budgeted value, with what it can't be without."""
        return self._least[place, value, 0]

    def most_of(self, quantity: Quantity, place: Place) -> Number | None:
        """The most that a quantity can be, where it hangs on no selection; None else."""
        match quantity:
            case int() | Fraction():
                return quantity
            case Limit(limit):
                return self.limits.get(limit)
            case Times(factor, of, None) if factor >= 0:
                most = self.most_of(of, place)
                return None if most is None else factor * most
            case Plus(parts):
                found = [self.most_of(part, place) for part in parts]
                known = [most for most in found if most is not None]
                return sum(known) if len(known) == len(found) else None
            case If(condition, then, else_):
                holds = self._settled(condition, place)
                if holds is not None:
                    return self.most_of(then if holds else else_, place)
                either = [self.most_of(part, place) for part in (then, else_)]
                known = [most for most in either if most is not None]
                return max(known) if len(known) == 2 else None
            case _:
                return None

    def _settled(self, condition: Condition, place: Place) -> bool | None:
        if isinstance(condition, Comparison):
            match condition:
                case Comparison(Limit(limit), "at_least" | "at_most" as op, int() as bound, None):
                    if limit not in self.limits:
                        return False
                    own = self.limits[limit]
                    return own >= bound if op == "at_least" else own <= bound
            return None
        if place.entry is None or not self.judge.compiler.is_static(condition):
            return None
        return passes(condition, place)

    def _slot_bounds(self, place: Place, among: int) -> Iterable[Number]:
        slot, offer, holder = place.slot, place.offer, place.holder
        if slot is None or offer is None or holder is None:
            return
        whole = Group(max=slot.max, exactly=slot.exactly, each_max=slot.each_max)
        offered = Group(max=offer.max, exactly=offer.exactly)
        static = self.judge.compiler.is_static
        for group in (whole, offered, *slot.groups):
            if not (static(group.test) and passes(group.test, place)):
                continue
            for bound in (group.max, group.exactly, group.each_max):
                if isinstance(bound, Number):
                    if slot.per is None:
                        yield bound * among
                elif bound is not None:
                    most = self.most_of(bound, holder)
                    if most is not None:
                        yield most

    def _read_counts(self) -> Iterator[tuple[Test, Number]]:
        """Yield the most that rules asked of the whole roster allow of what passes a test."""
        for require in self._whole:
            match require.quantity:
                case Count(Selector("whole" | "roster", Test() as test)):
                    most = self.most_of(require.bound, self.judge.root)
                    static = self.judge.compiler.is_static(test)
                    if most is not None and static and require.per in (None, "entry"):
                        yield test, most

    def _fitting(self, place: Place, name: str, budget: Number) -> int | None:
        """Copies that a budget pays for; None where they cost nothing."""
        value, inside = place.value(name) or Value(), self._inside(place, name, 0)
        if not value.steps:
            each = self.least(place, name)
            return max(0, floor(Fraction(budget) / each)) if each > 0 else None
        cost: Number = 0
        copies = 0
        each = inside + value.each
        for step in value.steps:
            cost += each + step
            if cost > budget:
                return copies
            copies += 1
        each += value.steps[-1]
        return copies + floor(Fraction(budget - cost) / each) if each > 0 else None

    def _work_least_out(self, key: tuple[Place, str, int]) -> Number:
        place, name, depth = key
        value = place.value(name) or Value()
        entry = place.entry
        models = 0
        if entry is not None and entry.size is not None:
            models = entry.size.min if isinstance(entry.size.min, int) else 1
        own = value.each + value.per_model * max(models, 0)
        if value.steps:
            own += min(value.steps)
        return own + self._inside(place, name, depth)

    def _inside(self, place: Place, name: str, depth: int) -> Number:
        """The least that the slots of one copy must hold of a value."""
        if depth > DEEPEST:
            return 0
        least: Number = 0
        for _, slot, _ in place.owned:
            needed = _needed(slot)
            if needed > 0:
                offered = [child for child in place.offered() if child.slot is slot]
                if not any((child.value(name) or Value()).steps for child in offered):
                    each = (self._least[child, name, depth + 1] for child in offered)
                    least += needed * min(each, default=0)
        return least

    def _never_negative(self, name: str) -> bool:
        """Whether nothing in the book carries less than nothing of a value."""
        return all(map(self._is_never_negative, self._said(name)))

    def _said(self, name: str) -> list[Value]:
        """All that the book says of a value."""
        book = self.judge.book
        carriers: list[Keyword | Entry] = [
            *book.keywords.values(),
            *(entry for entries in book.entries.values() for entry in entries.values()),
        ]
        slots = [slot for carrier in carriers for slot in carrier.slots]
        offers = [offer for slot in (*slots, *book.ruleset.slots) for offer in slot.offers]
        valued: list[Keyword | Entry | Offer] = [*carriers, *offers]
        return [carrier.values[name] for carrier in valued if name in carrier.values]

    def _is_never_negative(self, value: Value) -> bool:
        return min(value.each, value.per_model, *value.steps) >= 0 and self._grows(value.fixed)

    def _grows(self, quantity: Quantity) -> bool:
        """Whether a quantity is never negative."""
        match quantity:
            case int() | Fraction():
                return quantity >= 0
            case Count() | Limit():
                return True
            case Sum(value):
                return value == "size" or self._never_negative(value)
            case Times(factor, of):
                return factor >= 0 and self._grows(of)
            case Plus(parts):
                return all(map(self._grows, parts))
            case If(_, then, else_):
                return self._grows(then) and self._grows(else_)


def _needed(slot: Slot) -> int:
    least = slot.exactly if slot.exactly is not None else slot.min
    return floor(least) if isinstance(least, Number) and slot.per is None else 0
