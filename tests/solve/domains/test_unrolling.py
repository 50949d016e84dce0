"""The candidates of a roster: aggregates, disaggregated copies, the player's own."""

import pytest

from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains import unrolling
from listbuilder.solve.outcomes import Truncation
from tests.rules.small import roster
from tests.solve.tiny import ends, game, named, unrolled

EMPTY = roster(limits={"points": 100})


@pytest.fixture
def judge() -> Judge:
    return game()


def test_interchangeable_additions_are_one_aggregate(judge: Judge) -> None:
    tree = unrolled(judge, EMPTY)
    (chief,) = named(tree, "chief")
    (orc,) = named(tree, "orc")
    assert (chief.is_aggregate, chief.is_unit_aggregate) == (True, True)
    assert tree.model.high(chief.count) == 5
    assert orc.holder is chief
    assert orc.aggregate_root is chief


def test_disaggregated_copies_stand_before_the_others_in_order(judge: Judge) -> None:
    tree = unrolled(judge, EMPTY, disaggregated=lambda place: 2)
    chiefs = named(tree, "chief")
    assert [one.is_aggregate for one in chiefs] == [False, False, True]
    assert [tree.model.high(one.count) for one in chiefs] == [1, 1, 3]
    first, second, others = chiefs
    assert ends(tree.model, second.count, (first.count, 0)) == (0, 0)
    assert ends(tree.model, others.count, (second.count, 0)) == (0, 0)


def test_the_size_of_an_aggregate_is_that_of_all_its_copies(judge: Judge) -> None:
    tree = unrolled(judge, roster(limits={"points": 12}))
    (pack,) = named(tree, "pack")
    assert tree.model.high(pack.count) == 2
    for copies, sizes in enumerate([(0, 0), (1, 6), (2, 6)]):  # points pay for six in all
        assert ends(tree.model, pack.size, (pack.count, copies)) == sizes


@pytest.mark.parametrize(
    ("policy", "counts"), [("fixed", (4, 4)), ("free", (0, 4)), ("movable", (0, 6))]
)
def test_the_policy_says_what_becomes_of_the_players_selections(
    judge: Judge, policy: str, counts: tuple[int, int]
) -> None:
    own = {"entry": "chief", "with": [{"entry": "orc", "count": 4}]}
    tree = unrolled(judge, roster(own, limits={"points": 100}), policy=policy, additions=False)
    (orc,) = named(tree, "orc")
    count = tree.owned[1][0].count
    assert orc.number == 1
    assert (tree.model.low(count), tree.model.high(count)) == counts


def test_truncations_are_noted(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    assert unrolled(judge, EMPTY).truncations == {}
    monkeypatch.setattr(unrolling, "MAX_DEPTH", 1)
    assert list(unrolled(judge, EMPTY).truncations) == [Truncation("depth", 1)]
    monkeypatch.setattr(unrolling, "MAX_CANDIDATES", 1)
    assert Truncation("candidates", 1) in unrolled(judge, EMPTY).truncations
    monkeypatch.setattr(unrolling, "MAX_COPIES", 1)
    monkeypatch.setattr(unrolling, "MAX_CANDIDATES", 100)
    cut = unrolled(judge, EMPTY, disaggregated=lambda place: 5).truncations
    assert Truncation("copies", 1, "Chief") in cut
