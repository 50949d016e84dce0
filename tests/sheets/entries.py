"""Cards of all entries of the shipped catalogues, with their defaults and with much more."""

from collections.abc import Iterator
from itertools import islice

import attrs

from listbuilder.content.cards import Card, army_cards
from listbuilder.editing.defaults import with_defaults
from listbuilder.model.entries import Selection
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from tests.shipped import LIBRARY

CATALOGUES = [
    (ruleset, catalogue)
    for ruleset in LIBRARY.rulesets()
    for catalogue in LIBRARY.catalogues(ruleset)
]
MOST_OPTIONS = 5
"""Of one slot that are taken all at once; nobody can have a hundred magic items."""


def cards(ruleset: str, catalogue: str, first: int = 0, step: int = 1) -> Iterator[Card]:
    """Yield two cards for each entry that has a card, or for some: every so many from the first."""
    book = LIBRARY.book(ruleset, [catalogue])
    judge = Judge(book)
    empty = Roster(ruleset, "All of them", {catalogue: "1"})
    top = judge.lay_out(empty).root.place
    for entry in book.catalogues[catalogue].entries[first::step]:
        place = top.below[entry.id, None]
        for selection in (with_defaults(place), laden(place)):
            army = judge.lay_out(attrs.evolve(empty, army=(selection,)))
            yield from army_cards(judge, army)


def laden(place: Place) -> Selection:
    """A selection with options from each of its slots."""
    selection = with_defaults(place)
    there = {held.entry for held in selection.with_}
    slots: dict[str, list[Place]] = {}
    for offered in place.offered():
        entry, slot = offered.entry, offered.slot
        if entry and slot and entry.id not in there and not place.book.is_piece(entry):
            slots.setdefault(slot.id, []).append(offered)
    options = [
        with_defaults(one) for offers in slots.values() for one in islice(offers, MOST_OPTIONS)
    ]
    return attrs.evolve(selection, with_=(*selection.with_, *options))
