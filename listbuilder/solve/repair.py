"""Make an illegal roster legal with the fewest changes."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial

import attrs

from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.rules.compile import LimitUnsetError, weigh
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.changes import Changes
from listbuilder.solve.complete import several
from listbuilder.solve.engine import Effort
from listbuilder.solve.goals import costs, limited_cost
from listbuilder.solve.linear import Linear, constant, of_variable, scaled, total
from listbuilder.solve.moves import Moves, Own
from listbuilder.solve.outcomes import Impossible, Mark, Outcome, Solved
from listbuilder.solve.search import Model, Problem
from listbuilder.solve.why import conflict

CHANGES = "changes"
CHANGED = "changed"
"""What comes and goes of the limited cost."""

COPIES = "copies"
"""What comes, goes (this counts twice) or is moved, in copies and models: as few as will do."""

FURTHER = 1
"""How many changes more than the fewest other answers may have."""

MOST_IMAGES = 100
"""Of an answer, in others of several selections that are the same."""


def repair(
    judge: Judge, roster: Roster, effort: Effort | None = None, number: int = 3
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

    def goals(model: Model) -> dict[str, Linear]:
        _order_twins(model)
        wanted = {CHANGES: changes(model.tree).number().times(-1)}
        if cost is not None:
            wanted[CHANGED] = _cost_changed(model, cost, _paid(judge, roster, cost)).times(-1)
        return wanted | {COPIES: changes(model.tree).copies().times(-1)}

    problem = Problem(
        judge,
        roster,
        goals,
        kept="movable",
        joined=True,
        marks=lambda model: changes(model.tree).marks(),
        tell=lambda model, found, raised: tuple(changes(model.tree).tell(found, raised, nodes)),
    )
    telling = partial(_images, moves=Moves(roster))
    outcomes = several(problem, effort, number, telling, further={CHANGES: FURTHER})
    if isinstance(outcomes[0], Impossible):
        empty = attrs.evolve(roster, army=())
        return [Impossible(conflict(judge, empty, (), effort or Effort()))]
    return outcomes


def _order_twins(model: Model) -> None:
    """Of two selections that are the same, the later goes first: the other way is no other way."""
    for one, other in model.tree.moves.twins:
        counts = [model.tree.own[twin.number][0].count for twin in (one, other)]
        model.program.at_least_0(counts[0] - counts[1])


def _images(marks: frozenset[Mark], moves: Moves) -> list[frozenset[Mark]]:
    """What is the same but for which of several that are the same it is done to."""
    images = [marks]
    for image in images:
        for one, other in moves.twins:
            mirrored = frozenset(_mirrored(mark, one, other) for mark in image)
            if mirrored not in images and len(images) < MOST_IMAGES:
                images.append(mirrored)
    return images


def _mirrored(mark: Mark, one: Own, other: Own) -> Mark:
    if isinstance(mark, tuple):
        holder, kind = mark
        return (holder if holder is None else _mirrored(holder, one, other)), kind
    for here, there in ((one, other), (other, one)):
        if isinstance(mark, int) and here.number <= mark < here.end:
            return mark - here.number + there.number
    return mark


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


def _cost_changed(model: Model, cost: str, paid: list[Number]) -> Linear:
    """How much of a cost comes or goes."""
    program = model.program
    carried = {spot: model.compiler.weights.carried(cost, spot)[0] for spot in model.tree.spots}
    parts = [carried[spot] for spot in model.tree.added()]
    for before, spots in zip(paid, model.tree.own, strict=True):
        less = constant(before) - total([carried[spot] for spot in spots])
        if program.low(less) >= 0:
            parts.append(less)
        else:
            whole, scale = scaled(less)
            most = max(program.high(whole), -program.low(whole))
            changed = of_variable(program.variable(0, int(most)))
            program.at_least_0(changed - whole)
            program.at_least_0(changed + whole)
            parts.append(changed.times(Fraction(1, scale)))
    return total(parts)
