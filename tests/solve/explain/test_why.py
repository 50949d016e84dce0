"""Conflicts: things that really can't all hold, each of them needed, no fewer will do; in words."""

from collections.abc import Iterator
from itertools import combinations, count, islice, product
from random import Random
from typing import Any

import attrs
import pytest

from listbuilder.editing.edit import add, new
from listbuilder.errors import EditError
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.rules.places import Place
from listbuilder.solve.explain.assumptions import KEPT
from listbuilder.solve.explain.why import why
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Conflict, Impossible, Solved, Stopped
from listbuilder.solve.search.goals import ASKED
from tests.rules.small import judge, roster
from tests.sampling import sampled
from tests.shipped import LIBRARY
from tests.solve.games import Maker, additions, copies, rosters, sizes

UNTIMED = SearchBudget(seconds=None, work=20)
MANY = 20_000
FEW = 2_000

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
LIMITS = {"points": {"title": "Points"}}
GAME = judge(CROWD, constraints=(OVER,), limits=LIMITS)


def conflict_of(outcome: object) -> Conflict:
    assert isinstance(outcome, Impossible)
    assert outcome.conflict is not None
    return outcome.conflict


def codes(outcome: object) -> set[str]:
    conflict = conflict_of(outcome)
    assert conflict.irreducible
    assert conflict.smallest
    return {reason.code for reason in conflict.rules}


def texts(outcome: object) -> list[str]:
    conflict = conflict_of(outcome)
    return [reason.text for reason in (*conflict.rules, *conflict.choices)]


def test_what_is_kept_and_a_rule_stand_in_the_way() -> None:
    outcome = why(GAME, roster("chief", "rebel", limits={"points": 9}), budget=UNTIMED)
    assert codes(outcome) == {"rebel.excludes.1"}
    assert texts(outcome) == [
        "Rebel: Not together: Chief: 1, none allowed.",
        "1 Chief stays.",
        "2 Rebel stays.",
    ]
    assert [reason.pointer for reason in conflict_of(outcome).choices] == ["/army/0", "/army/1"]


def test_of_which_of_several_a_rule_is_asked_is_said_by_its_number() -> None:
    flag = {"count": {"in": "children", "entry": "flag"}, "at_least": 1}
    led = {"id": "led", "for": {"entry": "guard"}, "require": flag}
    few = {"id": "few", "for": "roster", "require": {"count": {"entry": "flag"}, "at_most": 1}}
    held: dict[str, Any] = {"copies": 1, "slots": [{"id": "held", "offers": ["flag"]}]}
    made = judge({"guard": held, "flag": {}, "cook": {}}, constraints=(led, few))
    outcome = why(made, roster("cook", "guard", "guard"))
    assert [text for text in texts(outcome) if text[0].isdigit()] == [
        "2. Guard: led: Flag: none, at least 1 needed.",
        "3. Guard: led: Flag: none, at least 1 needed.",
        "2 Guard stays.",
        "3 Guard stays.",
    ]


def test_rules_alone_stand_in_the_way() -> None:
    outcome = why(GAME, roster(limits={"points": 4}), "guard", UNTIMED)
    assert codes(outcome) == {"guard.requires.1", "over"}
    assert texts(outcome) == [
        "No more than the limit: at most 4 points allowed.",
        "Guard: Needs another: Chief: at least 1 needed.",
        "Guard is added.",
    ]


def test_a_cap_stands_in_the_way() -> None:
    outcome = why(GAME, roster("chief", limits={"points": 9}), "chief", UNTIMED)
    assert codes(outcome) == {"chief.caps.roster"}
    assert texts(outcome)[-1] == "One more Chief is added, 2 in all."


def test_where_it_can_be_a_roster_shows_it() -> None:
    outcome = why(GAME, roster("guard", limits={"points": 9}), budget=UNTIMED)
    assert isinstance(outcome, Solved)
    assert [one.entry for one in outcome.roster.army] == ["guard", "chief"]


def test_an_unknown_entry_is_refused() -> None:
    with pytest.raises(EditError, match="no entry “gaurd”") as refusal:
        why(GAME, roster(), "gaurd", UNTIMED)
    assert refusal.value.candidates == ("guard",)


def test_an_entry_is_found_by_its_name() -> None:
    by_id = why(GAME, roster(), "guard", UNTIMED)
    by_name = why(GAME, roster(), "Guard", UNTIMED)
    assert type(by_id) is type(by_name)


