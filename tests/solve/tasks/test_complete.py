"""Completions agree with a listing of every roster, and shipped armies fill up."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from random import Random
from typing import Any

import attrs
import pytest

from listbuilder.editing.edit import add, new
from listbuilder.errors import EditError
from listbuilder.model.language import Constraint, Number, Op
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.solve.domains.domain_bounds import DomainBounds
from listbuilder.solve.domains.interchange import InterchangeableHolders
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Impossible, Solved, Stopped
from listbuilder.solve.search.goals import ADDED, aims_of, asked, owned
from listbuilder.solve.search.problem import EncodedProblem, SearchProblem
from listbuilder.solve.tasks import complete as completing
from listbuilder.solve.tasks.complete import alternatives, complete
from tests.rules.small import judge as judge_of_game
from tests.rules.small import roster as roster_of
from tests.sampling import sampled
from tests.shipped import LIBRARY
from tests.solve.forces import Forces, in_forces
from tests.solve.games import AddedUp, Maker, ToldApart, copies, how_many, points, rosters
from tests.solve.units import InSizes, Measured, Units

UNTIMED = SearchBudget(seconds=None, work=20)
MANY = 3_000
AIMS = (("points",), ("models",), ("models", "cheapest"), ("cheapest", "models"))
MAKERS = (Maker, AddedUp, ToldApart, Units, Measured, InSizes)


def agree(
    judge: Judge, roster: Roster, legal: Sequence[Roster], aims: Sequence[str], wish: int
) -> None:
    """The most of each aim in order, then the least added; impossible where nothing is legal."""
    rules = wishes(judge, wish)
    goals = [aim.quantity for aim in aims_of(judge.book, roster, aims)]

    def reached(one: Roster) -> tuple[Number, ...]:
        army = judge.lay_out(one)
        amounts = [judge.compiler.amount(goal)(army.root, army) for goal in goals]
        return (*amounts, copies(judge, roster) - copies(judge, one))

    outcome = complete(judge, roster, aims, rules, UNTIMED)
    wished = [reached(one) for one in legal if keeps(judge, one, rules)]
    if not wished:
        assert isinstance(outcome, Impossible)
        return
    assert isinstance(outcome, Solved)
    assert outcome.proved
    assert outcome.proven_goals == (*aims, ADDED)
    assert judge.evaluate(outcome.roster).legal
    assert keeps(judge, outcome.roster, rules)
    assert tuple(outcome.reached.values()) == reached(outcome.roster) == max(wished)


def wishes(judge: Judge, number: int) -> list[Constraint]:
    """Nothing asked for, or so many of an entry."""
    entry = [*judge.book.entries[""]][number % 3]
    ops: tuple[Op, ...] = ("at_most", "at_least")
    return [asked(judge.book, entry, ops[number % 2], 1)] if number % 3 else []


def keeps(judge: Judge, roster: Roster, rules: Sequence[Constraint]) -> bool:
    army = judge.lay_out(roster)
    return all(judge.compiler.test(rule.require)(army.root, army) for rule in rules)


@contextmanager
def unexplained() -> Iterator[None]:
    """Have no rules sought that an impossibility follows from: of a game that is done once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(completing, "conflict", lambda *asked: None)
        yield


def agree_in_all_aims(judge: Judge, roster: Roster, legal: Sequence[Roster], wish: int) -> None:
    first, *others = AIMS
    agree(judge, roster, legal, first, wish)
    with unexplained():
        for number, aims in enumerate(others, 1):
            agree(judge, roster, legal, aims, wish + number)


def agreements(maker: type[Maker] | type[Units], seeds: Iterable[int], many: int = MANY) -> int:
    """Count the games that were listed; any disagreement is raised."""
    count = 0
    for seed in seeds:
        judge, roster = maker(Random(seed)).game()
        if how_many(judge.root, roster.army) > many:
            continue
        legal = [one for one in rosters(judge, roster) if judge.evaluate(one).legal]
        count += 1
        agree_in_all_aims(judge, roster, legal, seed)
    return count


@pytest.mark.parametrize("maker", MAKERS)
def test_completions_agree_with_listing_every_roster(maker: type[Maker] | type[Units]) -> None:
    assert agreements(maker, range(5)) >= 2


@pytest.mark.proof
@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("start", range(1_000, 9_000, 1_000))
def test_completions_agree_with_listing_every_roster_at_length(
    maker: type[Maker] | type[Units], start: int
) -> None:
    assert agreements(maker, range(start, start + 250)) > 100


