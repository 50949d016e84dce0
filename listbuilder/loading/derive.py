"""Completing entries: from the entry that they are ``like``, then from their keywords."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import attrs

from listbuilder.model.entries import Entry, Keyword, Slot, settle
from listbuilder.model.profiles import Profile

OWN = frozenset({"id", "name", "plural", "known_as", "like", "caps", "source", "ruling"})
"""Attributes that an entry never takes from another."""

Item = TypeVar("Item")


def derive(entries: tuple[Entry, ...], keywords: Mapping[str, Keyword]) -> tuple[Entry, ...]:
    """Complete every entry that is ``like`` another, or has a keyword with profiles or rules.

    Args:
        entries: the entries of an army list; ``semantic_checks`` refuses an entry that is like
            itself, like an unknown entry, or like others without end.
        keywords: the keywords, with their families, profiles and rules.
    """
    if any(entry.like for entry in entries):
        known = {entry.id: entry for entry in entries}
        done: dict[str, Entry] = {}
        for entry in entries:
            _complete(entry, known, keywords, done)
        entries = tuple(done[entry.id] for entry in entries)
    givers = {name for name, keyword in keywords.items() if keyword.profiles or keyword.rules}
    return tuple(
        entry if givers.isdisjoint(entry.is_) else _given(entry, keywords) for entry in entries
    )


def _complete(
    entry: Entry,
    known: Mapping[str, Entry],
    keywords: Mapping[str, Keyword],
    done: dict[str, Entry],
) -> Entry:
    """Complete an entry, after the entry that it is like, unless that is done."""
    if entry.id not in done:
        done[entry.id] = entry
        if entry.like is not None:
            base = _complete(known[entry.like], known, keywords, done)
            done[entry.id] = _completed(entry, base, keywords)
    return done[entry.id]


def _completed(entry: Entry, base: Entry, keywords: Mapping[str, Keyword]) -> Entry:
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


def _given(entry: Entry, keywords: Mapping[str, Keyword]) -> Entry:
    """Add profiles and rules of its keywords; of two of a name the first in ``is`` wins."""
    givers = [keywords[name] for name in settle(entry.is_, keywords) if name in keywords]
    profiles: Sequence[Profile] = entry.profiles
    for giver in givers:
        for profile in giver.profiles:
            profiles = _with(profiles, profile)
    rules = dict.fromkeys([*entry.rules, *(rule for giver in givers for rule in giver.rules)])
    return attrs.evolve(entry, profiles=tuple(profiles), rules=tuple(rules))


def _with(profiles: Sequence[Profile], given: Profile) -> list[Profile]:
    """Complete the profiles of the given one's type and name; add it where there is none."""
    same = [(own.type, own.name) == (given.type, given.name) for own in profiles]
    found = [
        _merge_profile(given, own) if alike else own
        for own, alike in zip(profiles, same, strict=True)
    ]
    return found if any(same) else [*found, given]


def _merge_slots(base: tuple[Slot, ...], own: tuple[Slot, ...]) -> tuple[Slot, ...]:
    return tuple(({slot.id: slot for slot in base} | {slot.id: slot for slot in own}).values())


def _merge_profile(base: Profile, own: Profile) -> Profile:
    return attrs.evolve(own, name=own.name or base.name, values={**base.values, **own.values})


def _merge(
    base: tuple[Item, ...], own: tuple[Item, ...], merge: Callable[[Item, Item], Item]
) -> tuple[Item, ...]:
    both = tuple(map(merge, base, own))
    return (*both, *base[len(both) :], *own[len(both) :])
