"""Interchangeable holders: what one holds the other may hold as well (*symmetry breaking*).

Example: a defender's army stands in a defence force and in a relief force that take the same
entries, and the relief force needs one unit. All other units may as well stand in the defence
force, so all divisions of an army between the two are equally good, and a search looks at each of
them. Every legal roster has an equally good one in which the relief force gets one addition at
most: a search for these alone misses nothing.

One of the two holders, the *giver*, leaves its selections to the other, the *receiver*, but for the
number that rules ask of the giver. Two holders are called interchangeable if their places are alike
and no other test in the game could tell a selection in the one from the same selection in the
other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from listbuilder.findings import Severity
from listbuilder.model.language import (
    Comparison,
    Condition,
    Constraint,
    Count,
    KeywordChange,
    Number,
    Outside,
    Quantity,
    Selector,
    Taker,
    Test,
    Times,
    Value,
)
from listbuilder.record import Record, records_in
from listbuilder.rules.places import Place
from listbuilder.rules.slots import COPIES
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.domains.unavoidable_costs import slot_minimum
from listbuilder.solve.domains.unrolling import CandidateTree

FIXED_SCOPES = frozenset(
    ("self", "children", "below", "whole", "parent", "roster", "at", "placed", "beside")
)
NOT_OF_CONTENTS = frozenset(("self", "parent", "roster", "at", "placed"))
"""Scopes that don't find the contents of the asking selection."""


class _ReadsContentsError(Exception):
    """A test reads the contents of a holder, or may read them."""


