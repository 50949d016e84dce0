"""Reading a roster together with the book that it is judged by."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.loading.json_pointer import token
from listbuilder.loading.library import Library, understand
from listbuilder.loading.names import quoted
from listbuilder.loading.parse import Parsed
from listbuilder.loading.problems import Meant, Problem, located
from listbuilder.loading.selections import is_sound, lost_placings, unknown_selections, walk
from listbuilder.loading.slips import as_meant
from listbuilder.messages import gettext
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book, Part
from listbuilder.model.shown_figures import Figure

OTHER_VERSION = "other-catalogue-version"
"""Code of a notice that a roster was built with another version of an army list."""

OTHER_RULESET_VERSION = "other-ruleset-version"
"""Code of a notice that a roster was built with another version of the ruleset."""

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
    slips: list[Problem] = []
    if not is_sound(roster.army, book):
        roster, slips = as_meant(roster, book, library)
        book = library.book(roster.ruleset, roster.catalogues)
    if problems := [*unknown_settings(roster, book), *unknown_selections(roster, book)]:
        findings = located(parsed, problems, Severity.ERROR)
        raise LoadError(parsed.path, [*findings, *located(parsed, slips, Severity.WARNING)])
    others = [*_other_versions(roster, book), *slips, *lost_placings(roster)]
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

            entries = {selection.entry for selection, _ in walk(roster.army)}
            yield Problem(code, version_notice(part, version, entries), pointer)
