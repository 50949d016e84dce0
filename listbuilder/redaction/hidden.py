"""Secrets of a roster, and the rules that would tell them to an opponent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs

from listbuilder.model.entries import Entry, Slot, settle
from listbuilder.model.language import Comparison, Names, Selector, Sum, Test, Value
from listbuilder.model.memo import Memo
from listbuilder.model.ruleset import Book
from listbuilder.record import Record
from listbuilder.rules.army import Army
from listbuilder.rules.printed_numbers import has_printed


def hidden_name(book: Book, names: Sequence[str]) -> str | None:
    """The name of an entry with these keywords for an opponent; None: it is not hidden."""
    known = (book.keywords.get(name) for name in names)
    return next((keyword.hidden for keyword in known if keyword and keyword.hidden), None)


def is_plan(book: Book, names: Sequence[str]) -> bool:
    """Tell whether entries with these keywords are a plan of their owner's."""
    known = (book.keywords.get(name) for name in names)
    return any(keyword is not None and keyword.plan for keyword in known)


HiddenName = tuple[str, str]
"""A kind of hidden entries: their army list (``""``: the ruleset's own), and their hidden name."""


class Hidden:
    """Knows the secrets of a roster, and the rules and values that would tell them.

    A secret is told by a rule or value that differs within a kind: by a price that only some of the
    entries with a hidden name have.

    Attributes:
        kinds: by kind in the roster, all entries for which the hidden name stands.
        planned: the owner's plans, by ``Node.start``, which an opponent does not get.
    """

    def __init__(self, book: Book, army: Army) -> None:
        self.book = book
        self.army = army
        home = {
            id(entry): list_id
            for list_id, entries in book.entries.items()
            for entry in entries.values()
        }
        self.kind_of: dict[int, HiddenName] = {}
        for node in army.nodes:
            name = hidden_name(book, node.place.names)
            if name is not None:
                self.kind_of[node.start] = home[id(node.place.entry)], name
        self.kinds = {kind: self._members(kind) for kind in self.kind_of.values()}
        self.planned = frozenset(
            node.start for node in army.nodes if is_plan(book, node.place.names)
        )
        plans = [army.nodes[start].place for start in self.planned]
        self.plan_entries = {place.entry.id for place in plans if place.entry}
        self.plan_names = {
            name for place in plans for name in place.names if is_plan(book, (name,))
        }
        self.telling_values = Memo(self._tells_value)
        self.telling_slots = {slot.id for slot in self._slots() if self._tells_slot(slot)}
        self.telling_slots |= {place.slot.id for place in plans if place.slot}

    def _members(self, kind: HiddenName) -> list[Entry]:
        """All entries of a kind; a single one is joined by an empty entry.

        Else a kind of one entry would tell all about it.
        """
        list_id, name = kind
        found = [
            entry
            for entry in self.book.entries[list_id].values()
            if hidden_name(self.book, self.names(entry)) == name
        ]
        return found if len(found) > 1 else [*found, Entry("", "")]

    def id_of(self, kind: HiddenName) -> str:
        """The id that stands for a kind: its first entry's; for a kind of one entry its name."""
        first, second, *_ = self.kinds[kind]
        return first.id if second.id else kind[1]

    def names(self, entry: Entry) -> Names:
        """An entry's keywords, settled."""
        return settle(entry.is_, self.book.keywords)

    def _slots(self) -> Iterator[Slot]:
        for part in self.book.parts():
            for entry in part.entries:
                yield from entry.slots
            for keyword in part.keywords.values():
                yield from keyword.slots
        yield from self.book.ruleset.slots

    def _uneven(self, takes: Callable[[Entry], object]) -> bool:
        """Tell whether a condition holds of some entries of a kind and not of others."""
        return any(len({bool(takes(one)) for one in kind}) > 1 for kind in self.kinds.values())

    def _tells_slot(self, slot: Slot) -> bool:
        return self._uneven(lambda one: any(self._takes(offer.test, one) for offer in slot.offers))

    def _takes(self, test: Test, entry: Entry) -> bool:
        """Tell whether an entry may pass a test, by its id, keywords and profiles."""
        return (
            (not test.is_ or not {*test.is_}.isdisjoint(self.names(entry)))
            and (not test.entry or entry.id in test.entry)
            and (test.printed is None or has_printed(test.printed, entry))
            and all(self._takes(part, entry) for part in test.all_ if isinstance(part, Test))
            and not (isinstance(test.not_, Test) and self._takes(test.not_, entry))
        )

    def discloses(self, said: object) -> bool:
        """Tell whether a rule, a quantity or a test treats entries of a kind differently."""
        match said:
            case Test(is_, entry, slot):
                names = {*is_}
                printed = said.printed
                own = (
                    not (names.isdisjoint(self.plan_names) and self.plan_entries.isdisjoint(entry))
                    or self._uneven(lambda one: names and not names.isdisjoint(self.names(one)))
                    or self._uneven(lambda one: one.id in entry)
                    or self._uneven(lambda one: printed and has_printed(printed, one))
                    or not self.telling_slots.isdisjoint(slot)
                )
            case Selector(place):
                own = place in self.plan_names or self._uneven(lambda one: place in self.names(one))
            case Sum(value):
                own = self.telling_values[value]
            case Comparison():
                own = said.per is not None and bool(self.kinds)
            case _:
                own = False
        if own:
            return True
        if isinstance(said, Record):
            kind: type = type(said)
            return any(self.discloses(getattr(said, one.name)) for one in attrs.fields(kind))
        return isinstance(said, tuple) and any(map(self.discloses, said))

    def _tells_value(self, name: str) -> bool:
        """Tell whether entries of a kind, or the placeholder for them, differ in a value."""
        costs = self.book.ruleset.values
        for kind in self.kinds.values():
            carried = {self.value(one, name) for one in kind}
            dear = name in costs and costs[name].cost and carried != {None}
            offered = any(
                name in offer.values and any(self._takes(offer.test, one) for one in kind)
                for slot in self._slots()
                for offer in slot.offers
            )
            if len(carried) > 1 or dear or offered:
                return True
        return False

    def value(self, entry: Entry, name: str) -> Value | None:
        """The value that an entry carries: its own, else a keyword's; None: it carries none."""
        known = (self.book.keywords.get(own) for own in self.names(entry))
        carriers = [entry.values, *(keyword.values for keyword in known if keyword)]
        return next((values[name] for values in carriers if name in values), None)
