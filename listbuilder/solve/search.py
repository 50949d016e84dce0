"""From a problem to the best legal roster, judged before it is handed out."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import takewhile

import attrs

from listbuilder.model.language import MOST_COPIES, Comparison, Constraint, Number
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army
from listbuilder.rules.compile import HOLDS
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve import spots
from listbuilder.solve.ask import Asker, Assume
from listbuilder.solve.bounds import Bounds
from listbuilder.solve.climb import climb
from listbuilder.solve.compile import Compiler
from listbuilder.solve.decode import Raised, decode, raisable, used
from listbuilder.solve.engine import UNLIMITED, Effort, Ended, Engine, Found, OverError
from listbuilder.solve.linear import (
    TRUE,
    Linear,
    Lit,
    Program,
    constant,
    of_literal,
)
from listbuilder.solve.outcomes import (
    Change,
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
        floors: goals, and the least that each has to come to.
        joined: the goals are gone for at once, not one after another.
        any_will_do: the first answer found is good enough, be it the best or not.
        tell: says what an answer changes.
    """

    judge: Judge
    roster: Roster
    goals: Goals
    kept: Kept = "fixed"
    rules: tuple[Constraint, ...] = ()
    bounds: Callable[[Judge, Roster, Sequence[Constraint]], Bounds] = Bounds
    marks: Callable[[Model], Mapping[Mark, Lit]] = lambda model: {}
    apart: tuple[frozenset[Mark], ...] = ()
    floors: tuple[tuple[str, Number], ...] = ()
    joined: bool = False
    any_will_do: bool = False
    tell: Callable[[Model, Found, Raised], tuple[Change, ...]] = lambda model, found, raised: ()


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
        for marks in problem.apart:
            self.set_apart(marks)
        for goal, least in problem.floors:
            self.set_floor(goal, least)
        self.loose = frozenset(self.compiler.loose)
        self.cuts = tuple(self.tree.cuts)

    def set_apart(self, marks: frozenset[Mark]) -> None:
        """Leave out what has all of the marks."""
        if marks <= self.marks.keys():  # else one of them is missing anyway
            self.program.clause(~lit for mark, lit in self.marks.items() if mark in marks)

    def set_floor(self, goal: str, least: Number) -> None:
        """Leave out what comes to less of a goal."""
        self.program.at_least_0(self.goals[goal] - constant(least))

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
            if self._standing_apart(error.place) == MOST_COPIES:
                raise  # it can't be a lump: a bug of ours
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


def best(problem: Problem, effort: Effort) -> Outcome:
    """Find the best answer to a problem.

    Raises:
        DisagreementError: the judge finds an answer illegal.
        NoSolverError: OR-Tools is not installed.
    """
    return Search(problem).best(effort)


class Search:
    """Finds answers to a problem, best first: what was built for one serves the next.

    What could be added is lumped at first: an answer's lumps are then made selections of, among
    the places that it uses. Where that is not as good as they promised, they allowed too much, and
    as many of their selections as were used stand apart from then on.
    """

    def __init__(self, problem: Problem) -> None:
        bounds = problem.bounds(problem.judge, problem.roster, problem.rules)
        self.problem = attrs.evolve(problem, bounds=lambda judge, roster, rules: bounds)
        self._apart: dict[Place, int] = {}
        self._model: Model | None = None
        self._engine: Engine | None = None

    def set_apart(self, marks: frozenset[Mark]) -> None:
        """Look from now on only for answers that lack one of the marks at least."""
        self.problem = attrs.evolve(self.problem, apart=(*self.problem.apart, marks))
        if self._model is not None:
            self._model.set_apart(marks)

    def set_floor(self, goal: str, least: Number) -> None:
        """Look from now on only for answers that come to no less of a goal."""
        self.problem = attrs.evolve(self.problem, floors=(*self.problem.floors, (goal, least)))
        if self._model is not None:
            self._model.set_floor(goal, least)

    def best(self, effort: Effort) -> Outcome:
        """Find the best answer, as ``best`` does."""
        with _nothing_collected():
            return _Climb(self, effort.begin()).best()

    def built(self, effort: Effort) -> tuple[Model, Engine]:
        """The problem's model, and what searches it."""
        if self._model is None or self._engine is None:
            self._model = Model(self.problem, effort, self._apart)
            self._engine = Engine(self._model.program, effort)
        return self._model, self._engine

    def spread(self, lumps: Mapping[Place, int]) -> list[Cut]:
        """Let as many more selections stand apart as lumps were used for.

        Returns:
            Where there are too many, if no more can.
        """
        cuts = stand_apart(self._apart, lumps)
        if len(cuts) == len(lumps):
            return cuts
        self._model = None
        return []


