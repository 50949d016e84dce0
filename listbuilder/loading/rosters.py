"""Reading a roster together with the book that it is judged by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.loading.json_pointer import token
from listbuilder.loading.library import Library, understand
from listbuilder.loading.names import quoted
from listbuilder.loading.parse import Parsed
from listbuilder.loading.problems import Meant, Problem, located
from listbuilder.messages import gettext, joined
from listbuilder.model.entries import Selection
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book, Part
from listbuilder.model.shown_figures import Figure

OTHER_VERSION = "other-catalogue-version"
"""Code of a notice that a roster was built with another version of an army list."""

OTHER_RULESET_VERSION = "other-ruleset-version"
"""Code of a notice that a roster was built with another version of the ruleset."""

LOST_PLACING = "unknown-selection"
"""Code of a notice that a selection is placed at an id that no selection has."""

Whereabouts = tuple["Whereabouts", int] | None
"""The position of a selection: its holder's, and its number there."""

MOST_LISTS = 3
"""The most army lists that are named for an entry that is in none of the roster's."""

REDACTED = gettext(
    "This is an opponent's copy: it does not tell what is hidden, so it can be "
    "neither judged nor changed. Its player has the whole army."
)


@attrs.frozen(eq=False, repr=False)
class Loaded:
    """A roster that was read, and the book for it.

    Attributes:
        raw: the file's bytes, to see later whether the file has changed.
        text: the file's text, to find lines of values.
        notices: findings about the file itself, such as another version of a catalogue.
        asked: figures of the book that an event asks for.
        made_from: the program whose file it is; empty: ours.
    """

    path: str
    raw: bytes
    text: str
    roster: Roster
    book: Book
    notices: tuple[Finding, ...] = ()
    asked: tuple[Figure, ...] = ()
    made_from: str = ""


def read_roster(parsed: Parsed, library: Library, redacted: bool = False) -> Loaded:
    """Make a roster of a parsed file, with the book that it needs.

    Args:
        parsed: the file.
        library: the library of rulesets and army lists.
        redacted: whether an opponent's copy is accepted, which can't be judged.

    Raises:
        LoadError: the file, or a file that it needs, can't be used; the error has all findings.
    """
    roster = understand(parsed, Roster)
    if roster.redacted and not redacted:
        problem = Problem("redacted", REDACTED, "/redacted", at_key=True)
        raise LoadError(parsed.path, located(parsed, [problem], Severity.ERROR))
    if problems := list(_unknown_parts(roster, library, parsed.path)):
        raise LoadError(parsed.path, located(parsed, problems, Severity.ERROR))
    book = library.book(roster.ruleset, roster.catalogues)
    if problems := [
        *unknown_settings(roster, book),
        *unknown_selections(roster, book, library),
    ]:
        raise LoadError(parsed.path, located(parsed, problems, Severity.ERROR))
    others = [*_other_versions(roster, book), *lost_placings(roster)]
    notices = located(parsed, others, Severity.WARNING) if others else ()
    return Loaded(
        parsed.path,
        parsed.raw,
        parsed.text,
        roster,
        book,
        (*parsed.notices, *notices),
        made_from=parsed.made_from,
    )


def _unknown_parts(roster: Roster, library: Library, path: str) -> Iterator[Problem]:
    for unknown in library.unknown(roster.ruleset, roster.catalogues, path):
        if unknown.kind == "ruleset":
            yield unknown.problem("/ruleset")
        else:
            yield unknown.problem(f"/catalogues/{token(unknown.id)}", at_key=True)


def unknown_settings(roster: Roster, book: Book) -> Iterator[Problem]:
    """Yield the limits and choices that the ruleset does not have."""
    ruleset = book.ruleset
    for name in roster.limits:
        if name not in ruleset.limits:
            message = gettext("{name} has no limit {key}.", name=ruleset.name, key=quoted(name))
            meant = Meant(name, ruleset.limits)
            yield Problem("unknown-limit", message, f"/limits/{token(name)}", True, meant)
    for name, option in roster.choices.items():
        choice = book.choices.get(name)
        if choice is None:
            message = gettext("{name} has no choice {key}.", name=ruleset.name, key=quoted(name))
            meant = Meant(name, book.choices)
            yield Problem("unknown-choice", message, f"/choices/{token(name)}", True, meant)
        elif option not in choice.options:
            message = gettext(
                "{title} can't be {option}.", title=choice.title, option=quoted(option)
            )
            meant = Meant(option, choice.options)
            yield Problem("unknown-option", message, f"/choices/{token(name)}", meant=meant)


