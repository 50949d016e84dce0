"""Where selections are placed (``at``): a variable for each pair of which some rule can tell.

Of a selection and what it may be placed at a literal holds where it is; at most one of them does.
Where a pair makes no difference to any rule there is no literal: a roster with it is as legal as
one without. Copies of an aggregate may be placed differently, so of them it is open (None).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from listbuilder.findings import Severity
from listbuilder.model.entries import Entry, Keyword, Offer, Slot
from listbuilder.model.language import Selector, Test
from listbuilder.record import Record
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.kept import kept
from listbuilder.rules.places import Memo, Place
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.model.linear import (
    TRUE,
    BoolLiteral,
    LinearExpr,
    constant,
    of_literal,
    total,
)

if TYPE_CHECKING:
    from listbuilder.solve.domains.unrolling import CandidateTree

Placing = tuple[Candidate, BoolLiteral | None]
"""The other of a pair, and the literal that holds where they are one; None: it is open."""


class PlacingReading(NamedTuple):
    """A selector that finds what is placed at something, or what something is placed at.

    Attributes:
        in_: ``at`` or ``placed``.
        test: what is found must pass.
        nested: it is asked inside another selector's test, so perhaps anywhere.
    """

    in_: str
    test: Test
    nested: bool


@kept
def readings_at(judge: Judge, place: Place) -> tuple[PlacingReading, ...]:
    """What the rules asked at a place read of placing; nothing in most games."""
    known = _readings_of_rules(judge)
    found: list[PlacingReading] = []
    for rule, _ in judge.rules_at(place):
        if id(rule) not in known:
            asked = [rule.for_, rule.when, rule.require]
            known[id(rule)] = tuple(_readings(asked)) if rule.severity is Severity.ERROR else ()
        found += known[id(rule)]
    return tuple(found)


@kept
def _readings_of_rules(judge: Judge) -> dict[int, tuple[PlacingReading, ...]]:
    """By the identity of a rule, which the judge's book keeps."""
    return {}


@kept
def _readings_of_values(judge: Judge) -> tuple[PlacingReading, ...]:
    """What values and changes read of placing."""
    parts = [*judge.book.parts()]
    book = judge.book
    entries = [entry for known in book.entries.values() for entry in known.values()]
    valued: list[Keyword | Entry | Offer] = [*book.keywords.values(), *entries]
    slots = [*book.ruleset.slots, *(slot for one in valued for slot in _slots_of(one))]
    valued += [offer for slot in slots for offer in slot.offers]
    fixed = [value.fixed for one in valued for value in one.values.values() if value.fixed]
    return tuple(_readings([*fixed, *(part.changes for part in parts)], nested=True))


def _slots_of(carrier: Keyword | Entry | Offer) -> tuple[Slot, ...]:
    return () if isinstance(carrier, Offer) else carrier.slots


def _readings(node: object, nested: bool = False) -> Iterator[PlacingReading]:
    match node:
        case Selector(in_, test):
            if in_ in ("at", "placed"):
                yield PlacingReading(in_, test, nested)
            yield from _readings(test, True)
        case Test():
            yield from _readings([node.has, node.under], True)
            yield from _readings([node.all_, node.any_, node.not_], nested)
        case Record():
            kind: Any = type(node)
            yield from _readings([getattr(node, one.name) for one in attrs.fields(kind)], nested)
        case list() | tuple():
            for part in node:
                yield from _readings(part, nested)


