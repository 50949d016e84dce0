"""Where selections are placed: a literal for each pair that some rule can tell apart."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains.placing import Placements, SelectorMatch, readings_at
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.model.linear import TRUE, of_literal
from tests.rules.small import judge as judge_of
from tests.rules.small import roster
from tests.solve.tiny import ends, named, place, unrolled

POSTED = {
    "id": "posted",
    "for": {"entry": "post"},
    "require": {"count": {"in": "at", "entry": "wall"}, "at_least": 1},
}
ENTRIES: dict[str, Any] = {"post": {"copies": 1}, "wall": {"copies": 1}, "moat": {"copies": 1}}


def castle(*rules: dict[str, Any]) -> Judge:
    return judge_of(ENTRIES, constraints=rules)


def army(at: str | None = None) -> Roster:
    post = {"entry": "post"} | ({"at": at} if at else {})
    return roster(
        post, *({"entry": "wall", "id": name} for name in "ab"), {"entry": "moat", "id": "m"}
    )


def placements(
    judge: Judge, begun: Roster, policy: Any = "free"
) -> tuple[CandidateTree, Placements]:
    tree = unrolled(judge, begun, policy=policy, additions=False)
    return tree, tree.placements


def test_only_pairs_that_a_rule_reads_have_a_literal() -> None:
    tree, placed = placements(castle(POSTED), army())
    (post,), walls, (moat,) = (named(tree, entry) for entry in ("post", "wall", "moat"))
    assert [there.candidate for there in placed.at(post)] == walls
    assert not [*placed.at(moat)]
    assert [there.candidate for there in placed.placed(walls[0])] == [post]
    assert not [*placements(castle(), army())[1].at(post)]


def test_a_selection_is_placed_at_one_at_most_and_where_both_are_there() -> None:
    tree, placed = placements(castle(POSTED), army())
    (post,), walls = (named(tree, entry) for entry in ("post", "wall"))
    here, there = (one.literal for one in placed.at(post) if not one.is_open)
    model = tree.model
    assert ends(model, of_literal(there), (of_literal(here), 1)) == (0, 0)
    for gone in (post, walls[0]):
        assert ends(model, of_literal(here), (gone.count, 0)) == (0, 0)
    assert ends(model, placed.made(), (of_literal(here), 1)) == (1, 1)
    assert ends(model, of_literal(placed.is_home(post)), (of_literal(here), 1)) == (0, 0)


def test_what_the_player_placed_is_at_home_there() -> None:
    tree, placed = placements(castle(POSTED), army("b"))
    (post,), walls = (named(tree, entry) for entry in ("post", "wall"))
    assert placed.home(post) == [walls[1]]
    known = {there.candidate: there.literal for there in placed.at(post)}
    assert [*known] == [walls[1], walls[0]], "where it is comes first"
    assert placed.is_home(post) == known[walls[1]]
    assert not placed.made().terms, "the player's own placing is none that is made"
    fixed, stays = placements(castle(POSTED), army("b"), "fixed")
    assert [*stays.at(named(fixed, "post")[0])] == [SelectorMatch(named(fixed, "wall")[1], TRUE)]


@pytest.mark.parametrize("at_most", [0, 1])
def test_what_may_be_placed_nowhere_has_no_literals(at_most: int) -> None:
    nowhere = {
        "id": "nowhere",
        "for": {"entry": "post"},
        "require": {"count": {"in": "at"}, "at_most": at_most},
    }
    tree, placed = placements(castle(POSTED, nowhere), army())
    assert any(placed.at(named(tree, "post")[0])) is (at_most > 0)


def test_in_aggregates_it_is_open() -> None:
    tree = unrolled(castle(POSTED), roster())
    (post,) = named(tree, "post")
    assert {there[1:] for there in tree.placements.at(post)} == {(TRUE, True)}


def test_at_a_new_wall_it_is_open_at_which_copy_but_not_whether() -> None:
    tree = unrolled(castle(POSTED), roster("post"), policy="movable")
    (post,) = (one for one in named(tree, "post") if one.selection)
    (wall,) = named(tree, "wall")
    ((target, literal, is_open),) = tree.placements.at(post)
    assert (target, is_open) == (wall, True)
    assert ends(tree.model, of_literal(literal), (wall.count, 0)) == (0, 0)
    assert ends(tree.model, of_literal(literal), (wall.count, 2)) == (0, 1)
    is_home = of_literal(tree.placements.is_home(post))
    assert ends(tree.model, is_home, (of_literal(literal), 1)) == (0, 0)
    assert next(tree.placements.placed(wall)) == SelectorMatch(post, literal, is_open=True)


def test_what_a_rule_reads_of_placing() -> None:
    has_post = {"has": {"all": [{"count": {"in": "placed", "entry": "post"}, "at_least": 1}]}}
    nested = {"id": "n", "for": "roster", "require": {"count": has_post, "at_most": 0}}
    judge = castle(POSTED, nested)
    (own,) = readings_at(judge, place(judge, "post"))
    assert (own.in_, own.test.entry, own.asked_of) == ("at", ("wall",), None)
    (inner,) = readings_at(judge, judge.root)
    assert (inner.in_, inner.test.entry) == ("placed", ("post",))
    assert inner.asked_of is not None, "any selection may be asked it"