def stand_apart(apart: dict[Place, int], lumps: Mapping[Place, int]) -> list[Cut]:
    """Let as many more selections stand apart as lumps were used for.

    Returns:
        The lumps that no more can.
    """
    cuts = []
    for place, copies in lumps.items():
        known = apart.get(place, 0)
        number = known + (copies if place.copies == 1 else max(1, known))
        if number < spots.MOST_APART:
            apart[place] = number
        else:
            cuts.append(Cut("copies", spots.MOST_APART, place.entry.name if place.entry else ""))
    return cuts


class _Climb:
    """One search for the best answer."""

    def __init__(self, search: Search, effort: Effort) -> None:
        self.search = search
        self.effort = effort
        self.answer: Solved | None = None
        self.sure: list[Number] = []
        self.cuts: dict[Cut, None] = {}

    def best(self) -> Outcome:
        try:
            while True:
                outcome = self._try()
                if outcome is not None:
                    return outcome
        except OverError as over:
            return self._given_up(over.limit)

    def _try(self) -> Outcome | None:
        """Search the model as it is; None: more selections have to stand apart."""
        search = self.search
        model, engine = search.built(self.effort)
        self.cuts |= dict.fromkeys(model.cuts)
        engine.effort = self.effort.share(MOSTLY)
        found, done = climb(engine, model.goals, search.problem.joined, self.sure, self._held())
        if found.ended is Ended.IMPOSSIBLE:
            return self._given_up(Limit.SIZE) if self.cuts else Impossible()
        if not found.values:
            return self._given_up(found.limit)
        limit = found.limit
        lumps = model.unsettled(found)
        if lumps:
            small = Model(search.problem, self.effort, among=used(model.tree, found))
            shared, _ = climb(
                Engine(small.program, self.effort), small.goals, search.problem.joined
            )
            if shared.values:
                self._take(small, shared)
            limit = limit or shared.limit
        else:
            self._take(model, found)
        if search.problem.any_will_do and self.answer is not None:
            return self._told(self.answer)
        promised = [found.of(goal) for goal in model.goals.values()]
        self.sure = [
            one
            for one, _ in takewhile(_are_equal, zip(promised[:done], self._held(), strict=False))
        ]
        if len(self.sure) == len(promised) and self.answer is not None:
            return attrs.evolve(self._told(self.answer), proved=not self.cuts)
        if limit is not None:
            return self._given_up(limit)
        if too_many := search.spread(lumps):
            self.cuts |= dict.fromkeys(too_many)
            return self._given_up(Limit.SIZE)
        return None

    def _held(self) -> list[Number]:
        """What the best answer so far reaches of each goal."""
        return [*self.answer.reached.values()] if self.answer is not None else []

    def _take(self, model: Model, found: Found) -> None:
        """Take a solution as the answer if it is better than that so far."""
        if [found.of(goal) for goal in model.goals.values()] > self._held():
            self.answer = _judged(model, found)

    def _given_up(self, limit: Limit | None) -> Outcome:
        """What is known when a search ends before it is through."""
        answer = self.answer and self._told(self.answer)
        if answer is not None and limit is Limit.SIZE:
            return answer
        return GaveUp(limit or Limit.WORK, answer, tuple(self.cuts))

    def _told(self, answer: Solved) -> Solved:
        """The answer, with what is known of it."""
        sure = () if self.cuts else tuple(answer.reached)[: len(self.sure)]
        return attrs.evolve(answer, sure=sure, cuts=tuple(self.cuts))


def _are_equal(pair: tuple[Number, Number]) -> bool:
    return pair[0] == pair[1]


def _judged(model: Model, found: Found) -> Solved:
    """What a solution is as a roster; nothing is said about whether there is a better one."""
    problem = model.problem
    raised = raisable(model.tree, found) if problem.kept == "movable" else {}
    roster = decode(model.tree, found, raised)
    verdict = problem.judge.evaluate(roster)
    if raised and not verdict.legal:
        raised = {}
        roster = decode(model.tree, found)
        verdict = problem.judge.evaluate(roster)
    if not verdict.legal:
        broken = ", ".join(sorted({breach.constraint.id for breach in verdict.breaches}))
        raise DisagreementError(f"the solver calls legal what breaks {broken}")
    for rule in problem.rules:
        if not keeps(problem.judge, verdict.army, rule.require):
            raise DisagreementError(f"the solver calls kept what breaks {rule.id}")
    reached: dict[str, Number] = {name: found.of(goal) for name, goal in model.goals.items()}
    marks = frozenset(mark for mark, lit in model.marks.items() if found.of(of_literal(lit)))
    changes = problem.tell(model, found, raised)
    return Solved(roster, False, reached, marks, changes=changes)


def keeps(judge: Judge, army: Army, require: Comparison) -> bool:
    """Tell whether a comparison asked of the whole roster holds."""
    found = judge.compiler.amount(require.quantity)(army.root, army)
    bound = judge.compiler.amount(require.bound)(army.root, army)
    return HOLDS[require.op](found, bound)
