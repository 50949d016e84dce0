"""What a repair does, change by change, and how the roster is made of it."""

import sys
from fractions import Fraction
from typing import Any

import attrs
import pytest

from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.model.cpsat import UNLIMITED, CpSatSolver, SearchBudget
from listbuilder.solve.model.linear import constant, total
from listbuilder.solve.outcomes import Impossible, RosterChange, Solved
from listbuilder.solve.tasks.change_sentences import change_sentence
from listbuilder.solve.tasks.changes import Changes
from listbuilder.solve.tasks.made_changes import MadeChanges
from listbuilder.solve.tasks.repair import repair
from tests.rules.small import judge as judge_of
from tests.rules.small import roster as roster_of
from tests.solve.tiny import named, unrolled

UNTIMED = SearchBudget(seconds=None, work=20)

ENTRIES: dict[str, Any] = {
    "chief": {
        "copies": 1,
        "slots": [{"id": "band", "offers": ["orc"], "max": 10}],
        "profiles": [{"type": "man", "values": {}}],
    },
    "orc": {
        "values": {"points": 5},
        "slots": [{"id": "gear", "offers": ["bow", "axe"], "each_max": 1}],
        "profiles": [{"type": "man", "values": {}}],
    },
    "bow": {"values": {"points": 1}},
    "axe": {},
    "mob": {"size": {"min": 3, "max": 9}, "values": {"points": {"per_model": "5/2"}}},
}


CHIEFS = [{"id": "top", "offers": ["chief"]}]


def game(*constraints: dict[str, Any], **keys: Any) -> Judge:
    rules = [{"id": f"rule-{number}", **rule} for number, rule in enumerate(constraints)]
    profiles = {"man": {"title": "Man", "columns": []}}
    return judge_of(ENTRIES, constraints=tuple(rules), profiles=profiles, **keys)


def at_least(number: int, entry: str) -> dict[str, Any]:
    return {"for": "roster", "require": {"count": {"entry": entry}, "at_least": number}}


def at_most(number: int, entry: str) -> dict[str, Any]:
    return {"for": "roster", "require": {"count": {"entry": entry}, "at_most": number}}


def band(orcs: int, *held: Selection, **keys: Any) -> Selection:
    return Selection("chief", with_=(Selection("orc", count=Copies(orcs), with_=held, **keys),))


def ways(judge: Judge, *army: Selection) -> list[Solved]:
    roster = attrs.evolve(roster_of(), army=army)
    outcomes = repair(judge, roster, UNTIMED)
    solved = [outcome for outcome in outcomes if isinstance(outcome, Solved)]
    assert all(outcome.proved and judge.evaluate(outcome.roster).legal for outcome in solved)
    return solved


def first(judge: Judge, *army: Selection) -> tuple[tuple[RosterChange, ...], Roster]:
    answer = ways(judge, *army)[0]
    return answer.changes, answer.roster


def test_a_number_is_raised_where_it_stands() -> None:
    changes, roster = first(game(at_least(12, "orc")), Selection("orc", count=Copies(9)))
    assert changes == (RosterChange("raise", "Orc", "1", before=9, after=12),)
    assert roster.army == (Selection("orc", count=Copies(12)),)


def test_what_is_added_beside_its_like_raises_it_with_what_it_holds() -> None:
    bows = Selection("bow", count=Copies(2))
    more_bows = {"for": {"entry": "chief"}, "require": {"count": {"entry": "bow"}, "at_least": 4}}
    changes, roster = first(game(more_bows), band(2, bows))
    (change,) = changes
    assert (change.done, change.number, change.before, change.after) == ("raise", "1.1", 2, 4)
    assert change.along == ((2, "Bow"),)
    assert roster.army == (band(4, attrs.evolve(bows, count=Copies(4))),)


def test_some_of_a_band_that_is_too_large_move_to_another() -> None:
    first_way, *others = ways(game(slots=CHIEFS), band(12), band(5), band(5))
    (change,) = first_way.changes
    assert change == RosterChange("move", "Orc", "1.1", "Chief", "2. Chief", before=12, after=2)
    orcs = [[one.count for one in chief.with_] for chief in first_way.roster.army]
    assert orcs == [[10], [5, 2], [5]]
    assert [[change.done for change in way.changes] for way in others] == [
        ["reduce"],
    ]


