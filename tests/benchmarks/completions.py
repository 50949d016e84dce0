"""How long it takes to complete an army of each shipped list from nothing, and what is proved.

Each list at three usual limits of points, in the field and on both sides of a siege, aim unsaid.
`python tests/benchmarks/completions.py [WORD]…` asks only for those whose names have all the words.

A run begins with a new judge and ends with its work, never with the clock: it has the same answer
on any machine. The seconds are this process's own CPU time.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import product
from statistics import median
from time import process_time

import attrs

from listbuilder.editing.edit import new
from listbuilder.loading.library import Library
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.outcomes import Outcome, Solved, Stopped
from listbuilder.solve.tasks.complete import complete

SETTINGS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "mesbg": {"points": ("500", "700", "1000")},
    "warhammer": {
        "points": ("1000", "2000", "3000"),
        "side": ("field", "attacker", "defender"),
    },
}


@attrs.frozen
class Run:
    """What came of one completion.

    Attributes:
        kind: game and settings but for the army list and the points.
        ended: ``proved``, ``found``, ``impossible``, or the limit it stopped at.
        sure: how many goals are proved: 1 the aim, 2 the fewest additions too.
        cost: what the aim came to.
        added: copies and models added.
        seconds: of CPU time.
    """

    name: str
    kind: str
    status: str
    proven_goals: int
    cost: str
    added: str
    seconds: float


def questions(words: list[str]) -> Iterator[tuple[str, str, Judge, Roster]]:
    """Yield names, kinds, new judges and empty rosters."""
    library = Library()
    for game, settings in SETTINGS.items():
        for choice in product(*settings.values()):
            for catalogue in library.catalogues(game):
                name = " ".join((game, catalogue, *choice))
                if all(word in name.split() for word in words):
                    book = library.book(game, [catalogue])
                    roster = new(Judge(book), catalogue, dict(zip(settings, choice, strict=True)))
                    yield name, " ".join((game, *choice[1:])), Judge(book), roster


def run(name: str, kind: str, judge: Judge, roster: Roster) -> Run:
    """Complete a roster, and see that it is legal."""
    begin = process_time()
    outcome = complete(judge, roster)
    seconds = process_time() - begin
    answer = outcome.best if isinstance(outcome, Stopped) else outcome
    if not isinstance(answer, Solved):
        return Run(name, kind, _ended(outcome), 0, "-", "-", seconds)
    assert judge.evaluate(answer.roster).legal
    cost, *_, added = answer.reached.values()
    proven_goals = len(answer.reached) if answer.proved else len(answer.proven_goals)
    return Run(name, kind, _ended(outcome), proven_goals, str(cost), str(-added), seconds)


def _ended(outcome: Outcome) -> str:
    match outcome:
        case Solved():
            return "proved" if outcome.proved else "found"
        case Stopped(limit):
            return limit.value
        case _:
            return "impossible"


def summary(kind: str, runs: list[Run]) -> str:
    """The figures of some runs in one line."""
    seconds = [one.seconds for one in runs]
    status = Counter(one.status for one in runs)
    figures = (
        f"{len(runs)} runs, median {median(seconds):.2f} s, worst {max(seconds):.2f} s",
        f"answered {sum(one.cost != '-' for one in runs)}",
        f"aim proved {sum(one.proven_goals > 0 for one in runs)}",
        f"fewest added proved {sum(one.proven_goals > 1 for one in runs)}",
        ", ".join(f"{what} {many}" for what, many in sorted(status.items())),
    )
    return f"{kind:18} {'; '.join(figures)}"


def main() -> None:
    """Measure, and print the figures of each run, of each kind and of all."""
    import_module("ortools.sat.python.cp_model_helper")  # else the first run pays for it
    runs: list[Run] = []
    kinds: dict[str, list[Run]] = {}
    for question in questions(sys.argv[1:]):
        one = run(*question)
        figures = f"{one.seconds:6.2f} s  {one.status:10} {one.proven_goals}"
        print(f"{figures}  {one.cost:>5} {one.added:>5}  {one.name}", flush=True)
        runs.append(one)
        kinds.setdefault(one.kind, []).append(one)
    for kind, some in (*kinds.items(), ("all", runs)):
        if some:
            print(summary(kind, some))


if __name__ == "__main__":
    main()
