"""The value of a candidate as a linear expression: per copy, per model, by ordinal, and once.

Example: a price of 10 per copy, 5 per model and 20 once, for two copies of 12 models each, is
2 * 10 + 24 * 5 + 20 = 160.
"""

from __future__ import annotations

from listbuilder.model.language import Number, Quantity, Value
from listbuilder.solve.domains.candidates import Candidate, is_inside_aggregate
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.encode.readings import ExpressionReader
from listbuilder.solve.encode.relaxation import Relaxation
from listbuilder.solve.model.big_m import MAX_BIG_M, at_most_each
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.linear import (
    FALSE,
    ZERO,
    BoolLiteral,
    LinearExpr,
    constant,
    of_literal,
    of_variable,
    total,
)


class ValueEncoder:
    """Encodes values, once for each candidate and value."""

    def __init__(
        self,
        tree: CandidateTree,
        model: ConstraintModel,
        relaxation: Relaxation,
        reader: ExpressionReader,
    ) -> None:
        self.bounds = tree.bounds
        self.model = model
        self.relaxation = relaxation
        self.reader = reader
        self._known: dict[tuple[str, Candidate, bool], tuple[LinearExpr, BoolLiteral]] = {}

    def value_of(
        self, name: str, candidate: Candidate, own: bool = False
    ) -> tuple[LinearExpr, BoolLiteral]:
        """The value of all copies of a candidate; 0 where it is absent.

        Returns:
            The value, and the literal for reading a limit that the roster does not set.
        """
        key = name, candidate, own
        if key not in self._known:
            self._known[key] = self._encode(name, candidate, own)
        return self._known[key]

    def _encode(self, name: str, candidate: Candidate, own: bool) -> tuple[LinearExpr, BoolLiteral]:
        if name == "size":
            return self._all_models(candidate), FALSE
        value = candidate.place.value(name)
        if value is None:
            return ZERO, FALSE
        parts = [candidate.count.times(value.each)]
        unset = FALSE
        if value.per_model:
            parts.append(self._all_models(candidate, or_holders=True).times(value.per_model))
        if value.steps:
            parts.append(self._steps(value, candidate))
        if value.once:
            fixed, unset = self._once(value.once, candidate, own)
            parts.append(fixed)
        return total(parts), unset

    def _once(
        self, fixed: Quantity, candidate: Candidate, own: bool
    ) -> tuple[LinearExpr, BoolLiteral]:
        """The part of a value that each selection has once, whatever its copies."""
        if isinstance(fixed, Number) and candidate.place.copies == 1:
            return candidate.count.times(fixed), FALSE
        if candidate.is_aggregate:
            return self._relaxed_once(fixed, candidate), FALSE
        amount, unset, per_copy = self.reader.read(fixed, candidate, own)
        if per_copy and candidate.aggregate_root is not None:
            return self._relaxed_once(fixed, candidate), FALSE
        gated = self.model.gate(candidate.present, amount)
        return gated, self.model.all_of((candidate.present, unset))

    def _relaxed_once(self, fixed: Quantity, candidate: Candidate) -> LinearExpr:
        """The sum of the part ``once`` over selections that may differ: any sum in its interval."""
        intervals = self.bounds.intervals
        low, high = intervals.of(fixed, candidate.place)
        granularity = intervals.granularity(fixed)
        if low is None or high is None or granularity is None:
            self.relaxation.require_disaggregation(candidate)
        self.relaxation.relax(candidate)
        one, all_ = of_literal(candidate.present), candidate.count
        below = all_ if low < 0 or candidate.place.copies == 1 else one
        above = all_ if high > 0 or candidate.place.copies == 1 else one
        between = self.model.between(below.times(low), above.times(high), granularity)
        return self.relaxation.assign(between, candidate)

    def _all_models(self, candidate: Candidate, or_holders: bool = False) -> LinearExpr:
        """Models of all copies of a candidate.

        Args:
            candidate: any.
            or_holders: whether a candidate without models counts those of the nearest unit around.
        """
        size = self._models(candidate) if or_holders else candidate.size
        if not size.terms and not size.const:
            return ZERO
        if size is candidate.size and candidate.selection is None and candidate.place.copies == 1:
            return size  # 0 where it is absent, and the sum over the copies of an aggregate
        unit = candidate.holder
        while unit is not None and not unit.size.terms:
            unit = unit.holder
        holder = candidate.holder
        if unit is not None and holder is not None and is_inside_aggregate(holder, unit):
            return self._relaxed_models(candidate, unit)
        # Where no rule and no price bounds the copies of an option nor the models of its unit, both
        # factors are as large as MOST_COPIES: smaller ones would leave out legal rosters.
        return self.model.product(candidate.count, size)

    def _relaxed_models(self, candidate: Candidate, unit: Candidate) -> LinearExpr:
        """Models for each copy of a candidate inside an aggregate of units of differing sizes.

        Only the number of units and the sum of their models are known. Each unit has from
        ``least`` to ``most`` models and at most ``most_held`` copies of the candidate. Example: two
        units of 10 to 20 models, 30 together, one shield bought by one of them, priced by model:
        the shield is for 10 to 20 models, and not for more than 30 - 10.
        """
        model, relaxation = self.model, self.relaxation
        relaxation.relax(candidate)
        units, models, copies = unit.count, unit.size, candidate.count
        least = self.bounds.least_size(unit.place)
        most = unit.most_size
        most_held = relaxation.most_held(candidate, unit)
        if most > MAX_BIG_M:
            relaxation.require_disaggregation(candidate)
        found = relaxation.assign(model.between(copies.times(least), copies.times(most)), candidate)
        if most_held * most <= MAX_BIG_M:
            rest = units.times(most_held) - copies
            model.at_least_0(models.times(most_held) - rest.times(least) - found)
            model.at_least_0(found - models.times(most_held) + rest.times(most))
        return found

    def _models(self, candidate: Candidate) -> LinearExpr:
        """Models of a candidate, or of the nearest unit around it."""
        size = candidate.size
        if size.const or (size.terms and candidate.selection is None) or candidate.holder is None:
            return size
        outside = self._models(candidate.holder)
        if not size.terms:
            return outside
        return size + self.model.gate(self.model.is_0(size), outside)

    def _steps(self, value: Value, candidate: Candidate) -> LinearExpr:
        """Prices by ordinal: the first copy in a holder, the second and so on."""
        if candidate.holder is not None and candidate.holder.is_aggregate:
            return self._relaxed_steps(value, candidate, candidate.holder)
        before: list[Candidate] = []
        for other in candidate.holder.children if candidate.holder else ():
            if other is candidate:
                break
            if other.place is candidate.place:
                before.append(other)
        earlier = total([other.count for other in before])
        return self._stepped(value, earlier + candidate.count) - self._stepped(value, earlier)

    def _relaxed_steps(self, value: Value, candidate: Candidate, holder: Candidate) -> LinearExpr:
        """Prices by ordinal inside an aggregate, by variables for the holders with an nth copy."""
        model, relaxation = self.model, self.relaxation
        alike = sum(one.place is candidate.place for one in holder.children)
        if not holder.is_unit_aggregate or alike > 1:
            relaxation.relax(candidate)
        *steps, last = value.steps
        most = int(model.high(candidate.count))
        parts, further, before = [], candidate.count, holder.count
        for step in steps:
            have = relaxation.assign(of_variable(model.variable(0, most)), candidate)
            model.at_least_0(before - have)
            parts.append(have.times(step))
            further, before = further - have, have
        model.at_least_0(further)
        at_most_each(model, further, before, most)
        return total([*parts, further.times(last)])

    def _stepped(self, value: Value, copies: LinearExpr) -> LinearExpr:
        """The price of the first ``copies`` copies."""
        *steps, last = value.steps
        parts = [copies.times(last)]
        for number, step in enumerate(steps, 1):
            if step != last:
                reached = self.model.is_at_least_0(copies - constant(number))
                parts.append(of_literal(reached, step - last))
        return total(parts)
