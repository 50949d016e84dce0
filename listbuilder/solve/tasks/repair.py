"""Repairing a roster: legal, with little lost and few changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial

import attrs

from listbuilder.findings import Severity
from listbuilder.model.language import Constraint, Number
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Memo, Place
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.domains.relocation import OwnedSelection, Relocations
from listbuilder.solve.explain.slicing import ConeOfInfluence, is_nested
from listbuilder.solve.explain.why import conflict
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.model.linear import LinearExpr, constant, total
from listbuilder.solve.outcomes import Feature, GaveUp, Impossible, Outcome, Solved, TradeOff
from listbuilder.solve.search.problem import EncodedProblem, SearchProblem
from listbuilder.solve.search.refinement import RefinementSolver
from listbuilder.solve.tasks.changes import Changes
from listbuilder.solve.tasks.complete import distinct_answers
from listbuilder.solve.tasks.losses import Losses

GIVEN_UP = "given up"
"""Four times what the player misses, and the cost of what is bought: a quarter as bad."""

LOST = "lost"
"""The cost of what the player chose and that is gone; where nothing costs, its models."""

CHANGES = "changes"
CHANGED = "changed"
"""The limited cost that comes and goes."""

COPIES = "copies"
"""Copies and models that come, go (these count twice) or are moved."""

SHARE_PER_KIND = Fraction(1, 20)
"""The part of the army that a change of what kind of army it is weighs as much as."""

EXTRA_CHANGES = 1
"""How many changes more than the fewest the other answers may have."""

MAX_IMAGES = 100
"""Symmetric images of an answer that are excluded with it."""

LEAST_GIVEN_UP: TradeOff = "least given up"
FEWEST_CHANGES: TradeOff = "fewest changes"
TIES = (CHANGED, COPIES)
LEAST = (GIVEN_UP, CHANGES, *TIES)


def repair(
    judge: Judge, roster: Roster, budget: SearchBudget | None = None, number: int = 3
) -> list[Outcome]:
    """Find ways to make a roster legal: with the least lost, and with the fewest changes.

    Lost is the cost of each of the player's selections, of its copies and models, that is gone;
    where nothing costs anything, the models. Given up is that, and more: a model that costs nothing
    is worth as much as the others on average, and what says what kind of army it is (it costs
    nothing, and no piece holds it), ``SHARE_PER_KIND`` where it goes or comes. What has to be
    bought is given up, too, at a quarter of its cost: it is room that the player could use
    otherwise. A change is one of these:

    - a selection taken out, or some of its copies;
    - another size of a unit;
    - a selection, or some of its copies, moved to another slot, or if it is no option that
      costs something, to another selection that stays where it is or is added (but not inside a
      piece), or to the army;
    - a selection placed at another one, or nowhere;
    - an addition to the army or to a selection of the player's, with its contents: a selection, or
      copies of a plain entry. If it is legal that these raise the number of a selection of the same
      entry beside them, they do.

    Contents are moved with their holder, and nothing is added to what is moved. Contents that go
    with a selection are changes of their own unless a builder put them there, or they cost nothing
    and are no pieces; so are those placed at it.

    The first answer gives the least up, with the fewest changes among those that do. Then comes the
    one with the fewest changes, if it is another: no legal roster beats either in both (the Pareto
    front). Where these are too few, others follow that do something else, with no more than
    ``EXTRA_CHANGES`` changes more than the first.

    Args:
        judge: of the roster's book.
        roster: the player's; a legal one needs no change.
        budget: of the search for each answer.
        number: of answers.

    Returns:
        The outcomes, best first; a last one that is not solved tells why there are no more. If
        there is none at all: the rules that no roster keeps.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    verdict = judge.evaluate(roster)
    if verdict.legal:
        return [Solved(roster, True, {LOST: 0, CHANGES: 0})]
    problem, near = problems(judge, roster, [breach.constraint for breach in verdict.breaches])
    solver, first, is_near = _first(problem, near, budget or SearchBudget())
    if isinstance(first, Impossible):
        empty = attrs.evolve(roster, army=())
        return [Impossible(conflict(judge, empty, (), budget or SearchBudget()))]
    if not isinstance(first, Solved):
        return [first]
    front = [first]
    if number > 1:
        front += _fewer_changes(solver, budget or SearchBudget(), first)
    outcomes = distinct_answers(
        solver,
        budget,
        number,
        partial(_symmetric_images, relocations=Relocations(roster)),
        _named(front),
        LEAST,
        {CHANGES: first.reached[CHANGES] - EXTRA_CHANGES},
    )
    # That there are no more near ones says nothing of the others.
    return outcomes[:-1] if is_near and isinstance(outcomes[-1], Impossible) else outcomes


def problems(
    judge: Judge, roster: Roster, broken: Sequence[Constraint]
) -> tuple[SearchProblem, SearchProblem]:
    """The search among all changes, and the small one that adds only what bears on some rules.

    Args:
        judge: of the roster's book.
        roster: the player's.
        broken: the rules that the additions of the small one bear on.
    """
    losses = Losses(judge, roster)
    cone = cache(partial(_cone, judge, roster))  # both searches look at the same places
    changes = cache(partial(Changes, goes_along=losses.goes_along))

    def goals(encoded: EncodedProblem) -> dict[str, LinearExpr]:
        _break_symmetry(encoded)
        done = changes(encoded.tree)
        lost, number_of = losses.lost(done), done.number()
        changed = losses.changed(encoded)
        bought = changed - lost if changed.terms else constant(0)
        missed = total([lost, losses.free(done), losses.of_kind(done, SHARE_PER_KIND)])
        costs = {
            GIVEN_UP: missed.times(4) + bought,
            LOST: lost,
            CHANGES: number_of,
            CHANGED: changed,
            COPIES: done.copies(),
        }
        return {name: cost.times(-1) for name, cost in costs.items()}

    problem = SearchProblem(
        judge,
        roster,
        goals,
        ties=TIES,
        policy="movable",
        bounds=lambda *given: _BoundsOfUseful(judge, roster, cone()),
        joined=True,
        features=lambda encoded: changes(encoded.tree).features(),
        describe=lambda encoded, solution, merged: tuple(
            changes(encoded.tree).describe(solution, merged, losses.nodes)
        ),
    )
    near = attrs.evolve(
        problem, bounds=lambda *given: _BoundsOfUseful(judge, roster, cone(), broken)
    )
    return problem, near


