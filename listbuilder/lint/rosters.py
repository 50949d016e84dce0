"""Findings of rosters and event packs: form, names, and the rules that rosters break."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

from listbuilder.findings import Finding, Severity
from listbuilder.lint.checks import event_diagnostics
from listbuilder.lint.game import File, Game
from listbuilder.lint.impossible_events import impossible_armies
from listbuilder.lint.style import style
from listbuilder.loading.events import LoadedEvent, parts_of_pack, read_event
from listbuilder.loading.library import Library
from listbuilder.loading.parse import Parsed
from listbuilder.loading.problems import Problem, located
from listbuilder.loading.rosters import Loaded, read_roster
from listbuilder.loading.source_map import SourceMap
from listbuilder.messages import gettext
from listbuilder.model.entries import Selection
from listbuilder.model.ruleset import Book
from listbuilder.rules.evaluate import judge_of
from listbuilder.rules.explain import explain
from listbuilder.rules.places import Place

EVENT = gettext("an event")
"""Name of an event pack's file among those of its game (``File.name``)."""


def roster_findings(
    parsed: Parsed, library: Library, event: LoadedEvent | None = None
) -> list[Finding]:
    """List all findings of a roster.

    Args:
        parsed: the roster's file.
        library: the library of games.
        event: an event whose rules the roster must keep, too.

    Raises:
        LoadError: the file, or a file that it needs, can't be used.
    """
    loaded = event.read_roster(parsed, library) if event else read_roster(parsed, library)
    problems = [*style(parsed, "roster"), *_steps_apart(loaded)]
    return [*loaded.notices, *located(parsed, problems, Severity.ERROR), *_illegal(loaded)]


def event_findings(
    parsed: Parsed, library: Library, proofs: bool = False, others: LoadedEvent | None = None
) -> list[Finding]:
    """List all findings of an event pack; its rules are checked like a ruleset's.

    Args:
        parsed: the pack's file.
        library: the library of games.
        proofs: let the solver look for an army that the pack allows, too.
        others: an event whose packs hold beside this one.

    Raises:
        LoadError: the file, or a file that it needs, can't be used.
    """
    event = read_event(parsed, library)
    (pack,) = event.packs
    problems = list(style(parsed, "event"))
    game = Game(library.files(pack.ruleset), pack.ruleset)
    if game.book is not None:
        part = pack.part()
        inside = (("/source", pack.source), *parts_of_pack(pack))
        game.join(File(Path(parsed.path), EVENT, parsed, part, inside))
        found = event_diagnostics(game, EVENT)
        wrong = [diagnostic.problem for diagnostic in found if diagnostic.file == EVENT]
        wrong = wrong or (others.contradictions(pack, library) if others else [])
        together = others.with_(pack) if others and not wrong else event
        problems += wrong or (impossible_armies(together, library) if proofs else ())
    return located(parsed, problems, Severity.ERROR)


def _illegal(loaded: Loaded) -> Iterator[Finding]:
    """Yield a finding for each rule that the roster breaks, at the first breach."""
    judge = judge_of(loaded.book)
    verdict = judge.evaluate(loaded.roster)
    if verdict.legal:
        return
    places: dict[str, list[Finding]] = {}
    for _, finding in explain(verdict, judge, SourceMap(loaded.text).locate):
        if finding.severity is Severity.ERROR:
            places.setdefault(finding.code, []).append(finding)
    for code, (first, *others) in places.items():
        more = gettext(" The same at {others} more.", others=len(others)) if others else ""
        message = f"{first.message.rstrip('.')} ({code}).{more}"
        yield attrs.evolve(
            first, code="illegal-roster", title=None, message=message, parts=(), ruling=None
        )


def _steps_apart(loaded: Loaded) -> Iterator[Problem]:
    """Yield second selections of an entry in the same slot whose price is in steps."""
    root = judge_of(loaded.book).root
    yield from _apart(root, loaded.roster.army, "/army", loaded.book)


def _apart(
    holder: Place, held: tuple[Selection, ...], pointer: str, book: Book
) -> Iterator[Problem]:
    seen: set[Place] = set()
    for index, selection in enumerate(held):
        place = holder.below[selection.entry, selection.slot]
        values = map(place.value, book.ruleset.values)
        if place in seen and any(value and value.steps for value in values):
            message = gettext(
                "“{entry}” is here already, and its price is in steps.", entry=selection.entry
            )
            yield Problem("steps-apart", message, f"{pointer}/{index}")
        seen.add(place)
        yield from _apart(place, selection.with_, f"{pointer}/{index}/with", book)