class InterchangeableHolders:
    """Finds the givers of a tree: holders of few additions, for a receiver can hold the others."""

    def __init__(
        self, tree: CandidateTree, rules: Sequence[Constraint], goals: Iterable[Quantity]
    ) -> None:
        """Look at a tree.

        Args:
            tree: the candidates of a search that leaves the player's selections where they are.
            rules: rules asked of the whole roster besides the book's.
            goals: the quantities that tell which roster is better.
        """
        self._tree = tree
        self._rules = rules
        self._goals = [*goals]
        self._judge = tree.judge
        self._intervals = tree.bounds.intervals
        self._names = [*tree.judge.book.ruleset.values]

    def most_given(self) -> Iterator[tuple[Candidate, int]]:
        """Yield the givers, each with the most additions that it needs."""
        givers: set[Candidate] = set()
        receivers: set[Candidate] = set()  # no givers: else two could rely on each other
        for giver, receiver in self._pairs():
            if giver in givers | receivers or receiver in givers or not self._is_certain(receiver):
                continue
            most = self._needed(giver, receiver)
            if most is not None:
                givers.add(giver)
                receivers.add(receiver)
                yield giver, most

    def _pairs(self) -> Iterator[tuple[Candidate, Candidate]]:
        """Yield pairs of holders that have the same slots."""
        for holder in (self._tree.root, *self._tree.candidates):
            row = [one for one in holder.children if one.children and one.aggregate_root is None]
            for giver in row:
                for receiver in row:
                    if giver is not receiver and _have_same_slots(giver.place, receiver.place):
                        yield giver, receiver

    def _is_certain(self, candidate: Candidate) -> bool:
        """Whether a candidate stands in every legal roster."""
        holder = candidate.holder
        if holder is None or candidate.selection is not None:
            return True
        slot = candidate.place.slot
        if any(one.place.slot is slot for one in holder.children if one is not candidate):
            return False
        return self._is_certain(holder) and self._asks_for(holder.place, candidate.place)

    def _asks_for(self, holder: Place, place: Place) -> bool:
        """Whether a rule asks a holder for at least one selection in a place's slot."""
        minima = (slot_minimum(rule.require) for rule in self._tree.bounds.asked[holder])
        return place.slot is not None and any(
            minimum[0] == place.slot.id and self._is_positive(minimum[1], holder)
            for minimum in minima
            if minimum is not None
        )

    def _is_positive(self, bound: Quantity, holder: Place) -> bool:
        """Whether a number of a rule is above 0 for a holder that is there."""
        match bound:
            case Times(factor, of, None) if of == COPIES:
                return factor > 0
            case _:
                low, _ = self._intervals.of(bound, holder)
                return low is not None and low > 0

    def _needed(self, giver: Candidate, receiver: Candidate) -> int | None:
        """The additions that the giver needs if the receiver has all others; None: unknown."""
        given = [one for one in giver.children if one.selection is None]
        if not given or not all(self._can_go(one, giver, receiver) for one in given):
            return None
        pair = giver.place, receiver.place
        if any(value.once for place in pair for value in self._carried(place)):
            return None
        own = [rule for place in pair for rule, _ in self._judge.rules_at(place)]
        if not all(self._is_blind(rule, pair) for rule in own if rule.severity is Severity.ERROR):
            return None
        read = [
            *self._goals,
            *(value.once for name in self._names for value in self._intervals.definitions(name)),
            *(change for part in self._judge.book.parts() for change in part.changes),
        ]
        if any(self._tells_apart(one, pair) is not False for one in read):
            return None
        needed = 0
        for rule in (*self._all_rules(), *self._rules):
            tells = self._tells_apart(rule, pair)
            if tells is None:
                return None
            if tells:
                least = self._least(rule, giver, receiver)
                if least is None:
                    return None
                needed += least
        return needed

    def _carried(self, place: Place) -> Iterator[Value]:
        """Yield the values that a selection at a place carries."""
        values = (place.value(name) for name in self._names)
        return (value for value in values if value is not None)

    def _all_rules(self) -> Iterable[Constraint]:
        """The rules that are asked anywhere in the tree."""
        places = dict.fromkeys(one.place for one in (self._tree.root, *self._tree.candidates))
        rules = (
            rule
            for place in places
            for rule, _ in self._judge.rules_at(place)
            if rule.severity is Severity.ERROR
        )
        return {id(rule): rule for rule in rules}.values()

    def _can_go(self, addition: Candidate, giver: Candidate, receiver: Candidate) -> bool:
        """Whether an addition may stand in the receiver instead: same places, and no further rules.

        Each copy must be a selection by itself: of several copies in one, some could not go.
        """
        place = addition.place
        stepped = any(value.steps for value in self._carried(place))
        if stepped or place.becomes or place.copies != 1 or (place.slot and place.slot.ring):
            return False
        below = self._tree.candidates[receiver.start : receiver.end]
        there = {one.place for one in below if one.is_added}
        above = (*giver.place.keywords, *receiver.place.keywords)
        for one in self._tree.candidates[addition.start : addition.end]:
            other = _same_below(one.place, giver.place, receiver.place)
            if other not in there or other.offer is not one.place.offer:
                return False
            asked = {*_codes(self._judge.rules_at(one.place))}
            if not asked.issuperset(_codes(self._judge.rules_at(other))):
                return False
            if any(scope in above for _, scope in self._judge.rules_at(one.place)):
                return False
        return True

    def _is_blind(self, rule: Constraint, pair: tuple[Place, Place]) -> bool:
        """Whether a rule asked of the holders themselves does not read their contents."""
        selectors = (node for node in records_in(rule) if isinstance(node, Selector))
        outside = all(one.in_ in NOT_OF_CONTENTS and not one.whole for one in selectors)
        return outside and self._tells_apart(rule, pair, asked_of_them=True) is False

    def _tells_apart(
        self, node: object, pair: tuple[Place, Place], asked_of_them: bool = False
    ) -> bool | None:
        """Whether an expression tells selections in one holder from those in the other; None: may.

        Args:
            node: a rule, a change or a quantity.
            pair: the holders' places.
            asked_of_them: whether it is asked of the holders themselves.
        """
        try:
            return any([*self._differences(node, pair, asked_of_them)])
        except _ReadsContentsError:
            return None

    def _differences(
        self, node: object, pair: tuple[Place, Place], read_there: bool
    ) -> Iterator[bool]:
        """Yield for each ``under`` test in an expression whether the holders differ in it.

        Args:
            node: a part of the expression.
            pair: the holders' places.
            read_there: whether this part may be asked of the holders themselves.

        Raises:
            _ReadsContentsError: the expression may read the contents of the holders.
        """
        parts: list[tuple[object, bool]] = []
        match node:
            case Outside() | Constraint(for_=Comparison()) | KeywordChange(for_=Comparison()):
                raise _ReadsContentsError
            case Selector(in_, test):
                truths = self._truths(test, pair)
                if in_ not in FIXED_SCOPES and any(in_ in place.keywords for place in pair):
                    raise _ReadsContentsError
                if in_ == "parent" and truths[0] != truths[1]:
                    raise _ReadsContentsError
                if in_ != "self" and None in truths:
                    raise _ReadsContentsError
                parts = [(test, read_there and in_ == "self")]
            case Test(has=has, under=under):
                if has is not None and (read_there or None in self._truths(has, pair)):
                    raise _ReadsContentsError
                if under is not None:
                    truths = self._truths(under, pair)
                    if None in truths:
                        raise _ReadsContentsError
                    yield truths[0] != truths[1]
                parts = [(has, False), (under, False)]
                parts += [(one, read_there) for one in (*node.all_, *node.any_, node.not_)]
            case Constraint(for_=scope) | KeywordChange(for_=scope):
                if isinstance(scope, Test) and None in self._truths(scope, pair):
                    raise _ReadsContentsError
                if isinstance(node, KeywordChange) and any(self._truths(node.for_, pair)):
                    raise _ReadsContentsError
                require = node.require if isinstance(node, Constraint) else None
                parts = [(scope, False), (node.when, read_there), (require, read_there)]
            case Taker(test=test):
                if None in self._truths(test, pair):
                    raise _ReadsContentsError
                parts = [(test, False), (node.max, read_there)]
            case Record():
                kind: Any = type(node)
                parts = [(getattr(node, one.name), read_there) for one in attrs.fields(kind)]
            case tuple() | list():
                parts = [(one, read_there) for one in node]
        for part, reads in parts:
            yield from self._differences(part, pair, reads)

    def _truths(self, condition: Condition, pair: tuple[Place, Place]) -> list[bool | None]:
        """Whether a condition holds at each place in any legal roster; None: it depends."""
        known = [self._intervals.static_truth(condition, place) for place in pair]
        return [
            False if truth is None and self._never_holds(condition, place) else truth
            for truth, place in zip(known, pair, strict=True)
        ]

    def _never_holds(self, condition: Condition, place: Place) -> bool:
        """Whether a condition always fails at a place: it wants contents that no slot offers."""
        if isinstance(condition, Comparison):
            return False
        if self._intervals.static_truth(condition, place) is False:
            return True
        has, any_ = condition.has, condition.any_
        return (
            (has is not None and all(self._never_holds(has, one) for one in place.offered()))
            or any(self._never_holds(part, place) for part in condition.all_)
            or (bool(any_) and all(self._never_holds(part, place) for part in any_))
        )

    def _least(self, rule: Constraint, giver: Candidate, receiver: Candidate) -> int | None:
        """The number of selections that a rule wants in the giver; None: it is unknown."""
        scope = rule.for_
        is_static = self._judge.compiler.is_static
        if isinstance(scope, Test):
            # ``_can_go`` compares the rules that are asked of each addition.
            return 0 if is_static(scope) and not _reads_under((rule.when, rule.require)) else None
        match rule.require:
            case Comparison(
                Count(Selector("whole" | "roster", Test() as test, False)), "at_least", bound, None
            ) if scope == "roster" and is_static(test) and not _reads_under((rule.when, bound)):
                if not self._is_lost(test, giver, receiver):
                    return 0
                _, most = self._intervals.of(bound, self._judge.root)
                return _whole(most)
        return None

    def _is_lost(self, test: Test, giver: Candidate, receiver: Candidate) -> bool:
        """Whether a candidate in the giver passes a test that its like in the receiver fails."""
        passing = self._judge.passing(test)
        for one in self._tree.candidates[giver.start : giver.end]:
            other = _same_below(one.place, giver.place, receiver.place)
            if passing[one.place] and not (other and passing[other]):
                return True
        return False


