"""The encoders over the candidates of a small army."""

from __future__ import annotations

from typing import Any

from listbuilder.loading.structuring import converter
from listbuilder.model.language import Selector
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.encode.expressions import ExpressionEncoder
from listbuilder.solve.encode.keywords import KeywordEncoder
from listbuilder.solve.encode.piecewise import PiecewiseEncoder
from listbuilder.solve.encode.selectors import Matches, SelectorEncoder
from listbuilder.solve.encode.values import ValueEncoder
from tests.rules.small import judge as judge_of
from tests.rules.small import roster
from tests.solve.tiny import game, named, unrolled

Json = dict[str, Any]


ARMY = roster(
    {"entry": "chief", "with": [{"entry": "orc", "count": 3}, "wolf"]},
    {"entry": "pack", "size": 4},
    limits={"points": 200},
)


EMPTY = roster(limits={"points": 200})


class Encoded:
    """The encoders over a tree, and its candidates by their entries."""

    def __init__(self, army: Any = ARMY, exact: bool = False, **keys: Any) -> None:
        judge: Judge = keys.pop("judge", None) or game()
        self.tree: CandidateTree = unrolled(judge, army, **{"policy": "free"} | keys)
        self.model = self.tree.model
        self.encoder = ExpressionEncoder(judge, self.tree, self.model, exact)
        self.values: ValueEncoder = self.encoder.values
        self.keywords: KeywordEncoder = self.encoder.keywords
        self.selectors: SelectorEncoder = self.encoder.selectors
        self.piecewise: PiecewiseEncoder = self.encoder.piecewise

    def __getitem__(self, entry: str) -> Candidate:
        return named(self.tree, entry)[0]

    def found(self, asking: Candidate, **said: Any) -> Matches:
        return self.selectors.matches(converter.structure(said, Selector), asking)


def priced(entries: Json) -> Judge:
    """The judge of a game of these entries, which may be priced by a limit."""
    limits = {"credit": {"title": "Credit"}, "points": {"title": "Points"}}
    return judge_of(entries, limits=limits)


def of_entries(matches: Matches) -> list[str]:
    return [one.place.entry.id for one, *_ in matches.found if one.place.entry]