def test_of_copies_some_go_and_some_move() -> None:
    """A band holds ten, and twenty are allowed: two leave the first, and one of them joins nine."""
    first_way, *_ = ways(game(at_most(20, "orc"), slots=CHIEFS), band(12), band(9))
    assert list(map(change_sentence, first_way.changes)) == [
        "remove 1 of 1.1 Orc (Chief)",
        "move 1 of 1.1 Orc (Chief) to 2. Chief",
    ]


def test_what_moves_takes_along_what_it_holds() -> None:
    stray = Selection("orc", name="Gruk", with_=(Selection("axe"),))
    (change, *more), roster = first(game(slots=CHIEFS), Selection("chief"), stray)
    assert (change.done, change.name, change.to) == ("move", "Gruk", "1. Chief")
    assert more == []
    assert roster.army[0].with_ == (stray,)


def test_copies_too_many_for_one_selection_are_parted() -> None:
    changes, roster = first(game(), Selection("chief", count=Copies(2)))
    assert [(change.done, change.before, change.after) for change in changes] == [("split", 2, 1)]
    assert roster.army == (Selection("chief"), Selection("chief"))


def test_what_goes_with_copies_of_its_holder_is_no_change() -> None:
    gear = (Selection("bow", count=Copies(6)), Selection("axe", count=Copies(6)))
    answer = ways(game(at_most(4, "orc")), Selection("orc", count=Copies(6), with_=gear))[0]
    (change,) = answer.changes
    assert (change.done, change.before, change.after) == ("reduce", 6, 4)
    assert change.along == ((2, "Bow"), (2, "Axe"))


def test_a_band_that_goes_with_its_chief_is_no_change_of_its_own() -> None:
    (answer,) = ways(game(at_most(0, "chief"), at_most(0, "orc")), band(3, Selection("bow")))
    assert [(change.done, change.number, change.along) for change in answer.changes] == [
        ("remove", "1", ((3, "Orc"), (1, "Bow"))),
    ]


def test_what_is_taken_out_of_what_goes_is_moved() -> None:
    """The band costs 15 points: that it goes with its chief is one change, but loses them."""
    best, least, *_ = ways(game(at_most(1, "chief"), slots=CHIEFS), band(9), band(2))
    assert [change.done for change in best.changes] == ["move", "remove"]
    assert [(change.done, change.along) for change in least.changes] == [("remove", ((2, "Orc"),))]
    assert (best.changes[1].is_whole, least.changes[0].is_whole) == (False, True)


def of_guns(most: int) -> Judge:
    """A game of guns that two to six gunners serve, the first two for nothing, the others for 5."""
    gunners = {"id": "crew", "offers": ["gunner"], "min": 2, "max": 6}
    man = {"profiles": [{"type": "man", "values": {}}]}
    over = {"id": "over", "for": "roster", "require": {"sum": "points", "at_most": most}}
    return judge_of(
        {
            "gun": man | {"copies": 1, "values": {"points": 50}, "slots": [gunners]},
            "gunner": man | {"values": {"points": {"steps": [0, 0, 5]}}},
        },
        slots=[{"id": "top", "offers": ["gun"]}],
        profiles={"man": {"title": "Man", "columns": []}},
        constraints=(over,),
    )


def test_the_first_copies_are_free_for_another_too_and_nothing_is_lost() -> None:
    """Of eight gunners at one gun, where two are free, two serve the gun that has none."""
    crew = Selection("gunner", count=Copies(8))
    best, *_ = ways(of_guns(130), Selection("gun"), Selection("gun", with_=(crew,)))
    assert [*map(change_sentence, best.changes)] == ["move 2 of 2.1 Gunner (Gun) to 1. Gun"]
    assert best.reached["lost"] == best.reached["given up"] == 0


