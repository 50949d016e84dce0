"""What repairs of each shipped roster lose, broken in five ways, and how long they take.

`python tests/benchmarks/repairs.py [WORD]…` asks only for those whose names have all the words.
Each run asks for as many answers as a player gets, and then for one alone, each with a new judge;
the seconds are this process's own CPU time. Apart from that time the solver is asked, among all
changes, for a legal roster that loses less than the repair that is told to give up the least.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time

import attrs

from listbuilder.interop.opening import load_roster
from listbuilder.loading.library import Library
from listbuilder.loading.side_by_side import collect_seldom
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies, Number
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Impossible, Outcome, Solved, Stopped, answer_of
from listbuilder.solve.tasks.answer_order import LEAST_GIVEN_UP, LEAST_LOST
from listbuilder.solve.tasks.losses import Losses
from listbuilder.solve.tasks.repair import repair
from listbuilder.solve.tasks.repair_goals import CHANGES, LOST
from listbuilder.solve.tasks.repair_search import RepairSearch, errors_of

MOST_SECONDS = 4
"""What the slowest repair may take."""

ROSTERS = sorted(Path(__file__).parents[2].glob("catalogues/*/rosters/*.json"))


def over(roster: Roster) -> Roster:
    """A limit lowered by 30."""
    return attrs.evolve(roster, limits={name: most - 30 for name, most in roster.limits.items()})


def twice(roster: Roster) -> Roster:
    """The last of what the first of the roster's own selections holds, there twice."""
    first, *others = roster.army
    held = attrs.evolve(first, with_=(*first.with_, *map(nameless, first.with_[-1:])))
    return attrs.evolve(roster, army=(held, *others))


def more(roster: Roster) -> Roster:
    """Ten more of each selection that has several copies or models, the first three."""
    left = 3

    def change(one: Selection) -> Selection:
        nonlocal left
        if left and (one.count > 1 or one.size):
            left -= 1
            if one.size:
                return attrs.evolve(one, size=Copies(one.size + 10))
            return attrs.evolve(one, count=Copies(one.count + 10))
        return attrs.evolve(one, with_=tuple(map(change, one.with_)))

    return attrs.evolve(roster, army=tuple(map(change, roster.army)))


def headless(roster: Roster) -> Roster:
    """Without the first that the first of the roster's own selections holds."""
    first, *others = roster.army
    return attrs.evolve(roster, army=(attrs.evolve(first, with_=first.with_[1:]), *others))


def strays(roster: Roster) -> Roster:
    """The last options of the army's first three bearers with those of the next one's."""
    first, *others = roster.army
    units = list(first.with_)
    for index in range(min(3, len(units) - 1)):
        given = tuple(map(nameless, units[index + 1].with_[-1:]))
        units[index] = attrs.evolve(units[index], with_=(*units[index].with_, *given))
    return attrs.evolve(roster, army=(attrs.evolve(first, with_=tuple(units)), *others))


WAYS: Mapping[str, Callable[[Roster], Roster]] = {
    "over": over,
    "twice": twice,
    "more": more,
    "headless": headless,
    "strays": strays,
}


def nameless(one: Selection) -> Selection:
    """A copy without ids."""
    return attrs.evolve(one, id=None, with_=tuple(map(nameless, one.with_)))


@attrs.frozen
class Run:
    """What came of one repair.

    Attributes:
        seconds: of CPU time for the answers that a player gets.
        alone: of CPU time for one answer.
        lost: the share of the broken army's cost, or of its models; None: no answer.
        named: the same of the answer that is called the one that gives up, or loses, the least.
        least: the share that any legal roster must lose, or that a legal one loses that was found
            to lose less; None: neither was shown.
    """

    name: str
    seconds: float
    alone: float
    lost: float | None = None
    named: float | None = None
    least: float | None = None


