"""The fingerprint: the line by which a printed list is compared with a file."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book, Catalogue
from listbuilder.rules.army import Army
from listbuilder.rules.played import played_hash, shown_hash


def fingerprint_of(book: Book, army: Army | None = None, hashed: bool = True) -> str:
    """Write the versions, and with ``hashed`` the army's hash."""
    parts = [f"Listbuilder {_own_version()}".strip(), f"{book.ruleset.id} {book.ruleset.version}"]
    lists = book.catalogues.values() if army is None else lists_of(book, army.roster)
    parts += [f"{part.id} {part.version}" for part in lists]
    if army is not None and hashed:
        parts.append(f"roster {shown_hash(played_hash(army))}")
    return " · ".join(parts)


def lists_of(book: Book, roster: Roster) -> list[Catalogue]:
    """The army lists that a roster uses; its book may have more."""
    return [part for name, part in book.catalogues.items() if name in roster.catalogues]


def _own_version() -> str:
    try:
        return version("listbuilder")
    except PackageNotFoundError:  # run from a checkout that is not installed
        return ""
