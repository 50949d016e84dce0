"""The results of checking files."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Flag, auto
from typing import Literal

import attrs

from listbuilder.findings import Finding, Severity
from listbuilder.record import Record

VerdictName = Literal["legal", "illegal", "unusable", "skipped"]
DATA = "game-data"
"""Code of the finding about a ruleset or army list that was only found."""

SortKey = Literal["player", "team", "army", "list", "verdict", "points", "file"]
"""Columns by which a table of results can be sorted."""


class ResultDetail(Flag):
    """Details of a result beside the verdict: hash, the roster as JSON, and more remedies.

    For remedies of several steps the solver, if it is installed, is asked where no tried change is
    safe: some tenths of a second for each of a few findings.
    """

    NOTHING = 0
    HASH = auto()
    ARMY = auto()
    STEPS = auto()


@attrs.frozen(eq=False, repr=False)
class Result(Record):
    """The result of checking one file.

    Attributes:
        path: the file's path as the caller named it.
        verdict: the verdict; ``skipped`` for a found file of another kind.
        name: the roster's name; empty where the file can't be used.
        player, team: the owner, as far as the file says.
        lists: names of its army lists.
        side: title of its side of a battle; empty in games without sides.
        hash: the hash of the played parts (``rules.played``), if asked for.
        army: the roster as JSON, with the event's settings, if asked for.
        across: the result is of several rosters, not of a file.
        costs: totals, exact, as text.
        limits: limits of those costs that have any.
        figures: figures that were asked for, as text, by title.
    """

    path: str
    verdict: VerdictName
    findings: tuple[Finding, ...] = ()
    name: str = ""
    costs: Mapping[str, str] = attrs.field(factory=dict)
    limits: Mapping[str, int] = attrs.field(factory=dict)
    figures: Mapping[str, str] = attrs.field(factory=dict)
    player: str = ""
    team: str = ""
    lists: tuple[str, ...] = ()
    side: str = ""
    hash: str = ""
    army: str = ""
    across: bool = False

    @property
    def is_data(self) -> bool:
        """Whether the file is a found ruleset or army list, which is counted, without a row."""
        return any(finding.code == DATA for finding in self.findings)

    def count(self, severity: Severity) -> int:
        """Count the findings of a severity."""
        return sum(finding.severity is severity for finding in self.findings)


def exit_code(results: list[Result]) -> int:
    """Give the exit code: 0: all legal; 1: a roster is illegal; 2: a file can't be used."""
    verdicts = {result.verdict for result in results}
    return 2 if "unusable" in verdicts else int("illegal" in verdicts)
