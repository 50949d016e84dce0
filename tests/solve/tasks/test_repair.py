"""Repairs agree with a listing of all that changes can make of a roster."""

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest

from listbuilder.model.entries import Selection
from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Feature, Impossible, Outcome, Solved, Stopped, StopReason
from listbuilder.solve.tasks.change_sentences import change_sentence
from listbuilder.solve.tasks.changes import Distinction
from listbuilder.solve.tasks.leader_exchange import is_exchange
from listbuilder.solve.tasks.near_first import MUCH, NearFirst
from listbuilder.solve.tasks.repair import EXTRA_CHANGES, NOT_MUCH_MORE, repair, told
from listbuilder.solve.tasks.repair_goals import CHANGES, GIVEN_UP, LOST, lost_of
from listbuilder.solve.tasks.repair_search import RepairSearch, errors_of
from tests.rules.small import Json, judge, roster
from tests.sampling import sampled
from tests.solve.games import InSizes, Maker, copies, rosters
from tests.solve.units import MAN, Measured, Units
from tests.solve.ways import Way, Ways

UNTIMED = SearchBudget(seconds=None, work=20)
MANY = 2_000
MOST_WAYS = 4_000
MOST_CHANGES = 3
SMALL = 20

Shape = tuple[object, ...]


def of_chiefs(random: Random, seed: int) -> tuple[Judge, Roster]:
    """A game of leaders and followers."""
    maker = InSizes(random) if seed % 5 == 3 else Maker(random, sized=seed % 4 == 0)
    return maker.game()


def of_units(random: Random, seed: int) -> tuple[Judge, Roster]:
    """A game of units with options, for each model, in groups, in pairs, priced by the limit."""
    return (Units(random) if seed % 3 == 0 else Measured(random)).game()


GameOf = Callable[[Random, int], tuple[Judge, Roster]]


def illegal(game: GameOf, seed: int) -> tuple[Judge, Roster] | None:
    """A game and an illegal roster, not a large one."""
    random = Random(seed)
    judge, roster = game(random, seed)
    listed = list(islice(rosters(judge, roster), MANY))
    broken = [one for one in listed if not judge.evaluate(one).legal]
    broken.sort(key=lambda one: copies(judge, one))
    return (judge, random.choice(broken[:SMALL])) if broken else None


def shape(army: tuple[Selection, ...]) -> Shape:
    """What an army is made of, in whatever order."""
    parts = [(one.entry, one.count, one.size or 0, shape(one.with_)) for one in army]
    return tuple(sorted(parts, key=repr))


def agree(seed: int, game: GameOf = of_chiefs) -> bool:
    """No way beats the first answer in both aims, nor a named one in its own."""
    made = illegal(game, seed)
    if made is None:
        return False
    judge, roster = made
    outcomes = repair(judge, roster, UNTIMED, 3)
    solved = [outcome for outcome in outcomes if isinstance(outcome, Solved)]
    for answer in solved:
        assert judge.evaluate(answer.roster).legal
        assert len(answer.changes) == -answer.reached[CHANGES]
    said = [(answer.roster.army, *map(change_sentence, answer.changes)) for answer in solved]
    assert not any(one in said[:place] for place, one in enumerate(said))
    if not all(answer.proved for answer in solved) or isinstance(outcomes[-1], Stopped):
        return False
    most = max((int(-answer.reached[CHANGES]) for answer in solved), default=MOST_CHANGES)
    if len(solved) < len(outcomes) and solved:  # that there are no more is looked for, too
        most = max(most, EXTRA_CHANGES - int(solved[0].reached[CHANGES]))
    if most > MOST_CHANGES:
        return False
    ways = Ways(judge, roster)
    listed = ways.within(most, MOST_WAYS)
    if listed is None:
        return False
    left = [(way, shape(way.army)) for way in listed]
    if not solved:
        assert left == []
        return True
    mean = ways.mean()
    search = RepairSearch(judge, roster, errors_of(judge.evaluate(roster)))
    least = min(-one.reached[GIVEN_UP] for one in solved)
    near, little = (least + 4 * search.losses.share(part) for part in (MUCH, NOT_MUCH_MORE))
    # An exchange of a leader may come before the answers that nothing beats.
    best = next(one for one in solved if not is_exchange(one) or {*one.best_at} - {"in between"})
    reached = (-best.reached[GIVEN_UP], -best.reached[CHANGES])
    assert not any(beats((given_up_by(way, mean), way.changes), reached) for way, _ in left)
    for answer in solved:
        changes = -answer.reached[CHANGES]
        given_up = -answer.reached[GIVEN_UP]
        if "least given up" in answer.best_at:
            assert given_up <= min([given_up_by(way, mean) for way, _ in left], default=given_up)
        if "least lost" in answer.best_at:
            assert not answer.reached[LOST]
        if "fewest changes" in answer.best_at:
            few = [way.changes for way, _ in left if given_up_by(way, mean) <= near]
            assert changes <= min(few, default=changes)
        army = shape(answer.roster.army)
        same = (way for way, other in left if other == army)
        done = [(given_up_by(way, mean), way.changes, way.distinctions) for way in same]
        # The listing knows no moves to additions, so answers with some may be better than all.
        anew = any(one.takes_over or one.to.startswith("the new ") for one in answer.changes)
        assert anew or (given_up, changes, answer.features) in done
    if len(solved) < len(outcomes):
        for answer in solved:
            army = shape(answer.roster.army)
            # One that makes the same army may be found, too, and left out with all that does more.
            alike = {way.distinctions for way, other in left if other == army} | {answer.features}
            images = {image for one in alike for image in ways.images(told_apart(one))}
            left = without(left, army, images)
        fewest = min(-one.reached[CHANGES] for one in solved)
        like = [way for way, _ in left if given_up_by(way, mean) <= little]
        assert not any(way.changes <= EXTRA_CHANGES + fewest for way in like)
    return True


