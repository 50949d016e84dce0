"""The cone of influence of some rules: the places that they depend on.

A search in which only some rules count need not look at other places: a roster that keeps these
rules still keeps them without the selections that none of the rules reads. This is program slicing,
applied to rules. Additions that only raise a number with an upper limit are not needed either.
Example: for "at most 33 % bows" and "at least one hero", heroes and troops are relevant, siege
engines are not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Literal, NamedTuple

from listbuilder.model.language import (
    Comparison,
    Constraint,
    Count,
    Distinct,
    GreatestOf,
    LeastOf,
    Limit,
    Outside,
    Plus,
    Quantity,
    Selector,
    Sum,
    Test,
    Times,
    Unassigned,
)
from listbuilder.model.memo import Memo
from listbuilder.model.roster import Roster
from listbuilder.record import records_in
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place, movable
from listbuilder.solve.domains.intervals import IntervalAnalysis
from listbuilder.solve.domains.unrolling import MAX_DEPTH

MAX_PLACES = 16_000
"""The most places that are searched: an army with an ally of any list has some 13,000."""

INSIDE = frozenset(("self", "children", "below", "whole"))
"""The scopes of selectors that find only a selection itself and what is inside it."""


class _SelectionsRead(NamedTuple):
    """The selections that a rule reads.

    Attributes:
        test: passed by the selections.
        whole: whether all selections below them are read, too.
        value: the value that a selection must carry to be read; None: none.
        inside: whether only contents of the selection of which the rule is asked are read.
        is_site: whether something must be placed at them.
    """

    test: Test
    whole: bool = False
    value: str | None = None
    inside: bool = False
    is_site: bool = False


class _RuleReads(NamedTuple):
    """The selections and keywords that some rules read.

    Attributes:
        references: the selections.
        moved: whether the rules test keywords that selections may gain or lose.
    """

    references: list[_SelectionsRead]
    moved: bool


class ConeOfInfluence:
    """Tells which places bear on rules, in the rosters of one book with the same settings."""

    def __init__(self, judge: Judge, roster: Roster, is_open: Callable[[Place], bool]) -> None:
        """Look at every place.

        Args:
            judge: the judge of the book.
            roster: a roster with the limits and choices.
            is_open: whether additions are possible at a nested place (``Place.is_nested``).
        """
        book = judge.book
        self._judge = judge
        self.intervals = IntervalAnalysis(judge, roster)
        self._moving = movable(book)
        self._references_of_value: Memo[str, list[_SelectionsRead]] = Memo(
            lambda name: [*_references([value.once for value in self.intervals.definitions(name)])]
        )
        self._changes = [change for part in book.parts() for change in part.changes]
        self._relevance: Memo[str, int] = Memo(self._count_relevant)
        self._inside: Memo[Place, tuple[Place, ...]] = Memo(
            lambda place: tuple(one for one in place.offered() if not one.is_nested or is_open(one))
        )
        self._scopes: dict[int, tuple[Constraint, frozenset[str]]] = {}
        self._helpful: dict[int, tuple[Constraint, tuple[Test, ...] | None]] = {}

    @cached_property
    def _places(self) -> list[Place]:
        """The places that are searched; one more than ``MAX_PLACES`` if they are not all."""
        return [self._judge.root, *islice(self._below(self._judge.root), MAX_PLACES + 1)]

    @property
    def _whole(self) -> bool:
        return len(self._places) <= MAX_PLACES + 1

    @cached_property
    def rules(self) -> Mapping[str, list[Constraint]]:
        """The rules that are asked somewhere, by their ids."""
        asked = (rule for place in self._places for rule, _ in self._judge.rules_at(place))
        rules: dict[str, list[Constraint]] = {}
        for rule in {id(rule): rule for rule in asked}.values():
            rules.setdefault(rule.id, []).append(rule)
        return rules

    def cheapest(self, codes: Iterable[str]) -> str:
        """The rule with the fewest relevant places."""
        return min(codes, key=lambda code: (self._relevance[code], code))

    def helpful_contents(self, rule: Constraint) -> tuple[Test, ...] | None:
        """The tests of contents that help a selection to keep a rule asked of it.

        Returns:
            An empty tuple if no addition helps: a roster that keeps the rule keeps it with fewer
            selections, too. None: selections outside the contents may help.
        """
        known = self._helpful.get(id(rule))
        if known is None:
            references, moved = self._read_by([rule])
            inside = self._whole and not moved and all(one.inside for one in references)
            tests = tuple(one.test for one in references) if inside else None
            known = self._helpful[id(rule)] = rule, tests
        return known[1]

    def looks_inside(self, rule: Constraint) -> bool:
        """Whether a rule reads only the selection that it is asked of, and what is inside.

        Then additions elsewhere do not change whether it is kept. Example: a contingent needs three
        units; a unit that is added to another contingent does not help.
        """
        _, moved = self._read_by([rule])
        values = (
            value.once
            for name in self._summed([rule])
            for value in self.intervals.definitions(name)
        )
        read = [*records_in([rule.for_, rule.when, rule.require, *values])]
        scopes = {node.in_ for node in read if isinstance(node, Selector)}
        return not (moved or scopes - INSIDE or any(isinstance(node, Outside) for node in read))

    def reads_copies(self, rule: Constraint, of: Literal["self", "parent"]) -> bool:
        """Whether more copies of the selection that a rule is asked of help to keep it.

        Example: a slot takes one flag for each copy of a unit with two flags: a second copy helps,
        another such unit beside it does not.

        Args:
            rule: a rule of the book.
            of: the selection of which it is asked (``self``), or its holder.
        """
        if id(rule) not in self._scopes:  # known by its identity, so the memo keeps it
            read = records_in([*self._helpful_sides(rule)])
            scopes = frozenset(node.in_ for node in read if isinstance(node, Selector))
            self._scopes[id(rule)] = rule, scopes
        return of in self._scopes[id(rule)][1]

    def sums_models(self, rule: Constraint) -> bool:
        """Whether a rule sums models, or a value that grows by the model."""
        names = self._summed([rule])
        values = (value for name in names for value in self.intervals.definitions(name))
        return "size" in names or any(value.per_model or value.by_size for value in values)

    def relevant_places(
        self,
        rules: Iterable[Constraint],
        costs: Iterable[str] = (),
        owned: Collection[Place] = (),
        sites: bool = True,
    ) -> Mapping[Place, bool]:
        """Tell of each place whether additions at it or below it may help to keep rules.

        Args:
            rules: rules of the book.
            costs: names of values; additions that may lower these are relevant, too.
            owned: places of selections of which additions are relevant that change these values.
            sites: whether additions are relevant to keep rules only as places to be placed at.
        """
        if not self._whole:
            return Memo(lambda place: True)
        read, moved = self._read_by([*rules])
        references = [one for one in read if sites or not one.is_site]
        references += self._references_of_costs([*costs], owned)

        def is_relevant(place: Place) -> bool:
            if moved and place.entry is not None and place.entry.holder_becomes:
                return True
            if any(self._is_referenced(reference, place) for reference in references):
                return True
            return _is_deep(place) or any(relevant_places[child] for child in self._inside[place])

        relevant_places = Memo(is_relevant)
        return relevant_places

    def helped_by_additions(self, rules: Iterable[Constraint]) -> bool:
        """Whether any addition at any place may help to keep rules."""
        references, moved = self._read_by([*rules])
        return moved or bool(references)

    def are_few(self, relevant: Mapping[Place, bool], most: int) -> bool:
        """Whether at most so many of the places are relevant."""
        return self._whole and sum(map(relevant.__getitem__, self._places)) <= most

    def may_pass(self, test: Test, place: Place) -> bool:
        """Whether a selection at a place may pass a test."""
        return self.intervals.static_truth(test, place) is not False

    def _read_by(self, rules: list[Constraint]) -> _RuleReads:
        """The selections and keywords that rules read."""
        references = [*self._references_of(rules)]
        tests = (node for node in records_in(rules) if isinstance(node, Test))
        named = {name for test in tests for name in test.is_}
        for name in self._summed(rules):
            references += self._references_of_value[name]
        moved = not self._moving.isdisjoint(named)
        if moved:
            references += _references([*self._changes])
        return _RuleReads(references, moved)

    def _references_of_costs(
        self, costs: list[str], owned: Collection[Place]
    ) -> Iterator[_SelectionsRead]:
        """Yield the selections whose presence may lower costs, or change them at given places.

        A price of half of what the army costs only rises with additions.
        """
        for name in costs:
            own = [place.value(name) for place in owned]
            yield from _references([value.once for value in own if value is not None])
        for name in self._depending(costs):
            fixed = [value.once for value in self.intervals.definitions(name)]
            yield from _references([one for one in fixed if one and not self._is_monotone(one)])

    def _summed(self, rules: list[Constraint]) -> list[str]:
        """The names of the values that rules sum, and all on which these depend."""
        return self._depending([node.sum for node in records_in(rules) if isinstance(node, Sum)])

    def _depending(self, names: list[str]) -> list[str]:
        """The names of some values, and of all on which these depend."""
        names = [*names]
        for name in names:
            fixed = [value.once for value in self.intervals.definitions(name)]
            more = {node.sum for node in records_in(fixed) if isinstance(node, Sum)}
            names += sorted(more.difference(names))
        return names

    def _below(self, place: Place) -> Iterator[Place]:
        for child in self._inside[place]:
            yield child
            if not _is_deep(child):
                yield from self._below(child)

    def _count_relevant(self, code: str) -> int:
        references = [*self._references_of(self.rules.get(code, ()))]
        return sum(
            any(self._is_referenced(reference, place) for reference in references)
            for place in self._places
        )

    def _is_referenced(self, reference: _SelectionsRead, place: Place) -> bool:
        """Whether a selection at a place may be one that a rule reads."""
        if (
            reference.value is not None
            and reference.value != "size"
            and place.value(reference.value) is None
        ):
            return False
        around = place.around() if reference.whole else (place,)
        return any(self.may_pass(reference.test, one) for one in around)

    def _references_of(self, rules: Iterable[Constraint]) -> Iterator[_SelectionsRead]:
        """Yield the selections whose presence may help to keep rules."""
        for rule in rules:
            yield from _references([rule.for_, rule.when, *self._helpful_sides(rule)])

    def _helpful_sides(self, rule: Constraint) -> Iterator[Quantity]:
        """Yield the quantities of a rule that additions may change for the better."""
        require = rule.require
        if require.op != "at_most" or not self._is_monotone(require.quantity):
            yield require.quantity
        if require.op != "at_least" or not self._is_monotone(require.bound):
            yield require.bound

    def _is_monotone(self, quantity: Quantity) -> bool:
        """Whether additions never make a quantity smaller."""
        match quantity:
            case int() | Fraction() | Limit():
                return True
            case Count(selector):
                return self._is_static(selector.test)
            case Sum(value, selector):
                never_negative = value == "size" or self.intervals.never_negative[value]
                return never_negative and self._is_static(selector.test)
            case Times(factor, of):
                return factor >= 0 and self._is_monotone(of)
            case Plus(parts):
                return all(map(self._is_monotone, parts))
            case _:
                return False

    def _is_static(self, test: Test) -> bool:
        return not any(
            isinstance(node, Comparison)
            or (isinstance(node, Test) and (node.has or not self._moving.isdisjoint(node.is_)))
            for node in records_in(test)
        )


def _is_deep(place: Place) -> bool:
    """Whether a place is at the depth where searches end."""
    return place.depth > MAX_DEPTH


def _references(nodes: list[object]) -> Iterator[_SelectionsRead]:
    """Yield the selections that selectors and tests read."""
    for node in records_in(nodes):
        match node:
            case Count(Selector("self" | "parent", _, False)):
                pass
            case Sum(_, Selector("self" | "parent", _, False)):
                pass  # ``_summed`` finds the values on which this sum depends
            case Sum(value, selector):
                yield _SelectionsRead(selector.test, selector.whole, value)
            case Count(selector):
                inside = selector.in_ == "children" and not selector.whole
                is_site = selector.in_ == "at"
                yield _SelectionsRead(selector.test, selector.whole, None, inside, is_site)
            case Distinct(_, selector) | Unassigned(selector):
                yield _SelectionsRead(selector.test, selector.whole)
            case GreatestOf(value, selector) | LeastOf(value, selector):
                yield _SelectionsRead(selector.test, selector.whole, value)
            case Test(has=Test() as has):
                yield _SelectionsRead(has)