def agreements_in_forces(seeds: Iterable[int]) -> int:
    """Count the games in which a force is given less; any disagreement is raised."""
    count = 0
    for seed in seeds:
        judge, roster = Forces(Random(seed)).game()
        legal = [one for one in in_forces(judge, roster) if judge.evaluate(one).legal]
        agree_in_all_aims(judge, roster, legal, 3 * seed)
        problem = SearchProblem(judge, roster, lambda encoded: {})
        count += any(InterchangeableHolders(EncodedProblem(problem).tree, (), ()).most_given())
    return count


def test_completions_in_two_forces_agree_with_listing_every_roster() -> None:
    assert agreements_in_forces(range(8)) >= 2


@pytest.mark.proof
@pytest.mark.parametrize("start", range(1_000, 9_000, 1_000))
def test_completions_in_two_forces_agree_with_listing_every_roster_at_length(start: int) -> None:
    assert agreements_in_forces(range(start, start + 100)) > 10


def test_a_plain_entry_is_split_where_there_is_no_other_way() -> None:
    """Two guards in two selections have a free flag each; in one, the second flag is paid for."""
    assert agreements(Maker, [2416], 20_000) == 1


LISTS = [(ruleset, name) for ruleset in LIBRARY.rulesets() for name in LIBRARY.catalogues(ruleset)]
MESBG = LIBRARY.catalogues("mesbg")


def begun(ruleset: str, *names: str) -> tuple[Judge, Roster]:
    judge = judge_of(LIBRARY.book(ruleset, names))
    return judge, new(judge, "Ours", {"points": "700"})


@pytest.mark.parametrize(("name", "aim"), sampled(product(MESBG, ["points", "models"]), 13))
def test_shipped_armies_fill_up_with_proof(name: str, aim: str) -> None:
    judge, roster = begun("mesbg", name)
    outcome = complete(judge, roster, [aim], budget=UNTIMED)
    assert isinstance(outcome, Solved)
    assert outcome.proved
    if aim == "points":
        assert points(judge, outcome.roster) == 700
    again = complete(judge, roster, [aim], budget=UNTIMED)
    assert isinstance(again, Solved)
    assert again.roster == outcome.roster


def test_a_wish_makes_no_proved_answer_better() -> None:
    """Units of an aggregate that points bound together may each be as large as one alone.

    Ten riders with bows, which cost by the model, are fewer additions than two units of five.
    """
    judge, roster = begun("warhammer", "dark-elves")
    names = ("war-hydra", "bloodwrack-shrine", "black-ark-fleetmaster")
    wished = [asked(judge.book, name, "at_least", 1) for name in names]
    free, bound = (complete(judge, roster, ["points"], rules, UNTIMED) for rules in ([], wished))
    assert isinstance(free, Solved)
    assert isinstance(bound, Solved)
    assert free.proved
    assert (free.reached["points"], free.reached[ADDED]) >= (700, bound.reached[ADDED])


@pytest.mark.parametrize(("ruleset", "name"), sampled(LISTS, 7))
def test_every_shipped_list_makes_an_army(ruleset: str, name: str) -> None:
    judge = judge_of(LIBRARY.book(ruleset, [name]))
    value = next(iter(judge.book.ruleset.values))
    empty = attrs.evolve(new(judge, "Ours", {}), army=())
    outcome = complete(judge, empty, [value], budget=UNTIMED)
    assert isinstance(outcome, Solved)
    assert outcome.proved


@pytest.mark.parametrize("lists", sampled([(["mordor", "isengard"],), (MESBG,)], 2))
def test_allies_come_from_any_list(lists: list[str]) -> None:
    judge, roster = begun("mesbg", *lists)
    outcome = complete(judge, attrs.evolve(roster, army=()), budget=UNTIMED)
    assert isinstance(outcome, Solved)
    assert outcome.proved
    assert points(judge, outcome.roster) == 700


GEAR: dict[str, dict[str, Any]] = {
    "chief": {"copies": 1, "values": {"points": 3}, "profiles": [{"type": "man", "values": {}}]},
    "guard": {"values": {"points": 2}, "profiles": [{"type": "man", "values": {}}]},
    "coin": {},
}
GAME = judge_of_game(
    GEAR,
    limits={"points": {"title": "Points"}},
    profiles={"man": {"title": "Man", "columns": []}},
    constraints=(
        {
            "id": "over",
            "for": "roster",
            "require": {"sum": "points", "at_most": {"limit": "points"}},
        },
        {"id": "coins", "for": "roster", "require": {"count": {"entry": "coin"}, "at_most": 9}},
    ),
)


