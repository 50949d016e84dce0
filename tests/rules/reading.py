"""The rule language read word for word: what stands where, tests, quantities, values.

Slow and plain: everything is asked of the model's objects, anew each time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from listbuilder.model.entries import Entry, Offer, Selection, Slot
from listbuilder.model.language import (
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
    PrintedNumber,
    Quantity,
    Selector,
    Sum,
    Taker,
    Test,
    Times,
    Unassigned,
    Value,
)
from listbuilder.model.profiles import Profile
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book


class UnsetError(Exception):
    """A limit that the roster does not set was read."""


class Spot:
    """A selection in its roster; without an entry, the roster itself."""

    def __init__(
        self,
        holder: Spot | None = None,
        index: int = 0,
        selection: Selection | None = None,
        entry: Entry | None = None,
        list_id: str = "",
    ) -> None:
        self.holder, self.index, self.selection = holder, index, selection
        self.entry, self.list_id = entry, list_id
        self.slot: Slot | None = None
        self.offer: Offer | None = None
        self.held: list[Spot] = []

    @property
    def count(self) -> int:
        return self.selection.count if self.selection else 1

    @property
    def size(self) -> int:
        return (self.selection and self.selection.size) or 0

    @property
    def pointer(self) -> str:
        if self.holder is None:
            return ""
        return f"{self.holder.pointer}/{'with' if self.holder.entry else 'army'}/{self.index}"

    def around(self) -> list[Spot]:
        """Itself and the selections around it, inside out."""
        return [self, *self.holder.around()] if self.holder else []

    def whole(self) -> list[Spot]:
        """Itself, unless it is the roster, and all below."""
        return [*([self] if self.entry else []), *self.below()]

    def below(self) -> list[Spot]:
        return [spot for held in self.held for spot in held.whole()]


class Reading:
    """One roster, and what the language's nodes mean in it."""

    def __init__(self, book: Book, roster: Roster) -> None:
        self.book, self.roster = book, roster
        self.now: dict[Spot, tuple[str, ...]] = {}
        self.root = Spot()
        self._hold(self.root, roster.army)
        self.spots = self.root.whole()
        self.now = {spot: self._moved(spot) for spot in self.spots}

    # What stands where

    def _hold(self, holder: Spot, selections: Iterable[Selection]) -> None:
        for index, selection in enumerate(selections):
            spot = self._find(holder, index, selection)
            holder.held.append(spot)
            self._hold(spot, selection.with_)

    def _find(self, holder: Spot, index: int, selection: Selection) -> Spot:
        """Take the first slot with an offer; an entry that none takes stands in no slot."""
        reach = [holder.list_id] if holder.list_id else list(self.book.catalogues)
        for list_id in (*reach, ""):
            entry = self._entry(list_id, selection.entry)
            if entry is None:
                continue
            spot = Spot(holder, index, selection, entry, list_id or holder.list_id)
            for _, slot in self.slots(holder):
                if selection.slot in (None, slot.id):
                    spot.slot = slot
                    for offer in slot.offers:
                        if self.passes(offer.test, spot):
                            spot.offer = offer
                            return spot
        for list_id in (holder.list_id, "", *self.book.catalogues):
            entry = self._entry(list_id, selection.entry)
            if entry is not None:
                return Spot(holder, index, selection, entry, list_id or holder.list_id)
        raise KeyError(selection.entry)

    def _entry(self, list_id: str, entry_id: str) -> Entry | None:
        entries = self.book.catalogues[list_id].entries if list_id else self.book.ruleset.entries
        return next((entry for entry in entries if entry.id == entry_id), None)

    def slots(self, spot: Spot) -> list[tuple[str, Slot]]:
        """Slots with their owners: the keywords', save those that the entry has anew; its own."""
        if spot.entry is None:
            return [("roster", slot) for slot in self.book.ruleset.slots]
        own = [(spot.entry.id, slot) for slot in spot.entry.slots]
        taken = {slot.id for _, slot in own}
        brought = []
        for name in self.own(spot):
            for slot in self.book.keywords[name].slots:
                if slot.id not in taken:
                    taken.add(slot.id)
                    brought.append((name, slot))
        return [*brought, *own]

    # Keywords

    def own(self, spot: Spot) -> tuple[str, ...]:
        """Keywords that the entry has of itself."""
        return self._settle(spot.entry.is_) if spot.entry else ()

    def keywords(self, spot: Spot) -> tuple[str, ...]:
        """Keywords after changes; while they are being settled, and of the roster, its own."""
        return self.now.get(spot, self.own(spot))

    def _settle(self, names: Iterable[str]) -> tuple[str, ...]:
        settled: list[str] = []
        for name in names:
            family = self.book.keywords[name].family
            settled = [
                other
                for other in settled
                if other != name and (family is None or self.book.keywords[other].family != family)
            ]
            settled.append(name)
        return tuple(settled)

    def _moved(self, spot: Spot) -> tuple[str, ...]:
        names = list(self.own(spot))
        for part in self.book.parts():
            for change in part.changes:
                if self.holds(change.for_, spot) and (
                    change.when is None or self.holds(change.when, spot)
                ):
                    names = [name for name in self._settle(names) if name not in change.loses]
                    names += change.becomes
        mounts = {id(held.entry) for held in spot.held}
        for part in self.book.parts():
            for entry in part.entries:
                if id(entry) in mounts:
                    names += entry.holder_becomes
        return self._settle(names)

    # Tests

    def holds(self, condition: Condition, spot: Spot) -> bool:
        if isinstance(condition, Test):
            return self.passes(condition, spot)
        try:
            return all(kept for *_, kept in self.compare(condition, spot))
        except UnsetError:
            return False

    def passes(self, test: Test, spot: Spot) -> bool:
        return all(self._said(test, spot))

    def _said(self, test: Test, spot: Spot) -> Iterator[bool]:
        if test.is_:
            yield any(name in self.keywords(spot) for name in test.is_)
        if test.entry:
            yield spot.entry is not None and spot.entry.id in test.entry
        if test.slot:
            yield spot.slot is not None and spot.slot.id in test.slot
        for choice, option in test.choice:
            yield self.roster.choices.get(choice) == option
        if test.first_list:
            yield [*self.roster.catalogues][:1] in [[name] for name in test.first_list]
        if test.printed is not None:
            profiles = spot.entry.profiles if spot.entry else ()
            yield any(self._is_printed(test.printed, profile) for profile in profiles)
        if test.has is not None:
            yield any(self.holds(test.has, held) for held in spot.held)
        if test.under is not None:
            yield any(self.holds(test.under, around) for around in spot.around())
        for part in test.all_:
            yield self.holds(part, spot)
        if test.any_:
            yield any(self.holds(part, spot) for part in test.any_)
        if test.not_ is not None:
            yield not self.holds(test.not_, spot)

    def _is_printed(self, asked: PrintedNumber, profile: Profile) -> bool:
        if asked.type not in (None, profile.type):
            return False
        for number in _written(profile.values.get(asked.column, "-")):
            fits = asked.exactly is None or number == asked.exactly
            fits = fits and (asked.at_most is None or number <= asked.at_most)
            if fits and (asked.at_least is None or number >= asked.at_least):
                return True
        return False

    def compare(
        self, comparison: Comparison, spot: Spot
    ) -> list[tuple[str | None, Number, Number, bool]]:
        """Make a comparison, or one for each there is: key, found, allowed, kept."""
        allowed = self.amount(comparison.bound, spot)
        return [
            (key, found, allowed, KEPT[comparison.op](found, allowed))
            for key, found in self._asked(comparison, spot)
        ]

    def _asked(self, comparison: Comparison, spot: Spot) -> list[tuple[str | None, Number]]:
        quantity, per = comparison.quantity, comparison.per
        if per is None:
            return [(None, self.amount(quantity, spot))]
        if not isinstance(quantity, Count | Sum):
            raise TypeError(per)
        selector = quantity.count if isinstance(quantity, Count) else quantity.of
        found: dict[str | None, Number] = {}
        for other in self.select(selector, spot):
            for key in self._keys(other, per):
                amount: Number = other.count
                if isinstance(quantity, Sum):
                    amount = self.carried(quantity.sum, other)
                found[key] = found.get(key, 0) + amount
        return list(found.items())

    def _keys(self, spot: Spot, per: str) -> list[str]:
        if per == "entry":
            return [spot.entry.id] if spot.entry else []
        return [name for name in self.keywords(spot) if self.book.keywords[name].family == per]

    # Quantities

    def amount(self, quantity: Quantity, spot: Spot) -> Number:
        match quantity:
            case Count(selector):
                if selector == Selector("self") and spot is self.root:
                    return 1  # a roster is one of itself
                return sum(other.count for other in self.select(selector, spot))
            case Sum(value, selector):
                return sum(self.carried(value, other) for other in self.select(selector, spot))
            case Distinct(per, selector):
                return len(
                    {key for one in self.select(selector, spot) for key in self._keys(one, per)}
                )
            case GreatestOf(value, selector):
                return max(self._eachs(value, selector, spot), default=0)
            case LeastOf(value, selector):
                return min(self._eachs(value, selector, spot), default=0)
            case Limit(limit):
                if limit not in self.roster.limits:
                    raise UnsetError(limit)
                return self.roster.limits[limit]
            case Times(times, of, rounding):
                exact = times * self.amount(of, spot)
                if rounding is None:
                    return exact
                return math.ceil(exact) if rounding == "up" else math.floor(exact)
            case Plus(parts):
                return sum(self.amount(part, spot) for part in parts)
            case If(condition, then, else_):
                return self.amount(then if self.holds(condition, spot) else else_, spot)
            case LookUp(table, row, column):
                at, by = self.amount(row, spot), self.amount(column, spot)
                return sum(
                    said
                    for number, numbers in enumerate(table, 1)
                    for index, said in enumerate(numbers, 1)
                    if (number, index) == (at, by)
                )
            case Outside(outside):
                return self.amount(outside, spot.holder) if spot.holder else 0
            case Unassigned(selector, takers):
                return self._left_over(selector, takers, spot)
            case _:
                return quantity

    def _eachs(self, value: str, selector: Selector, spot: Spot) -> list[Number]:
        """What a copy of each that is found carries by itself, of those that carry it."""
        said = [self._value(value, other) for other in self.select(selector, spot)]
        return [one.each for one in said if one is not None]

    def _left_over(self, selector: Selector, takers: Sequence[Taker], spot: Spot) -> int:
        """Assign copy by copy; who is in the way moves to another taker, if there is one."""
        rooms = [max(0, math.floor(self.amount(taker.max, spot))) for taker in takers]
        found = [one for one in self.select(selector, spot) for _ in range(one.count)]
        likes = [[self.passes(taker.test, one) for taker in takers] for one in found]
        held: list[list[int]] = [[] for _ in takers]

        def take(copy: int, tried: set[int]) -> bool:
            for number, likes_it in enumerate(likes[copy]):
                if not likes_it or number in tried:
                    continue
                tried.add(number)
                if len(held[number]) < rooms[number]:
                    held[number].append(copy)
                    return True
                for other in held[number]:
                    if take(other, tried):
                        held[number].remove(other)
                        held[number].append(copy)
                        return True
            return False

        return sum(not take(copy, set()) for copy in range(len(found)))

    def select(self, selector: Selector, spot: Spot) -> list[Spot]:
        found = [other for other in self._in(selector.in_, spot) if self._takes(selector, other)]
        if selector.whole:
            below = {part for other in found for part in other.whole()}
            return [other for other in self.spots if other in below]
        return found

    def _takes(self, selector: Selector, spot: Spot) -> bool:
        return self.passes(selector.test, spot)

    def _in(self, place: str, spot: Spot) -> list[Spot]:
        match place:
            case "self":
                return [spot] if spot.entry else []
            case "children":
                return spot.held
            case "below":
                return spot.below()
            case "whole":
                return spot.whole()
            case "parent":
                return [spot.holder] if spot.holder and spot.holder.entry else []
            case "roster":
                return self.spots
            case "at":
                at = spot.selection.at if spot.selection else None
                return [other for other in self.spots if at and _id(other) == at]
            case "placed":
                own = _id(spot)
                return [
                    other
                    for other in self.spots
                    if own and other.selection and other.selection.at == own
                ]
            case "beside":
                return self._beside(spot)
            case _:
                called = [around for around in spot.around() if place in self.own(around)]
                return called[0].whole() if called else []

    def _beside(self, spot: Spot) -> list[Spot]:
        if spot.holder is None or spot.slot is None or spot.slot.ring is None:
            return []
        row = [other for other in spot.holder.held if other.slot is spot.slot]
        own = row.index(spot)
        found = [row[index] for index in (own - 1, own + 1) if 0 <= index < len(row)]
        if len(row) > 2 and own in (0, len(row) - 1) and self.holds(spot.slot.ring, spot.holder):
            end = row[0] if own else row[-1]
            found = [*found, end] if own else [end, *found]
        return found

    def carried(self, value: str, spot: Spot) -> Number:
        """What a selection carries of a value, all its copies."""
        if value == "size":
            return spot.size * spot.count
        said = self._value(value, spot)
        if said is None:
            return 0
        models = next((around.size for around in spot.around() if around.size), 0)
        total = said.each * spot.count + said.per_model * models * spot.count
        before = sum(
            other.count
            for other in (spot.holder.held[: spot.index] if spot.holder else [])
            if other.entry is spot.entry and _stands(other) == _stands(spot)
        )
        if said.steps:
            last = len(said.steps) - 1
            total += sum(said.steps[min(before + copy, last)] for copy in range(spot.count))
        for place, (most, amount) in enumerate(said.by_size):
            if spot.size * spot.count <= most or place == len(said.by_size) - 1:
                total += amount
                break
        return total + self.amount(said.fixed, spot)

    def _value(self, value: str, spot: Spot) -> Value | None:
        carriers: list[Mapping[str, Value]] = []
        if spot.offer is not None:
            carriers.append(spot.offer.values)
        if spot.entry is not None:
            carriers.append(spot.entry.values)
        carriers += [self.book.keywords[name].values for name in self.own(spot)]
        return next((carrier[value] for carrier in carriers if value in carrier), None)


KEPT = {
    "at_most": lambda found, allowed: found <= allowed,
    "at_least": lambda found, allowed: found >= allowed,
    "exactly": lambda found, allowed: found == allowed,
    "multiple_of": lambda found, allowed: found % allowed == 0,
}


def _stands(spot: Spot) -> str | None:
    """The slot it stands in, or, where none takes it, the one it names."""
    if spot.slot is not None:
        return spot.slot.id
    return spot.selection.slot if spot.selection else None


def _id(spot: Spot) -> str | None:
    return spot.selection.id if spot.selection else None


def _written(value: int | str) -> list[int]:
    """The numbers of a characteristic: those of four digits or fewer; none with words or more."""
    if isinstance(value, int):
        return [value]
    numbers = [""]
    for place, sign in enumerate(value):
        if sign in "0123456789":
            numbers[-1] += sign
        elif sign in '()"' or (sign in "+-" and place > 0):
            numbers.append("")
        else:
            return []
    return [int(number) for number in numbers if 0 < len(number) < 5]
