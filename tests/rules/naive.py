"""A second judge, slow and plain, written from the rule language's reference alone.

It shares nothing with `listbuilder.rules`, so that what the two agree on is hardly an accident.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from listbuilder.model.entries import Group, Slot
from listbuilder.model.language import (
    Comparison,
    Constraint,
    Count,
    Number,
    Quantity,
    Selector,
    Sum,
    Test,
)
from tests.rules.reading import KEPT, Reading, Spot, UnsetError


class Said(NamedTuple):
    """A finding: its code, the selection's pointer, the two numbers, and what `per` asked of."""

    code: str
    pointer: str
    found: Number
    allowed: Number
    key: str | None = None


class Naive(Reading):
    """Judges one roster."""

    def costs(self) -> dict[str, Number]:
        """Totals; one that reads a limit that is not set can't be told."""
        costs = {}
        for name, value in self.book.ruleset.values.items():
            with suppress(UnsetError):
                if value.cost:
                    costs[name] = sum(self.carried(name, spot) for spot in self.spots)
        return costs

    def findings(self) -> list[Said]:
        return [
            said
            for spot in (self.root, *self.spots)
            for said in (*self._own(spot), *self._of(spot))
        ] + list(self._caps())

    def _of(self, spot: Spot) -> Iterator[Said]:
        """What the ruleset's and the catalogues' constraints find."""
        for part in self.book.parts():
            for rule in part.constraints:
                once = rule.for_ is None or rule.for_ == "roster"
                if once == (spot is self.root):
                    yield from self._rule(rule, spot)

    def _rule(self, rule: Constraint, spot: Spot) -> Iterator[Said]:
        if isinstance(rule.for_, Test | Comparison) and not self.holds(rule.for_, spot):
            return
        if rule.when is None or self.holds(rule.when, spot):
            yield from self._require(rule.id, rule.require, spot)

    def _require(self, code: str, comparison: Comparison, spot: Spot) -> Iterator[Said]:
        try:
            asked = self.compare(comparison, spot)
        except UnsetError:
            return
        for key, found, allowed, kept in asked:
            if not kept:
                yield Said(code, spot.pointer, found, allowed, key)

    def _own(self, spot: Spot) -> Iterator[Said]:
        """What entry, keywords and slots find of themselves."""
        for owner, slot in self.slots(spot):
            yield from self._slot(owner, slot, spot)
        entry = spot.entry
        if entry is None:
            return
        if spot.offer is None:
            yield Said("not-offered", spot.pointer, spot.count, 0)
        thing = f"{entry.id}.copies", 1 if entry.size else entry.copies
        for code, copies in (
            thing,
            *((f"{name}.copies", self.book.keywords[name].copies) for name in self.own(spot)),
        ):
            if copies is not None and spot.count > copies:
                yield Said(code, spot.pointer, spot.count, copies)
        if entry.size is not None:
            for end, op, bound in (
                ("min", "at_least", entry.size.min),
                ("max", "at_most", entry.size.max),
            ):
                if bound is not None:
                    models = Comparison(Sum("size", Selector("self")), op, bound)  # type: ignore[arg-type]
                    yield from self._require(f"{entry.id}.size.{end}", models, spot)
            sizes, there = entry.size.one_of, spot.size * spot.count
            if sizes and sizes[0] < there < sizes[-1] and there not in sizes:
                room = min(size for size in sizes if size > there)
                yield Said(f"{entry.id}.size.one_of", spot.pointer, there, room)
        for name, many in entry.holds.items():
            found = sum(other.count for other in spot.whole() if _entry_id(other) == name)
            if found != many * spot.count:
                yield Said(f"{entry.id}.holds.{name}", spot.pointer, found, many * spot.count)
        for number, selector in enumerate(entry.requires, 1):
            found = sum(other.count for other in self.select(selector, spot))
            if found < 1:
                yield Said(f"{entry.id}.requires.{number}", spot.pointer, found, 1)
        for number, selector in enumerate(entry.excludes, 1):
            found = sum(other.count for other in self.select(selector, spot))
            if found > 0:
                yield Said(f"{entry.id}.excludes.{number}", spot.pointer, found, 0)
        for rule in entry.constraints:
            yield from self._rule(rule, spot)
        for name in self.own(spot):
            for rule in self.book.keywords[name].constraints:
                yield from self._rule(rule, spot)

    def _caps(self) -> Iterator[Said]:
        """Most of an entry in the whole of a scope, said once for each scope there is."""
        said = set()
        for spot in self.spots:
            for scope, most in spot.entry.caps.items() if spot.entry else ():
                called = [around for around in spot.around() if scope in self.own(around)]
                if scope == "roster":
                    called = [self.root]
                for around in called[:1]:
                    same = [
                        other for other in around.whole() if _entry_id(other) == _entry_id(spot)
                    ]
                    found = sum(other.count for other in same)
                    if found > most:
                        code = f"{_entry_id(spot)}.caps.{scope}"
                        said.add(Said(code, around.pointer, found, most))
        yield from said

    def _slot(self, owner: str, slot: Slot, spot: Spot) -> Iterator[Said]:
        inside = [held for held in spot.held if held.slot is slot]
        code = f"{owner}.{slot.id}"
        whole = Group(
            min=slot.min,
            max=slot.max,
            exactly=slot.exactly,
            each_max=slot.each_max,
            budget=slot.budget,
        )
        yield from self._bounds(code, whole, slot, inside, spot)
        for number, group in enumerate(slot.groups, 1):
            some = [held for held in inside if self.passes(group.test, held)]
            yield from self._bounds(f"{code}.{group.id or number}", group, slot, some, spot)
        for number, offer in enumerate(slot.offers, 1):
            some = [held for held in inside if self.passes(offer.test, held)]
            bounds = Group(min=offer.min, max=offer.max, exactly=offer.exactly)
            name = offer.test.entry[0] if offer.test.entry else number
            yield from self._bounds(f"{code}.{name}", bounds, slot, some, spot)
            if not some:
                continue
            for index, selector in enumerate(offer.requires, 1):
                there = self.amount(Count(selector), spot)
                if there < 1:
                    yield Said(f"{code}.{name}.requires.{index}", spot.pointer, there, 1)
            for index, selector in enumerate(offer.excludes, 1):
                there = self.amount(Count(selector), spot)
                if there > 0:
                    yield Said(f"{code}.{name}.excludes.{index}", spot.pointer, there, 0)

    def _bounds(
        self, code: str, group: Group, slot: Slot, inside: list[Spot], spot: Spot
    ) -> Iterator[Said]:
        copies = sum(held.count for held in inside)
        each: dict[str, int] = {}
        for held in inside:
            each[_entry_id(held)] = each.get(_entry_id(held), 0) + held.count
        for bound, op, said, key, found in (
            (group.min, "at_least", "min", None, copies),
            (group.max, "at_most", "max", None, copies),
            (group.exactly, "exactly", "exactly", None, copies),
            *((group.each_max, "at_most", "each_max", key, found) for key, found in each.items()),
        ):
            allowed = self._bound(bound, slot, spot)
            if allowed is not None and not KEPT[op](found, allowed):
                yield Said(f"{code}.{said}", spot.pointer, found, allowed, key)
        for value, budget in group.budget.items():
            try:
                parts = [part for held in inside for part in held.whole()]
                spent = sum(self.carried(value, part) for part in parts)
            except UnsetError:
                continue
            allowed = self._bound(budget, slot, spot)
            if allowed is not None and spent > allowed:
                yield Said(f"{code}.budget.{value}", spot.pointer, spent, allowed)

    def _bound(self, bound: Quantity | None, slot: Slot, spot: Spot) -> Number | None:
        """A number is for each copy of the holder, or each of its models."""
        if bound is None:
            return None
        if isinstance(bound, Number):
            return bound * (spot.size * spot.count if slot.per == "model" else spot.count)
        try:
            return self.amount(bound, spot)
        except UnsetError:
            return None


def _entry_id(spot: Spot) -> str:
    return spot.entry.id if spot.entry else ""
