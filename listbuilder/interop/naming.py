"""What an entry may be called in a file of another program: its name, and what it is known as."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.editing.find import folded
from listbuilder.model.entries import Entry
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.kept import kept
from listbuilder.rules.places import Place


@kept
def offers_of(judge: Judge, holder: Place) -> dict[str, list[Place]]:
    """The places that a holder offers, by each name that they go by; its own names first."""
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


@kept
def described(judge: Judge, place: Place) -> frozenset[str]:
    """Names of what an entry has without its being chosen: wargear, rules, profiles."""
    entry = place.entry
    return frozenset(filter(None, _described(entry))) if entry is not None else frozenset()


def _described(entry: Entry) -> Iterator[str]:
    yield folded(entry.name)
    for named in (*entry.wargear, *entry.rules, *entry.actions, *entry.powers):
        yield folded(named.name)
        yield folded(named.name.rstrip("s"))
    for profile in entry.profiles:
        yield folded(profile.name or "")
        yield folded(profile.role or "")
