"""The rulesets and catalogues at hand, read when asked for and kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeVar

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Severity
from listbuilder.loading.convert import structure
from listbuilder.loading.derive import derive
from listbuilder.loading.folders import catalogue_folders
from listbuilder.loading.parse import Parsed, parse
from listbuilder.loading.problems import Problem, located
from listbuilder.loading.unsound import circular_values, unsound
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
        return [name for name in self.files(ruleset) if name]

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
            problems = [*misnamed(whole, ruleset), *unsound(whole)]
            if self._is_added(path):
                problems += self._dangling(whole, whole)
            _refuse(parsed, problems)
            self._rulesets[ruleset] = completed(whole, {})
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
            problems = [*misnamed(part, catalogue, ruleset), *unsound(part, [whole])]
            if self._is_added(path):
                problems += self._dangling(part, whole)
            _refuse(parsed, problems)
            self._catalogues[key] = completed(part, whole.keywords)
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
        """Whether a file is not of the shipped data, which is linted."""
        return not path.is_relative_to(self.folders[-1])

    def _dangling(self, part: Ruleset | Catalogue, whole: Ruleset) -> Iterator[Problem]:
        """Yield the names in a part of an added file that mean nothing."""
        from listbuilder.loading.references import dangling, known_names, nodes

        inside = nodes(part)
        drafts = [_draft(path) for name, path in self.files(whole.id).items() if name]
        unread = "".join(draft for draft in drafts if isinstance(draft, str))
        parts = [nodes(draft) for draft in drafts if isinstance(draft, Catalogue)]
        return dangling(part, inside, known_names(whole, [inside, nodes(whole), *parts], unread))

    def files(self, ruleset: str) -> dict[str, Path]:
        """Files of a ruleset's catalogues, by id, and by "" its own where it is there."""
        found = {path.stem: path for path in self._files(ruleset, "*.json")}
        own = found.pop("ruleset", None)
        parts = {name: found[name] for name in sorted(found)}
        return parts if own is None else {"": own, **parts}

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


def _draft(path: Path) -> Catalogue | str:
    """Read an army list as it stands in its file; what one says that can't be used."""
    try:
        parsed = parse(path)
    except LoadError:
        return ""
    try:
        return understand(parsed, Catalogue)
    except LoadError:  # it is said when that one is asked for
        return parsed.text


def completed(part: Part, keywords: Mapping[str, Keyword]) -> Part:
    """Complete the entries that are like others (``derive``)."""
    return attrs.evolve(part, entries=derive(part.entries, {**keywords, **part.keywords}))


def misnamed(part: Ruleset | Catalogue, name: str, ruleset: str | None = None) -> Iterator[Problem]:
    """Yield where a file says another name than it is found by."""
    if part.id != name:
        yield Problem("wrong-id", f"This file is found as “{name}”, not “{part.id}”.", "/id")
    if isinstance(part, Catalogue) and part.ruleset != ruleset:
        message = f"This file lies with “{ruleset}”, not “{part.ruleset}”."
        yield Problem("wrong-ruleset", message, "/ruleset")


def _refuse(parsed: Parsed, problems: Iterable[Problem]) -> None:
    """Refuse a file that has problems.

    Raises:
        LoadError: with all of them.
    """
    if found := list(problems):
        raise LoadError(parsed.path, located(parsed, found, Severity.ERROR))
