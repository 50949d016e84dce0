"""Deltas of slots: of their offers, bounds and prices."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from listbuilder.editing.deltas import (
    Delta,
    Pair,
    diff_fields,
    diff_lists,
    diff_mappings,
    diff_values,
    matched,
    plainly,
    prefixed,
    said,
    things_by_id,
)
from listbuilder.messages import gettext, joined
from listbuilder.model.entries import Entry, Group, Offer, Slot, settle
from listbuilder.model.language import Names, Test
from listbuilder.model.ruleset import Book
from listbuilder.rules.places import owned_slots
from listbuilder.rules.verbalise import Verbaliser

BOUNDS = {
    "min": gettext("at least "),
    "max": gettext("at most "),
    "exactly": gettext("exactly "),
    "each_max": gettext("of each at most "),
}
OFFER_FIELDS = {
    **{key: ("limit", label) for key, label in BOUNDS.items()},
    "requires": ("option", gettext("only with ")),
    "excludes": ("option", gettext("only without ")),
}
NO_SLOT = Slot("", ())
NO_GROUP = Group()


def displaced(
    books: tuple[Book, Book], old: Entry, new: Entry
) -> tuple[tuple[Slot, ...], tuple[Slot, ...]]:
    """List the slots of an entry in both versions, as far as either version writes them at it.

    Where one version has a slot of its own and the other a keyword's of the same id, the first
    replaces the second: the keyword's offers are gone.
    """
    own = {slot.id for entry in (old, new) for slot in entry.slots}
    before, after = (
        tuple(
            slot
            for _, slot, _ in owned_slots(book, entry, settle(entry.is_, book.keywords))
            if slot.id in own
        )
        for book, entry in zip(books, (old, new), strict=True)
    )
    return before, after


def diff_slots(
    pair: Pair, old: Sequence[Slot], new: Sequence[Slot], costs: frozenset[str]
) -> Iterator[Delta]:
    """Compare the slots of an entry, a keyword or a ruleset.

    Args:
        costs: names of the values that are prices.
    """
    for _, one, other in matched(things_by_id(old), things_by_id(new)):
        before, after = one or NO_SLOT, other or NO_SLOT
        title = _title(other or before)
        if one and other:
            yield from diff_values("name", "", _title(before), _title(after))
            per = diff_values("limit", gettext("counted for each "), before.per, after.per)
            yield from prefixed(title, per)
            rings = (said(pair.old, before.ring), said(pair.new, after.ring))
            yield from prefixed(title, diff_values("rule", gettext("a ring where "), *rings))
        yield from _diff_offers(pair, before.offers, after.offers, title, costs)
        yield from prefixed(title, _diff_bounds(pair, before, after))
        groups = ({group.test: group for group in slot.groups} for slot in (before, after))
        for test, was, now in matched(*groups):
            bounds = _diff_bounds(pair, was or NO_GROUP, now or NO_GROUP)
            yield from prefixed(joined(", ", (title, pair.new.things(test))), bounds)
        yield from prefixed(
            title, diff_values("ruling", gettext("ruling: "), before.ruling, after.ruling)
        )


def _diff_bounds(pair: Pair, old: Slot | Group, new: Slot | Group) -> Iterator[Delta]:
    for key, label in BOUNDS.items():
        before, after = getattr(old, key), getattr(new, key)
        was, now = said(pair.old, before), said(pair.new, after)
        yield from diff_values("limit", label, was, now, before != after)
    for value, before, after in matched(old.budget, new.budget):
        was, now = (
            None
            if amount is None
            else joined(" ", (side.quantity(amount), side.value_title(value)))
            for side, amount in zip(pair, (before, after), strict=True)
        )
        yield from diff_values("limit", gettext("at most "), was, now, before != after)


def _diff_offers(
    pair: Pair, old: Sequence[Offer], new: Sequence[Offer], title: str, costs: frozenset[str]
) -> Iterator[Delta]:
    before, after = _offers(old), _offers(new)
    for test in dict.fromkeys((*after, *before)):
        for one, other in zip_longest(before[test], after[test]):
            if other is None:
                what = joined("", (pair.old.things(test), _price(pair.old, one)))
                yield Delta(
                    "option",
                    gettext("can’t take {what} any more ({title})", what=what, title=title),
                    what,
                    None,
                )
                continue
            if one is None:
                what = joined("", (pair.new.things(test), _price(pair.new, other)))
                yield Delta(
                    "option",
                    gettext("may take {what} ({title})", what=what, title=title),
                    None,
                    what,
                )
            was = one or Offer(values=other.values, replaces=other.replaces)
            for delta in _diff_offer(pair, was, other, costs):
                yield delta._replace(
                    text=joined("", (pair.new.things(test), ": ", delta.text, " (", title, ")"))
                )


def _offers(offers: Sequence[Offer]) -> defaultdict[Test, list[Offer]]:
    """Group offers by their test; an offer of several entries counts as one for each."""
    found: defaultdict[Test, list[Offer]] = defaultdict(list)
    for offer in offers:
        test = offer.test
        if test == Test(entry=test.entry) and test.entry:
            for entry in test.entry:
                found[Test(entry=Names((entry,)))].append(offer)
        else:
            found[test].append(offer)
    return found


def _diff_offer(pair: Pair, old: Offer, new: Offer, costs: frozenset[str]) -> Iterator[Delta]:
    yield from diff_mappings(pair, old.values, new.values, costs)
    yield from diff_fields(pair, old, new, OFFER_FIELDS, ("test", "values", "replaces"))
    replaced = plainly(old.replaces), plainly(new.replaces)
    yield from diff_lists("wargear", gettext("what it replaces: "), *replaced)


def _price(words: Verbaliser, offer: Offer) -> str:
    prices = [
        joined(" ", (words.value(value), words.value_title(name)))
        for name, value in offer.values.items()
    ]
    return gettext(" for {prices}", prices=joined(", ", prices)) if prices else ""


def _title(slot: Slot) -> str:
    return slot.title or slot.id.replace("-", " ").capitalize()
