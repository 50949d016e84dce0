"""What a repair loses: the worth of selections, of contents, of what says the kind of army."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.model.linear import total
from listbuilder.solve.search.problem import EncodedProblem, SearchProblem
from listbuilder.solve.tasks.changes import Changes
from listbuilder.solve.tasks.losses import Losses
from tests.rules.small import judge as judge_of
from tests.rules.small import roster
from tests.solve.tiny import ends, game, named, place

GAME = game()
ARMY = roster(
    {"entry": "chief", "with": [{"entry": "orc", "count": 3}]},
    {"entry": "pack", "size": 4},
    limits={"points": 60},
)
SPENT = 20 + 3 * 5 + 4 * 2


def test_a_roster_is_worth_its_costs_and_its_limit() -> None:
    losses = Losses(GAME, ARMY)
    assert (losses.cost, losses.costs) == ("points", ["points"])
    assert (losses.spent, losses.whole) == ({"points": SPENT}, 60)
    assert Losses(GAME, roster("chief")).whole == 20, "no limit is set"
    assert losses.never_negative
    assert not losses.may_be_less_with(place(GAME, "chief"))


def test_a_share_is_rounded_up_to_a_step() -> None:
    losses = Losses(GAME, ARMY)
    assert losses.step == 1
    assert losses.share(Fraction(1, 100)) == 1
    half = judge_of({"man": {"values": {"points": "5/2"}}})
    assert Losses(half, roster("man")).step == Fraction(1, 2)


def test_where_nothing_costs_anything_models_are_lost() -> None:
    entries = {"man": {"profiles": [{"type": "man", "values": {}}]}, "flag": {}}
    profiles = {"man": {"title": "Man", "columns": []}}
    free = judge_of(entries, values={}, profiles=profiles)
    losses = Losses(free, roster({"entry": "man", "count": 4}, "flag"))
    assert (losses.cost, losses.spent) == (None, {None: 4})


def least_lost(judge: Judge, army: Roster, **left: int) -> object:
    """The least that is lost where so many copies are left of some entries."""
    losses = Losses(judge, army)
    encoded = EncodedProblem(SearchProblem(judge, army, lambda encoded: {}, "movable"))
    changes = Changes(encoded.tree, goes_along=losses.goes_along)
    lost = total(one.lost for one in losses.accounts(changes, encoded).values())
    home = [owned[0] for owned in encoded.tree.owned]
    fixed = [
        (one.count, left[one.place.entry.id] if one in home else 0)
        for one in named(encoded.tree, *left)
        if one.place.entry
    ]
    found = ends(encoded.model, lost, *fixed)
    assert found is not None
    return found[0]


def test_what_goes_is_lost_with_what_it_holds() -> None:
    assert least_lost(GAME, ARMY, chief=1, orc=3, pack=1) == 0
    assert least_lost(GAME, ARMY, chief=1, orc=2, pack=1) == 5
    assert least_lost(GAME, ARMY, chief=1, orc=3, pack=0) == 8
    assert least_lost(GAME, ARMY, chief=0, orc=0, pack=1) == 35


def test_what_is_free_and_no_model_goes_along_with_its_holder() -> None:
    free = judge_of(
        {
            "unit": {"values": {"points": 3}, "slots": [{"id": "gear", "offers": ["flag", "bow"]}]},
            "flag": {},
            "bow": {"values": {"points": 1}},
        }
    )
    losses = Losses(free, roster({"entry": "unit", "with": ["flag", "bow"]}))
    assert [losses.goes_along(number) for number in range(3)] == [False, True, False]


GUARDS = judge_of(
    {
        "guard": {
            "size": {"min": 2, "max": 20},
            "values": {"points": {"each": 9, "per_model": 6}},
            "slots": [{"id": "gear", "offers": ["shield", "banner"], "each_max": 1}],
        },
        "shield": {"values": {"points": {"per_model": 1}}},
        "banner": {"values": {"points": 10}},
    }
)


@pytest.mark.parametrize(
    ("sizes", "lost", "bought", "taken"),
    [
        ((18, 9), 0, 0, 0),
        ((17, 10), 0, 0, 0),  # one goes from the first to the second, with its shield
        ((16, 10), 7, 0, 0),
        ((18, 11), 0, 14, 0),
        ((20, 0), 7 * 6 + 9 + 9, 2, 2 * 6),  # two go over; shields of a unit that goes do not
        ((12, 9, 6), 0, 9, 42),
        ((12, 9, 8), 0, 9 + 14, 42),
        ((12, 11, 5), 0, 9 + 7, 4 * 7),
    ],
)
def test_models_move_between_units_and_to_new_ones(
    sizes: Sequence[int], lost: int, bought: int, taken: int
) -> None:
    """Units of 18 and 9, with shields: what they lose, buy and hand on to a third."""
    army = roster(*({"entry": "guard", "size": size, "with": ["shield"]} for size in (18, 9)))
    losses = Losses(GUARDS, army)
    encoded = EncodedProblem(SearchProblem(GUARDS, army, lambda encoded: {}, "movable"))
    account = losses.accounts(Changes(encoded.tree), encoded)["points"]
    given = dict(zip(("first", "second", "third"), sizes, strict=False))
    units = dict(zip(("first", "second", "third"), named(encoded.tree, "guard"), strict=False))
    fixed = [(one.count, int(bool(given.get(name)))) for name, one in units.items()]
    fixed += [(units[name].size, size) for name, size in given.items()]
    gear = named(encoded.tree, "shield", "banner")
    stay = [one for one in gear if not one.moved]
    shields = [next(one for one in stay if one.holder is units[name]) for name in given]
    fixed += [(one.count, int(size > 0)) for one, size in zip(shields, sizes, strict=True)]
    fixed += [(one.count, 0) for one in gear if one not in shields]
    least = ends(encoded.model, account.lost, *fixed)
    assert least is not None
    assert least[0] == lost
    for part, expected in ((account.changed, lost + bought), (account.taken, taken)):
        found = ends(encoded.model, part, (account.lost, lost), *fixed)
        assert found is not None
        assert found[0] == expected, sizes
