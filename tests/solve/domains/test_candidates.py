"""Candidates: what is around them, whether they are there, and which stand for several."""

from listbuilder.solve.domains.candidates import is_inside_aggregate
from listbuilder.solve.model.linear import of_literal
from tests.rules.small import roster
from tests.solve.tiny import ends, game, named, unrolled

OWN = {"entry": "chief", "with": ["orc"]}
LIMITS = {"points": 100}


def test_the_players_selections_and_additions_are_told_apart() -> None:
    tree = unrolled(game(), roster(OWN, limits=LIMITS))
    own, *added = named(tree, "orc")
    assert (own.is_added, tree.root.is_added) == (False, False)
    assert own.selection is not None
    assert added
    assert all(one.is_added for one in added)


def test_around_a_candidate_are_its_holders_without_the_root() -> None:
    tree = unrolled(game(), roster(OWN, limits=LIMITS), additions=False)
    (chief,), (orc,) = named(tree, "chief"), named(tree, "orc")
    assert [*orc.around()] == [orc, chief]
    assert [*tree.root.around()] == []
    assert tree.candidates[chief.start : chief.end] == [chief, orc]


def test_it_is_present_where_it_has_a_copy() -> None:
    tree = unrolled(game(), roster(limits=LIMITS))
    (chief,) = named(tree, "chief")
    assert chief.present is chief.present, "its literal is made once"
    for copies in (0, 1, 3):
        there = min(copies, 1)
        found = ends(tree.model, of_literal(chief.present), (chief.count, copies))
        assert found == (there, there)


def test_one_copy_of_an_aggregate_may_hold_what_several_are_counted_for() -> None:
    empty = unrolled(game(), roster(limits=LIMITS))
    (chief,), (orc,), (shield,) = (named(empty, one) for one in ("chief", "orc", "shield"))
    assert is_inside_aggregate(orc, chief)
    assert is_inside_aggregate(shield, chief)
    assert not is_inside_aggregate(orc, empty.root), "the roster is no aggregate"
