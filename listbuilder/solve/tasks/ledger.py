"""What a repair takes from the player's selections, and what comes, as linear expressions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import ceil, floor

import attrs

from listbuilder.model.language import Number
from listbuilder.model.memo import Memo
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.linear import BoolLiteral, LinearExpr, constant, of_variable, total
from listbuilder.solve.search.problem import EncodedProblem
from listbuilder.solve.tasks.changes import Changes
from listbuilder.solve.tasks.losses import Losses, is_worked_out
from listbuilder.solve.tasks.worths import at_least, each_model, models_worth, worth_of

_Less = tuple[LinearExpr, LinearExpr]
"""What a selection is worth less: where it may be a loss, and as it is."""

_Pool = tuple[Sequence[int], Sequence[Candidate]]
"""Selections of the player's that may hand models on to one another, and to additions."""


@attrs.frozen(eq=False)
class Account:
    """What a repair takes and gives in one cost; in models (None) where nothing costs anything.

    Attributes:
        lost: the worth of the player's selections that is gone.
        changed: the loss, and the worth that comes besides; in models 0.
        taken: the worth of models that additions take from the player's units, and that other units
            take from one that goes: neither of both.
        mistyped: the worth that is lost of numbers with a digit too many: nobody misses it.
    """

    lost: LinearExpr
    changed: LinearExpr
    taken: LinearExpr
    mistyped: LinearExpr = constant(0)


