"""Which keywords a spot has once changes and mounts have moved them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from listbuilder.model.language import ALWAYS
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.model.linear import FALSE, TRUE, BoolLiteral

if TYPE_CHECKING:
    from listbuilder.solve.encode.expressions import ExpressionEncoder


class KeywordEncoder:
    """Settles keywords, once for each spot."""

    def __init__(self, encoder: ExpressionEncoder) -> None:
        self.encoder = encoder
        self.model = encoder.model
        self.judge = encoder.judge
        self.moving = encoder.judge.compiler.moving
        self._known: dict[tuple[Candidate, str], BoolLiteral] = {}
        self._becoming: dict[Candidate, list[tuple[BoolLiteral, str]]] = {}
        self._families = {
            name: keyword.family for name, keyword in encoder.judge.book.keywords.items()
        }

    def is_called(self, candidate: Candidate, name: str, own: bool = False) -> BoolLiteral:
        """Whether a spot has a keyword, as it is or as changes made it."""
        if own or name not in self.moving:
            return TRUE if name in candidate.place.keywords else FALSE
        if (candidate, name) not in self._known:
            self._known[candidate, name] = self._settle(candidate, name)
        return self._known[candidate, name]

    def _settle(self, candidate: Candidate, name: str) -> BoolLiteral:
        """Of the keywords of one family the last one given stays."""
        given = [(TRUE, own) for own in candidate.place.names] + self._given(candidate)
        family = self._families.get(name)
        ways = []
        for index, (literal, own) in enumerate(given):
            if own == name:
                later = [
                    ~other
                    for other, rival in given[index + 1 :]
                    if family and rival != name and self._families.get(rival) == family
                ]
                ways.append(self.model.all_of((literal, *later)))
        return self.model.any_of(ways)

    def _given(self, candidate: Candidate) -> list[tuple[BoolLiteral, str]]:
        """Keywords that changes give, in file order, then those that what it holds gives."""
        if candidate is self.encoder.tree.root:
            return []
        if candidate not in self._becoming:
            given: list[tuple[BoolLiteral, str]] = []
            for part in self.judge.book.parts():
                for change in part.changes:
                    tests = (change.for_, change.when or ALWAYS)
                    literal = self.model.all_of(
                        [self.encoder.test(test, candidate, own=True) for test in tests]
                    )
                    given += [(literal, name) for name in change.becomes if literal != FALSE]
            mounts = [child for child in candidate.children if child.place.becomes]
            if len(mounts) > 1:
                mounts.sort(key=lambda child: self.judge.rank(child.place))
            given += [(mount.present, name) for mount in mounts for name in mount.place.becomes]
            self._becoming[candidate] = given
        return self._becoming[candidate]

    def keys(self, candidate: Candidate, per: str, own: bool) -> Iterator[tuple[str, BoolLiteral]]:
        """Yield the entry, or the keywords of a family, that ``per`` asks once for."""
        entry = candidate.place.entry
        if entry is None:
            return
        if per == "entry":
            yield entry.id, TRUE
            return
        for name, family in self._families.items():
            if family == per and (literal := self.is_called(candidate, name, own)) != FALSE:
                if literal != TRUE and candidate.is_aggregate:
                    self.encoder.require_disaggregation(candidate)
                yield name, literal
