"""The rulesets and catalogues at hand, read when asked for and kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeVar

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.loading.convert import structure
from listbuilder.loading.derive import derive
from listbuilder.loading.folders import catalogue_folders
from listbuilder.loading.parse import Parsed, parse
from listbuilder.loading.unsound import Problem, circular_values, unsound
from listbuilder.model.entries import Keyword
from listbuilder.model.event import Pack
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book, Catalogue, Ruleset

RULESET_FILE = "ruleset.json"
ROSTERS = "rosters"
EVENTS = "events"

SCHEMAS: Mapping[type, Literal["ruleset", "catalogue", "roster", "event"]] = {
    Ruleset: "ruleset",
    Catalogue: "catalogue",
    Roster: "roster",
    Pack: "event",
}
Part = TypeVar("Part", Ruleset, Catalogue)
Model = TypeVar("Model", Ruleset, Catalogue, Roster, Pack)


class Library:
    """Finds and reads rulesets, catalogues and shipped rosters.

    An army list in an added folder goes before a shipped one of the same name.
    """

    def __init__(self, extra: Sequence[Path] = (), alone: bool = False) -> None:
        """Look in the added folders, those of the environment, then the shipped one.

        Args:
            extra: folders laid out like ``catalogues/``.
            alone: look in no others.
        """
        self.folders = tuple(extra) if alone else catalogue_folders(extra)
        self._rulesets: dict[str, Ruleset] = {}
        self._catalogues: dict[tuple[str, str], Catalogue] = {}
        self._books: dict[tuple[str, ...], Book] = {}

    def rulesets(self) -> list[str]:
        """Ids of the rulesets there are."""
        found = {
            path.parent.name for folder in self.folders for path in folder.glob("*/ruleset.json")
        }
        return sorted(found)

    def catalogues(self, ruleset: str) -> list[str]:
        """Ids of a ruleset's catalogues."""
        return sorted({path.stem for path in self._files(ruleset, "*.json")} - {"ruleset"})

    def rosters(self, ruleset: str | None = None) -> list[Path]:
        """Files of the rosters that come with a ruleset, or with all."""
        rulesets = self.rulesets() if ruleset is None else [ruleset]
        return sorted(path for one in rulesets for path in self._files(one, f"{ROSTERS}/*.json"))

    def events(self) -> list[Path]:
        """Files of the event packs that come with the rulesets."""
        return sorted(
            path for one in self.rulesets() for path in self._files(one, f"{EVENTS}/*.json")
        )

    def ruleset(self, ruleset: str) -> Ruleset:
        """Read a ruleset.

        Raises:
            KeyError: there is none of that id.
            LoadError: its file can't be used.
        """
        if ruleset not in self._rulesets:
            path = self._file(ruleset, RULESET_FILE)
            parsed, whole = _read(path, Ruleset)
            problems = [*_misnamed(whole, ruleset), *unsound(whole)]
            if self._is_added(path):
                from listbuilder.loading.references import dangling, known_names

                problems += dangling(whole, known_names(whole, self._drafts(ruleset)))
            _refuse(parsed, problems)
            self._rulesets[ruleset] = _derived(parsed, whole, {})
        return self._rulesets[ruleset]

    def catalogue(self, ruleset: str, catalogue: str) -> Catalogue:
        """Read a catalogue.

        Raises:
            KeyError: the ruleset has none of that id.
            LoadError: its file can't be used.
        """
        key = (ruleset, catalogue)
        if key not in self._catalogues:
            path = self._file(ruleset, f"{catalogue}.json")
            whole = self.ruleset(ruleset)
            parsed, part = _read(path, Catalogue)
            problems = [*_misnamed(part, catalogue, ruleset), *unsound(part, [whole])]
            if self._is_added(path):
                from listbuilder.loading.references import dangling, known_names

                problems += dangling(part, known_names(whole, [part, *self._drafts(ruleset)]))
            _refuse(parsed, problems)
            self._catalogues[key] = _derived(parsed, part, whole.keywords)
        return self._catalogues[key]

    def book(self, ruleset: str, catalogues: Iterable[str] | None = None) -> Book:
        """Put a ruleset and catalogues together; all that there are if none are named.

        Raises:
            KeyError: one is not there.
            LoadError: a file can't be used.
        """
        names = tuple(self.catalogues(ruleset) if catalogues is None else catalogues)
        key = (ruleset, *names)
        if key not in self._books:
            parts = {name: self.catalogue(ruleset, name) for name in names}
            for name, part in parts.items():
                others: list[Ruleset | Catalogue] = [self.ruleset(ruleset)]
                others += [parts[other] for other in parts if other != name]
                if len(others) > 1 and (problems := list(circular_values(part, others))):
                    _refuse(parse(self._file(ruleset, f"{name}.json")), problems)
            self._books[key] = Book(self.ruleset(ruleset), parts)
        return self._books[key]

    def _is_added(self, path: Path) -> bool:
        """Whether a file is not of the shipped data, whose names are tested."""
        return not path.is_relative_to(self.folders[-1])

    def _drafts(self, ruleset: str) -> Iterator[Catalogue]:
        """Yield a ruleset's catalogues as they stand in their files; bad ones are left out."""
        for name in self.catalogues(ruleset):
            try:
                yield _read(self._file(ruleset, f"{name}.json"), Catalogue)[1]
            except LoadError:
                continue  # it is said when that one is asked for

    def _files(self, ruleset: str, pattern: str) -> Iterable[Path]:
        """Files of a ruleset over all folders; of two with one name the first."""
        found: dict[str, Path] = {}
        for folder in self.folders:
            for path in folder.glob(f"{ruleset}/{pattern}"):
                found.setdefault(path.name, path)
        return found.values()

    def _file(self, ruleset: str, name: str) -> Path:
        for folder in self.folders:
            if (path := folder / ruleset / name).is_file():
                return path
        raise KeyError(name.removesuffix(".json") if name != RULESET_FILE else ruleset)


