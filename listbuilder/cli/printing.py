"""Printing rosters: what `print` and `demo` share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from listbuilder.editing.mend import judged
from listbuilder.loading.library import Library
from listbuilder.loading.rosters import load_roster
from listbuilder.loading.save import write
from listbuilder.rules.evaluate import Verdict, judge_of
from listbuilder.sheets import Paper, Reader, print_armies


@attrs.frozen
class Printed:
    """A PDF, and the verdicts on the rosters in it."""

    path: Path
    verdicts: tuple[Verdict, ...]


def print_rosters(
    library: Library, files: Sequence[Path], out: Path, paper: Paper, reader: Reader = "me"
) -> Printed:
    """Print rosters, one after the other, to one PDF, as far as its reader may see them.

    Raises:
        LoadError: a file can't be used; nothing is written.
        SaveError: the PDF can't be written.
    """
    armies = []
    for file in files:
        loaded = load_roster(file, library)
        judge = judge_of(loaded.book)
        verdict = judge.evaluate(loaded.roster)
        armies.append((judge, verdict, [*loaded.notices, *judged(verdict, judge)]))
    write(out, print_armies(armies, paper, reader))
    return Printed(out, tuple(verdict for _, verdict, _ in armies))
