"""Opening a roster for an edit, saving it, and saying what the edit came to."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.editing.edit import Edited
from listbuilder.editing.mend import judged
from listbuilder.findings import compared
from listbuilder.loading.save import save
from listbuilder.model.roster import Roster
from listbuilder.report.plain import one_line
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
    click.echo(one_line(f"{edited.done}{' (dry run: nothing saved)' if dry_run else ''}"))
    click.echo(one_line(f"{edited.roster.name}: {totals(after)}"))
    old = judged(judge.evaluate(before), judge) if before is not None else []
    new = judged(after, judge)
    mended, moved, come = compared(old, new)
    for finding in mended:
        click.echo(one_line(f"  mended: {finding.message}"))
    for finding in moved:
        click.echo(one_line(f"  still: {finding.message}"))
    for finding in come:
        click.echo(f"  {finding_line(finding)}")
        for line in finding_details(finding):
            click.echo(f"      {line}")
    if left := len(new) - len(moved) - len(come):
        click.echo(f"  {left} finding{'s' if left > 1 else ''} as before (listbuilder check)")


def totals(verdict: Verdict) -> str:
    """Costs of their limits, and whether the roster is legal."""
    roster = verdict.army.roster
    costs = {name: str(cost) for name, cost in verdict.costs.items()}
    legal = "legal" if verdict.legal else "illegal"
    return ", ".join(filter(None, (costs_text(costs, roster.limits), legal)))
