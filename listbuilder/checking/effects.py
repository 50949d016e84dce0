"""Effects of changed catalogues on saved rosters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import attrs

from listbuilder.checking.check import check_parsed, is_roster, unusable
from listbuilder.checking.results import Result
from listbuilder.checking.touched import Touched
from listbuilder.errors import LoadError
from listbuilder.findings import Finding, compared
from listbuilder.loading.isolation import Isolation
from listbuilder.loading.kinds import found_in, json_files
from listbuilder.loading.library import Library
from listbuilder.loading.parse import Parsed, parse
from listbuilder.loading.rosters import OTHER_RULESET_VERSION, OTHER_VERSION
from listbuilder.loading.side_by_side import side_by_side
from listbuilder.loading.version_pairs import Version
from listbuilder.record import Record

SEEN = frozenset({OTHER_VERSION, OTHER_RULESET_VERSION})
"""Codes of findings that are left out: the other version is the reason of the comparison."""


@attrs.frozen(eq=False, repr=False)
class Effect(Record):
    """A roster's results with two versions.

    Attributes:
        went, moved, came: findings that are gone, that have other numbers, that are new.
    """

    old: Result
    new: Result
    went: tuple[Finding, ...]
    moved: tuple[Finding, ...]
    came: tuple[Finding, ...]

    @property
    def changed(self) -> bool:
        """Whether a player would notice a difference."""
        return bool(
            self.old.verdict != self.new.verdict
            or self.old.costs != self.new.costs
            or self.went
            or self.moved
            or self.came
        )

    @property
    def spoilt(self) -> bool:
        """Whether the roster was legal and is not any more."""
        return self.old.verdict == "legal" != self.new.verdict


@attrs.frozen(eq=False, repr=False)
class Effects(Record):
    """The effects of changes on rosters.

    Attributes:
        looked: the effects on the judged rosters.
        untouched: number of rosters without changed parts, which were not judged.
    """

    looked: tuple[Effect, ...]
    untouched: int = 0


def effects(paths: Sequence[Path], old: Version, new: Version, isolation: Isolation) -> Effects:
    """Work out the effects on rosters of the compared games; other files are passed over.

    Args:
        paths: rosters, and folders of rosters.
        old: the old version.
        new: the new version.
        isolation: keeps the errors of files apart.
    """
    touched = Touched(old, new)
    looked: list[Effect] = []
    untouched = 0
    files = [(file, found_in(file, path)) for path in paths for file in json_files(path)]
    work = partial(_effect, old=old, new=new, touched=touched)
    for (file, _), effect in zip(files, side_by_side(files, _name, work, isolation), strict=True):
        if isinstance(effect, LoadError):
            result = unusable(str(file), effect)
            looked.append(Effect(result, result, (), (), ()))
        elif isinstance(effect, Effect):
            looked.append(effect)
        elif effect:
            untouched += 1
    return Effects(tuple(looked), untouched)


def _name(found: tuple[Path, Path | None]) -> str:
    return str(found[0])


def _effect(
    found: tuple[Path, Path | None], old: Version, new: Version, touched: Touched
) -> Effect | bool:
    """Work out the effect on a file.

    Returns:
        The effect; True for a roster without changed parts; False for a file that is no roster of
        the compared games.

    Raises:
        LoadError: the file can't be read.
    """
    file, inside = found
    parsed = parse(file, inside)
    game = parsed.data.get("ruleset") if isinstance(parsed.data, dict) else None
    games = {key.ruleset for key in old.parts | new.parts}
    if (inside and not is_roster(file, parsed.data)) or game not in (*games, None):
        return False
    if isinstance(parsed.data, dict) and not touched(parsed.data):
        return True
    before, after = _result(parsed, old.library), _result(parsed, new.library)
    findings = compared(_about_the_army(before), _about_the_army(after))
    return Effect(before, after, *map(tuple, findings))


def _result(parsed: Parsed, library: Library) -> Result:
    try:
        return check_parsed(parsed, library)
    except LoadError as error:
        return unusable(parsed.path, error)


def _about_the_army(result: Result) -> list[Finding]:
    return [finding for finding in result.findings if finding.code not in SEEN]
