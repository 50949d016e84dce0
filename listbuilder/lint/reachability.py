"""Reachability: entries and the slots they can stand in, by keywords, entries and slots alone.

An over-approximation: to look at each place, as the judge does, takes too long for lists of
hundreds of options. Here each entry is looked at once for each army list, and whatever depends on
more is taken for possible: so nothing possible is called impossible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from listbuilder.model.entries import Entry, Offer, Slot, settle
from listbuilder.model.language import Comparison, Condition, Test
from listbuilder.model.ruleset import Book
from listbuilder.rules.places import movable, owned_slots
from listbuilder.rules.printed_numbers import has_printed

Home = tuple[str, str]
"""The army list in play where an entry stands, and the entry's id; both empty for the roster."""

ROSTER: Home = ("", "")


MOST_REACHED = 200_000
"""Most pairs of an offer and an entry, or of an entry and one around it; all shipped games have
40,000 of them together."""


class TooManyOffersError(Exception):
    """The book offers more than can be looked at."""


class Slotted(NamedTuple):
    """An entry in a slot of some holder.

    Attributes:
        home: the entry.
        slot: id of the slot; empty for an entry in no slot.
    """

    home: Home
    slot: str


class OfferEdge(NamedTuple):
    """An offer with an entry that it reaches: no earlier offer of the slot surely takes the entry.

    Attributes:
        owner: id of the entry or keyword that brings the slot; ``roster`` for the ruleset's.
        holder: the entry that has the slot.
        slot: the slot.
        offer: the offer.
        home: the entry that is offered.
    """

    owner: str
    holder: Home
    slot: Slot
    offer: Offer
    home: Home

    @property
    def slotted(self) -> Slotted:
        """The offered entry in this slot."""
        return Slotted(self.home, self.slot.id)


