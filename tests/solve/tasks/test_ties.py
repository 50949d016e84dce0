"""Which of two equally good repairs is told."""

from __future__ import annotations

import attrs
import pytest

from listbuilder.model.entries import Selection
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.tasks.change_sentences import change_sentence
from listbuilder.solve.tasks.repair import repair
from listbuilder.solve.tasks.ties import Ties
from tests.rules.small import Json, judge, roster
from tests.solve.tasks.test_changes import Counted

MAN: Json = {"copies": 1, "profiles": [{"type": "man", "values": {}}]}
LIMIT: Json = {
    "id": "over",
    "for": "roster",
    "require": {"sum": "points", "at_most": {"limit": "points"}},
}


@pytest.mark.parametrize(
    ("changed", "touched"),
    [
        ({}, 0),
        ({"orc": 2}, 2),
        ({"orc": 4}, 1),
        ({"size": 6}, 0),
        ({"size": 3}, 2),
        ({"pack": 0}, 10),
        ({"orc": 2, "size": 5}, 2),
    ],
    ids=str,
)
def test_what_goes_counts_twice(changed: dict[str, int], touched: int) -> None:
    """A pack of four is a copy and its models. More models count by what they cost, not here."""
    counted = Counted()
    assert counted.least(Ties(counted.changes).touched(), **changed) == touched


def test_what_no_rule_blames_counts_three_more() -> None:
    """What a counted selection holds is counted, too."""
    counted = Counted()
    chief, orc, pack = range(3)
    for blamed, more in (([chief], 0), ([orc], 0), ([pack], 3), ([], 0)):
        assert counted.least(Ties(counted.changes, blamed).touched(), orc=2) == 2 + more


def test_nobody_gives_up_the_idea_of_his_army_for_a_captain() -> None:
    """The legion costs nothing, but its captains are led by a marshal, who leads the men then."""
    band = [{"id": "band", "offers": ["man"]}]
    made = judge(
        {
            "host": {
                "slots": [
                    {"id": "idea", "offers": ["legion"], "max": 1},
                    {"id": "heroes", "offers": ["captain", "marshal"]},
                ]
            },
            "legion": {"excludes": [{"in": "roster", "entry": "captain"}]},
            "captain": MAN | {"values": {"points": 40}, "slots": band},
            "marshal": MAN | {"values": {"points": 50}, "slots": band},
            "man": MAN | {"values": {"points": 10}},
        },
        constraints=(LIMIT,),
        slots=[{"id": "top", "offers": ["host"]}],
        limits={"points": {"title": "Points"}},
        profiles={"man": {"title": "Man", "columns": []}},
    )
    captain = {"entry": "captain", "with": [{"entry": "man"}] * 16}
    host = {"entry": "host", "with": [{"entry": "legion"}, captain]}
    first, *_ = repair(made, roster(host, limits={"points": 300}))
    assert isinstance(first, Solved)
    assert [*map(change_sentence, first.changes)] == [
        "remove 1.2 Captain (Host)",
        "add Marshal to 1. Host, with all that is left in 1.2 Captain",
    ]


def game(*top: str, **entries: Json) -> Judge:
    return judge(
        entries,
        constraints=(LIMIT,),
        slots=[{"id": "top", "offers": [*(top or entries)]}],
        limits={"points": {"title": "Points"}},
        profiles={"man": {"title": "Man", "columns": []}},
    )


def first_answer(made: Judge, *army: Selection, points: int = 1000) -> list[str]:
    answer, *_ = repair(made, attrs.evolve(roster(limits={"points": points}), army=army))
    assert isinstance(answer, Solved)
    return sorted(map(change_sentence, answer.changes))


def test_of_equal_prices_the_bearer_loses_what_he_may_not_have() -> None:
    """Both are 20 points over, and 20 points go either way: the marshal keeps his ring."""
    gifts = {"id": "gift", "offers": ["ring", "horn"], "each_max": 1}
    marshal = {**MAN, "values": {"points": 100}, "slots": [gifts]}
    made = game(
        marshal=marshal,
        squire={**marshal, "slots": [{**gifts, "offers": ["horn"]}]},
        ring={"values": {"points": 20}},
        horn={"values": {"points": 20}},
    )
    ring, horn = Selection("ring"), Selection("horn")
    lord = Selection("marshal", with_=(ring,))
    army = (Selection("squire", with_=(ring, horn)), lord)
    assert first_answer(made, *army, points=240) == ["remove 1.1 Ring (Squire)"]


def test_of_two_in_a_slot_the_later_goes() -> None:
    """A second lore was added by mistake, not the first."""
    lore = {"id": "lore", "offers": ["fire", "death"], "exactly": 1}
    made = game("mage", mage={**MAN, "slots": [lore]}, fire={}, death={})
    for one, other in (("fire", "death"), ("death", "fire")):
        mage = Selection("mage", with_=(Selection(one), Selection(other)))
        assert first_answer(made, mage) == [f"remove 1.2 {other.capitalize()} (Mage)"]


def test_what_moves_joins_its_like() -> None:
    """The rider on the wall goes to the yard, where the other riders stand, not to the tower."""
    room = {"id": "men", "offers": ["rider", "bow"]}
    made = game(
        tower={"copies": 1, "slots": [room]},
        wall={"copies": 1, "slots": [{**room, "offers": ["bow"]}]},
        yard={"copies": 1, "slots": [room]},
        rider={**MAN, "values": {"points": 10}},
        bow={**MAN, "values": {"points": 5}},
    )
    rider, bow = Selection("rider"), Selection("bow")
    for tower, yard, to in (((bow,), (rider,), "3. Yard"), ((rider,), (bow,), "1. Tower")):
        army = (
            Selection("tower", with_=tower),
            Selection("wall", with_=(rider,)),
            Selection("yard", with_=yard),
        )
        top = attrs.evolve(roster(limits={"points": 1000}), army=army)
        answers = [one for one in repair(made, top) if isinstance(one, Solved)]
        assert change_sentence(answers[0].changes[0]) == f"move 2.1 Rider (Wall) to {to}"


def test_what_is_flipped_stays_where_it_was() -> None:
    """Two torches are to be real and two not: one of three goes, and comes again as a dummy."""
    kinds = ("torch", "dummy")
    made = judge(
        {
            "man": {"slots": [{"id": "hand", "offers": [*kinds], "max": 3}]},
            "torch": {"copies": 1},
            "dummy": {"copies": 1},
        },
        values={},
        slots=[{"id": "top", "offers": ["man"]}],
        constraints=tuple(
            {
                "id": f"two-{kind}",
                "for": "roster",
                "require": {"count": {"entry": kind}, "exactly": 2},
            }
            for kind in kinds
        ),
    )
    holds = {"one": ["dummy"], "two": ["torch", "torch"], "three": ["torch"], "four": []}
    men = [{"entry": "man", "name": name, "with": held} for name, held in holds.items()]
    first, *_ = repair(made, roster(*men))
    assert isinstance(first, Solved)
    removed, added = map(change_sentence, first.changes)
    bearer = next(name for name in holds if f"({name})" in removed)
    assert added.startswith("add Dummy to ")
    assert added.endswith(f" {bearer}")
