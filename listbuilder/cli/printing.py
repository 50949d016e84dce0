"""Printing rosters: what `print` and `demo` share."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs
import click

from listbuilder.editing.mend import judged
from listbuilder.findings import Finding
from listbuilder.loading.library import Library
from listbuilder.loading.rosters import load_roster
from listbuilder.loading.write import write
from listbuilder.rules.evaluate import Judge, Verdict, judge_of
from listbuilder.sheets import FitNotice, Options, html_of_army, print_armies

Army = tuple[Judge, Verdict, list[Finding]]


@attrs.frozen
class PrintedFiles:
    """A file, the verdicts on the rosters in it, and what had to give way on its cards."""

    path: Path
    verdicts: tuple[Verdict, ...]
    fits: tuple[FitNotice, ...] = ()


def print_rosters(
    library: Library,
    files: Sequence[Path],
    out: Path,
    options: Options,
    *,
    html: bool = False,
    last: bool = False,
) -> PrintedFiles:
    """Print rosters, one after the other, to one PDF, as far as its reader may see them.

    Args:
        library: what their army lists are found in.
        files: the rosters.
        out: the PDF.
        options: what to print, and how.
        html: write a page for a browser in its place; of the first roster.
        last: nothing is printed after that.

    Raises:
        LoadError: a file can't be used; nothing is written.
        EditError: no card has a name that is asked for; nothing is written.
        SaveError: the file can't be written.
    """
    explained = "army" in options.sheets
    armies = [_judged(library, file, explained) for file in files]
    verdicts = tuple(verdict for _, verdict, _ in armies)
    if html:
        first, *_ = armies
        write(out, html_of_army(*first, options).encode())
        return PrintedFiles(out, verdicts)
    with click.progressbar(
        length=1000, label="Laying out", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:

        def tell(share: float) -> None:
            bar.update(int(share * 1000) - bar.pos)

        printed = print_armies(armies, options, tell, last=last)
    write(out, printed.pdf)
    return PrintedFiles(out, verdicts, printed.fits)


def fits_text(fits: Sequence[FitNotice]) -> Iterator[str]:
    """Say which cards are not as large as they could be."""
    smaller = sum(fit.faces == 1 for fit in fits)
    if smaller:
        least = min(fit.points for fit in fits if fit.faces == 1)
        are = "card is" if smaller == 1 else "cards are"
        yield f"{smaller} {are} in smaller type to hold all, the smallest in {least:g} points."
    for fit in fits:
        if fit.faces > 1:
            yield f"{fit.name} takes {fit.faces} sides, in {fit.points:g} points."


def _judged(library: Library, file: Path, explained: bool) -> Army:
    """Judge a roster; to say what is wrong, and what would mend it, may take its time."""
    loaded = load_roster(file, library)
    judge = judge_of(loaded.book)
    verdict = judge.evaluate(loaded.roster)
    findings = judged(verdict, judge) if explained else ()
    return judge, verdict, [*loaded.notices, *findings]