def entries(outcome: object) -> list[tuple[str, int]]:
    assert isinstance(outcome, Solved)
    return sorted((one.entry, one.count) for one in outcome.roster.army)


def test_what_was_chosen_stays_and_nothing_needless_is_added() -> None:
    army = roster_of({"entry": "coin", "notes": "mine"}, "guard", limits={"points": 7})
    outcome = complete(GAME, army, budget=UNTIMED)
    assert entries(outcome) == [("chief", 1), ("coin", 1), ("guard", 1), ("guard", 1)]
    assert isinstance(outcome, Solved)
    assert outcome.roster.army[:2] == army.army
    assert outcome.reached == {"points": 7, ADDED: -2}


def test_goals_go_in_order() -> None:
    army = roster_of(limits={"points": 7})
    assert entries(complete(GAME, army, ["coins", "cheapest"], budget=UNTIMED)) == [("coin", 9)]
    assert entries(complete(GAME, army, ["guards"], budget=UNTIMED)) == [("guard", 3)]


def test_a_player_may_ask_for_more_and_less() -> None:
    army = roster_of(limits={"points": 7})
    rules = [asked(GAME.book, "coin", "at_least", 2), asked(GAME.book, "chief", "at_most", 0)]
    outcome = complete(GAME, army, rules=rules, budget=UNTIMED)
    assert entries(outcome) == [("coin", 2), ("guard", 3)]
    rules.append(asked(GAME.book, "chief", "at_least", 1))
    assert isinstance(complete(GAME, army, rules=rules, budget=UNTIMED), Impossible)


def test_no_more_is_fielded_than_is_owned() -> None:
    outcome = complete(
        GAME, roster_of(limits={"points": 9}), rules=owned(GAME.book, {"guard": 1}), budget=UNTIMED
    )
    assert entries(outcome) == [("guard", 1)]


def test_alternatives_are_really_different() -> None:
    army = roster_of(limits={"points": 6})
    outcomes = alternatives(GAME, army, budget=UNTIMED, number=4)
    assert [entries(outcome) for outcome in outcomes[:2]] == [
        [("chief", 1), ("chief", 1)],
        [("guard", 3)],
    ]
    assert len(outcomes) == 3


def test_an_unknown_aim_is_refused() -> None:
    with pytest.raises(EditError, match="points"):
        complete(GAME, roster_of(), ["poinst"])


def test_a_search_without_time_gives_up_and_says_so() -> None:
    judge, roster = begun("mesbg", MESBG[0])
    assert isinstance(complete(judge, roster, budget=SearchBudget(seconds=None, work=0)), Stopped)


def test_the_search_for_fewer_additions_ends_early(monkeypatch: pytest.MonkeyPatch) -> None:
    judge, roster = begun("mesbg", MESBG[0])
    monkeypatch.setattr(completing, "FEWEST_WORK", 0)
    early, patient = (
        complete(judge, roster, budget=one) for one in (None, SearchBudget(work=None))
    )
    assert isinstance(early, Solved)
    assert early.aim_proved
    assert not early.proved
    assert isinstance(patient, Solved), "where only a clock would end it, it goes on"
    assert patient.proved
    assert early.reached["points"] == patient.reached["points"]


def test_what_has_to_be_placed_is_placed() -> None:
    placed = {
        "id": "nowhere",
        "for": {"entry": "post"},
        "require": {"count": {"in": "at", "entry": "wall"}, "at_least": 1},
    }
    posts = [{"id": "posts", "offers": ["post"]}]
    entries: dict[str, Any] = {
        "unit": {"size": {"min": 5, "max": 9}, "caps": {"roster": 2}, "slots": posts},
        "post": {"size": {"min": 1}},
        "wall": {"caps": {"roster": 1}},
    }
    judge = judge_of_game(entries, constraints=(placed,))
    outcome = complete(judge, roster_of(), ["unit"], budget=UNTIMED)
    assert isinstance(outcome, Solved)
    assert outcome.proved
    assert outcome.truncations == ()
    assert [(one.entry, one.with_) for one in outcome.roster.army] == [("unit", ())] * 2
    one_post = asked(judge.book, "post", "at_most", 1)
    posted = complete(judge, roster_of(), ["post"], budget=UNTIMED, rules=[one_post])
    assert isinstance(posted, Solved)
    post, wall = posted.roster.army
    assert (post.entry, post.at, wall.id) == ("post", "wall", "wall")
    army = roster_of(
        {"entry": "unit", "size": 5, "with": [{"entry": "post", "size": 3, "at": "w"}]},
        {"entry": "wall", "id": "w"},
    )
    policy = complete(judge, army, ["unit"], budget=UNTIMED)
    assert isinstance(policy, Solved)
    assert policy.proved
    assert policy.roster.army[0].with_ == army.army[0].with_