class Placements:
    """The placing of all candidates of a tree.

    Attributes:
        literals: by selection, each with what it may be placed at; made when asked for.
    """

    def __init__(self, tree: CandidateTree) -> None:
        self.tree = tree
        self.literals: Memo[Candidate, dict[Candidate, BoolLiteral | None]] = Memo(self._literals)
        self._targets: Memo[Place, list[Candidate]] = Memo(self._targets_of)
        self._passing: Memo[PlacingReading, list[Candidate]] = Memo(self._passing_targets)

    def at(self, candidate: Candidate) -> Iterator[Placing]:
        """Yield what a selection may be placed at."""
        yield from self.literals[candidate].items()

    def placed(self, target: Candidate) -> Iterator[Placing]:
        """Yield what may be placed at a selection."""
        for other in self._placeable:
            if target in (known := self.literals[other]):
                yield other, known[target]

    def home(self, candidate: Candidate) -> list[Candidate]:
        """The candidates of what the player placed a selection at; none: it is placed nowhere."""
        selection, tree = candidate.selection, self.tree
        number = tree.numbers.get((selection and selection.at) or "")
        return [] if number is None else tree.owned[number]

    def is_home(self, candidate: Candidate) -> BoolLiteral:
        """A literal that holds where a selection is placed as the player placed it."""
        known, homes = self.literals[candidate], self.home(candidate)
        model = self.tree.model
        if homes:
            return model.any_of(known.get(one) or TRUE for one in homes if one in known)
        return model.all_of(~literal for literal in known.values() if literal is not None)

    def made(self) -> LinearExpr:
        """How many selections are placed that the player placed nowhere."""
        return total(
            of_literal(literal)
            for candidate, known in self.literals.items()
            if not self.home(candidate)
            for literal in known.values()
            if literal is not None
        )

    def _literals(self, candidate: Candidate) -> dict[Candidate, BoolLiteral | None]:
        tree, model = self.tree, self.tree.model
        if not self._is_read:
            return {}
        homes = self.home(candidate)
        if homes and tree.policy == "fixed":
            return {homes[0]: TRUE}
        known: dict[Candidate, BoolLiteral | None] = {}
        for target in (*homes, *self._targets[candidate.place]):
            if target not in known:
                is_open = candidate.aggregate_root is not None or target.aggregate_root is not None
                known[target] = None if is_open else model.literal()
        literals = [(target, literal) for target, literal in known.items() if literal is not None]
        for target, literal in literals:
            model.clause((~literal, candidate.present))
            model.clause((~literal, target.present))
        if len(literals) > 1:
            model.at_least_0(constant(1) - total(of_literal(literal) for _, literal in literals))
        return known

    def _targets_of(self, place: Place) -> list[Candidate]:
        """The candidates that a rule may tell a selection to be placed at."""
        if place.entry is None or self.tree.bounds.is_never_placed(place):
            return []
        found = {target: None for reading in self._at(place) for target in self._passing[reading]}
        intervals = self.tree.bounds.intervals
        for target in self._read_targets:
            readings = (*self._anywhere, *readings_at(self.tree.judge, target.place))
            if any(
                one.in_ == "placed" and intervals.static_truth(one.test, place) is not False
                for one in readings
            ):
                found[target] = None
        return sorted(found, key=lambda one: one.start)

    def _at(self, place: Place) -> list[PlacingReading]:
        """What may be asked of where a selection at a place is placed."""
        readings = (*self._anywhere, *readings_at(self.tree.judge, place))
        return [one for one in dict.fromkeys(readings) if one.in_ == "at"]

    def _passing_targets(self, reading: PlacingReading) -> list[Candidate]:
        intervals = self.tree.bounds.intervals
        return [
            one
            for one in self.tree.candidates
            if intervals.static_truth(reading.test, one.place) is not False
        ]

    @cached_property
    def _read_targets(self) -> list[Candidate]:
        """The candidates at which it may be asked what is placed there."""
        if any(one.in_ == "placed" for one in self._anywhere):
            return self.tree.candidates
        judge = self.tree.judge
        return [
            target
            for target in self.tree.candidates
            if any(one.in_ == "placed" for one in readings_at(judge, target.place))
        ]

    @cached_property
    def _places(self) -> list[Place]:
        return [*{one.place: None for one in (self.tree.root, *self.tree.candidates)}]

    @cached_property
    def _anywhere(self) -> tuple[PlacingReading, ...]:
        """What is read of placing at whatever others look at."""
        judge = self.tree.judge
        nested = [
            reading
            for place in self._places
            for reading in readings_at(judge, place)
            if reading.nested
        ]
        return (*dict.fromkeys(nested), *_readings_of_values(judge))

    @cached_property
    def _is_read(self) -> bool:
        """Whether anything is read of placing; not in most games."""
        judge = self.tree.judge
        return bool(self._anywhere) or any(readings_at(judge, one) for one in self._places)

    @cached_property
    def _placeable(self) -> list[Candidate]:
        return [one for one in self.tree.candidates if self.literals[one]]
