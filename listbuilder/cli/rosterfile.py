"""Opening a roster for an edit, saving it, and saying what the edit came to."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from listbuilder.editing.edit import Edited
from listbuilder.editing.mend import judged
from listbuilder.findings import Finding
from listbuilder.loading.save import save
from listbuilder.model.roster import Roster
from listbuilder.report.text import costs_text, finding_details, finding_line
from listbuilder.rules.evaluate import Judge, Verdict


def finish(judge: Judge, before: Roster | None, edited: Edited, path: Path, dry_run: bool) -> None:
    """Save an edited roster; say what was done, the new totals, and what came or went.

    Args:
        judge: of the roster's book.
        before: the roster before; None for a new one.
        edited: the roster after.
        path: where it is saved.
        dry_run: say everything, save nothing.
    """
    if not dry_run:
        save(path, edited.roster)
    after = judge.evaluate(edited.roster)
    click.echo(f"{edited.done}{' (dry run: nothing saved)' if dry_run else ''}")
    click.echo(f"{edited.roster.name}: {totals(after)}")
    old = judged(judge.evaluate(before), judge) if before is not None else []
    new = judged(after, judge)
    for finding in _less(old, new):
        click.echo(f"  mended: {finding.message}")
    for finding in _less(new, old):
        click.echo(f"  {finding_line(finding)}")
        for line in finding_details(finding):
            click.echo(f"      {line}")
    if left := len(new) - len(_less(new, old)):
        click.echo(f"  {left} finding{'s' if left > 1 else ''} as before (listbuilder check)")


def totals(verdict: Verdict) -> str:
    """Costs of their limits, and whether the roster is legal."""
    roster = verdict.army.roster
    costs = {name: str(cost) for name, cost in verdict.costs.items()}
    legal = "legal" if verdict.legal else "illegal"
    return ", ".join(filter(None, (costs_text(costs, roster.limits), legal)))


def _less(findings: list[Finding], known: list[Finding]) -> list[Finding]:
    """Those that are not among the known; the same offence elsewhere in the file is the same."""
    left = Counter(map(_what, known))
    less = []
    for finding in findings:
        if left[_what(finding)] > 0:
            left[_what(finding)] -= 1
        else:
            less.append(finding)
    return less


def _what(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.subject, finding.found, finding.allowed