def test_what_is_there_leaves_no_room_for_more_of_it() -> None:
    slots = [{"id": "men", "offers": ["man", "chief"], "max": 3, "each_max": 2}]
    judge = judge_of_game({"host": {"copies": 1, "slots": slots}, "man": {}, "chief": {}})
    army = roster_of({"entry": "host", "with": [{"entry": "man", "count": 2}]})
    bounds = DomainBounds(judge, army, ())
    man, chief = (judge.root.below["host", None].below[name, None] for name in ("man", "chief"))
    there = [(man, 2)]
    assert [bounds.most(place, 1, {}, there) for place in (man, chief)] == [0, 1]
    assert [bounds.most(place, 1, {}) for place in (man, chief)] == [2, 2]


def test_what_is_added_to_the_one_that_a_rule_demands_stays_with_it() -> None:
    """The chief stands where he stood, and has the guard that costs nothing."""
    held = [{"id": "held", "offers": ["guard"], "max": 1}]
    rule = {"id": "led", "for": "roster", "require": {"count": {"entry": "chief"}, "at_least": 1}}
    judge = judge_of_game(
        {"chief": {"copies": 1, "slots": held}, "guard": {}},
        constraints=(rule,),
        slots=[{"id": "top", "offers": ["chief"], "max": 1}],
    )
    outcome = complete(judge, roster_of("chief"), ["guard"], budget=UNTIMED)
    assert isinstance(outcome, Solved)
    assert outcome.reached["guard"] == 1
    assert [one.entry for one in outcome.roster.army[0].with_] == ["guard"]


def test_who_leads_gives_way_to_a_greater_hero_and_to_no_other() -> None:
    judge = judge_of(LIBRARY.book("mesbg", ["mordor"]))
    army = add(judge, new(judge, "Ours", {"points": "180"}), "orc-captain").roster
    led = add(judge, army, "army-leader", to="orc-captain").roster
    named = [asked(judge.book, "gothmog-lieutenant-of-sauron", "at_least", 1)]
    outcome = complete(judge, led, ["points"], named, UNTIMED)
    assert isinstance(outcome, Solved)
    captain, gothmog = outcome.roster.army[0].with_[:2]
    assert "army-leader" not in [one.entry for one in captain.with_]
    assert "army-leader" in [one.entry for one in gothmog.with_]
    equal = [asked(judge.book, "orc-captain", "at_least", 2)]
    outcome = complete(judge, led, ["points"], equal, UNTIMED)
    assert isinstance(outcome, Solved)
    assert "army-leader" in [one.entry for one in outcome.roster.army[0].with_[0].with_]


def test_nobody_who_must_lead_is_added_where_men_cost_as_much() -> None:
    """For the ten points that are left there is a chief, who leads wherever he is, or two men."""
    command = {"slots": [{"id": "options", "offers": ["command"], "max": 1}]}
    led: tuple[Any, ...] = (
        {"id": "led", "for": "roster", "require": {"count": {"entry": "command"}, "at_least": 1}},
        {"id": "once", "for": "roster", "require": {"count": {"entry": "command"}, "at_most": 1}},
        {
            "id": "led-by-the-chief",
            "for": {"entry": "captain", "has": {"entry": "command"}},
            "require": {"count": {"in": "roster", "entry": "chief"}, "at_most": 0},
        },
        {
            "id": "within",
            "for": "roster",
            "require": {"sum": "points", "at_most": {"limit": "points"}},
        },
    )
    judge = judge_of_game(
        {
            "captain": {"copies": 1, "values": {"points": 20}, **command},
            "chief": {"copies": 1, "values": {"points": 10}, **command},
            "man": {"values": {"points": 5}},
            "command": {},
        },
        constraints=led,
        slots=[{"id": "top", "offers": ["captain", "chief", "man"]}],
        limits={"points": {"title": "Points"}},
    )
    captain = {"entry": "captain", "with": ["command"]}
    outcome = complete(judge, roster_of(captain, limits={"points": 30}), budget=UNTIMED)
    assert isinstance(outcome, Solved)
    assert outcome.proved
    assert outcome.proven_goals == ("points", ADDED)
    assert outcome.reached == {"points": 30, ADDED: -2}
    assert [one.entry for one in outcome.roster.army] == ["captain", "man"]
    assert [one.entry for one in outcome.roster.army[0].with_] == ["command"]
