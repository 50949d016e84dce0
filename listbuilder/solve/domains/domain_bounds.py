"""Domain bounds: the most copies and models at a place, from the rules, before anything is solved.

A bound may be too large, never too small: no search looks beyond it. Example: with 700 points, an
entry of 100 points that must hold crew of 20 has at most 5 copies, ``floor(700 / 120)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from listbuilder.findings import Severity
from listbuilder.model.language import (
    ALWAYS,
    MODELS,
    MOST_COPIES,
    Comparison,
    Condition,
    Constraint,
    Count,
    Number,
    Quantity,
    Selector,
    Sum,
    Test,
    Times,
    Value,
)
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Memo, Place, passes
from listbuilder.rules.slots import COPIES
from listbuilder.solve.domains.copy_limits import Allowance, HolderLimit, PlaceBounds
from listbuilder.solve.domains.intervals import Interval, IntervalAnalysis

MAX_COST_DEPTH = 3
"""Levels of selections within one another in which unavoidable costs are added up."""


class DomainBounds:
    """Bounds in the rosters of one book with the same limits and choices.

    Attributes:
        intervals: of quantities in these rosters.
        allowances: by the name of the value, or of the rule and the value.
        stepped: values of which an entry's first copy and its later ones may carry different
            numbers.
    """

    def __init__(self, judge: Judge, roster: Roster, rules: Iterable[Constraint]) -> None:
        """Read the allowances.

        Args:
            judge: of the book.
            roster: with its limits and choices.
            rules: asked of the whole roster besides the book's.
        """
        self.judge = judge
        self.intervals = IntervalAnalysis(judge, roster)
        self._least: Memo[tuple[Place, str, int], Number] = Memo(self._least_cost)
        self._held: Memo[Place, list[HolderLimit]] = Memo(
            lambda place: list(self._holder_limits(place))
        )
        self._of: Memo[Place, PlaceBounds] = Memo(self._bounds_of)
        self.asked: Memo[Place, list[Constraint]] = Memo(lambda place: list(self._asked_at(place)))
        self._sizes: Memo[Place, list[Interval]] = Memo(lambda place: list(self._sizes_of(place)))
        self._counts: list[tuple[Test, Number]] = []
        self.allowances: dict[str, Allowance] = {}
        for rule in (*self.asked[judge.root], *rules):
            self._read(rule)
        self.stepped = [
            name
            for name in judge.book.ruleset.values
            if any(v.steps for v in self.intervals.definitions(name))
        ]

    # Copies and models

    def most(
        self,
        place: Place,
        holder_copies: int,
        charged: Mapping[str, Number],
        certain: Sequence[tuple[Place, int]] = (),
        *,
        owned: bool = False,
    ) -> int:
        """The most copies that there can be at a place, in all selections there.

        Args:
            place: offered by a slot.
            holder_copies: copies of the holder.
            charged: of each allowance, the sum that the holders around take for certain.
            certain: places and copies that the holder holds for certain.
            owned: they are of a selection of the player's; else additions.
        """
        of = self._of[place]
        bounds: list[Number] = [of.copies]
        for rule in of.held:
            # Of a plain holder's copies, together in one selection, each has a share.
            one = holder_copies if rule.each and not self._is_one(place.holder) else 1
            fits = self._fitting(place, rule.value, rule.most * one, rule.with_contents, one)
            bounds.append(floor(fits) * (holder_copies // one) - self._taken(rule, place, certain))
        bounds += [most * max(1, holder_copies) for most in of.caps]
        for name in of.allowances:
            allowance = self.allowances[name]
            if owned and allowance.of_additions:
                continue
            left = allowance.most - charged.get(name, 0)
            bounds.append(
                self._fitting(place, allowance.value, left, allowance.with_contents, holder_copies)
            )
        return max(0, floor(min(bounds)))

    def _taken(self, rule: HolderLimit, place: Place, certain: Sequence[tuple[Place, int]]) -> int:
        """Certain copies that count for a limit as copies at a place would."""
        if rule.value is not None:
            return 0
        return sum(
            copies
            for other, copies in certain
            if passes(rule.test, other) and (not rule.per_entry or other.entry is place.entry)
        )

    def _is_one(self, place: Place | None) -> bool:
        """Whether each selection at a place is a single copy."""
        return place is None or place.entry is None or place.copies == 1

    def most_held(self, holder: Place, places: Iterable[Place]) -> Number | None:
        """The most copies at some places together in one holder; None: unbounded."""
        bounds = [
            rule.most
            for rule in self._held[holder]
            if rule.value is None
            and not rule.per_entry
            and all(passes(rule.test, place) for place in places)
        ]
        return min(bounds, default=None)

    def most_size(
        self, place: Place, charged: Mapping[str, Number], *, owned: bool = False
    ) -> int | None:
        """The most models of a selection at a place; None: unbounded.

        Args:
            place: offered by a slot.
            charged, owned: as of ``most``.
        """
        if place.entry is None or place.entry.size is None:
            return 0
        bounds = [most for _, most in self._sizes[place] if most is not None]
        for name in self._of[place].allowances:
            allowance = self.allowances[name]
            value = place.value(allowance.value)
            if owned and allowance.of_additions:
                continue
            if value is not None and value.per_model > 0:
                left = allowance.most - charged.get(name, 0) - value.each
                bounds.append(Fraction(left) / value.per_model)
        return max(0, floor(min(bounds))) if bounds else None

    def least_size(self, place: Place) -> int:
        """The fewest models of a selection at a place, of an entry with a size."""
        return max([1, *(ceil(least) for least, _ in self._sizes[place] if least is not None)])

    def charge(
        self, charged: Mapping[str, Number], place: Place, copies: int = 1, inside: bool = False
    ) -> dict[str, Number]:
        """The charged sums after some more copies.

        Args:
            charged: before.
            place: of the copies.
            copies: how many.
            inside: with the selections that a copy must hold; else the copy alone.
        """
        after = dict(charged)
        for name in self._of[place].allowances:
            allowance = self.allowances[name]
            if inside:
                after[name] += self._each(place, allowance.value, allowance.with_contents) * copies
            elif (value := place.value(allowance.value)) is not None:
                after[name] += value.each * copies
        return after

    def is_overcharged(self, charged: Mapping[str, Number]) -> bool:
        """Whether some allowance is exceeded."""
        return any(cost > self.allowances[name].most for name, cost in charged.items())

    # Rules

    def _bounds_of(self, place: Place) -> PlaceBounds:
        entry, holder = place.entry, place.holder
        if entry is None or holder is None or place.slot is None or self._never(place):
            return PlaceBounds(0)
        caps = dict(self._caps(place))
        bounds: list[Number] = [MOST_COPIES, caps.pop("roster", MOST_COPIES)]
        bounds += [most for test, most in self._counts if passes(test, place)]
        called = {name for around in place.around() for name in around.keywords}
        held = [rule for rule in self._held[holder] if passes(rule.test, place)]
        allowances = [
            name for name, allowance in self.allowances.items() if allowance.covers(place)
        ]
        return PlaceBounds(
            max(0, floor(min(bounds))),
            tuple(held),
            tuple(most for scope, most in caps.items() if scope in called),
            tuple(allowances),
        )

    def _caps(self, place: Place) -> Iterator[tuple[str, Number]]:
        """Yield the caps on the entry at a place: the keyword of the scope, and the most copies."""
        for rule, scope in self.judge.rules_at(place):
            bound = rule.require.bound
            if scope is not None and isinstance(bound, Number):
                yield scope, bound

    def _sizes_of(self, place: Place) -> Iterator[Interval]:
        """Yield for each rule on the models of a selection the fewest and most that it allows."""
        for rule in self.asked[place]:
            require = rule.require
            if require.quantity == MODELS and require.per is None:
                least, most = self.intervals.of(require.bound, place)
                yield (
                    least if require.op in ("at_least", "exactly") else None,
                    most if require.op in ("at_most", "exactly") else None,
                )

    def _asked_at(self, place: Place) -> Iterator[Constraint]:
        """Yield the rules without an open condition: they hold for every selection at a place."""
        for rule, scope in self.judge.rules_at(place):
            if rule.severity is not Severity.ERROR or scope is not None:
                continue
            asked: list[Condition] = [rule.when] if rule.when is not None else []
            if isinstance(rule.for_, Test | Comparison):
                asked.append(rule.for_)
            if all(self.intervals.static_truth(condition, place) for condition in asked):
                yield rule

    def _read(self, rule: Constraint) -> None:
        """Note a rule of the whole roster as an allowance or as a limit on copies, if it is one."""
        require = rule.require
        _, most = self.intervals.of(require.bound, self.judge.root)
        if require.op not in ("at_most", "exactly") or most is None:
            return
        match require.quantity:
            case Count(Selector("whole" | "roster", Test() as test)):
                if self._is_static(test) and require.per in (None, "entry"):
                    self._counts.append((test, most))
            case Sum(value, Selector("whole" | "roster", Test() as test, with_contents)):
                if (
                    require.per is None
                    and self._is_static(test)
                    and self.intervals.never_negative[value]
                ):
                    name = value if test == ALWAYS else f"{rule.id} {value}"
                    if name not in self.allowances or most < self.allowances[name].most:
                        self.allowances[name] = Allowance(
                            value, test, with_contents or test == ALWAYS, most
                        )

    def _holder_limits(self, place: Place) -> Iterator[HolderLimit]:
        """Yield the limits that rules put on the contents of a holder."""
        for rule in self.asked[place]:
            require = rule.require
            value: str | None = None
            match require.quantity:
                case Count(Selector("children", Test() as test, False as with_contents)):
                    pass
                case Sum(name, Selector("children", Test() as test, with_contents)) if (
                    self.intervals.never_negative[name]
                ):
                    value = name
                case _:
                    continue
            if require.op not in ("at_most", "exactly") or not self._is_static(test):
                continue
            if require.per not in (None, "entry"):
                continue
            each = require.per is not None
            match require.bound:
                case Times(int() | Fraction() as factor, of, None) if of == COPIES:
                    yield HolderLimit(test, value, with_contents, factor, True, each)
                case Times(int() | Fraction() as factor, of, None) if of == MODELS:
                    models = self.most_size(place, {}, owned=True)
                    if models:
                        yield HolderLimit(test, value, with_contents, factor * models, False, each)
                case bound:
                    _, most = self.intervals.of(bound, place)
                    if most is not None:
                        yield HolderLimit(test, value, with_contents, most, False, each)

    def _never(self, place: Place) -> bool:
        """Whether rules forbid every added selection at a place."""
        return self._is_most_0(place, COPIES)

    def is_never_placed(self, place: Place) -> bool:
        """Whether rules forbid that a selection at a place is placed anywhere."""
        return self._is_most_0(place, Count(Selector("at")))

    def _is_most_0(self, place: Place, quantity: Quantity) -> bool:
        return any(
            rule.require.op == "at_most"
            and rule.require.per is None
            and isinstance(rule.require.bound, int)
            and rule.require.bound < 1
            and rule.require.quantity == quantity
            for rule in self.asked[place]
        )

    def _is_static(self, test: Test) -> bool:
        return self.judge.compiler.is_static(test)

    # Costs

    def _fitting(
        self,
        place: Place,
        name: str | None,
        allowance: Number,
        with_contents: bool,
        holder_copies: int,
    ) -> Number:
        """The copies that an allowance pays for; without a value, it is a number of copies."""
        if name is None:
            return allowance
        value = place.value(name) or Value()
        if not value.steps:
            each = self._each(place, name, with_contents)
            return Fraction(allowance) / each if each > 0 else MOST_COPIES
        each = value.each + (self._inside(place, name, 0) if with_contents else 0)
        *steps, last = value.steps
        copies = 0
        for step in sorted(step for step in steps if step < last):  # whichever copies are dear
            fits = (
                min(holder_copies, floor(Fraction(allowance) / (each + step)))
                if each + step > 0
                else holder_copies
            )
            copies += fits
            allowance -= fits * (each + step)
            if fits < holder_copies:
                return copies
        return copies + (Fraction(allowance) / (each + last) if each + last > 0 else MOST_COPIES)

    def _each(self, place: Place, name: str, with_contents: bool) -> Number:
        """The least value of one copy; with the selections that it can't be without."""
        return self._least[place, name, 0 if with_contents else MAX_COST_DEPTH + 1]

    def _least_cost(self, key: tuple[Place, str, int]) -> Number:
        place, name, depth = key
        value = place.value(name) or Value()
        entry = place.entry
        models = self.least_size(place) if entry is not None and entry.size is not None else 0
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
            if not any((child.value(name) or Value()).steps for child in offered):
                each = (self._least[child, name, depth + 1] for child in offered)
                least += needed * min(each, default=0)
        return least

    def _needed(self, place: Place) -> dict[str, int]:
        """The least copies, by slot, that each copy at a place must hold."""
        least: dict[str, int] = {}
        for rule in self.asked[place]:
            match rule.require:
                case Comparison(
                    Count(Selector("children", Test(slot=(slot,)) as test, False)),
                    "at_least" | "exactly",
                    Times(int() | Fraction() as factor, of, None),
                    None,
                ) if of == COPIES and test == Test(slot=test.slot) and factor > 0:
                    least[slot] = max(floor(factor), least.get(slot, 0))
        return least
