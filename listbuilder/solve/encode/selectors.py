"""Selectors as candidates: those in scope, each with a literal for whether it is found.

An aggregate is tested for all its copies at once. Where its copies may differ, the test is open
(``SelectorMatch.is_open``): a count takes any number of copies, from none to all, which is a
relaxation. Example: of 20 foot in one aggregate some carry a shield, so "foot with a shield" finds
from 0 to 20; none where there is no shield.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from listbuilder.model.language import Comparison, Condition, Selector, Test
from listbuilder.rules.places import is_static, passes
from listbuilder.solve.domains.candidates import (
    Candidate,
    NeedsDisaggregationError,
    is_inside_aggregate,
)
from listbuilder.solve.domains.intervals import NO_KEYWORDS
from listbuilder.solve.domains.placing import SelectorMatch
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.encode.readings import ExpressionReader, Truth
from listbuilder.solve.encode.relaxation import Relaxation
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.linear import FALSE, TRUE, BoolLiteral
from listbuilder.solve.outcomes import Truncation

INDEX_FROM = 50
"""The number of candidates from which a look-up by entry is quicker than a look at each."""


class Matches(NamedTuple):
    """The candidates that a selector may find.

    Attributes:
        found: the candidates.
        per_copy: the copies of the asking aggregate may differ in what they find.
    """

    found: list[SelectorMatch]
    per_copy: bool


class SelectorEncoder:
    """Encodes selectors, once for each scope."""

    def __init__(
        self,
        tree: CandidateTree,
        model: ConstraintModel,
        relaxation: Relaxation,
        reader: ExpressionReader,
    ) -> None:
        self.tree = tree
        self.model = model
        self.relaxation = relaxation
        self.reader = reader
        self._moving = tree.judge.compiler.moving
        self._is_static: dict[tuple[int, bool], bool] = {}
        self._matches: dict[tuple[int, bool, Candidate | None], Matches] = {}
        self._asked: list[object] = []  # keeps the expressions, for memos know them by identity

    def is_static(self, test: Test, own: bool) -> bool:
        """Whether the place alone decides a test."""
        key = id(test), own
        if key not in self._is_static:
            self._asked.append(test)
            self._is_static[key] = is_static(test, NO_KEYWORDS if own else self._moving)
        return self._is_static[key]

    def matches(self, selector: Selector, candidate: Candidate, own: bool = False) -> Matches:
        """Encode a selector.

        Raises:
            NeedsDisaggregationError: the copies of an aggregate differ, and may not be relaxed.
        """
        anchor = scope_key(self.tree, selector.in_, candidate)
        if anchor is None:
            return Matches([], False)
        matches = self.in_scope(selector, candidate, own)
        differs = bool(matches.found) and is_inside_aggregate(candidate, anchor)
        return matches._replace(per_copy=matches.per_copy or differs)

    def in_scope(self, selector: Selector, candidate: Candidate, own: bool) -> Matches:
        """The matches, the same for all candidates of one scope, whichever aggregate asks."""
        key = id(selector), own, scope_key(self.tree, selector.in_, candidate)
        if key not in self._matches:
            self._asked.append(selector)
            test = selector.test
            found: list[SelectorMatch] = []
            per_copy = False
            if self.is_static(test, own):
                passing = self.tree.judge.passing(test)
                scope = self._in_scope(selector, candidate, own)
                found += [there for there in scope if passing[there.candidate.place]]
                for there in found:
                    self._note_open(there, candidate)
            else:
                for there in self._in_scope(selector, candidate, own):
                    truth = self._relaxed_test(test, there.candidate, own)
                    if truth is None:
                        both = self.model.all_of(
                            (self._possible(test, there.candidate), there.literal)
                        )
                        if both != FALSE:
                            found.append(there._replace(literal=both, is_open=True))
                        continue
                    per_copy |= truth.per_copy
                    if truth.literal == FALSE:
                        continue
                    self._note_open(there, candidate)
                    both = self.model.all_of((truth.literal, there.literal))
                    found.append(there._replace(literal=both))
            if selector.whole:
                found = self._with_contents(found)
            self._matches[key] = Matches(found, per_copy)
        return self._matches[key]

    def _in_scope(
        self, selector: Selector, candidate: Candidate, own: bool
    ) -> Iterable[SelectorMatch]:
        """The candidates in a selector's scope."""
        match selector.in_:
            case "at":
                return self.tree.placements.at(candidate)
            case "placed":
                return self.tree.placements.placed(candidate)
            case "beside":
                return self._beside(candidate, own)
            case _:
                return [
                    SelectorMatch(other, TRUE) for other in resolve(self.tree, selector, candidate)
                ]

    def _note_open(self, there: SelectorMatch, candidate: Candidate) -> None:
        """Note the aggregates of a pair as relaxed if it is open which copies are placed where."""
        if there.is_open:
            for one in (candidate, there.candidate):
                self.relaxation.relax_where_present(one)

    def _beside(self, candidate: Candidate, own: bool) -> Iterator[SelectorMatch]:
        """Yield the candidates that may stand beside a candidate: no selection is between the two.

        Additions come last in their row, as ``decode`` puts them.
        """
        slot, holder = candidate.place.slot, candidate.holder
        if slot is None or slot.ring is None or holder is None:
            return
        row = [one for one in holder.children if one.place.slot is slot]
        if any(one.selection is None for one in row):
            self.tree.truncations[Truncation("order", len(row))] = None
        for one in row:
            if one.aggregate_root is not None:
                self.relaxation.require_disaggregation(one)
        ring = self.reader.test(slot.ring, holder, own).literal
        at = row.index(candidate)
        for index, other in enumerate(row):
            if other is candidate:
                continue
            first, last = sorted((index, at))
            gone = [~one.present for one in row[first + 1 : last]]
            ends = [~one.present for one in (*row[:first], *row[last + 1 :])]
            near, around = self.model.all_of(gone), self.model.all_of((ring, *ends))
            yield SelectorMatch(other, self.model.any_of((near, around)))

    def _relaxed_test(self, test: Test, candidate: Candidate, own: bool) -> Truth | None:
        """The truth of a test; None where the copies of an aggregate may differ in it."""
        try:
            return self.reader.test(test, candidate, own)
        except NeedsDisaggregationError as error:
            if not self.relaxation.catches(error, candidate):
                raise
            return None

    def _possible(self, test: Condition, candidate: Candidate) -> BoolLiteral:
        """A literal that holds wherever some copy of an aggregate passes a test.

        Where nobody in the aggregate has a horse, no copy has one. What a test refuses is passed
        over, and so are keywords and comparisons: their literals would be no bounds.
        """
        if isinstance(test, Comparison):
            return TRUE
        if not passes(Test(entry=test.entry, slot=test.slot), candidate.place):
            return FALSE
        parts = [self._possible(part, candidate) for part in test.all_]
        if test.any_:
            parts.append(self.model.any_of(self._possible(one, candidate) for one in test.any_))
        if test.has is not None:
            parts.append(
                self.model.any_of(
                    self.model.all_of((child.present, self._possible(test.has, child)))
                    for child in candidate.children
                )
            )
        if test.under is not None:
            around = (self._possible(test.under, one) for one in candidate.around())
            parts.append(self.model.any_of(around))
        return self.model.all_of(parts)

    def _with_contents(self, found: list[SelectorMatch]) -> list[SelectorMatch]:
        """The candidates found and all candidates below them, each once."""
        ways: dict[Candidate, list[SelectorMatch]] = {}
        for candidate, literal, is_open in found:
            through = literal
            if not is_open and literal != TRUE:
                through = self.model.all_of((literal, candidate.present))
            for part in self.tree.candidates[candidate.start : candidate.end]:
                ways.setdefault(part, []).append(SelectorMatch(part, through, is_open))
        return [self._found_through(part, through) for part, through in ways.items()]

    def _found_through(self, candidate: Candidate, ways: list[SelectorMatch]) -> SelectorMatch:
        """A candidate that is found in several ways: below itself, or others that are found."""
        known = self.model.any_of(way.literal for way in ways if not way.is_open)
        if known == TRUE or not any(way.is_open for way in ways):
            return SelectorMatch(candidate, known)
        return SelectorMatch(
            candidate, self.model.any_of(way.literal for way in ways), is_open=True
        )


