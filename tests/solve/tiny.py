"""A ruleset of a few lines, its candidates, and what the solver makes of their numbers."""

from __future__ import annotations

from typing import Any

from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.model.cpsat import UNLIMITED, CpSatSolver, Status
from listbuilder.solve.model.linear import LinearExpr, constant
from tests.rules.small import judge as judge_of

ENTRIES: dict[str, Any] = {
    "chief": {
        "copies": 1,
        "is": ["leader"],
        "values": {"points": 20},
        "slots": [
            {"id": "band", "offers": ["orc"], "max": 6},
            {"id": "mount", "offers": ["wolf"], "max": 1},
        ],
    },
    "orc": {
        "values": {"points": 5},
        "slots": [{"id": "gear", "offers": ["shield"], "each_max": 1}],
    },
    "shield": {"values": {"points": 1}},
    "wolf": {"values": {"points": 4}, "holder_becomes": ["mounted"]},
    "pack": {"size": {"min": 3, "max": 9}, "values": {"points": {"per_model": 2}}},
}
KEYWORDS: dict[str, Any] = {"leader": {}, "mounted": {}}
LIMIT = {
    "id": "over",
    "for": "roster",
    "require": {"sum": "points", "at_most": {"limit": "points"}},
}


def game(*constraints: dict[str, Any], **keys: Any) -> Judge:
    """The judge of the ruleset, with further constraints."""
    given = {
        "keywords": KEYWORDS,
        "limits": {"points": {"title": "Points"}},
        "slots": [{"id": "top", "offers": ["chief", "pack"]}],
    }
    return judge_of(ENTRIES, constraints=(LIMIT, *constraints), **(given | keys))


def unrolled(judge: Judge, roster: Roster, additions: bool = True, **keys: Any) -> CandidateTree:
    """The candidates of a roster, and additions to it."""

    def may_add(place: Place, holder: Candidate) -> bool:
        return additions

    bounds = DomainBounds(judge, roster, ())
    return CandidateTree(judge, roster, bounds, ConstraintModel(), may_add=may_add, **keys)


def named(tree: CandidateTree, *entries: str) -> list[Candidate]:
    """The candidates of entries, in their order."""
    return [one for one in tree.candidates if one.place.entry and one.place.entry.id in entries]


def place(judge: Judge, *entries: str) -> Place:
    """The place of an entry, by those around it from the outside."""
    found = judge.root
    for entry in entries:
        found = found.below[entry, None]
    return found


def ends(
    model: ConstraintModel, quantity: LinearExpr, *where: tuple[LinearExpr, Number]
) -> tuple[Number, Number] | None:
    """The least and greatest value where expressions have given values; None: they can't."""
    solver = CpSatSolver(model, UNLIMITED)
    fixed = [
        (sign, constant(number).times(factor))
        for expression, number in where
        for factor, sign in ((1, expression), (-1, expression.times(-1)))
    ]
    bounds = [(expression, number.const) for expression, number in fixed]
    most = solver.maximise(quantity, (), bounds)
    least = solver.maximise(quantity.times(-1), (), bounds)
    if most.status is Status.IMPOSSIBLE:
        return None
    assert most.status is least.status is Status.BEST
    return least.value(quantity), most.value(quantity)
