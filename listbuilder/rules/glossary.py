"""Meanings of names: the glossary's terms, found by the names that stand on cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from weakref import WeakKeyDictionary

from listbuilder.model.play_aids import Term
from listbuilder.model.ruleset import Book

PARAMETER = re.compile(r"\s*\([^()]*\)\s*$")
"""The last part of a name in brackets, its parameter: ``Hatred (Elf)``."""

ANY = "(X)"
"""The end of a term's name that stands for any parameter: ``Hatred (X)``."""


class Glossary:
    """The terms of a book; an army list's own take precedence over the ruleset's."""

    def __init__(self, book: Book) -> None:
        self._terms: dict[str, dict[str, Term]] = {"": _by_name(book.ruleset.glossary)}
        for name, catalogue in book.catalogues.items():
            self._terms[name] = _by_name(catalogue.glossary)

    def find(self, name: str, list_id: str = "") -> Term | None:
        """Find the term for a name in an army list; None: there is no such term.

        The whole name is looked up first, then the name with ``(X)`` for its last parameter.
        """
        for told in _spellings(name):
            for where in (list_id, "") if list_id else ("",):
                if (term := self._terms.get(where, {}).get(told)) is not None:
                    return term
        return None


def glossary_of(book: Book) -> Glossary:
    """The glossary of a book, made once for each book."""
    if book not in _GLOSSARIES:
        _GLOSSARIES[book] = Glossary(book)
    return _GLOSSARIES[book]


_GLOSSARIES: WeakKeyDictionary[Book, Glossary] = WeakKeyDictionary()


def _by_name(terms: tuple[Term, ...]) -> dict[str, Term]:
    found: dict[str, Term] = {}
    for term in terms:
        for name in (term.name, *term.aliases):
            found.setdefault(_folded(name), term)
    for term in terms:
        if term.name.endswith(ANY):
            found.setdefault(_folded(term.name.removesuffix(ANY)), term)
    return found


def _spellings(name: str) -> Iterator[str]:
    """Yield the spellings to look up: the whole name, then without each last part in brackets."""
    yield _folded(name)
    while shorter := PARAMETER.sub("", name):
        if shorter == name:
            return
        name = shorter
        yield _folded(name)


def _folded(name: str) -> str:
    return " ".join(name.casefold().replace("’", "'").split())
