"""Conflicts: sufficient, none without need, and said in words."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from listbuilder.editing.edit import add, new
from listbuilder.errors import EditError
from listbuilder.loading.library import Library
from listbuilder.rules.evaluate import judge_of
from listbuilder.solve.engine import Effort
from listbuilder.solve.outcomes import Impossible, Solved
from listbuilder.solve.prove import fieldable
from listbuilder.solve.why import why
from tests.rules.small import judge, roster
from tests.solve.games import Maker, rosters

UNTIMED = Effort(seconds=None, work=20)
MANY = 2_000

CROWD: dict[str, dict[str, Any]] = {
    "chief": {"copies": 1, "values": {"points": 3}, "caps": {"roster": 1}},
    "guard": {"values": {"points": 2}, "requires": [{"in": "roster", "entry": "chief"}]},
    "rebel": {"values": {"points": 1}, "excludes": [{"in": "roster", "entry": "chief"}]},
    "ghost": {"requires": [{"in": "roster", "entry": "rebel"}, {"in": "roster", "entry": "chief"}]},
}
OVER = {
    "id": "over",
    "title": "No more than the limit",
    "for": "roster",
    "require": {"sum": "points", "at_most": {"limit": "points"}},
}
GAME = judge(CROWD, constraints=(OVER,), limits={"points": {"title": "Points"}})


def codes(outcome: object) -> set[str]:
    assert isinstance(outcome, Impossible)
    assert outcome.conflict is not None
    assert outcome.conflict.smallest
    return {reason.code for reason in outcome.conflict.rules}


def test_a_limit_and_what_is_kept_stand_in_the_way() -> None:
    outcome = why(GAME, roster("chief", "rebel", limits={"points": 9}), effort=UNTIMED)
    assert codes(outcome) == {"rebel.excludes.1"}
    assert isinstance(outcome, Impossible)
    assert outcome.conflict
    assert [reason.text for reason in outcome.conflict.choices] == [
        "1 Chief stays.",
        "2 Rebel stays.",
    ]


def test_rules_alone_stand_in_the_way() -> None:
    outcome = why(GAME, roster(limits={"points": 4}), "guard", UNTIMED)
    assert codes(outcome) == {"guard.requires.1", "over"}


def test_a_cap_stands_in_the_way() -> None:
    outcome = why(GAME, roster("chief", limits={"points": 9}), "chief", UNTIMED)
    assert codes(outcome) == {"chief.caps.roster"}


def test_where_it_can_be_a_roster_shows_it() -> None:
    outcome = why(GAME, roster("guard", limits={"points": 9}), effort=UNTIMED)
    assert isinstance(outcome, Solved)
    assert [one.entry for one in outcome.roster.army] == ["guard", "chief"]


def test_an_unknown_entry_is_refused() -> None:
    with pytest.raises(EditError, match="no entry “gaurd”") as refusal:
        why(GAME, roster(), "gaurd", UNTIMED)
    assert refusal.value.candidates == ("guard",)


def test_what_can_be_fielded_has_a_witness_and_what_can_not_a_conflict() -> None:
    guard = fieldable(GAME, "guard", {"points": 5}, UNTIMED)
    assert isinstance(guard, Solved)
    assert {one.entry for one in guard.roster.army} == {"chief", "guard"}
    ghost = fieldable(GAME, "ghost", {"points": 5}, UNTIMED)
    assert codes(ghost) == {"ghost.requires.1", "ghost.requires.2", "rebel.excludes.1"}


def sufficient(seed: int) -> bool:
    """Whatever is added to what is kept, one of the conflict's rules is broken."""
    made, army = Maker(Random(seed)).game()
    listed = list(islice(rosters(made, army), MANY))
    if len(listed) == MANY or any(made.evaluate(one).legal for one in listed):
        return False
    outcome = why(made, army, effort=UNTIMED)
    if not isinstance(outcome, Impossible) or outcome.conflict is None:
        return False
    found = {reason.code for reason in outcome.conflict.rules}
    for one in listed:
        assert not found.isdisjoint(breach.constraint.id for breach in made.evaluate(one).breaches)
    return True


def test_conflicts_suffice() -> None:
    assert sum(map(sufficient, range(120))) >= 10


@pytest.mark.proof
@pytest.mark.parametrize("start", range(1_000, 9_000, 1_000))
def test_conflicts_suffice_at_length(start: int) -> None:
    for seed in range(start, start + 1_000):
        sufficient(seed)


def test_a_shipped_army_says_why_not() -> None:
    made = judge_of(Library().book("mesbg", ["mordor"]))
    army = new(made, "Ours", {"points": "300"})
    for wanted in ("gothmog", "mordor-war-catapult"):
        army = add(made, army, wanted).roster
    outcome = why(made, army, "orc-captain", UNTIMED)
    assert codes(outcome) == {"over-points"}


def test_an_entry_is_found_by_its_name() -> None:
    by_id = why(GAME, roster(), "guard", UNTIMED)
    by_name = why(GAME, roster(), "Guard", UNTIMED)
    assert type(by_id) is type(by_name)
