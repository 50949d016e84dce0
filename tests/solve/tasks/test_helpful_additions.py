"""Additions that may mend a breach, or all breaches at once."""

import pytest

from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.explain.slicing import ConeOfInfluence
from listbuilder.solve.model.constraint_model import ConstraintModel
from listbuilder.solve.tasks.helpful_additions import HelpfulAdditions
from listbuilder.solve.tasks.repair_search import errors_of
from tests.rules.small import Json, judge, roster

GUARDED: Json = {
    "id": "guarded",
    "for": {"entry": "band"},
    "require": {"count": {"in": "whole", "entry": "guard"}, "at_least": 1},
}
FLAGGED: Json = {
    "id": "flagged",
    "for": "roster",
    "require": {"count": {"entry": "flag"}, "at_least": 1},
}
FOUR: Json = {
    "id": "four",
    "for": {"entry": "band"},
    "require": {"sum": "worth", "at_least": 4},
}
ABROAD: Json = {
    "id": "abroad",
    "for": {"entry": "band"},
    "when": {"count": {"in": "roster", "entry": "flag"}, "at_most": 0},
    "require": {"count": {"in": "self"}, "at_most": 0},
}
OUTSIDE: Json = {
    "id": "outside",
    "for": {"entry": "guard"},
    "require": {"outside": {"count": {"in": "children", "entry": "flag"}}, "at_least": 1},
}
ENTRIES: dict[str, Json] = {
    "band": {"copies": 1, "slots": [{"id": "men", "offers": ["guard", "flag"]}]},
    "guard": {"values": {"worth": 1}},
    "flag": {"values": {"worth": 3}},
}


def additions(made: Judge, *army: Json | str, some: bool = False) -> list[str]:
    """The additions to the army and its contents that may mend all breaches, or some."""
    given = roster(*army)
    breaches = errors_of(made.evaluate(given))
    assert breaches
    helpful = HelpfulAdditions(ConeOfInfluence(made, given, lambda place: True), breaches)
    may_mend = helpful.mends_some if some else helpful.mends_all
    bounds = DomainBounds(made, given, ())
    tree = CandidateTree(made, given, bounds, ConstraintModel(), policy="movable", may_add=may_mend)
    holders = [tree.root, *(one for one in tree.candidates if one.selection is not None)]
    return [called(one) for holder in holders for one in holder.children if one.selection is None]


def called(candidate: Candidate) -> str:
    assert candidate.place.entry is not None
    holder = candidate.holder
    number = "" if holder is None or holder.number is None else f" in {holder.number + 1}"
    return candidate.place.entry.id + number


@pytest.mark.parametrize(
    ("rules", "army", "found"),
    [
        pytest.param([GUARDED], ["band"], ["guard in 1"], id="inside"),
        pytest.param([GUARDED], ["band", "band"], [], id="in two bands"),
        pytest.param(
            [GUARDED], ["band", {"entry": "band", "with": ["guard"]}], ["guard in 1"], id="in one"
        ),
        pytest.param([FLAGGED], ["band"], ["band", "flag in 1"], id="anywhere"),
        pytest.param([FLAGGED, GUARDED], ["band"], [], id="two rules, no thing for both"),
        pytest.param([FLAGGED, FOUR], ["band"], ["flag in 1"], id="a flag is worth something"),
        pytest.param([ABROAD], ["band"], ["band", "flag in 1"], id="a condition elsewhere"),
        pytest.param(
            [OUTSIDE], [{"entry": "band", "with": ["guard"]}], ["band", "flag in 1"], id="outside"
        ),
    ],
)
def test_an_addition_must_bear_on_each_breach(
    rules: list[Json], army: list[Json | str], found: list[str]
) -> None:
    made = judge(
        ENTRIES,
        constraints=tuple(rules),
        slots=[{"id": "top", "offers": ["band"]}],
        values={"worth": {"title": "Worth"}},
    )
    assert additions(made, *army) == found


def test_an_addition_that_bears_on_one_breach_may_help() -> None:
    slots = [{"id": "top", "offers": ["band"]}]
    made = judge(ENTRIES, constraints=(FLAGGED, GUARDED), slots=slots)
    army: list[Json | str] = ["band", {"entry": "band", "with": ["guard"]}]
    assert additions(made, *army, some=True) == ["band", "guard in 1", "flag in 1", "flag in 2"]
    assert additions(made, *army) == []
