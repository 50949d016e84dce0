"""Repairing a roster: legal, with little lost and few changes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

import attrs

from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains.relocation import OwnedSelection, Relocations
from listbuilder.solve.explain.why import conflict
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import (
    Feature,
    Impossible,
    Outcome,
    Solved,
    TradeOff,
)
from listbuilder.solve.search.problem import without_gc
from listbuilder.solve.tasks.complete import distinct_answers
from listbuilder.solve.tasks.fewer_warnings import with_fewer_warnings
from listbuilder.solve.tasks.near_first import NearFirst
from listbuilder.solve.tasks.repair_search import (
    CHANGED,
    CHANGES,
    GIVEN_UP,
    LEAST,
    LOST,
    TIES,
    WEIGHT,
    RepairSearch,
    broken_rules,
)

EXTRA_CHANGES = 1
"""How many changes more than the fewest the other answers may have."""

FAR_APART = 3
"""Between two answers whose numbers of changes differ so much another is looked for."""

WORTH_A_PURCHASE = 2
"""How much more a purchase may cost than what it saves, so that nobody would rather change less."""

MAX_IMAGES = 100
"""Symmetric images of an answer that are excluded with it."""

LEAST_LOST: TradeOff = "least lost"
LEAST_GIVEN_UP: TradeOff = "least given up"
FEWEST_CHANGES: TradeOff = "fewest changes"


@without_gc()
def repair(
    judge: Judge, roster: Roster, budget: SearchBudget | None = None, number: int = 3
) -> list[Outcome]:
    """Find ways to make a roster legal: with the least lost, and with the fewest changes.

    Lost is the cost of each of the player's selections, of its copies and models, that is gone, and
    what it costs less where it then stands; all costs of a game are added up, such as points and
    siege points; where nothing costs anything, the models. Given up is
    that, and more: a model that costs nothing is worth as much as the others on average, and what
    says what kind of army it is (it costs nothing, and no piece holds it), ``SHARE_PER_KIND`` where
    it goes or comes. What has to be bought is given up, too, at a quarter of its cost: it is room
    that the player could use otherwise. A change is one of these:

    - a selection taken out, or some of its copies;
    - another size of a unit;
    - a selection, or some of its copies, moved to another slot, or if it is no option that
      costs something, to another selection that stays where it is or is added (but not inside a
      piece), or to the army;
    - a selection placed at another one, or nowhere;
    - an addition to the army or to a selection of the player's, with its contents: a selection, or
      copies of a plain entry. If it is legal that these raise the number of a selection of the same
      entry beside them, they do.

    Contents go and are moved with their holder, and nothing is added to what is moved, nor put in
    the place of another of its entry that goes. What stood at a selection that goes is a change of
    its own unless it costs nothing and is no piece.

    The first answer gives the least up, with the fewest changes among those that do. Then comes the
    one with the fewest changes, if it is another: no legal roster beats either in both (the Pareto
    front). Where that loses less, because it buys more, it comes first; so it does where the other
    buys for more than ``WORTH_A_PURCHASE`` times what it saves. Where these two are far apart, what
    gives up the least with one change more than the fewest stands between them. Where these are too
    few, others follow that do something else, with no more than ``EXTRA_CHANGES`` changes more than
    the first, and found in the same small search (``NearFirst``): where it is enough that a unit
    goes, nobody buys a leader of whom it may be a second one. What takes a whole force out, if it
    does not come first, comes last. Of those that are as good, one is told that is warned of less.

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
    search = RepairSearch(judge, roster, broken_rules(verdict))
    solver = NearFirst(search)
    first = solver.solve(budget or SearchBudget(), LEAST)
    if isinstance(first, Impossible):
        empty = attrs.evolve(roster, army=())
        return [Impossible(conflict(judge, empty, (), budget or SearchBudget()))]
    if not isinstance(first, Solved):
        return [first]
    lost, changes = first.reached[LOST], first.reached[CHANGES]
    fewer = {CHANGES: changes + 1}
    buys = bool(_bought(first))
    if number == 1 and not buys:  # another would come first only if it loses less
        fewer[LOST] = lost + search.step
    front = [first]
    if changes < -1 and (lost or buys or number > 1):
        outcome = solver.solve(budget or SearchBudget(), (CHANGES, GIVEN_UP, *TIES), fewer)
        front += [outcome] if isinstance(outcome, Solved) else []
    front.sort(key=lambda solved: -solved.reached[LOST])
    if len(front) > 1 and _buys_too_much(*front) and not search.drops_a_force(front[1]):
        front.reverse()
    if number == 1:
        return with_fewer_warnings(judge, roster, [_alone(_named(front)[0])], budget)
    if number > len(front):
        front[1:1] = _between(solver, budget or SearchBudget(), front)
    # Nobody drops a whole force to touch fewer things: one more answer is looked for instead.
    at_a_stroke = any(map(search.drops_a_force, front[1:]))
    outcomes = distinct_answers(
        solver.small or solver,
        budget,
        number + at_a_stroke,
        partial(_symmetric_images, relocations=Relocations(roster)),
        _named(front),
        LEAST,
        {CHANGES: changes - EXTRA_CHANGES},
    )
    # That there are no more in the small search says nothing of the others.
    if solver.small and isinstance(outcomes[-1], Impossible):
        outcomes.pop()
    others = sorted(outcomes[1:], key=partial(_keeps_no_force, search))
    return with_fewer_warnings(judge, roster, [outcomes[0], *others][:number], budget)


