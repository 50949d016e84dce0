"""What a roster that is to show a claim must have: demanded of a search's model."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model.language import Constraint, Op
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.encode.constraints import cap_scope, compared_amounts, conditions_of
from listbuilder.solve.model.linear import BoolLiteral, ConstraintModel, LinearExpr, total
from listbuilder.solve.proofs.obligations import Obligation, RuleName, WitnessStore
from listbuilder.solve.search.problem import EncodedProblem


def minimise_selections(encoded: EncodedProblem) -> dict[str, LinearExpr]:
    """Ask for few selections: those near a small roster are judged soonest."""
    candidates = encoded.tree.candidates
    return {
        "fewest": total(
            [*(one.count for one in candidates), *(one.size for one in candidates)]
        ).times(-1)
    }


class FieldedGoal:
    """Asks for an entry."""

    def __init__(self, witnesses: WitnessStore, obligation: Obligation) -> None:
        self.witnesses = witnesses
        self.obligation = obligation

    def __call__(self, encoded: EncodedProblem) -> dict[str, LinearExpr]:
        """Demand it, and few selections."""
        encoded.model.clause(
            candidate.present
            for candidate in encoded.tree.candidates
            if (entry := candidate.place.entry) is not None
            and entry.id == self.obligation.name
            and self.witnesses.part_of(entry) == self.obligation.part
        )
        return minimise_selections(encoded)


class RuleGoal:
    """Asks for a rule to be kept, or broken, by a selection that is no part of a lump."""

    def __init__(self, witnesses: WitnessStore, obligation: Obligation) -> None:
        self.witnesses = witnesses
        self.kind = obligation.kind
        self.name: RuleName = obligation.part, obligation.name

    def __call__(self, encoded: EncodedProblem) -> dict[str, LinearExpr]:
        """Demand it, and few selections."""
        tree, model = encoded.tree, encoded.model
        ways: list[BoolLiteral] = []
        for candidate in (tree.root, *tree.candidates):
            for rule, scope in self.witnesses.judge.rules_at(candidate.place):
                if self.witnesses.name_of(rule, candidate.place) == self.name:
                    at = candidate if scope is None else cap_scope(candidate, scope, tree.root)
                    if at is not None and at.aggregate_root is None:
                        ways += self._ways(encoded, rule, at, candidate.present)
        model.clause(ways)
        return minimise_selections(encoded)

    def _ways(
        self, encoded: EncodedProblem, rule: Constraint, candidate: Candidate, present: BoolLiteral
    ) -> Iterator[BoolLiteral]:
        """Yield literals that hold where what is claimed of a rule is so at a spot."""
        encoder, model, require = encoded.encoder, encoded.model, rule.require
        conditions = [
            encoder.test(one, candidate).literal
            for one in conditions_of(self.witnesses.judge, rule)
        ]
        bound, unset, _ = encoder.read(require.bound, candidate)
        compared = compared_amounts(encoder, require, candidate)
        for found, applies in compared.amounts:
            asked = model.all_of((*conditions, present, ~unset, ~compared.unset, applies))
            holds = model.holds(require.op, found, bound)
            if self.kind == "broken":
                yield model.all_of((asked, ~holds))
                continue
            model.clause((~asked, holds))  # a rule that only warns is not demanded elsewhere
            yield model.all_of((asked, holds, _is_nontrivial(model, require.op, found, bound)))


def _is_nontrivial(
    model: ConstraintModel, op: Op, found: LinearExpr, bound: LinearExpr
) -> BoolLiteral:
    """What ``is_earnest`` says, of quantities."""
    match op:
        case "at_least":
            return ~model.is_at_least_0(bound.times(-1))
        case "multiple_of":
            return ~model.is_0(found)
        case _:
            return model.any_of((~model.is_0(found), model.is_at_least_0(bound.times(-1))))
