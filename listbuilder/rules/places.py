"""Places: where a selection can stand, and the parts of the rules that are settled there.

A place is a chain of slots and entries from the roster down. Its keywords, offers, values and slots
are the same in all rosters, so they are worked out once and kept: a judge asks a place, never the
catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import attrs

from listbuilder.findings import Source
from listbuilder.model.entries import Entry, Keyword, Offer, Slot, settle
from listbuilder.model.language import ALWAYS, Comparison, Condition, Names, Test, Value
from listbuilder.model.memo import Memo
from listbuilder.model.ruleset import Book
from listbuilder.rules.printed_numbers import has_printed
from listbuilder.rules.slots import NOWHERE


class EntryFacts(NamedTuple):
    """An entry's keywords, one of each family (``settle``), and its slots, wherever it stands."""

    names: tuple[str, ...]
    keywords: frozenset[str]
    owned: tuple[tuple[str, Slot, Source], ...]


class EntryIndex:
    """The facts about a book's entries that are the same at every place, worked out once."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.called: Memo[tuple[str, Names], tuple[str, ...]] = Memo(self._called)
        self._facts: dict[int, EntryFacts] = {}

    def facts(self, entry: Entry | None) -> EntryFacts:
        """The facts about an entry, or about the roster itself (None)."""
        known = self._facts.get(id(entry))
        if known is None:
            names = settle(entry.is_, self.book.keywords) if entry else ()
            owned = tuple(owned_slots(self.book, entry, names))
            known = self._facts[id(entry)] = EntryFacts(names, frozenset(names), owned)
        return known

    def _called(self, key: tuple[str, Names]) -> tuple[str, ...]:
        """Find the ids of a list's entries that have one of some keywords."""
        list_id, names = key
        return tuple(
            entry_id
            for entry_id, entry in self.book.entries[list_id].items()
            if not self.facts(entry).keywords.isdisjoint(names)
        )


class Place:
    """A slot and the entry that stands in it, below another place.

    Attributes:
        holder: the place around; None for the roster itself.
        entry: the entry; None for the roster itself.
        depth: the number of places in ``around``; 0 for the roster itself.
        index: the facts about entries, which all places of a book share.
        list_id: the army list in which entries below are looked up; empty above the first entry of
            an army list.
        slot, offer: the holder's slot, and its offer for the entry; None: it does not offer it.
        names, keywords: the entry's own keywords (``EntryFacts``), in order and as a set.
        becomes: the keywords that it gives to its holder.
        owned: its slots, each with the id of the entry or keyword that brings it, and a source.
        below: the places of children, by entry and slot (None: the first slot that offers it).
    """

    __slots__ = (
        "_is_nested",
        "_offered",
        "_values",
        "becomes",
        "below",
        "book",
        "depth",
        "entry",
        "holder",
        "index",
        "keywords",
        "list_id",
        "names",
        "offer",
        "owned",
        "slot",
    )

    def __init__(
        self, book: Book, holder: Place | None, entry: Entry | None, list_id: str = ""
    ) -> None:
        self.book = book
        self.holder = holder
        self.depth: int = holder.depth + 1 if holder else 0
        self.entry = entry
        self.list_id = list_id
        self.slot: Slot | None = None
        self.offer: Offer | None = None
        self.index: EntryIndex = holder.index if holder else EntryIndex(book)
        self._offered: tuple[Place, ...] | None = None
        self._is_nested: bool | None = None
        self._values: dict[str, Value | None] = {}
        self.names, self.keywords, self.owned = self.index.facts(entry)
        self.becomes = entry.holder_becomes if entry else ()
        self.below: Memo[tuple[str, str | None], Place] = Memo(self._child)

    @property
    def is_piece(self) -> bool:
        """Whether a model, engine or counter stands here, no option."""
        return self.entry is not None and self.book.is_piece(self.entry)

    def value(self, name: str) -> Value | None:
        """The value of that name: the offer's, else the entry's, else a keyword's."""
        if name not in self._values:
            carriers = (one for one in self._carriers() if name in one.values)
            self._values[name] = next((one.values[name] for one in carriers), None)
        return self._values[name]

    def _carriers(self) -> Iterator[Offer | Entry | Keyword]:
        """Yield those that may give it a value, the first before the others."""
        if self.entry is not None:
            if self.offer is not None:
                yield self.offer
            yield self.entry
            yield from (self.book.keywords[own] for own in self.names if own in self.book.keywords)

    @property
    def is_nested(self) -> bool:
        """Whether it is below another place of the same entry or slot, such as an ally's ally."""
        if self._is_nested is None:
            self._is_nested = any(
                one.entry is self.entry or (one.slot is self.slot and one.slot is not None)
                for one in self.around()
                if one is not self
            )
        return self._is_nested

    @property
    def copies(self) -> int | None:
        """The most copies in one selection; None: no rule says."""
        if self.entry is None:
            return None
        keywords = [self.book.keywords[own] for own in self.names if own in self.book.keywords]
        said: list[int | None] = [keyword.copies for keyword in keywords]
        said.append(1 if self.entry.size else self.entry.copies)
        return min((most for most in said if most is not None), default=None)

    def around(self) -> Iterator[Place]:
        """Yield this place and those around it, inside out, without the roster."""
        place: Place | None = self
        while place is not None and place.entry is not None:
            yield place
            place = place.holder

    def offered(self) -> tuple[Place, ...]:
        """The places that its slots offer, slot by slot in the catalogue's order."""
        if self._offered is None:
            self._offered = tuple(self._offers())
        return self._offered

    def _offers(self) -> Iterator[Place]:
        lists = [self.list_id] if self.list_id else [*self.book.catalogues]
        for _, slot, _ in self.owned:
            seen: set[int] = set()
            for offer in slot.offers:
                for list_id in (*lists, ""):
                    entries = self.book.entries[list_id]
                    named = (
                        self.index.called[list_id, offer.test.is_] if offer.test.is_ else entries
                    )
                    for entry_id in offer.test.entry or named:
                        place = self.below[entry_id, slot.id] if entry_id in entries else None
                        if place and place.offer is offer and id(place) not in seen:
                            seen.add(id(place))
                            yield place

    def _child(self, key: tuple[str, str | None]) -> Place:
        """Make the place of an entry below this place.

        Raises:
            KeyError: no list has the entry.
        """
        entry_id, slot_id = key
        for list_id in (*([self.list_id] if self.list_id else self.book.catalogues), ""):
            entry = self.book.entries[list_id].get(entry_id)
            if entry is None:
                continue
            place = Place(self.book, self, entry, list_id or self.list_id)
            for _, slot, _ in self.owned:
                if slot_id is None or slot.id == slot_id:
                    place.slot = slot
                    for offer in slot.offers:
                        if passes(offer.test, place):
                            place.offer = offer
                            return place if slot_id else self.below[entry_id, slot.id]
        stray = self.book.find(entry_id, self.list_id)
        if stray is None:
            raise KeyError(entry_id)
        return Place(self.book, self, *stray)


