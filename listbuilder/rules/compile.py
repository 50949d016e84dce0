"""The nodes of the rule language as Python functions of a selection and its army.

Each node has one meaning, given here and nowhere else. What a place already settles is looked up,
not asked again.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TypeVar, assert_never

from listbuilder.model.entries import Slot
from listbuilder.model.language import (
    ALWAYS,
    Comparison,
    Condition,
    Count,
    Distinct,
    GreatestOf,
    If,
    LeastOf,
    Limit,
    LookUp,
    Number,
    Op,
    Outside,
    Plus,
    Quantity,
    Selector,
    Sum,
    Test,
    Times,
    Unassigned,
    Value,
)
from listbuilder.rules.army import Amount, Army, Asked, Node
from listbuilder.rules.assignment import left_over
from listbuilder.rules.levels import extreme, look_up, once
from listbuilder.rules.places import Memo, Place, is_static, passes
from listbuilder.rules.selectors import outwards, place_of, shared_by, wholes

Worked = TypeVar("Worked")

Totals = Callable[[Node, Army], dict[str | None, Number]]
"""Numbers by entry or keyword; by None where there is but one."""

Weight = int | Amount
"""What a place gives for each copy; a function where that takes more than a factor."""


class LimitUnsetError(Exception):
    """A quantity reads a limit that the roster does not set."""


class Compiler:
    """Compiles nodes for one book; equal nodes are compiled once.

    Attributes:
        moving: keywords that have to be asked of each roster.
    """

    def __init__(self, moving: frozenset[str]) -> None:
        self.moving = moving
        self._within = False
        self._weights: Memo[str, Memo[Place, Weight]] = Memo(
            lambda value: Memo(lambda place: self._weigh(place, value))
        )
        self._kept: dict[int, tuple[Condition, Asked]] = {}
        self._rings: Memo[Condition, Asked] = Memo(self.test)

    def quantity(self, quantity: Quantity) -> Number | Amount:
        """Compile a quantity; a number stays one."""
        match quantity:
            case int() | Fraction():
                return quantity
            case Count(selector):
                return self._count(selector)
            case Sum(value, selector):
                return self._sum(value, selector)
            case Distinct(per, selector):
                totals = self.groups(Count(selector), per)
                return lambda node, army: len(totals(node, army))
            case GreatestOf(value, selector):
                return extreme(max, value, self.select(selector), shared_by(selector.in_))
            case LeastOf(value, selector):
                return extreme(min, value, self.select(selector), shared_by(selector.in_))
            case Limit(limit):
                return _limit(limit)
            case Times(factor, of, rounding):
                return _times(factor, self.amount(of), rounding)
            case Plus(parts):
                amounts = [self.amount(part) for part in parts]
                return lambda node, army: sum(amount(node, army) for amount in amounts)
            case If(condition, then, else_):
                test, yes, no = self.test(condition), self.amount(then), self.amount(else_)
                return lambda node, army: (yes if test(node, army) else no)(node, army)
            case LookUp(table, row, column):
                return look_up(table, self.amount(row), self.amount(column))
            case Outside(outside):
                asked = self.amount(outside)
                return lambda node, army: asked(node.holder, army) if node.holder else 0
            case Unassigned(selector, takers):
                takes = [(self._sought(one.test), self.amount(one.max)) for one in takers]
                return left_over(self.select(selector), takes)
            case _:
                assert_never(quantity)

    def amount(self, quantity: Quantity) -> Amount:
        """Compile a quantity, a number too, to a function."""
        compiled = self.quantity(quantity)
        if isinstance(compiled, Number):
            return lambda node, army: compiled
        return compiled

    def test(self, condition: Condition) -> Asked:
        """Compile a condition."""
        if isinstance(condition, Comparison):
            around, self._within = self._within, True
            compare = self._compare(condition)
            self._within = around
            return compare
        if is_static(condition, self.moving):
            known: Memo[Place, bool] = Memo(lambda place: passes(condition, place))
            return lambda node, army: known[node.place]
        tests = list(self._tests(condition))
        if len(tests) == 1:
            return tests[0]
        return lambda node, army: all(test(node, army) for test in tests)

    def kept(self, condition: Condition) -> Asked:
        """Compile a condition of the book, and keep it: the book keeps its parts' identity."""
        if id(condition) not in self._kept:
            self._kept[id(condition)] = condition, self.test(condition)
        return self._kept[id(condition)][1]

    def _sought(self, condition: Condition) -> Asked:
        """Compile what is sought among others; within a test each of them may seek the same."""
        return self._inner(condition) if self._within else self.test(condition)

    def _inner(self, condition: Condition) -> Asked:
        """Compile a condition that many may ask of the same selection: then it is asked once."""
        test = self.test(condition)
        return once(lambda node, army: node, test) if self._looks_around(condition) else test

    def _looks_around(self, condition: Condition) -> bool:
        """Tell whether a condition asks for other selections."""
        if isinstance(condition, Comparison) or condition.has is not None:
            return True
        if self.is_static(condition):
            return False
        parts = (*condition.all_, *condition.any_, condition.not_)
        return condition.under is not None or any(
            self._looks_around(part) for part in parts if part is not None
        )

    def is_static(self, condition: Condition) -> bool:
        """Tell whether a condition depends on the place alone."""
        return is_static(condition, self.moving)

    def select(self, selector: Selector) -> Callable[[Node, Army], Sequence[Node]]:
        """Compile a selector to the selections it finds, those below each too where it says so."""
        place = self._place(selector.in_)
        test = None if selector.test == ALWAYS else self._sought(selector.test)
        if test is None and not selector.whole:
            return place

        def find(node: Node, army: Army) -> Sequence[Node]:
            found = place(node, army)
            if test is not None:
                found = [other for other in found if test(other, army)]
            return wholes(found, army) if selector.whole else found

        return find

    def weight(self, value: str, place: Place) -> Weight:
        """What a place carries of a value (``size`` is built in), for each copy."""
        return self._weights[value][place]

    def groups(self, quantity: Quantity, per: str) -> Totals:
        """Compile a count or sum asked once for each entry, or keyword of a family, there is."""
        match quantity:
            case Count(selector):
                weights: Memo[Place, Weight] = Memo(lambda place: 1)
            case Sum(value, selector):
                weights = self._weights[value]
            case _:
                raise ValueError(f"per {per} goes with a count or a sum")
        find, shared = self.select(selector), shared_by(selector.in_)

        def totals(node: Node, army: Army) -> dict[str | None, Number]:
            found: dict[str | None, Number] = {}
            for other in find(node, army):
                if key := group_of(other, per):
                    amount = weigh(weights[other.place], other, army)
                    found[key] = found.get(key, 0) + amount
            return found

        return once(shared, totals) if shared else totals

    def _place(self, name: str) -> Callable[[Node, Army], Sequence[Node]]:
        return self._beside if name == "beside" else place_of(name)

    def _beside(self, node: Node, army: Army) -> Sequence[Node]:
        """Those before and after it in its slot's row; in a ring the ends are beside each other."""
        slot, holder = node.place.slot if node.holder else None, node.holder
        if slot is None or slot.ring is None or holder is None:
            return ()
        before = _next(holder, range(node.index - 1, -1, -1), slot)
        after = _next(holder, range(node.index + 1, len(holder.children)), slot)
        if (before is None or after is None) and self._rings[slot.ring](holder, army):
            before = before or _next(holder, range(len(holder.children) - 1, node.index, -1), slot)
            after = after or _next(holder, range(node.index), slot)
        found = {one.start: one for one in (before, after) if one is not None}
        return tuple(found.values())

    def _count(self, selector: Selector) -> Amount:
        if selector == Selector("self"):
            return lambda node, army: node.count
        shared = shared_by(selector.in_)
        count = self._count_each(selector)
        return once(shared, count) if shared else count

    def _count_each(self, selector: Selector) -> Amount:
        place = self._place(selector.in_)
        if not selector.whole and is_static(selector.test, self.moving):
            known = Memo[Place, bool](lambda where: passes(selector.test, where))

            def count(node: Node, army: Army) -> int:
                total = 0
                for other in place(node, army):
                    if known[other.place]:
                        total += other.count
                return total

            return count
        find = self.select(selector)
        return lambda node, army: sum(other.count for other in find(node, army))

    def _sum(self, value: str, selector: Selector) -> Amount:
        weights = self._weights[value]
        find = self.select(selector)
        if not selector.whole and is_static(selector.test, self.moving):
            test, find = selector.test, self._place(selector.in_)
            if test != ALWAYS:
                carried = weights
                weights = Memo(lambda place: carried[place] if passes(test, place) else 0)

        def total(node: Node, army: Army) -> Number:
            found: Number = 0
            for other in find(node, army):
                weight = weights[other.place]
                if isinstance(weight, int):
                    found += weight * other.count
                else:
                    found += weight(other, army)
            return found

        shared = shared_by(selector.in_)
        return once(shared, total) if shared else total

    def _weigh(self, place: Place, name: str) -> Weight:
        if name == "size":
            return lambda node, army: node.size * node.count
        value = place.value(name)
        if value is None:
            return 0
        if value == Value(each=value.each) and isinstance(value.each, int):
            return value.each
        return self._amount_of(value)

    def _amount_of(self, value: Value) -> Amount:
        fixed = self.amount(value.once)

        def amount(node: Node, army: Army) -> Number:
            found = (value.each + value.per_model * node.models) * node.count
            if value.steps:
                upto = node.before + node.count
                found += sum(value.steps[node.before : upto])
                found += value.steps[-1] * max(0, upto - max(node.before, len(value.steps)))
            return exact(found + fixed(node, army))

        return amount

    def _tests(self, test: Test) -> Iterator[Asked]:
        still = Test(entry=test.entry, slot=test.slot)
        if still != ALWAYS:
            yield self.test(still)
        if test.is_:
            names = frozenset(test.is_)
            yield lambda node, army: not names.isdisjoint(node.keywords)
        if test.choice:
            yield lambda node, army: all(army.choices.get(key) == own for key, own in test.choice)
        if test.first_list:
            yield lambda node, army: army.first_list in test.first_list
        if test.has is not None:
            has = self._sought(test.has)
            yield lambda node, army: any(has(child, army) for child in node.children)
        if test.under is not None:
            under = self._inner(test.under)
            yield lambda node, army: any(under(around, army) for around in outwards(node))
        for part in test.all_:
            yield self.test(part)
        if test.any_:
            parts = [self.test(part) for part in test.any_]
            yield lambda node, army: any(part(node, army) for part in parts)
        if test.not_ is not None:
            refused = self.test(test.not_)
            yield lambda node, army: not refused(node, army)

    def _compare(self, comparison: Comparison) -> Asked:
        bound, holds = self.amount(comparison.bound), HOLDS[comparison.op]
        if comparison.per is not None:
            totals = self.groups(comparison.quantity, comparison.per)

            def compare_each(node: Node, army: Army) -> bool:
                try:
                    most = bound(node, army)
                    return all(holds(number, most) for number in totals(node, army).values())
                except LimitUnsetError:
                    return False

            return compare_each
        found = self.amount(comparison.quantity)

        def compare(node: Node, army: Army) -> bool:
            try:
                return holds(found(node, army), bound(node, army))
            except LimitUnsetError:
                return False

        return compare


