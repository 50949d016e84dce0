"""Opening a roster for an edit, saving it, and telling the result."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import attrs
import click

from listbuilder.editing.edited import Edited
from listbuilder.editing.mend import findings_with_remedies
from listbuilder.editing.roster_tree import is_numbered_alike
from listbuilder.errors import ChangedError, EditError
from listbuilder.findings import Finding, compared, illegal
from listbuilder.interop.opening import load_roster
from listbuilder.loading.events import LoadedEvent
from listbuilder.loading.library import Library
from listbuilder.loading.rosters import Loaded
from listbuilder.loading.save import save
from listbuilder.loading.slips import SLIPS
from listbuilder.messages import gettext, ngettext, translated
from listbuilder.model.roster import Roster
from listbuilder.report.terminal import Tone, escape_control, toned, wrapped
from listbuilder.report.text import (
    MOST_TOLD,
    bars,
    by_code,
    toned_details,
    toned_line,
    toned_totals,
)
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.rules.measure import is_unfinished

MOST_TRIES = 20
"""Most attempts to save an edit; each fails because another program has saved its own."""

MOST_NEXT = 8
"""Most needs of an unfinished army that are told."""

NUMBER = re.compile(r"[0-9]+(\.[0-9]+)*")

ChangeRoster = Callable[[Loaded], tuple[Judge, Edited]]
"""An edit of a roster that was read; it gives the edited roster with its judge."""


def edit_file(
    path: Path,
    library: Library,
    change: ChangeRoster,
    names: Sequence[str | None],
    dry_run: bool,
    event: LoadedEvent | None = None,
) -> None:
    """Edit a roster's file, and tell the result.

    Where another program changes the file in between, the edit is made again on the new roster,
    unless it names a selection by a number that may mean another selection now.

    Args:
        path: the roster's file.
        library: the library of army lists.
        change: the edit.
        names: the words by which the edit names selections.
        dry_run: tell everything, save nothing.
        event: an event, whose rules join those of the game in what is told.

    Raises:
        LoadError: the file can't be used.
        EditError: the edit can't be made.
        ChangedError: another program changed the file, and the edit can't be made again.
        SaveError: the file can't be written.
    """
    loaded = load_roster(path, library)
    refuse_foreign(loaded)
    judge, edited = change(loaded)
    tries = 0 if dry_run else MOST_TRIES
    while tries:
        try:
            save(path, edited.roster, over=loaded.raw)
            break
        except ChangedError:
            before, loaded = loaded, load_roster(path, library)
            tries -= 1
            if not (tries and _means_the_same(names, before.roster, loaded.roster)):
                raise
            judge, edited = change(loaded)
    old = loaded.roster
    if event is not None:
        _, old = event.played(loaded.book, old)
        judge, edited = at_event(event, judge, edited)
    tell_edit(judge, old, edited, dry_run)
    told = [finding for finding in loaded.notices if finding.code in SLIPS]
    told += event.notices(edited.roster, library) if event is not None else ()
    for finding in told:
        click.echo(wrapped(f"  {toned_line(finding)}"))


def at_event(event: LoadedEvent, judge: Judge, edited: Edited) -> tuple[Judge, Edited]:
    """Apply an event to an edited roster, to tell the result; the saved file stays without it."""
    book, roster = event.played(judge.book, edited.roster)
    return judge_of(book), attrs.evolve(edited, roster=roster)


def refuse_foreign(loaded: Loaded) -> None:
    """Refuse to overwrite another program's file.

    Raises:
        EditError: the file is another program's.
    """
    if loaded.made_from:
        raise EditError(
            gettext(
                "{path} is a file of {made_from}: “listbuilder import” makes it ours.",
                path=loaded.path,
                made_from=loaded.made_from,
            )
        )


def _means_the_same(names: Sequence[str | None], before: Roster, now: Roster) -> bool:
    """Whether words for selections mean the same ones in a roster that was changed."""
    by_number = any(name is not None and NUMBER.fullmatch(name) for name in names)
    return not by_number or is_numbered_alike(before.army, now.army)


def tell_edit(judge: Judge, before: Roster | None, edited: Edited, dry_run: bool = False) -> None:
    """Print an edit: what was done, the new totals, findings that came or went.

    Args:
        judge: the judge of the roster's book.
        before: the roster before; None for a new roster.
        edited: the roster after.
        dry_run: the roster was not saved.
    """
    after = judge.evaluate(edited.roster)
    done = edited.done
    if dry_run:
        done = gettext("{done} (dry run: nothing saved)", done=done)
    click.echo(escape_control(translated(done)))
    click.echo(f"{escape_control(edited.roster.name)}: {toned_totals(after)}")
    for line in bars(after):
        click.echo(line)
    old = findings_with_remedies(judge.evaluate(before), judge) if before is not None else []
    new = findings_with_remedies(after, judge)
    mended, moved, come = compared(old, new)
    if is_unfinished(after):
        moved, come = ([one for one in told if not illegal([one])] for told in (moved, come))
    for word, findings, tone in (
        (gettext("mended"), mended, Tone.GOOD),
        (gettext("still"), moved, None),
    ):
        what = translated(word)
        for finding in findings[:MOST_TOLD]:
            message = escape_control(translated(finding.message))
            click.echo(wrapped(f"  {toned(f'{what}:', tone)} {message}"))
        if others := findings[MOST_TOLD:]:
            more = gettext("{count} more: {codes}", count=len(others), codes=by_code(others))
            click.echo(f"  {what}: {translated(more)}")
    for finding in come[:MOST_TOLD]:
        click.echo(wrapped(f"  {toned_line(finding)}"))
        for line in toned_details(finding):
            click.echo(wrapped(f"      {line}"))
    if others := come[MOST_TOLD:]:
        told = gettext(
            "  {count} more (listbuilder check): {codes}",
            count=len(others),
            codes=by_code(others),
        )
        click.echo(translated(told))
    lacking = [one for one in new if illegal([one])] if is_unfinished(after) else []
    _tell_next(lacking)
    if left := len(new) - len(lacking) - len(moved) - len(come):
        as_before = ngettext(
            "  {count} finding as before (listbuilder check)",
            "  {count} findings as before (listbuilder check)",
            left,
        )
        click.echo(translated(as_before))


def _tell_next(lacking: Sequence[Finding]) -> None:
    """Print the needs of an unfinished army, which are no errors yet."""
    following = toned(translated(gettext("next:")), Tone.HINT)
    for finding in lacking[:MOST_NEXT]:
        message = escape_control(translated(finding.message))
        click.echo(wrapped(f"  {following} {message}"))
        for remedy in finding.remedies[:1]:
            way = translated(gettext("for example: {remedy}", remedy=remedy.words))
            click.echo(wrapped(f"      {escape_control(way)}"))
    if (others := len(lacking) - MOST_NEXT) > 0:
        click.echo(translated(gettext("  next: {count} more (listbuilder check)", count=others)))
