"""The expressions of the rule language as Python functions of a selection and its army.

The meaning of each expression is given here and nowhere else. The part of a condition that a place
settles is looked up by place (``places.parted``); only the rest is asked of each roster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import assert_never, cast

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
    Outside,
    Plus,
    Quantity,
    Selector,
    Sum,
    Test,
    Times,
    Unassigned,
)
from listbuilder.model.memo import Memo
from listbuilder.rules.arithmetic import HOLDS, LimitUnsetError, limit, plus, times
from listbuilder.rules.army import Amount, Army, Asked, Node
from listbuilder.rules.assignment import left_over
from listbuilder.rules.beside import beside
from listbuilder.rules.levels import extreme, look_up, once
from listbuilder.rules.places import Place, is_static, parted, passes
from listbuilder.rules.selectors import Around, group_by, outwards, place_of, shared_by, wholes
from listbuilder.rules.weights import Weight, weigh, weight_of

Found = Callable[[Node, Army], Sequence[Node]]
Totals = Callable[[Node, Army], dict[str | None, Number]]
"""Gives numbers by entry or keyword; a single number has the key None."""

NEAR = frozenset({"self", "parent", "at"})
"""Scopes of a single selection: asking again is quicker than keeping the answer."""

_start = attrgetter("start")
"""The number of a selection in the roster's order, as a sort key."""


