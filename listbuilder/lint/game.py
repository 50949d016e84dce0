"""One game as lint sees it: the ruleset and all its army lists, each file read by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Finding
from listbuilder.loading.index import RULESET_FILE
from listbuilder.loading.library import Library, completed, misnamed, understand
from listbuilder.loading.magnitudes import carried_values, oversized
from listbuilder.loading.parse import Parsed, parse, parse_text
from listbuilder.loading.paths import is_file
from listbuilder.loading.problems import Meant, Problem
from listbuilder.loading.references import JsonPart, dangling, json_parts, known_names
from listbuilder.loading.semantic_checks import semantic_problems
from listbuilder.model.entries import Entry
from listbuilder.model.ruleset import Book, Catalogue, Part, Ruleset

Kind = TypeVar("Kind")


@attrs.frozen(eq=False, repr=False)
class File:
    """A ruleset's or an army list's file.

    Attributes:
        name: the army list's id; empty for the ruleset.
        parsed: the file's JSON values; None where the file can't be read at all.
        part: the ruleset or army list as written, ``like`` not worked out; None where the file is
            not of its schema.
        inside: the part's parts, by class.
        findings: the errors that keep the file from being used.
    """

    path: Path
    name: str
    parsed: Parsed | None = None
    part: Part | None = None
    inside: tuple[JsonPart, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def text(self) -> str:
        """The file's text; empty where the file can't be read at all."""
        return self.parsed.text if self.parsed else ""


class Diagnostic(NamedTuple):
    """A problem, and the name of its file (``File.name``)."""

    file: str
    problem: Problem


class Location(NamedTuple):
    """The location of a part: its file's name and its JSON pointer."""

    file: str
    pointer: str

    def diagnostic(
        self,
        code: str,
        message: str,
        step: str = "",
        at_key: bool = False,
        meant: Meant | None = None,
    ) -> Diagnostic:
        """Make a diagnostic of the part, or of a value that a ``step`` leads to (``Problem``)."""
        return Diagnostic(self.file, Problem(code, message, f"{self.pointer}{step}", at_key, meant))


class Game:
    """A ruleset with all its army lists.

    Attributes:
        files: the files by name, the ruleset's (empty name) first.
        ruleset: the ruleset; None where its file can't be used.
        book: the book, with ``like`` worked out; None while a file can't be used or an entry can't
            be completed.
        diagnostics: the errors of files of the right form that ``loading`` refuses.
    """

    def __init__(
        self, files: Mapping[str, Path], ruleset: str, texts: Mapping[Path, str] | None = None
    ) -> None:
        """Read the files of a game.

        Args:
            files: paths by name (``files_with``).
            ruleset: the ruleset's id, which is its folder's name.
            texts: texts of files that are not saved yet, by path.
        """
        self.files = {name: _read(path, name, texts or {}) for name, path in files.items()}
        whole = self.files[""].part if "" in self.files else None
        self.ruleset = whole if isinstance(whole, Ruleset) else None
        self.diagnostics: list[Diagnostic] = []
        self.book: Book | None = None
        if self.ruleset is None:
            return
        self.diagnostics = list(self._refused(self.ruleset, ruleset))
        if all(file.part for file in self.files.values()) and not self.diagnostics:
            self.book = self._book(self.ruleset)

    def join(self, file: File) -> None:
        """Add a file that refers to the game, such as an event pack, for the checks to read."""
        self.files[file.name] = file

    def of(self, kind: type[Kind]) -> list[tuple[Location, Kind]]:
        """List the parts of a class with their locations, file by file."""
        return self._by_kind.get(kind, [])

    @cached_property
    def _by_kind(self) -> dict[type, list[tuple[Location, Any]]]:
        found: dict[type, list[tuple[Location, Any]]] = {}
        for file in self.files.values():
            for pointer, node in file.inside:
                found.setdefault(type(node), []).append((Location(file.name, pointer), node))
        return found

    @cached_property
    def _where(self) -> dict[int, Location]:
        return {
            id(node): Location(file.name, pointer)
            for file in self.files.values()
            for pointer, node in file.inside
        }

    def where(self, node: object) -> Location:
        """Find a part of the book; not entries and profiles, which ``like`` may have completed."""
        return self._where[id(node)]

    @cached_property
    def _entries(self) -> dict[tuple[str, str], Location]:
        return {(at.file, entry.id): at for at, entry in self.of(Entry)}

    def entry_at(self, list_id: str, entry_id: str) -> Location:
        """Find an entry in the file of its army list, or else in the ruleset's."""
        return self._entries.get((list_id, entry_id)) or self._entries["", entry_id]

    def _refused(self, whole: Ruleset, ruleset: str) -> Iterator[Diagnostic]:
        """Yield the problems for which ``loading`` refuses parts."""
        usable = {file.name: file.part for file in self.files.values() if file.part is not None}
        unread = "".join(file.text for file in self.files.values() if file.part is None)
        inside = [file.inside for file in self.files.values()]
        known, values = known_names(whole, inside, unread), carried_values(inside)
        for name, part in usable.items():
            others = [other for other in usable.values() if other is not part]
            problems = [
                *misnamed(part, name or ruleset, ruleset),
                *semantic_problems(part, others),
                *dangling(part, self.files[name].inside, known),
                *oversized(self.files[name].inside, values),
            ]
            yield from (Diagnostic(name, problem) for problem in problems)

    def _book(self, whole: Ruleset) -> Book:
        catalogues = [file.part for file in self.files.values()]
        return Book(
            completed(whole, {}),
            {
                part.id: completed(part, whole.keywords)
                for part in catalogues
                if isinstance(part, Catalogue)
            },
        )


def files_with(path: Path, data: Sequence[Path] = ()) -> dict[str, Path]:
    """List the files of a ruleset's or army list's game, by name.

    A folder with a ruleset is a game by itself. An army list in a folder without a ruleset belongs
    to the ruleset with the folder's name, in the given folders or in those that always count.

    Args:
        path: path of the ruleset or army list.
        data: folders to look in.
    """
    folder = path.parent
    own = {file.stem: file for file in sorted(folder.glob("*.json")) if is_file(file)}
    ruleset = own.pop(Path(RULESET_FILE).stem, None)
    if ruleset is not None:
        return {"": ruleset, **own}
    return {**Library([*data, folder.parent]).files(folder.name), path.stem: path}


def _read(path: Path, name: str, texts: Mapping[Path, str]) -> File:
    try:
        parsed = parse_text(texts[path], str(path)) if path in texts else parse(path)
    except LoadError as error:
        return File(path, name, findings=error.findings)
    try:
        part: Part = understand(parsed, Catalogue) if name else understand(parsed, Ruleset)
    except LoadError as error:
        return File(path, name, parsed, findings=error.findings)
    return File(path, name, parsed, part, tuple(json_parts(part)))
