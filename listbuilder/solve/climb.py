"""Reaching goals in order of priority."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from listbuilder.model.language import Number
from listbuilder.solve.engine import Ended, Engine, Found
from listbuilder.solve.linear import LARGEST, Linear, Program, scaled


@attrs.frozen(eq=False)
class Stage:
    """Goals that are gone for at once.

    Attributes:
        weights: of each: the most of one is worth less than one of those before it.
        quantity: all of them, so weighed.
    """

    weights: tuple[int, ...]
    quantity: Linear

    def of(self, numbers: Sequence[Number]) -> Number:
        """What numbers of the goals come to."""
        return sum(weight * number for weight, number in zip(self.weights, numbers, strict=True))


def _stages(program: Program, goals: Iterable[Linear], joined: bool) -> list[Stage]:
    """Join goals, as far as the numbers don't become too large, or leave each apart."""
    stages: list[Stage] = []
    most = 1
    for goal in goals:
        whole, scale = scaled(goal)
        spread = int(program.high(whole) - program.low(whole)) + 1
        if stages and joined and most * spread <= LARGEST:
            weights = (*(weight * spread for weight in stages[-1].weights), scale)
            stages[-1] = Stage(weights, stages[-1].quantity.times(spread) + whole)
            most *= spread
        else:
            stages.append(Stage((scale,), whole))
            most = spread
    return stages


def climb(
    engine: Engine,
    goals: Mapping[str, Linear],
    joined: bool = False,
    sure: Sequence[Number] = (),
    held: Sequence[Number] = (),
) -> tuple[Found, int]:
    """Reach each goal as far as those before it allow.

    Args:
        engine: of the model that the goals are of.
        goals: in order.
        joined: they are gone for at once.
        sure: what the first of them are known to reach.
        held: what a known answer reaches; the search looks for none that is worse.

    Returns:
        What was found, and of how many goals it is the best.
    """
    floors: list[tuple[Linear, Number]] = []
    found = Found(Ended.GAVE_UP)
    begin = 0
    for stage in _stages(engine.program, goals.values(), joined):
        end = begin + len(stage.weights)
        if end <= len(sure) and end < len(goals):
            floors.append((stage.quantity, stage.of(sure[begin:end])))
        else:
            if end <= len(held) and begin <= len(sure):
                floors.append((stage.quantity, stage.of(held[begin:end])))
            following = engine.maximise(stage.quantity, found.values, floors)
            if not following.values:
                if not found.values:
                    return following, 0
                return attrs.evolve(found, limit=following.limit), begin
            found = following
            if found.ended is not Ended.BEST:
                return found, begin
            floors.append((stage.quantity, found.of(stage.quantity)))
        begin = end
    return found, begin
