"""Domain bounds of a repair: only additions that may help, and none that costs too much."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from math import floor

import attrs

from listbuilder.model.language import ALWAYS, Number
from listbuilder.model.memo import Memo
from listbuilder.rules.arithmetic import exact
from listbuilder.rules.places import Place
from listbuilder.solve.domains.copy_limits import Allowance, PlaceBounds
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.tasks.losses import Losses

WEIGHT = 4
"""The weight of a loss, in purchases of the same cost."""

SHARE_PER_KIND = Fraction(1, 20)
"""A change of the army's kind counts this part of the army's worth."""

PURCHASES = "purchases"
ROOM = "room"
"""Allowances for purchases: by what a known answer gives up; by the room below the limit."""


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
    ) -> None:
        """Narrow known bounds.

        Args:
            known: bounds of the same roster; their memos are shared.
            is_useful: whether an addition at a place may help wherever it stands.
            is_needed: whether an addition at a place may help its holder alone.
            raised: places where more copies of one of the player's selections may help.
        """
        vars(self).update(vars(known))
        self.allowances = dict(known.allowances)
        self._of = Memo(lambda place: self._with_allowances(known.bounds_of(place)))
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
        counts ``WEIGHT`` times.

        Args:
            losses: the worth of the player's selections.
            given_up: by the known answer; None: this is no bound.
            lost: by the known answer; None: this is no bound. An answer within either bound may be
                better, so the larger purchase that the two allow is the bound.
        """
        if losses.cost is None or not losses.never_negative:
            return
        limit = self.allowances.get(losses.cost)
        room = None if limit is None else limit.most - losses.spent[losses.cost]
        bounds: list[Number] = []
        if given_up is not None:
            share: Number = WEIGHT * losses.share(SHARE_PER_KIND)
            if room is not None and room < given_up:
                # bought <= room + lost, and WEIGHT * (lost + share) + bought <= given up
                given_up = Fraction(given_up + WEIGHT * room) / (WEIGHT + 1)
                share = Fraction(share) / (WEIGHT + 1)
            share = exact(share // losses.step * losses.step)
            bounds.append(given_up)
            if lost is None:
                self._per_kind = Memo(lambda place: share if losses.is_kind(place) else 0)
        if lost is not None:
            if room is None:
                return
            bounds.append(lost + room)
        if bounds:
            most = exact(max(bounds) // losses.step * losses.step)
            bought = Allowance(losses.cost, ALWAYS, True, most, of_additions=True)
            self.allowances[PURCHASES] = bought

    def _with_allowances(self, bounds: PlaceBounds) -> PlaceBounds:
        """The bounds of a place with the allowances of purchases, which cover all places."""
        own = tuple(name for name in (PURCHASES, ROOM) if name in self.allowances)
        return attrs.evolve(bounds, allowances=bounds.allowances + own) if own else bounds

    def bound_single_purchase(self, losses: Losses) -> None:
        """Bound purchases by the room below the limit: to make more room is a second change."""
        limit = self.allowances.get(losses.cost or "")
        is_cheaper_beside = any(losses.may_be_less_with(node.place) for node in losses.nodes)
        if limit is not None and not is_cheaper_beside:
            room = max(0, limit.most - losses.spent[losses.cost])
            self.allowances[ROOM] = Allowance(limit.value, ALWAYS, True, room, of_additions=True)

    def charge(
        self, charged: Mapping[str, Number], place: Place, copies: int = 1, inside: bool = False
    ) -> dict[str, Number]:
        """The charged sums after some more copies, as ``DomainBounds.charge`` has them."""
        after = super().charge(charged, place, copies, inside)
        if PURCHASES in after and not charged[PURCHASES]:
            after[PURCHASES] += self._per_kind[place] * copies
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
        if owned or not share or charged.get(PURCHASES) != 0:
            return most  # only the outermost addition is charged a share, not its contents
        return min(most, floor(self.allowances[PURCHASES].most / share))
