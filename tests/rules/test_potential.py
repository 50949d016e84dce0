"""What could never be taken where it is offered."""

from typing import Any

import pytest

from listbuilder.rules.places import Place
from listbuilder.rules.potential import may_stand
from tests.rules.small import SOURCE, judge


def rule(**require: Any) -> list[dict[str, Any]]:
    return [{"id": "only", "title": "Only", "source": SOURCE, "require": require}]


BOW = {"in": "unit", "is": "bow", "not": {"under": {"slot": "friends"}}}
ENTRIES: dict[str, dict[str, Any]] = {
    "fire": {"constraints": rule(count=BOW, at_least=1)},
    "club": {"constraints": rule(count={"in": "parent", "is": "big"}, at_least=1)},
    "bow": {"is": ["bow"]},
    "ogre": {"holder_becomes": ["big"]},
    **{
        name: {"is": is_, "slots": [{"id": "held", "offers": ["fire", "club", *more]}, *others]}
        for name, is_, more, others in (
            ("pikes", ["unit"], [], [{"id": "friends", "offers": ["bow"]}]),
            ("bows", ["unit"], ["bow"], []),
            ("giant", ["unit", "big"], [], []),
            ("rider", ["unit"], ["ogre"], []),
        )
    },
}
KEYWORDS = {
    "unit": {},
    "bow": {},
    "big": {"family": "bulk"},
}


@pytest.mark.parametrize(
    ("unit", "taken"),
    [("pikes", []), ("bows", ["fire"]), ("giant", ["club"]), ("rider", ["club"])],
)
def test_what_nothing_around_could_allow_is_no_offer(unit: str, taken: list[str]) -> None:
    judged = judge(ENTRIES, keywords=KEYWORDS)
    place = judged.root.below[unit, None]
    found = [name for name in ("fire", "club") if may_stand(judged, place.below[name, "held"])]
    assert found == taken


def test_what_is_asked_under_a_condition_or_elsewhere_may_be() -> None:
    some: dict[str, Any] = {"count": {"in": "roster", "is": "big"}, "at_least": 1}
    entries = {
        "far": {"constraints": rule(**some)},
        "if": {"constraints": [{**rule(count={"in": "parent"}, at_least=1)[0], "when": some}]},
        "none": {"constraints": rule(count={"in": "parent"}, at_most=0)},
    }
    judged = judge(entries, keywords=KEYWORDS)
    assert all(may_stand(judged, judged.root.below[name, None]) for name in entries)


def test_what_would_be_around_something_by_itself_is_not_known() -> None:
    here: dict[str, Any] = {"count": {"in": "unit", "is": "bow"}, "at_least": 1}
    entries: dict[str, dict[str, Any]] = {
        "host": {"is": ["unit", "bow"], "slots": [{"id": "parts", "offers": ["cart"]}]},
        "cart": {"slots": [{"id": "crew", "offers": ["ogre"]}]},
        "ogre": {"constraints": rule(**here)},
    }
    judged = judge(entries, keywords=KEYWORDS)
    cart = Place(judged.book, judged.root, judged.book.entries[""]["cart"])
    assert may_stand(judged, cart.below["ogre", None])
    assert may_stand(
        judged, judged.root.below["host", None].below["cart", None].below["ogre", None]
    )
    assert not may_stand(judged, judged.root.below["ogre", None])
