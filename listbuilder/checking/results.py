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
"""Code of what is said of a ruleset or army list that was only found."""

SortKey = Literal["player", "team", "army", "list", "verdict", "points", "file"]
"""The column by which a table of results is sorted."""


class ResultDetail(Flag):
    """Details of a result beside the verdict: hash, the roster as JSON, and more remedies.

    The solver, if it is installed, looks for remedies of several steps where no change that was
    tried is safe: some tenths of a second for each of a few findings.
    """

    NOTHING = 0
    HASH = auto()
    ARMY = auto()
    STEPS = auto()


@attrs.frozen(eq=False, repr=False)
class Result(Record):
    """The result of checking one file.

    Attributes:
        path: as the caller named it.
        verdict: ``skipped`` where it was only found, and is of another kind.
        name: the roster's; empty where the file can't be used.
        player, team: whose it is, as far as the file says.
        lists: names of its army lists.
        side: of a battle, as players read it; empty in games that have none.
        hash: of what is played (``rules.played``), where that was asked for.
        army: the roster as JSON, as the event plays it, where that was asked for.
        across: it is told of several rosters, not of a file.
        costs: totals, exact, as text.
        limits: of those costs that the roster limits.
        figures: numbers that were asked for, as text, by title.
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
        """Whether it is a ruleset or army list that was only found: no row, but counted."""
        return any(finding.code == DATA for finding in self.findings)

    def count(self, severity: Severity) -> int:
        """How many findings are of that severity."""
        return sum(finding.severity is severity for finding in self.findings)


def exit_code(results: list[Result]) -> int:
    """0: all legal; 1: one is illegal; 2: one can't be used."""
    verdicts = {result.verdict for result in results}
    return 2 if "unusable" in verdicts else int("illegal" in verdicts)