def told_apart(distinctions: frozenset[Feature]) -> frozenset[Distinction]:
    """The distinctions no further answer has all of: moves only where there is nothing else."""
    known = frozenset(one for one in distinctions if isinstance(one, Distinction))
    moves = {"left", "placed", "arrived"}
    return frozenset(one for one in known if one.what not in moves) or known


def given_up_by(way: Way, mean: Number) -> Number:
    """Four times what is lost, with the worth of what costs nothing there, and what is bought."""
    return 4 * (way.lost + way.free * mean + way.meant) + way.cost - way.lost


def beats(one: tuple[Number, Number], other: tuple[Number, Number]) -> bool:
    """Whether it is better in one of both, and not worse in the other."""
    return one != other and all(mine <= its for mine, its in zip(one, other, strict=True))


def without(
    ways: list[tuple[Way, Shape]], army: Shape, distinctions: set[frozenset[Distinction]]
) -> list[tuple[Way, Shape]]:
    """Leave out the ways to an army, and those that have all of some distinctions."""
    return [
        (way, other)
        for way, other in ways
        if other != army and not any(some <= way.distinctions for some in distinctions)
    ]


@pytest.mark.parametrize("start", sampled([(start,) for start in range(0, 60, 15)], 4))
def test_repairs_agree_with_listing_all_changes(start: int) -> None:
    assert sum(agree(seed) for seed in range(start, start + 15)) >= 5


def test_repairs_agree_where_only_a_bought_copy_could_free_another_to_carry_a_flag_away() -> None:
    assert agree(10_217)


def test_repairs_of_units_with_options_agree_with_listing_all_changes() -> None:
    assert sum(agree(seed, of_units) for seed in (*range(6), 21_435)) >= 3


@pytest.mark.proof
@pytest.mark.parametrize("game", [of_chiefs, of_units])
@pytest.mark.parametrize("start", range(1_000, 9_000, 1_000))
def test_repairs_agree_with_listing_all_changes_at_length(start: int, game: GameOf) -> None:
    assert sum(agree(seed, game) for seed in range(start, start + 250)) >= 100


def test_a_search_near_the_broken_rule_proves_nothing_of_others() -> None:
    """The one free change is best; that there is no other way is said only of a whole search."""
    rule = {"id": "led", "require": {"count": {"entry": "chief"}, "at_least": 1}}
    made = judge({"chief": {}, "guard": {}}, constraints=(rule,))
    first, *others = repair(made, roster("guard"), number=9)
    assert isinstance(first, Solved)
    assert first.proved
    assert not any(isinstance(one, Impossible) for one in others)


def test_where_an_answer_is_left_out_none_is_proved_the_last() -> None:
    """It was found with too much work, and the search after it looked for others than it."""
    answer = Solved(roster("guard"), True, {})
    left_out, timed = Stopped(StopReason.WORK, answer), Stopped(StopReason.TIME, answer)
    found: list[Outcome] = [answer, left_out, Impossible()]
    assert told(found, False) == [answer]
    whole: list[Outcome] = [answer, timed, Impossible()]
    assert told(whole, False) == whole
    assert told(whole, True) == [answer, timed]


