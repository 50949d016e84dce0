"""Work ``like`` out: an entry that takes what it does not say from another."""

from collections.abc import Callable, Mapping
from typing import TypeVar

import attrs

from listbuilder.model.entries import Entry, Keyword, Profile, Slot, settle

OWN = frozenset({"id", "name", "like", "caps", "source", "ruling"})
"""What an entry never takes from another."""

Item = TypeVar("Item")


def derive(entries: tuple[Entry, ...], keywords: Mapping[str, Keyword]) -> tuple[Entry, ...]:
    """Complete every entry that is ``like`` another.

    Args:
        entries: of one army list.
        keywords: for their families.

    Raises:
        ValueError: an entry is like one that is not there, or, in the end, like itself; the
            message is its id.
    """
    if not any(entry.like for entry in entries):
        return entries
    known = {entry.id: entry for entry in entries}
    return tuple(_complete(entry, known, keywords, ()) for entry in entries)


def _complete(
    entry: Entry,
    known: Mapping[str, Entry],
    keywords: Mapping[str, Keyword],
    through: tuple[str, ...],
) -> Entry:
    if entry.like is None:
        return entry
    if entry.like not in known or entry.id in through:
        raise ValueError(entry.id)
    base = _complete(known[entry.like], known, keywords, (*through, entry.id))
    unsaid = Entry(entry.id, entry.name)
    taken = {
        field.name: getattr(base, field.name)
        for field in attrs.fields(Entry)
        if field.name not in OWN and getattr(entry, field.name) == getattr(unsaid, field.name)
    }
    taken["is_"] = settle((*base.is_, *entry.is_), keywords)
    taken["values"] = {**base.values, **entry.values}
    taken["slots"] = _merge_slots(base.slots, entry.slots)
    taken["profiles"] = _merge(base.profiles, entry.profiles, _merge_profile)
    return attrs.evolve(entry, **taken)


def _merge_slots(base: tuple[Slot, ...], own: tuple[Slot, ...]) -> tuple[Slot, ...]:
    return tuple(({slot.id: slot for slot in base} | {slot.id: slot for slot in own}).values())


def _merge_profile(base: Profile, own: Profile) -> Profile:
    return attrs.evolve(own, name=own.name or base.name, values={**base.values, **own.values})


def _merge(
    base: tuple[Item, ...], own: tuple[Item, ...], merge: Callable[[Item, Item], Item]
) -> tuple[Item, ...]:
    both = tuple(map(merge, base, own))
    return (*both, *base[len(both) :], *own[len(both) :])
