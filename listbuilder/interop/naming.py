"""Names of entries in files of other programs: the entry's own, and those in ``known_as``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from listbuilder.editing.find import folded
from listbuilder.model.entries import Entry, Slot
from listbuilder.model.memo import memoised
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place


@memoised
def offers_of(judge: Judge, holder: Place) -> dict[str, list[Place]]:
    """Map case-folded names to the places that a holder offers; entries' own names come first."""
    named: dict[str, list[Place]] = {}
    places = [place for place in holder.offered() if place.entry is not None]
    for place in places:
        if place.entry is not None:
            named.setdefault(folded(place.entry.name), []).append(place)
    for place in places:
        for name in place.entry.known_as if place.entry is not None else ():
            known = named.setdefault(folded(name), [])
            if place not in known:
                known.append(place)
    return named


@memoised
def entries_of(judge: Judge, holder: Place) -> dict[str, list[Entry]]:
    """Map case-folded names to all entries of the holder's army list, offered there or not."""
    named: dict[str, list[Entry]] = {}
    for entry in judge.book.entries[holder.list_id].values():
        named.setdefault(folded(entry.name), []).append(entry)
    return named


def first_with_room(places: Sequence[Place], there: Mapping[str, int], copies: int) -> Place:
    """Choose the first place whose slot takes one copy more; only numeric bounds are looked at.

    Args:
        places: places of one name that a holder offers.
        there: copies in each of the holder's slots, by slot id.
        copies: copies of the holder.
    """
    return next((one for one in places if _has_room(one, there, copies)), places[0])


def _has_room(place: Place, there: Mapping[str, int], copies: int) -> bool:
    slot = place.slot
    if slot is None:
        return True
    most = min((one for one in (slot.max, slot.exactly) if isinstance(one, int)), default=None)
    return most is None or there.get(slot.id, 0) < most * copies


def title_of(slot: Slot) -> str:
    """Give a slot's title, or else its id."""
    return slot.title or slot.id


@memoised
def built_in_names(judge: Judge, place: Place) -> frozenset[str]:
    """Collect the names of an entry's built-in wargear, rules and profiles."""
    entry = place.entry
    names = frozenset(filter(None, _described(entry))) if entry is not None else frozenset()
    known = _known_as(judge, judge.root)
    return names.union(*(known[name] for name in names if name in known))


@memoised
def built_in_wargear(judge: Judge, root: Place) -> frozenset[str]:
    """Collect the names of the built-in wargear of all entries of the book."""
    return frozenset(
        name
        for part in judge.book.parts()
        for entry in part.entries
        for named in entry.wargear
        for name in _names(named.name)
    )


@memoised
def _known_as(judge: Judge, root: Place) -> dict[str, set[str]]:
    """Map case-folded names of entries to their other names."""
    found: dict[str, set[str]] = {}
    for part in judge.book.parts():
        for entry in part.entries:
            if entry.known_as:
                found.setdefault(folded(entry.name), set()).update(map(folded, entry.known_as))
    return found


def _described(entry: Entry) -> Iterator[str]:
    yield folded(entry.name)
    for named in (*entry.wargear, *entry.rules, *entry.actions, *entry.powers):
        yield from _names(named.name)
    for profile in entry.profiles:
        yield folded(profile.name or "")
        yield folded(profile.role or "")


def _names(name: str) -> Iterator[str]:
    """Yield forms of a name: as it is, in the singular, and without brackets."""
    yield folded(name)
    yield folded(name.rstrip("s"))
    yield folded(name.partition("(")[0])
