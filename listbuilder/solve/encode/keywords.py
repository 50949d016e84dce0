"""Literals for the keywords of a candidate, after keyword changes and mounts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from listbuilder.model.language import ALWAYS, KeywordChange
from listbuilder.model.memo import Memo
from listbuilder.rules.places import Place, is_static, passes
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.domains.intervals import NO_KEYWORDS
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.encode.readings import ExpressionReader, Truth
from listbuilder.solve.encode.relaxation import Relaxation
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.linear import FALSE, TRUE, BoolLiteral


class _Moved(NamedTuple):
    """A keyword that is given, or taken away, where a condition (``truth``) holds."""

    truth: Truth
    name: str
    taken: bool = False


class KeywordEncoder:
    """Encodes keywords, once for each candidate."""

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
        self.judge = tree.judge
        self.moving = self.judge.compiler.moving
        self._known: dict[tuple[Candidate, str], Truth] = {}
        self._changes: Memo[Place, list[KeywordChange]] = Memo(
            lambda place: [*self._changes_at(place)]
        )
        self._becoming: dict[Candidate, list[_Moved]] = {}
        self._families = {
            name: keyword.family for name, keyword in self.judge.book.keywords.items()
        }

    def is_called(self, candidate: Candidate, name: str, own: bool = False) -> Truth:
        """Whether a candidate has a keyword.

        Args:
            candidate: any.
            name: the keyword's name.
            own: whether the entry's own keywords count; else those after changes and mounts.
        """
        if own or name not in self.moving:
            return Truth(TRUE if name in candidate.place.keywords else FALSE, False)
        if (candidate, name) not in self._known:
            self._known[candidate, name] = self._encode(candidate, name)
        return self._known[candidate, name]

    def _encode(self, candidate: Candidate, name: str) -> Truth:
        """Encode a keyword: given at least once, and not taken away or displaced later.

        Of one family the last keyword wins. Example: a horse makes who was on foot mounted.
        """
        became = self._given(candidate)
        if not became:
            return Truth(TRUE if name in candidate.place.keywords else FALSE, False)
        always = Truth(TRUE, False)
        given = [*(_Moved(always, own) for own in candidate.place.names), *became]
        ways = []
        for index, (truth, own, taken) in enumerate(given):
            if own == name and not taken:
                later = [
                    ~other.truth.literal
                    for other in given[index + 1 :]
                    if (other.name == name if other.taken else self._are_rivals(name, other.name))
                ]
                ways.append(self.model.all_of((truth.literal, *later)))
        return Truth(self.model.any_of(ways), any(moved.truth.per_copy for moved in given))

    def _are_rivals(self, name: str, other: str) -> bool:
        """Whether a keyword displaces another: they are of one family."""
        family = self._families.get(name)
        return bool(family) and other != name and self._families.get(other) == family

    def _given(self, candidate: Candidate) -> list[_Moved]:
        """Keywords that changes take and give, in file order, then those that mounts give."""
        if candidate is self.tree.root:
            return []
        if candidate not in self._becoming:
            given: list[_Moved] = []
            for change in self._changes[candidate.place]:
                truths = [
                    self.reader.test(test, candidate, own=True)
                    for test in (change.for_, change.when or ALWAYS)
                ]
                literal = self.model.all_of(truth.literal for truth in truths)
                truth = Truth(literal, any(truth.per_copy for truth in truths))
                if literal != FALSE:
                    given += [_Moved(truth, name, True) for name in change.loses]
                    given += [_Moved(truth, name) for name in change.becomes]
            mounts = [child for child in candidate.children if child.place.becomes]
            if len(mounts) > 1:
                mounts.sort(key=lambda child: self.judge.rank(child.place))
            given += [
                _Moved(Truth(mount.present, False), name)
                for mount in mounts
                for name in mount.place.becomes
            ]
            self._becoming[candidate] = given
        return self._becoming[candidate]

    def _changes_at(self, place: Place) -> Iterator[KeywordChange]:
        """Yield the changes that the place alone doesn't rule out, in file order."""
        for part in self.judge.book.parts():
            for change in part.changes:
                if not is_static(change.for_, NO_KEYWORDS) or passes(change.for_, place):
                    yield change

    def keys(self, candidate: Candidate, per: str, own: bool) -> Iterator[tuple[str, BoolLiteral]]:
        """Yield the groups that ``per`` puts a candidate in: its entry, or keywords of a family.

        Raises:
            NeedsDisaggregationError: the copies of an aggregate may belong to different groups.
        """
        entry = candidate.place.entry
        if entry is None:
            return
        if per == "entry":
            yield entry.id, TRUE
            return
        for name, family in self._families.items():
            if family == per:
                literal, per_copy = self.is_called(candidate, name, own)
                per_copy &= candidate.aggregate_root is not None
                if literal not in (TRUE, FALSE) and (per_copy or candidate.is_aggregate):
                    self.relaxation.require_disaggregation(candidate)
                if literal != FALSE:
                    yield name, literal
