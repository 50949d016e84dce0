"""Moves of several selections together."""

from __future__ import annotations

from listbuilder.editing.mend import findings_with_remedies, mended
from tests.rules.small import Json, codes, judge, roster

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