def test_what_mends_nothing_by_itself_is_bought_where_less_is_given_up() -> None:
    """Too dear by 10 points: a sergeant instead of the captain, not one soldier less."""
    led = {
        "id": "led",
        "for": "roster",
        "require": {"count": {"entry": ["captain", "sergeant"]}, "at_least": 1},
    }
    within = {
        "id": "limit",
        "for": "roster",
        "require": {"sum": "points", "at_most": {"limit": "points"}},
    }
    prices = {"captain": 15, "sergeant": 5, "soldier": 40}
    entries = {name: {"values": {"points": price}} for name, price in prices.items()}
    limits = {"points": {"title": "Points"}}
    made = judge(entries, constraints=(led, within), limits=limits)
    army = roster("captain", "soldier", "soldier", limits={"points": 85})
    (answer,) = repair(made, army, number=1)
    assert isinstance(answer, Solved)
    assert answer.proved
    assert sorted(one.entry for one in answer.roster.army) == ["sergeant", "soldier", "soldier"]


def test_one_more_copy_takes_what_is_one_too_many() -> None:
    """Two flags at one guard, one for each: another guard costs less than a flag."""
    slot: Json = {"id": "gear", "offers": ["flag"], "max": 1}
    entries: dict[str, Json] = {
        "guard": {"values": {"points": 1}, "slots": [slot]},
        "flag": {"values": {"points": 3}},
    }
    made = judge(entries, slots=[{"id": "top", "offers": ["guard"]}])
    army = roster({"entry": "guard", "with": ["flag", "flag"]})
    (answer,) = repair(made, army, number=1)
    assert isinstance(answer, Solved)
    assert answer.proved
    (guard,) = answer.roster.army
    assert (guard.count, len(guard.with_)) == (2, 2)


@pytest.mark.parametrize("seed", [310_224, 310_274])
def test_contents_of_new_selections_tell_answers_apart_wherever_they_could_have_come(
    seed: int,
) -> None:
    assert agree(seed)


@pytest.mark.parametrize("room", [1, 2])
def test_what_is_bought_frees_no_other_copy_to_carry_a_flag_away(room: int) -> None:
    """Another guard for 1 could stand in the army, but a flag for 3 goes to no other bearer."""
    alone = {
        "id": "alone",
        "for": {"entry": "chief"},
        "when": {"count": {"entry": "flag"}, "at_least": 1},
        "require": {"count": {"in": "children", "entry": "guard"}, "at_most": 1},
    }
    entries: dict[str, Json] = {
        "chief": {
            "copies": 1,
            "slots": [{"id": "held", "offers": ["guard"], "max": room}],
        },
        "guard": {
            "values": {"points": 1},
            "slots": [{"id": "gear", "offers": ["flag"], "max": 1}],
            "profiles": [{"type": "man", "values": {}}],
        },
        "flag": {"values": {"points": 3}},
    }
    made = judge(
        entries,
        constraints=(alone,),
        slots=[{"id": "top", "offers": ["chief", "guard"], "max": 2}],
        profiles={"man": {"title": "Man", "columns": []}},
    )
    guard = {"entry": "guard", "with": ["flag", "flag"]}
    answers = repair(made, roster({"entry": "chief", "with": [guard]}))
    first, *_ = answers
    assert isinstance(first, Solved)
    assert first.proved
    assert [(one.done, one.name) for one in first.changes] == [("remove", "Flag")]
    assert first.reached[LOST] == -3


def test_what_costs_another_cost_is_worth_that() -> None:
    """Over by 4 siege points: the tower for 4 goes, not the keep for 9, nor a unit for points."""
    costs = {name: {"title": name, "cost": True} for name in ("points", "siege")}
    within = {
        "id": "limit",
        "for": "roster",
        "require": {"sum": "siege", "at_most": 14},
    }
    entries: dict[str, Json] = {
        "keep": {"values": {"siege": 9}},
        "tower": {"values": {"siege": 4}},
        "gate": {"values": {"siege": 5}},
        "unit": {"values": {"points": 14}},
    }
    made = judge(entries, constraints=(within,), values=costs)
    (answer,) = repair(made, roster("keep", "gate", "tower", "unit"), number=1)
    assert isinstance(answer, Solved)
    assert answer.proved
    assert sorted(one.entry for one in answer.roster.army) == ["gate", "keep", "unit"]
    assert [answer.reached[name] for name in (LOST, lost_of("siege"), lost_of("points"))] == [
        -4,
        -4,
        0,
    ]


FOUR = {"knight": 20, "pike": 8, "bow": 7, "ford": 3, "dyke": 3, "ditch": 3, "fence": 3}
THREE = {"knight": 20, "pike": 9, "ford": 4, "dyke": 4, "ditch": 4}
HOST = {
    "host": 900,
    "knight": 40,
    "pike": 7,
    "bow": 7,
    "ford": 3,
    "dyke": 3,
    "ditch": 3,
    "fence": 3,
}


