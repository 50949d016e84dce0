"""Goals of a search for a witness: demands posted on the encoded problem, and an objective."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model.language import Condition, Constraint, Op
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.encode.constraints import cap_scope, compared_amounts, conditions_of
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.linear import BoolLiteral, LinearExpr, total
from listbuilder.solve.proofs.altering import conditions_of_alteration
from listbuilder.solve.proofs.obligations import Obligation, RuleName, WitnessStore
from listbuilder.solve.search.problem import EncodedProblem


def minimise_selections(encoded: EncodedProblem) -> dict[str, LinearExpr]:
    """The objective of few copies and models: a small roster has few neighbours to judge."""
    candidates = encoded.tree.candidates
    return {
        "fewest": total(
            [*(one.count for one in candidates), *(one.size for one in candidates)]
        ).times(-1)
    }


class FieldedGoal:
    """Demands that an entry is fielded."""

    def __init__(self, witnesses: WitnessStore, obligation: Obligation) -> None:
        self.witnesses = witnesses
        self.obligation = obligation

    def __call__(self, encoded: EncodedProblem) -> dict[str, LinearExpr]:
        """Post the demand; the goal is few selections."""
        encoded.model.clause(
            candidate.present
            for candidate in encoded.tree.candidates
            if (entry := candidate.place.entry) is not None
            and entry.id == self.obligation.name
            and self.witnesses.part_of(entry) == self.obligation.part
        )
        return minimise_selections(encoded)


class AlteredGoal:
    """Demands a model with a bearer of an alteration, where the alteration's conditions hold.

    If it has conditions, the model is a candidate outside all aggregates.
    """

    def __init__(self, witnesses: WitnessStore, obligation: Obligation) -> None:
        self.alterations = witnesses.alterations
        self.alteration = witnesses.altered_open[obligation]

    def __call__(self, encoded: EncodedProblem) -> dict[str, LinearExpr]:
        """Post the demand; the goal is few selections."""
        encoded.model.clause(
            way
            for bringing in encoded.tree.candidates
            for alteration, when in self.alterations.brought[bringing.place]
            if alteration is self.alteration
            for model in bringing.around()
            if model.place.is_piece
            for way in self._ways(encoded, bringing, model, when)
        )
        return minimise_selections(encoded)

    def _ways(
        self,
        encoded: EncodedProblem,
        bringing: Candidate,
        model: Candidate,
        named_when: Condition | None,
    ) -> Iterator[BoolLiteral]:
        conditions = conditions_of_alteration(self.alteration, named_when)
        if not conditions:
            yield bringing.present
        elif model.aggregate_root is None:
            tests = [encoded.encoder.test(one, model).literal for one in conditions]
            yield encoded.model.all_of((bringing.present, *tests))


class RuleGoal:
    """Demands that a rule is kept, or broken, at a candidate outside all aggregates."""

    def __init__(self, witnesses: WitnessStore, obligation: Obligation) -> None:
        self.witnesses = witnesses
        self.kind = obligation.kind
        self.name: RuleName = obligation.part, obligation.name

    def __call__(self, encoded: EncodedProblem) -> dict[str, LinearExpr]:
        """Post the demand; the goal is few selections."""
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
        """Yield literals under which the obligation is met at a candidate."""
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
            model.clause((~asked, holds))  # rules that only warn are posted nowhere else
            yield model.all_of((asked, holds, _is_nontrivial(model, require.op, found, bound)))


def _is_nontrivial(
    model: ConstraintModel, op: Op, found: LinearExpr, bound: LinearExpr
) -> BoolLiteral:
    """The literal for ``obligations.is_nontrivial``."""
    match op:
        case "at_least":
            return ~model.is_at_least_0(bound.times(-1))
        case "multiple_of":
            return ~model.is_0(found)
        case _:
            return model.any_of((~model.is_0(found), model.is_at_least_0(bound.times(-1))))
