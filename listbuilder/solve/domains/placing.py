"""Placing of selections (``at``): a literal for each pair of a selection and a possible target.

The literal holds where the selection is placed at the target; for each selection at most one of its
literals holds. A pair has no literal if it makes no difference to any rule, nor to the goals of a
search (``AskedAt``): a roster with the pair is as legal as a roster without it. Copies of an
aggregate may be placed differently, so their pairs have none either (None), and are open. So is a
pair with an aggregate as its target, for it is not known at which copy; but there the literal says
whether the selection is placed at one of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from listbuilder.findings import Severity
from listbuilder.loading.names import meant_by
from listbuilder.model.entries import Entry, Keyword, Offer, Slot
from listbuilder.model.language import ALWAYS, Constraint, Selector, Test
from listbuilder.model.memo import Memo, memoised
from listbuilder.record import Record
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.model.linear import (
    FALSE,
    TRUE,
    BoolLiteral,
    LinearExpr,
    constant,
    of_literal,
    total,
)

if TYPE_CHECKING:
    from listbuilder.solve.domains.unrolling import CandidateTree


class SelectorMatch(NamedTuple):
    """A candidate that a selector may find.

    Attributes:
        candidate: the candidate.
        literal: the literal under which it is found, if it is present.
        is_open: then it is not known how many of its copies are found, from none to all.
    """

    candidate: Candidate
    literal: BoolLiteral
    is_open: bool = False


class PlacingReading(NamedTuple):
    """A selector that reads placing.

    Attributes:
        in_: ``at``: it finds the target of a selection; ``placed``: the selections at a target.
        test: passed by the selections found.
        asked_of: the test that the selector is part of, which may be asked of any selection that
            passes it; None: the selector is asked where its rule is.
    """

    in_: str
    test: Test
    asked_of: Test | None


AskedAt = tuple[Constraint, Place]
"""A rule that a search asks at a place besides the rules that count, such as one to be broken."""


@memoised
def readings_at(judge: Judge, place: Place) -> tuple[PlacingReading, ...]:
    """The readings of placing in the rules asked at a place; none in most games."""
    rules = (rule for rule, _ in judge.rules_at(place) if rule.severity is Severity.ERROR)
    return tuple(reading for rule in rules for reading in readings_of(judge, rule))


def readings_of(judge: Judge, rule: Constraint) -> tuple[PlacingReading, ...]:
    """The readings of placing in a rule."""
    known = _readings_of_rules(judge)
    if id(rule) not in known:
        known[id(rule)] = rule, tuple(_readings([rule.for_, rule.when, rule.require]))
    return known[id(rule)][1]


@memoised
def _readings_of_rules(judge: Judge) -> dict[int, tuple[Constraint, tuple[PlacingReading, ...]]]:
    """The readings of placing in each rule, by the identity of the rule."""
    return {}


@memoised
def _readings_of_values(judge: Judge) -> tuple[PlacingReading, ...]:
    """The readings of placing in values and keyword changes."""
    parts = [*judge.book.parts()]
    book = judge.book
    entries = [entry for known in book.entries.values() for entry in known.values()]
    valued: list[Keyword | Entry | Offer] = [*book.keywords.values(), *entries]
    slots = [*book.ruleset.slots, *(slot for one in valued for slot in _slots_of(one))]
    valued += [offer for slot in slots for offer in slot.offers]
    fixed = [value.once for one in valued for value in one.values.values() if value.once]
    return tuple(_readings([*fixed, *(part.changes for part in parts)], ALWAYS))


def _slots_of(carrier: Keyword | Entry | Offer) -> tuple[Slot, ...]:
    return () if isinstance(carrier, Offer) else carrier.slots


def _readings(node: object, asked_of: Test | None = None) -> Iterator[PlacingReading]:
    """Yield the readings of placing in an expression, which is a part of the test ``asked_of``."""
    match node:
        case Selector(in_, test):
            if in_ in ("at", "placed"):
                yield PlacingReading(in_, test, asked_of)
            yield from _readings(test, test)
        case Test():
            for around in (node.has, node.under):
                yield from _readings(around, around if isinstance(around, Test) else ALWAYS)
            yield from _readings([node.all_, node.any_, node.not_], asked_of)
        case Record():
            kind: Any = type(node)
            yield from _readings([getattr(node, one.name) for one in attrs.fields(kind)], asked_of)
        case list() | tuple():
            for part in node:
                yield from _readings(part, asked_of)


class Placements:
    """The placing of all candidates of a tree.

    Attributes:
        literals: for each selection its possible targets with their literals; made when asked for.
        meant: for an id that is not there the id of the roster that was meant; None: unknown.
        renewals: for an id that is gone and an addition, a literal: the addition gets that id, and
            who was placed there stays there.
    """

    def __init__(self, tree: CandidateTree, asked: Iterable[AskedAt]) -> None:
        self.tree = tree
        self.literals: Memo[Candidate, dict[Candidate, BoolLiteral | None]] = Memo(self._literals)
        self.meant: Memo[str, str | None] = Memo(lambda lost: meant_by(lost, self._called))
        self.renewals: dict[tuple[str, Candidate], BoolLiteral] = {}
        self._asked: defaultdict[Place, list[PlacingReading]] = defaultdict(list)
        for rule, place in asked:
            self._asked[place] += readings_of(tree.judge, rule)
        self._targets: Memo[Place, list[Candidate]] = Memo(self._targets_of)
        self._passing: Memo[Test, list[Candidate]] = Memo(self._passing_targets)
        self._readings: Memo[Place, list[PlacingReading]] = Memo(self._readings_at)

    def at(self, candidate: Candidate) -> Iterator[SelectorMatch]:
        """Yield the possible targets of a selection."""
        for target in self.literals[candidate]:
            yield self._pair(candidate, target)._replace(candidate=target)

    def placed(self, target: Candidate) -> Iterator[SelectorMatch]:
        """Yield the selections that may be placed at a target."""
        for other in self._placeable:
            if target in self.literals[other]:
                yield self._pair(other, target)

    def _pair(self, candidate: Candidate, target: Candidate) -> SelectorMatch:
        literal = self.literals[candidate][target]
        is_open = literal is None or target.aggregate_root is not None
        return SelectorMatch(candidate, TRUE if literal is None else literal, is_open)

    def home(self, candidate: Candidate) -> list[Candidate]:
        """The candidates of the target at which the player placed a selection; empty: nowhere."""
        selection, tree = candidate.selection, self.tree
        number = tree.numbers.get((selection and selection.at) or "")
        return [] if number is None else tree.owned[number]

    @cached_property
    def _called(self) -> Mapping[str, str]:
        """The names of the player's selections that have ids, by id."""
        tree, called = self.tree, {}
        for name, number in tree.numbers.items():
            entry = tree.owned[number][0].place.entry
            own = tree.relocations.owned[number].selection.name
            called[name] = own or (entry.name if entry is not None else "")
        return called

    def is_home(self, candidate: Candidate) -> BoolLiteral:
        """A literal that holds where a selection is placed as the player placed it."""
        known, homes = self.literals[candidate], self.home(candidate)
        model = self.tree.model
        if homes:
            return model.any_of(known.get(one) or TRUE for one in homes if one in known)
        return model.all_of(~literal for literal in known.values() if literal is not None)

    def renew(self) -> None:
        """Make the literals of ``renewals``: an id that is gone is that of one addition at most.

        Not where an id of the roster was meant (``meant_by``).
        """
        tree, model = self.tree, self.tree.model
        for candidates in tree.owned:
            lost = self.lost(candidates[0])
            if lost is None or self.meant[lost] is not None:
                continue
            for target in chain(*(self.literals[candidate] for candidate in candidates)):
                if target.selection is None and (lost, target) not in self.renewals:
                    literal = self.renewals[lost, target] = model.literal()
                    model.clause((~literal, target.present))
        for part in (0, 1):
            groups: defaultdict[str | Candidate, list[BoolLiteral]] = defaultdict(list)
            for pair, literal in self.renewals.items():
                groups[pair[part]].append(literal)
            for literals in groups.values():
                model.at_least_0(constant(1) - total(map(of_literal, literals)))

    def lost(self, candidate: Candidate) -> str | None:
        """The id that is gone at which the player placed a selection; None: it is there."""
        at = candidate.selection and candidate.selection.at
        return at if at and at not in self.tree.numbers else None

    def is_anew(self, candidate: Candidate) -> BoolLiteral:
        """A literal that holds where a selection is placed elsewhere than the player placed it."""
        lost = self.lost(candidate)
        if lost is None:
            return ~self.is_home(candidate)
        model = self.tree.model
        return model.any_of(
            model.all_of((literal, ~self.renewals.get((lost, target), FALSE)))
            for target, literal in self.literals[candidate].items()
            if literal is not None
        )

    def made(self) -> LinearExpr:
        """The number of selections placed that the player placed nowhere."""
        return total(
            of_literal(literal)
            for candidate, known in self.literals.items()
            if not self.home(candidate)
            for literal in known.values()
            if literal is not None
        )

    def _literals(self, candidate: Candidate) -> dict[Candidate, BoolLiteral | None]:
        """Make the literals of a selection's targets, of which at most one holds.

        A literal holds only if selection and target are present. Under the policy ``fixed`` the
        player's selections stay where they are placed.
        """
        tree, model = self.tree, self.tree.model
        if not self._is_read:
            return {}
        homes = self.home(candidate)
        if homes and tree.policy == "fixed":
            return {homes[0]: TRUE}
        known: dict[Candidate, BoolLiteral | None] = {}
        for target in (*homes, *self._targets[candidate.place]):
            if target not in known:
                is_aggregate = candidate.aggregate_root is not None
                known[target] = None if is_aggregate else model.literal()
        literals = [(target, literal) for target, literal in known.items() if literal is not None]
        for target, literal in literals:
            model.clause((~literal, candidate.present))
            model.clause((~literal, target.present))
        if len(literals) > 1:
            model.at_least_0(constant(1) - total(of_literal(literal) for _, literal in literals))
        return known

    def _targets_of(self, place: Place) -> list[Candidate]:
        """The targets of a selection at a place that some rule can tell from no target."""
        if place.entry is None or self.tree.bounds.is_never_placed(place):
            return []
        found: set[Candidate] = set()
        for reading in self._readings[place]:
            if reading.in_ == "at":
                found.update(self._passing[reading.test])
        for readings, targets in self._read_targets:
            if any(self._may_pass(one.test, place) for one in readings):
                found.update(targets)
        return sorted(found, key=lambda one: one.start)

    def _may_pass(self, test: Test, place: Place) -> bool:
        return self.tree.bounds.intervals.static_truth(test, place) is not False

    def _passing_targets(self, test: Test) -> list[Candidate]:
        return [one for one in self.tree.candidates if self._may_pass(test, one.place)]

    def _readings_at(self, place: Place) -> list[PlacingReading]:
        """The readings asked of a selection at a place: by its own rules, or within any test."""
        own = [one for one in self._read_at(place) if one.asked_of is None]
        nested = (one for one in self._nested if self._may_pass(one.asked_of or ALWAYS, place))
        return [*own, *nested]

    def _read_at(self, place: Place) -> tuple[PlacingReading, ...]:
        return (*readings_at(self.tree.judge, place), *self._asked.get(place, ()))

    @cached_property
    def _read_targets(self) -> list[tuple[list[PlacingReading], list[Candidate]]]:
        """The targets of which ``placed`` readings are asked, in groups of the same readings."""
        groups: dict[tuple[int, ...], tuple[list[PlacingReading], list[Candidate]]] = {}
        for target in self.tree.candidates:
            asked = [one for one in self._readings[target.place] if one.in_ == "placed"]
            if asked:
                groups.setdefault(tuple(map(id, asked)), (asked, []))[1].append(target)
        return [*groups.values()]

    @cached_property
    def _places(self) -> list[Place]:
        return [*{one.place: None for one in (self.tree.root, *self.tree.candidates)}]

    @cached_property
    def _nested(self) -> list[PlacingReading]:
        """The readings of placing within tests."""
        nested = {
            id(reading): reading
            for place in self._places
            for reading in self._read_at(place)
            if reading.asked_of is not None
        }
        return [*nested.values(), *_readings_of_values(self.tree.judge)]

    @cached_property
    def _is_read(self) -> bool:
        """Whether any rule, value or change reads placing; in most games none does."""
        return bool(self._nested) or any(self._read_at(one) for one in self._places)

    @cached_property
    def _placeable(self) -> list[Candidate]:
        return [one for one in self.tree.candidates if self.literals[one]]
