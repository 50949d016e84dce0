"""Domain bounds of a repair: only additions that may help, and none that costs too much."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import floor

import attrs

from listbuilder.editing.army_kinds import is_kind
from listbuilder.editing.remedy_weights import SHARE_PER_KIND
from listbuilder.model.language import ALWAYS, Number
from listbuilder.model.memo import Memo
from listbuilder.rules.arithmetic import exact
from listbuilder.rules.places import Place
from listbuilder.solve.domains.copy_limits import Allowance, PlaceBounds
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.domains.unavoidable_costs import UnavoidableCosts
from listbuilder.solve.tasks.losses import Losses

WEIGHT = 4
"""The weight of a loss, in purchases of the same cost."""


class UsefulBounds(DomainBounds):
    """Domain bounds without additions that can't help a repair.

    A repair that adds something on which no rule depends is legal, with fewer changes, without it.
    """

    def __init__(
        self,
        known: DomainBounds,
        is_useful: Callable[[Place], bool],
        is_needed: Callable[[Place], bool] = lambda place: False,
        raised: Collection[Place] = (),
        moves_to: Callable[[Place], bool] = lambda place: False,
    ) -> None:
        """Narrow known bounds.

        Args:
            known: bounds of the same roster; their memos are shared.
            is_useful: whether an addition at a place may help wherever it stands.
            is_needed: whether an addition at a place may help its holder alone.
            raised: places where more copies of one of the player's selections may help.
            moves_to: whether one of the player's selections may be moved to a place in an addition:
                a new force need not buy the unit that it must hold.
        """
        vars(self).update(vars(known))
        self.allowances = dict(known.allowances)
        self._purchases, self._room_left = map(self._unused, ("purchases", "room"))
        self._takes_models: Callable[[Place], bool] = lambda place: False
        self._of_takers: set[str] = set()
        self._of_others: set[str] = set()
        self._costs = UnavoidableCosts(self, moves_to)
        self._of = Memo(lambda place: self._with_allowances(known.bounds_of(place), place))
        self._is_needed = is_needed
        self._raised = raised
        self._per_kind: Memo[Place, Number] = Memo(lambda place: 0)
        self._useful: Memo[Place, bool] = Memo(
            lambda place: (
                is_useful(place)
                or any(self._useful[child] for child in place.offered() if not child.is_nested)
            )
        )

    def bound_purchases(self, losses: Losses, given_up: Number | None, lost: Number | None) -> None:
        """Leave out purchases so dear that an answer with them is no better than a known answer.

        Each purchase is given up, and so is a share for a new force or ally. At the limit of a cost
        as much must go as is bought, and what the roster has over its limit: that is lost, and
        counts ``WEIGHT`` times. So does what it has over the limits of other costs. The room is no
        bound for a unit that takes the models of another: these make room for it, and are not lost.

        Args:
            losses: the worth of the player's selections.
            given_up: by the known answer; None: this is no bound.
            lost: by the known answer; None: this is no bound. An answer within either bound may be
                better, so the larger purchase that the two allow is the bound.
        """
        if not losses.bounds_purchases:
            return
        rooms = {name: self._room(losses, name) for name in losses.costs}
        self._takes_models = losses.takes_models
        over = {name: max(0, -room) for name, room in rooms.items() if room is not None}
        for name, room in rooms.items():
            others = sum(over.values()) - over.get(name, 0)
            bounds: list[Number] = []
            if given_up is not None:
                left = given_up - WEIGHT * others
                if lost is None:
                    key = self._unused(f"{self._purchases} {name} +")
                    self._of_takers.add(key)
                    self._allow(key, name, left, losses)
                # What comes again in the place of something that is gone counts none.
                share: Number = 0 if losses.has_gone else WEIGHT * losses.share(SHARE_PER_KIND)
                if room is not None and room < left:
                    # bought <= room + lost, and WEIGHT * (lost + share) + bought <= left
                    left = Fraction(left + WEIGHT * room) / (WEIGHT + 1)
                    share = Fraction(share) / (WEIGHT + 1)
                share = exact(share // losses.step * losses.step)
                bounds.append(left)
                if lost is None and name == losses.cost:
                    self._per_kind = Memo(partial(_share_of_kind, share))
            if lost is not None:
                if room is None:
                    continue
                bounds.append(lost - others + room)
            if bounds:
                is_first = name == losses.cost
                key = self._purchases if is_first else self._unused(f"{self._purchases} {name}")
                self._of_others.add(key)
                self._allow(key, name, max(bounds), losses)

    def _allow(self, key: str, cost: str, most: Number, losses: Losses) -> None:
        """Bound the sum of a cost over all additions, rounded down to a step."""
        steps = exact(max(0, most) // losses.step * losses.step)
        self.allowances[key] = Allowance(cost, ALWAYS, True, steps, of_additions=True)

    def _unused(self, name: str) -> str:
        """A name that no allowance has: a ruleset may call its costs as it likes."""
        while name in self.allowances:
            name += "+"
        return name

    def _room(self, losses: Losses, cost: str) -> Number | None:
        """The room below the limit of a cost, negative above it; None: not known."""
        limit = self.allowances.get(cost)
        if limit is None or not losses.is_kept_or_lost(cost):
            return None
        mistyped = sum(losses.mistyped(number, cost) for number in losses.meant)
        return limit.most - losses.spent[cost] + losses.saved_by_moves(cost) + mistyped

    def _with_allowances(self, bounds: PlaceBounds, place: Place) -> PlaceBounds:
        """The bounds of a place with the allowances of purchases that cover it."""
        other = self._of_others if self._takes_models(place) else self._of_takers
        own = tuple(
            name for name, one in self.allowances.items() if one.of_additions and name not in other
        )
        return attrs.evolve(bounds, allowances=bounds.allowances + own) if own else bounds

    def bound_single_purchase(self, losses: Losses) -> None:
        """Bound purchases by the room below the limit: to make more room is a second change."""
        limit = self.allowances.get(losses.cost or "")
        is_cheaper_beside = any(losses.may_be_less_with(node.place) for node in losses.nodes)
        if limit is not None and not is_cheaper_beside:
            room = max(0, limit.most - losses.spent[losses.cost])
            self.allowances[self._room_left] = Allowance(
                limit.value, ALWAYS, True, room, of_additions=True
            )

    def adds_any(self, holders: Iterable[tuple[Place, int]]) -> bool:
        """Whether anything may be added in some holders, each a place with its copies."""
        charged = dict.fromkeys(self.allowances, 0)
        return any(
            self.most(place, copies, charged) > 0
            for holder, copies in holders
            for place in holder.offered()
        )

    def charge(
        self, charged: Mapping[str, Number], place: Place, copies: int = 1, inside: bool = False
    ) -> dict[str, Number]:
        """The charged sums after some more copies, as ``DomainBounds.charge`` has them."""
        after = super().charge(charged, place, copies, inside)
        if self._purchases in after and not charged[self._purchases]:
            after[self._purchases] += self._per_kind[place] * copies
        return after

    def most(
        self,
        place: Place,
        holder_copies: int,
        charged: Mapping[str, Number],
        certain: Sequence[tuple[Place, int]] = (),
        *,
        owned: bool = False,
    ) -> int:
        """The most copies that there can be at a place, in all selections there."""
        is_raised = owned and place in self._raised
        if not (self._useful[place] or self._is_needed(place) or is_raised):
            return 0
        most = super().most(place, holder_copies, charged, certain, owned=owned)
        share = self._per_kind[place]
        if owned or not share or charged.get(self._purchases) != 0:
            return most  # only the outermost addition is charged a share, not its contents
        return min(most, floor(self.allowances[self._purchases].most / share))


def _share_of_kind(share: Number, place: Place) -> Number:
    return share if is_kind(place) else 0
