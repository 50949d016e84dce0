"""What the selections of a roster name: entries, sizes, ids, and what of it is not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from listbuilder.loading.names import quoted
from listbuilder.loading.problems import Meant, Problem
from listbuilder.messages import gettext
from listbuilder.model.entries import Selection
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book, Part

LOST_PLACING = "unknown-selection"
"""Code of a notice that a selection is placed at an id that no selection has."""

OWN_LIKENESS = 0.75
"""The least likeness of a near miss among ids: a player's towers are called alike."""

Whereabouts = tuple["Whereabouts", int] | None
"""The position of a selection: its holder's, and its number there."""


def unknown_selections(roster: Roster, book: Book) -> Iterator[Problem]:
    """Yield problems that make selections unusable: of entries, sizes and ids."""
    if is_sound(roster.army, book):
        return
    ids: set[str] = set()
    fates: dict[str, str] | None = None
    for selection, path in walk(roster.army):
        found = book.find(selection.entry, "")
        if found is None:
            if fates is None:
                fates = _fates(roster, book)
            fate = fates.get(selection.entry, "")
            message = gettext(
                "No entry is called {entry}.{fate}", entry=quoted(selection.entry), fate=fate
            )
            meant = None if fate else Meant(selection.entry, known_sizes(book))
            yield Problem("unknown-entry", message, f"{pointer_to(path)}/entry", meant=meant)
        elif selection.size is not None and not known_sizes(book)[selection.entry]:
            message = gettext("{name} has no size; say count.", name=found[0].name)
            yield Problem("no-size", message, f"{pointer_to(path)}/size")
        if selection.id is not None:
            if selection.id in ids:
                message = gettext("Two selections are {id}.", id=quoted(selection.id))
                yield Problem("duplicate-id", message, f"{pointer_to(path)}/id")
            ids.add(selection.id)


def lost_placings(roster: Roster) -> Iterator[Problem]:
    """Yield a problem for each selection placed at an id that is gone; rules decide about it."""
    placed, ids = set[str](), set[str]()
    todo = [*roster.army]
    for selection in todo:
        if selection.at is not None:
            placed.add(selection.at)
        if selection.id is not None:
            ids.add(selection.id)
        todo += selection.with_
    if placed <= ids:
        return
    for selection, path in walk(roster.army):
        if selection.at is not None and selection.at not in ids:
            message = gettext(
                "Placed at {at}, but no selection has that id, so it is placed nowhere.",
                at=quoted(selection.at),
            )
            at = f"{pointer_to(path)}/at"
            yield Problem(LOST_PLACING, message, at, meant=Meant(selection.at, ids, OWN_LIKENESS))


def is_sound(army: tuple[Selection, ...], book: Book) -> bool:
    """Tell quickly whether all selections are usable, as in nearly all rosters."""
    sizes = known_sizes(book)
    ids: set[str] = set()
    todo = [*army]
    for selection in todo:
        sized = sizes.get(selection.entry)
        if sized is None or (selection.size is not None and not sized):
            return False
        if selection.id is not None:
            if selection.id in ids:
                return False
            ids.add(selection.id)
        if selection.with_:
            todo += selection.with_
    return True


def known_sizes(book: Book) -> Mapping[str, bool]:
    """Map entries' ids to whether any army list has such an entry with a size."""
    sizes = book.memo.get(known_sizes)
    if sizes is None:
        sizes = book.memo[known_sizes] = {}
        for entries in book.entries.values():
            for name, entry in entries.items():
                sizes[name] = entry.size is not None or sizes.get(name, False)
    return sizes


def _fates(roster: Roster, book: Book) -> dict[str, str]:
    """Tell what became of entries that the roster may have been built with, by their ids."""
    from listbuilder.loading.told_changes import renamed_or_removed

    fates: dict[str, str] = {}
    built: list[tuple[Part, str]] = [
        (book.catalogues[name], version) for name, version in roster.catalogues.items()
    ]
    if roster.ruleset_version is not None:
        built.append((book.ruleset, roster.ruleset_version))
    for part, version in reversed(built):  # the first army list that tells it counts
        fates |= renamed_or_removed(part, version)
    return fates


def walk(army: tuple[Selection, ...]) -> list[tuple[Selection, Whereabouts]]:
    """List all selections with their positions, each before its contents."""
    found: list[tuple[Selection, Whereabouts]] = []

    def walk(selections: tuple[Selection, ...], holder: Whereabouts) -> None:
        for index, selection in enumerate(selections):
            path = holder, index
            found.append((selection, path))
            if selection.with_:
                walk(selection.with_, path)

    walk(army, None)
    return found


def pointer_to(path: Whereabouts) -> str:
    """The RFC 6901 JSON pointer to a selection; empty for none."""
    if path is None:
        return ""
    holder, index = path
    return f"{pointer_to(holder)}/{'army' if holder is None else 'with'}/{index}"