@pytest.mark.parametrize(("guns", "most", "lost"), [(2, 100, 30), (3, 130, 65)])
def test_gunners_who_go_lose_their_price_whoever_changes_places(
    guns: int, most: int, lost: int
) -> None:
    """Three of five at each gun cost 15 points; that some come from another gun saves none."""
    crew = Selection("gunner", count=Copies(5))
    best, *_ = ways(of_guns(most), *[Selection("gun", with_=(crew,))] * guns)
    assert best.reached["lost"] == -lost
    assert all(one.done in ("reduce", "remove") for one in best.changes)


def of_bosses(most: int) -> Judge:
    """A game in which no chief may lead, and bosses lead so many orcs each."""
    boss = ENTRIES["chief"] | {"slots": [{"id": "crowd", "offers": ["orc"], "max": most}]}
    return judge_of(
        ENTRIES | {"boss": boss},
        constraints=({"id": "no-chiefs"} | at_most(0, "chief"),),
        profiles={"man": {"title": "Man", "columns": []}},
        slots=[{"id": "top", "offers": ["chief", "boss"]}],
    )


def test_who_comes_in_anothers_place_takes_over_all_that_is_left() -> None:
    held = Selection("orc", count=Copies(3)), Selection("orc", count=Copies(2), name="Red")
    chief = Selection("chief", with_=held)
    best, *_ = ways(of_bosses(5), chief)
    assert best.reached["changes"] == -2
    assert [*map(change_sentence, best.changes)] == [
        "remove 1. Chief",
        "add Boss to the army, with all that is left in 1. Chief",
    ]
    assert best.roster.army == (attrs.evolve(chief, entry="boss"),)


@pytest.mark.parametrize(
    ("men", "lost"),
    [pytest.param(("orc",), 9, id="with his men"), pytest.param((), 14, id="without men")],
)
def test_who_takes_over_the_men_keeps_the_options_of_their_chief(
    men: tuple[str, ...], lost: int
) -> None:
    """A shield for 5 points; a new chief without men gets his options chosen anew."""
    slots = [{"id": "crowd", "offers": ["orc"]}, {"id": "arm", "offers": ["shield"], "max": 1}]
    leader = ENTRIES["chief"] | {"is": ["leader"], "slots": slots}
    chief, boss = (leader | {"values": {"points": price}} for price in (9, 8))
    shield = {"values": {"points": 5}, "copies": 1}
    judge = judge_of(
        ENTRIES | {"chief": chief, "boss": boss, "shield": shield},
        constraints=(
            {"id": "no-chiefs"} | at_most(0, "chief"),
            {"id": "led", "for": "roster", "require": {"count": {"is": "leader"}, "at_least": 1}},
        ),
        keywords={"leader": {}},
        profiles={"man": {"title": "Man", "columns": []}},
        slots=[{"id": "top", "offers": ["chief", "boss"]}],
    )
    held = tuple(map(Selection, (*men, "shield")))
    best, *_ = ways(judge, Selection("chief", with_=held))
    assert best.reached["lost"] == -lost
    assert best.proved
    assert best.roster.army[0].with_ == (held if men else ())


def test_of_two_who_come_in_anothers_place_one_takes_over_and_the_rest_is_moved() -> None:
    held = Selection("orc", count=Copies(2)), Selection("orc", count=Copies(2), name="Red")
    best, *_ = ways(of_bosses(2), Selection("chief", with_=held))
    first, last = sorted(
        change_sentence(one) for one in best.changes if one.done in ("remove", "move")
    )
    one, other = (f"move {orcs} (Chief) to the new Boss" for orcs in ("1.1 2 × Orc", "1.2 2 × Red"))
    assert first in (one, other)
    assert last == "remove 1. Chief"
    added = sorted(change_sentence(one) for one in best.changes if one.done == "add")
    takes_over = "add Boss to the army, with all that is left in 1. Chief"
    assert added == ["add Boss to the army", takes_over]


def test_no_new_one_takes_the_place_of_another_to_be_rid_of_what_that_holds() -> None:
    """Four strays are four changes; a new camp for the old one, to which the orc moves, three."""
    camp = {"copies": 1, "slots": [{"id": "men", "offers": ["orc"]}]}
    judge = judge_of(ENTRIES | {"camp": camp}, slots=[{"id": "top", "offers": ["camp"]}])
    strays = tuple(Selection("mob", size=Copies(3), name=name) for name in "ABCD")
    changes, _ = first(judge, Selection("camp", with_=(Selection("orc"), *strays)))
    assert [(change.done, change.name) for change in changes] == [("remove", one) for one in "ABCD"]


