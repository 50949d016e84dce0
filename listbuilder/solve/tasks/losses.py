"""The worth that a repair takes away, and the worth that comes and goes, as linear expressions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil

from listbuilder.editing.army_kinds import IDEA, is_kind, saying_kind, weight_of
from listbuilder.editing.bearers import handed_on, stays_itself
from listbuilder.editing.digit_slips import meant_numbers
from listbuilder.editing.leaders import is_mark, leaders
from listbuilder.editing.remedy_weights import A_CHANGE, A_POST
from listbuilder.model.language import Number, Value
from listbuilder.model.roster import Roster
from listbuilder.rules.arithmetic import exact
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.domains.intervals import IntervalAnalysis, common_denominator
from listbuilder.solve.model.linear import (
    LinearExpr,
    constant,
    of_literal,
    total,
)
from listbuilder.solve.search.goals import costs, limited_cost
from listbuilder.solve.search.problem import EncodedProblem
from listbuilder.solve.tasks.changes import Changes
from listbuilder.solve.tasks.model_pools import ModelPools
from listbuilder.solve.tasks.worths import (
    at_least,
    each_model,
    models_in,
    worth_before,
    worth_of,
)


class Losses:
    """The worth of a roster's selections.

    All costs of a game are added up, such as points and siege points: a selection that costs no
    points is worth its siege points.

    Attributes:
        verdict: the judge's verdict on the roster.
        handed_on: the options in the wrong place (``editing.bearers``).
        nodes: the player's selections, by number.
        cost: the limited cost, else the game's first; None: the game has no costs, and each model
            is worth 1.
        costs: all costs, ``cost`` first.
        worths: by cost the worth of each of the player's selections, by number; in models (None)
            where nothing costs anything.
        pools: the units that may hand models on.
        meant: the numbers that surely have a digit too many without it, by the selection's number.
        spent: the sum over all selections, by cost; what costs nothing in the wrong place is worth
            something, but nothing is spent on it.
        has_gone: whether something is placed at an id that no selection has.
        whole: the limit of ``cost``; where the roster sets none, the sum spent of it.
        never_negative: whether no entry costs less than 0.
        step: the unit of which all losses are multiples, such as 1/2 point.
    """

    def __init__(self, judge: Judge, roster: Roster) -> None:
        known = costs(judge.book)
        self.cost = limited_cost(judge.book, roster) or next(iter(known), None)
        self.costs = sorted(known, key=lambda name: name != self.cost)
        counted: Sequence[str | None] = self.costs or [None]
        self.verdict = verdict = judge.evaluate(roster)
        army = verdict.army
        self.nodes = army.nodes
        self._leaders = leaders(judge, verdict)
        self.handed_on = handed_on(verdict, judge)
        self.worths: dict[str | None, list[Number]] = {
            name: [worth_before(name, node, army, judge) for node in self.nodes] for name in counted
        }
        self.spent = {name: sum(worths) for name, worths in self.worths.items()}
        self._count_what_is_meant_for_others()
        self.meant = {node.start: many for node, many in meant_numbers(verdict, judge).items()}
        self.pools = ModelPools(self.nodes, self.costs)
        self.has_gone = not army.placed.keys() <= army.named.keys()
        self.whole = roster.limits.get(self.cost or "") or self.spent[self.cost]
        shares = [
            Fraction(worth) / node.count
            for worths in self.worths.values()
            for node, worth in zip(self.nodes, worths, strict=True)
        ]
        intervals = IntervalAnalysis(judge, roster)
        self.never_negative = all(intervals.never_negative[name] for name in self.costs)
        values = [one for name in self.costs for one in intervals.definitions(name)]
        prices = [number for one in values for number in _prices(one)]
        self.step = Fraction(1, common_denominator([*shares, *prices]))

    def may_be_less_with(self, place: Place) -> bool:
        """Whether an addition at a place may lower the cost that is lost or spent.

        It may where its cost is negative, or where copies of one entry are priced by steps, so that
        a further copy changes the price of those beside it.
        """
        values = (place.value(name) for name in self.costs)
        return not self.never_negative or any(value is not None and value.steps for value in values)

    @property
    def bounds_purchases(self) -> bool:
        """Whether a bound of what is given up bounds what is bought: it costs something."""
        return self.cost is not None and self.never_negative

    def mistyped(self, number: int, cost: str | None) -> Number:
        """The worth of a selection's models or copies that a digit too many added."""
        node = self.nodes[number]
        if number not in self.meant:
            return 0
        if node.size:
            each: Number = each_model(cost, node.place) * node.count
        else:
            each = Fraction(self.worths[cost][number]) / node.count
        return each * ((node.size or node.count) - self.meant[number])

    def takes_models(self, place: Place) -> bool:
        """Whether an addition at a place may take models of the player's units."""
        return self.pools.kind(place) is not None

    def is_kept_or_lost(self, cost: str) -> bool:
        """Whether all that a repair saves of a cost is lost: no price is worked out from others."""
        return not any(is_worked_out(node.place.value(cost)) for node in self.nodes)

    def saved_by_moves(self, cost: str) -> Number:
        """The most of a cost that is saved, and not lost, by moving copies priced by steps."""
        worths = zip(self.nodes, self.worths[cost], strict=True)
        return sum(
            worth
            for node, worth in worths
            if (price := node.place.value(cost)) is not None
            and price.steps
            and (stays_itself(node.place, True) or node.start in self.handed_on)
        )

    def share(self, part: Fraction) -> Number:
        """A part of the whole, rounded up to a step."""
        return max(1, ceil(self.whole * part / self.step)) * self.step

    def share_of_all(self, part: Fraction) -> Number:
        """A part of all that the roster spends, summed over all costs."""
        return part * sum(self.spent.values())

    @property
    def a_change(self) -> Number:
        """The worth of a change, ``A_CHANGE`` of all that the roster spends, in whole steps."""
        return exact(self.share_of_all(A_CHANGE) // self.step * self.step)

    def free(self, changes: Changes) -> LinearExpr:
        """The worth of free models that are gone: each counts the army's mean cost of a model.

        Free models that a slot demands or brings by default do not count if their holder goes, too.
        Nor do models that no slot of their holder offers: in a legal place they may cost something.
        A post that models leave, such as a garrison, counts ``A_POST`` of the army; so does each
        wall that goes from under them, however many stood there.
        """
        if self.cost is None:
            return constant(0)
        gone = [
            at_least(changes.model, [_gone(node, changes)], node.count)
            for number, node in enumerate(self.nodes)
            if self._is_free(number) and models_in(node) and node.place.offer is not None
        ]
        mean = Fraction(self.spent[self.cost]) / max(1, sum(map(models_in, self.nodes)))
        worth = total(gone).times(ceil(mean / self.step) * self.step)
        left = [changes.fewer[number] for number in self._posts]
        razed = [
            changes.model.is_at_least_0(changes.gone(number) - constant(1))
            for number in self._manned
        ]
        unmanned = [of_literal(one, self.share(A_POST)) for one in (*left, *razed)]
        return total([worth, *unmanned])

    def _count_what_is_meant_for_others(self) -> None:
        """Give options that cost nothing in the wrong place their price at the first right bearer.

        Without what depends on others.
        """
        for number, bearers in self.handed_on.items():
            if self._is_free(number):
                one = self.nodes[number].selection
                place = self.nodes[next(iter(bearers))].place.below[one.entry, None]
                for name in self.costs:
                    if (price := place.value(name)) is not None:
                        self.worths[name][number] = max(0, price.each) * one.count

    def of_kind(self, changes: Changes, share: Fraction) -> LinearExpr:
        """A share of ``whole`` for each change of the army's kind.

        It changes with what ``says_kind`` and goes, with what ``is_kind`` and comes (not in the
        place of something that is gone, ``Placements.renewals``), and with a leader
        (``editing.leaders``) who goes or whom another takes the command from. The idea of an army
        (``is_idea``) counts ``IDEA`` times a share.
        """
        gone = [
            changes.fewer[node.start]
            for node in filter(self.says_kind, self.nodes)
            for _ in range(weight_of(node.place))
        ]
        led = [
            ~changes.is_with_its_holder(node.start) if is_mark(node) else changes.fewer[node.start]
            for node in self._leaders
        ]
        come = [one.count for one in changes.additions if is_kind(one.place)]
        again = [
            of_literal(literal, -1)
            for (_, target), literal in changes.tree.placements.renewals.items()
            if is_kind(target.place)
        ]
        return total([*map(of_literal, (*gone, *led)), *come, *again]).times(self.share(share))

    def goes_along(self, number: int) -> bool:
        """Whether a selection may go uncounted with its holder: it is free, and no piece."""
        return self._is_free(number) and not models_in(self.nodes[number])

    @cached_property
    def strays(self) -> Collection[int]:
        """The numbers of the selections that nobody offers where they stand."""
        return {node.start for node in self.nodes if node.holder and node.place.offer is None}

    @cached_property
    def _posts(self) -> Sequence[int]:
        """The numbers of the parts of units that stand somewhere."""
        return [
            number
            for number, node in enumerate(self.nodes)
            if node.selection.at and node.size and self.goes_along(number)
        ]

    @cached_property
    def _manned(self) -> Sequence[int]:
        """The numbers of the selections at which such parts stand."""
        sites = {self.nodes[number].selection.at for number in self._posts}
        return [number for number, node in enumerate(self.nodes) if node.selection.id in sites]

    def says_kind(self, node: Node) -> bool:
        """Whether one of the player's selections says of which kind his army is."""
        return node.start in self._says_kind

    def is_idea(self, node: Node) -> bool:
        """Whether one of the player's selections is the idea of the army (``army_kinds``)."""
        return self.says_kind(node) and weight_of(node.place) == IDEA

    @cached_property
    def _says_kind(self) -> frozenset[int]:
        return frozenset(node.start for node in saying_kind(self.nodes))

    def worth(self, number: int) -> Number:
        """The worth of one of the player's selections without its contents, over all costs."""
        return sum(worths[number] for worths in self.worths.values())

    def _is_free(self, number: int) -> bool:
        return not any(worths[number] for worths in self.worths.values())

    def new(self, encoded: EncodedProblem) -> LinearExpr:
        """The worth of all additions, over all costs; where nothing costs anything, 0."""
        added = [*encoded.tree.added()]
        return total([worth_of(name, encoded, one) for name in self.costs for one in added])


def is_worked_out(price: Value | None) -> bool:
    """Whether a price depends on other selections, such as half of all that is spent."""
    return price is not None and not isinstance(price.fixed, int | Fraction)


def _prices(value: Value) -> Iterator[Number]:
    yield from (value.each, value.per_model, *value.steps)
    yield from (amount for _, amount in value.by_size)


def _gone(node: Node, changes: Changes) -> LinearExpr:
    """The copies gone, without those that a slot demands and that go with their holder.

    Negative where copies were added.
    """
    slot = node.place.slot
    if slot is None or slot.default or slot.min is not None or slot.exactly is not None:
        return changes.gone_alone(node.start)
    return changes.gone(node.start)
