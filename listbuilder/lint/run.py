"""Linting files and folders: the kind of each file, the files that belong to it, its findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity, illegal
from listbuilder.lint.cache import Cache, NoCache
from listbuilder.lint.checks import diagnostics
from listbuilder.lint.codes import coded
from listbuilder.lint.game import Diagnostic, Game, files_with
from listbuilder.lint.raised import not_raised
from listbuilder.lint.rosters import event_findings, roster_findings
from listbuilder.loading.events import load_event
from listbuilder.loading.isolation import Isolation
from listbuilder.loading.kinds import FOLDERS, found_in, json_files, kind_of, no_files, no_kind
from listbuilder.loading.library import Library
from listbuilder.loading.parse import Parsed, parse, parse_text, refuse_found
from listbuilder.loading.paths import is_file, is_folder, is_there
from listbuilder.loading.problems import Problem, blamed, located
from listbuilder.messages import gettext
from listbuilder.solve.model.solver import needs_solver

if TYPE_CHECKING:
    from listbuilder.loading.schema import FileKind


@attrs.frozen(eq=False)
class LintResult:
    """The result of linting one file.

    Attributes:
        path: the file's path as the caller named it.
        usable: the file can be read, and has the form of its kind.
        findings: the findings in file order.
        waits_for: path of the file that has to be mended before this one can be checked.
    """

    path: str
    usable: bool
    findings: tuple[Finding, ...]
    waits_for: str | None = None


class Linter:
    """Lints files; each game that they belong to is read and linted once."""

    def __init__(
        self,
        data: Sequence[Path] = (),
        cache: Cache | None = None,
        proofs: bool = False,
        since: str | None = None,
        texts: Mapping[Path, str] | None = None,
        tell: Callable[[str, float], None] = lambda name, share: None,
        packs: Sequence[Path] = (),
    ) -> None:
        """Make a linter that has read nothing yet.

        Args:
            data: folders with rulesets, beside the files' own folders.
            cache: keeps proofs from one run to the next.
            proofs: prove the obligations of games without errors with the solver, too.
            since: a git revision since which each change of meaning must have raised the version.
            texts: texts of files that are not saved yet, by absolute path.
            tell: called with a game's folder and the share of its proofs that is done, 0 to 1.
            packs: an event's packs: rosters must keep them, and other packs hold beside them.

        Raises:
            NoSolverError: proofs are asked for, and OR-Tools is not installed.
        """
        if proofs:
            needs_solver()
        self._proofs = proofs
        self._tell = tell
        self._since = since
        self._packs = packs
        self._texts = texts or {}
        self._data = tuple(data)
        self._cache = cache or NoCache()
        self._libraries: dict[tuple[Path, ...], Library] = {}
        self.isolation = Isolation()
        self._games: dict[tuple[Path, ...], Mapping[Path, LintResult]] = {}

    def lint(self, paths: Iterable[Path]) -> Iterator[LintResult]:
        """Yield the result of each file; of folders, of all files of our kinds.

        A folder without such files has a finding of its own. A file that keeps others from being
        used comes before them, and its fault is told once.
        """
        linted = [list(self._of_path(named)) for named in paths]
        telling: dict[str, str] = {}
        for one in chain.from_iterable(linted):
            if one.waits_for is None and one.findings:
                telling[str(Path(one.path).absolute())] = one.path
        for one in chain.from_iterable(linted):
            if one.waits_for is not None:
                telling.setdefault(one.waits_for, one.path)
        for named in linted:
            told = [_waiting(one, telling) for one in named]
            causes = {one.waits_for for one in told}
            yield from sorted(told, key=lambda one: one.path not in causes)

    def _of_path(self, named: Path) -> Iterator[LintResult]:
        ours = False
        for path in json_files(named):
            inside = found_in(path, named)
            linted = self.isolation.run(str(path), partial(self._file, path, inside))
            if isinstance(linted, LoadError):
                linted = _linted(path, False, linted.findings)
            if linted is not None:
                ours = True
                yield attrs.evolve(linted, path=str(path))
        if not ours:
            finding = no_files() if is_folder(named) else no_kind()
            yield LintResult(str(named), False, (coded(finding),))

    def _file(self, path: Path, inside: Path | None) -> LintResult | None:
        """Lint one file; None for a file of no kind of ours.

        Args:
            path: the file.
            inside: the folder that a link must not lead out of (``parse``).

        Raises:
            LoadError: the file can't be read.
        """
        whole = path.absolute()
        if inside is not None and is_there(path):
            refuse_found(path, inside)
        kind = kind_of(whole, None) if is_file(path) else None
        if kind in ("ruleset", "catalogue"):
            return self._of_game(whole, kind)
        parsed = self._parsed(path, inside)
        kind = kind_of(whole, parsed.data)
        if kind == "roster" or kind == "event":
            return self._apart(whole, parsed, kind)
        return self._of_game(whole, kind) if kind else None

    def _parsed(self, path: Path, inside: Path | None) -> Parsed:
        """Read a file, or its text that is not saved yet.

        Raises:
            LoadError: the file can't be read.
        """
        text = self._texts.get(path.absolute())
        return parse(path, inside) if text is None else parse_text(text, str(path))

    def _apart(self, path: Path, parsed: Parsed, kind: Literal["roster", "event"]) -> LintResult:
        """Lint a roster or an event pack with the data around it, and in the given folders."""
        lies_with = [path.parent.parent.parent] if path.parent.name in FOLDERS else []
        folders = (*lies_with, *self._data)
        if folders not in self._libraries:
            self._libraries[folders] = Library(folders)
        library = self._libraries[folders]
        try:
            packs = [one for one in self._packs if one.absolute() != path]
            event = load_event(packs[0], library, *packs[1:]) if packs else None
            if kind == "roster":
                return _linted(path, True, roster_findings(parsed, library, event))
            return _linted(path, True, event_findings(parsed, library, self._proofs, event))
        except LoadError as error:
            linted = _linted(path, False, blamed(parsed.path, error))
            cause = None if error.path == parsed.path else str(Path(error.path).absolute())
            return attrs.evolve(linted, waits_for=cause)

    def _of_game(self, path: Path, kind: FileKind) -> LintResult:
        """Lint a ruleset or an army list, and with it all files of its game.

        Raises:
            LoadError: the file was deleted meanwhile.
        """
        files = files_with(path, self._data)
        if kind == "ruleset" and path not in files.values():
            files = {"": path}
        key = tuple(files.values())
        if key not in self._games:
            name = path.parent.name
            linted = self.isolation.run(name, partial(self._lint_game, files, name))
            if isinstance(linted, LoadError):
                linted = [_linted(file, False, linted.findings) for file in key]
            self._games[key] = dict(zip(key, linted, strict=True))
        if path not in self._games[key]:
            gone = Finding(
                "no-such-file", Severity.ERROR, gettext("The file is not there any more.")
            )
            raise LoadError(str(path), [gone])
        return self._games[key][path]

    def _lint_game(self, files: Mapping[str, Path], name: str) -> list[LintResult]:
        """Lint a game's files, with proofs if no file has errors."""
        game = Game(files, name, self._texts)
        found = list(diagnostics(game))
        if self._since is not None and game.book is not None:
            found += not_raised(game, self._since)
        linted = _located(game, found)
        if not self._proofs or any(illegal(one.findings) for one in linted):
            return linted
        from listbuilder.lint.proofs import proofs

        return _located(game, [*found, *proofs(game, self._cache, partial(self._tell, name))])


