"""Changes from one submission of players to the next: two rosters, or two folders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from listbuilder.checking.check import check_loaded, unusable
from listbuilder.checking.inbox import KINDS, is_other, sent_in
from listbuilder.checking.results import Result
from listbuilder.editing.find import folded
from listbuilder.editing.roster_changes import changes, settings_changed
from listbuilder.errors import LoadError
from listbuilder.interop.opening import is_foreign, parse_content
from listbuilder.loading.events import LoadedEvent
from listbuilder.loading.isolation import Isolation
from listbuilder.loading.kinds import found_in, json_files, kind_of
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse, read_bytes
from listbuilder.loading.paths import is_file, is_folder
from listbuilder.loading.rosters import Loaded, read_roster
from listbuilder.messages import gettext
from listbuilder.record import Record
from listbuilder.rules.evaluate import judge_of


@attrs.frozen(eq=False, repr=False)
class Submission(Record):
    """A roster as it was sent in: its result, and the roster if it can be used."""

    result: Result
    loaded: Loaded | None = None


@attrs.frozen(eq=False, repr=False)
class Resubmission(Record):
    """A roster in two submissions.

    Attributes:
        old, new: the results; None: the roster is missing there.
        lines: the changes, as a player tells them.
    """

    old: Result | None
    new: Result | None
    lines: tuple[str, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether there is something to tell."""
        if self.old is None or self.new is None:
            return True
        return bool(self.lines) or self.old.verdict != self.new.verdict

    @property
    def spoilt(self) -> bool:
        """Whether it was legal and is not any more."""
        return bool(self.old and self.new and self.old.verdict == "legal" != self.new.verdict)


def are_rosters(*paths: Path) -> bool:
    """Whether these are rosters, or folders that hold some and no data of games."""
    return all(map(_is_of_rosters, paths))


def _is_of_rosters(path: Path) -> bool:
    if is_file(path):
        return _holds_roster(path, path) is not False
    if not is_folder(path):
        return False
    kinds = [_holds_roster(file, path) for file in json_files(path, (".ros", ".rosz"))]
    return True in kinds and False not in kinds


def _holds_roster(path: Path, named: Path) -> bool | None:
    """Whether a file is a roster; None: it can't be read."""
    try:
        if is_foreign(read_bytes(path, found_in(path, named))):
            return True
        kind = kind_of(path, parse(path, found_in(path, named)).data)
    except LoadError:
        return None
    return kind == "roster" if kind != "event" else None


def resubmissions(
    old: Path, new: Path, library: Library, isolation: Isolation, event: LoadedEvent | None = None
) -> list[Resubmission]:
    """Tell the changes from one submission to the next.

    In folders, rosters with the same path are compared; of the others those of the same player.

    Args:
        old, new: two rosters, or two folders.
        library: the library in which army lists are found.
        isolation: keeps a fault of one file, or a bug of ours, from ending the rest.
        event: the event whose rules they must keep.
    """
    if is_file(old) and is_file(new):
        before, after = (_read(path, path, library, isolation, event) for path in (old, new))
        return [_revision(before, after, library)]
    sides: list[dict[str, Submission]] = [{}, {}]
    for folder, side in zip((old, new), sides, strict=True):
        for one in sent_in(folder):
            if one.why:
                continue
            submission = _read(one.path, folder, library, isolation, event)
            if submission is not None:
                side[str(one.path.relative_to(folder))] = submission
    return [_revision(*pair, library) for pair in _paired(*sides)]


def _paired(
    old: dict[str, Submission], new: dict[str, Submission]
) -> Iterator[tuple[Submission | None, Submission | None]]:
    left = {name: one for name, one in old.items() if name not in new}
    players: dict[str, str] = {}
    for name, one in left.items():
        if one.result.player:
            players.setdefault(folded(one.result.player), name)
    for name, one in new.items():
        before = old.get(name)
        if before is None and one.result.player:
            before = left.pop(players.pop(folded(one.result.player), ""), None)
        yield before, one
    for one in left.values():
        yield one, None


def _read(
    path: Path, named: Path, library: Library, isolation: Isolation, event: LoadedEvent | None
) -> Submission | None:
    """Judge a roster; None: a file found in a folder that is no roster."""
    inside = found_in(path, named)

    def work() -> Submission | None:
        raw = read_bytes(path, inside)
        if inside and is_other(path.name, raw):
            return None
        parsed = parse_content(raw, str(path), library)
        if inside and kind_of(path, parsed.data) in KINDS:
            return None
        loaded = event.read_roster(parsed, library) if event else read_roster(parsed, library)
        return Submission(check_loaded(loaded), loaded)

    done = isolation.run(str(path), work)
    return Submission(unusable(str(path), done)) if isinstance(done, LoadError) else done


def _revision(old: Submission | None, new: Submission | None, library: Library) -> Resubmission:
    lines: Sequence[str] = ()
    if old and new and old.loaded and new.loaded:
        lines = told_changes(old.loaded, new.loaded, library)
    return Resubmission(old.result if old else None, new.result if new else None, tuple(lines))


def told_changes(before: Loaded, after: Loaded, library: Library) -> tuple[str, ...]:
    """List the differences between two rosters, in a player's words."""
    old, new = before.roster, after.roster
    if old.ruleset != new.ruleset:
        return (
            gettext(
                "It is an army of {name}, not {before}.",
                name=after.book.ruleset.name,
                before=before.book.ruleset.name,
            ),
        )
    lists = dict.fromkeys([*old.catalogues, *new.catalogues])
    judge = judge_of(library.book(old.ruleset, list(lists)))
    return (*settings_changed(judge, old, new), *changes(judge, old, new))
