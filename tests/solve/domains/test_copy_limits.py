"""Limits on copies: which selections an allowance counts, and what takes from it."""

import pytest

from listbuilder.model.language import ALWAYS, Names, Test
from listbuilder.solve.domains.copy_limits import Allowance, PlaceBounds
from tests.solve.domains.test_domain_bounds import bounds
from tests.solve.tiny import game, place

CHIEFS = Test(entry=Names(("chief",)))


@pytest.mark.parametrize(
    ("test", "with_contents", "covered"),
    [
        (CHIEFS, False, {"chief"}),
        (CHIEFS, True, {"chief", "orc"}),
        (ALWAYS, False, {"chief", "orc", "pack"}),
    ],
)
def test_an_allowance_covers_what_passes_and_contents_if_so_said(
    test: Test, with_contents: bool, covered: set[str]
) -> None:
    allowance = Allowance("points", test, with_contents, 100)
    judge = game()
    places = {
        "chief": place(judge, "chief"),
        "orc": place(judge, "chief", "orc"),
        "pack": place(judge, "pack"),
    }
    assert {name for name, at in places.items() if allowance.covers(at)} == covered


def test_a_place_without_rules_is_bounded_by_its_copies_alone() -> None:
    alone = PlaceBounds(3)
    assert (alone.held, alone.caps, alone.allowances) == ((), (), ())


def test_an_allowance_of_additions_leaves_what_the_player_has() -> None:
    judge = game()
    limit = bounds(judge, 1000)
    limit.allowances["bought"] = Allowance("points", ALWAYS, True, 45, of_additions=True)
    chief = place(judge, "chief")
    assert limit.most(chief, 1, {}) == 2
    assert limit.most(chief, 1, {}, owned=True) == 50


def test_what_is_charged_is_no_longer_there() -> None:
    judge = game()
    limit = bounds(judge, 100)
    chief = place(judge, "chief")
    charged = limit.charge(dict.fromkeys(limit.allowances, 0), chief, 4)
    assert limit.most(chief, 1, charged) == 1
    assert not limit.is_overcharged(charged)
    assert limit.is_overcharged(limit.charge(charged, chief, 2))