def runs(words: list[str]) -> Iterator[Run]:
    """Yield what comes of each repair."""
    library = Library()
    for path in ROSTERS:
        for way, broken in WAYS.items():
            name = f"{path.parents[1].name} {path.stem} {way}"
            if not all(word in name.split() for word in words):
                continue
            loaded = load_roster(path, library)
            judge, roster = judge_of(loaded.book), broken(loaded.roster)
            try:
                if judge.evaluate(roster).legal:
                    continue
            except KeyError:  # another list's entry: no roster that loads has it
                continue
            _, alone = _timed(judge_of(loaded.book), roster, 1)
            outcomes, seconds = _timed(judge_of(loaded.book), roster)
            answer = answer_of(outcomes[0])
            if answer is None:
                yield Run(name, seconds, alone)
                continue
            by_name = [
                -one.reached[LOST]
                for one in map(answer_of, outcomes)
                if one and {LEAST_LOST, LEAST_GIVEN_UP} & {*one.best_at}
            ]
            unproved = "" if answer.proved else ", not proved"
            name += f" ({-answer.reached[CHANGES]} changes{unproved})"
            whole = sum(Losses(judge, roster).spent.values())
            search = RepairSearch(judge, roster, errors_of(judge.evaluate(roster)))
            lost = -answer.reached[LOST]
            named = min(by_name, default=lost)
            least = _least(search, min(lost, named))
            shares = (
                None if one is None else float(one / Fraction(whole))
                for one in (lost, named, least)
            )
            yield Run(name, seconds, alone, *shares)


def _timed(judge: Judge, roster: Roster, *number: int) -> tuple[list[Outcome], float]:
    """The answers of a repair, and its seconds of CPU time."""
    gc.collect()  # of what was before
    begin = process_time()
    outcomes = repair(judge, roster, None, *number)
    return outcomes, process_time() - begin


def _least(search: RepairSearch, lost: Number) -> Number | None:
    """What a legal roster must lose where some repair loses so much; None: not shown."""
    if not lost:
        return lost
    outcome = search.everywhere().solve(SearchBudget(), (LOST,), beyond={LOST: -lost})
    if isinstance(outcome, Impossible):
        return lost
    less = outcome.best if isinstance(outcome, Stopped) else outcome
    return -less.reached[LOST] if isinstance(less, Solved) else None


def main() -> None:
    """Print a line for each run with what is lost and what must be, and the figures of all."""
    import_module("ortools.sat.python.cp_model_helper")  # else the first run pays for it
    collect_seldom()  # as a command does
    done = []
    for one in runs(sys.argv[1:]):
        shares = f"{_percent(one.lost)} {_percent(one.least)}"
        print(f"{one.seconds:7.2f} s {one.alone:5.2f} s  {shares}  {one.name}", flush=True)
        done.append(one)
    if done:
        print(f"{len(done)} runs, all answers: {_spread([one.seconds for one in done])}")
        print(f"one answer: {_spread([one.alone for one in done])}")
    lost = [one.lost for one in done if one.lost is not None]
    if lost:
        unsolved = len(done) - len(lost)
        print(f"lost: median {median(lost):.1%}, most {max(lost):.1%}; no answer: {unsolved}")
    shown = [one for one in done if None not in (one.lost, one.named, one.least)]
    more = [Fraction(one.named or 0) - Fraction(one.least or 0) for one in shown]
    print(f"more than any legal roster must lose: {_spread_more(more)}")
    more = [Fraction(one.lost or 0) - Fraction(one.least or 0) for one in shown]
    print(f"the first answers, with fewer changes: {_spread_more(more)}")


def _spread(seconds: list[float]) -> str:
    over = sum(one > MOST_SECONDS for one in seconds)
    worst = f"worst {max(seconds):.2f} s, {over} over {MOST_SECONDS} s"
    return f"median {median(seconds):.2f} s, {worst}"


def _spread_more(more: list[Fraction]) -> str:
    return f"{sum(one > 0 for one in more)} of {len(more)}, at most {float(max(more)):.1%}"


def _percent(share: float | None) -> str:
    return f"{'-' if share is None else f'{share:.1%}':>6}"


if __name__ == "__main__":
    main()
