"""Ways to repair a roster, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.report.solving import conflict_lines, gave_up_lines
from listbuilder.report.text import costs_text
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.outcomes import GaveUp, Impossible, Outcome, Solved

BEST_AT = {"least given up": "the least given up", "fewest changes": "the fewest changes"}


def summary(judge: Judge, solved: Solved) -> str:
    """What an answer is best at, its changes, what it loses, and what the army then costs."""
    from listbuilder.solve.search.goals import costs, limited_cost
    from listbuilder.solve.tasks.repair_search import CHANGES, LOST

    cost = limited_cost(judge.book, solved.roster) or next(iter(costs(judge.book)), "models")
    lost = -solved.reached[LOST]
    said = [
        _many(-solved.reached[CHANGES], "change"),
        f"{lost or 'no'} {cost.replace('_', ' ')} lost",
    ]
    words = ", ".join(said)
    best = " and ".join(BEST_AT[name] for name in solved.best_at)
    if best:
        words = f"{best[0].upper()}{best[1:]}: {words}"
    spent = costs_of(judge, solved.roster)
    proved = "" if solved.proved else " (not proved best)"
    return f"{words}{'; ' if spent else ''}{spent}{proved}"


def known(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield what is proved of ways that are not shown."""
    from listbuilder.solve.tasks.repair import EXTRA_CHANGES
    from listbuilder.solve.tasks.repair_search import CHANGES

    first, last = outcomes[0], outcomes[-1]
    match first:
        case Impossible(conflict):
            yield "Proved: no changes make it legal."
            yield from conflict_lines(conflict) if conflict is not None else ()
        case GaveUp():
            yield from gave_up_lines(first)
        case Solved(proved=True):
            yield "Proved: nothing gives up less with as few changes, or as little with fewer."
    if isinstance(first, Solved) and isinstance(last, Impossible):
        most = _many(EXTRA_CHANGES - first.reached[CHANGES], "change")
        yield f"Proved: there is no other way with {most} or fewer."
    elif isinstance(first, Solved) and isinstance(last, GaveUp):
        yield from gave_up_lines(last, "another way")


def _many(number: Number, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def costs_of(judge: Judge, roster: Roster) -> str:
    """What a roster costs, of its limits."""
    costs = {name: str(cost) for name, cost in judge.evaluate(roster).costs.items()}
    return costs_text(costs, roster.limits)