def test_a_shipped_army_says_why_not() -> None:
    made = judge_of(LIBRARY.book("mesbg", ["mordor"]))
    army = new(made, "Ours", {"points": "300"})
    for wanted in ("gothmog", "mordor-war-catapult"):
        army = add(made, army, wanted).roster
    outcome = why(made, army, "orc-captain", UNTIMED)
    assert codes(outcome) == {"over-points"}


@pytest.fixture(scope="module")
def siege() -> tuple[Judge, Roster]:
    """An army that is only begun: much is missing, and all of that can be added."""
    made = judge_of(LIBRARY.book("warhammer", ["wood-elves"]))
    return made, new(made, "Walls", {"points": "2000", "side": "defender"})


@pytest.mark.parametrize(
    ("wanted", "code"),
    sampled([("siege-tower", "not-the-attacker"), ("tower-of-blood", "not-of-destruction")], 2),
)
def test_of_an_army_only_begun_it_is_said_what_forbids_an_entry(
    siege: tuple[Judge, Roster], wanted: str, code: str
) -> None:
    assert codes(why(*siege, wanted, UNTIMED)) == {code}


def test_what_shows_that_it_can_be_adds_only_what_it_needs(siege: tuple[Judge, Roster]) -> None:
    outcome = why(*siege, "sigmarite-shrine", UNTIMED)
    assert isinstance(outcome, Solved)
    sections = [one.entry for one in walk(outcome.roster.army) if one.entry in ("gate", "tower")]
    assert sorted(sections) == ["tower"]  # a castle without a gate is a warning only


# Rules that a conflict does without set no bounds to it


def counted(entry: str, op: str, number: int) -> dict[str, Any]:
    return {"id": op, "for": "roster", "require": {"count": {"entry": entry}, op: number}}


ENGINE = {
    "copies": 1,
    "slots": [{"id": "crew", "offers": ["man"], "min": 1}],
    "values": {"points": 1},
}
MAN = {"values": {"points": {"steps": [0, 2]}}}


@pytest.mark.parametrize("number", [13, 61, 150])
@pytest.mark.parametrize("entry", ["engine", "man"])
def test_many_are_no_conflict_but_with_a_rule(entry: str, number: int) -> None:
    rules = (counted(entry, "at_least", number), counted(entry, "at_most", number - 1))
    made = judge({"engine": ENGINE, "man": MAN}, constraints=rules)
    conflict = conflict_of(why(made, roster(), budget=UNTIMED))
    assert {reason.code for reason in conflict.rules} == {"at_least", "at_most"}


def test_what_costs_too_much_is_named_with_the_limit() -> None:
    rules = (counted("engine", "at_least", 13), OVER)
    made = judge({"engine": ENGINE, "man": MAN}, constraints=rules, limits=LIMITS)
    assert codes(why(made, roster(limits={"points": 12}), budget=UNTIMED)) == {"at_least", "over"}


# Small games, whose rosters can be listed

Fault = tuple[str, str | None]
"""What a rule asks, or a choice: its code, and the id of the player's selection that it is of."""


def named(army: tuple[Selection, ...], numbers: Iterator[int]) -> tuple[Selection, ...]:
    return tuple(
        attrs.evolve(one, id=f"own-{next(numbers)}", with_=named(one.with_, numbers))
        for one in army
    )


def walk(army: tuple[Selection, ...]) -> Iterator[Selection]:
    for one in army:
        yield one
        yield from walk(one.with_)


def freed(place: Place, held: tuple[Selection, ...]) -> Iterator[tuple[Selection, ...]]:
    """Every way in which selections stay, are fewer or gone, or are added to."""
    policy = [list(left(place.below[one.entry, one.slot], one)) for one in held]
    added = [list(additions(below)) for below in place.offered()]
    for choice in product(*policy, *added):
        yield tuple(selection for part in choice for selection in part)


def left(place: Place, one: Selection) -> Iterator[tuple[Selection, ...]]:
    yield ()
    for number, size in product(range(1, one.count + 1), dict.fromkeys([one.size, *sizes(place)])):
        for with_ in freed(place, one.with_):
            yield (attrs.evolve(one, count=Copies(number), size=size, with_=with_),)