class Reachability:
    """The entries that rosters of a book can have, and the slots that they can stand in.

    Attributes:
        entries: the entries that a roster can have.
        edges: every offer with each entry that it reaches.
        held: the edges by their holder.
        slotted: every entry with each slot that it can stand in.
        moving: keywords that some entries have in some rosters only.
    """

    def __init__(self, book: Book) -> None:
        """Follow all offers of a book, from the roster on.

        Raises:
            TooManyOffersError: there are more pairs than ``MOST_REACHED``.
        """
        self.book = book
        self._left = MOST_REACHED
        self.moving = movable(book)
        self._names: dict[Home, frozenset[str]] = {}
        self._classed: dict[str, dict[str, list[str]]] = {}
        for list_id in book.entries:
            self._class(list_id)
        self.entries: dict[Home, Entry] = {}
        self.held: dict[Home, list[OfferEdge]] = {ROSTER: []}
        self.slotted: dict[Home, list[Slotted]] = {}
        self._around: dict[Home, frozenset[Home]] | None = None
        self._passing: dict[Test, bool] = {}
        self._to: dict[Home, list[OfferEdge]] = {}
        slotted: dict[Home, dict[Slotted, None]] = {}
        todo = [ROSTER]
        while todo:
            holder = todo.pop()
            self.held[holder] = edges = []
            for edge in self._offered(holder):
                self._count(1)
                edges.append(edge)
                if edge.home not in self.entries:
                    self.entries[edge.home] = self._entry(edge.home)
                    todo.append(edge.home)
                slotted.setdefault(edge.home, {})[edge.slotted] = None
        self.slotted |= {home: list(known) for home, known in slotted.items()}
        self._around = self._all_around()

    def _count(self, reached: int) -> None:
        self._left -= reached
        if self._left < 0:
            raise TooManyOffersError

    @property
    def edges(self) -> Iterator[OfferEdge]:
        """Yield every offer with each entry that it reaches."""
        for edges in self.held.values():
            yield from edges

    def to(self, home: Home) -> list[OfferEdge]:
        """List the edges that lead to an entry."""
        if not self._to:
            for edge in self.edges:
                self._to.setdefault(edge.home, []).append(edge)
        return self._to[home]

    def names(self, home: Home) -> frozenset[str]:
        """Give an entry's own keywords; none for the roster."""
        return self._names.get(home, frozenset())

    def is_own(self, home: Home) -> bool:
        """Tell whether each copy of an entry is a selection of its own."""
        entry = self.entries[home]
        keywords = [self.book.keywords.get(name) for name in self.names(home)]
        copies = [entry.copies, *(keyword.copies for keyword in keywords if keyword)]
        return entry.size is not None or 1 in copies

    def around(self, home: Home) -> frozenset[Home]:
        """Give the entries that can be around an entry, itself included, without the roster."""
        return self._around[home] if self._around else frozenset({home})

    def slots_of(self, home: Home) -> Iterator[tuple[str, Slot]]:
        """Yield an entry's slots, or the roster's, each with its owner's id (``OfferEdge``)."""
        entry = self.entries.get(home)
        names = settle(entry.is_, self.book.keywords) if entry else ()
        for owner, slot, _ in owned_slots(self.book, entry, names):
            yield owner, slot

    def passes(
        self, condition: Condition, slotted: Slotted, moving: frozenset[str] | None = None
    ) -> bool | None:
        """Tell whether a condition holds of an entry in a slot; None where that depends on more.

        Args:
            condition: the condition.
            slotted: the entry and its slot.
            moving: keywords that the entry may have in some rosters only; None: ``self.moving``.
                Offers ask for none: they go by an entry's own keywords.
        """
        moving = self.moving if moving is None else moving
        if isinstance(condition, Comparison):
            return None
        home, slot = slotted
        if condition.entry and home[1] not in condition.entry:
            return False
        if condition.slot and slot not in condition.slot:
            return False
        if condition.printed and not has_printed(
            condition.printed, None if home == ROSTER else self._entry(home)
        ):
            return False
        told = _is_one(self.names(home), condition.is_, moving) if condition.is_ else True
        if told is False:
            return False
        if condition.choice or condition.first_list:
            told = None
        for part in self._parts(condition, slotted, moving):
            if part is False:
                return False
            told = told and part
        return told

    def _parts(
        self, condition: Test, slotted: Slotted, moving: frozenset[str]
    ) -> Iterator[bool | None]:
        """Yield the answers of the tests within a test, all of which must pass."""
        if condition.has is not None:
            yield self._has(slotted.home, condition.has)
        for part in condition.all_:
            yield self.passes(part, slotted, moving)
        if condition.any_:
            yield _either([self.passes(part, slotted, moving) for part in condition.any_])
        if condition.not_ is not None:
            inner = self.passes(condition.not_, slotted, moving)
            yield None if inner is None else not inner
        if condition.under is not None:
            yield self._is_under(slotted, condition.under)

    def passing(self, condition: Condition) -> Iterator[Slotted]:
        """Yield the entries in their slots that may pass a condition."""
        for slotted in self._likely(condition):
            if self.passes(condition, slotted) is not False:
                yield slotted

    def can_pass(self, test: Test) -> bool:
        """Tell whether any entry in any slot may pass."""
        if test not in self._passing:
            self._passing[test] = any(True for _ in self.passing(test))
        return self._passing[test]

    def _likely(self, condition: Condition) -> Iterator[Slotted]:
        """Yield the entries in their slots that a condition's ids and keywords do not rule out."""
        entries = condition.entry if isinstance(condition, Test) else ()
        is_ = condition.is_ if isinstance(condition, Test) else ()
        still = self.moving.isdisjoint(is_)
        for home, slotted in self.slotted.items():
            if entries and home[1] not in entries:
                continue
            if is_ and still and self._names[home].isdisjoint(is_):
                continue
            yield from slotted

    def _class(self, list_id: str) -> None:
        """Settle the keywords of an army list's entries, and of the ruleset's entries with it."""
        book = self.book
        by_keyword: dict[str, list[str]] = {}
        self._classed[list_id] = by_keyword
        for source in dict.fromkeys(("", list_id)):
            for name, entry in book.entries[source].items():
                names = frozenset(settle(entry.is_, book.keywords))
                self._names[list_id, name] = names
                if source == list_id:
                    for keyword in names:
                        by_keyword.setdefault(keyword, []).append(name)

    def _entry(self, home: Home) -> Entry:
        list_id, name = home
        return self.book.entries[list_id].get(name) or self.book.entries[""][name]

    def _offered(self, holder: Home) -> Iterator[OfferEdge]:
        for owner, slot in self.slots_of(holder):
            taken: set[Home] = set()
            for offer in slot.offers:
                for home, surely in self.reached(holder, slot, offer):
                    if home not in taken:
                        if surely:
                            taken.add(home)
                        yield OfferEdge(owner, holder, slot, offer, home)

    def reached(self, holder: Home, slot: Slot, offer: Offer) -> Iterator[tuple[Home, bool]]:
        """Yield the entries that may pass an offer, each with whether it surely passes."""
        playing = holder[0]
        lists = (playing,) if playing else tuple(self.book.catalogues)
        for list_id in dict.fromkeys((*lists, "")):
            for name in self._candidates(offer.test, list_id):
                home = list_id or playing, name
                passes = self.passes(offer.test, Slotted(home, slot.id), frozenset())
                if passes is not False:
                    yield home, bool(passes)

    def _candidates(self, test: Test, list_id: str) -> Iterable[str]:
        """List ids of an army list's own entries that a test does not rule out by id or keyword."""
        known = self.book.entries[list_id]
        if test.entry:
            return dict.fromkeys(name for name in test.entry if name in known)
        if test.is_:
            classed = self._classed[list_id]
            return dict.fromkeys(name for keyword in test.is_ for name in classed.get(keyword, ()))
        return known

    def _has(self, home: Home, condition: Condition) -> bool | None:
        may = any(
            self.passes(condition, edge.slotted) is not False for edge in self.held.get(home, ())
        )
        return None if may else False

    def _is_under(self, slotted: Slotted, condition: Condition) -> bool | None:
        own = self.passes(condition, slotted)
        if own:
            return True
        may = own is None or self._around is None
        may = may or any(
            self.passes(condition, other) is not False
            for around in self.around(slotted.home)
            for other in self.slotted[around]
        )
        return None if may else False

    def _all_around(self) -> dict[Home, frozenset[Home]]:
        holders: dict[Home, set[Home]] = {home: set() for home in self.entries}
        for edge in self.edges:
            if edge.holder != ROSTER:
                holders[edge.home].add(edge.holder)
        found: dict[Home, frozenset[Home]] = {}
        for home in holders:
            seen = {home}
            todo = [home]
            while todo:
                new = holders[todo.pop()] - seen
                self._count(len(new))
                seen |= new
                todo += new
            found[home] = frozenset(seen)
        return found


def _is_one(names: frozenset[str], wanted: Iterable[str], moving: frozenset[str]) -> bool | None:
    own = names.intersection(wanted)
    if own - moving:
        return True
    return bool(own) if moving.isdisjoint(wanted) else None


def _either(told: list[bool | None]) -> bool | None:
    if True in told:
        return True
    return None if None in told else False