def scope_key(tree: CandidateTree, in_: str, candidate: Candidate) -> Candidate | None:
    """The candidate that stands for a selector's scope: equal keys, equal candidates in scope.

    Example: for all members of a war band, the key of ``in: "warband"`` is the candidate of its
    leader. None: there is no such scope around the candidate.
    """
    if in_ == "roster":
        return tree.root
    if in_ in ("whole", "below", "children", "self", "parent", "at", "placed", "beside"):
        return candidate
    return next((one for one in candidate.around() if in_ in one.place.keywords), None)


def _places(tree: CandidateTree, in_: str, candidate: Candidate) -> Iterable[Candidate]:
    candidates = tree.candidates
    root = tree.root
    match in_:
        case "whole":
            return candidates[candidate.start : candidate.end]
        case "below":
            return candidates[candidate.start + (candidate is not root) : candidate.end]
        case "children":
            return candidate.children
        case "self":
            return () if candidate is root else (candidate,)
        case "parent":
            holder = candidate.holder
            return () if holder is None or holder is root else (holder,)
        case "roster":
            return candidates
        case _:
            anchor = scope_key(tree, in_, candidate)
            return () if anchor is None else candidates[anchor.start : anchor.end]


def resolve(tree: CandidateTree, selector: Selector, candidate: Candidate) -> Iterable[Candidate]:
    """The candidates in a selector's scope; in a large scope only those of the entries named."""
    places = _places(tree, selector.in_, candidate)
    if not selector.test.entry or not isinstance(places, list) or len(places) < INDEX_FROM:
        return places
    first, end = places[0].start, places[-1].start
    alike = [other for name in selector.test.entry for other in tree.of_entry.get(name, ())]
    inside = {other.start: other for other in alike if first <= other.start <= end}
    return [inside[start] for start in sorted(inside)]
