"""The most that a count or a sum finds in a selection, by the bounds of its possible contents.

Example: "the models of the unit and of the mounts in it" are 32 at most where rules allow a unit of
30 and two mounts. ``domain_bounds`` needs this where a rule reads the contents of the selection
that it is asked of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple, Protocol

from listbuilder.model.entries import Selection
from listbuilder.model.language import ALWAYS, Count, Number, Quantity, Selector, Sum, Test
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.rules.slots import COPIES
from listbuilder.solve.domains.intervals import IntervalAnalysis

MAX_LEVELS = 3
"""Levels of contents that are searched; with deeper contents a number counts as unbounded."""
MAX_PLACES = 2_000
"""Places that are searched for one count or sum; with more of them it counts as unbounded."""
MAX_WITHIN = 8
"""Counts and sums that are asked within one another; any further in counts as unbounded."""

CopiesOf = Callable[[], int | None]
"""Gives a number of copies; None: any number."""


class LegalBounds(Protocol):
    """The bounds that any legal roster keeps, whatever a search looks for."""

    intervals: IntervalAnalysis

    def most_legal(self, place: Place, holder_copies: int) -> int | None:
        """The most copies at a place in so many copies of its holder; None: unbounded."""
        ...

    def most_legal_size(self, place: Place) -> int | None:
        """The most models of a selection at a place; None: unbounded."""
        ...

    def most_of(self, bound: Quantity, place: Place) -> Number | None:
        """The greatest value of a quantity asked at a place; None: unbounded."""
        ...

    def most_in_roster(self, value: str) -> Number | None:
        """The greatest sum of a value over the whole roster; None: unbounded."""
        ...


class _Summand(NamedTuple):
    """A number to add up: copies, or a value of them, of the selections that pass a test."""

    value: str | None
    test: Test
    whole: bool


class ContentBounds:
    """Bounds of counts and sums in the rosters of one book with the same limits and choices."""

    def __init__(self, bounds: LegalBounds, judge: Judge, roster: Roster) -> None:
        self._bounds = bounds
        self._left = self._within = 0
        self._with_strays = {*_holders_of_strays(roster.army, judge.root)}

    def most(self, node: Count | Sum, place: Place) -> Number | None:
        """The most that a count or a sum finds, asked of a selection; None: unbounded."""
        match node:
            case Count(Selector(in_, Test() as test, whole)):
                found = _Summand(None, test, whole)
            case Sum(value, Selector(in_, Test() as test, whole)) if (
                value == "size" or self._bounds.intervals.never_negative[value]
            ):
                found = _Summand(value, test, whole)
            case _:
                return None
        if place.entry is None and node == COPIES:
            return 1
        if place.entry is None or in_ == "roster":
            is_of_all = in_ in ("roster", "whole") and found.test == ALWAYS
            return self._bounds.most_in_roster(found.value) if is_of_all and found.value else None
        if not self._within:
            self._left = MAX_PLACES
        if self._within == MAX_WITHIN:
            return None
        self._within += 1
        most = self._in_scope(found, in_, place)
        self._within -= 1
        return most

    def _in_scope(self, found: _Summand, in_: str, place: Place) -> Number | None:
        def copies() -> int | None:
            return place.copies

        match in_:
            case "self" | "whole":
                return self._in(found, place, copies, below=in_ == "whole")
            case "children" | "below":
                return self._held(found, place, copies, below=in_ == "below")
            case _:
                return None

    def _in(
        self, found: _Summand, place: Place, copies: CopiesOf, *, below: bool, level: int = 0
    ) -> Number | None:
        """The most that is found in copies at a place.

        Args:
            found: the number to add up.
            place: the place of the copies.
            copies: gives their number; called only where a copy counts.
            below: whether their contents are searched, too.
            level: how many levels below the asked selection they stand.
        """
        own: Number = 0
        if self._may_pass(found, place):
            each = self._each(found.value, place)
            if each != 0:
                many = copies()
                if each is None or many is None:
                    return None
                own = each * many
            if found.whole:
                found, below = found._replace(test=ALWAYS), True
        if not below:
            return own
        held = self._held(found, place, copies, below=True, level=level)
        return None if held is None else own + held

    def _held(
        self, found: _Summand, place: Place, copies: CopiesOf, *, below: bool, level: int = 0
    ) -> Number | None:
        """The most that is found in the contents of copies at a place."""
        if place in self._with_strays:
            return None
        most: Number = 0
        for child in place.offered():
            self._left -= 1
            if level == MAX_LEVELS or self._left < 0:
                return None
            if below or self._may_pass(found, child):
                held = partial(self._most_in, child, copies)
                part = self._in(found, child, held, below=below, level=level + 1)
                if part is None:
                    return None
                most += part
        return most

    def _most_in(self, place: Place, holder_copies: CopiesOf) -> int | None:
        """The most copies at a place in so many copies of its holder; None: unbounded."""
        many = holder_copies()
        return None if many is None else self._bounds.most_legal(place, many)

    def _may_pass(self, found: _Summand, place: Place) -> bool:
        return self._bounds.intervals.static_truth(found.test, place) is not False

    def _each(self, name: str | None, place: Place) -> Number | None:
        """The most that a copy at a place carries; None: unbounded."""
        if name is None:
            return 1
        if name == "size":
            return self._bounds.most_legal_size(place)
        value = place.value(name)
        if value is None:
            return 0
        once = self._bounds.most_of(value.fixed, place)
        if once is None:
            return None
        steps = (amount for _, amount in value.by_size)
        each = value.each + max(value.steps, default=0) + max(steps, default=0) + once
        if not value.per_model:
            return each
        models = self._models(place)
        return None if models is None else each + value.per_model * models

    def _models(self, place: Place) -> int | None:
        """The most models of the nearest selection with a size, at a place or around it."""
        for around in place.around():
            if _is_sized(around):
                return self._bounds.most_legal_size(around)
        return 0


def _is_sized(place: Place) -> bool:
    return place.entry is not None and place.entry.size is not None


def _holders_of_strays(army: Iterable[Selection], holder: Place) -> Iterator[Place]:
    """Yield the places at which the player's selections hold entries that no slot offers."""
    for selection in army:
        place = holder.below[selection.entry, selection.slot]
        if place.slot is None:
            yield holder
        yield from _holders_of_strays(selection.with_, place)
