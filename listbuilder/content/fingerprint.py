"""The line that a printed list is checked by."""

from __future__ import annotations

import hashlib
import json
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import attrs

from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book, Catalogue

HASH_LETTERS = 12
"""Of the roster's hash: 48 bits, short enough to compare by eye."""


def fingerprint_of(book: Book, roster: Roster | None = None, hashed: bool = True) -> str:
    """Name the versions, and the roster by its hash unless it may not be known."""
    parts = [f"Listbuilder {_own_version()}".strip(), f"{book.ruleset.id} {book.ruleset.version}"]
    lists = book.catalogues.values() if roster is None else lists_of(book, roster)
    parts += [f"{part.id} {part.version}" for part in lists]
    if roster is not None and hashed:
        parts.append(f"roster {roster_hash(roster)}")
    return " · ".join(parts)


def lists_of(book: Book, roster: Roster) -> list[Catalogue]:
    """The army lists that a roster draws on; its book may have more."""
    return [part for name, part in book.catalogues.items() if name in roster.catalogues]


def roster_hash(roster: Roster) -> str:
    """Hash what a roster says, however its file is laid out."""
    said = attrs.asdict(roster, filter=_said)
    text = json.dumps(said, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_LETTERS]


def _said(field: attrs.Attribute[Any], value: Any) -> bool:
    """Leave out what is about the file, and what is unsaid: a later field changes no hash."""
    return field.name not in ("keys", "schema") and value not in (None, (), {})


def _own_version() -> str:
    try:
        return version("listbuilder")
    except PackageNotFoundError:  # run from a checkout that is not installed
        return ""
