"""Rules asked of all the selections of a lump together, where each may answer differently.

How many of them pass a test is a number between what there must be and what there can be; of one
selection it is just whether it passes. What they have together has to be enough for those that are
asked, when the others may lack as much as they can.
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
    Test,
    Times,
)
from listbuilder.solve.compile import Compiler
from listbuilder.solve.linear import FALSE, ZERO, Linear, of_variable, scaled, total
from listbuilder.solve.spots import LumpError, Spot

Ends = tuple[Number, Number]


class Together:
    """Asks rules of the lumps of one tree."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.program = compiler.program
        self.reach = compiler.tree.bounds.reach

    def amounts(
        self, rule: Constraint, conditions: Iterable[Condition], spot: Spot
    ) -> Iterator[Linear]:
        """Yield what has to be 0 at least for a rule to be kept, as far as that can be said.

        Args:
            rule: any.
            conditions: where it is asked.
            spot: in a lump.

        Raises:
            LumpError: nothing can be said.
        """
        if spot.place.copies != 1:
            self.compiler.refuse(spot)  # how many selections its copies are is not known
        require = rule.require
        asked = self._all_of([self._many(one, spot) for one in conditions], spot)
        if _of_itself(require) is not None:
            yield self._many(require, spot) - asked
            return
        if require.per is not None or require.op == "multiple_of":
            self.compiler.refuse(spot)
        found, found_ends = self._of_all(require.quantity, spot)
        bound, bound_ends = self._of_all(require.bound, spot)
        left = spot.count - asked
        if require.op in ("at_most", "exactly"):
            yield bound - found + left.times(max(0, found_ends[1] - bound_ends[0]))
        if require.op in ("at_least", "exactly"):
            yield found - bound + left.times(max(0, bound_ends[1] - found_ends[0]))

    # How many selections pass

    def _many(self, condition: Condition, spot: Spot) -> Linear:
        known = self.reach.settled(condition, spot.place)
        if known is not None:
            return spot.count if known else ZERO
        if isinstance(condition, Comparison):
            return self._many_compare(condition, spot)
        own = Test(condition.is_, condition.entry, condition.slot, under=condition.under)
        parts = [] if self.reach.settled(own, spot.place) else [self._some(spot)]
        if condition.has is not None:
            children = Count(Selector("children", Test(all_=(condition.has,))))
            parts.append(self._many_compare(Comparison(children, "at_least", 1), spot))
        parts += [self._many(part, spot) for part in condition.all_]
        if condition.any_:
            missed = [spot.count - self._many(part, spot) for part in condition.any_]
            parts.append(spot.count - self._all_of(missed, spot))
        if condition.not_ is not None:
            parts.append(spot.count - self._many(condition.not_, spot))
        return self._all_of(parts, spot)

    def _all_of(self, parts: Sequence[Linear], spot: Spot) -> Linear:
        """How many pass all tests, of each of which so many pass."""
        if not parts:
            return spot.count
        if len(parts) == 1:
            return parts[0]
        both = self._some(spot)
        for part in parts:
            self.program.at_least_0(part - both)
        missed = total([spot.count - part for part in parts])
        self.program.at_least_0(both - spot.count + missed)
        return both

    def _some(self, spot: Spot) -> Linear:
        """Some of the selections: anything from none to all."""
        return self.program.part(spot.count)

    def _many_compare(self, comparison: Comparison, spot: Spot) -> Linear:
        test = _of_itself(comparison)
        if test is not None:
            passing = self._many(test, spot)
            return passing if comparison.op == "at_least" else spot.count - passing
        if comparison.per is not None or comparison.op == "multiple_of":
            return self._some(spot)
        try:
            found, (low, high) = self._of_all(comparison.quantity, spot)
            bound, ends = self._of_all(comparison.bound, spot)
        except LumpError:
            return self._some(spot)
        more, ends = found - bound, (low - ends[1], high - ends[0])
        parts = []
        if comparison.op in ("at_least", "exactly"):
            parts.append(self._many_at_least_0(more, ends, spot))
        if comparison.op in ("at_most", "exactly"):
            less = more.times(-1), (-ends[1], -ends[0])
            parts.append(self._many_at_least_0(*less, spot))
        return self._all_of(parts, spot)

    def _many_at_least_0(self, amount: Linear, ends: Ends, spot: Spot) -> Linear:
        """How many have 0 at least, where all have so much, and each as much as the ends say."""
        low, high = ends
        if low >= 0:
            return spot.count
        if high < 0:
            return ZERO
        many = self._some(spot)
        others = spot.count - many
        too_little = Fraction(1, scaled(amount)[1])
        self.program.at_least_0(many.times(high) - others.times(too_little) - amount)
        self.program.at_least_0(amount - others.times(low))
        return many

    # What all selections have

    def _of_all(self, quantity: Quantity, spot: Spot) -> tuple[Linear, Ends]:
        """What all of them have, as far as that is known, and the ends for each."""
        match quantity:
            case int() | Fraction():
                return spot.count.times(quantity), (quantity, quantity)
            case Times(factor, of, rounding):
                amount, (low, high) = self._of_all(of, spot)
                amount, ends = amount.times(factor), _ordered(low * factor, high * factor)
                if rounding is None:
                    return amount, ends
                return self._rounded(amount, ends, rounding == "up", spot)
            case Plus(parts):
                amounts, all_ends = zip(*(self._of_all(part, spot) for part in parts), strict=True)
                lows, highs = zip(*all_ends, strict=True)
                return total(amounts), (sum(lows), sum(highs))
            case If(condition, then, else_):
                return self._either(condition, then, else_, spot)
            case _:
                return self._read(quantity, spot)

    def _read(self, quantity: Quantity, spot: Spot) -> tuple[Linear, Ends]:
        compiler, program = self.compiler, self.program
        compiler.local = False
        amount, unset = compiler.read(quantity, spot)
        if unset != FALSE:
            compiler.refuse(spot)
        if not compiler.local:  # each has the same
            ends = program.low(amount), program.high(amount)
            if not amount.terms:
                return spot.count.times(amount.const), ends
            below, above = (spot.count.times(end) for end in ends)
            return program.between(below, above, scaled(amount)[1]), ends
        if not compiler.is_inside(amount, spot):
            compiler.refuse(spot)
        held = Linear(amount.terms)
        low, high = self._ends(held, spot)
        const = amount.const
        return held + spot.count.times(const), (low + const, high + const)

    def _ends(self, amount: Linear, spot: Spot) -> Ends:
        """The least and most that one selection can have of what all have together."""
        low: Number = 0
        high: Number = 0
        children: dict[Spot, Number] = {}
        for variable, factor in amount.terms.items():
            owner = self.compiler.owners[variable]
            copies = max(1, self.program.high(owner.count)) if owner.lump else 1
            lots = self.compiler.held(owner, spot)
            least = min(0, floor(Fraction(self.program.lows[variable]) / copies)) * lots
            most = ceil(Fraction(self.program.highs[variable]) / copies) * lots
            ends = _ordered(factor * least, factor * most)
            low += ends[0]
            if (
                owner.holder is spot
                and of_variable(variable).terms == owner.count.terms
                and factor > 0
            ):
                children[owner] = factor
            else:
                high += ends[1]
        return low, high + self._most_of_children(children, spot)

    def _most_of_children(self, factors: Mapping[Spot, Number], spot: Spot) -> Number:
        """The most that one selection can hold of children, each counted so many times."""
        most = sum(factor * self.compiler.held(child, spot) for child, factor in factors.items())
        places = [child.place for child in factors]
        together = self.compiler.tree.bounds.most_held(spot.place, places)
        if together is None:
            return most
        return min(most, together * max(factors.values(), default=0))

    def _rounded(self, amount: Linear, ends: Ends, up: bool, spot: Spot) -> tuple[Linear, Ends]:
        _, scale = scaled(amount)
        lost = spot.count.times(Fraction(scale - 1, scale))
        if up:
            whole = self.program.between(amount, amount + lost)
            return whole, (ceil(ends[0]), ceil(ends[1]))
        whole = self.program.between(amount - lost, amount)
        return whole, (floor(ends[0]), floor(ends[1]))

    def _either(
        self, condition: Condition, then: Quantity, else_: Quantity, spot: Spot
    ) -> tuple[Linear, Ends]:
        """What those that pass have of one quantity, and the others of another."""
        known = self.reach.settled(condition, spot.place)
        if known is not None:
            return self._of_all(then if known else else_, spot)
        passing = self._many(condition, spot)
        (one, ends), (other, other_ends) = (self._of_all(part, spot) for part in (then, else_))
        others = spot.count - passing
        below, above = (passing.times(ends[end]) + others.times(other_ends[end]) for end in (0, 1))
        both = min(ends[0], other_ends[0]), max(ends[1], other_ends[1])
        if below.terms == above.terms:
            return below, both
        grain = lcm(scaled(one)[1], scaled(other)[1])
        return self.program.between(below, above, grain), both


def _of_itself(comparison: Comparison) -> Test | None:
    """What a selection itself must pass, or must not, where a comparison says no more."""
    match comparison:
        case Comparison(
            Count(Selector("self", Test() as test, False)),
            "at_least" | "at_most" as op,
            0 | 1 as bound,
            None,
        ) if (op == "at_least") == (bound == 1):
            return test
    return None


def _ordered(one: Number, other: Number) -> Ends:
    return min(one, other), max(one, other)
