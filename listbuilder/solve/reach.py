"""What quantities and tests can come to, by what the roster's limits and choices settle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil, floor, lcm

from listbuilder.model.entries import Entry, Keyword
from listbuilder.model.language import (
    ALWAYS,
    Comparison,
    Condition,
    Count,
    If,
    Limit,
    Number,
    Plus,
    Quantity,
    Sum,
    Test,
    Times,
    Value,
)
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Memo, Place, is_static, passes

Ends = tuple[Number | None, Number | None]
"""The least and the most that a quantity can be; None where nothing says."""

ANY: Ends = (None, None)


class Reach:
    """What quantities can be in the rosters of one book with the same limits and choices.

    Attributes:
        grows: whether a value, by name, is never negative.
    """

    def __init__(self, judge: Judge, roster: Roster) -> None:
        self.book = judge.book
        self.moving = judge.compiler.moving
        self.limits: Mapping[str, int] = roster.limits
        self.choices: Mapping[str, str] = roster.choices
        self.grows: Memo[str, bool] = Memo(lambda name: all(map(self._is_growing, self.said(name))))
        self._grains: Memo[str, int | None] = Memo(
            lambda name: _together(map(self._grain_of, self.said(name)))
        )

    def of(self, quantity: Quantity, place: Place | None) -> Ends:
        """The least and most that a quantity can be, asked at a place; None: anywhere."""
        match quantity:
            case int() | Fraction():
                return quantity, quantity
            case Limit(limit):
                return (self.limits[limit],) * 2 if limit in self.limits else ANY
            case Count():
                return 0, None
            case Sum(value):
                return (0 if value == "size" or self.grows[value] else None), None
            case Times(factor, of, rounding):
                ends = [
                    None if end is None else _rounded(factor * end, rounding)
                    for end in self.of(of, place)
                ]
                return (ends[0], ends[1]) if factor >= 0 else (ends[1], ends[0])
            case Plus(parts):
                lows, highs = zip(*(self.of(part, place) for part in parts), strict=True)
                return _added(lows), _added(highs)
            case If(condition, then, else_):
                holds = self.settled(condition, place)
                if holds is not None:
                    return self.of(then if holds else else_, place)
                (low, high), (other_low, other_high) = (
                    self.of(part, place) for part in (then, else_)
                )
                return (
                    None if low is None or other_low is None else min(low, other_low),
                    None if high is None or other_high is None else max(high, other_high),
                )

    def settled(self, condition: Condition, place: Place | None) -> bool | None:
        """Whether a condition holds at a place whatever is selected; None where that matters."""
        if isinstance(condition, Comparison):
            return self._settled_limit(condition)
        found: list[bool | None] = []
        own = Test(condition.is_, condition.entry, condition.slot, under=condition.under)
        if own != ALWAYS:
            if place is None or not is_static(own, self.moving):
                found.append(None)
            else:
                found.append(passes(own, place))
        if condition.choice:
            found.append(all(self.choices.get(key) == option for key, option in condition.choice))
        if condition.has is not None:
            found.append(None)
        found += [self.settled(part, place) for part in condition.all_]
        if condition.any_:
            parts = [self.settled(part, place) for part in condition.any_]
            found.append(True if True in parts else None if None in parts else False)
        if condition.not_ is not None:
            refused = self.settled(condition.not_, place)
            found.append(None if refused is None else not refused)
        return False if False in found else None if None in found else True

    def grain(self, quantity: Quantity) -> int | None:
        """A number that makes a quantity whole, whatever is selected; None where nothing says."""
        match quantity:
            case int() | Fraction():
                return quantity.denominator
            case Limit() | Count() | Sum("size") | Times(_, _, "up" | "down"):
                return 1
            case Sum(value):
                return self._grains[value]
            case Times(factor, of, None):
                grain = self.grain(of)
                return None if grain is None else factor.denominator * grain
            case Plus(parts):
                return _together(map(self.grain, parts))
            case If(_, then, else_):
                return _together(map(self.grain, (then, else_)))
            case _:
                return None

    def _grain_of(self, value: Value) -> int | None:
        return _together(
            (grain_of((value.each, value.per_model, *value.steps)), self.grain(value.fixed))
        )

    def _settled_limit(self, comparison: Comparison) -> bool | None:
        match comparison:
            case Comparison(Limit(limit), "at_least" | "at_most" as op, int() as bound, None):
                if limit not in self.limits:
                    return False
                own = self.limits[limit]
                return own >= bound if op == "at_least" else own <= bound
        return None

    def said(self, name: str) -> list[Value]:
        """All that the book says of a value."""
        book = self.book
        carriers: list[Keyword | Entry] = [
            *book.keywords.values(),
            *(entry for entries in book.entries.values() for entry in entries.values()),
        ]
        slots = [slot for carrier in carriers for slot in carrier.slots]
        offers = [offer for slot in (*slots, *book.ruleset.slots) for offer in slot.offers]
        valued = [*carriers, *offers]
        return [carrier.values[name] for carrier in valued if name in carrier.values]

    def _is_growing(self, value: Value) -> bool:
        low, _ = self.of(value.fixed, None)
        return min(value.each, value.per_model, *value.steps) >= 0 and low is not None and low >= 0


def grain_of(numbers: Iterable[Number]) -> int:
    """The least number that makes them all whole."""
    return lcm(*(number.denominator for number in numbers))


def _together(grains: Iterable[int | None]) -> int | None:
    found = [*grains]
    known = [grain for grain in found if grain is not None]
    return lcm(*known) if len(known) == len(found) else None


def _rounded(number: Number, rounding: str | None) -> Number:
    match rounding:
        case "up":
            return ceil(number)
        case "down":
            return floor(number)
        case _:
            return number


def _added(ends: Iterable[Number | None]) -> Number | None:
    found = [*ends]
    known = [end for end in found if end is not None]
    return sum(known) if len(known) == len(found) else None