HOLDS: dict[Op, Callable[[Number, Number], bool]] = {
    "at_most": operator.le,
    "at_least": operator.ge,
    "exactly": operator.eq,
    "multiple_of": lambda found, bound: found % bound == 0,
}


def weigh(weight: Weight, node: Node, army: Army) -> Number:
    """What one selection carries, all its copies."""
    return weight * node.count if isinstance(weight, int) else weight(node, army)


def exact(number: Number) -> Number:
    """A fraction that is whole, as a whole number."""
    return number.numerator if number.denominator == 1 else number


def _limit(limit: str) -> Amount:
    def read(node: Node, army: Army) -> int:
        try:
            return army.limits[limit]
        except KeyError:
            raise LimitUnsetError(limit) from None

    return read


def _times(factor: Number, amount: Amount, rounding: str | None) -> Amount:
    match rounding:
        case "up":
            return lambda node, army: math.ceil(factor * amount(node, army))
        case "down":
            return lambda node, army: math.floor(factor * amount(node, army))
        case _:
            return lambda node, army: exact(factor * amount(node, army))


def group_of(node: Node, per: str) -> str | None:
    """The entry's id, or the selection's keyword of a family, that ``per`` asks once for."""
    entry = node.place.entry
    if per == "entry" or entry is None:
        return entry.id if entry else None
    keywords = node.place.book.keywords
    return next(
        (name for name in node.keywords if name in keywords and keywords[name].family == per), None
    )


def _next(holder: Node, indexes: Iterable[int], slot: Slot) -> Node | None:
    """The first of a holder's own, in some order, that stands in a slot."""
    held = holder.children
    return next((held[index] for index in indexes if held[index].place.slot is slot), None)
