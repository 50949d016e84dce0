"""What a builder puts in by itself: an engine comes with its crew."""

from __future__ import annotations

import attrs

from listbuilder.model.entries import Selection, Slot
from listbuilder.model.language import Copies, Number
from listbuilder.rules.places import Place


def filled(place: Place, count: int = 1) -> Selection:
    """Make a selection for a place, with the defaults of its slots.

    A slot without a default gets, up to its least number, the first entry that it offers.
    """
    entry = place.entry
    if entry is None:
        raise ValueError("the roster is no selection")
    size = entry.size.min if entry.size is not None else None
    named = place.slot.id if place.slot is not None and not _is_first(place) else None
    return Selection(
        entry.id,
        slot=named,
        count=Copies(count),
        size=Copies(size) if isinstance(size, int) else None,
        with_=tuple(held for _, slot, _ in place.owned for held in _contents(place, slot, count)),
    )


def _contents(place: Place, slot: Slot, count: int) -> tuple[Selection, ...]:
    if slot.default:
        return tuple(
            attrs.evolve(
                filled(place.below[default.entry, slot.id], default.count * count),
                slot=default.slot,
            )
            for default in slot.default
        )
    least = slot.exactly if slot.exactly is not None else slot.min
    if not isinstance(least, Number) or least <= 0:
        return ()
    first = next((offer for offer in place.offered() if offer.slot is slot), None)
    return () if first is None else (filled(first, int(least) * count),)


def _is_first(place: Place) -> bool:
    """Whether the entry stands there without the slot being named."""
    holder, entry = place.holder, place.entry
    return (
        holder is not None and entry is not None and holder.below[entry.id, None].slot is place.slot
    )
