"""Units that may hand models on to one another, with the options that they pay for by the model.

Of two regiments of one kind the first hands models on to the second: no model is lost, and none is
bought. So the units of an entry are judged together: their loss is what all of them are worth less.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction

from listbuilder.model.language import Value
from listbuilder.model.memo import Memo
from listbuilder.rules.army import Node
from listbuilder.rules.places import Place


class ModelPools:
    """The player's selections whose models may go to others of their kind.

    Of one kind are the units of an entry that have the same price, and the same options of such
    units: a model that leaves a unit with shields for another with shields takes its shield along.

    Attributes:
        of: the numbers of the player's selections, by kind.
    """

    def __init__(self, nodes: Sequence[Node], costs: Sequence[str]) -> None:
        """Group selections.

        Args:
            nodes: the player's selections, by number.
            costs: the names of all costs.
        """
        self._costs = costs
        self._kinds: Memo[Place, Hashable] = Memo(self._kind_of)
        of: dict[Hashable, list[int]] = {}
        for node in nodes:
            if (kind := self._kinds[node.place]) is not None:
                of.setdefault(kind, []).append(node.start)
        self.of = of

    def kind(self, place: Place) -> Hashable:
        """The kind that takes models at a place; None: the player has none of it."""
        kind = self._kinds[place]
        return kind if kind in self.of else None

    def _kind_of(self, place: Place) -> Hashable:
        entry, holder = place.entry, place.holder
        prices = tuple(place.value(cost) for cost in self._costs)
        if entry is None or not all(map(_grows_by_the_model, prices)):
            return None
        if entry.size is not None:
            return entry.id, prices
        around = None if holder is None else self._kinds[holder]
        if (
            around is None
            or not any(prices)
            or any(one and (one.each or one.fixed) for one in prices)
        ):
            return None
        return around, entry.id, prices


def _grows_by_the_model(price: Value | None) -> bool:
    """Whether each model more adds the same to a price, whatever else the army holds."""
    return price is None or not (
        price.steps or price.by_size or not isinstance(price.fixed, int | Fraction)
    )
