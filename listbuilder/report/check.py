"""Checking files: read, judge, explain."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity, illegal
from listbuilder.loading.kinds import kind_of
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse
from listbuilder.loading.rosters import Loaded, load_roster
from listbuilder.model.ruleset import Figure
from listbuilder.report.results import Result
from listbuilder.rules.evaluate import Judge, Verdict, judge_of

if TYPE_CHECKING:
    from listbuilder.loading.events import Event


def check_file(path: str | Path, library: Library, event: Event | None = None) -> Result:
    """Check one roster file; whatever is wrong with it is in the result.

    Args:
        path: of the file.
        library: what its army lists are found in.
        event: whose rules it must keep too, and whose figures are asked for.
    """
    try:
        loaded = event.load_roster(path, library) if event else load_roster(path, library)
    except LoadError as error:
        return Result(error.path, "unusable", error.findings)
    return check_loaded(loaded)


def check_loaded(loaded: Loaded, judge: Judge | None = None) -> Result:
    """Check a roster that was read.

    Args:
        loaded: the roster and its book.
        judge: its book's if unsaid.
    """
    judge = judge or judge_of(loaded.book)
    verdict = judge.evaluate(loaded.roster)
    findings = loaded.notices
    if verdict.breaches:
        from listbuilder.editing.mend import judged
        from listbuilder.loading.source_map import SourceMap

        findings = (*findings, *judged(verdict, judge, SourceMap(loaded.text).locate))
    return Result(
        loaded.path,
        "illegal" if illegal(findings) else "legal",
        findings,
        loaded.roster.name,
        {name: str(cost) for name, cost in verdict.costs.items()},
        loaded.roster.limits,
        _figures(judge, verdict, loaded.asked) if loaded.asked else {},
    )


def _figures(judge: Judge, verdict: Verdict, asked: Sequence[Figure]) -> dict[str, str]:
    from listbuilder.rules.measure import figures

    army = verdict.army
    return {
        figure.title: f"{amount}{figure.unit}"
        for figure, amount in figures(judge, army, army.root)
        if any(figure is one for one in asked)
    }


def no_rosters(folder: Path) -> Result:
    """What checking a folder without rosters comes to."""
    finding = Finding("no-rosters", Severity.ERROR, "This folder holds no rosters.")
    return Result(str(folder), "unusable", (finding,))


def is_roster(path: Path) -> bool:
    """Tell a roster from the other kinds of files; what can't be read may be one."""
    try:
        data = parse(path).data
    except LoadError:
        return True
    return kind_of(path, data) in ("roster", None)