def _have_same_slots(one: Place, other: Place) -> bool:
    """Whether two places have the very same slots, and no size by which contents are priced."""
    slots, others = [[slot for _, slot, _ in place.owned] for place in (one, other)]
    return (
        bool(slots)
        and len(slots) == len(others)
        and all(a is b for a, b in zip(slots, others, strict=True))
        and one.list_id == other.list_id
        and all(place.entry is not None and place.entry.size is None for place in (one, other))
    )


def _same_below(place: Place, here: Place, there: Place) -> Place | None:
    """The place below ``there`` of the same entries and slots as a place below ``here``.

    None: there is no such place.
    """
    if place is here:
        return there
    if place.holder is None or place.entry is None or place.slot is None:
        return None
    holder = _same_below(place.holder, here, there)
    try:
        return holder and holder.below[place.entry.id, place.slot.id]
    except KeyError:
        return None


def _codes(rules: Iterable[tuple[Constraint, str | None]]) -> Iterator[tuple[object, str | None]]:
    """Yield a key of each rule: its identity; for a cap, which each place makes anew, its id."""
    for rule, scope in rules:
        if rule.severity is Severity.ERROR:
            yield (id(rule) if scope is None else rule.id), scope


def _reads_under(nodes: object) -> bool:
    return any(isinstance(node, Test) and node.under is not None for node in records_in(nodes))


def _whole(number: Number | None) -> int | None:
    """The least whole number that is not below a number, and not below 0."""
    return None if number is None else max(0, -int(-number // 1))
