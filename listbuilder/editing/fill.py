"""What a builder puts in by itself: an engine comes with its crew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import attrs

from listbuilder.model.entries import Entry, Selection, Slot
from listbuilder.model.language import Copies, Number
from listbuilder.rules.places import Place


def filled(place: Place, count: int = 1) -> Selection:
    """Make a selection for a place, with the defaults of its slots and what it always holds.

    A slot without a default gets, up to its least number, the first entry that it offers.
    """
    entry = place.entry
    if entry is None:
        raise ValueError("the roster is no selection")
    size = entry.size.min if entry.size is not None else None
    contents = [held for _, slot, _ in place.owned for held in _contents(place, slot, count)]
    return Selection(
        entry.id,
        slot=place.slot.id if place.slot is not None and not _is_first(place) else None,
        count=Copies(count),
        size=Copies(size) if isinstance(size, int) else None,
        with_=(*contents, *_missing(place, entry, contents, count)),
    )


def _contents(place: Place, slot: Slot, count: int) -> Iterator[Selection]:
    if slot.default:
        for default in slot.default:
            below = place.below[default.entry, slot.id]
            yield _as_said(below, default, count)
        return
    least = slot.exactly if slot.exactly is not None else slot.min
    if isinstance(least, Number) and least > 0:
        first = next((offered for offered in place.offered() if offered.slot is slot), None)
        if first is not None:
            yield filled(first, int(least) * count)


def _as_said(place: Place, default: Selection, count: int) -> Selection:
    """Fill what a default names; what it says itself that it holds goes before that."""
    selection = filled(place, default.count * count)
    if default.with_:
        held = tuple(
            _as_said(place.below[one.entry, one.slot], one, count) for one in default.with_
        )
        selection = attrs.evolve(selection, with_=held)
    return attrs.evolve(selection, name=default.name, id=default.id)


def _missing(
    place: Place, entry: Entry, contents: Iterable[Selection], count: int
) -> Iterator[Selection]:
    """Yield what an entry always holds and its slots have not brought yet."""
    there = Counter(_entries(contents))
    for held, number in entry.holds.items():
        short = number * count - there[held]
        below = place.below[held, None]
        if short > 0 and below.offer is not None:
            yield filled(below, short)


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
