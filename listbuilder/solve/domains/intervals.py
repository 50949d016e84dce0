"""Interval analysis: the least and the greatest value of a quantity, whatever is selected.

Limits and choices of the roster are known, so are keywords that never change. Example: with
``points`` limited to 700, "half of the points limit, rounded down" is 350; "the number of heroes"
lies between 0 and infinity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import ceil, floor, lcm

from listbuilder.model.entries import Entry, Keyword
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
    Sum,
    Test,
    Times,
    Unassigned,
    Value,
)
from listbuilder.model.memo import Memo
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place, is_static, of_place, passes

Interval = tuple[Number | None, Number | None]
"""The least and the greatest value; None: unbounded.

A quantity that may read a limit that the roster does not set has no least value.
"""

NO_KEYWORDS: frozenset[str] = frozenset()
UNBOUNDED_INTERVAL: Interval = (None, None)


class IntervalAnalysis:
    """Intervals of quantities in the rosters of one book with the same limits and choices.

    Attributes:
        never_negative: whether a value, by name, is 0 or more at every entry.
    """

    def __init__(
        self,
        judge: Judge,
        roster: Roster,
        most_found: Callable[[Count | Sum, Place], Number | None] = lambda node, place: None,
    ) -> None:
        """Note what the roster sets.

        Args:
            judge: the judge of the book.
            roster: a roster with the limits and choices.
            most_found: the greatest value of a count or a sum asked at a place; None: unbounded.
        """
        self._most_found = most_found
        self.book = judge.book
        self.moving = judge.compiler.moving
        self.limits: Mapping[str, int] = roster.limits
        self.choices: Mapping[str, str] = roster.choices
        self.first_list = next(iter(roster.catalogues), "")
        self._truths: dict[int, tuple[Condition, Memo[Place | None, bool | None]]] = {}
        self.never_negative: Memo[str, bool] = Memo(
            lambda name: all(map(self._is_never_negative, self.definitions(name)))
        )
        self._may_be_called: Memo[tuple[Place, str], bool] = Memo(self._work_out_call)
        self._granularities: Memo[str, int | None] = Memo(
            lambda name: _common_multiple(map(self._value_granularity, self.definitions(name)))
        )

    def of(self, quantity: Quantity, place: Place | None) -> Interval:
        """The interval of a quantity asked at a place; without a place, wherever it is asked."""
        match quantity:
            case int() | Fraction():
                return quantity, quantity
            case Limit(limit):
                return (self.limits[limit],) * 2 if limit in self.limits else UNBOUNDED_INTERVAL
            case Count():
                return 0, None if place is None else self._most_found(quantity, place)
            case Distinct():
                return 0, None
            case Unassigned(_, to):
                return (
                    UNBOUNDED_INTERVAL
                    if self._may_be_unset(*(one.max for one in to))
                    else (0, None)
                )
            case LookUp(table, row, column):
                if self._may_be_unset(row, column):
                    return UNBOUNDED_INTERVAL
                said = [0, *(number for row in table for number in row)]
                return min(said), max(said)
            case Outside(outside):
                if place is None or place.holder is None:
                    return self._or_0(outside) if place is None else (0, 0)
                return self.of(outside, place.holder)
            case GreatestOf(value) | LeastOf(value):
                each = [0, *(said.each for said in self.definitions(value))]
                return min(each), max(each)
            case Sum(value):
                most = None if place is None else self._most_found(quantity, place)
                return 0 if value == "size" or self.never_negative[value] else None, most
            case Times(factor, of, rounding):
                interval = [
                    None if end is None else _rounded(factor * end, rounding)
                    for end in self.of(of, place)
                ]
                return (interval[0], interval[1]) if factor >= 0 else (interval[1], interval[0])
            case Plus(parts):
                lows, highs = zip(*(self.of(part, place) for part in parts), strict=True)
                return _added(lows), _added(highs)
            case If(condition, then, else_):
                holds = self.static_truth(condition, place)
                if holds is not None:
                    return self.of(then if holds else else_, place)
                (low, high), (other_low, other_high) = (
                    self.of(part, place) for part in (then, else_)
                )
                return (
                    None if low is None or other_low is None else min(low, other_low),
                    None if high is None or other_high is None else max(high, other_high),
                )

    def _may_be_unset(self, *quantities: Quantity) -> bool:
        """Whether one of some quantities may read a limit that the roster does not set.

        Such a quantity has no least value, so that no rule is believed to be asked of it.
        """
        return any(self.of(one, None)[0] is None for one in quantities)

    def _or_0(self, quantity: Quantity) -> Interval:
        """The interval of a holder's quantity, which is 0 for a selection without a holder."""
        low, high = self.of(quantity, None)
        return None if low is None else min(low, 0), None if high is None else max(high, 0)

    def static_truth(self, condition: Condition, place: Place | None) -> bool | None:
        """Whether a condition holds at a place in any roster; None: it depends on selections."""
        known = self._truths.get(id(condition))
        if known is None:  # known by its identity, so the memo keeps it
            known = self._truths[id(condition)] = condition, Memo(self._truth_of(condition))
        return known[1][place]

    def _truth_of(self, condition: Condition) -> Callable[[Place | None], bool | None]:
        """The truth of a condition from the truths of its parts: three-valued logic (Kleene)."""
        if isinstance(condition, Comparison):
            limit = self._static_limit(condition)
            return lambda place: limit
        anywhere: list[bool | None] = []
        if condition.choice:
            chosen = (self.choices.get(key) == option for key, option in condition.choice)
            anywhere.append(all(chosen))
        if condition.first_list:
            anywhere.append(self.first_list in condition.first_list)
        if condition.has is not None:
            anywhere.append(None)
        if False in anywhere:
            return lambda place: False
        own = of_place(condition)
        own_truth = None if own == ALWAYS else self._own_truth_of(own)

        def truth(place: Place | None) -> bool | None:
            found = [*anywhere]
            if own_truth is not None:
                found.append(None if place is None else own_truth(place))
                if found[-1] is False:
                    return False
            found += [self.static_truth(part, place) for part in condition.all_]
            if condition.any_:
                parts = [self.static_truth(part, place) for part in condition.any_]
                found.append(True if True in parts else None if None in parts else False)
            if condition.not_ is not None:
                refused = self.static_truth(condition.not_, place)
                found.append(None if refused is None else not refused)
            return False if False in found else None if None in found else True

        return truth

    def _own_truth_of(self, own: Test) -> Callable[[Place], bool | None]:
        """Whether a test of keywords, entry, slot and holders holds at a place; None: unknown."""
        if is_static(own, self.moving):
            return lambda place: passes(own, place)
        named = Test(entry=own.entry, slot=own.slot, printed=own.printed)

        def truth(place: Place) -> bool | None:
            if not passes(named, place):
                return False
            if own.is_ and not any(self._may_be_called[place, name] for name in own.is_):
                return False
            if own.under is not None:
                around = [self.static_truth(own.under, one) for one in place.around()]
                if all(truth is False for truth in around):
                    return False
            return None

        return truth

    def _work_out_call(self, key: tuple[Place, str]) -> bool:
        """Whether a selection at a place has a keyword, or may be given it."""
        place, name = key
        if name in place.keywords:
            return True
        if name not in self.moving:
            return False
        if any(name in child.becomes for child in place.offered()):
            return True
        return any(
            name in change.becomes
            and (not is_static(change.for_, NO_KEYWORDS) or passes(change.for_, place))
            for part in self.book.parts()
            for change in part.changes
        )

    def granularity(self, quantity: Quantity) -> int | None:
        """A number that makes every value of a quantity whole; None: unknown.

        Examples: a sum of half points has 2, a quarter of a count has 4.
        """
        match quantity:
            case int() | Fraction():
                return quantity.denominator
            case Limit() | Count() | Sum("size") | Times(_, _, "up" | "down"):
                return 1
            case Distinct() | Unassigned():
                return 1
            case LookUp(table):
                return common_denominator(number for row in table for number in row)
            case Outside(outside):
                return self.granularity(outside)
            case GreatestOf(value) | LeastOf(value):
                return common_denominator(said.each for said in self.definitions(value))
            case Sum(value):
                return self._granularities[value]
            case Times(factor, of, None):
                granularity = self.granularity(of)
                return None if granularity is None else factor.denominator * granularity
            case Plus(parts):
                return _common_multiple(map(self.granularity, parts))
            case If(_, then, else_):
                return _common_multiple(map(self.granularity, (then, else_)))
            case _:
                return None

    def _value_granularity(self, value: Value) -> int | None:
        return _common_multiple(
            (
                common_denominator((value.each, value.per_model, *value.steps)),
                self.granularity(value.once),
            )
        )

    def _static_limit(self, comparison: Comparison) -> bool | None:
        match comparison:
            case Comparison(Limit(limit), "at_least" | "at_most" as op, int() as bound, None):
                if limit not in self.limits:
                    return False
                own = self.limits[limit]
                return own >= bound if op == "at_least" else own <= bound
        return None

    def definitions(self, name: str) -> list[Value]:
        """All definitions of a value in the book: of keywords, entries and offers."""
        book = self.book
        carriers: list[Keyword | Entry] = [
            *book.keywords.values(),
            *(entry for entries in book.entries.values() for entry in entries.values()),
        ]
        slots = [slot for carrier in carriers for slot in carrier.slots]
        offers = [offer for slot in (*slots, *book.ruleset.slots) for offer in slot.offers]
        valued = [*carriers, *offers]
        return [carrier.values[name] for carrier in valued if name in carrier.values]

    def _is_never_negative(self, value: Value) -> bool:
        low, _ = self.of(value.once, None)
        return min(value.each, value.per_model, *value.steps) >= 0 and low is not None and low >= 0


def common_denominator(numbers: Iterable[Number]) -> int:
    """The least number that makes all of these whole."""
    return lcm(*(number.denominator for number in numbers))


def _common_multiple(granularities: Iterable[int | None]) -> int | None:
    found = [*granularities]
    known = [granularity for granularity in found if granularity is not None]
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
