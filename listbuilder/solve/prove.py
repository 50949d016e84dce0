"""What can be fielded at all: of any entry a legal roster that has it, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.complete import complete
from listbuilder.solve.engine import Effort
from listbuilder.solve.goals import CHEAPEST, asked, costs
from listbuilder.solve.outcomes import GaveUp, Impossible, Outcome, Solved
from listbuilder.solve.why import conflict


def fieldable(
    judge: Judge,
    entry: str,
    limits: Mapping[str, int] | None = None,
    effort: Effort | None = None,
) -> Outcome:
    """Prove that some legal roster has an entry, or that none does.

    Every combination of choices is tried, in the ruleset's order.

    Args:
        judge: of the book; a catalogue's entry may need those of another.
        entry: its id.
        limits: of the roster; unsaid: the ruleset's defaults.
        effort: how long to search for each combination of choices.

    Returns:
        ``Solved`` with a cheapest such roster; ``Impossible`` with the conflict found for the
        first combination of choices; ``GaveUp`` where neither is proved.

    Raises:
        EditError: the book has no such entry.
        NoSolverError: OR-Tools is not installed.
    """
    effort = effort or Effort()
    rules = [asked(judge.book, entry, "at_least", 1)]
    aims = [CHEAPEST] if costs(judge.book) else [entry]
    gave_up: GaveUp | None = None
    empties = list(_empty_rosters(judge, limits))
    for empty in empties:
        outcome = complete(judge, empty, aims, rules, effort)
        witness = outcome.best if isinstance(outcome, GaveUp) else outcome
        if isinstance(witness, Solved):
            return witness
        if isinstance(outcome, GaveUp):
            gave_up = outcome
    if gave_up is not None:
        return gave_up
    return Impossible(conflict(judge, empties[0], rules, effort.begin()))


def _empty_rosters(judge: Judge, limits: Mapping[str, int] | None) -> Iterator[Roster]:
    """Yield a roster of nothing for each combination of choices."""
    book = judge.book
    ruleset = book.ruleset
    if limits is None:
        limits = {name: kind.default for name, kind in ruleset.limits.items() if kind.default}
    versions = {name: catalogue.version for name, catalogue in book.catalogues.items()}
    for options in product(*(choice.options for choice in ruleset.choices.values())):
        choices = dict(zip(ruleset.choices, options, strict=True))
        yield Roster(ruleset.id, "", versions, limits, choices)
