"""What a spot carries of a value: prices by copy, by model, by which copy it is, and once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.model.language import Number, Quantity, Value
from listbuilder.solve.linear import (
    FALSE,
    ZERO,
    Linear,
    Lit,
    constant,
    of_literal,
    of_variable,
    total,
)
from listbuilder.solve.spots import Spot, lumped

if TYPE_CHECKING:
    from listbuilder.solve.compile import Compiler

LARGE = 2**20
"""Beyond this, bounds say too little for the size of their numbers."""


class Weights:
    """Works out, once for each spot and value, what is carried there."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.program = compiler.program
        self._known: dict[tuple[str, Spot, bool], tuple[Linear, Lit]] = {}

    def carried(self, name: str, spot: Spot, own: bool = False) -> tuple[Linear, Lit]:
        """What a spot carries of a value, all its copies; nothing where it is not there.

        Returns:
            The quantity, and whether it reads a limit that the roster does not set.
        """
        key = name, spot, own
        if key not in self._known:
            self._known[key] = self._work_out(name, spot, own)
        return self._known[key]

    def _work_out(self, name: str, spot: Spot, own: bool) -> tuple[Linear, Lit]:
        if name == "size":
            return self._all_models(spot), FALSE
        value = spot.place.value(name)
        if value is None:
            return ZERO, FALSE
        parts = [spot.count.times(value.each)]
        unset = FALSE
        if value.per_model:
            parts.append(self._all_models(spot, around=True).times(value.per_model))
        if value.steps:
            parts.append(self._steps(value, spot))
        if value.fixed:
            fixed, unset = self._once(value.fixed, spot, own)
            parts.append(fixed)
        return total(parts), unset

    def _once(self, fixed: Quantity, spot: Spot, own: bool) -> tuple[Linear, Lit]:
        """What is carried once for each selection."""
        if isinstance(fixed, Number) and spot.place.copies == 1:
            return spot.count.times(fixed), FALSE
        if spot.lump:
            return self._loosely_once(fixed, spot), FALSE
        outer, self.compiler.local = self.compiler.local, False
        amount, unset = self.compiler.read(fixed, spot, own)
        if self.compiler.local and spot.zone is not None:
            return self._loosely_once(fixed, spot), FALSE
        self.compiler.local = outer
        gated = self.program.gate(spot.there, amount)
        return gated, self.program.all_of((spot.there, unset))

    def _loosely_once(self, fixed: Quantity, spot: Spot) -> Linear:
        """What is carried once for each of several selections: anything that it can come to."""
        compiler = self.compiler
        reach = compiler.tree.bounds.reach
        (low, high), grain = reach.of(fixed, spot.place), reach.grain(fixed)
        if low is None or high is None or grain is None:
            compiler.refuse(spot)
        compiler.loosen(spot)
        one, all_ = of_literal(spot.there), spot.count
        below = all_ if low < 0 or spot.place.copies == 1 else one
        above = all_ if high > 0 or spot.place.copies == 1 else one
        between = self.program.between(below.times(low), above.times(high), grain)
        return compiler.owned(between, spot)

    def _all_models(self, spot: Spot, around: bool = False) -> Linear:
        """Models of a spot, all its copies; with those of what it is in, if it has none itself."""
        size = self._models(spot) if around else spot.size
        if not size.terms and not size.const:
            return ZERO
        if size is spot.size and spot.selection is None and spot.place.copies == 1:
            return size  # none where it is not there, and of all copies in a bundle
        sized = spot.holder
        while sized is not None and not sized.size.terms:
            sized = sized.holder
        if sized is not None and spot.holder is not None and lumped(spot.holder, sized):
            return self._loosely_all_models(spot, sized)
        return self.program.product(spot.count, size)

    def _loosely_all_models(self, spot: Spot, sized: Spot) -> Linear:
        """Models for each of several copies, in any of several units of differing sizes.

        Of units there are so many, with so many models together; none has fewer than ``least`` or
        more than ``most``, or holds more than ``held`` copies: that much is certain.
        """
        compiler, program = self.compiler, self.program
        compiler.loosen(spot)
        bounds = compiler.tree.bounds
        units, models, copies = sized.count, sized.size, spot.count
        least = bounds.least_size(sized.place)
        most = program.high(models) // (program.high(units) if sized.bundle else 1)
        held = compiler.held(spot, sized)
        found = compiler.owned(program.between(copies.times(least), copies.times(most)), spot)
        if held * most <= LARGE:
            rest = units.times(held) - copies
            program.at_least_0(models.times(held) - rest.times(least) - found)
            program.at_least_0(found - models.times(held) + rest.times(most))
        return found

    def _models(self, spot: Spot) -> Linear:
        """Models of the nearest sized selection: itself or what it is in."""
        size = spot.size
        if size.const or (size.terms and spot.selection is None) or spot.holder is None:
            return size
        outside = self._models(spot.holder)
        if not size.terms:
            return outside
        return size + self.program.gate(self.program.is_0(size), outside)

    def _steps(self, value: Value, spot: Spot) -> Linear:
        """Prices by which copy it is, of those that stand there already too."""
        if spot.holder is not None and spot.holder.lump:
            return self._stepped_together(value, spot, spot.holder)
        before: list[Spot] = []
        for other in spot.holder.children if spot.holder else ():
            if other is spot:
                break
            if other.place is spot.place:
                before.append(other)
        earlier = total([other.count for other in before])
        return self._stepped(value, earlier + spot.count) - self._stepped(value, earlier)

    def _stepped_together(self, value: Value, spot: Spot, holder: Spot) -> Linear:
        """Prices by which copy it is, in several selections: so many have a second, a third."""
        program = self.program
        if not holder.bundle or sum(one.place is spot.place for one in holder.children) > 1:
            self.compiler.loosen(spot)
        *steps, last = value.steps
        most = int(program.high(spot.count))
        parts, further, before = [], spot.count, holder.count
        for step in steps:
            have = self.compiler.owned(of_variable(program.variable(0, most)), spot)
            program.at_least_0(before - have)
            parts.append(have.times(step))
            further, before = further - have, have
        program.at_least_0(further)
        program.at_least_0(before.times(most) - further)
        return total([*parts, further.times(last)])

    def _stepped(self, value: Value, copies: Linear) -> Linear:
        *steps, last = value.steps
        parts = [copies.times(last)]
        for number, step in enumerate(steps, 1):
            if step != last:
                reached = self.program.is_at_least_0(copies - constant(number))
                parts.append(of_literal(reached, step - last))
        return total(parts)
