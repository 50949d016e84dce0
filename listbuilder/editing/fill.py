"""What a builder puts in by itself: an engine comes with its crew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from math import ceil

import attrs

from listbuilder.errors import EditError
from listbuilder.model.entries import Entry, Selection, Slot
from listbuilder.model.language import MOST_COPIES, Copies, Number
from listbuilder.rules.places import Place

MOST_APART = 1000
"""Selections made at once."""


def filled(place: Place, count: int = 1) -> Selection:
    """Make a selection for a place, with the defaults of its slots and what it always holds.

    A slot without a default gets, up to its least number, the first entry that it offers.
    """
    entry = place.entry
    if entry is None:
        raise ValueError("the roster is no selection")
    if count > MOST_COPIES:
        raise EditError(f"{count} × {entry.name} are too many.")
    size = entry.size.min if entry.size is not None else None
    contents = [held for _, slot, _ in place.owned for held in _contents(place, slot, count)]
    return Selection(
        entry.id,
        slot=place.slot.id if place.slot is not None and not _is_first(place) else None,
        count=Copies(count),
        size=Copies(size) if isinstance(size, int) else None,
        with_=(*contents, *_missing(place, entry, contents, count)),
    )


def filled_apart(place: Place, count: int) -> list[Selection]:
    """Make as many selections as copies need; a thing of its own is one each."""
    most = place.copies or max(count, 1)
    if count > most * MOST_APART:
        raise EditError(f"No more than {most * MOST_APART} at once.")
    return [filled(place, min(most, count - done)) for done in range(0, count, most)]


def _contents(place: Place, slot: Slot, count: int) -> Iterator[Selection]:
    if slot.default:
        for default in slot.default:
            below = _below(place, default.entry, slot.id)
            if below is not None:
                yield _as_said(below, default, count)
        return
    least = slot.exactly if slot.exactly is not None else slot.min
    if isinstance(least, Number) and least > 0 and not _is_inside_itself(place):
        first = next((offered for offered in place.offered() if offered.slot is slot), None)
        if first is not None:
            yield from filled_apart(first, ceil(least * count))


def _as_said(place: Place, default: Selection, count: int) -> Selection:
    """Fill what a default names; what it says itself that it holds goes before that."""
    selection = filled(place, default.count * count)
    if default.with_:
        known = [(_below(place, one.entry, one.slot), one) for one in default.with_]
        held = tuple(_as_said(below, one, count) for below, one in known if below is not None)
        selection = attrs.evolve(selection, with_=held)
    return attrs.evolve(selection, name=default.name, id=default.id)


def _missing(
    place: Place, entry: Entry, contents: Iterable[Selection], count: int
) -> Iterator[Selection]:
    """Yield what an entry always holds and its slots have not brought yet."""
    there = Counter(_entries(contents))
    for held, number in entry.holds.items():
        short = number * count - there[held]
        below = _below(place, held, None)
        if short > 0 and below is not None and below.offer is not None:
            yield from filled_apart(below, short)


def _below(place: Place, entry_id: str, slot_id: str | None) -> Place | None:
    """Where an entry stands below; None where the roster's army lists have no such entry."""
    try:
        return None if _is_inside_itself(place) else place.below[entry_id, slot_id]
    except KeyError:
        return None


def _is_inside_itself(place: Place) -> bool:
    """Whether filling it would never end: what holds itself is filled once."""
    return any(around.entry is place.entry for around in islice(place.around(), 1, None))


def _entries(selections: Iterable[Selection]) -> Iterator[str]:
    for selection in selections:
        yield from [selection.entry] * selection.count
        yield from _entries(selection.with_)


def _is_first(place: Place) -> bool:
    """Whether the entry stands there without the slot being named."""
    holder, entry = place.holder, place.entry
    return (
        holder is not None and entry is not None and holder.below[entry.id, None].slot is place.slot
    )
