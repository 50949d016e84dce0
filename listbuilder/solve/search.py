"""From a problem to the best legal roster, judged before it is handed out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from listbuilder.model.language import Comparison, Constraint, Number
from listbuilder.model.roster import Roster
from listbuilder.rules.compile import HOLDS
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.ask import Asker, Assume
from listbuilder.solve.bounds import Bounds
from listbuilder.solve.compile import Compiler
from listbuilder.solve.decode import bundles, decode, used
from listbuilder.solve.engine import Effort, Ended, Engine, Found
from listbuilder.solve.linear import TRUE, Linear, Lit, Program, constant, of_literal
from listbuilder.solve.outcomes import DisagreementError, GaveUp, Impossible, Mark, Outcome, Solved
from listbuilder.solve.spots import BundleError, Kept, Tree

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
    bounds: type[Bounds] = Bounds
    marks: Callable[[Model], Mapping[Mark, Lit]] = lambda model: {}
    apart: tuple[frozenset[Mark], ...] = ()


class Model:
    """A problem unrolled and compiled.

    Attributes:
        exact: what is not found does not exist.
        unbundled: places whose copies are unrolled; None for all.
        refused: places of bundles that were not asked all rules: more is allowed than there is.
    """

    def __init__(
        self,
        problem: Problem,
        among: Mapping[Place, int] | None = None,
        unbundled: frozenset[Place] | None = frozenset(),
        assume: Callable[[Program], Assume] = lambda program: lambda rule, spot: TRUE,
    ) -> None:
        """Unroll and compile, anew where a bundle has to be unrolled.

        Args:
            problem: what is looked for.
            among: the only places to add at, each with the most copies; None for all.
            unbundled: places whose copies are unrolled; None for all.
            assume: makes the literals without which rules need not be kept.
        """
        self.problem = problem
        self.unbundled = unbundled
        bounds = problem.bounds(problem.judge, problem.roster.limits, problem.rules)
        while True:
            self.program = Program()
            self.tree = Tree(
                problem.judge,
                problem.roster,
                bounds,
                self.program,
                kept=problem.kept,
                among=among,
                bundled=self._is_bundled,
            )
            self.compiler = Compiler(problem.judge, self.tree, self.program)
            try:
                asker = Asker(self.compiler, assume(self.program))
                asker.ask_all(problem.rules)
                self.marks = problem.marks(self)
                self.goals = problem.goals(self)
            except BundleError as error:
                self.unbundled = frozenset(error.places) | (self.unbundled or frozenset())
                continue
            break
        for earlier in problem.apart:
            if earlier <= self.marks.keys():  # else one of them is missing anyway
                had = [lit for mark, lit in self.marks.items() if mark in earlier]
                self.program.clause(~lit for lit in had)
        self.refused = frozenset(asker.refused)
        self.exact = not (self.tree.cut or self.compiler.restricted)

    def _is_bundled(self, place: Place) -> bool:
        return self.unbundled is not None and place not in self.unbundled


def best(problem: Problem, effort: Effort) -> Outcome:
    """Find the best answer to a problem.

    Things of their own are bundled at first: an answer's bundles are then unrolled among the
    places that it uses. Where the copies can't share what their bundle holds as well as it
    promised, the bundle was too generous, and its place is unrolled from the beginning.

    Raises:
        DisagreementError: the judge finds an answer illegal.
        NoSolverError: OR-Tools is not installed.
    """
    effort = effort.begin()
    unbundled: frozenset[Place] = frozenset()
    while True:
        model = Model(problem, unbundled=unbundled)
        found = climb(model, effort)
        if found.ended is Ended.IMPOSSIBLE:
            return Impossible() if model.exact else GaveUp()
        if found.ended is Ended.GAVE_UP:
            return GaveUp()
        bundled = bundles(model.tree, found)  # what follows may prove it too generous
        if bundled or model.refused:
            reached = [found.of(goal) for goal in model.goals.values()]
            small = Model(problem, used(model.tree, found), None)
            shared = climb(small, effort)
            as_good = shared.values and reached == [
                shared.of(goal) for goal in small.goals.values()
            ]
            if not as_good and found.ended is Ended.BEST:
                unbundled |= model.refused | frozenset(bundled)
                continue
            if not shared.values:
                return GaveUp()
            ended = found.ended if as_good else Ended.FOUND
            solved = _judged(small, shared, ended is Ended.BEST and model.exact)
            return solved if ended is Ended.BEST else GaveUp(solved)
        solved = _judged(model, found, found.ended is Ended.BEST and model.exact)
        return solved if found.ended is Ended.BEST else GaveUp(solved)


def climb(model: Model, effort: Effort) -> Found:
    """Reach each goal as far as those before it allow."""
    engine = Engine(model.program, effort)
    ended = Ended.BEST
    found = Found(Ended.GAVE_UP)
    for goal in model.goals.values():
        next_found = engine.maximise(goal, found.values)
        if not next_found.values:
            if not found.values:
                return next_found
            ended = Ended.FOUND
            break
        found = next_found
        if found.ended is not Ended.BEST:
            ended = Ended.FOUND
        engine.program.at_least_0(goal - constant(found.of(goal)))
    return Found(ended, found.values)


def _judged(model: Model, found: Found, proved: bool) -> Solved:
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
    return Solved(roster, proved, reached, marks)


def _keeps(judge: Judge, roster: Roster, require: Comparison) -> bool:
    army = judge.lay_out(roster)
    found = judge.compiler.amount(require.quantity)(army.root, army)
    bound = judge.compiler.amount(require.bound)(army.root, army)
    return HOLDS[require.op](found, bound)
