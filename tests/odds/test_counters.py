"""``helms-deep``: each chance against the dice, and the counters drawn, by hand."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from tests.odds.faces import D6, share, spread
from tests.odds.game import answers, asked, within
from tests.odds.test_machines import only

GAME = "helms-deep"
COUNTERS = (1,) * 6 + (0,) * 6
"""Twelve, six of them real."""


def drawn(many: int) -> dict[int, Fraction]:
    """How many are real among some of the twelve: every choice counts once."""
    found = [sum(hand) for hand in combinations(COUNTERS, many)]
    return {real: Fraction(found.count(real), len(found)) for real in {*found}}


def test_blasting_fire() -> None:
    found = asked(GAME, "blasting-fire")
    for column, need in (("Main Gate, Culvert", 2), ("another gate", 1)):
        each = share(lambda die, need=need: die >= need, D6)
        assert found["A real one"][column] == each
        for many, title in ((1, "One"), (2, "Two"), (3, "Three"), (4, "Four"), (6, "Six")):
            expected = sum(
                chance * share(lambda *dice, need=need: max(dice, default=0) >= need, *[D6] * real)
                for real, chance in drawn(many).items()
            )
            assert found[f"{title} placed"][column] == expected
    assert only(found["Real ones among six"]) == drawn(6)


def test_rocks() -> None:
    found = asked(GAME, "rocks")
    for many, title in enumerate(("one", "two", "three", "four"), 1):
        assert only(found[f"At least one of {title}"]) == 1 - drawn(many).get(0, Fraction(0))
    for many, title in ((2, "two"), (3, "three")):
        assert only(found[f"All of {title}"]) == drawn(many)[many]


def test_a_leader_suffers_what_his_unit_does() -> None:
    suffered = only(asked(GAME, "leader-suffers-too")["He has suffered it"])
    each = share(lambda die: die >= 5, D6)
    assert suffered == {result: within(result, each) for result in range(1, 6)}


def test_two_dice() -> None:
    assert only(asked(GAME, "two-dice")["2D6"]) == spread(lambda a, b: a + b, D6, D6)


def test_orc_cunning() -> None:
    found = asked(GAME, "orc-cunning")
    assert only(found["The displaced unit is disrupted"]) == share(lambda die: die <= 3, D6)


def test_a_sortie() -> None:
    found = asked(GAME, "sortie")
    for rally in (4, 5):
        expected = share(lambda die, rally=rally: die <= rally, D6)
        assert only(found[f"Rally {rally} takes 1"]) == expected
    pair = spread(lambda a, b: (a <= 4) + (b <= 4), D6, D6)
    assert only(found["Rally 4 and 4"]) == pair
    three = spread(lambda a, b, c: (a <= 4) + (b <= 4) + (c <= 5), D6, D6, D6)
    assert only(found["Rally 4, 4 and 5"]) == three


@pytest.mark.parametrize(
    ("roster", "odds"),
    [("isengard-as-listed", "blasting-fire"), ("westernesse-as-listed", "rocks")],
)
def test_counters_are_those_of_the_roster(roster: str, odds: str) -> None:
    found: Any = list(answers(GAME, roster, odds))
    assert len(found) == 1
    assert [(one.title, one.value) for one in found[0].given] == [("Counters", "12"), ("real", "6")]
