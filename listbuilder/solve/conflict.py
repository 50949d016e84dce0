"""Rules and choices that can't all hold: each of them needed, and no more than there must be.

A roster that shows that some can hold together breaks others: every conflict has one of those.
So each roster that the judge has looked at says something about all conflicts, and where all of
these rosters together need so many, a conflict of so many is as small as can be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import attrs

from listbuilder.model.language import MOST_COPIES, Constraint
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.decode import used
from listbuilder.solve.demands import Demand, Open, Question, Seen
from listbuilder.solve.engine import Effort, OverError
from listbuilder.solve.linear import constant
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.search import Goals, Problem, best, keeps, stand_apart

MOSTLY_ENOUGH = 60
"""Copies or models of a selection that most conflicts can be found with."""
MOST_TRIED = 20
"""Rosters looked at to show that there is no smaller conflict."""


@attrs.frozen(eq=False)
class Core:
    """Demands that can't all be left out.

    Attributes:
        demands: in the order in which they are asked.
        rules: of each demand that is one of a rule, the rule and where it is asked.
        needed: of each it was shown that the others can hold without it.
        fewest: it was shown that no fewer will do.
        shown: by these rosters.
    """

    demands: tuple[Demand, ...]
    rules: Mapping[Demand, tuple[Constraint, Collection[Place]]]
    needed: bool
    fewest: bool
    shown: tuple[Roster, ...]


def find_core(
    judge: Judge,
    roster: Roster,
    rules: Sequence[Constraint],
    effort: Effort,
    wish: Goals | None = None,
    *,
    chosen: bool = True,
    wider: Roster | None = None,
) -> Core | None:
    """Find demands that can't all be met: by rules, by the player's choices, by what is asked for.

    Args:
        judge: of the roster's book.
        roster: the player's, with nothing that can be added to make it legal.
        rules: what is asked for besides.
        effort: begun.
        wish: demands something more of a model; what it wants most of does not matter.
        chosen: whether it is the player who put the roster's selections there; else they may go.
        wider: a roster with room for more that the core has to hold for as well.

    Returns:
        None where the effort is not enough, or there is too much to look at.
    """
    effort = effort.begin()
    seen = [*_completed(judge, roster, rules, effort)]
    question = Question(judge, roster, tuple(rules), wish)
    try:
        for most in (MOSTLY_ENOUGH, MOST_COPIES):
            search = _Search(question, most, effort, chosen)
            core = search.core(seen)
            if core is None:
                break
            codes = {code for code, _ in core.demands}
            surely = question.problem(
                wider or roster, codes, search.known(core.demands), MOST_COPIES
            )
            sure = Open(question, surely, effort, chosen, search.apart)
            if not sure.model.cuts and sure.conflict(core.demands) is not None:
                return core
    except OverError:
        pass
    return None


def core_of_none(judge: Judge, roster: Roster, effort: Effort, wish: Goals) -> Core | None:
    """A core of no demands, where not even without any rule there is what is asked for.

    It takes less than ``find_core``; its arguments are those, the roster having all room there is.
    """
    effort = effort.begin()
    question = Question(judge, roster, (), wish)
    try:
        alone = Open(question, question.problem(roster, (), (), MOST_COPIES), effort, False)
    except OverError:
        return None
    if alone.model.cuts or alone.conflict(()) is None:
        return None
    return Core((), {}, True, True, ())


def _completed(
    judge: Judge, roster: Roster, rules: Sequence[Constraint], effort: Effort
) -> Iterator[Seen]:
    """Complete a roster without what is asked for: it fails nothing else."""
    if rules:
        outcome = best(Problem(judge, roster, lambda model: {"any": constant(0)}), effort)
        if isinstance(outcome, Solved):
            army = judge.lay_out(outcome.roster)
            failed = [
                (rule.id, (number,))
                for number, rule in enumerate(rules)
                if not keeps(judge, army, rule.require)
            ]
            yield Seen(outcome.roster, frozenset(failed))


class _Search:
    """A search for a core, in a model that leaves every demand open.

    At first none of the book's rules count. One by one those do that what is found breaks, until
    nothing is found.
    """

    def __init__(self, question: Question, most: int, effort: Effort, chosen: bool) -> None:
        self.question = question
        self.most = most
        self.effort = effort
        self.chosen = chosen
        self.codes: frozenset[str] = frozenset()
        self.apart: dict[Place, int] = {}
        self._build()

    def core(self, known: Iterable[Seen]) -> Core | None:
        """Find a core, drop what is not needed one by one, then look for a smaller one."""
        core = self._first()
        if core is None:
            return None
        seen = [*known]
        needed = True
        for demand in core:
            if demand in core:
                fewer, other = self._look([other for other in core if other != demand])
                if fewer is not None:
                    core = fewer
                elif other is not None:
                    seen.append(other)
                else:
                    needed = False
        smaller, fewest = self._smaller(core, seen)
        ordered = tuple(demand for demand in self.open.lits if demand in smaller)
        shown = tuple(other.roster for other in seen)
        return Core(ordered, self.open.rules, needed or fewest, fewest, shown)

    def known(self, demands: Collection[Demand]) -> set[str]:
        """The rules that are demanded wherever they are asked."""
        partly = {code for code, path in self.open.lits if (code, path) not in demands}
        return {code for code, _ in demands} - partly

    def _first(self) -> list[Demand] | None:
        """Find demands that can't all be met; not each of them may be needed."""
        while True:
            core = self.open.conflict(self.open.lits)
            if core is not None:
                return core
            core, seen = self._look([*self.open.lits])
            if core is not None:
                return core
            reader = self.question.reader
            broken = {code for code, _ in seen.failed} if seen is not None else {*reader.rules}
            broken -= self.codes
            if not broken:
                return None
            self._count_in({reader.cheapest(broken)} if seen is not None else broken)

    def _smaller(self, core: list[Demand], seen: list[Seen]) -> tuple[list[Demand], bool]:
        """Look for a core of fewer demands; tell whether there is none of fewer still."""
        for _ in range(MOST_TRIED):
            hitting = _fewest_hitting([other.failed for other in seen], len(core) - 1)
            if hitting is None:
                return core, True
            fewer, other = self._look(hitting)
            if fewer is not None:
                return fewer, True
            if other is None:
                break
            seen.append(other)
        return core, False

    def _look(self, demands: Collection[Demand]) -> tuple[list[Demand] | None, Seen | None]:
        """Tell whether some demands can be met.

        Returns:
            Few of them that can't, or a roster that meets them and fails as few others as can be;
            neither where the effort is not enough.
        """
        self._count_in({code for code, _ in demands})
        while True:
            opened = self.open
            found = opened.meeting(demands)
            if not opened.holds(found, demands):
                return opened.conflict(demands), None
            lumps = opened.model.unsettled(found)
            if lumps:
                among = used(opened.model.tree, found)
                opened = self._opened(among)
                found = opened.meeting(demands)
            if opened.holds(found, demands):
                seen = opened.judged(found)
                return None, seen if seen.failed.isdisjoint(demands) else None
            if len(stand_apart(self.apart, lumps)) == len(lumps):
                return None, None
            self._build()

    def _count_in(self, codes: Collection[str]) -> None:
        """Let more rules count."""
        if not self.codes.issuperset(codes):
            self.codes = self.codes.union(codes)
            self._build()

    def _build(self) -> None:
        self.open = self._opened()

    def _opened(self, among: Mapping[Place, int] | None = None) -> Open:
        problem = self.question.problem(self.question.roster, self.codes, (), self.most)
        return Open(self.question, problem, self.effort, self.chosen, self.apart, among)


def _fewest_hitting(sets: Sequence[frozenset[Demand]], most: int) -> frozenset[Demand] | None:
    """The fewest demands of which each set has one; None where that takes more than ``most``."""
    for size in range(most + 1):
        found = _hitting(sets, size)
        if found is not None:
            return found
    return None


def _hitting(sets: Sequence[frozenset[Demand]], size: int) -> frozenset[Demand] | None:
    if not sets:
        return frozenset()
    if not size:
        return None
    fewest: frozenset[Demand] = min(sets, key=len)
    for demand in sorted(fewest, key=repr):
        found = _hitting([one for one in sets if demand not in one], size - 1)
        if found is not None:
            return found | {demand}
    return None
