"""A rule over an aggregate whose copies may differ: a relaxed constraint over their sums.

For each condition a variable counts the copies that pass. Interval analysis gives the least and the
greatest amount of one copy; with these as factors (big-M) a constraint ties the sum over all copies
to the number of copies that pass. Example: "each mounted chief holds at most 2 shields", for 5
chiefs of whom m are mounted, and who hold at most 10 shields each, is
``shields <= 2 * m + 10 * (5 - m)``. Every legal roster keeps the constraint, an illegal roster may
keep it, too: it is a relaxation, and refinement deals with the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, lcm

from listbuilder.model.language import (
    Comparison,
    Condition,
    Constraint,
    Count,
    If,
    Number,
    Plus,
    Quantity,
    Selector,
    Sum,
    Test,
    Times,
)
from listbuilder.rules.places import of_place
from listbuilder.solve.domains.candidates import Candidate, NeedsDisaggregationError
from listbuilder.solve.encode.expressions import ExpressionEncoder
from listbuilder.solve.model.big_m import MAX_BIG_M
from listbuilder.solve.model.linear import (
    FALSE,
    TRUE,
    ZERO,
    LinearExpr,
    constant,
    of_variable,
    scaled,
    total,
)

BoundedInterval = tuple[Number, Number]
"""The least and the greatest amount of one copy."""


class AggregateEncoder:
    """Encodes rules over the aggregates of one tree."""

    def __init__(self, encoder: ExpressionEncoder) -> None:
        self.encoder = encoder
        self.model = encoder.model
        self.intervals = encoder.tree.bounds.intervals

    def amounts(
        self, rule: Constraint, conditions: Iterable[Condition], candidate: Candidate
    ) -> Iterator[LinearExpr]:
        """Yield expressions that are not negative in any roster that keeps a rule.

        Args:
            rule: any.
            conditions: all conditions of the rule that the place leaves open.
            candidate: a candidate that is an aggregate or stands in one.

        Raises:
            NeedsDisaggregationError: no relaxation is known.
        """
        if candidate.place.copies != 1:
            # The number of selections that its copies are is not known.
            self.encoder.relaxation.require_disaggregation(candidate)
        require = rule.require
        asked = self._passing_all(
            [self._passing_count(one, candidate) for one in conditions], candidate
        )
        if _own_test(require) is not None:
            yield self._passing_count(require, candidate) - asked
            return
        if require.per is not None or require.op == "multiple_of":
            self.encoder.relaxation.require_disaggregation(candidate)
        found, found_interval = self._sum_with_interval(require.quantity, candidate)
        bound, bound_interval = self._sum_with_interval(require.bound, candidate)
        left = candidate.count - asked
        differences = []
        if require.op in ("at_most", "exactly"):
            differences.append((bound - found, found_interval[1] - bound_interval[0]))
        if require.op in ("at_least", "exactly"):
            differences.append((found - bound, bound_interval[1] - found_interval[0]))
        for difference, missing in differences:
            if missing <= MAX_BIG_M or not left.terms:
                yield difference + left.times(max(0, missing))

    def room_for_placed(self, rule: Constraint, candidate: Candidate) -> Iterator[LinearExpr]:
        """Yield expressions that are not negative where what is placed at copies fits into them.

        Each single selection stands at one copy, so it fits into that, and all into all copies.
        Example: of towers for twelve none takes the unit of twenty, and two take 24 at most.
        """
        match rule.require:
            case Comparison(Count(selector), "at_most", int() | Fraction() as most, None):
                value = None
            case Comparison(Sum(value, selector), "at_most", int() | Fraction() as most, None):
                pass
            case _:
                return
        if selector.in_ != "placed" or selector.whole:
            return
        together: list[LinearExpr] = []
        for other, literal, _ in self.encoder.selectors.matches(selector, candidate).found:
            is_single = other.aggregate_root is None and self.model.high(other.count) <= 1
            if is_single and literal != TRUE:  # else it is open whether it is placed there
                amount, unset = self.encoder.amount_of(value, other, False)
                if unset == FALSE and self.model.low(amount) >= 0 < self.model.high(amount):
                    together.append(self.model.gate(literal, amount))
                    yield constant(most) - together[-1]
        if together:
            yield candidate.count.times(most) - total(together)

    # Numbers of copies that pass

    def _passing_count(self, condition: Condition, candidate: Candidate) -> LinearExpr:
        """The number of copies that pass a condition."""
        known = self.intervals.static_truth(condition, candidate.place)
        if known is not None:
            return candidate.count if known else ZERO
        if isinstance(condition, Comparison):
            return self._passing_comparison(condition, candidate)
        own = of_place(condition)
        parts = (
            []
            if self.intervals.static_truth(own, candidate.place)
            else [self._free_count(candidate)]
        )
        if condition.has is not None:
            children = Count(Selector("children", Test(all_=(condition.has,))))
            parts.append(self._passing_comparison(Comparison(children, "at_least", 1), candidate))
        parts += [self._passing_count(part, candidate) for part in condition.all_]
        if condition.any_:
            missed = [
                candidate.count - self._passing_count(part, candidate) for part in condition.any_
            ]
            parts.append(candidate.count - self._passing_all(missed, candidate))
        if condition.not_ is not None:
            parts.append(candidate.count - self._passing_count(condition.not_, candidate))
        return self._passing_all(parts, candidate)

    def _passing_all(self, parts: Sequence[LinearExpr], candidate: Candidate) -> LinearExpr:
        """A variable for the copies that pass all tests, from the numbers that pass each.

        At most the least of these numbers pass; at least all copies, less those that fail a test.
        """
        if not parts:
            return candidate.count
        if len(parts) == 1:
            return parts[0]
        both = self._free_count(candidate)
        for part in parts:
            self.model.at_least_0(part - both)
        missed = total([candidate.count - part for part in parts])
        self.model.at_least_0(both - candidate.count + missed)
        return both

    def _free_count(self, candidate: Candidate) -> LinearExpr:
        """A variable for a number of copies, from none to all."""
        return self.model.part(candidate.count)

    def _passing_comparison(self, comparison: Comparison, candidate: Candidate) -> LinearExpr:
        """The number of copies that pass a comparison."""
        test = _own_test(comparison)
        if test is not None:
            passing = self._passing_count(test, candidate)
            return passing if comparison.op == "at_least" else candidate.count - passing
        if comparison.per is not None or comparison.op == "multiple_of":
            return self._free_count(candidate)
        try:
            found, (low, high) = self._sum_with_interval(comparison.quantity, candidate)
            bound, interval = self._sum_with_interval(comparison.bound, candidate)
        except NeedsDisaggregationError:
            return self._free_count(candidate)
        more, interval = found - bound, (low - interval[1], high - interval[0])
        parts = []
        if comparison.op in ("at_least", "exactly"):
            parts.append(self._passing_at_least_0(more, interval, candidate))
        if comparison.op in ("at_most", "exactly"):
            less = more.times(-1), (-interval[1], -interval[0])
            parts.append(self._passing_at_least_0(*less, candidate))
        return self._passing_all(parts, candidate)

    def _passing_at_least_0(
        self, amount: LinearExpr, interval: BoundedInterval, candidate: Candidate
    ) -> LinearExpr:
        """The number of copies that have an amount of 0 or more (big-M).

        Args:
            amount: the sum over all copies.
            interval: the least and greatest amount of one copy.
            candidate: the candidate of the copies.
        """
        low, high = interval
        if low >= 0:
            return candidate.count
        if high < 0:
            return ZERO
        many = self._free_count(candidate)
        others = candidate.count - many
        too_little = Fraction(1, scaled(amount)[1])
        if high <= MAX_BIG_M:
            self.model.at_least_0(many.times(high) - others.times(too_little) - amount)
        if -low <= MAX_BIG_M:
            self.model.at_least_0(amount - others.times(low))
        return many

    # Sums over all copies

    def _sum_with_interval(
        self, quantity: Quantity, candidate: Candidate
    ) -> tuple[LinearExpr, BoundedInterval]:
        """The sum of a quantity over all copies, and the interval of one copy."""
        match quantity:
            case int() | Fraction():
                return candidate.count.times(quantity), (quantity, quantity)
            case Times(factor, of, rounding):
                amount, (low, high) = self._sum_with_interval(of, candidate)
                amount, interval = amount.times(factor), _ordered(low * factor, high * factor)
                if rounding is None:
                    return amount, interval
                return self._rounded(amount, interval, rounding == "up", candidate)
            case Plus(parts):
                amounts, intervals_of_parts = zip(
                    *(self._sum_with_interval(part, candidate) for part in parts), strict=True
                )
                lows, highs = zip(*intervals_of_parts, strict=True)
                return total(amounts), (sum(lows), sum(highs))
            case If(condition, then, else_):
                return self._either(condition, then, else_, candidate)
            case _:
                return self._read(quantity, candidate)

    def _read(self, quantity: Quantity, candidate: Candidate) -> tuple[LinearExpr, BoundedInterval]:
        """Read a count, sum or the like, and make of it the sum over all copies.

        A number read outside the copies, such as the army's heroes, is the same for each of them.
        Over all copies that is copies times number, a product of two variables; it is relaxed to
        any value between copies times the number's least and copies times its greatest value.
        """
        encoder, model = self.encoder, self.model
        amount, unset, per_copy = encoder.read(quantity, candidate)
        if unset != FALSE:
            encoder.relaxation.require_disaggregation(candidate)
        if not per_copy:
            interval = model.low(amount), model.high(amount)
            if not amount.terms:
                return candidate.count.times(amount.const), interval
            if max(-interval[0], interval[1], model.high(candidate.count)) > MAX_BIG_M:
                encoder.relaxation.require_disaggregation(candidate)
            below, above = (candidate.count.times(end) for end in interval)
            return model.between(below, above, scaled(amount)[1]), interval
        if not encoder.relaxation.is_within(amount, candidate):
            return self._placed(amount, candidate)
        held_together = LinearExpr(amount.terms)
        low, high = self._interval_of_one(held_together, candidate)
        const = amount.const
        return held_together + candidate.count.times(const), (low + const, high + const)

    def _placed(
        self, amount: LinearExpr, candidate: Candidate
    ) -> tuple[LinearExpr, BoundedInterval]:
        """The sum of an amount that each copy finds by placing: in its target, or placed at it."""
        low, high = self.model.low(amount), self.model.high(amount)
        copies = self.model.high(candidate.count)
        if low < 0 or max(high, copies) > MAX_BIG_M:
            self.encoder.relaxation.require_disaggregation(candidate)
        _, scale = scaled(amount)
        found = self.model.between(ZERO, candidate.count.times(high), scale)
        self.model.at_least_0(amount.times(copies) - found)
        return found, (0, high)

    def _interval_of_one(self, amount: LinearExpr, candidate: Candidate) -> BoundedInterval:
        """The interval of one copy's part in an amount that all copies have together."""
        low: Number = 0
        high: Number = 0
        children: dict[Candidate, Number] = {}
        for variable, factor in amount.terms.items():
            owner = self.encoder.relaxation.candidate_of[variable]
            copies = max(1, self.model.high(owner.count)) if owner.is_aggregate else 1
            lots = self.encoder.relaxation.most_held(owner, candidate)
            least = min(0, floor(Fraction(self.model.lows[variable]) / copies)) * lots
            each = ceil(Fraction(self.model.highs[variable]) / copies)
            if variable in owner.size.terms:
                each = owner.most_size  # one copy may have more than an even share
            most = each * lots
            interval = _ordered(factor * least, factor * most)
            low += interval[0]
            if (
                owner.holder is candidate
                and of_variable(variable).terms == owner.count.terms
                and factor > 0
            ):
                children[owner] = factor
            else:
                high += interval[1]
        return low, high + self._most_of_children(children, candidate)

    def _most_of_children(
        self, factors: Mapping[Candidate, Number], candidate: Candidate
    ) -> Number:
        """The greatest weighted number of children that one copy holds."""
        most = sum(
            factor * self.encoder.relaxation.most_held(child, candidate)
            for child, factor in factors.items()
        )
        places = [child.place for child in factors]
        together = self.encoder.tree.bounds.most_held(candidate.place, places)
        if together is None:
            return most
        return min(most, together * max(factors.values(), default=0))

    def _rounded(
        self, amount: LinearExpr, interval: BoundedInterval, up: bool, candidate: Candidate
    ) -> tuple[LinearExpr, BoundedInterval]:
        _, scale = scaled(amount)
        lost = candidate.count.times(Fraction(scale - 1, scale))
        if up:
            whole = self.model.between(amount, amount + lost)
            return whole, (ceil(interval[0]), ceil(interval[1]))
        whole = self.model.between(amount - lost, amount)
        return whole, (floor(interval[0]), floor(interval[1]))

    def _either(
        self, condition: Condition, then: Quantity, else_: Quantity, candidate: Candidate
    ) -> tuple[LinearExpr, BoundedInterval]:
        """The sum of ``then`` over the copies that pass, and of ``else_`` over the others."""
        known = self.intervals.static_truth(condition, candidate.place)
        if known is not None:
            return self._sum_with_interval(then if known else else_, candidate)
        passing = self._passing_count(condition, candidate)
        (one, interval), (other, other_interval) = (
            self._sum_with_interval(part, candidate) for part in (then, else_)
        )
        others = candidate.count - passing
        below, above = (
            passing.times(interval[end]) + others.times(other_interval[end]) for end in (0, 1)
        )
        both = min(interval[0], other_interval[0]), max(interval[1], other_interval[1])
        if below.terms == above.terms:
            return below, both
        granularity = lcm(scaled(one)[1], scaled(other)[1])
        return self.model.between(below, above, granularity), both


def _own_test(comparison: Comparison) -> Test | None:
    """The test that a comparison asks of the selection itself; None: it asks something else."""
    match comparison:
        case Comparison(
            Count(Selector("self", Test() as test, False)),
            "at_least" | "at_most" as op,
            0 | 1 as bound,
            None,
        ) if (op == "at_least") == (bound == 1):
            return test
    return None


def _ordered(one: Number, other: Number) -> BoundedInterval:
    return min(one, other), max(one, other)