def _first(
    problem: SearchProblem, near: SearchProblem, budget: SearchBudget
) -> tuple[RefinementSolver, Outcome, bool]:
    """Find the answer with the least given up, the solver for others, and whether it is the near.

    At first nothing is added but what bears on a broken rule: a small search, whose answer bounds
    the large one. One change that gives nothing up is best whatever a search leaves out: fewer than
    one mend nothing.
    """
    quick = RefinementSolver(near)
    found = quick.solve(budget, LEAST)
    near_by = found.best if isinstance(found, GaveUp) else found
    within: Mapping[str, Number] = {}
    if isinstance(near_by, Solved):
        if not near_by.reached[GIVEN_UP] and near_by.reached[CHANGES] == -1:
            return quick, attrs.evolve(near_by, proved=True, aim_proved=True), True
        within = {GIVEN_UP: near_by.reached[GIVEN_UP]}
    solver = RefinementSolver(problem)
    outcome = solver.solve(budget, LEAST, within)
    if isinstance(near_by, Solved) and isinstance(outcome, GaveUp) and outcome.best is None:
        outcome = attrs.evolve(outcome, best=attrs.evolve(near_by, proved=False, aim_proved=False))
    return solver, outcome, False


def _cone(judge: Judge, roster: Roster) -> ConeOfInfluence:
    all_bounds = DomainBounds(judge, roster, ())
    return ConeOfInfluence(judge, roster, lambda place: all_bounds.most(place, 1, {}) > 0)


class _BoundsOfUseful(DomainBounds):
    """Domain bounds where nothing is added that mends nothing.

    Without an addition on which no rule depends a repair is legal, too, and has fewer changes.
    """

    def __init__(
        self,
        judge: Judge,
        roster: Roster,
        cone: ConeOfInfluence,
        broken: Iterable[Constraint] | None = None,
    ) -> None:
        """Tell what is useful.

        Args:
            judge: of the book.
            roster: the player's.
            cone: of the book's rules.
            broken: additions bear on these rules; None: on any, or the player's selections can be
                moved into them.
        """
        super().__init__(judge, roster, ())
        binding = [
            rule for same in cone.rules.values() for rule in same if rule.severity is Severity.ERROR
        ]
        self._relevant = cone.relevant_places(binding if broken is None else broken)
        owned = Relocations(roster)
        self._useful: Memo[Place, bool] = Memo(
            lambda place: (
                self._relevant[place]
                or any(
                    (broken is None and owned.moves_to(child)) or self._useful[child]
                    for child in place.offered()
                    if not is_nested(child)
                )
            )
        )

    def most(
        self,
        place: Place,
        holder_copies: int,
        charged: Mapping[str, Number],
        certain: Sequence[tuple[Place, int]] = (),
    ) -> int:
        """The most copies that can be added at a place, in all selections there."""
        return super().most(place, holder_copies, charged, certain) if self._useful[place] else 0


def _fewer_changes(
    solver: RefinementSolver, budget: SearchBudget, than: Solved
) -> Iterator[Solved]:
    """Yield the answer with the fewest changes, if it has fewer than another."""
    if than.reached[CHANGES] < -1:
        fewer = {CHANGES: than.reached[CHANGES] + 1}
        outcome = solver.solve(budget, (CHANGES, GIVEN_UP, *TIES), fewer)
        if isinstance(outcome, Solved):
            yield outcome


def _named(front: list[Solved]) -> list[Solved]:
    """Name each answer of a front for what it is best at."""
    proved = all(solved.proved for solved in front)
    named = []
    for solved in front:
        best: list[TradeOff] = []
        for name, goal in ((LEAST_GIVEN_UP, GIVEN_UP), (FEWEST_CHANGES, CHANGES)):
            if proved and solved.reached[goal] == max(one.reached[goal] for one in front):
                best.append(name)
        named.append(attrs.evolve(solved, best_at=tuple(best)))
    return named


def _break_symmetry(encoded: EncodedProblem) -> None:
    """Of two equal selections the later loses copies first: the other way is no other answer."""
    for one, other in encoded.tree.relocations.symmetric_pairs:
        counts = [encoded.tree.owned[owned.number][0].count for owned in (one, other)]
        encoded.model.at_least_0(counts[0] - counts[1])


def _symmetric_images(
    features: frozenset[Feature], relocations: Relocations
) -> list[frozenset[Feature]]:
    """An answer's features, and those of the same changes made to equal selections."""
    images = [features]
    for image in images:
        for one, other in relocations.symmetric_pairs:
            mirrored = frozenset(_mirrored(feature, one, other) for feature in image)
            if mirrored not in images and len(images) < MAX_IMAGES:
                images.append(mirrored)
    return images


def _mirrored(feature: Feature, one: OwnedSelection, other: OwnedSelection) -> Feature:
    if isinstance(feature, tuple):
        holder, kind = feature
        return (holder if holder is None else _mirrored(holder, one, other)), kind
    for here, there in ((one, other), (other, one)):
        if isinstance(feature, int) and here.number <= feature < here.end:
            return feature - here.number + there.number
    return feature
