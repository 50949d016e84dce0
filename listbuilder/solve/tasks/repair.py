"""Make an illegal roster legal with the fewest changes."""

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
"""What comes and goes of the limited cost."""

COPIES = "copies"
"""What comes, goes (this counts twice) or is moved, in copies and models: as few as will do."""

EXTRA_CHANGES = 1
"""How many changes more than the fewest other answers may have."""

MAX_IMAGES = 100
"""Of an answer, in others of several selections that are the same."""


def repair(
    judge: Judge, roster: Roster, budget: SearchBudget | None = None, number: int = 3
) -> list[Outcome]:
    """Find ways to make a roster legal: the fewest changes, then the least cost changed.

    A change is one of these:

    - a selection taken out, or some of its copies;
    - another size of a unit;
    - a selection, or some of its copies, moved to another slot, to another selection that stays
      where it is, or to the army;
    - something added to the army or to a selection of the player's, with all that it holds: a
      thing of its own, or copies of a plain entry. Where it is also legal that these raise the
      number of a selection of the same entry beside them, they do.

    What a selection holds is moved with it. What goes with its holder, or with some of its
    copies, is a change of its own only if it is a piece and no builder put it there: a leader's
    followers are, a follower's shields and an engine's crew are not.

    No way does all that one before it does, and none has more than ``FURTHER`` changes more than
    the fewest. What is placed at a selection, and what it is placed at, is not moved.

    Args:
        judge: of the roster's book.
        roster: the player's; a legal one needs no change.
        effort: how long to search for each.
        number: of ways.

    Returns:
        The outcomes, best first; a last one that is not solved says why there are no more. Where
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
    """Of two selections that are the same, the later goes first: the other way is no other way."""
    for one, other in encoded.tree.relocations.symmetric_pairs:
        counts = [encoded.tree.owned[owned.number][0].count for owned in (one, other)]
        encoded.model.at_least_0(counts[0] - counts[1])


def _symmetric_images(
    features: frozenset[Feature], relocations: Relocations
) -> list[frozenset[Feature]]:
    """What is the same but for which of several that are the same it is done to."""
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
    """What each of the player's selections costs as it is."""
    army = judge.lay_out(roster)
    paid: list[Number] = []
    for node in army.nodes:
        try:
            paid.append(weigh(judge.compiler.weight(cost, node.place), node, army))
        except LimitUnsetError:
            paid.append(0)
    return paid


def _cost_changed(encoded: EncodedProblem, cost: str, paid: list[Number]) -> LinearExpr:
    """How much of a cost comes or goes."""
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
