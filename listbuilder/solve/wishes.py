"""What a roster that is to show a claim must have: demanded of a search's model."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model.language import Constraint, Op
from listbuilder.solve.ask import amounts, conditions_of, scope_of
from listbuilder.solve.claims import Claim, Name, Shown
from listbuilder.solve.linear import Linear, Lit, Program, total
from listbuilder.solve.search import Model
from listbuilder.solve.spots import Spot


def fewest(model: Model) -> dict[str, Linear]:
    """Ask for few selections: those near a small roster are judged soonest."""
    spots = model.tree.spots
    return {
        "fewest": total([*(one.count for one in spots), *(one.size for one in spots)]).times(-1)
    }


class Fielding:
    """Asks for an entry."""

    def __init__(self, shown: Shown, claim: Claim) -> None:
        self.shown = shown
        self.claim = claim

    def __call__(self, model: Model) -> dict[str, Linear]:
        """Demand it, and few selections."""
        model.program.clause(
            spot.there
            for spot in model.tree.spots
            if (entry := spot.place.entry) is not None
            and entry.id == self.claim.name
            and self.shown.part_of(entry) == self.claim.part
        )
        return fewest(model)


class Showing:
    """Asks for a rule to be kept, or broken, by a selection that is no part of a lump."""

    def __init__(self, shown: Shown, claim: Claim) -> None:
        self.shown = shown
        self.kind = claim.kind
        self.name: Name = claim.part, claim.name

    def __call__(self, model: Model) -> dict[str, Linear]:
        """Demand it, and few selections."""
        tree, program = model.tree, model.program
        ways: list[Lit] = []
        for spot in (tree.root, *tree.spots):
            for rule, scope in self.shown.judge.rules_at(spot.place):
                if self.shown.name_of(rule, spot.place) == self.name:
                    at = spot if scope is None else scope_of(spot, scope, tree.root)
                    if at is not None and at.zone is None:
                        ways += self._ways(model, rule, at, spot.there)
        program.clause(ways)
        return fewest(model)

    def _ways(self, model: Model, rule: Constraint, spot: Spot, there: Lit) -> Iterator[Lit]:
        """Yield literals that hold where what is claimed of a rule is so at a spot."""
        compiler, program, require = model.compiler, model.program, rule.require
        conditions = [compiler.test(one, spot) for one in conditions_of(self.shown.judge, rule)]
        bound, unset = compiler.read(require.bound, spot)
        groups, unknown = amounts(compiler, require, spot)
        for found, there_is in groups:
            asked = program.all_of((*conditions, there, ~unset, ~unknown, there_is))
            holds = program.holds(require.op, found, bound)
            if self.kind == "broken":
                yield program.all_of((asked, ~holds))
                continue
            program.clause((~asked, holds))  # a rule that only warns is not demanded elsewhere
            yield program.all_of((asked, holds, _earnest(program, require.op, found, bound)))


def _earnest(program: Program, op: Op, found: Linear, bound: Linear) -> Lit:
    """What ``is_earnest`` says, of quantities."""
    match op:
        case "at_least":
            return ~program.is_at_least_0(bound.times(-1))
        case "multiple_of":
            return ~program.is_0(found)
        case _:
            return program.any_of((~program.is_0(found), program.is_at_least_0(bound.times(-1))))
