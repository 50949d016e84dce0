"""Printing rosters: what `print` and `demo` share."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import attrs
import click

from listbuilder.checking.check import refused
from listbuilder.checking.results import Result
from listbuilder.editing.mend import judged
from listbuilder.errors import LoadError
from listbuilder.findings import Finding
from listbuilder.loading.isolation import Isolation
from listbuilder.loading.library import Library
from listbuilder.loading.rosters import load_roster
from listbuilder.loading.write import write
from listbuilder.rules.evaluate import Judge, Verdict, judge_of
from listbuilder.sheets import FitNotice, Options, html_of_army, print_armies

Army = tuple[Judge, Verdict, list[Finding]]


@attrs.frozen
class PrintedFiles:
    """What printing came to.

    Attributes:
        verdicts: on the rosters that were printed; if there are none, nothing was written.
        unusable: what is said of the others, and of the army lists that they need.
        fits: what had to give way on cards.
    """

    verdicts: tuple[Verdict, ...]
    unusable: tuple[Result, ...]
    fits: tuple[FitNotice, ...] = ()


def print_rosters(
    library: Library,
    files: Sequence[Path],
    out: Path,
    options: Options,
    isolation: Isolation,
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
        isolation: keeps the files apart, and what is a bug of ours.
        html: write a page for a browser in its place; of the first roster.
        last: nothing is printed after that.

    Raises:
        EditError: no card has a name that is asked for; nothing is written.
        SaveError: the file can't be written.
    """
    explained = "army" in options.sheets
    armies: list[Army] = []
    unusable: list[Result] = []
    told: set[str] = set()
    for file in files:
        army = isolation.run(str(file), partial(_judged, library, file, explained))
        if isinstance(army, LoadError):
            unusable += refused(str(file), army, told)
        else:
            armies.append(army)
    verdicts = tuple(verdict for _, verdict, _ in armies)
    if not armies:
        return PrintedFiles((), tuple(unusable))
    if html:
        first, *_ = armies
        write(out, html_of_army(*first, options).encode())
        return PrintedFiles(verdicts, tuple(unusable))
    with click.progressbar(
        length=1000, label="Laying out", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:

        def tell(share: float) -> None:
            bar.update(int(share * 1000) - bar.pos)

        printed = print_armies(armies, options, tell, last=last)
    write(out, printed.pdf)
    return PrintedFiles(verdicts, tuple(unusable), printed.fits)


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
