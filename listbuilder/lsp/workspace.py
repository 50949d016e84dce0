"""The files that an editor has open, and the games that they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Any

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Finding
from listbuilder.lint.game import Game, files_with
from listbuilder.lint.run import Linter
from listbuilder.loading.index import RULESET_FILE
from listbuilder.loading.json_pointer import JsonPath
from listbuilder.loading.kinds import FOLDERS, json_files, kind_of
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse, parse_text
from listbuilder.loading.paths import is_file
from listbuilder.loading.schema import FileKind
from listbuilder.loading.source_map import SourceMap
from listbuilder.lsp.name_uses import Name, names_in
from listbuilder.rules.evaluate import Judge, judge_of

MOST_FILES = 2_000
"""Most files of a folder that are searched for names."""


@attrs.frozen(eq=False)
class NamedFile:
    """A readable file with its names.

    Attributes:
        names: path of each name, whether it is a key, and the name with its kind.
    """

    path: Path
    kind: FileKind
    text: str
    data: Any
    names: tuple[tuple[JsonPath, bool, Name], ...]

    @cached_property
    def places(self) -> SourceMap:
        """The source map of its text."""
        return SourceMap(self.text)


@attrs.frozen(eq=False)
class KnownGame:
    """A game as of its last successful reading."""

    game: Game
    files: Mapping[Path, NamedFile]

    @cached_property
    def judge(self) -> Judge | None:
        """The judge of the whole game; None where the game can't be used."""
        return judge_of(self.game.book) if self.game.book is not None else None

    @cached_property
    def defined(
        self,
    ) -> Mapping[tuple[str, str, str], list[tuple[NamedFile, JsonPath, bool]]]:
        """The definitions of each name."""
        found: dict[tuple[str, str, str], list[tuple[NamedFile, JsonPath, bool]]] = {}
        for file in self.files.values():
            for path, at_key, name in file.names:
                if name.defines:
                    found.setdefault(name.key, []).append((file, path, at_key))
        return found

    def known(self, kind: str, of: str = "") -> list[str]:
        """List the names of a kind."""
        if kind == "column" and self.game.ruleset is not None:
            types = self.game.ruleset.profiles.values()
            return list(dict.fromkeys(column.id for one in types for column in one.columns))
        if kind == "term":
            parts = [file.part for file in self.game.files.values() if file.part is not None]
            return list(dict.fromkeys(term.name for part in parts for term in part.glossary))
        return [name for (own, name, its) in self.defined if (own, its) == (kind, of)]


class Workspace:
    """Open files with their games. Paths are absolute."""

    def __init__(self, data: Sequence[Path]) -> None:
        """Begin without files.

        Args:
            data: folders with rulesets, beside the files' own folders.
        """
        self.texts: dict[Path, str] = {}
        self.roots: list[Path] = []
        self._data = tuple(data)
        self._games: dict[Path, KnownGame] = {}
        self._read: dict[Path, NamedFile] = {}
        self._stamps: dict[Path, tuple[int, int]] = {}

    def text(self, path: Path) -> str:
        """Give a file's present text; empty where it can't be read."""
        if path not in self.texts:
            try:
                return parse(path).text
            except LoadError:
                return ""
        return self.texts[path]

    def kind(self, path: Path) -> FileKind | None:
        """Find the kind of a file; None for a file of no kind of ours."""
        lies = path.name == RULESET_FILE or is_file(path.with_name(RULESET_FILE))
        return kind_of(path, None if lies else self._data_of(path))

    def game(self, path: Path) -> KnownGame | None:
        """Give a file's game as of its last reading; None where it was never readable."""
        at = self._ruleset_of(path)
        if at is None:
            return None
        if at not in self._games:
            self._read_game(at, path)
        return self._games[at]

    def read_anew(self) -> None:
        """Read the games of all open files; a game that can't be read stays as it was."""
        games = {at: path for path in list(self.texts) if (at := self._ruleset_of(path))}
        for at, path in games.items():
            self._read_game(at, path)
        for path in list(self.texts):
            if (file := self._read.get(path)) is not None:
                _ = file.places

    def _read_game(self, at: Path, path: Path) -> None:
        files = files_with(path if self.kind(path) == "catalogue" else at, self._data)
        game = Game(files, at.parent.name, dict(self.texts))
        read = {each: self.read(each) for each in files.values()}
        known = {each: file for each, file in read.items() if file is not None}
        if at not in self._games or game.book is not None:
            self._games[at] = KnownGame(game, known)

    def read(self, path: Path) -> NamedFile | None:
        """Read the names of a file; of an unreadable file those of its last reading."""
        known, said = self._read.get(path), self.texts.get(path)
        stamp = _stamp(path) if said is None else None
        seen = self._stamps.pop(path, None)  # unsaved text has no stamp
        if stamp is not None:
            self._stamps[path] = stamp
        if known is not None and (stamp == seen if said is None else known.text == said):
            return known
        try:
            parsed = parse(path) if said is None else parse_text(said, str(path))
        except LoadError:
            return known
        kind = kind_of(path, parsed.data)
        if kind is None:
            return None
        names = tuple(names_in(parsed.data, kind))
        self._read[path] = NamedFile(path, kind, parsed.text, parsed.data, names)
        return self._read[path]

    def begin(self) -> Iterator[None]:
        """Read the games in the editor's folders ahead of requests, in steps."""
        files = islice(chain.from_iterable(map(json_files, self.roots)), MOST_FILES)
        for path in (path.absolute() for path in files if is_file(path)):
            if (file := self.read(path)) is not None:
                yield
                _ = file.places
            yield
            if path.name == RULESET_FILE and (known := self.game(path)) is not None:
                yield
                _ = known.defined, known.judge
                yield

    def around(self, known: KnownGame) -> Iterator[NamedFile]:
        """Yield the files of a game, with the rosters and event packs in the editor's folders."""
        yield from known.files.values()
        ruleset = known.game.ruleset
        seen = set(known.files)
        for path in self._files_around(known):
            if path in seen or len(seen) > MOST_FILES:
                continue
            seen.add(path)
            file = self.read(path)
            if file is not None and file.kind in ("roster", "event"):
                of = file.data.get("ruleset") if isinstance(file.data, dict) else None
                if ruleset is not None and of == ruleset.id:
                    yield file

    def findings(self) -> dict[Path, tuple[Finding, ...]]:
        """Lint the open files with their unsaved text, without proofs."""
        linted = Linter(self._data, texts=dict(self.texts)).lint(list(self.texts))
        return {Path(one.path): one.findings for one in linted}

    def _files_around(self, known: KnownGame) -> Iterable[Path]:
        yield from self.texts
        folders = {path.parent for path in known.files}
        for root in (*folders, *self.roots):
            yield from (path.absolute() for path in json_files(root) if is_file(path))

    def _ruleset_of(self, path: Path) -> Path | None:
        """Find the ruleset's file of a file's game."""
        folder = path.parent.parent if path.parent.name in FOLDERS else path.parent
        if is_file(folder / RULESET_FILE) or path.name == RULESET_FILE:
            return folder / RULESET_FILE
        data = self._data_of(path)
        name = data.get("ruleset") if isinstance(data, dict) else None
        if not isinstance(name, str):
            return None
        return Library([*self._data, folder.parent]).files(name).get("")

    def _data_of(self, path: Path) -> Any:
        file = self.read(path)
        return file.data if file is not None else None


def _stamp(path: Path) -> tuple[int, int] | None:
    """Give a file's time and size, which tell whether it was written anew; None if unknown."""
    try:
        said = path.stat()
    except OSError:
        return None
    return said.st_mtime_ns, said.st_size