def _between(solver: NearFirst, budget: SearchBudget, front: list[Solved]) -> Iterator[Solved]:
    """Yield what gives up the least with one change more than the fewest, of a front far apart."""
    most = min(solved.reached[CHANGES] for solved in front)
    fewest = max(front, key=lambda solved: solved.reached[CHANGES])
    if fewest.reached[CHANGES] - most < FAR_APART:
        return
    outcome = solver.solve(budget, LEAST, {CHANGES: fewest.reached[CHANGES] - 1})
    if not isinstance(outcome, Solved) or not outcome.proved:
        return
    if outcome.reached[GIVEN_UP] > fewest.reached[GIVEN_UP]:
        yield outcome


def _keeps_no_force(search: RepairSearch, outcome: Outcome) -> int:
    """Where an answer comes among others: one that drops a force last, and what is none behind."""
    return 1 + search.drops_a_force(outcome) if isinstance(outcome, Solved) else 3


def _bought(solved: Solved) -> Number:
    return solved.reached[LOST] - solved.reached[CHANGED]


def _buys_too_much(one: Solved, other: Solved) -> bool:
    """Whether an answer with more changes than another buys for more than it saves is worth."""
    missed = [-solved.reached[GIVEN_UP] - _bought(solved) for solved in (one, other)]
    saved = Fraction(missed[1] - missed[0]) / WEIGHT
    has_more = one.reached[CHANGES] < other.reached[CHANGES]
    return has_more and _bought(one) - _bought(other) > WORTH_A_PURCHASE * saved


def _named(front: list[Solved]) -> list[Solved]:
    """Name each answer of a front for what it is best at."""
    proved = all(solved.proved for solved in front)
    named = []
    for solved in front:
        best: list[TradeOff] = []
        if proved and not solved.reached[LOST] and any(one.reached[LOST] for one in front):
            best.append(LEAST_LOST)
        for name, goal in ((LEAST_GIVEN_UP, GIVEN_UP), (FEWEST_CHANGES, CHANGES)):
            if proved and solved.reached[goal] == max(one.reached[goal] for one in front):
                best.append(name)
        named.append(attrs.evolve(solved, best_at=tuple(best)))
    return named


def _alone(solved: Solved) -> Solved:
    """The only answer, which need not have the fewest changes: others were not looked for."""
    if solved.reached[CHANGES] == -1:
        return solved
    best = tuple(name for name in solved.best_at if name != FEWEST_CHANGES)
    return attrs.evolve(solved, best_at=best)


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
