"""Slips of the pen in a roster: it is read as it was meant, and the player is told so.

A list that is not named, a misspelt entry or an id given twice would hide all else that is wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress

import attrs

from listbuilder.errors import LoadError
from listbuilder.loading.library import Library
from listbuilder.loading.names import is_slip, quoted
from listbuilder.loading.problems import MOST_COMPARED, Problem
from listbuilder.loading.selections import Whereabouts, known_sizes, pointer_to
from listbuilder.messages import gettext
from listbuilder.model.entries import Selection
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book, Catalogue

UNNAMED_LIST = "unnamed-list"
"""Code of a notice that a roster has entries of an army list that it does not name."""

MISSPELT = "unknown-entry"
"""Code of a notice that an entry is misspelt."""

SECOND_ID = "duplicate-id"
"""Code of a notice that two selections have one id."""

SLIPS = (UNNAMED_LIST, MISSPELT, SECOND_ID)
"""The codes of slips; a roster that is written again has none of them."""


def as_meant(roster: Roster, book: Book, library: Library) -> tuple[Roster, list[Problem]]:
    """Read a roster as it was meant.

    - Army lists are named that have entries which no named list has; first the list that has the
      most of them.
    - An entry that is still unknown is read as the only known one of which it is a slip of the pen
      (``names.is_slip``).
    - Of two selections with one id the first has it.

    Args:
        roster: the roster of a file.
        book: the book of its army lists.
        library: is searched for other army lists; those that can't be read are passed over.

    Returns:
        The roster, and a problem for each slip.
    """
    unknown = _entries(roster.army) - known_sizes(book).keys()
    lists = [*_missing_lists(unknown, roster, library)] if unknown else []
    if lists:
        named = {one.id: one.version for one in lists}
        roster = attrs.evolve(roster, catalogues={**roster.catalogues, **named})
        book = library.book(roster.ruleset, roster.catalogues)
    reader = _SlipReader(_corrections(unknown - known_sizes(book).keys(), book), lists)
    army = reader.read(roster.army, None)
    return attrs.evolve(roster, army=army), reader.problems


class _SlipReader:
    """Reads selections as they were meant.

    Attributes:
        problems: the slips so far.
    """

    def __init__(self, corrections: Mapping[str, str], lists: Collection[Catalogue]) -> None:
        self.problems: list[Problem] = []
        self._corrections = corrections
        self._lists = {
            entry.id: (entry.name, one) for one in reversed([*lists]) for entry in one.entries
        }
        self._told: set[str] = set()
        self._ids: set[str] = set()

    def read(self, army: tuple[Selection, ...], holder: Whereabouts) -> tuple[Selection, ...]:
        """Read the selections of a holder, and all in them."""
        return tuple(self._read(one, (holder, index)) for index, one in enumerate(army))

    def _read(self, selection: Selection, path: Whereabouts) -> Selection:
        entry, name = selection.entry, selection.id
        meant = self._corrections.get(entry, entry)
        if meant != entry:
            message = gettext(
                "No entry is called {entry}; it is read as {meant}.",
                entry=quoted(entry),
                meant=quoted(meant),
            )
            self.problems.append(Problem(MISSPELT, message, f"{pointer_to(path)}/entry"))
        elif entry in self._lists:
            self._tell_list(*self._lists[entry], path)
        if name is not None and name in self._ids:
            message = gettext(
                "Two selections are {id}; this one is read without an id.", id=quoted(name)
            )
            self.problems.append(Problem(SECOND_ID, message, f"{pointer_to(path)}/id"))
            name = None
        elif name is not None:
            self._ids.add(name)
        return attrs.evolve(selection, entry=meant, id=name, with_=self.read(selection.with_, path))

    def _tell_list(self, entry: str, one: Catalogue, path: Whereabouts) -> None:
        """Tell of a list that is not named, once."""
        if one.id not in self._told:
            self._told.add(one.id)
            message = gettext(
                "{entry} is in {list}, which “catalogues” does not name; it is read as if it did.",
                entry=entry,
                list=one.name,
            )
            if entry == one.name:
                message = gettext(
                    "“catalogues” does not name {list}; it is read as if it did.", list=one.name
                )
            self.problems.append(Problem(UNNAMED_LIST, message, f"{pointer_to(path)}/entry"))


def _entries(army: tuple[Selection, ...]) -> set[str]:
    """The ids of all entries that are selected."""
    todo = [*army]
    for selection in todo:
        todo += selection.with_
    return {selection.entry for selection in todo}


def _missing_lists(
    unknown: Collection[str], roster: Roster, library: Library
) -> Iterator[Catalogue]:
    """Yield the army lists that have unknown entries, each with one that no list before it has."""
    others: list[Catalogue] = []
    for name in library.catalogues(roster.ruleset):
        if name not in roster.catalogues:
            with suppress(LoadError):
                others.append(library.catalogue(roster.ruleset, name))
    left = {*unknown}
    while True:
        found = {one.id: left.intersection(entry.id for entry in one.entries) for one in others}
        best = max(others, key=lambda one: len(found[one.id]), default=None)
        if best is None or not found[best.id]:
            return
        left -= found[best.id]
        yield best


def _corrections(unknown: Collection[str], book: Book) -> dict[str, str]:
    """Map misspelt entries to the entries that were meant, where only one may be."""
    known = known_sizes(book)
    meant = {}
    for entry in sorted(unknown)[: MOST_COMPARED // max(1, len(known))]:
        like = [name for name in known if is_slip(entry, name)]
        if len(like) == 1:
            meant[entry] = like[0]
    return meant