def owned_slots(
    book: Book, entry: Entry | None, names: tuple[str, ...]
) -> Iterator[tuple[str, Slot, Source]]:
    """Yield the slots with their owner's id and source: the keywords', then the entry's own."""
    if entry is None:
        for slot in book.ruleset.slots:
            yield "roster", slot, book.ruleset.source or NOWHERE
        return
    own = {slot.id: slot for slot in entry.slots}
    seen: set[str] = set()
    for name in names:
        keyword = book.keywords.get(name)
        for slot in keyword.slots if keyword else ():
            if slot.id not in own and slot.id not in seen:
                seen.add(slot.id)
                yield name, slot, (keyword and keyword.source) or entry.source or NOWHERE
    for slot in entry.slots:
        yield entry.id, slot, entry.source or NOWHERE


def passes(condition: Condition, place: Place) -> bool:
    """Tell whether a static condition (``is_static``) holds at a place."""
    test: Test = condition  # type: ignore[assignment]  # no static condition is a comparison
    if test.is_ and place.keywords.isdisjoint(test.is_):
        return False
    entry = place.entry
    if test.entry and (entry is None or entry.id not in test.entry):
        return False
    if test.slot and (place.slot is None or place.slot.id not in test.slot):
        return False
    if test.printed is not None and not has_printed(test.printed, entry):
        return False
    if test.under is not None and not any(passes(test.under, one) for one in place.around()):
        return False
    if test.all_ and not all(passes(part, place) for part in test.all_):
        return False
    if test.any_ and not any(passes(part, place) for part in test.any_):
        return False
    return test.not_ is None or not passes(test.not_, place)


def movable(book: Book) -> frozenset[str]:
    """The keywords that a change or a mount can give or take away."""
    changes = [change for part in book.parts() for change in part.changes]
    given = {name for change in changes for name in change.becomes}
    given |= {
        name
        for entries in book.entries.values()
        for entry in entries.values()
        for name in entry.holder_becomes
    }
    families = {book.keywords[name].family for name in given if name in book.keywords} - {None}
    taken = {name for name, keyword in book.keywords.items() if keyword.family in families}
    taken |= {name for change in changes for name in change.loses}
    return frozenset(given | taken)


def is_static(condition: Condition, moving: frozenset[str]) -> bool:
    """Tell whether a condition depends on the place alone.

    Args:
        condition: any.
        moving: the keywords that must be asked of each roster (``movable``).
    """
    if isinstance(condition, Comparison) or condition.has is not None:
        return False
    if condition.choice or condition.first_list:
        return False
    parts = [*condition.all_, *condition.any_, condition.under, condition.not_]
    return moving.isdisjoint(condition.is_) and all(
        is_static(part, moving) for part in parts if part is not None
    )


def of_place(test: Test) -> Test:
    """The part of a test that asks of the selection itself: entry, slot and keywords."""
    return Test(test.is_, test.entry, test.slot, printed=test.printed, under=test.under)


def parted(condition: Condition, moving: frozenset[str]) -> tuple[Test, Condition]:
    """Part a condition into a part that a place settles and a part to ask of each roster.

    The condition holds where both parts hold.

    Args:
        condition: any.
        moving: the keywords that must be asked of each roster (``movable``).
    """
    if isinstance(condition, Comparison):
        return ALWAYS, condition
    if is_static(condition, moving):
        return condition, ALWAYS
    parts = [parted(part, moving) for part in condition.all_]
    still: dict[str, Any] = {
        "entry": condition.entry,
        "slot": condition.slot,
        "printed": condition.printed,
    }
    if moving.isdisjoint(condition.is_):
        still["is_"] = condition.is_
    if all(is_static(part, moving) for part in condition.any_):
        still["any_"] = condition.any_
    if condition.under is not None and is_static(condition.under, moving):
        still["under"] = condition.under
    if condition.not_ is not None and is_static(condition.not_, moving):
        still["not_"] = condition.not_
    unsaid: dict[str, Any] = {name: getattr(ALWAYS, name) for name in still}
    settled = Test(**still, all_=tuple(own for own, _ in parts if own != ALWAYS))
    others = tuple(rest for _, rest in parts if rest != ALWAYS)
    return settled, attrs.evolve(condition, **unsaid, all_=others)
