"""Armies compared without the order of their selections."""

from __future__ import annotations

from listbuilder.model.entries import Selection


def unordered(army: tuple[Selection, ...]) -> tuple[object, ...]:
    """An army as a value that is equal for all orders of its selections."""
    parts = (
        (one.entry, one.slot or "", one.count, one.size or 0, one.name or "", unordered(one.with_))
        for one in army
    )
    return tuple(sorted(parts, key=repr))