class Question:
    """A player's roster, perhaps with an entry to add, and what other rosters do about it."""

    def __init__(self, made: Judge, army: Roster, entry: str | None) -> None:
        self.judge = made
        self.army = attrs.evolve(army, army=named(army.army, count()))
        self.entry = entry
        self.own = {str(one.id): one for one in walk(self.army.army)}
        self.wanted = self.number_of(self.army) + 1

    def number_of(self, army: Roster) -> int:
        return sum(one.count for one in walk(army.army) if one.entry == self.entry)

    def faults(self, other: Roster) -> frozenset[Fault]:
        """All that another roster breaks."""
        policy = {one.id: one for one in walk(other.army) if one.id}
        faults: set[Fault] = set()
        for name, own in self.own.items():
            one = policy.get(name)
            if one is None or one.count != own.count or (own.size and one.size != own.size):
                faults.add((KEPT, name))
        for breach in self.judge.evaluate(other).breaches:
            own_id = breach.node.selection.id if breach.node.holder else None
            faults.add((breach.constraint.id, own_id))
        if self.entry is not None and self.number_of(other) < self.wanted:
            faults.add((ASKED, None))
        return frozenset(faults)

    def core(self, conflict: Conflict) -> frozenset[Fault]:
        nodes = {node.pointer: node.selection.id for node in self.judge.lay_out(self.army).nodes}
        reasons = (*conflict.rules, *conflict.choices)
        return frozenset((reason.code, nodes.get(reason.pointer or "")) for reason in reasons)


def question(seed: int) -> Question | None:
    """A roster begun, or an illegal one; half of the time with an entry to add."""
    random = Random(seed)
    made, army = Maker(random, sized=seed % 4 == 0).game()
    if seed % 2:
        listed = islice(rosters(made, army), FEW)
        broken = [one for one in listed if not made.evaluate(one).legal]
        if not broken:
            return None
        army = random.choice(sorted(broken, key=lambda one: copies(made, one))[:20])
    return Question(made, army, random.choice([None, None, None, "chief", "guard", "flag"]))


def agree(seed: int, most: int) -> bool:
    """No roster keeps a whole conflict; others show that each part is needed, and none too many."""
    asked = question(seed)
    if asked is None:
        return False
    ways = islice(freed(asked.judge.root, asked.army.army), most + 1)
    listed = [attrs.evolve(asked.army, army=army) for army in ways]
    if len(listed) > most:
        return False
    outcome = why(asked.judge, asked.army, asked.entry, UNTIMED)
    if isinstance(outcome, Stopped):
        return False
    if isinstance(outcome, Solved):
        assert asked.faults(outcome.roster) == set()
        return False
    conflict = outcome.conflict
    if conflict is None:
        return False
    core = asked.core(conflict)
    for other in listed:
        assert asked.faults(other) & core
    broken = [asked.faults(other) for other in conflict.witnesses]
    if conflict.irreducible:
        assert all(any(one & core == {fault} for one in broken) for fault in core)
    if conflict.smallest:
        known = sorted(frozenset[Fault]().union(*broken), key=repr)
        for fewer in combinations(known, len(core) - 1):
            assert any(one.isdisjoint(fewer) for one in broken)
    return conflict.irreducible and conflict.smallest


def test_conflicts_agree_with_listing_every_roster() -> None:
    assert sum(agree(seed, FEW) for seed in range(30)) >= 5


@pytest.mark.proof
@pytest.mark.parametrize("start", range(1_000, 5_000, 250))
def test_conflicts_agree_with_listing_every_roster_at_length(start: int) -> None:
    assert sum(agree(seed, MANY) for seed in range(start, start + 250)) >= 60


def test_an_ally_of_any_list_is_explained() -> None:
    """The places of every army that could be the ally are more than one army's."""
    book = LIBRARY.book("warhammer", ["vampire-counts", "ogre-kingdoms"])
    judged = judge_of(book)
    army = new(judged, "Ours", {"points": "1400", "ally_points": "300"})
    outcome = why(judged, army, budget=UNTIMED)
    assert isinstance(outcome, Impossible)
    assert outcome.conflict is not None
    codes = {reason.code for reason in outcome.conflict.rules}
    assert codes == {"no-general", "allies-too-many-lords", "allies-too-many-heroes"}


def test_where_towers_stand_side_by_side_it_is_said_that_their_order_stays() -> None:
    ring = {"count": {"in": "roster"}, "at_least": 3}
    apart = {
        "id": "apart",
        "for": {"entry": "tower"},
        "require": {"count": {"in": "beside", "entry": "tower"}, "at_most": 0},
    }
    single = {"copies": 1}
    made = judge(
        {"tower": single, "wall": single | {"caps": {"roster": 1}}},
        constraints=(apart,),
        slots=[{"id": "walls", "offers": ["tower", "wall"], "ring": ring, "max": 3}],
    )
    conflict = conflict_of(why(made, roster("tower", "tower", "wall"), budget=UNTIMED))
    assert "What stands in a row keeps its order." in [one.text for one in conflict.choices]