class Ledger:
    """Encodes the accounts of a repair."""

    def __init__(self, losses: Losses, changes: Changes, encoded: EncodedProblem) -> None:
        """Begin.

        Args:
            losses: the worth of the player's selections.
            changes: the changes that the model allows.
            encoded: the problem.
        """
        self._losses = losses
        self._changes = changes
        self._encoded = encoded

    def accounts(self) -> Mapping[str | None, Account]:
        """Encode what the player's selections lose, and what comes and goes, by cost.

        Each selection loses the greater of two: the price of its copies that are gone, and the
        difference between its worth before and after. That a price falls which is worked out from
        the rest of the army is no loss, nor that copies priced by steps cost less where some are
        moved, and none like them goes: of eight crew, two of them free, two serve another engine,
        and are free there, too. Units that share their models (``ModelPools``) lose together:
        models that another of them takes are neither lost nor bought.
        """
        encoded, losses = self._encoded, self._losses
        added = [*encoded.tree.added()]
        pools = [*self._used_pools(added)]
        pooled = {number for numbers, _ in pools for number in numbers}
        alone = [node.start for node in losses.nodes if node.start not in pooled]
        accounts = {}
        for name in losses.worths:
            left = [*self._less(name)]
            shared = [self._of_pool(name, left, *pool) for pool in pools]
            changed: list[LinearExpr] = []
            if name is not None:
                changed += [worth_of(name, encoded, one) for one in added]
                changed += _differences(encoded.model, left, alone)
                changed += [one.changed for one in shared]
            accounts[name] = Account(
                total([*self._lost_alone(name, left, alone), *(one.lost for one in shared)]),
                total(changed),
                total(one.taken for one in shared),
                self._mistyped(name, left, pools, shared),
            )
        return accounts

    def _lost_alone(
        self, cost: str | None, left: Sequence[_Less], numbers: Sequence[int]
    ) -> Iterator[LinearExpr]:
        """Yield the losses of selections that share no models."""
        worths = self._losses.worths[cost]
        for number in numbers:
            if (worth := worths[number]) > 0:
                less, _ = left[number]
                gone = self._gone(number, worth)
                same = gone.terms == less.terms and gone.const == less.const
                yield at_least(self._encoded.model, [gone] if same else [gone, less], worth)

    def _used_pools(self, added: Sequence[Candidate]) -> Iterator[_Pool]:
        """Yield selections of which one may hand models on to another or to an addition."""
        takers: dict[Hashable, list[Candidate]] = {}
        for candidate in added:
            if (kind := self._losses.pools.kind(candidate.place)) is not None:
                takers.setdefault(kind, []).append(candidate)
        for kind, numbers in self._losses.pools.of.items():
            if len(numbers) > 1 or kind in takers:
                yield numbers, takers.get(kind, ())

    def _of_pool(
        self,
        cost: str | None,
        left: Sequence[_Less],
        numbers: Sequence[int],
        takers: Sequence[Candidate],
    ) -> Account:
        """Encode what the selections of a pool lose together.

        Copies that are gone lose at least what they cost besides their models.
        """
        worths, encoded = self._losses.worths[cost], self._encoded
        worth = sum(worths[number] for number in numbers)
        gone, besides = (
            total(self._gone(number, part(number)) for number in numbers)
            for part in (worths.__getitem__, partial(self._besides_models, cost))
        )
        less = total([left[number][0] for number in numbers])
        to_new = total(models_worth(cost, encoded, taker) for taker in takers)
        lost = at_least(encoded.model, [besides, less - to_new], worth)
        changed = lost.times(2) - less
        taken = at_least(encoded.model, [gone - lost], worth)
        if takers:
            more = besides - less
            grown = at_least(encoded.model, [more], max(0, encoded.model.high(more)))
            taken = total([taken, grown, less, lost.times(-1)])
        return Account(lost, changed, taken)

    def _besides_models(self, cost: str | None, number: int) -> Number:
        """The worth of a selection without that of its models."""
        node = self._losses.nodes[number]
        return (
            self._losses.worths[cost][number]
            - each_model(cost, node.place) * node.size * node.count
        )

    def _mistyped(
        self,
        cost: str | None,
        left: Sequence[_Less],
        pools: Sequence[_Pool],
        shared: Sequence[Account],
    ) -> LinearExpr:
        """Encode what is lost of numbers with a digit too many, down to those without it.

        Where a goal maximises it; what other units take of it is not lost.
        """
        losses, model = self._losses, self._encoded.model
        gone: dict[int, LinearExpr] = {}
        for number in losses.meant:
            less, _ = left[number]
            most = ceil(losses.mistyped(number, cost) / losses.step)
            least = min(0, floor(model.low(less) / losses.step))
            found = of_variable(model.variable(least, most)).times(losses.step)
            model.at_least_0(less - found)
            gone[number] = found
        for (numbers, _), account in zip(pools, shared, strict=True):
            model.at_least_0(account.lost - total(gone[one] for one in numbers if one in gone))
        return total(gone.values())

    def _less(self, cost: str | None) -> Iterator[_Less]:
        """Yield for each of the player's selections its worth before less its worth after.

        A price that is worked out counts only if the selection itself is not as it was.

        Yields:
            The difference where it may be a loss, which steps and moves are none; and as it is.
        """
        changes, encoded, nodes = self._changes, self._encoded, self._losses.nodes
        model = encoded.model

        def any_gone(entry: str) -> BoolLiteral:
            alike = (node.start for node in nodes if node.selection.entry == entry)
            return model.any_of(
                model.is_at_least_0(changes.gone(number) - constant(1)) for number in alike
            )

        goes = Memo(any_gone)
        for node, worth in zip(nodes, self._losses.worths[cost], strict=True):
            candidates = encoded.tree.owned[node.start]
            less = constant(worth) - total([worth_of(cost, encoded, one) for one in candidates])
            price = None if cost is None else node.place.value(cost)
            if price is not None and is_worked_out(price):
                less = model.gate(~changes.is_as_it_was(node.start), less)
            difference = less
            moved = [one.present for one in candidates if one.is_moved_itself]
            if price is not None and price.steps and moved:
                stays = ~model.any_of(moved)
                less = model.gate(model.any_of((stays, goes[node.selection.entry])), less)
            yield less, difference

    def _gone(self, number: int, worth: Number) -> LinearExpr:
        """The part of a selection's worth that its copies had that are gone."""
        count = self._losses.nodes[number].count
        return self._changes.gone(number).times(Fraction(worth) / count)


def _differences(
    model: ConstraintModel, left: Sequence[_Less], numbers: Iterable[int]
) -> Iterator[LinearExpr]:
    """Yield for some selections how much more or less they are worth."""
    for number in numbers:
        less, difference = left[number]
        most = max(model.high(less), -model.low(difference))
        yield at_least(model, [less, difference.times(-1)], most)
