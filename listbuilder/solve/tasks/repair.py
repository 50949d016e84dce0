"""Repairing a roster: legal with the fewest changes."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial

import attrs

from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.rules.compile import LimitUnsetError, weigh
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains.relocation import OwnedSelection, Relocations
from listbuilder.solve.explain.why import conflict
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.model.linear import LinearExpr, constant, of_variable, scaled, total
from listbuilder.solve.outcomes import Feature, Impossible, Outcome, Solved
from listbuilder.solve.search.goals import costs, limited_cost
from listbuilder.solve.search.problem import EncodedProblem, SearchProblem
from listbuilder.solve.tasks.changes import Changes
from listbuilder.solve.tasks.complete import distinct_answers

CHANGES = "changes"
CHANGED = "changed"
"""The limited cost that comes and goes."""

COPIES = "copies"
"""Copies and models that come, go (these count twice) or are moved."""

EXTRA_CHANGES = 1
"""How many changes more than the fewest the other answers may have."""

MAX_IMAGES = 100
"""Symmetric images of an answer that are excluded with it."""


def repair(
    judge: Judge, roster: Roster, budget: SearchBudget | None = None, number: int = 3
) -> list[Outcome]:
    """Find ways to make a roster legal: the fewest changes, then the least cost changed.

    A change is one of these:

    - a selection taken out, or some of its copies;
    - another size of a unit;
    - a selection, or some of its copies, moved to another slot, to another selection that stays
      where it is, or to the army;
    - an addition to the army or to a selection of the player's, with its contents: a selection, or
      copies of a plain entry. If it is legal that these raise the number of a selection of the same
      entry beside them, they do.

    Contents are moved with their holder. Contents that go with their holder, or with some of its
    copies, are a change of their own only if they are pieces and no builder put them there: a
    leader's followers are, a follower's shields and an engine's crew are not.

    No answer contains all changes of an answer before it, and none has more than
    ``EXTRA_CHANGES`` changes more than the fewest. Selections that are placed somewhere, and those
    that they are placed at, are not moved.

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
    if judge.evaluate(roster).legal:
        return [Solved(roster, True, {CHANGES: 0})]
    changes = cache(Changes)
    cost = limited_cost(judge.book, roster) or next(iter(costs(judge.book)), None)
    nodes = judge.lay_out(roster).nodes

    def goals(encoded: EncodedProblem) -> dict[str, LinearExpr]:
        _break_symmetry(encoded)
        wanted = {CHANGES: changes(encoded.tree).number().times(-1)}
        if cost is not None:
            wanted[CHANGED] = _cost_changed(encoded, cost, _paid(judge, roster, cost)).times(-1)
        return wanted | {COPIES: changes(encoded.tree).copies().times(-1)}

    problem = SearchProblem(
        judge,
        roster,
        goals,
        policy="movable",
        joined=True,
        features=lambda encoded: changes(encoded.tree).features(),
        describe=lambda encoded, solution, merged: tuple(
            changes(encoded.tree).describe(solution, merged, nodes)
        ),
    )
    exclusions = partial(_symmetric_images, relocations=Relocations(roster))
    outcomes = distinct_answers(problem, budget, number, exclusions, slack={CHANGES: EXTRA_CHANGES})
    if isinstance(outcomes[0], Impossible):
        empty = attrs.evolve(roster, army=())
        return [Impossible(conflict(judge, empty, (), budget or SearchBudget()))]
    return outcomes


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


def _paid(judge: Judge, roster: Roster, cost: str) -> list[Number]:
    """The cost of each of the player's selections as it is."""
    army = judge.lay_out(roster)
    paid: list[Number] = []
    for node in army.nodes:
        try:
            paid.append(weigh(judge.compiler.weight(cost, node.place), node, army))
        except LimitUnsetError:
            paid.append(0)
    return paid


def _cost_changed(encoded: EncodedProblem, cost: str, paid: list[Number]) -> LinearExpr:
    """The cost that comes and goes."""
    model = encoded.model
    value_of = {
        candidate: encoded.encoder.values.value_of(cost, candidate)[0]
        for candidate in encoded.tree.candidates
    }
    parts = [value_of[candidate] for candidate in encoded.tree.added()]
    for before, candidates in zip(paid, encoded.tree.owned, strict=True):
        less = constant(before) - total([value_of[candidate] for candidate in candidates])
        if model.low(less) >= 0:
            parts.append(less)
        else:
            whole, scale = scaled(less)
            most = max(model.high(whole), -model.low(whole))
            changed = of_variable(model.variable(0, int(most)))
            model.at_least_0(changed - whole)
            model.at_least_0(changed + whole)
            parts.append(changed.times(Fraction(1, scale)))
    return total(parts)
