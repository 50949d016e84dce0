"""The only judge: it finds the constraints that a roster breaks, with the numbers.

The constraints asked at a place are the same for all rosters, so they are found and compiled once
for each place. To judge a roster, only these are asked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from typing import Any

import attrs

from listbuilder.findings import Severity
from listbuilder.messages import lowered_title
from listbuilder.model.entries import settle
from listbuilder.model.language import (
    ALWAYS,
    Comparison,
    Constraint,
    Number,
    Sum,
    Test,
)
from listbuilder.model.memo import Memo, memoised
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.rules.arithmetic import LimitUnsetError
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compile import Compiler
from listbuilder.rules.compiled_constraints import (
    AskConstraint,
    Check,
    CompiledConstraint,
    ConstraintCompiler,
)
from listbuilder.rules.places import Place, movable, passes
from listbuilder.rules.sign_analysis import SignAnalysis
from listbuilder.rules.slots import (
    NOWHERE,
    cap_constraint,
    entry_constraints,
    keyword_constraints,
    not_offered,
    slot_constraints,
)


@attrs.frozen(eq=False, repr=False)
class Verdict:
    """The outcome of judging a roster.

    Attributes:
        breaches: the failed checks, in the roster's order.
        costs: the total of each cost; a cost is absent if it reads a limit that is not set.
        memo: values that other rooms work out of it (``model.memo``).
    """

    army: Army
    breaches: tuple[Check, ...]
    costs: dict[str, Number]
    memo: dict[Any, dict[Any, Any]] = attrs.field(init=False, factory=dict)

    @property
    def legal(self) -> bool:
        """Whether no breach is an error; warnings are allowed."""
        return all(breach.constraint.severity is not Severity.ERROR for breach in self.breaches)


@attrs.frozen(eq=False, repr=False)
class PlaceConstraints:
    """The constraints of a place: those always asked, and by slot those asked if it is filled."""

    compiled: tuple[CompiledConstraint, ...]
    always: tuple[AskConstraint, ...]
    filled: dict[str, tuple[AskConstraint, ...]]


class Judge:
    """Judges rosters of one book. Not for use by several threads at once.

    Attributes:
        memo: values that other rooms work out of it (``model.memo``).
    """

    def __init__(self, book: Book) -> None:
        self.book = book
        self.memo: dict[Any, dict[Any, Any]] = {}
        self.root = Place(book, None, None)
        self.compiler = Compiler(movable(book))
        own = Compiler(frozenset())  # changes see only the entries' own keywords
        self._changes = [
            (own.test(change.for_), own.test(change.when or ALWAYS), change)
            for part in book.parts()
            for change in part.changes
        ]
        rules = [rule for part in book.parts() for rule in part.constraints]
        self._once_asked = [rule for rule in rules if rule.for_ is None or rule.for_ == "roster"]
        self._rules = [
            (rule, self.compiler.parted(rule.for_)[0])
            for rule in rules
            if isinstance(rule.for_, Test | Comparison)
        ]
        self._costs = {
            lowered_title(name, value.title): self.compiler.amount(Sum(name))
            for name, value in book.ruleset.values.items()
            if value.cost
        }
        self._rule_compiler = ConstraintCompiler(self.compiler, SignAnalysis(book))
        self._brought: dict[tuple[int, Hashable], tuple[CompiledConstraint, ...]] = {}
        self._constraints: Memo[Place, PlaceConstraints] = Memo(self._constraints_at)
        self._passing: dict[int, tuple[Test, Memo[Place, bool]]] = {}

    def without(self, left_out: Callable[[Constraint, Place], bool]) -> Judge:
        """Make a judge of the same book that does not know some of its rules.

        Args:
            left_out: tells of a rule, and a place where it is asked, whether to leave it out.
        """

        def constraints(place: Place) -> PlaceConstraints:
            compiled = self._constraints[place].compiled
            return _sorted(one for one in compiled if not left_out(one.constraint, place))

        other = copy(self)
        other.memo = {}
        other._constraints = Memo(constraints)  # noqa: SLF001 - a judge too
        return other

    def strict_in(self, warnings: Collection[str]) -> Judge:
        """Make a judge of the same book for whom some warnings are errors.

        Args:
            warnings: the ids of the rules that only warn.
        """

        def strict(one: CompiledConstraint) -> CompiledConstraint:
            if one.constraint.id not in warnings:
                return one
            return self._rule_compiler.compile(errors[one.constraint])

        def constraints(place: Place) -> PlaceConstraints:
            return _sorted(map(strict, self._constraints[place].compiled))

        errors: Memo[Constraint, Constraint] = Memo(
            lambda rule: attrs.evolve(rule, severity=Severity.ERROR)
        )
        other = copy(self)
        other.memo = {}
        other._constraints = Memo(constraints)  # noqa: SLF001 - a judge too
        return other

    def evaluate(self, roster: Roster) -> Verdict:
        """Judge a roster.

        Raises:
            KeyError: the book does not have an entry; loading refuses such a roster.
        """
        army = self.lay_out(roster)
        breaches: list[Check] = []
        by_place = self._constraints
        for node in (army.root, *army.nodes):
            asked = by_place[node.place]
            for ask in asked.always:
                ask(node, army, breaches)
            if asked.filled and node.filled:
                for slot, asks in asked.filled.items():
                    if slot in node.filled:
                        for ask in asks:
                            ask(node, army, breaches)
        return Verdict(army, tuple(breaches), dict(self._totals(army)))

    def _totals(self, army: Army) -> Iterator[tuple[str, Number]]:
        for name, cost in self._costs.items():
            with suppress(LimitUnsetError):
                yield name, cost(army.root, army)

    def lay_out(self, roster: Roster) -> Army:
        """Lay a roster out and settle its keywords: changes in file order, then mounts."""
        army = Army(roster, self.root)
        settled: list[tuple[Node, tuple[str, ...]]] = []
        for node in army.nodes:
            names = node.place.names
            for applies, when, change in self._changes:
                if applies(node, army) and when(node, army):
                    if change.loses:
                        left = settle(names, self.book.keywords)
                        names = tuple(name for name in left if name not in change.loses)
                    names = (*names, *change.becomes)
            if node.children:
                mounts = [child.place for child in node.children if child.place.becomes]
                for place in sorted(mounts, key=self.rank) if len(mounts) > 1 else mounts:
                    names = (*names, *place.becomes)
            if names is not node.place.names:
                settled.append((node, settle(names, self.book.keywords)))
        for node, names in settled:
            node.keywords = frozenset(names)
        return army

    def checks(self, army: Army, of: Callable[[Constraint], bool] | None = None) -> Iterator[Check]:
        """Yield every comparison that judging the army makes, kept or not, in its order.

        Args:
            army: the army to judge.
            of: tells whether a constraint is asked for; None: all are.
        """
        for node in (army.root, *army.nodes):
            for rule in self._constraints[node.place].compiled:
                if of is None or of(rule.constraint):
                    yield from rule.checks(node, army)

    def rules_at(self, place: Place) -> Iterator[tuple[Constraint, str | None]]:
        """Yield the constraints asked at a place, each with its scope if it is a cap, else None."""
        for rule in self._constraints[place].compiled:
            yield rule.constraint, rule.scope

    def passing(self, test: Test) -> Mapping[Place, bool]:
        """Tell of each place whether a static test (``is_static``) holds there; worked out once."""
        if id(test) not in self._passing:  # known by its identity, so the memo keeps the test
            self._passing[id(test)] = test, Memo(lambda place: passes(test, place))
        return self._passing[id(test)][1]

    def rank(self, place: Place) -> tuple[int, int]:
        """The position of a place's entry in the book, by which mounts give keywords in order."""
        for number, entries in enumerate(self.book.entries.values()):
            for index, entry in enumerate(entries.values()):
                if entry is place.entry:
                    return number, index
        return len(self.book.entries), 0

    def _constraints_at(self, place: Place) -> PlaceConstraints:
        return _sorted((*self._of_place(place), *self._of_book(place)))

    def _of_place(self, place: Place) -> Iterator[CompiledConstraint]:
        """Yield the constraints that the entry, its keywords and their slots bring."""
        entry = place.entry
        if entry is not None:
            if place.offer is None:
                holder = place.holder.entry if place.holder else None
                yield self._rule_compiler.compile(
                    not_offered(holder, self.book.ruleset.source or NOWHERE)
                )
            yield from self._asked_of(place, self._once(entry, entry_constraints(entry)))
            for scope in entry.caps:
                yield self._rule_compiler.cap(cap_constraint(entry, scope), scope)
            for name in place.names:
                if keyword := self.book.keywords.get(name):
                    rules = self._once(keyword, keyword_constraints(name, keyword))
                    yield from self._asked_of(place, rules)
        for owner, slot, source in place.owned:
            yield from self._once(slot, slot_constraints(owner, slot, source), (owner, source))

    def _asked_of(
        self, place: Place, compiled: Iterable[CompiledConstraint]
    ) -> Iterator[CompiledConstraint]:
        """Yield the compiled constraints that the place alone does not rule out."""
        for rule in compiled:
            scope = rule.constraint.for_
            asked = scope if isinstance(scope, Test | Comparison) else ALWAYS
            if passes(self.compiler.parted(asked)[0], place):
                yield rule

    def _of_book(self, place: Place) -> Iterator[CompiledConstraint]:
        """The ruleset's and the catalogues' constraints that are asked at a place."""
        if place.entry is None:
            for rule in self._once_asked:
                yield from self._once(rule, (rule,))
            return
        for rule, still in self._rules:
            if passes(still, place):
                yield from self._once(rule, (rule,))

    def _once(
        self, part: object, rules: Iterable[Constraint], owner: Hashable = None
    ) -> tuple[CompiledConstraint, ...]:
        """Compile the rules of a part once; the book keeps the part, so its identity is the key.

        Args:
            part: the entry, keyword or slot that brings the rules.
            rules: yields the rules.
            owner: the owner of a slot, which several owners may share (``like``).
        """
        key = id(part), owner
        if key not in self._brought:
            self._brought[key] = tuple(self._rule_compiler.compile(rule) for rule in rules)
        return self._brought[key]


def _sorted(compiled: Iterable[CompiledConstraint]) -> PlaceConstraints:
    """Group the constraints of a place: asked always, or where a slot is filled."""
    compiled = tuple(compiled)
    filled: dict[str, tuple[AskConstraint, ...]] = {}
    for one in compiled:
        if one.only_filled is not None:
            filled[one.only_filled] = (*filled.get(one.only_filled, ()), one.ask)
    always = tuple(one.ask for one in compiled if one.only_filled is None)
    return PlaceConstraints(compiled, always, filled)


@memoised
def judge_of(book: Book) -> Judge:
    """The judge of a book; each book has a single one, whose memos serve all."""
    return Judge(book)