def _located(game: Game, diagnostics: Iterable[Diagnostic]) -> list[LintResult]:
    """Make the results of a game's files: each diagnostic becomes a finding with its line."""
    found: dict[str, list[Problem]] = {name: [] for name in game.files}
    for diagnostic in diagnostics:
        found[diagnostic.file].append(diagnostic.problem)
    linted = []
    for name, file in game.files.items():
        findings = list(file.findings)
        if file.parsed is not None and found[name]:
            findings += located(file.parsed, found[name], Severity.ERROR)
        one = _linted(file.path, file.part is not None, findings)
        if name and not findings and game.ruleset is None and "" in game.files:
            one = attrs.evolve(one, usable=False, waits_for=str(game.files[""].path))
        linted.append(one)
    return linted


def _waiting(linted: LintResult, telling: Mapping[str, str]) -> LintResult:
    """Drop the findings of a file that waits for another, unless this file has to tell them.

    Args:
        linted: the result of a file.
        telling: path of the result that tells a fault, by the path of the faulty file.
    """
    if linted.waits_for is None or telling[linted.waits_for] == linted.path:
        return attrs.evolve(linted, waits_for=None)
    return attrs.evolve(linted, findings=(), waits_for=telling[linted.waits_for])


def _linted(path: Path, usable: bool, findings: Iterable[Finding]) -> LintResult:
    told = dict.fromkeys(map(coded, findings))
    ordered = sorted(told, key=lambda finding: (finding.line or 0, finding.column or 0))
    return LintResult(str(path), usable, tuple(ordered))
