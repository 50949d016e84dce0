"""From a problem to the best legal roster, judged before it is handed out."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import takewhile

import attrs

from listbuilder.model.language import MOST_COPIES, Comparison, Constraint, Number
from listbuilder.model.roster import Roster
from listbuilder.rules.compile import HOLDS
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve import spots
from listbuilder.solve.ask import Asker, Assume
from listbuilder.solve.bounds import Bounds
from listbuilder.solve.compile import Compiler
from listbuilder.solve.decode import decode, used
from listbuilder.solve.engine import UNLIMITED, Effort, Ended, Engine, Found, OverError
from listbuilder.solve.linear import TRUE, Linear, Lit, Program, constant, of_literal
from listbuilder.solve.outcomes import (
    Cut,
    DisagreementError,
    GaveUp,
    Impossible,
    Limit,
    Mark,
    Outcome,
    Solved,
)
from listbuilder.solve.spots import Kept, LumpError, Tree

MOSTLY = 0.8
"""The part of the effort after which what is found is made selections of."""

Goals = Callable[["Model"], Mapping[str, Linear]]
"""What to have most of, in order of priority, by name."""


@attrs.frozen(eq=False)
class Problem:
    """What is looked for.

    Attributes:
        judge: of the roster's book.
        roster: the player's.
        kept: what may become of his selections.
        rules: asked of the whole roster besides the book's.
        goals: what makes one answer better than another.
        bounds: how many copies there can be.
        marks: what tells answers apart.
        apart: marks of earlier answers; of each, at least one must be missing.
    """

    judge: Judge
    roster: Roster
    goals: Goals
    kept: Kept = "fixed"
    rules: tuple[Constraint, ...] = ()
    bounds: Callable[[Judge, Roster, Sequence[Constraint]], Bounds] = Bounds
    marks: Callable[[Model], Mapping[Mark, Lit]] = lambda model: {}
    apart: tuple[frozenset[Mark], ...] = ()

    def bounded(self) -> Problem:
        """The same, its bounds worked out once for all models."""
        bounds = self.bounds(self.judge, self.roster, self.rules)
        return attrs.evolve(self, bounds=lambda judge, roster, rules: bounds)


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Look for no garbage: a model is many small objects, none of which goes before the others."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class Model:
    """A problem unrolled and compiled.

    Attributes:
        apart: how many selections stand apart at a place; the others are one lump.
        loose: places of lumps that allow more than their selections do.
        cuts: what is not looked at; without any, what is not found does not exist.
    """

    def __init__(
        self,
        problem: Problem,
        effort: Effort = UNLIMITED,
        apart: Mapping[Place, int] | None = None,
        among: Mapping[Place, int] | None = None,
        assume: Callable[[Program], Assume] = lambda program: lambda rule, spot: TRUE,
    ) -> None:
        """Unroll and compile, anew where a lump can't even be read loosely.

        Args:
            problem: what is looked for.
            effort: begun.
            apart: how many selections stand apart at a place.
            among: the only places to add at, each with the most copies, and all of it exactly;
                None for all, of which lumps may be read loosely.
            assume: makes the literals without which rules need not be kept.

        Raises:
            OverError: it takes too long.
        """
        self.problem = problem
        self.apart = dict(apart or {})
        self._exact = among is not None
        with _nothing_collected():
            while not self._is_built(among, effort, assume):
                pass
        for earlier in problem.apart:
            if earlier <= self.marks.keys():  # else one of them is missing anyway
                had = [lit for mark, lit in self.marks.items() if mark in earlier]
                self.program.clause(~lit for lit in had)
        self.loose = frozenset(self.compiler.loose)
        self.cuts = tuple(self.tree.cuts)

    def _is_built(
        self,
        among: Mapping[Place, int] | None,
        effort: Effort,
        assume: Callable[[Program], Assume],
    ) -> bool:
        """Unroll and compile; tell whether nothing more has to stand apart."""
        problem = self.problem
        self.program = Program()
        self.tree = Tree(
            problem.judge,
            problem.roster,
            problem.bounds(problem.judge, problem.roster, problem.rules),
            self.program,
            kept=problem.kept,
            among=among,
            apart=self._standing_apart,
            effort=effort,
        )
        self.compiler = Compiler(problem.judge, self.tree, self.program, self._exact)
        try:
            Asker(self.compiler, assume(self.program)).ask_all(problem.rules)
            self.marks = problem.marks(self)
            self.goals = problem.goals(self)
        except LumpError as error:
            self.apart[error.place] = MOST_COPIES
            return False
        return True

    def _standing_apart(self, place: Place) -> int:
        if self._exact and place.copies == 1:
            return MOST_COPIES
        return self.apart.get(place, 0)

    def unsettled(self, found: Found) -> dict[Place, int]:
        """Where a solution's lumps are not yet selections, and their copies."""
        copies: dict[Place, int] = {}
        for spot in self.tree.spots:
            loose = spot.zone is spot and spot.place in self.loose
            if loose or spot.bundle:
                count = int(found.of(spot.count))
                if count > (0 if loose else 1):
                    copies[spot.place] = copies.get(spot.place, 0) + count
        return copies

    def reached(self, found: Found) -> list[Number]:
        """What a solution reaches of each goal."""
        return [found.of(goal) for goal in self.goals.values()]