class Compiler:
    """Compiles expressions for one book; equal ones are compiled once.

    Attributes:
        moving: the keywords that a change or a mount can give or take away.
    """

    def __init__(self, moving: frozenset[str]) -> None:
        self.moving = moving
        self._within = False
        self._weights: Memo[str, Memo[Place, Weight]] = Memo(
            lambda value: Memo(lambda place: weight_of(place, value, self.amount))
        )
        self._once: dict[tuple[Count | Sum, bool], Amount] = {}
        self._tests_by_id: dict[int, tuple[Condition, Asked]] = {}
        self._rings: Memo[Condition, Asked] = Memo(self.test)

    def quantity(self, quantity: Quantity) -> Number | Amount:
        """Compile a quantity to a function; a number stays a number."""
        match quantity:
            case int() | Fraction():
                return quantity
            case Count(selector) | Sum(_, selector):
                return self._taken_together(quantity, selector)
            case Distinct(per, selector):
                totals = self.groups(Count(selector), per)
                return lambda node, army: len(totals(node, army))
            case GreatestOf(value, selector):
                return extreme(max, value, self.select(selector), shared_by(selector.in_))
            case LeastOf(value, selector):
                return extreme(min, value, self.select(selector), shared_by(selector.in_))
            case Limit(name):
                return limit(name)
            case Times(factor, of, rounding):
                return times(factor, self.amount(of), rounding)
            case Plus(parts):
                return plus([self.amount(part) for part in parts])
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
        """Compile a quantity to a function, even if it is a number."""
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
        still, left = self.parted(condition)
        if left == ALWAYS:
            known = _settled(still)
            return lambda node, army: known[node.place]
        tests = [] if still == ALWAYS else [self.test(still)]
        return every([*tests, *self._tests(cast(Test, left))])

    def memoised_test(self, condition: Condition) -> Asked:
        """Compile a condition of the book once: the book keeps it, so its identity is the key."""
        if id(condition) not in self._tests_by_id:
            self._tests_by_id[id(condition)] = condition, self.test(condition)
        return self._tests_by_id[id(condition)][1]

    def _sought(self, condition: Condition) -> Asked:
        """Compile the test of a selector; inside a test it is memoised, for many tests share it."""
        return self._inner(condition) if self._within else self.test(condition)

    def _inner(self, condition: Condition) -> Asked:
        """Compile a condition that many selections may ask of one selection: it is asked once."""
        test = self.test(condition)
        return once(lambda node, army: node, test) if self._looks_around(condition) else test

    def _looks_around(self, condition: Condition) -> bool:
        """Tell whether a condition asks for other selections."""
        if isinstance(condition, Comparison):
            return any(map(self._looks_far, (condition.quantity, condition.bound)))
        if condition.has is not None:
            return True
        if self.is_static(condition):
            return False
        parts = (*condition.all_, *condition.any_, condition.not_)
        return condition.under is not None or any(
            self._looks_around(part) for part in parts if part is not None
        )

    def _looks_far(self, quantity: Quantity) -> bool:
        """Tell whether a quantity reads more than one other selection."""
        match quantity:
            case Count(selector):
                near = selector.in_ in NEAR and not selector.whole
                return not near or self._looks_around(selector.test)
            case _:
                return not isinstance(quantity, Number)

    def _shared(self, selector: Selector) -> Around | None:
        """The function of the anchor that is common to all selections that find the same.

        None: the answer is not kept.
        """
        near = selector.in_ in NEAR and not selector.whole
        if near and not self._looks_around(selector.test):
            return None
        return shared_by(selector.in_)

    def parted(self, condition: Condition) -> tuple[Test, Condition]:
        """Part a condition: the part that a place settles, and the rest (``places.parted``)."""
        return parted(condition, self.moving)

    def is_static(self, condition: Condition) -> bool:
        """Tell whether a condition depends on the place alone."""
        return is_static(condition, self.moving)

    def select(self, selector: Selector) -> Found:
        """Compile a selector to the selections that it finds, with those below if ``whole``."""
        find = self._passing(self._place(selector.in_), selector.test)
        if not selector.whole:
            return find
        if selector.in_ == "beside":  # in a ring the last is before the first
            return lambda node, army: wholes(sorted(find(node, army), key=_start), army)
        return lambda node, army: wholes(find(node, army), army)

    def _passing(self, place: Found, test: Test) -> Found:
        """Compile the selections of a scope that pass a test."""
        if test == ALWAYS:
            return place
        still, left = self.parted(test)
        known = _settled(still)
        if left == ALWAYS:
            return lambda node, army: [one for one in place(node, army) if known[one.place]]
        asked = self._sought(left)
        return lambda node, army: [
            one for one in place(node, army) if known[one.place] and asked(one, army)
        ]

    def weight(self, value: str, place: Place) -> Weight:
        """The number of a value that each copy at a place carries; ``size`` is built in."""
        return self._weights[value][place]

    def groups(self, quantity: Quantity, per: str) -> Totals:
        """Compile a count or sum by entry, or by keyword of a family, of the selections found."""
        match quantity:
            case Count(selector):
                weights: Memo[Place, Weight] = Memo(lambda place: 1)
            case Sum(value, selector):
                weights = self._weights[value]
            case _:
                raise ValueError(f"per {per} goes with a count or a sum")
        find, shared = self.select(selector), self._shared(selector)
        grouped = group_by(per)

        def totals(node: Node, army: Army) -> dict[str | None, Number]:
            found: dict[str | None, Number] = {}
            for other in find(node, army):
                if key := grouped(other):
                    amount = weigh(weights[other.place], other, army)
                    found[key] = found.get(key, 0) + amount
            return found

        return once(shared, totals) if shared else totals

    def _place(self, name: str) -> Found:
        return beside(self._rings) if name == "beside" else place_of(name)

    def _taken_together(self, quantity: Count | Sum, selector: Selector) -> Amount:
        """Compile a count or a sum that is worked out once for all selections finding the same."""
        shared = self._shared(selector)
        if shared is None:
            return self._each(quantity)
        key = quantity, self._within
        if key not in self._once:
            self._once[key] = once(shared, self._each(quantity))
        return self._once[key]

    def _each(self, quantity: Count | Sum) -> Amount:
        if isinstance(quantity, Sum):
            return self._sum(quantity.sum, quantity.of)
        return self._count(quantity.count)

    def _count(self, selector: Selector) -> Amount:
        if selector == Selector("self"):
            return lambda node, army: node.count
        place = self._place(selector.in_)
        if not selector.whole and self.is_static(selector.test):
            known = _settled(selector.test)

            def count(node: Node, army: Army) -> int:
                total = 0
                for other in place(node, army):
                    if known[other.place]:
                        total += other.count
                return total

            return count
        find = self.select(selector)

        def count_found(node: Node, army: Army) -> int:
            total = 0
            for other in find(node, army):
                total += other.count
            return total

        return count_found

    def _sum(self, value: str, selector: Selector) -> Amount:
        weights = self._weights[value]
        find = self.select(selector)
        if not selector.whole and self.is_static(selector.test):
            test, find = selector.test, self._place(selector.in_)
            if test != ALWAYS:
                carried = weights
                weights = Memo(lambda place: carried[place] if passes(test, place) else 0)

        def total(node: Node, army: Army) -> Number:
            found: Number = 0
            for other in find(node, army):
                weight = weights[other.place]
                if weight:  # weigh(), without the call
                    found += (
                        weight * other.count if isinstance(weight, int) else weight(other, army)
                    )
            return found

        return total

    def _tests(self, test: Test) -> Iterator[Asked]:
        """Compile the parts of a test that a place does not settle."""
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


def every(tests: Sequence[Asked]) -> Asked:
    """Compile that all tests hold, asked in their order."""
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        first, second = tests
        return lambda node, army: first(node, army) and second(node, army)
    return lambda node, army: all(test(node, army) for test in tests)


def _settled(test: Test) -> Memo[Place, bool]:
    return Memo(lambda place: passes(test, place))