@pytest.mark.parametrize(
    ("prices", "number", "said"),
    [
        (FOUR, 2, {4: 12, 1: 20}),
        (FOUR, 3, {4: 12, 2: 15, 1: 20}),
        (FOUR, 4, {4: 12, 2: 15, 1: 20}),
        (THREE, 3, {3: 12, 2: 13, 1: 20}),
        (HOST, 3, {2: 14, 4: 12, 1: 40}),  # there a change is worth five points
        (HOST, 1, {2: 14}),
    ],
)
def test_between_many_changes_and_the_fewest_one_more_stands(
    prices: dict[str, int], number: int, said: dict[int, int]
) -> None:
    """Over by 12: all flags go, or two others for a little more, or a knight for 20."""
    within = {
        "id": "limit",
        "for": "roster",
        "require": {"sum": "points", "at_most": {"limit": "points"}},
    }
    made = judge(
        {name: {"copies": 1, "values": {"points": price}} for name, price in prices.items()},
        constraints=(within,),
        limits={"points": {"title": "Points"}},
    )
    answers = repair(
        made, roster(*prices, limits={"points": sum(prices.values()) - 12}), None, number
    )
    solved = [one for one in answers if isinstance(one, Solved)]
    told = [(-one.reached[CHANGES], -one.reached[LOST]) for one in solved]
    assert told[: len(said)] == [*said.items()]
    assert all(one.proved for one in solved)


def test_no_answer_stands_between_two_that_hardly_gives_up_less() -> None:
    """Over by 12: six flags for 2 go, or a knight for 20; then perhaps two pikes for 19."""
    within = {
        "id": "limit",
        "for": "roster",
        "require": {"sum": "points", "at_most": {"limit": "points"}},
    }
    flags = [f"flag-{number}" for number in range(6)]
    prices = {"knight": 20, "pike": "19/2", "bow": "19/2", **dict.fromkeys(flags, 2)}
    made = judge(
        {name: {"copies": 1, "values": {"points": price}} for name, price in prices.items()},
        constraints=(within,),
        limits={"points": {"title": "Points"}},
    )
    answers = repair(made, roster(*prices, limits={"points": 51 - 12}), None, 3)
    found = [-one.reached[CHANGES] for one in answers if isinstance(one, Solved)]
    assert found[:2] == [6, 1]


@pytest.mark.parametrize(("price", "done"), [(10, ["add", "remove"]), (60, ["add"])])
def test_no_answer_gives_up_far_more_than_the_first(price: int, done: list[str]) -> None:
    """An engine without its crew gets one; it goes only if it is a small part of the army."""
    crew = {"id": "crew", "offers": ["crew"], "min": 2}
    made = judge(
        {
            "engine": {**MAN, "copies": 1, "values": {"points": price}, "slots": [crew]},
            "crew": MAN,
            "guard": {**MAN, "values": {"points": 10}},
        },
        slots=[{"id": "top", "offers": ["engine", "guard"]}],
        profiles={"man": {"title": "Man", "columns": []}},
    )
    answers = repair(made, roster("engine", {"entry": "guard", "count": 10}))
    assert [[one.done for one in way.changes] for way in answers if isinstance(way, Solved)] == [
        [kind] for kind in done
    ]


@pytest.mark.parametrize("confirmed", [False, True])
def test_what_was_not_searched_to_its_end_is_not_called_the_fewest(
    monkeypatch: pytest.MonkeyPatch, confirmed: bool
) -> None:
    """60 of 2,000 points have to go: a banner for 61, or three things for 20.

    The search for fewer changes takes too much work, or only the one that confirms its answer.
    """
    solve = NearFirst.solve

    def stopped(self: NearFirst, *given: Any, **keys: Any) -> Outcome:
        order = given[1] if len(given) > 1 else keys.get("order") or ()
        if [*order][:1] == [CHANGES] and (keys.get("known") is not None) is confirmed:
            return Stopped(StopReason.WORK, None)
        return solve(self, *given, **keys)

    prices = {"host": 1879, "banner": 61, "charm": 20, "drum": 20, "staff": 20}
    within = {"id": "limit", "require": {"sum": "points", "at_most": {"limit": "points"}}}
    made = judge(
        {name: {"copies": 1, "values": {"points": price}} for name, price in prices.items()},
        constraints=(within,),
        limits={"points": {"title": "Points"}},
    )
    monkeypatch.setattr(NearFirst, "solve", stopped)
    answers = repair(made, roster(*prices, limits={"points": 1940}), None, 2)
    told_first = [(len(one.changes), one.best_at) for one in answers if isinstance(one, Solved)]
    if confirmed:
        assert told_first == [(1, ("fewest changes",)), (3, ("least given up",))]
    else:
        assert told_first[0] == (3, ("least given up",))
        assert not any("fewest changes" in best for _, best in told_first)
