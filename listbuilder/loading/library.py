"""The library: rulesets and catalogues in folders, read when they are first needed, and kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

import attrs

from listbuilder.errors import LoadError, UnknownIdError
from listbuilder.findings import Severity, Source
from listbuilder.loading.deferring import structure_rules
from listbuilder.loading.derive import derive
from listbuilder.loading.folders import catalogue_folders
from listbuilder.loading.index import EVENTS, ROSTERS, RULESET_FILE, Index, Key
from listbuilder.loading.names import did_you_mean, is_id, quoted
from listbuilder.loading.parse import Parsed, parse
from listbuilder.loading.paths import is_file
from listbuilder.loading.problems import Meant, Problem, located
from listbuilder.loading.semantic_checks import circular_values, semantic_problems
from listbuilder.loading.structuring import structure
from listbuilder.loading.titles import Titles
from listbuilder.messages import gettext, joined
from listbuilder.model.deferred import evolved
from listbuilder.model.entries import Keyword
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book, Catalogue, Ruleset

if TYPE_CHECKING:
    from listbuilder.model.event import Pack

SCHEMA_OF: Mapping[str, Literal["ruleset", "catalogue", "roster", "event"]] = {
    "Ruleset": "ruleset",
    "Catalogue": "catalogue",
    "Roster": "roster",
    "Pack": "event",
}
"""Kinds of files by the model's class name, so that a pack's class is imported with a pack only."""

Part = TypeVar("Part", Ruleset, Catalogue)
Model = TypeVar("Model", Ruleset, Catalogue, Roster, "Pack")


class Unknown(NamedTuple):
    """An unknown id, and the known ids of its kind."""

    kind: Literal["ruleset", "catalogue"]
    id: str
    known: Collection[str]
    message: str

    def problem(self, pointer: str, at_key: bool = False) -> Problem:
        """Make a problem of the file that names the id."""
        meant = Meant(self.id, self.known)
        return Problem(f"unknown-{self.kind}", self.message, pointer, at_key, meant)


class Library:
    """Finds and reads rulesets, catalogues and shipped rosters.

    An army list in an added folder takes precedence over a shipped one of the same name.
    """

    def __init__(
        self,
        extra: Sequence[Path] = (),
        alone: bool = False,
        given: Mapping[Key, Path] | None = None,
    ) -> None:
        """List the added folders, those of the environment, then the shipped folder.

        Args:
            extra: folders laid out like ``catalogues/``.
            alone: use no other folders.
            given: files that take precedence over those of all folders, with any name.
        """
        self.folders = tuple(extra) if alone else catalogue_folders(extra)
        self._index = Index(self.folders, given)
        self._rulesets: dict[str, Ruleset] = {}
        self._catalogues: dict[tuple[str, str], Catalogue] = {}
        self._books: dict[tuple[str, ...], Book] = {}

    def rulesets(self) -> list[str]:
        """List the ids of all rulesets."""
        return self._index.rulesets()

    def catalogues(self, ruleset: str) -> list[str]:
        """List the ids of a ruleset's catalogues."""
        return [name for name in self.files(ruleset) if name]

    def files(self, ruleset: str) -> Mapping[str, Path]:
        """Map ids to the files of a ruleset's catalogues; "" to the ruleset's, if it is there."""
        return self._index.files(ruleset)

    def rosters(self, ruleset: str | None = None) -> list[Path]:
        """List the files of the rosters that come with a ruleset, or with all."""
        rulesets = self.rulesets() if ruleset is None else [ruleset]
        return sorted(path for one in rulesets for path in self._index.files_in(one, ROSTERS))

    def events(self) -> list[Path]:
        """List the files of the event packs that come with the rulesets."""
        return sorted(path for one in self.rulesets() for path in self._index.files_in(one, EVENTS))

    def unknown(
        self, ruleset: str, catalogues: Iterable[str] = (), asked_by: str = ""
    ) -> Iterator[Unknown]:
        """Yield the unknown ids: that of the ruleset, or else those of its catalogues.

        Args:
            ruleset: id of the ruleset.
            catalogues: ids of catalogues.
            asked_by: path of the file that names them.
        """
        files = self.files(ruleset)
        if "" not in files:
            message: str = gettext("No ruleset is called {ruleset}.", ruleset=quoted(ruleset))
            game = Path(asked_by).absolute().parent.parent
            if game.name == ruleset and is_file(game / RULESET_FILE):
                folder = Path(asked_by).parent.parent.parent
                there = gettext(
                    " The file lies with it: name its folder, --data {folder}.",
                    folder=quoted(str(folder)),
                )
                message = joined("", (message, there))
            yield Unknown("ruleset", ruleset, self.rulesets(), message)
            return
        known = self.catalogues(ruleset)
        for name in catalogues:
            if not name or name not in files:
                message = gettext(
                    "{ruleset} has no army list {name}.", ruleset=ruleset, name=quoted(name)
                )
                yield Unknown("catalogue", name, known, message)

    def ruleset(self, ruleset: str) -> Ruleset:
        """Read a ruleset.

        Raises:
            UnknownIdError: there is no such ruleset.
            LoadError: its file can't be used.
        """
        if ruleset not in self._rulesets:
            path = self._file(ruleset)
            parsed, whole = self._read(path, Ruleset)
            problems = [*misnamed(whole, ruleset), *semantic_problems(whole)]
            if self._is_added(path):
                problems += self._by_the_game(whole, whole)
            _refuse(parsed, problems)
            self._rulesets[ruleset] = completed(whole, {})
        return self._rulesets[ruleset]

    def catalogue(self, ruleset: str, catalogue: str) -> Catalogue:
        """Read a catalogue.

        Raises:
            UnknownIdError: the ruleset has no such catalogue, or is not there.
            LoadError: its file can't be used.
        """
        key = (ruleset, catalogue)
        if key not in self._catalogues:
            path = self._file(ruleset, catalogue)
            whole = self.ruleset(ruleset)
            parsed, part = self._read(path, Catalogue, whole.titles)
            problems = [*misnamed(part, catalogue, ruleset), *semantic_problems(part, [whole])]
            if self._is_added(path):
                problems += self._by_the_game(part, whole)
            _refuse(parsed, problems)
            self._catalogues[key] = completed(part, whole.keywords)
        return self._catalogues[key]

    def book(self, ruleset: str, catalogues: Iterable[str] | None = None) -> Book:
        """Make the book of a ruleset and some catalogues; of all its catalogues if none are named.

        Raises:
            UnknownIdError: the ruleset or a catalogue is not there.
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
                    _refuse(parse(self._file(ruleset, name)), problems)
            self._books[key] = Book(self.ruleset(ruleset), parts)
        return self._books[key]

    def forget_books(self) -> None:
        """Forget all books: a server meets more of them than it can keep."""
        self._books.clear()

    def usable(self, ruleset: str) -> tuple[list[str], str]:
        """List the catalogues that can be used, and give the text of all other files.

        Raises:
            UnknownIdError: there is no such ruleset.
            LoadError: the ruleset's file can't be used.
        """
        self.ruleset(ruleset)
        names, others = [], ""
        for name, path in self.files(ruleset).items():
            if name:
                try:
                    self.catalogue(ruleset, name)
                    names.append(name)
                except LoadError:
                    others += _text(path)
        return names, others

    def _read(
        self, path: Path, kind: type[Part], titles: Titles = MappingProxyType({})
    ) -> tuple[Parsed, Part]:
        """Read a part of a book; play aids of shipped data are made when they are first read.

        Raises:
            LoadError: the file can't be used.
        """
        parsed = parse(path)
        if self._is_added(path):
            return parsed, understand(parsed, kind, titles)
        try:  # parsed again where it is refused: to keep it takes memory
            return parsed, structure_rules(
                parsed.data, kind, titles, lambda: _refusal(parse(path), kind)
            )
        except ValueError:
            raise _refusal(parsed, kind) from None

    def _is_added(self, path: Path) -> bool:
        """Whether a file lies outside the last folder, whose shipped data is linted."""
        return bool(self.folders) and not path.is_relative_to(self.folders[-1])

    def _by_the_game(self, part: Ruleset | Catalogue, whole: Ruleset) -> Iterator[Problem]:
        """Yield problems that lint finds in shipped files: unknown names, numbers too large."""
        from listbuilder.loading.magnitudes import carried_values, oversized
        from listbuilder.loading.references import dangling, json_parts, known_names

        inside = json_parts(part)
        drafts = [_draft(path) for name, path in self.files(whole.id).items() if name]
        unread = "".join(draft for draft in drafts if isinstance(draft, str))
        parts = [json_parts(draft) for draft in drafts if isinstance(draft, Catalogue)]
        parts = [inside, json_parts(whole), *parts]
        yield from dangling(part, inside, known_names(whole, parts, unread))
        yield from oversized(inside, carried_values(parts))

    def _file(self, ruleset: str, catalogue: str | None = None) -> Path:
        """Find the file of a ruleset or of a catalogue.

        Raises:
            UnknownIdError: there is no such file.
        """
        for unknown in self.unknown(ruleset, () if catalogue is None else [catalogue]):
            raise UnknownIdError(f"{unknown.message}{did_you_mean(unknown.id, unknown.known)}")
        return self.files(ruleset)[catalogue or ""]


def understand(parsed: Parsed, kind: type[Model], titles: Titles = MappingProxyType({})) -> Model:
    """Make the model of a parsed file.

    Args:
        parsed: the file.
        kind: the class of the model.
        titles: titles of the ruleset's other languages, for an army list.

    Raises:
        LoadError: the file is not valid for its kind; the error has all findings.
    """
    try:
        return structure(parsed.data, kind, titles)
    except ValueError:
        raise _refusal(parsed, kind) from None


def _refusal(parsed: Parsed, kind: type) -> LoadError:
    """Make the error with all findings about a file that is not valid for its kind."""
    from listbuilder.loading.schema import schema_findings

    return LoadError(parsed.path, schema_findings(parsed, SCHEMA_OF[kind.__name__]))


def _text(path: Path) -> str:
    """Read a file's text; empty where it can't be read."""
    try:
        return parse(path).text
    except LoadError:
        return ""


def _draft(path: Path) -> Catalogue | str:
    """Read an army list without its game; the text of one that can't be used."""
    try:
        parsed = parse(path)
    except LoadError:
        return ""
    try:
        return understand(parsed, Catalogue)
    except LoadError:  # its faults are told when it is asked for
        return parsed.text