def understand(parsed: Parsed, kind: type[Model]) -> Model:
    """Make the model of a parsed file.

    Raises:
        LoadError: it is no good file of that kind; all that is wrong with it is said.
    """
    try:
        return structure(parsed.data, kind)
    except ValueError:
        from listbuilder.loading.schema import explain

        raise LoadError(parsed.path, explain(parsed, SCHEMAS[kind])) from None


def _read(path: Path, kind: type[Part]) -> tuple[Parsed, Part]:
    parsed = parse(path)
    return parsed, understand(parsed, kind)


def _derived(parsed: Parsed, part: Part, keywords: Mapping[str, Keyword]) -> Part:
    """Complete the entries that are like others (``derive``)."""
    try:
        return attrs.evolve(part, entries=derive(part.entries, {**keywords, **part.keywords}))
    except ValueError as error:
        place = next(index for index, entry in enumerate(part.entries) if entry.id == str(error))
        message = f"“{error}” is like an entry that is not in this file, or like itself."
        problem = ("unknown-entry", message, f"/entries/{place}/like")
        raise LoadError(parsed.path, located(parsed, [problem], Severity.ERROR)) from None


def _misnamed(
    part: Ruleset | Catalogue, name: str, ruleset: str | None = None
) -> Iterator[Problem]:
    """Yield where a file says another name than it is found by."""
    if part.id != name:
        yield "wrong-id", f"This file is found as “{name}”, not “{part.id}”.", "/id"
    if isinstance(part, Catalogue) and part.ruleset != ruleset:
        message = f"This file lies with “{ruleset}”, not “{part.ruleset}”."
        yield "wrong-ruleset", message, "/ruleset"


def _refuse(parsed: Parsed, problems: Iterable[Problem]) -> None:
    """Refuse a file that has problems.

    Raises:
        LoadError: with all of them.
    """
    if found := list(problems):
        raise LoadError(parsed.path, located(parsed, found, Severity.ERROR))


def located(parsed: Parsed, problems: Iterable[Problem], severity: Severity) -> list[Finding]:
    """Make findings of problems, each with its line and column, in the order of the file."""
    from listbuilder.loading.positions import Positions

    positions = Positions(parsed.text)
    findings = []
    for code, message, pointer in problems:
        line, column = positions.locate(pointer) or (None, None)
        findings.append(Finding(code, severity, message, pointer, line, column))
    return sorted(findings, key=lambda finding: (finding.line or 0, finding.column or 0))
