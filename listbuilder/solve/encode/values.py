"""What a spot carries of a value: prices by copy, by model, by which copy it is, and once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.model.language import Number, Quantity, Value
from listbuilder.solve.domains.candidates import Candidate, is_inside_aggregate
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

if TYPE_CHECKING:
    from listbuilder.solve.encode.expressions import ExpressionEncoder

MAX_BIG_M = 2**20
"""Beyond this, bounds say too little for the size of their numbers."""


class ValueEncoder:
    """Works out, once for each spot and value, what is carried there."""

    def __init__(self, encoder: ExpressionEncoder) -> None:
        self.encoder = encoder
        self.model = encoder.model
        self._known: dict[tuple[str, Candidate, bool], tuple[LinearExpr, BoolLiteral]] = {}

    def value_of(
        self, name: str, candidate: Candidate, own: bool = False
    ) -> tuple[LinearExpr, BoolLiteral]:
        """What a spot carries of a value, all its copies; nothing where it is not there.

        Returns:
            The quantity, and whether it reads a limit that the roster does not set.
        """
        key = name, candidate, own
        if key not in self._known:
            self._known[key] = self._value_of(name, candidate, own)
        return self._known[key]

    def _value_of(
        self, name: str, candidate: Candidate, own: bool
    ) -> tuple[LinearExpr, BoolLiteral]:
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
        if value.fixed:
            fixed, unset = self._once(value.fixed, candidate, own)
            parts.append(fixed)
        return total(parts), unset

    def _once(
        self, fixed: Quantity, candidate: Candidate, own: bool
    ) -> tuple[LinearExpr, BoolLiteral]:
        """What is carried once for each selection."""
        if isinstance(fixed, Number) and candidate.place.copies == 1:
            return candidate.count.times(fixed), FALSE
        if candidate.is_aggregate:
            return self._relaxed_once(fixed, candidate), FALSE
        outer, self.encoder.local = self.encoder.local, False
        amount, unset = self.encoder.read(fixed, candidate, own)
        if self.encoder.local and candidate.aggregate_root is not None:
            return self._relaxed_once(fixed, candidate), FALSE
        self.encoder.local = outer
        gated = self.model.gate(candidate.present, amount)
        return gated, self.model.all_of((candidate.present, unset))

    def _relaxed_once(self, fixed: Quantity, candidate: Candidate) -> LinearExpr:
        """What is carried once for each of several selections: anything that it can come to."""
        encoder = self.encoder
        intervals = encoder.tree.bounds.intervals
        (low, high), granularity = (
            intervals.of(fixed, candidate.place),
            intervals.granularity(fixed),
        )
        if low is None or high is None or granularity is None:
            encoder.require_disaggregation(candidate)
        encoder.relax(candidate)
        one, all_ = of_literal(candidate.present), candidate.count
        below = all_ if low < 0 or candidate.place.copies == 1 else one
        above = all_ if high > 0 or candidate.place.copies == 1 else one
        between = self.model.between(below.times(low), above.times(high), granularity)
        return encoder.owned(between, candidate)

    def _all_models(self, candidate: Candidate, or_holders: bool = False) -> LinearExpr:
        """Models of a spot, all its copies; with those of what it is in, if it has none itself."""
        size = self._models(candidate) if or_holders else candidate.size
        if not size.terms and not size.const:
            return ZERO
        if size is candidate.size and candidate.selection is None and candidate.place.copies == 1:
            return size  # none where it is not there, and of all copies in a bundle
        sized = candidate.holder
        while sized is not None and not sized.size.terms:
            sized = sized.holder
        if (
            sized is not None
            and candidate.holder is not None
            and is_inside_aggregate(candidate.holder, sized)
        ):
            return self._relaxed_models(candidate, sized)
        return self.model.product(candidate.count, size)

    def _relaxed_models(self, candidate: Candidate, sized: Candidate) -> LinearExpr:
        """Models for each of several copies, in any of several units of differing sizes.

        Of units there are so many, with so many models together; none has fewer than ``least`` or
        more than ``most``, or holds more than ``held`` copies: that much is certain.
        """
        encoder, model = self.encoder, self.model
        encoder.relax(candidate)
        bounds = encoder.tree.bounds
        units, models, copies = sized.count, sized.size, candidate.count
        least = bounds.least_size(sized.place)
        most = model.high(models) // (model.high(units) if sized.is_unit_aggregate else 1)
        most_held = encoder.most_held(candidate, sized)
        found = encoder.owned(model.between(copies.times(least), copies.times(most)), candidate)
        if most_held * most <= MAX_BIG_M:
            rest = units.times(most_held) - copies
            model.at_least_0(models.times(most_held) - rest.times(least) - found)
            model.at_least_0(found - models.times(most_held) + rest.times(most))
        return found

    def _models(self, candidate: Candidate) -> LinearExpr:
        """Models of the nearest sized selection: itself or what it is in."""
        size = candidate.size
        if size.const or (size.terms and candidate.selection is None) or candidate.holder is None:
            return size
        outside = self._models(candidate.holder)
        if not size.terms:
            return outside
        return size + self.model.gate(self.model.is_0(size), outside)

    def _steps(self, value: Value, candidate: Candidate) -> LinearExpr:
        """Prices by which copy it is, of those that stand there already too."""
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
        """Prices by which copy it is, in several selections: so many have a second, a third."""
        model = self.model
        if (
            not holder.is_unit_aggregate
            or sum(one.place is candidate.place for one in holder.children) > 1
        ):
            self.encoder.relax(candidate)
        *steps, last = value.steps
        most = int(model.high(candidate.count))
        parts, further, before = [], candidate.count, holder.count
        for step in steps:
            have = self.encoder.owned(of_variable(model.variable(0, most)), candidate)
            model.at_least_0(before - have)
            parts.append(have.times(step))
            further, before = further - have, have
        model.at_least_0(further)
        model.at_least_0(before.times(most) - further)
        return total([*parts, further.times(last)])

    def _stepped(self, value: Value, copies: LinearExpr) -> LinearExpr:
        *steps, last = value.steps
        parts = [copies.times(last)]
        for number, step in enumerate(steps, 1):
            if step != last:
                reached = self.model.is_at_least_0(copies - constant(number))
                parts.append(of_literal(reached, step - last))
        return total(parts)