def completed(part: Part, keywords: Mapping[str, Keyword]) -> Part:
    """Complete the entries that are like others (``derive``), and cite a file's own source."""
    part = _sourced(part)
    return evolved(part, entries=derive(part.entries, {**keywords, **part.keywords}))


def _default_source(part: Ruleset | Catalogue) -> Source | None:
    """Give the source of a whole army list; a ruleset's source is of its slots alone."""
    return part.source if isinstance(part, Catalogue) else None


def _sourced(part: Part) -> Part:
    """Give an army list's source to all its parts without one."""
    source = _default_source(part)
    if source is None:
        return part
    return evolved(
        part,
        entries=tuple(
            one if one.source else attrs.evolve(one, source=source) for one in part.entries
        ),
        keywords={
            name: one if one.source else attrs.evolve(one, source=source)
            for name, one in part.keywords.items()
        },
        figures=tuple(
            one if one.source else attrs.evolve(one, source=source) for one in part.figures
        ),
    )


def misnamed(part: Ruleset | Catalogue, name: str, ruleset: str | None = None) -> Iterator[Problem]:
    """Yield names in a file that are no ids, or not the names by which it is found."""
    yield from wrong_id(part.id, name)
    if isinstance(part, Catalogue) and part.ruleset != ruleset:
        message = gettext(
            "This file lies with “{ruleset}”, not {other}.",
            ruleset=ruleset,
            other=quoted(part.ruleset),
        )
        yield Problem("wrong-ruleset", message, "/ruleset")


def wrong_id(own: str, name: str, key: str = "id") -> Iterator[Problem]:
    """Yield problems of an id under a key of a file: not an id, or not the file's name."""
    if not is_id(own):
        message = gettext("{own} is no id: those are in lower case with hyphens.", own=quoted(own))
        yield Problem("not-an-id", message, f"/{key}")
    elif own != name:
        message = gettext(
            "This file is found as {name}, not {own}.", name=quoted(name), own=quoted(own)
        )
        yield Problem("wrong-id", message, f"/{key}")


def _refuse(parsed: Parsed, problems: Iterable[Problem]) -> None:
    """Refuse a file that has problems.

    Raises:
        LoadError: there are problems; the error has all of them.
    """
    if found := list(problems):
        raise LoadError(parsed.path, located(parsed, found, Severity.ERROR))
