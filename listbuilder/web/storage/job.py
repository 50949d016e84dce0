"""A job in a process of its own, ``python -m`` this module: JSON on stdin, the answer on stdout.

Lines on stderr tell the share of the work that is done, and the last line why the job failed.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.editing.mend import findings_with_remedies
from listbuilder.errors import ListbuilderError
from listbuilder.interop.rehoming import rehomed
from listbuilder.loading.events import load_event
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse_text
from listbuilder.loading.rosters import Loaded
from listbuilder.loading.save import dump
from listbuilder.messages import joined, spoken, translated
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, Verdict, judge_of
from listbuilder.rules.explain import explain
from listbuilder.solve.outcomes import Impossible, Outcome, Solved, Stopped
from listbuilder.web.storage.kept_text import kept
from listbuilder.web.storage.reading import read_at_event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from listbuilder.rules.compiled_constraints import Check
    from listbuilder.solve.model.cpsat import SearchBudget

SEARCHED = "searched "
"""Beginning of a line with the share of the work that a search has done."""


def main() -> None:
    """Do a job; the last line on stderr says why it failed."""
    try:
        sys.stdout.buffer.write(done(sys.stdin.read()))
    except ListbuilderError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(1)


def done(text: str) -> bytes:
    """Do a job, and give its answer.

    Args:
        text: the job, as JSON.

    Raises:
        ListbuilderError: the job failed.
    """
    job = json.loads(text)
    library = _library(job)
    packs = job["packs"]
    event = load_event(packs[0], library, *packs[1:]) if packs else None
    with spoken(job["language"]):
        loaded = read_at_event(parse_text(job["roster"]), library, event=event)
        return JOBS[job["kind"]](loaded, job)


def _library(job: dict[str, Any]) -> Library:
    return Library([Path(folder) for folder in job["data"]])


def _print(loaded: Loaded, job: dict[str, Any]) -> bytes:
    from listbuilder.sheets import Options, print_armies

    judge = judge_of(loaded.book)
    verdict = judge.evaluate(loaded.roster)
    findings = [*loaded.notices, *findings_with_remedies(verdict, judge)]
    armies = [(judge, verdict, findings)]
    asked = job["options"]
    options = Options(**asked | {key: tuple(asked[key]) for key in ("sheets", "only")})
    return print_armies(armies, options, last=True).pdf


def _complete(loaded: Loaded, job: dict[str, Any]) -> bytes:
    from listbuilder.report.solving import outcome_lines, roster_of
    from listbuilder.solve.tasks.complete import alternatives

    judge, roster = judge_of(loaded.book), loaded.roster
    aims = [job["aim"]] if job["aim"] else []
    outcomes = alternatives(judge, roster, aims, budget=_budget(job), number=1)
    return _said(
        [
            (roster_of(outcome), list(outcome_lines(judge, roster, outcome)))
            for number, outcome in enumerate(outcomes)
            if number == 0 or not isinstance(outcome, Impossible)
        ]
    )


def _repair(loaded: Loaded, job: dict[str, Any]) -> bytes:
    from listbuilder.solve.tasks.changed_settings import SETTINGS, repair_with_settings

    judge = judge_of(loaded.book)
    may = [setting for setting in SETTINGS if setting in job["may"]]
    outcomes = repair_with_settings(judge, loaded.roster, may, _budget(job))
    return _repaired(judge, loaded.roster, loaded.roster, outcomes)


def _convert(loaded: Loaded, job: dict[str, Any]) -> bytes:
    from listbuilder.report.repair import left_behind
    from listbuilder.solve.tasks.conversion import convert

    judge, roster = judge_of(loaded.book), loaded.roster
    told: tuple[str, ...] = ()
    if job["list"]:
        moved = rehomed(judge, roster, roster.ruleset, job["list"], _library(job))
        told = (*left_behind(judge, roster, moved),)
        judge, roster = moved.judge, moved.roster
    outcomes = convert(judge, roster, job["settings"], _budget(job))
    return _repaired(judge, loaded.roster, roster, outcomes, told)


def _repaired(
    judge: Judge,
    before: Roster,
    asked: Roster,
    outcomes: list[Outcome],
    first: Sequence[str] = (),
) -> bytes:
    """Write the answers of a repair, each with its changes, and what is proved of others.

    Args:
        judge: the judge of the roster's book.
        before: the player's roster; an answer that is the same can't be taken.
        asked: the roster of which the answers are repairs: it may be of another army list.
        outcomes: the outcomes of the repair.
        first: lines that come first in each answer.
    """
    from listbuilder.report.repair import answer_lines, known, summary

    answers: list[tuple[Roster | None, list[str]]] = []
    for outcome in outcomes:
        solved = outcome.best if isinstance(outcome, Stopped) else outcome
        if isinstance(solved, Solved):
            number = len(answers) + 1
            lines = [
                *first,
                joined("", (f"{number}. ", summary(judge, solved, number))),
                *(joined("", ("  ", line)) for line in answer_lines(judge, asked, solved)),
            ]
            answers.append((None if solved.roster == before else solved.roster, lines))
    return _said([*answers, (None, list(known(outcomes)))])


def _remedies(loaded: Loaded, job: dict[str, Any]) -> bytes:
    """The solver's remedies for findings that no tried change mends well.

    It is asked about the first of these findings, as by ``check``; each answer names its finding.
    """
    from listbuilder.solve.tasks.remedy import remedy

    judge = judge_of(loaded.book)
    verdict = judge.evaluate(loaded.roster)
    numbers = {check: number for number, (check, _) in enumerate(explain(verdict, judge))}
    found: list[dict[str, str | int]] = []

    def ask(breach: Check, verdict: Verdict, judge: Judge) -> tuple[str, Roster] | None:
        answer = remedy(breach, verdict, judge)
        if answer is not None:
            words, roster = answer
            found.append({"finding": numbers[breach], "words": kept(words), "roster": dump(roster)})
        return answer

    findings_with_remedies(verdict, judge, ask=ask)
    return json.dumps(found).encode()


def _why(loaded: Loaded, job: dict[str, Any]) -> bytes:
    from listbuilder.report.solving import roster_of, why_lines
    from listbuilder.solve.explain.why import why

    judge, roster = judge_of(loaded.book), loaded.roster
    outcome = why(judge, roster, job["entry"] or None, _budget(job))
    return _said([(roster_of(outcome), list(why_lines(judge, roster, outcome)))])


def _said(answers: list[tuple[Roster | None, list[str]]]) -> bytes:
    """Write answers as JSON: lines of each, and its roster as text, if it has one."""
    said = [
        {"lines": [*map(translated, lines)], "roster": None if roster is None else dump(roster)}
        for roster, lines in answers
        if lines
    ]
    return json.dumps(said).encode()


def _budget(job: dict[str, Any]) -> SearchBudget:
    """Make the budget of a search, which tells the share of its work after each step."""
    from listbuilder.solve.model.cpsat import SearchBudget

    def tell(share: float) -> None:
        sys.stderr.write(f"{SEARCHED}{share:.3f}\n")
        sys.stderr.flush()

    return SearchBudget(tell=tell, until=time.monotonic() + job["seconds"])


JOBS = {
    "print": _print,
    "complete": _complete,
    "repair": _repair,
    "convert": _convert,
    "remedies": _remedies,
    "why": _why,
}

if __name__ == "__main__":
    main()