def best(problem: Problem, effort: Effort) -> Outcome:
    """Find the best answer to a problem.

    What could be added is lumped at first: an answer's lumps are then made selections of, among
    the places that it uses. Where that is not as good as they promised, they allowed too much, and
    as many of their selections as were used stand apart from the beginning.

    Raises:
        DisagreementError: the judge finds an answer illegal.
        NoSolverError: OR-Tools is not installed.
    """
    effort, problem = effort.begin(), problem.bounded()
    apart: dict[Place, int] = {}
    sure: list[Number] = []
    answer: Solved | None = None
    try:
        while True:
            model = Model(problem, effort, apart)
            found = climb(model, effort.share(MOSTLY), sure, answer)
            if found.ended is Ended.IMPOSSIBLE:
                return GaveUp(Limit.SIZE, None, model.cuts) if model.cuts else Impossible()
            if not found.values:
                return GaveUp(found.limit or Limit.WORK, answer)
            lumps = model.unsettled(found)
            small, shared = model, found
            if lumps:
                small = Model(problem, effort, apart, used(model.tree, found))
                shared = climb(small, effort)
            if shared.values and _is_better(small.reached(shared), answer):
                answer = _judged(small, shared)
            limit = found.limit or shared.limit
            if limit is not None:
                return GaveUp(limit, answer)
            promised = model.reached(found)
            held = [*answer.reached.values()] if answer is not None else []
            if answer is not None and held == promised:
                return attrs.evolve(answer, proved=not model.cuts, cuts=model.cuts)
            sure = [one for one, _ in takewhile(_are_equal, zip(held, promised, strict=False))]
            if too_many := _set_apart(apart, lumps):
                cuts = (*model.cuts, *too_many)
                if answer is None:
                    return GaveUp(Limit.SIZE, None, cuts)
                return attrs.evolve(answer, cuts=cuts)
    except OverError as over:
        return GaveUp(over.limit, answer)


def _set_apart(apart: dict[Place, int], lumps: Mapping[Place, int]) -> list[Cut]:
    """Let as many more selections stand apart as lumps were used for.

    Returns:
        Where there are too many: then none more can.
    """
    cuts = []
    for place, copies in lumps.items():
        more = copies if place.copies == 1 else max(1, apart.get(place, 0))
        if apart.get(place, 0) + more < spots.MOST_APART:
            apart[place] = apart.get(place, 0) + more
        elif place.entry is not None:
            cuts.append(Cut("copies", spots.MOST_APART, place.entry.name))
    return cuts if len(cuts) == len(lumps) else []


def _are_equal(pair: tuple[Number, Number]) -> bool:
    return pair[0] == pair[1]


def _is_better(reached: list[Number], answer: Solved | None) -> bool:
    return answer is None or reached > [*answer.reached.values()]


def climb(
    model: Model, effort: Effort, sure: Sequence[Number] = (), answer: Solved | None = None
) -> Found:
    """Reach each goal as far as those before it allow.

    Args:
        model: what is searched.
        effort: begun.
        sure: what the first goals are known to reach.
        answer: one that is known; the search looks for none that is worse.
    """
    engine = Engine(model.program, effort)
    known = [*answer.reached.values()] if answer is not None else []
    found = Found(Ended.GAVE_UP)
    for number, goal in enumerate(model.goals.values()):
        if number < len(known) and number <= len(sure):
            model.program.at_least_0(goal - constant(known[number]))
        if number < len(sure) and number + 1 < len(model.goals):
            continue
        next_found = engine.maximise(goal, found.values)
        if not next_found.values:
            return attrs.evolve(found, limit=next_found.limit) if found.values else next_found
        found = next_found
        if found.ended is not Ended.BEST:
            return found
        model.program.at_least_0(goal - constant(found.of(goal)))
    return found


def _judged(model: Model, found: Found) -> Solved:
    """What a solution is as a roster; nothing is said about whether there is a better one."""
    problem = model.problem
    roster = decode(model.tree, found)
    verdict = problem.judge.evaluate(roster)
    if not verdict.legal:
        broken = ", ".join(sorted({breach.constraint.id for breach in verdict.breaches}))
        raise DisagreementError(f"the solver calls legal what breaks {broken}")
    for rule in problem.rules:
        if not _keeps(problem.judge, roster, rule.require):
            raise DisagreementError(f"the solver calls kept what breaks {rule.id}")
    reached: dict[str, Number] = {name: found.of(goal) for name, goal in model.goals.items()}
    marks = frozenset(mark for mark, lit in model.marks.items() if found.of(of_literal(lit)))
    return Solved(roster, False, reached, marks)


def _keeps(judge: Judge, roster: Roster, require: Comparison) -> bool:
    army = judge.lay_out(roster)
    found = judge.compiler.amount(require.quantity)(army.root, army)
    bound = judge.compiler.amount(require.bound)(army.root, army)
    return HOLDS[require.op](found, bound)
