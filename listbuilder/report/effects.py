"""What becomes of saved rosters where the catalogues change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, compared
from listbuilder.loading.kinds import json_files
from listbuilder.loading.parse import parse
from listbuilder.loading.rosters import OTHER_VERSION
from listbuilder.loading.versions import Version
from listbuilder.record import Record
from listbuilder.report.check import check_file, is_roster
from listbuilder.report.results import Result


@attrs.frozen(eq=False, repr=False)
class Effect(Record):
    """How a roster stands with each of two versions.

    Attributes:
        went, moved, came: findings that are mended, that have other numbers, that are new.
    """

    old: Result
    new: Result
    went: tuple[Finding, ...]
    moved: tuple[Finding, ...]
    came: tuple[Finding, ...]

    @property
    def changed(self) -> bool:
        """Whether a player would notice."""
        return bool(
            self.old.verdict != self.new.verdict
            or self.old.costs != self.new.costs
            or self.went
            or self.moved
            or self.came
        )

    @property
    def spoilt(self) -> bool:
        """Whether it was legal and is not any more."""
        return self.old.verdict == "legal" != self.new.verdict


def effects(paths: Sequence[Path], old: Version, new: Version) -> Iterator[Effect]:
    """Yield the effect on each roster of the games that are compared; others are passed over.

    Args:
        paths: rosters, and folders of them.
    """
    games = {key.ruleset for key in old.parts | new.parts}
    for path in paths:
        for file in json_files(path):
            if (file == path or is_roster(file)) and _game(file) in (*games, None):
                before = check_file(file, old.library)
                after = check_file(file, new.library)
                findings = compared(_about_the_army(before), _about_the_army(after))
                yield Effect(before, after, *map(tuple, findings))


def _game(file: Path) -> str | None:
    """The ruleset of a roster; None for what can't be told."""
    try:
        data = parse(file).data
    except LoadError:
        return None
    return data.get("ruleset") if isinstance(data, dict) else None


def _about_the_army(result: Result) -> list[Finding]:
    """Leave out that another version is at hand: that is why we look."""
    return [finding for finding in result.findings if finding.code != OTHER_VERSION]
