"""Linting files and folders: what each is, what it stands with, and all that is wrong with it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity, illegal
from listbuilder.lint.cache import Cache, NoCache
from listbuilder.lint.checks import faults
from listbuilder.lint.codes import coded
from listbuilder.lint.game import Fault, Game, files_with
from listbuilder.lint.rosters import event_findings, roster_findings
from listbuilder.loading.convert import structure
from listbuilder.loading.kinds import FOLDERS, json_files, kind_of, no_files, no_kind
from listbuilder.loading.library import Library
from listbuilder.loading.parse import Parsed, parse
from listbuilder.loading.problems import Problem, located
from listbuilder.solve.engine import needs_solver

if TYPE_CHECKING:
    from listbuilder.loading.schema import Kind


@attrs.frozen(eq=False)
class Linted:
    """What linting one file came to.

    Attributes:
        path: as the caller named it.
        usable: it can be read, and what it is made of is known.
        findings: in file order.
    """

    path: str
    usable: bool
    findings: tuple[Finding, ...]


class Linter:
    """Lints files; what they stand with is read once, and found once while it stays as it is."""

    def __init__(
        self, data: Sequence[Path] = (), cache: Cache | None = None, proofs: bool = False
    ) -> None:
        """Make one.

        Args:
            data: folders with rulesets beside those that the files lie in.
            cache: keeps what was found from one run to the next.
            proofs: of games without errors, prove with the solver what they claim, too.

        Raises:
            NoSolverError: proofs are asked for, and OR-Tools is not installed.
        """
        if proofs:
            needs_solver()
        self._proofs = proofs
        self._data = tuple(data)
        self._cache = cache or NoCache()
        self._libraries: dict[tuple[Path, ...], Library] = {}
        self._contents: dict[tuple[Path, ...], Sequence[bytes]] = {}
        self._games: dict[tuple[Path, ...], Mapping[Path, Linted]] = {}

    def lint(self, paths: Iterable[Path]) -> Iterator[Linted]:
        """Yield what is wrong with each file; of folders, those of our kinds, one at least."""
        for named in paths:
            ours = False
            for path in json_files(named):
                linted = self._file(path)
                if linted is not None:
                    ours = True
                    yield attrs.evolve(linted, path=str(path))
            if not ours:
                finding = no_files() if named.is_dir() else no_kind()
                yield Linted(str(named), False, (coded(finding),))

    def _file(self, path: Path) -> Linted | None:
        """Lint one file; None for one of no kind of ours."""
        whole = path.absolute()
        kind = kind_of(whole, None) if path.is_file() else None
        if kind in ("ruleset", "catalogue"):
            return self._of_game(whole, kind)
        try:
            parsed = parse(path)
        except LoadError as error:
            return _linted(path, False, error.findings)
        kind = kind_of(whole, parsed.data)
        if kind == "roster" or kind == "event":
            return self._apart(whole, parsed, kind)
        return self._of_game(whole, kind) if kind else None

    def _apart(self, path: Path, parsed: Parsed, kind: Literal["roster", "event"]) -> Linted:
        """Lint a roster or an event pack by the data that it lies with, and the folders named."""
        lies_with = [path.parent.parent.parent] if path.parent.name in FOLDERS else []
        folders = (*lies_with, *self._data)
        if folders not in self._libraries:
            self._libraries[folders] = Library(folders)
        library = self._libraries[folders]
        ruleset = parsed.data.get("ruleset") if isinstance(parsed.data, dict) else None
        files = library.files(ruleset) if isinstance(ruleset, str) else {}
        parts = [kind.encode(), os.fsencode(path), parsed.text.encode(), *self._said(files)]
        linted = self._kept(parts, 1)
        if linted is None:
            find = roster_findings if kind == "roster" else event_findings
            linted = [_linted(path, *find(parsed, library))]
            self._keep(linted, parts)
        return linted[0]

    def _of_game(self, path: Path, kind: Kind) -> Linted:
        """Lint a ruleset or an army list, and with it all files of its game."""
        files = files_with(path, self._data)
        if kind == "ruleset" and path not in files.values():
            files = {"": path}
        key = tuple(files.values())
        if key not in self._games:
            looked = b"proved" if self._proofs else b"game"
            parts = [looked, os.fsencode(path.parent), *self._said(files)]
            linted = self._kept(parts, len(files))
            if linted is None:
                linted = self._lint_game(Game(files, path.parent.name))
                self._keep(linted, parts)
            self._games[key] = dict(zip(files.values(), linted, strict=True))
        return self._games[key][path]

    def _lint_game(self, game: Game) -> list[Linted]:
        """Lint a game's files; what has errors is mended first, before anything is proved of it."""
        found = list(faults(game))
        linted = _located(game, found)
        if not self._proofs or any(illegal(one.findings) for one in linted):
            return linted
        from listbuilder.lint.proofs import proofs

        return _located(game, [*found, *proofs(game, self._cache)])

    def _said(self, files: Mapping[str, Path]) -> Sequence[bytes]:
        """The names of a game's files, and what each says; read once."""
        key = tuple(files.values())
        if key not in self._contents:
            self._contents[key] = list(_contents(files))
        return self._contents[key]

    def _kept(self, parts: Sequence[bytes], number: int) -> list[Linted] | None:
        """What was found about a number of files before, if it was."""
        try:
            kept = structure(self._cache.get(*parts), _Kept)
        except ValueError:
            return None
        return list(kept.files) if len(kept.files) == number else None

    def _keep(self, linted: Sequence[Linted], parts: Sequence[bytes]) -> None:
        answer = attrs.asdict(_Kept(tuple(linted)), filter=_said, value_serializer=_plain)
        self._cache.put(answer, *parts)


@attrs.frozen(eq=False)
class _Kept:
    """What a cache keeps."""

    files: tuple[Linted, ...]


def _said(_field: object, value: object) -> bool:
    return value is not None


def _plain(_instance: object, _field: object, value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _contents(files: Mapping[str, Path]) -> Iterator[bytes]:
    """Yield the names of a game's files, and what each says."""
    for name, path in files.items():
        yield name.encode()
        try:
            yield path.read_bytes()
        except OSError:
            yield b""


def _located(game: Game, faults: Iterable[Fault]) -> list[Linted]:
    """Say all faults of a game's files, each at its line."""
    found: dict[str, list[Problem]] = {name: [] for name in game.files}
    for fault in faults:
        found[fault.file].append(fault.problem)
    linted = []
    for name, file in game.files.items():
        findings = list(file.findings)
        if file.parsed is not None and found[name]:
            findings += located(file.parsed, found[name], Severity.ERROR)
        linted.append(_linted(file.path, file.part is not None, findings))
    return linted


def _linted(path: Path, usable: bool, findings: Iterable[Finding]) -> Linted:
    told = dict.fromkeys(map(coded, findings))
    ordered = sorted(told, key=lambda finding: (finding.line or 0, finding.column or 0))
    return Linted(str(path), usable, tuple(ordered))