def unknown_selections(
    roster: Roster, book: Book, library: Library | None = None
) -> Iterator[Problem]:
    """Yield problems that make selections unusable: of entries, sizes and ids.

    Args:
        roster: the roster.
        book: the book of its army lists.
        library: is searched for army lists that have an unknown entry; None: it is not looked for.
    """
    if _is_sound(roster.army, book):
        return
    ids: set[str] = set()
    fates: dict[str, str] | None = None
    elsewhere: Mapping[str, Sequence[str]] = {}
    for selection, path in _walk(roster.army):
        found = book.find(selection.entry, "")
        if found is None:
            if fates is None:
                fates = _fates(roster, book)
                elsewhere = _of_other_lists(roster, library) if library is not None else {}
            fate = fates.get(selection.entry) or _in_lists(elsewhere.get(selection.entry, ()))
            message = gettext(
                "No entry is called {entry}.{fate}", entry=quoted(selection.entry), fate=fate
            )
            meant = None if fate else Meant(selection.entry, _sizes(book))
            yield Problem("unknown-entry", message, f"{_pointer(path)}/entry", meant=meant)
        elif selection.size is not None and not _sizes(book)[selection.entry]:
            message = gettext("{name} has no size; say count.", name=found[0].name)
            yield Problem("no-size", message, f"{_pointer(path)}/size")
        if selection.id is not None:
            if selection.id in ids:
                message = gettext("Two selections are {id}.", id=quoted(selection.id))
                yield Problem("duplicate-id", message, f"{_pointer(path)}/id")
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
    for selection, path in _walk(roster.army):
        if selection.at is not None and selection.at not in ids:
            message = gettext(
                "Placed at {at}, but no selection has that id, so it is placed nowhere.",
                at=quoted(selection.at),
            )
            at = f"{_pointer(path)}/at"
            yield Problem(LOST_PLACING, message, at, meant=Meant(selection.at, ids))


def _is_sound(army: tuple[Selection, ...], book: Book) -> bool:
    """Tell quickly whether all selections are usable, as in nearly all rosters."""
    sizes = _sizes(book)
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


def _sizes(book: Book) -> Mapping[str, bool]:
    """Map entries' ids to whether any army list has such an entry with a size."""
    sizes = book.memo.get(_sizes)
    if sizes is None:
        sizes = book.memo[_sizes] = {}
        for entries in book.entries.values():
            for name, entry in entries.items():
                sizes[name] = entry.size is not None or sizes.get(name, False)
    return sizes


def _of_other_lists(roster: Roster, library: Library) -> Mapping[str, Sequence[str]]:
    """Map entries' ids to the names of army lists that have them and that the roster lacks."""
    lists: dict[str, list[str]] = {}
    for name in library.catalogues(roster.ruleset):
        if name in roster.catalogues:
            continue
        with suppress(LoadError):
            catalogue = library.catalogue(roster.ruleset, name)
            for entry in catalogue.entries:
                lists.setdefault(entry.id, []).append(catalogue.name)
    return lists


def _in_lists(names: Sequence[str]) -> str:
    if not names:
        return ""
    lists = joined(gettext(" and "), names[:MOST_LISTS])
    return gettext(
        " It is in {lists}, which “catalogues” does not name: name it there, or take it out.",
        lists=lists,
    )


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


def _walk(army: tuple[Selection, ...]) -> list[tuple[Selection, Whereabouts]]:
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


def _pointer(path: Whereabouts) -> str:
    if path is None:
        return ""
    holder, index = path
    return f"{_pointer(holder)}/{'army' if holder is None else 'with'}/{index}"


def _other_versions(roster: Roster, book: Book) -> Iterator[Problem]:
    built: list[tuple[str, str, Part, str]] = [
        (OTHER_VERSION, f"/catalogues/{token(name)}", book.catalogues[name], version)
        for name, version in roster.catalogues.items()
    ]
    if roster.ruleset_version is not None:
        version = roster.ruleset_version
        built.append((OTHER_RULESET_VERSION, "/ruleset_version", book.ruleset, version))
    for code, pointer, part, version in built:
        if part.version != version:
            from listbuilder.loading.told_changes import version_notice

            entries = {selection.entry for selection, _ in _walk(roster.army)}
            yield Problem(code, version_notice(part, version, entries), pointer)
