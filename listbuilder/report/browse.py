"""An army list, or an entry of it, in lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.editing.find import find_entry
from listbuilder.messages import gettext, joined, translated
from listbuilder.model.entries import Entry, Slot
from listbuilder.report.columns import table
from listbuilder.rules.carried import alone
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.rules.potential import offered_to
from listbuilder.rules.profiles import ProfileReader, WorkedProfile, made_up
from listbuilder.rules.verbalise import verbaliser_of

NAMED = (
    (gettext("Wargear"), "wargear"),
    (gettext("Rules"), "rules"),
    (gettext("Heroic actions"), "actions"),
    (gettext("Powers"), "powers"),
)


def catalogue_lines(judge: Judge, list_id: str) -> Iterator[str]:
    """Yield a table of the entries that are no mere options: id, name, cost, keywords."""
    catalogue = judge.book.catalogues[list_id]
    yield f"{catalogue.name} {catalogue.version}"
    rows = []
    for place in _places(judge, list_id, list_id):
        entry = place.entry
        if entry is not None and (judge.book.is_piece(entry) or place.owned):
            rows.append(
                (entry.id, entry.name, entry_costs(judge, place), keywords_of(judge, place))
            )
    yield from table(
        (gettext("entry"), gettext("name"), gettext("cost"), gettext("keywords")), rows
    )


def entry_lines(judge: Judge, list_id: str, wanted: str) -> Iterator[str]:
    """Yield all about an entry of an army list or of the game, found by id or name.

    The lines are in the reader's language.

    Raises:
        EditError: the army list has no entry of that name; the message has the nearest names.
    """
    places = {
        place.entry.id: place
        for owner in ("", list_id)
        for place in _places(judge, list_id, owner)
        if place.entry
    }
    name = judge.book.catalogues[list_id].name
    entries = [place.entry for place in places.values() if place.entry]
    place = places[find_entry(entries, wanted, name)]
    entry = place.entry
    if entry is not None:
        yield from map(translated, _about(judge, place, entry))


def _about(judge: Judge, place: Place, entry: Entry) -> Iterator[str]:
    cost = entry_costs(judge, place)
    yield joined(", ", filter(None, (entry.name, cost)))
    if keywords := keywords_of(judge, place):
        yield joined("", ("  ", keywords))
    army, node = alone(judge, entry, place.list_id)
    reader = ProfileReader(judge, army)
    for profile in (*reader.models(node), *reader.gear(node)):
        yield joined("", ("  ", _profile(judge, profile)))
    for title, field in NAMED:
        names = [verbaliser_of(judge.book).named(one) for one in getattr(entry, field)]
        if names:
            yield joined("", ("  ", title, ": ", joined(", ", names)))
    yield from (joined("", ("  ", text)) for text in entry.text)
    if entry.holds:
        called = _names(judge)
        held = [
            joined(" × ", (str(many), called.get(key, key))) for key, many in entry.holds.items()
        ]
        yield gettext("  Always holds: {names}", names=joined(", ", held))
    for _, slot, _ in place.owned:
        yield from _slot(judge, place, slot)
    if entry.source is not None:
        yield gettext("  Source: {cite}", cite=judge.book.cite(entry.source))
    if entry.ruling:
        yield gettext("  Ruling: {ruling}", ruling=entry.ruling)


def _slot(judge: Judge, place: Place, slot: Slot) -> Iterator[str]:
    offered = [child for child in offered_to(judge, place) if child.slot is slot]
    if offered:
        yield joined("", ("  ", slot.title or slot.id.replace("-", " ").capitalize(), ":"))
    for child in offered:
        if child.entry is not None:
            cost = entry_costs(judge, child)
            called = joined(", ", filter(None, (child.entry.name, cost)))
            yield joined("", ("    ", child.entry.id, "  ", called))


def _names(judge: Judge) -> dict[str, str]:
    lists = judge.book.entries.values()
    return {key: entry.name for entries in lists for key, entry in entries.items()}


def _places(judge: Judge, list_id: str, owner: str) -> Iterator[Place]:
    """Yield each entry of an army list or of the game, by itself in the list."""
    for entry in judge.book.entries[owner].values():
        yield Place(judge.book, judge.root, entry, list_id)


def entry_costs(judge: Judge, place: Place) -> str:
    """Write the costs of an entry."""
    costs = []
    for name, kind in judge.book.ruleset.values.items():
        value = place.value(name) if kind.cost else None
        if value is not None:
            costs.append(verbaliser_of(judge.book).value(value, kind.title))
    return joined(", ", costs)


def keywords_of(judge: Judge, place: Place) -> str:
    """Write the titles of an entry's keywords."""
    known = judge.book.keywords
    titles = [known[name].title for name in place.names if name in known]
    return joined(", ", filter(None, titles))


def _profile(judge: Judge, profile: WorkedProfile) -> str:
    kind = judge.book.ruleset.profiles.get(profile.type)
    if kind is None:
        return profile.name or ""
    cells = []
    for column in kind.columns:
        if column.id in profile.values:
            made = profile.made.get(column.id)
            cell = [kind.heading(column), f" {profile.values[column.id]}{column.unit}"]
            cell += [" (", made_up(column, *made), ")"] if made else []
            cells.append(joined("", cell))
    return joined(": ", filter(None, (profile.name, joined(", ", cells))))
