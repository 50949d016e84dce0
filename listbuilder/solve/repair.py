"""Make an illegal roster legal with the fewest changes."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.rules.compile import LimitUnsetError, weigh
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.complete import ADDED, several, tidy
from listbuilder.solve.engine import Effort
from listbuilder.solve.goals import costs, limited_cost
from listbuilder.solve.linear import TRUE, Linear, Lit, constant, of_literal, of_variable, total
from listbuilder.solve.outcomes import Mark, Outcome
from listbuilder.solve.search import Model, Problem
from listbuilder.solve.spots import Spot

CHANGES = "changes"
CHANGED = "changed"
"""What comes and goes of the limited cost."""


def repair(
    judge: Judge, roster: Roster, effort: Effort | None = None, number: int = 3
) -> list[Outcome]:
    """Find ways to make a roster legal: the fewest changes, then the least cost changed.

    A change is a selection taken out; one whose copies become fewer or whose size changes; one
    added to the army or to a selection of the player's, with all that it holds. What goes with
    its holder is a change of its own only if it has a profile and no builder put it there: a
    leader's followers are, a follower's shields and an engine's crew are not. No way has all the
    changes of one before it.

    Args:
        judge: of the roster's book.
        roster: the player's; a legal one needs no change.
        effort: how long to search for each.
        number: of ways.

    Returns:
        The outcomes, best first; a last one that is not solved says why there are no more.

    Raises:
        NoSolverError: OR-Tools is not installed.
    """
    paid = _paid(judge, roster)
    cost = limited_cost(judge.book, roster) or next(iter(costs(judge.book)), None)

    def goals(model: Model) -> dict[str, Linear]:
        _order_twins(model)
        changes = total([*map(of_literal, _kept(model).values()), *_additions(model)])
        wanted = {CHANGES: changes.times(-1)}
        if cost is not None:
            wanted[CHANGED] = _cost_changed(model, cost, paid).times(-1)
        return wanted | {ADDED: tidy(model)}

    return several(Problem(judge, roster, goals, kept="free", marks=_marks), effort, number)


def _marks(model: Model) -> dict[Mark, Lit]:
    """What is changed: which of the player's selections, and what is added to which."""
    marks: dict[Mark, Lit] = dict(_kept(model))
    kept = [spot for spot in model.tree.spots if spot.selection is not None]
    number = {spot: index for index, spot in enumerate(kept)}
    added: dict[Mark, list[Lit]] = {}
    for spot in _added_to_kept(model):
        holder = number.get(spot.holder) if spot.holder else None
        added.setdefault((holder, spot.place), []).append(spot.there)
    return marks | {mark: model.program.any_of(lits) for mark, lits in added.items()}


def _kept(model: Model) -> dict[Mark, Lit]:
    """Whether each of the player's selections is changed, where its holder is still there."""
    program = model.program
    changed: dict[Mark, Lit] = {}
    kept = (spot for spot in model.tree.spots if spot.selection is not None)
    for number, spot in enumerate(kept):
        selection = spot.selection
        if selection is None or spot.holder is None:
            continue
        fewer = program.is_at_least_0(constant(selection.count - 1) - spot.count)
        resized = ~program.is_0(spot.size - constant(selection.size or 0))
        asked = TRUE if _stands_alone(spot.place) else spot.holder.there
        changed[number] = program.all_of((asked, program.any_of((fewer, resized))))
    return changed


def _order_twins(model: Model) -> None:
    """Of two selections that are the same, the later goes first: the other way is no other way."""
    for holder in (model.tree.root, *model.tree.spots):
        last = None
        for spot in holder.children:
            one = spot.selection
            if one is None or one.id is not None:
                continue
            if last is not None and last.selection == one:
                model.program.at_least_0(last.count - spot.count)
            last = spot


def _stands_alone(place: Place) -> bool:
    """Whether losing it is a change even where its holder goes: a builder would not put it in."""
    entry, slot = place.entry, place.slot
    if entry is None or slot is None or not place.book.is_piece(entry):
        return False
    return not slot.default and slot.min is None and slot.exactly is None


def _added_to_kept(model: Model) -> Iterator[Spot]:
    for spot in model.tree.added():
        holder = spot.holder
        if holder is not None and (holder.selection is not None or holder.holder is None):
            yield spot


def _additions(model: Model) -> Iterator[Linear]:
    """Yield how many selections each addition is: a plain entry's copies are one."""
    for spot in _added_to_kept(model):
        yield spot.count if spot.place.copies == 1 else of_literal(spot.there)


def _paid(judge: Judge, roster: Roster) -> list[dict[str, Number]]:
    """What each of the player's selections costs as it is."""
    army = judge.lay_out(roster)
    paid: list[dict[str, Number]] = []
    for node in army.nodes:
        paid.append({})
        for name in costs(judge.book):
            try:
                paid[-1][name] = weigh(judge.compiler.weight(name, node.place), node, army)
            except LimitUnsetError:
                paid[-1][name] = 0
    return paid


def _cost_changed(model: Model, cost: str, paid: list[dict[str, Number]]) -> Linear:
    """How much of a cost comes or goes."""
    program = model.program
    parts = []
    before = iter(paid)
    for spot in model.tree.spots:
        carried, _ = model.compiler.weights.carried(cost, spot)
        if spot.selection is None:
            parts.append(carried)
            continue
        less = constant(next(before)[cost]) - carried
        if program.low(less) >= 0:
            parts.append(less)
        else:
            most = max(program.high(less), -program.low(less))
            changed = of_variable(program.variable(0, int(most) + 1))
            program.at_least_0(changed - less)
            program.at_least_0(changed + less)
            parts.append(changed)
    return total(parts)
