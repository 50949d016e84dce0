"""How changes are counted in a model, and which there are."""

from __future__ import annotations

import pytest

from listbuilder.model.language import Number
from listbuilder.solve.domains.candidates import Candidate
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.model.linear import LinearExpr, of_literal
from listbuilder.solve.tasks.changes import Changes, Distinction
from tests.rules.small import roster
from tests.solve.tiny import ends, game, named, unrolled

ARMY = roster(
    {"entry": "chief", "with": [{"entry": "orc", "count": 3}]},
    {"entry": "pack", "size": 4},
    limits={"points": 60},
)


class Counted:
    """The changes of a roster that keeps all but what a test says."""

    def __init__(self) -> None:
        self.tree: CandidateTree = unrolled(game(), ARMY, policy="movable")
        self.changes = Changes(self.tree)

    def one(self, entry: str) -> Candidate:
        return named(self.tree, entry)[0]

    def kept(self, **changed: int) -> list[tuple[LinearExpr, Number]]:
        """Each of the player's selections as it was, but for those named; nothing else there."""
        said: dict[str, int] = {"chief": 1, "orc": 3, "pack": 1} | changed
        own = {id(self.one(entry)): entry for entry in ("chief", "orc", "pack")}
        where: list[tuple[LinearExpr, Number]] = []
        for candidate in self.tree.candidates:
            if id(candidate) in own:
                where.append((candidate.count, said[own[id(candidate)]]))
            elif candidate.count.terms:
                where.append((candidate.count, 0))
        where.append((self.one("pack").size, changed.get("size", 4 if said["pack"] else 0)))
        return where

    def least(self, quantity: LinearExpr, **changed: int) -> Number:
        """The least value of a quantity where only so much changed."""
        found = ends(self.tree.model, quantity, *self.kept(**changed))
        assert found is not None
        return found[0]


@pytest.mark.parametrize(
    ("changed", "number"),
    [
        ({}, 0),
        ({"orc": 2}, 1),
        ({"orc": 4}, 1),
        ({"size": 6}, 1),
        ({"pack": 0}, 1),
        ({"orc": 2, "size": 5}, 2),
    ],
    ids=str,
)
def test_changes_are_counted(changed: dict[str, int], number: int) -> None:
    counted = Counted()
    assert counted.least(counted.changes.number(), **changed) == number


def test_what_becomes_of_each() -> None:
    counted = Counted()
    changes = counted.changes
    chief, orc, pack = range(3)
    for literal, changed in (
        (changes.fewer[orc], {"orc": 1}),
        (changes.raised[orc], {"orc": 5}),
        (changes.resized[pack], {"size": 9}),
        (changes.fewer[pack], {"pack": 0}),
    ):
        assert counted.least(of_literal(literal), **changed) == 1
        assert counted.least(of_literal(literal)) == 0
    assert counted.least(of_literal(changes.fewer[chief]), orc=1) == 0


def test_contents_go_with_their_holder() -> None:
    counted = Counted()
    assert counted.least(counted.changes.number(), chief=0, orc=0) == 1
    assert counted.least(counted.changes.number(), chief=0, orc=0, pack=0) == 2


def test_features_tell_changes_apart() -> None:
    counted = Counted()
    features = counted.changes.features()
    for distinction, changed in (
        (Distinction("fewer", 1), {"orc": 2}),
        (Distinction("resized", 2), {"size": 5}),
        (Distinction("added", 0, ("band", "orc")), {"orc": 4}),
    ):
        assert counted.least(of_literal(features[distinction]), **changed) == 1
        assert counted.least(of_literal(features[distinction])) == 0
