"""Moves: of several selections together, and of a unit for the sake of what it has."""

from __future__ import annotations

from listbuilder.editing.mend import findings_with_remedies, mended
from listbuilder.editing.roster_tree import move, path_of
from listbuilder.interop.opening import load_roster
from listbuilder.rules.evaluate import judge_of
from tests.rules.small import Json, codes, judge, roster
from tests.shipped import LIBRARY

MAN: Json = {"copies": 1, "profiles": [{"type": "man", "values": {}}]}
ROOM: Json = {"copies": 1, "slots": [{"id": "men", "offers": ["bow", "pike"]}]}
GAME = judge(
    {"hill": ROOM, "wall": ROOM, "ditch": ROOM, "bow": MAN, "pike": MAN},
    constraints=(
        {
            "id": "dry",
            "title": "Nobody stands in the ditch",
            "for": {"entry": "ditch"},
            "require": {"count": {"in": "children"}, "at_most": 0},
        },
    ),
    slots=[{"id": "top", "offers": ["hill", "wall", "ditch"]}],
    profiles={"man": {"title": "Man", "columns": []}},
)


def ditch(*men: str) -> Json:
    return {"entry": "ditch", "with": list(men)}


def test_all_that_are_too_many_move_together() -> None:
    """In the army's order, to a holder before them or after them."""
    men = ditch("bow", "pike")
    for broken in (roster("hill", men), roster(men, "hill")):
        (finding,) = findings_with_remedies(GAME.evaluate(broken), GAME)
        assert finding.remedies[0].text == "Move Bow and Pike to Hill"
    (found,) = findings_with_remedies(
        GAME.evaluate(roster(ditch("bow", "bow", "bow", "bow", "bow"), "hill")), GAME
    )
    assert not any(remedy.text.startswith("Move") for remedy in found.remedies)


def test_the_moved_ones_are_where_it_says() -> None:
    men = ditch("bow", "pike")
    for army, hill in ((roster("hill", men), 0), (roster(men, "hill"), 1)):
        verdict = GAME.evaluate(army)
        (_, after), *_ = mended(verdict.breaches[0], verdict, GAME)
        assert sorted(one.entry for one in after.army[hill].with_) == ["bow", "pike"]
        assert codes(GAME, after) == []


def test_a_unit_moves_to_where_it_may_have_what_it_has() -> None:
    """A garrison of the relief force: its unit joins the defence, rather than leave the wall."""
    (path,) = (path for path in LIBRARY.rosters() if path.stem == "the-walls-of-the-reikland")
    loaded = load_roster(path, LIBRARY)
    made = judge_of(loaded.book)
    (unit,) = (
        node
        for node in made.lay_out(loaded.roster).nodes
        if node.selection.entry == "greatswords" and node.children
    )
    (army,) = (node for node in (unit.holder and unit.holder.holder,) if node)
    relief = next(one for one in army.children if one.selection.entry == "relief-force")
    broken = move(loaded.roster, path_of(unit), path_of(relief), None)
    (finding,) = (
        one
        for one in findings_with_remedies(made.evaluate(broken), made)
        if one.code == "garrison-outside-the-defence"
    )
    assert finding.remedies[0].text == "Move Greatswords to Defence force"
