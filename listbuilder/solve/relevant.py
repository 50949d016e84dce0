"""What can be left out of a search in which only some of the rules count.

Whatever meets those rules still meets them without what none of them reads, so that need not be
added; nor need what only adds to a number that must not be too high.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from listbuilder.model.language import (
    Comparison,
    Constraint,
    Count,
    Limit,
    Plus,
    Quantity,
    Selector,
    Sum,
    Test,
    Times,
)
from listbuilder.model.roster import Roster
from listbuilder.record import nodes_of
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Memo, Place, movable
from listbuilder.solve.reach import Reach
from listbuilder.solve.spots import DEEPEST, MOST_SPOTS


class _Read(NamedTuple):
    """What a rule looks for: what passes a test, perhaps with all below it, and has a value."""

    test: Test
    whole: bool = False
    value: str | None = None


class Reader:
    """Tells which places bear on rules, in the rosters of one book with the same settings.

    Attributes:
        rules: that are asked somewhere, by their ids.
    """

    def __init__(self, judge: Judge, roster: Roster, is_open: Callable[[Place], bool]) -> None:
        """Look at every place.

        Args:
            judge: of the book.
            roster: with its limits and choices.
            is_open: whether anything can be added at a place that is inside one like it.
        """
        book = judge.book
        self.reach = Reach(judge, roster)
        self.is_open = is_open
        self.rules: dict[str, list[Constraint]] = {}
        self._moving = movable(book)
        self._of_value: Memo[str, list[_Read]] = Memo(
            lambda name: [*_all_reads([value.fixed for value in self.reach.said(name)])]
        )
        self._changes = [change for part in book.parts() for change in part.changes]
        below = self._below(judge.root)
        self._places = [judge.root, *islice(below, MOST_SPOTS)]
        self._whole = next(below, None) is None
        rules = {id(rule): rule for place in self._places for rule, _ in judge.rules_at(place)}
        for rule in rules.values():
            self.rules.setdefault(rule.id, []).append(rule)
        self._bearing: Memo[str, int] = Memo(self._count_bearing)

    def cheapest(self, codes: Iterable[str]) -> str:
        """The rule on which the fewest places bear."""
        return min(codes, key=lambda code: (self._bearing[code], code))

    def bearing(self, rules: Iterable[Constraint]) -> Mapping[Place, bool]:
        """Whether something has to be added at a place, or inside it, for rules to be met."""
        if not self._whole:
            return Memo(lambda place: True)
        rules = [*rules]
        reads = [*self._reads(rules)]
        tests = (node for node in nodes_of(rules) if isinstance(node, Test))
        named = {name for test in tests for name in test.is_}
        for name in self._summed(rules):
            reads += self._of_value[name]
        moved = not self._moving.isdisjoint(named)
        if moved:
            reads += _all_reads([*self._changes])

        def bears(place: Place) -> bool:
            if moved and place.entry is not None and place.entry.holder_becomes:
                return True
            if any(self._is_read(read, place) for read in reads):
                return True
            return _is_deep(place) or any(bearing[child] for child in self._inside(place))

        bearing = Memo(bears)
        return bearing

    def _summed(self, rules: list[Constraint]) -> list[str]:
        """The values that sums are of, and those that these hang on."""
        names = [node.sum for node in nodes_of(rules) if isinstance(node, Sum)]
        for name in names:
            fixed = [value.fixed for value in self.reach.said(name)]
            more = {node.sum for node in nodes_of(fixed) if isinstance(node, Sum)}
            names += sorted(more.difference(names))
        return names

    def _below(self, place: Place) -> Iterator[Place]:
        for child in self._inside(place):
            yield child
            if not _is_deep(child):
                yield from self._below(child)

    def _inside(self, place: Place) -> Iterator[Place]:
        return (one for one in place.offered() if not is_nested(one) or self.is_open(one))

    def _count_bearing(self, code: str) -> int:
        reads = [*self._reads(self.rules.get(code, ()))]
        return sum(any(self._is_read(read, place) for read in reads) for place in self._places)

    def _is_read(self, read: _Read, place: Place) -> bool:
        """Whether something that stands at a place may be what a rule looks for."""
        if read.value is not None and read.value != "size" and place.value(read.value) is None:
            return False
        around = place.around() if read.whole else (place,)
        return any(self.reach.settled(read.test, one) is not False for one in around)

    def _reads(self, rules: Iterable[Constraint]) -> Iterator[_Read]:
        """Yield what may have to be there for rules to be met."""
        for rule in rules:
            yield from _all_reads([rule.for_, rule.when])
            require = rule.require
            if require.op != "at_most" or not self._only_grows(require.quantity):
                yield from _all_reads([require.quantity])
            if require.op != "at_least" or not self._only_grows(require.bound):
                yield from _all_reads([require.bound])

    def _only_grows(self, quantity: Quantity) -> bool:
        """Whether additions never make a quantity smaller."""
        match quantity:
            case int() | Fraction() | Limit():
                return True
            case Count(selector):
                return self._is_static(selector.test)
            case Sum(value, selector):
                grows = value == "size" or self.reach.grows[value]
                return grows and self._is_static(selector.test)
            case Times(factor, of):
                return factor >= 0 and self._only_grows(of)
            case Plus(parts):
                return all(map(self._only_grows, parts))
            case _:
                return False

    def _is_static(self, test: Test) -> bool:
        return not any(
            isinstance(node, Comparison)
            or (isinstance(node, Test) and (node.has or not self._moving.isdisjoint(node.is_)))
            for node in nodes_of(test)
        )


def is_nested(place: Place) -> bool:
    """Whether a place is inside one of the same entry or slot."""
    _, *outer = place.around()
    return any(
        one.entry is place.entry or (one.slot is place.slot and one.slot is not None)
        for one in outer
    )


def _is_deep(place: Place) -> bool:
    """Whether no search looks further down."""
    return sum(1 for _ in place.around()) > DEEPEST


def _all_reads(nodes: list[object]) -> Iterator[_Read]:
    """Yield all that selectors and tests look for."""
    for node in nodes_of(nodes):
        match node:
            case Sum(value, selector):
                yield _Read(selector.test, selector.whole, value)
            case Count(Selector("self" | "parent", _, False)):
                pass
            case Count(selector):
                yield _Read(selector.test, selector.whole)
            case Test(has=Test() as has):
                yield _Read(has)
