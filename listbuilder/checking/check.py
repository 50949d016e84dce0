"""Checking files: read, judge, explain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.checking.results import Result, ResultDetail
from listbuilder.errors import LoadError
from listbuilder.findings import illegal
from listbuilder.interop.opening import parse_roster
from listbuilder.loading.grouped import Continuation
from listbuilder.loading.kinds import kind_of
from listbuilder.loading.library import Library
from listbuilder.loading.parse import Parsed
from listbuilder.loading.problems import blamed
from listbuilder.loading.rosters import Loaded, read_roster
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.model.shown_figures import Figure
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict, judge_of
from listbuilder.rules.played import played_hash

if TYPE_CHECKING:
    from listbuilder.loading.events import LoadedEvent


def check_file(path: str | Path, library: Library, event: LoadedEvent | None = None) -> Result:
    """Check a roster's file; all its faults are in the result.

    Args:
        path: the file's path.
        library: the library of army lists.
        event: an event whose rules it must keep, too, and whose figures are asked for.
    """
    try:
        return check_parsed(parse_roster(path, library), library, event)
    except LoadError as error:
        return unusable(str(path), error)


def check_parsed(
    parsed: Parsed,
    library: Library,
    event: LoadedEvent | None = None,
    detail: ResultDetail = ResultDetail.NOTHING,
    remedies: bool = True,
) -> Result:
    """Check a roster whose file was read (``check_file``).

    Args:
        parsed: the file.
        library: the library of army lists.
        event: an event whose rules it must keep, too.
        detail: further details of the result.
        remedies: try remedies, which takes most of the time.

    Raises:
        LoadError: the file, or a file that it needs, can't be used.
    """
    return begin_check(parsed, library, event, detail, remedies).rest()


def begin_check(
    parsed: Parsed,
    library: Library,
    event: LoadedEvent | None = None,
    detail: ResultDetail = ResultDetail.NOTHING,
    remedies: bool = True,
) -> Continuation[Result]:
    """Make a roster of its file; it is judged later (``check_parsed``), beside those of its book.

    Raises:
        LoadError: it, or one that it needs, can't be used.
    """
    loaded = event.read_roster(parsed, library) if event else read_roster(parsed, library)
    work = partial(check_loaded, loaded, detail=detail, remedies=remedies)
    return Continuation(loaded.book, work, len(parsed.raw))


def refused(path: str, error: LoadError, told: set[str]) -> Iterator[Result]:
    """Yield the results of a file that can't be used.

    If the fault is in another file that it needs, the result of that file comes first, unless it is
    told already.
    """
    if error.path not in (path, *told):
        told.add(error.path)
        yield Result(error.path, "unusable", error.findings)
    yield unusable(path, error)


def unusable(path: str, error: LoadError) -> Result:
    """Make the result of a file that can't be used."""
    return Result(path, "unusable", blamed(path, error))


def check_loaded(
    loaded: Loaded,
    judge: Judge | None = None,
    detail: ResultDetail = ResultDetail.NOTHING,
    remedies: bool = True,
) -> Result:
    """Check a roster that was read.

    Args:
        loaded: the roster and its book.
        judge: the judge; None: that of the roster's book.
        detail: the further details asked of the result.
        remedies: whether remedies are tried.
    """
    judge = judge or judge_of(loaded.book)
    verdict = judge.evaluate(loaded.roster)
    findings = loaded.notices
    if verdict.breaches:
        from listbuilder.editing.mend import findings_with_remedies
        from listbuilder.editing.trials import MOST_JUDGED
        from listbuilder.loading.source_map import SourceMap
        from listbuilder.rules.explain import nowhere

        locate = nowhere if loaded.made_from else SourceMap(loaded.text).locate
        ask = _asked if ResultDetail.STEPS in detail else None
        most = MOST_JUDGED if remedies else 0
        findings = (*findings, *findings_with_remedies(verdict, judge, locate, most, ask))
    roster, book = loaded.roster, loaded.book
    result = Result(
        loaded.path,
        "illegal" if illegal(findings) else "legal",
        findings,
        roster.name,
        {name: str(cost) for name, cost in verdict.costs.items()},
        roster.limits,
        _figures(judge, verdict, loaded.asked) if loaded.asked else {},
        roster.player or "",
        roster.team or "",
        tuple(book.catalogues[name].name for name in roster.catalogues),
        _side(roster, book),
        played_hash(verdict.army) if ResultDetail.HASH in detail else "",
        _written(roster) if ResultDetail.ARMY in detail else "",
    )
    verdict.army.take_apart()
    return result


def _asked(breach: Check, verdict: Verdict, judge: Judge) -> tuple[str, Roster] | None:
    from listbuilder.solve.model.cpsat import NoSolverError
    from listbuilder.solve.model.linear import CoefficientOverflowError
    from listbuilder.solve.tasks.remedy import remedy

    with suppress(NoSolverError, CoefficientOverflowError):
        return remedy(breach, verdict, judge)
    return None


def _written(roster: Roster) -> str:
    from listbuilder.loading.save import dump

    return dump(roster)


def _side(roster: Roster, book: Book) -> str:
    """Give the side of a battle that a roster is on."""
    battle = book.ruleset.battle
    if battle is None:
        return ""
    choice = book.choices[battle.choice]
    return choice.options.get(roster.choices.get(battle.choice) or choice.default or "", "")


def _figures(judge: Judge, verdict: Verdict, asked: Sequence[Figure]) -> dict[str, str]:
    from listbuilder.rules.measure import figures

    army = verdict.army
    return {
        figure.title: f"{amount}{figure.unit}"
        for figure, amount in figures(judge, army, army.root)
        if any(figure is one for one in asked)
    }


def is_roster(path: Path, data: Any) -> bool:
    """Whether a file is a roster; a file of no known kind counts as one, too."""
    return kind_of(path, data) in ("roster", None)
