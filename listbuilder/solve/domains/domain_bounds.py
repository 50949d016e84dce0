"""Domain bounds: the most copies and models at a place, from the rules, before anything is solved.

A bound may be too large, never too small, because no search looks beyond it. Example: with 700
points, an entry of 100 points whose crew costs 20 points has at most 5 copies,
``floor(700 / 120)``.

Bounds make bounds (*interval propagation*): a rule's number may count the holder's contents or
models, which are bounded in their turn. Example: a garrison has no more models than its unit, and
points bound the models of the unit. A bound that would depend on itself counts as unbounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from listbuilder.model.language import (
    MOST_COPIES,
    Constraint,
    Count,
    Number,
    Quantity,
    Selector,
)
from listbuilder.model.memo import Memo
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place, passes
from listbuilder.rules.slots import COPIES
from listbuilder.solve.domains.bounding_rules import BoundingRules
from listbuilder.solve.domains.content_bounds import ContentBounds
from listbuilder.solve.domains.copy_limits import HolderLimit, PlaceBounds
from listbuilder.solve.domains.intervals import (
    UNBOUNDED_INTERVAL,
    Interval,
    IntervalAnalysis,
)
from listbuilder.solve.domains.unavoidable_costs import UnavoidableCosts, value_of


class DomainBounds:
    """Bounds in the rosters of one book with the same limits and choices.

    Attributes:
        intervals: the intervals of quantities in these rosters.
        asked: the rules that are asked of every selection at a place.
        allowances: limits on sums, by value, or by rule and value.
        stepped: values of which an entry's first copy and its later ones may carry different
            numbers.
    """

    def __init__(self, judge: Judge, roster: Roster, rules: Iterable[Constraint]) -> None:
        """Read the allowances.

        Args:
            judge: the judge of the book.
            roster: a roster with the limits and choices.
            rules: rules asked of the whole roster besides the book's.
        """
        self.judge = judge
        self.contents = ContentBounds(self, judge, roster)
        self.intervals = IntervalAnalysis(judge, roster, self.contents.most)
        self._numbers: dict[tuple[int, Place], tuple[Quantity, Interval]] = {}
        self._costs = UnavoidableCosts(self)
        self._of: Memo[Place, PlaceBounds] = Memo(self._bounds_of)
        self._rules = BoundingRules(judge, self.intervals)
        self.asked, self.allowances = self._rules.asked, self._rules.allowances
        self._rules.read_roster(rules)
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
        """The most copies that there can be at a place, in all selections there together.

        Args:
            place: a place that a slot offers.
            holder_copies: the number of copies of the holder.
            charged: for each allowance, the sum that the holders around are sure to use up.
            certain: the holder's certain contents: places, with copies.
            owned: whether the copies belong to one of the player's selections; else additions.
        """
        return self._most(place, holder_copies, charged, certain, owned=owned)

    def most_legal(self, place: Place, holder_copies: int) -> int | None:
        """The most copies at a place in so many copies of its holder; None: unbounded.

        Any legal roster keeps this bound; ``most`` bounds the rosters that a search asks for.
        """
        most = self._most(place, holder_copies, {}, (), owned=True)
        return None if most >= MOST_COPIES else most

    def most_legal_size(self, place: Place) -> int | None:
        """The most models of a selection at a place in any legal roster; None: unbounded."""
        return self._most_size(place, {}, 1, 1, owned=True)

    def most_of(self, bound: Quantity, place: Place) -> Number | None:
        """The greatest value of a quantity asked at a place; None: unbounded.

        Args:
            bound: a quantity of the book, or of a limit that lives as long: it is remembered by its
                identity.
            place: the place at which it is asked.
        """
        return bound if isinstance(bound, Number) else self._interval(bound, place)[1]

    def most_in_roster(self, value: str) -> Number | None:
        """The greatest sum of a value over the whole roster; None: unbounded."""
        allowance = self._rules.allowances.get(value)
        return None if allowance is None else allowance.most

    def _interval(self, quantity: Quantity, place: Place) -> Interval:
        """The interval of a quantity; the memo holds on to it, since its key is the identity."""
        key = id(quantity), place
        if key not in self._numbers:
            self._numbers[key] = quantity, UNBOUNDED_INTERVAL  # found if it depends on itself
            self._numbers[key] = quantity, self.intervals.of(quantity, place)
        return self._numbers[key][1]

    def bounds_of(self, place: Place) -> PlaceBounds:
        """The limits on copies at a place that depend on no search."""
        return self._of[place]

    def _most(
        self,
        place: Place,
        holder_copies: int,
        charged: Mapping[str, Number],
        certain: Sequence[tuple[Place, int]],
        *,
        owned: bool,
    ) -> int:
        of = self._of[place]
        if not holder_copies:
            return 0
        bounds: list[Number] = [of.copies]
        for rule in of.held:
            if (most := self._number(rule, place)) is None:
                continue
            # Copies of a plain holder are one selection, which has the limit once for each copy.
            one = holder_copies if rule.each else 1
            fits = self._costs.fitting(place, rule.value, most * one, rule.with_contents, one)
            bounds.append(floor(fits) * (holder_copies // one) - self._taken(rule, place, certain))
        bounds += [most * holder_copies for most in of.caps]
        for name in of.allowances:
            allowance = self.allowances[name]
            if owned and allowance.of_additions:
                continue
            left = allowance.most - charged.get(name, 0)
            bounds.append(
                self._costs.fitting(
                    place, allowance.value, left, allowance.with_contents, holder_copies
                )
            )
        return max(0, floor(min(bounds)))

    def _taken(self, rule: HolderLimit, place: Place, certain: Sequence[tuple[Place, int]]) -> int:
        """The number of certain contents that take from the same limit as copies at a place."""
        if rule.value is not None:
            return 0
        return sum(
            copies
            for other, copies in certain
            if passes(rule.test, other) and (not rule.per_entry or other.entry is place.entry)
        )

    def _number(self, limit: HolderLimit, place: Place) -> Number | None:
        """The number of a limit on the contents of a place's holder; None: unbounded."""
        holder = place.holder
        return None if holder is None else self.most_of(limit.most, holder)

    def most_held(self, holder: Place, places: Iterable[Place]) -> Number | None:
        """The most copies at some places together in one holder; None: unbounded."""
        bounds = [
            self.most_of(rule.most, holder)
            for rule in self._rules.of_holder[holder]
            if rule.value is None
            and not rule.per_entry
            and all(passes(rule.test, place) for place in places)
        ]
        return min((most for most in bounds if most is not None), default=None)

    def most_size(
        self,
        place: Place,
        charged: Mapping[str, Number],
        copies: int = 1,
        holder_copies: int = 1,
        *,
        owned: bool = False,
    ) -> int | None:
        """The most models of some selections at a place together; None: unbounded.

        Args:
            place: a place that a slot offers.
            copies: the number of selections.
            holder_copies, charged, owned: as for ``most``.
        """
        return self._most_size(place, charged, copies, holder_copies, owned=owned)

    def _most_size(
        self,
        place: Place,
        charged: Mapping[str, Number],
        copies: int,
        holder_copies: int,
        *,
        owned: bool,
    ) -> int | None:
        if place.entry is None or place.entry.size is None:
            return 0
        each = [self.most_of(bound, place) for _, bound in self._rules.sizes[place]]
        bounds = [most * copies for most in each if most is not None]
        together: list[tuple[str, Number]] = []
        for name in self._of[place].allowances:
            allowance = self.allowances[name]
            if not (owned and allowance.of_additions):
                together.append((allowance.value, allowance.most - charged.get(name, 0)))
        for limit in self._of[place].held:
            most = None if limit.each else self._number(limit, place)
            if limit.value is not None and most is not None:
                together.append((limit.value, most * holder_copies))
        for name, left in together:
            value = value_of(place, name)
            if value.per_model > 0:
                bounds.append(Fraction(left - value.each) / value.per_model)
        return max(0, floor(min(bounds))) if bounds else None

    def least_size(self, place: Place) -> int:
        """The fewest models of a selection at a place, of an entry with a size."""
        least = (self._interval(bound, place)[0] for bound, _ in self._rules.sizes[place])
        return max([1, *(ceil(number) for number in least if number is not None)])

    def charge(
        self, charged: Mapping[str, Number], place: Place, copies: int = 1, inside: bool = False
    ) -> dict[str, Number]:
        """The charged sums after more copies.

        Args:
            charged: the sums before.
            place: the place of the copies.
            copies: the number of copies.
            inside: whether the contents that each copy must hold are charged, too.
        """
        after = dict(charged)
        for name in self._of[place].allowances:
            allowance = self.allowances[name]
            if inside:
                after[name] += (
                    self._costs.each(place, allowance.value, allowance.with_contents) * copies
                )
            elif (value := place.value(allowance.value)) is not None:
                after[name] += value.each * copies
        return after

    def is_overcharged(self, charged: Mapping[str, Number]) -> bool:
        """Whether some allowance is exceeded."""
        return any(cost > self.allowances[name].most for name, cost in charged.items())

    # Rules

    def _bounds_of(self, place: Place) -> PlaceBounds:
        """The limits on copies at a place that depend on no search."""
        entry, holder = place.entry, place.holder
        if entry is None or holder is None or place.slot is None or self._never(place):
            return PlaceBounds(0)
        caps = dict(self._rules.caps(place))
        bounds: list[Number] = [MOST_COPIES, caps.pop("roster", MOST_COPIES)]
        bounds += [most for test, most in self._rules.counts if passes(test, place)]
        # A cap whose scope is a keyword of its own entry counts inside each selection alone.
        called = {name for around in holder.around() for name in around.keywords} - place.keywords
        held = [rule for rule in self._rules.of_holder[holder] if passes(rule.test, place)]
        allowances = [
            name for name, allowance in self.allowances.items() if allowance.covers(place)
        ]
        return PlaceBounds(
            max(0, floor(min(bounds))),
            tuple(held),
            tuple(most for scope, most in caps.items() if scope in called),
            tuple(allowances),
        )

    def _never(self, place: Place) -> bool:
        """Whether rules forbid every added selection at a place."""
        return self._is_most_0(place, COPIES)

    def is_never_placed(self, place: Place) -> bool:
        """Whether rules forbid that a selection at a place is placed anywhere."""
        return self._is_most_0(place, Count(Selector("at")))

    def _is_most_0(self, place: Place, quantity: Quantity) -> bool:
        bounds = (
            self.most_of(rule.require.bound, place)
            for rule in self.asked[place]
            if rule.require.op in ("at_most", "exactly")
            and rule.require.per is None
            and rule.require.quantity == quantity
        )
        return any(most is not None and most < 1 for most in bounds)
