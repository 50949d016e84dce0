"""What a repair takes and gives: losses, purchases, and models that move between units."""

from collections.abc import Sequence

import pytest

from listbuilder.solve.search.problem import EncodedProblem, SearchProblem
from listbuilder.solve.tasks.changes import Changes
from listbuilder.solve.tasks.ledger import Ledger
from listbuilder.solve.tasks.losses import Losses
from tests.rules.small import judge as judge_of
from tests.rules.small import roster
from tests.solve.tiny import ends, named

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
    account = Ledger(losses, Changes(encoded.tree), encoded).accounts()["points"]
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


@pytest.mark.parametrize(
    ("size", "lost", "mistyped"), [(30, 270, 270), (32, 268, 268), (10, 290, 270)]
)
def test_what_a_digit_too_many_added_is_lost_but_not_missed(
    size: int, lost: int, mistyped: int
) -> None:
    """Of 300 men, for 1 point each, 30 were meant."""
    over = {"id": "over", "for": "roster", "require": {"sum": "points", "at_most": 32}}
    judge = judge_of(
        {"man": {"size": {"min": 5}, "values": {"points": {"per_model": 1}}}}, constraints=(over,)
    )
    army = roster({"entry": "man", "size": 300})
    losses = Losses(judge, army)
    assert losses.meant == {0: 30}
    encoded = EncodedProblem(SearchProblem(judge, army, lambda encoded: {}, "movable"))
    account = Ledger(losses, Changes(encoded.tree), encoded).accounts()["points"]
    (home,) = encoded.tree.owned[0]
    new = [(one.count, 0) for one in encoded.tree.added()]
    fixed = [(home.count, 1), (home.size, size), *new]
    least = ends(encoded.model, account.lost, *fixed)
    assert least is not None
    assert least[0] == lost
    most = ends(encoded.model, account.mistyped, (account.lost, lost), *fixed)
    assert most is not None
    assert most[1] == mistyped


def test_where_nothing_costs_anything_models_move_and_none_is_bought() -> None:
    man = {"profiles": [{"type": "man", "values": {}}], "size": {"min": 2, "max": 20}}
    profiles = {"man": {"title": "Man", "columns": []}}
    judge = judge_of({"guard": man}, values={}, profiles=profiles)
    army = roster({"entry": "guard", "size": 18}, {"entry": "guard", "size": 9})
    encoded = EncodedProblem(SearchProblem(judge, army, lambda encoded: {}, "movable"))
    account = Ledger(Losses(judge, army), Changes(encoded.tree), encoded).accounts()[None]
    first, second, *new = named(encoded.tree, "guard")
    fixed = [(one.count, 0) for one in new]
    for sizes, lost in (((17, 10), 0), ((20, 12), 0), ((15, 10), 2)):
        stay = [
            (first.size, sizes[0]),
            (second.size, sizes[1]),
            (first.count, 1),
            (second.count, 1),
        ]
        least = ends(encoded.model, account.lost, *stay, *fixed)
        assert least is not None
        assert least[0] == lost
    assert not account.changed.terms
