"""Reading an event pack, and the rosters that are sent in for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.loading.library import Library, understand
from listbuilder.loading.magnitudes import carried, too_large
from listbuilder.loading.names import quoted
from listbuilder.loading.parse import Parsed, parse
from listbuilder.loading.problems import Problem, located, token
from listbuilder.loading.references import dangling, known_names, nodes
from listbuilder.loading.rosters import Loaded, read_roster, unknown_settings
from listbuilder.model.event import Pack
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book


class LoadedEvent:
    """A pack that was read; it keeps the books that it was put over, and so their judges."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self._books: dict[Book, Book] = {}

    def read_roster(self, parsed: Parsed, library: Library) -> Loaded:
        """Make a roster of a parsed file as the event plays it (``loading.rosters``).

        What the roster leaves open, the event settles. What it has that the event does not have
        is among the notices.

        Raises:
            LoadError: the file can't be used, or is a roster of another game.
        """
        loaded = read_roster(parsed, library)
        roster, pack = loaded.roster, self.pack
        if roster.ruleset != pack.ruleset:
            message = f"{pack.name} is an event of {pack.ruleset}, not of {roster.ruleset}."
            problem = Problem("other-ruleset", message, "/ruleset")
            raise LoadError(parsed.path, located(parsed, [problem], Severity.ERROR))
        if loaded.book not in self._books:
            self._books[loaded.book] = pack.over(loaded.book)
        book = self._books[loaded.book]
        problems = list(_not_of_the_event(pack, roster, library))
        found = located(parsed, problems, Severity.ERROR) if problems else ()
        notices = (*loaded.notices, *(self._cited(finding, book) for finding in found))
        limits, choices = self.settled()
        settled = attrs.evolve(
            roster,
            limits={**limits, **roster.limits},
            choices={**_there(choices, book), **roster.choices},
        )
        return attrs.evolve(loaded, roster=settled, book=book, notices=notices, asked=pack.figures)

    def settled(self) -> tuple[dict[str, int], dict[str, str]]:
        """The limits and choices that hold for a roster which leaves them unsaid."""
        limits = {name: next(said.bounds())[1] for name, said in self.pack.limits.items()}
        return limits, dict(self.pack.choices)

    def _cited(self, finding: Finding, book: Book) -> Finding:
        source = self.pack.source
        return attrs.evolve(finding, source=source, cite=book.cite(source))


def load_event(path: str | Path, library: Library) -> LoadedEvent:
    """Read an event pack.

    Raises:
        LoadError: the file, or the ruleset, can't be used.
    """
    return read_event(parse(path), library)


def read_event(parsed: Parsed, library: Library) -> LoadedEvent:
    """Make an event pack of a parsed file (``load_event``)."""
    pack = understand(parsed, Pack)
    if problems := list(_problems(pack, library)):
        raise LoadError(parsed.path, located(parsed, problems, Severity.ERROR))
    return LoadedEvent(pack)


def _problems(pack: Pack, library: Library) -> Iterator[Problem]:
    """Yield the names in a pack that mean nothing, or two things."""
    for unknown in library.unknown(pack.ruleset):
        yield unknown.problem("/ruleset")
        return
    for index, name in enumerate(pack.catalogues):
        for unknown in library.unknown(pack.ruleset, [name]):
            yield unknown.problem(f"/catalogues/{index}")
    usable, unread = library.usable(pack.ruleset)
    book, inside = library.book(pack.ruleset, usable), nodes(pack.part())
    parts = [*map(nodes, book.parts()), inside]
    known = known_names(book.ruleset, parts, unread)
    settings = Roster(pack.ruleset, "", {}, dict.fromkeys(pack.limits, 0), pack.choices)
    yield from unknown_settings(settings, book)
    yield from dangling(pack.part(), [("/source", pack.source), *inside], known)
    yield from too_large(inside, carried(parts))
    yield from _twice(pack, book)


def _twice(pack: Pack, book: Book) -> Iterator[Problem]:
    """Yield what has the name of something that the game has already."""
    for name in pack.documents:
        if name in book.documents:
            message = f"The game has a document {quoted(name)} of its own; call this one otherwise."
            yield Problem("duplicate-document", message, f"/documents/{token(name)}", at_key=True)
    taken = {rule.id for part in book.parts() for rule in part.constraints}
    for index, rule in enumerate(pack.constraints):
        if rule.id in taken:
            message = f"There is a constraint {quoted(rule.id)} already; call this one otherwise."
            yield Problem("colliding-code", message, f"/constraints/{index}/id")
        taken.add(rule.id)


def _there(choices: Mapping[str, str], book: Book) -> dict[str, str]:
    """What an event chooses, as far as the roster's army lists leave that to choose."""
    return {
        name: option
        for name, option in choices.items()
        if name in book.choices and option in book.choices[name].options
    }


def _not_of_the_event(pack: Pack, roster: Roster, library: Library) -> Iterator[Problem]:
    def called(name: str) -> str:
        try:
            return library.catalogue(pack.ruleset, name).name
        except LoadError:  # one that the event allows, but this roster does not need
            return name

    for name in roster.catalogues:
        if pack.catalogues and name not in pack.catalogues:
            allowed = ", ".join(map(called, pack.catalogues))
            message = f"{pack.name} is not for {called(name)}, only for {allowed}."
            yield Problem("list-not-allowed", message, f"/catalogues/{token(name)}")
    for name, option in roster.choices.items():
        fixed = pack.choices.get(name, option)
        if fixed != option:
            choice = library.book(pack.ruleset, roster.catalogues).choices[name]
            wanted, made = choice.options.get(fixed, fixed), choice.options[option]
            message = f"{choice.title}: {pack.name} is for {wanted}, not {made}."
            yield Problem("choice-not-allowed", message, f"/choices/{token(name)}")