def test_a_unit_gets_another_size() -> None:
    (answer, *_) = ways(game(), Selection("mob", size=Copies(10)))
    assert answer.changes == (RosterChange("resize", "Mob", "1", before=10, after=9),)
    assert answer.reached["changed"] == Fraction(-5, 2)
    assert answer.roster.army == (Selection("mob", size=Copies(9)),)


def test_what_is_placed_moves_with_its_place_and_where_it_is_placed_stays() -> None:
    placed = attrs.evolve(band(12), with_=(Selection("orc", count=Copies(12), at="camp"),))
    answers = ways(game(slots=CHIEFS), placed, attrs.evolve(band(1), id="camp"))
    assert [change.done for change in answers[0].changes] == ["move"]
    stay, go = answers[0].roster.army[0].with_[0], answers[0].roster.army[1].with_[1]
    assert (stay.count, stay.at, go.count, go.at) == (10, "camp", 2, "camp")


def test_only_some_of_a_named_selection_move_and_its_id_stays() -> None:
    army = band(12, name="The pack", id="pack"), band(5)
    _, roster = first(game(slots=CHIEFS), *army)
    stay, go = roster.army[0].with_[0], roster.army[1].with_[1]
    assert (stay.name, stay.id, stay.count) == ("The pack", "pack", 10)
    assert (go.name, go.id, go.count) == ("The pack", None, 2)


def test_the_same_done_to_another_that_is_the_same_is_no_other_way() -> None:
    assert len(ways(game(at_most(1, "mob")), *[Selection("mob", size=Copies(3))] * 3)) == 1
    wanted = {"count": {"entry": ["orc", "mob"]}, "at_least": 1}
    top = [{"id": "top", "offers": ["chief", "mob"]}]
    judge = game({"for": "roster", "require": wanted}, slots=top)
    answers = ways(judge, *[Selection("chief")] * 12)
    assert [way.changes[0].name for way in answers] == ["Orc", "Chief"]


def test_no_way_puts_a_new_one_in_the_place_of_another() -> None:
    judge = game({"for": {"entry": "orc"}, "require": {"count": {"entry": "axe"}, "at_least": 1}})
    answers = ways(judge, band(1))
    assert [[change.done for change in way.changes] for way in answers] == [["add"]]


def test_what_no_change_mends_names_the_rules() -> None:
    judge = game(at_least(2, "orc"), at_most(1, "orc"))
    (outcome,) = repair(judge, roster_of("orc"), UNTIMED)
    assert isinstance(outcome, Impossible)
    assert outcome.conflict is not None
    assert [reason.code for reason in outcome.conflict.rules] == ["rule-0", "rule-1"]
    assert outcome.conflict.choices == ()


def test_a_legal_roster_needs_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    (answer,) = ways(game(), band(3))
    assert answer.changes == ()
    assert answer.roster.army == (band(3),)


def test_the_changes_of_a_solution_are_told_one_by_one() -> None:
    """The first of three orcs stays, and another mob comes."""
    judge = game(slots=[{"id": "top", "offers": ["chief", "mob"]}])
    army = attrs.evolve(roster_of(), army=(band(3),))
    tree = unrolled(judge, army, policy="movable")
    changes = Changes(tree)
    own = tree.owned[1][0]
    mob, *_ = named(tree, "mob")
    where = [(own.count, 1), (mob.count, 1), (mob.size, 4)]
    bounds = [
        (quantity.times(sign), constant(number * sign).const)
        for quantity, number in where
        for sign in (1, -1)
    ]
    others = total([one.count for one in changes.additions if one is not mob])
    fewest = (changes.number() + others).times(-1)
    solution = CpSatSolver(tree.model, UNLIMITED).maximise(fewest, (), bounds)
    told = MadeChanges(changes, solution, judge.lay_out(army).nodes).told({})
    assert [*map(change_sentence, told)] == [
        "reduce 1.1 Orc (Chief) from 3 to 1",
        "add Mob of 4 to the army",
    ]
