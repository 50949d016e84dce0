"""What a repair loses: the worth of selections, of contents, of what says the kind of army."""

from fractions import Fraction

from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.model.linear import total
from listbuilder.solve.search.problem import EncodedProblem, SearchProblem
from listbuilder.solve.tasks.changes import Changes
from listbuilder.solve.tasks.ledger import Ledger
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
    lost = total(one.lost for one in Ledger(losses, changes, encoded).accounts().values())
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
