"""Repairs that a player would take: each example with the first answer that is expected."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import attrs
import pytest

from listbuilder.editing.edit import new
from listbuilder.interop.opening import load_roster
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from listbuilder.report.repair import summary
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.solve.outcomes import Solved
from listbuilder.solve.tasks.change_sentences import change_sentence
from listbuilder.solve.tasks.repair import repair
from listbuilder.solve.tasks.repair_goals import CHANGES, LOST
from tests.benchmarks.repairs import ROSTERS, WAYS
from tests.rules.small import Json
from tests.rules.small import judge as judge_of_game
from tests.rules.small import roster as roster_of
from tests.sampling import sampled
from tests.shipped import LIBRARY

MEN = [{"id": "men", "offers": ["man"]}]
MAN = {"profiles": [{"type": "man", "values": {}}]}
OVER = {"id": "over", "for": "roster", "require": {"sum": "points", "at_most": {"limit": "points"}}}
SHARE = {"times": "1/4", "of": {"limit": "points"}}
GIFTS = {"id": "gift", "offers": [{"is": "gift"}], "max": 1}


def of(entry: str, *held: Selection, n: int = 1, size: int | None = None, **keys: Any) -> Selection:
    models = None if size is None else Copies(size)
    return Selection(entry, count=Copies(n), size=models, with_=held, **keys)


def regiments() -> Judge:
    """Mass battles: units with sizes, gifts of which each is there once, rare units, allies."""
    return judge_of_game(
        {
            "lord": MAN
            | {"copies": 1, "is": ["lords"], "values": {"points": 150}, "slots": [GIFTS]},
            "foot": MAN
            | {
                "is": ["core"],
                "size": {"min": 10, "max": 30},
                "values": {"points": {"per_model": 5}},
                "slots": [GIFTS, {"id": "command", "offers": ["banner", "piper"], "each_max": 1}],
            },
            "knights": MAN
            | {
                "is": ["elite"],
                "size": {"min": 5, "max": 10},
                "values": {"points": {"per_model": 22}},
            },
            "ogre": MAN | {"copies": 1, "is": ["rare"], "values": {"points": 120}},
            "giant": MAN | {"copies": 1, "is": ["rare"], "values": {"points": 180}},
            "horn": {"is": ["gift"], "caps": {"roster": 1}, "values": {"points": 15}},
            "sword": {"is": ["gift"], "caps": {"roster": 1}, "values": {"points": 35}},
            "banner": {"values": {"points": 10}},
            "piper": {"values": {"points": 5}},
        },
        keywords={"lords": {}, "core": {}, "elite": {}, "rare": {}, "gift": {}},
        limits={"points": {"title": "Points"}},
        profiles={"man": {"title": "Man", "columns": []}},
        slots=[{"id": "army", "offers": ["lord", "foot", "knights", "ogre", "giant"]}],
        constraints=(
            OVER,
            {"id": "rare", "for": "roster", "require": {"count": {"is": "rare"}, "at_most": 1}},
            {
                "id": "core",
                "for": "roster",
                "require": {
                    "sum": "points",
                    "of": {"is": "core", "whole": True},
                    "at_least": SHARE,
                },
            },
            {
                "id": "general",
                "for": "roster",
                "require": {"count": {"is": "lords"}, "at_least": 1},
            },
        ),
    )


def warbands() -> Judge:
    """A skirmish in which nothing costs anything: chiefs lead bands, some carry a totem."""
    return judge_of_game(
        {
            "chief": MAN
            | {"copies": 1, "slots": [{"id": "band", "offers": ["scout", "brute"], "max": 5}]},
            "scout": MAN | {"slots": [{"id": "gear", "offers": ["totem"], "each_max": 1}]},
            "brute": MAN,
            "totem": {"caps": {"roster": 1}},
        },
        values={},
        profiles={"man": {"title": "Man", "columns": []}},
        slots=[{"id": "top", "offers": ["chief"], "max": 3}],
        constraints=(
            {"id": "few", "for": "roster", "require": {"count": {"entry": "brute"}, "at_most": 3}},
            {"id": "led", "for": "roster", "require": {"count": {"entry": "chief"}, "at_least": 1}},
        ),
    )


LORD = of("lord")
CORE = of("foot", size=20)

REGIMENTS: dict[str, tuple[int, tuple[Selection, ...], set[str]]] = {
    "over by an option's price: the option goes": (
        480,
        (LORD, of("foot", of("banner"), size=30), of("giant")),
        {"remove 2.1 Banner (Foot)"},
    ),
    "over by the price of one gift": (
        365,
        (of("lord", of("sword")), of("foot", size=30), of("foot", size=13)),
        {"remove 1.1 Sword (Lord)"},
    ),
    "over by one model": (
        400,
        (LORD, of("foot", size=30), of("foot", size=21)),
        {"change 3. Foot from 21 to 20 models", "change 2. Foot from 30 to 29 models"},
    ),
    "the cheaper of two rare units goes": (
        1000,
        (LORD, of("foot", size=30), of("foot", size=30), of("giant"), of("ogre")),
        {"remove 5. Ogre"},
    ),
    "a gift that is there twice goes where it is second": (
        600,
        (of("lord", of("horn")), of("foot", of("horn"), size=30)),
        {"remove 2.1 Horn (Foot)"},
    ),
    "two gifts on one bearer: one goes to the unit that has none": (
        600,
        (of("lord", of("horn"), of("sword")), of("foot", size=30)),
        {"move 1.1 Horn (Lord) to 2. Foot", "move 1.2 Sword (Lord) to 2. Foot"},
    ),
    "three spare gifts go, not the unit that holds them": (
        600,
        (LORD, of("foot", of("horn"), of("horn"), of("horn"), size=30)),
        set(),
    ),
    "a unit too large is made smaller": (
        600,
        (LORD, of("foot", size=33)),
        {"change 2. Foot from 33 to 30 models"},
    ),
    "a unit too small is made larger": (
        600,
        (LORD, of("foot", size=30), of("knights", size=4)),
        {"change 3. Knights from 4 to 5 models"},
    ),
    "without a general one is added": (600, (of("foot", size=30),), {"add Lord to the army"}),
    "a share that is short is filled up where there is room": (
        600,
        (LORD, of("foot", size=26)),
        {"change 2. Foot from 26 to 30 models"},
    ),
    "two things wrong are two changes, neither of a whole unit": (
        600,
        (LORD, of("foot", of("horn"), of("sword"), size=31)),
        {"move 2.2 Sword (Foot) to 1. Lord", "change 2. Foot from 31 to 30 models"},
    ),
    "over by less than a model beside a second lord": (
        445,
        (LORD, LORD, of("foot", size=30)),
        {"change 3. Foot from 30 to 29 models"},
    ),
    "a banner twice in one unit": (
        600,
        (LORD, of("foot", of("banner", n=2), size=30)),
        {"reduce 2.1 Banner (Foot) from 2 to 1"},
    ),
    "what its bearer can't have goes to the only unit that can": (
        600,
        (of("lord", of("banner")), of("foot", size=30)),
        {"move 1.1 Banner (Lord) to 2. Foot"},
    ),
    "what its bearer can't have goes if nobody else lacks it": (
        600,
        (of("lord", of("banner")), of("foot", of("banner"), size=30)),
        {"remove 1.1 Banner (Lord)"},
    ),
    "a second item of one bearer goes to the other lord": (
        600,
        (of("lord", of("horn"), of("sword")), LORD, of("foot", size=30)),
        {"move 1.1 Horn (Lord) to 2. Lord", "move 1.2 Sword (Lord) to 2. Lord"},
    ),
    "an item goes to a lord like its bearer rather than to a unit": (
        600,
        (of("foot", size=30), of("lord", of("horn"), of("sword")), LORD),
        {"move 2.1 Horn (Lord) to 3. Lord", "move 2.2 Sword (Lord) to 3. Lord"},
    ),
    "a unit too small at the limit gets models of another": (
        150 + 27 * 5 + 10,
        (LORD, of("foot", of("banner"), size=18), of("foot", size=9)),
        {"change 2. Foot from 18 to 17 models", "change 3. Foot from 9 to 10 models"},
    ),
    "a unit too large hands models on": (
        600,
        (LORD, of("foot", size=43), of("foot", size=12)),
        {"change 2. Foot from 43 to 30 models", "change 3. Foot from 12 to 25 models"},
    ),
    "a unit twice too large is two units": (
        600,
        (LORD, of("foot", size=60)),
        {"change 2. Foot from 60 to 30 models", "add Foot of 30 to the army"},
    ),
    "a unit one model too large is no two units": (
        600,
        (LORD, of("foot", size=31)),
        {"change 2. Foot from 31 to 30 models"},
    ),
    "two units written as one selection are split, and stay as large as they are": (
        600,
        (LORD, of("foot", n=2, size=20)),
        {"split 1 off 2. Foot, as a selection of its own"},
    ),
    "a unit too small grows where there is room, and takes from nobody": (
        1000,
        (LORD, of("foot", size=29), of("foot", size=30), of("foot", size=9)),
        {"change 4. Foot from 9 to 10 models"},
    ),
    "a digit too many goes, nobody else for it": (
        450,
        (of("lord", of("horn")), LORD, of("foot", of("horn"), size=270)),
        {"remove 3.1 Horn (Foot)", "change 3. Foot from 270 to 27 models"},
    ),
    "no item goes to another lord to save its bearer's points": (
        410,
        (of("lord", of("sword")), LORD, of("foot", of("piper"), size=20)),
        {"remove 1.1 Sword (Lord)", "change 3. Foot from 20 to 14 models"},
    ),
}


@pytest.mark.parametrize("title", REGIMENTS)
def test_regiments(title: str) -> None:
    limit, army, expected = REGIMENTS[title]
    roster = attrs.evolve(roster_of(limits={"points": limit}), army=army)
    said, _ = first(regiments(), roster)
    if len(said) > 1 and expected:
        assert {*said} == expected
    elif expected:
        assert len(said) == 1
        assert said[0] in expected
    else:
        assert {part.partition(" (")[0].split()[0] for part in said} <= {"remove", "reduce"}
        assert all("Horn" in part for part in said)


def test_of_what_is_lost_it_is_told_how_much_a_digit_too_many_added() -> None:
    """243 models for 5 points each, and a horn that was there twice."""
    limit, army, _ = REGIMENTS["a digit too many goes, nobody else for it"]
    _, answer = first(regiments(), attrs.evolve(roster_of(limits={"points": limit}), army=army))
    said = summary(regiments(), answer)
    assert "1230 points lost, 1215 of them by a digit too many; " in said


def test_a_share_short_at_the_limit_is_an_exchange_that_keeps_the_most() -> None:
    army = (of("lord", of("sword")), of("foot", size=16), of("knights", size=6), of("ogre"))
    roster = attrs.evolve(roster_of(limits={"points": 517}), army=army)
    said, answer = first(regiments(), roster)
    assert "lord" in [one.entry for one in answer.roster.army]
    assert len(answer.roster.army) == len(army)
    assert lost(answer) == 57, said


def test_of_new_units_that_cost_the_same_the_plain_one_comes() -> None:
    """With two models fewer there would be a banner, with one fewer a piper."""
    said, _ = first(regiments(), attrs.evolve(roster_of(limits={"points": 500}), army=(LORD,)))
    assert said == ["add Foot of 25 to the army"]


def test_between_much_lost_and_many_changes_a_hero_is_exchanged() -> None:
    """Snaga leads no Uruks: six changes keep all but three of them, one takes the warband out."""
    (path,) = (one for one in ROSTERS if one.stem == "ladders-against-the-wall")
    loaded = load_roster(path, LIBRARY)
    (army,) = loaded.roster.army
    first_hero, second, *others = army.with_
    team = tuple(one for one in second.with_ if one.entry.startswith("uruk-hai-"))
    snaga = attrs.evolve(second, entry="snaga-orc-captain", with_=team)
    held = (attrs.evolve(army, with_=(first_hero, snaga, *others)),)
    answers = repair(judge_of(loaded.book), attrs.evolve(loaded.roster, army=held))
    told = [[*map(change_sentence, one.changes)] for one in answers if isinstance(one, Solved)]
    assert [
        "remove 1.2 Snaga, Orc Captain (Isengard)",
        "add Orc Captain to 1. Isengard, with all that is left in 1.2 Snaga, Orc Captain",
    ] in told


def test_of_shipped_units_that_cost_the_same_the_plain_one_comes() -> None:
    """Not thirteen horsemen with musician and standard bearer."""
    (path,) = (one for one in ROSTERS if one.stem == "dust-before-the-dawn")
    loaded = load_roster(path, LIBRARY)
    (army,) = loaded.roster.army
    without = [one for one in army.with_ if one.entry != "skeleton-warriors"]
    roster = attrs.evolve(loaded.roster, army=(attrs.evolve(army, with_=tuple(without)),))
    said, _ = first(judge_of(loaded.book), roster)
    assert said == ["add Skeleton Warriors of 44 to 1. Tomb Kings"]


def test_what_is_lost_is_told_without_a_plural_that_nobody_wrote() -> None:
    spear: dict[str, dict[str, Any]] = {
        "spear": {"values": {"points": 1}},
        "man": {"slots": [{"id": "a", "offers": ["spear"]}]},
    }
    judge = judge_of_game(
        spear, limits={"points": {"title": "Points"}}, constraints=(OVER,), slots=MEN
    )
    roster = attrs.evolve(roster_of(limits={"points": 0}), army=(of("man", of("spear")),))
    _, answer = first(judge, roster)
    assert "1 change, points lost: 1; " in summary(judge, answer)


def test_a_price_that_falls_with_the_army_is_no_loss() -> None:
    """A plan costs half of all points: nobody buys guards so that it costs as much as before."""
    entries: dict[str, Json] = {
        "plan": {
            "copies": 1,
            "values": {
                "siege": {
                    "fixed": {"times": "1/2", "of": {"sum": "points", "of": {"in": "roster"}}}
                }
            },
        },
        "man": {"values": {"points": 10}},
        "guard": {"values": {"points": 1}},
    }
    two = {"id": "two", "for": "roster", "require": {"count": {"entry": "man"}, "at_most": 2}}
    offers = ["plan", "man", "guard"]
    judge = judge_of_game(
        entries,
        constraints=(two,),
        slots=[{"id": "top", "offers": offers}],
        values={name: {"title": name, "cost": True} for name in ("points", "siege")},
    )
    army = attrs.evolve(roster_of(), army=(of("plan"), of("man", n=3), of("guard", n=4)))
    said, answer = first(judge, army)
    assert said == ["reduce 2. Man from 3 to 2"]
    assert answer.reached[LOST] == -10


def test_what_is_bought_is_told() -> None:
    entries: dict[str, Json] = {
        "man": {"values": {"points": 10}},
        "chief": {"values": {"points": 30}},
    }
    led = {"id": "led", "for": "roster", "require": {"count": {"entry": "chief"}, "at_least": 1}}
    slots = [{"id": "top", "offers": ["man", "chief"]}]
    judge = judge_of_game(entries, constraints=(led,), slots=slots)
    _, answer = first(judge, attrs.evolve(roster_of(), army=(of("man", n=3),)))
    assert summary(judge, answer).startswith(
        "The least given up and the fewest changes: 1 change, no points lost, 30 points bought; "
    )


def test_what_is_lost_of_whole_points_is_whole() -> None:
    """The third of three cost nothing: one of them is worth 10/3 points."""
    men = {"man": {"values": {"points": {"steps": [5, 5, 0]}}}}
    two = {"id": "two", "for": "roster", "require": {"count": {"entry": "man"}, "at_most": 2}}
    judge = judge_of_game(men, constraints=(two,), slots=MEN)
    _, answer = first(judge, attrs.evolve(roster_of(), army=(of("man", n=3),)))
    assert summary(judge, answer).startswith(
        "The least given up and the fewest changes: 1 change, 4 points lost; "
    )


WARBANDS: dict[str, tuple[tuple[Selection, ...], str]] = {
    "too many in a band: those with a name stay": (
        (of("chief", of("scout", n=3, name="The Eyes"), of("scout", n=3)), of("chief")),
        "move 1 of 1.2 Scout (Chief) to 2. Chief",
    ),
    "too many in a band: some move to the other": (
        (of("chief", of("scout", n=6)), of("chief", of("scout", n=2))),
        "move 1 of 1.1 Scout (Chief) to 2. Chief",
    ),
    "too many in a band: of the most there are one moves": (
        (of("chief", of("brute"), of("scout", n=5)), of("chief")),
        "move 1 of 1.2 Scout (Chief) to 2. Chief",
    ),
    "of two that are as many the later are fewer": (
        (of("chief", of("brute", n=2)), of("chief", of("brute", n=2), of("scout"))),
        "reduce 2.1 Brute (Chief) from 2 to 1",
    ),
    "of some too many a place is thinned out rather than left": (
        (of("chief", of("brute", n=3)), of("chief", of("brute", n=2), of("scout"))),
        "reduce 1.1 Brute (Chief) from 3 to 1",
    ),
    "too many of a kind": (
        (of("chief", of("brute", n=4)),),
        "reduce 1.1 Brute (Chief) from 4 to 3",
    ),
    "a totem twice": (
        (of("chief", of("scout", of("totem", n=2), n=2)),),
        "reduce 1.1.1 Totem (Scout) from 2 to 1",
    ),
}


@pytest.mark.parametrize("title", WARBANDS)
def test_warbands(title: str) -> None:
    army, expected = WARBANDS[title]
    said, _ = first(warbands(), attrs.evolve(roster_of(), army=army))
    assert said == [expected]


def test_who_was_filed_wrongly_is_moved_out_and_gets_what_he_lacks() -> None:
    """A priest stands in a band, and each army has one mark of the leader, on a priest if any."""
    judge = judge_of_game(
        {
            "chief": MAN
            | {
                "copies": 1,
                "values": {"points": 50},
                "slots": [{"id": "band", "offers": ["scout"]}, {"id": "mark", "offers": ["mark"]}],
            },
            "priest": MAN
            | {
                "copies": 1,
                "is": ["holy"],
                "values": {"points": 90},
                "slots": [
                    {"id": "choir", "offers": ["novice"]},
                    {"id": "mark", "offers": ["mark"]},
                    {"id": "prayer", "offers": ["hymn", "curse"], "exactly": 1},
                ],
            },
            "scout": MAN | {"values": {"points": 5}},
            "novice": MAN | {"values": {"points": 5}},
            "mark": {},
            "hymn": {},
            "curse": {"values": {"points": 5}},
        },
        keywords={"holy": {}},
        limits={"points": {"title": "Points"}},
        profiles={"man": {"title": "Man", "columns": []}},
        slots=[{"id": "top", "offers": ["chief", "priest"]}],
        constraints=(
            OVER,
            {"id": "led", "for": "roster", "require": {"count": {"entry": "mark"}, "exactly": 1}},
            {
                "id": "holy-leads",
                "for": {"entry": "mark", "not": {"under": {"is": "holy"}}},
                "require": {"count": {"in": "roster", "is": "holy"}, "at_most": 0},
            },
        ),
    )
    priest = of("priest", of("hymn"))
    roster = attrs.evolve(roster_of(limits={"points": 500}), army=())

    def repaired(*army: Selection) -> list[str]:
        said, answer = first(judge, attrs.evolve(roster, army=army))
        assert not lost(answer)
        return said

    chief = of("chief", of("scout", n=4), of("mark"))
    assert repaired(chief, of("chief", of("scout", n=2), priest)) == [
        "move 1.2 Mark (Chief) to 2.2 Priest",
        "move 2.2 Priest (Chief) to the army",
    ]
    lacking = attrs.evolve(priest, with_=(of("mark"),))
    assert repaired(of("chief", of("scout", n=4), lacking)) == [
        "move 1.2 Priest (Chief) to the army",
        "add Hymn to 1.2 Priest",
    ]
    marked = attrs.evolve(priest, with_=(of("hymn"), of("mark")))
    assert repaired(of("chief", marked), of("novice", n=4)) == [
        "move 1.1 Priest (Chief) to the army",
        "move 2. 4 × Novice to 1.1 Priest",
    ]


def test_scouts_without_a_chief_get_one() -> None:
    said, _ = first(warbands(), attrs.evolve(roster_of(), army=(of("scout", n=4),)))
    assert said == ["add Chief to the army", "move 1. 4 × Scout to the new Chief"]


def test_a_fourth_chief_goes_and_his_band_moves_to_the_others() -> None:
    chiefs = (of("chief", of("scout", n=4)), of("chief", of("scout", n=3)), of("chief"))
    roster = attrs.evolve(roster_of(), army=(*chiefs, of("chief", of("brute", n=2))))
    said, answer = first(warbands(), roster)
    assert lost(answer) == 1
    assert said == ["remove 3. Chief"]


def first(judge: Judge, roster: Roster) -> tuple[list[str], Solved]:
    """The first answer, in sentences."""
    answer = repair(judge, roster, number=1)[0]
    assert isinstance(answer, Solved)
    assert judge.evaluate(answer.roster).legal
    return [change_sentence(change) for change in answer.changes], answer


def lost(answer: Solved) -> float:
    return float(-answer.reached["lost"])


MORDOR_LEADER = of("gothmog-lieutenant-of-sauron", of("army-leader"))


@pytest.fixture(scope="module")
def mordor() -> Judge:
    return judge_of(LIBRARY.book("mesbg", ["mordor"]))


def mordor_army(judge: Judge, points: int, *held: Selection) -> Roster:
    roster = new(judge, "Army", {"points": str(points)})
    contingent = attrs.evolve(roster.army[0], with_=held)
    return attrs.evolve(roster, army=(contingent,))


def test_crew_trolls_and_mount_go_and_the_engine_stays(mordor: Judge) -> None:
    captain = of("orc-engineer-captain", of("warg"))
    engine = of("mordor-war-catapult", captain, of("orc-crew", n=14), of("mordor-troll-crew", n=2))
    said, _ = first(mordor, mordor_army(mordor, 600, MORDOR_LEADER, engine))
    assert said == [
        "remove 1.2.1.1 Warg (Orc Engineer Captain)",
        "reduce 1.2.2 Orc Crew (Mordor War Catapult) from 14 to 11",
        "reduce 1.2.3 Mordor Troll Crew (Mordor War Catapult) from 2 to 1",
    ]


def test_of_a_named_hero_twice_one_goes_and_its_followers_find_another(mordor: Judge) -> None:
    army = mordor_army(
        mordor,
        600,
        of("gothmog-lieutenant-of-sauron", of("army-leader"), of("orc-warrior", n=6)),
        of("gothmog-lieutenant-of-sauron", of("orc-tracker", n=4)),
    )
    said, answer = first(mordor, army)
    assert lost(answer) == 130
    assert len(said) == 2
    assert any(part.startswith("remove") and "Gothmog" in part for part in said), said
    assert any(part.startswith("move") and "to 1.1 Gothmog" in part for part in said), said


def test_an_option_goes_rather_than_what_bears_it(mordor: Judge) -> None:
    army = mordor_army(mordor, 170, MORDOR_LEADER, of("orc-captain"))
    shielded = mordor_army(mordor, 170, MORDOR_LEADER, of("orc-captain", of("shield")))
    assert mordor.evaluate(army).costs["points"] == 170
    said, _ = first(mordor, shielded)
    assert said == ["remove 1.2.1 Shield (Orc Captain)"]


SHIPPED: dict[str, tuple[str, ...]] = {
    "mesbg heads-over-the-wall over": ("reduce 1.2.3 Orc Tracker (Orc Captain) from 7 to 3",),
    "mesbg heads-over-the-wall headless": (
        "add Orc Captain to 1. Mordor, with Army leader, 2 × Orc Warrior",
    ),
    "mesbg the-doors-of-durin headless": ("add Army leader to 1.1 Dwarf Captain",),
    "warhammer the-plan-of-the-old-ones over": (
        "change 1.5 Saurus Warriors (Lizardmen) from 21 to 19 models",
    ),
    "warhammer blood-and-brass over": ("remove 1.3.3 Disc of Tzeentch (Herald of Tzeentch)",),
    "warhammer blood-and-brass twice": ("remove 1.10 Skull Cannon of Khorne (Daemons of Chaos)",),
    "warhammer blood-and-brass strays": (
        "remove 1.1.2 Lesser Locus of Abjuration (Bloodthirster)",
        "remove 1.2.5 Disc of Tzeentch (Herald of Khorne)",
        "remove 1.3.4 Banner of Swiftness (Herald of Tzeentch)",
    ),
    "warhammer black-arks-below-the-cliffs over": (
        "change 1.5 Dreadspears (Dark Elves) from 24 to 21 models",
    ),
    "helms-deep fire-in-the-culvert headless": (
        "add Eastern edge to 1. Isengard, with 6 × Orc Archers, 6 × Orcs, 4 × Wargs (Cavalry),"
        " Uruk Guard, Captain, Orc Cunning",
    ),
    "helms-deep wait-for-the-horn twice": (
        "remove 1.5 Glittering Caves (Westernesse), with 2 × Infantry, Archer",
    ),
}
"""Game, shipped roster, and how it is broken (``tests.benchmarks.repairs``)."""


@pytest.mark.parametrize("title", sampled([(title,) for title in SHIPPED], 2))
def test_shipped_rosters(title: str) -> None:
    """Some models of a cheap unit or an option go; bearers stay; what the scenario asks comes."""
    game, name, way = title.split()
    (path,) = (one for one in ROSTERS if (one.parents[1].name, one.stem) == (game, name))
    loaded = load_roster(path, LIBRARY)
    said, _ = first(judge_of(loaded.book), WAYS[way](loaded.roster))
    assert said == [*SHIPPED[title]]


def test_of_an_item_that_is_there_twice_the_one_given_later_goes() -> None:
    """The lord, who stands first, keeps his talisman; the hero was given the second."""
    (path,) = (one for one in ROSTERS if one.stem == "under-four-stars")
    loaded = load_roster(path, LIBRARY)
    (army,) = loaded.roster.army
    lord, _, hero, *_ = army.with_
    (item,) = (one for one in lord.with_ if one.entry == "talisman-of-preservation")
    given = attrs.evolve(hero, with_=(*hero.with_, item))
    broken = attrs.evolve(loaded.roster, limits={"points": 2200}, army=_put((army,), hero, given))
    said, _ = first(judge_of(loaded.book), broken)
    assert said == ["remove 1.3.5 Talisman of Preservation (Exalted Hero)"]


def test_what_stands_in_the_wrong_area_is_moved_back() -> None:
    """Five archers start in the fortress and three on the Dike: one went there too many."""
    (path,) = (one for one in ROSTERS if one.stem == "westernesse-as-listed")
    loaded = load_roster(path, LIBRARY)
    game = judge_of(loaded.book)
    (side,) = loaded.roster.army
    fortress, dike, *_ = side.with_
    tower = next(
        one.selection
        for one in game.lay_out(loaded.roster).nodes
        if one.selection.entry == "archer"
        and one.holder
        and one.holder.holder
        and one.holder.holder.selection is fortress
    )
    (less,) = _put((fortress,), tower, attrs.evolve(tower, count=Copies(tower.count - 1)))
    away = attrs.evolve(dike, with_=(*dike.with_, of("archer")))
    held = (less, away, *side.with_[2:])
    broken = attrs.evolve(loaded.roster, army=(attrs.evolve(side, with_=held),))
    said, _ = first(game, broken)
    assert len(said) == 1
    assert said[0].startswith("move 1 of 1.2.3 ")


def test_what_moves_goes_to_the_first_that_may_have_it() -> None:
    """A fire of the second turn is there in the first: the archers of the second may have it."""
    (path,) = (one for one in ROSTERS if one.stem == "isengard-as-listed")
    loaded = load_roster(path, LIBRARY)
    (side,) = loaded.roster.army
    (first_turn, second_turn, *turns) = side.with_
    (orcs, *others) = first_turn.with_
    early = attrs.evolve(orcs, with_=(of("blasting-fire"),))
    begun = attrs.evolve(first_turn, with_=(early, *others))
    held = (begun, _one_fire_less(second_turn), *turns)
    broken = attrs.evolve(loaded.roster, army=(attrs.evolve(side, with_=held),))
    said, _ = first(judge_of(loaded.book), broken)
    assert said == ["move 1.1.1.1 Blasting Fire (Orc Archers) to 1.2.1 Uruk Archers"]


def _one_fire_less(one: Selection) -> Selection:
    if one.entry == "blasting-fire":
        return attrs.evolve(one, count=Copies(1))
    return attrs.evolve(one, with_=tuple(map(_one_fire_less, one.with_)))


TOO_MANY = {
    ("men-at-arms", "mill"): "change 1.1.4.6 Garrison (Men-at-arms) from 21 to 20 models",
    ("peasant-bowmen", "keep"): "change 1.1.5.8 Garrison (Peasant Bowmen) from 20 to 19 models",
}


@pytest.mark.parametrize(("entry", "tower"), TOO_MANY)
def test_of_one_too_many_in_a_tower_one_model_stays_out_of_it(entry: str, tower: str) -> None:
    """In the keep a prophetess stands with them, and other places are free: nobody else moves."""
    (path,) = (one for one in ROSTERS if one.stem == "the-grail-keep")
    loaded = load_roster(path, LIBRARY)
    game = judge_of(loaded.book)
    node, *_ = (
        one
        for one in game.lay_out(loaded.roster).nodes
        if one.selection.entry == "garrison"
        and one.holder is not None
        and one.holder.selection.entry == entry
    )
    held = attrs.evolve(node.selection, size=Copies(node.size + 1), at=tower)
    broken = attrs.evolve(loaded.roster, army=_put(loaded.roster.army, node.selection, held))
    said, repaired = first(game, broken)
    assert said == [TOO_MANY[entry, tower]]
    assert game.evaluate(repaired.roster).costs == game.evaluate(loaded.roster).costs


def _put(army: tuple[Selection, ...], one: Selection, other: Selection) -> tuple[Selection, ...]:
    """The same selections with another in the place of one."""
    return tuple(
        other if held is one else attrs.evolve(held, with_=_put(held.with_, one, other))
        for held in army
    )


def test_an_ally_does_not_go_at_a_stroke() -> None:
    """Two changes would do, of which one takes all of Isengard out; three lose no more."""
    (path,) = (one for one in ROSTERS if one.stem == "the-two-towers-march")
    loaded = load_roster(path, LIBRARY)
    over = attrs.evolve(loaded.roster, limits={"points": loaded.roster.limits["points"] - 300})
    answers = repair(judge_of(loaded.book), over, number=2)
    for answer in answers:
        assert isinstance(answer, Solved)
        assert {one.entry for one in answer.roster.army} == {one.entry for one in over.army}
    assert len(answers) == 2


BANDS = judge_of_game(
    {
        "band": {"slots": [{"id": "men", "offers": ["man", "lad", "king", "boy"]}]},
        "man": MAN | {"copies": 1, "values": {"points": 10}},
        "lad": MAN | {"copies": 1, "values": {"points": 6}},
        "king": MAN | {"copies": 1, "values": {"points": 900}},
        "boy": MAN | {"copies": 1, "values": {"points": 1}},
    },
    limits={"points": {"title": "Points"}},
    profiles={"man": {"title": "Man", "columns": []}},
    slots=[{"id": "bands", "offers": ["band"]}],
    constraints=(OVER,),
)


@pytest.mark.parametrize(
    ("there", "most", "number", "last"),
    [
        # Two go, in one way or another, rather than the other band with all it holds.
        (["man", "man"], 30, 2, None),
        (["lad", "lad"], 32, 2, None),
        # Nothing else would do: then it is said, but behind the others.
        (["man", "man"], 30, 3, "remove 2. Band, with 2 × Man"),
        (["lad", "lad"], 32, 3, "remove 2. Band, with 2 × Lad"),
    ],
)
def test_a_band_goes_at_a_stroke_only_where_there_is_no_other_way(
    there: list[str], most: int, number: int, last: str | None
) -> None:
    army = (of("band", of("man"), of("man"), of("man")), of("band", *map(of, there)))
    over = attrs.evolve(roster_of(limits={"points": most}), army=army)
    answers = [one for one in repair(BANDS, over, number=number) if isinstance(one, Solved)]
    said = [list(map(change_sentence, one.changes)) for one in answers]
    gone = [len(one.roster.army) < 2 for one in answers]
    assert not gone[0]
    assert gone == sorted(gone), said
    assert any(gone) == (last is not None), said
    assert last is None or said[-1] == [last]


@pytest.mark.parametrize(("most", "number", "many"), [(1801, 1, 1), (1802, 1, 3)])
def test_of_a_band_that_is_there_twice_the_copy_goes(most: int, number: int, many: int) -> None:
    """With all it holds; or a boy for a point stays, in two changes, which no player would take."""
    band = of("band", of("king"), of("king"), of("boy"))
    over = attrs.evolve(roster_of(limits={"points": most}), army=(band, band))
    answers = [one for one in repair(BANDS, over, number=3) if isinstance(one, Solved)]
    assert len(answers) == many
    copy_goes = ["remove 2. Band, with 2 × King, Boy"]
    assert list(map(change_sentence, answers[number - 1].changes)) == copy_goes


def test_nobody_is_bought_as_another_leader() -> None:
    """One of the two heroes is made leader, for nothing: no third one comes in a lad's stead."""
    led = {"id": "led", "require": {"count": {"entry": "leader"}, "exactly": 1}}
    hero = {"copies": 1, "slots": [{"id": "rank", "offers": ["leader"], "max": 1}]}
    made = judge_of_game(
        {name: MAN | hero | {"values": {"points": 40}} for name in ("knight", "wizard")}
        | {"thane": MAN | hero | {"values": {"points": 10}}}
        | {"lad": MAN | {"values": {"points": 10}}, "leader": {}},
        limits={"points": {"title": "Points"}},
        profiles={"man": {"title": "Man", "columns": []}},
        slots=[{"id": "men", "offers": ["knight", "wizard", "thane", "lad"]}],
        constraints=(OVER, led),
    )
    answers = repair(made, roster_of("knight", "wizard", "lad", limits={"points": 90}))
    said = [list(map(change_sentence, one.changes)) for one in answers if isinstance(one, Solved)]
    assert sorted(said) == [["add Leader to 1. Knight"], ["add Leader to 2. Wizard"]]


def test_further_answers_take_something_else_out() -> None:
    """Where a man goes, no further answer takes him out and moves a lad besides."""
    army = (of("band", of("man"), of("man"), of("lad")), of("band", of("lad")))
    over = attrs.evolve(roster_of(limits={"points": 30}), army=army)
    answers = [one for one in repair(BANDS, over, number=4) if isinstance(one, Solved)]
    gone = [
        frozenset(one.number for one in answer.changes if one.done == "remove")
        for answer in answers
    ]
    assert len(gone) > 1
    assert not any(one <= other for one, other in permutations(gone, 2)), gone


@pytest.mark.parametrize(("hats", "answers"), [(5, 3), (6, 1)])
def test_of_many_changes_no_other_way_swaps_one(hats: int, answers: int) -> None:
    """Each man takes his hat off. That one man goes instead is told where the list is short."""
    man = {"copies": 1, "values": {"points": 10}, "slots": [{"id": "head", "offers": ["hat"]}]}
    bare = {"id": "bare", "require": {"count": {"entry": "hat"}, "at_most": 0}}
    made = judge_of_game(
        {"man": MAN | man, "hat": {}},
        limits={"points": {"title": "Points"}},
        profiles={"man": {"title": "Man", "columns": []}},
        slots=[{"id": "men", "offers": ["man"]}],
        constraints=(OVER, bare),
    )
    men = [{"entry": "man", "name": name, "with": [{"entry": "hat"}]} for name in "ABCDEF"]
    army = roster_of(*men[:hats], limits={"points": 100})
    found = [one for one in repair(made, army, number=3) if isinstance(one, Solved)]
    assert len(found) == answers
    assert [change.name for change in found[0].changes] == ["Hat"] * hats


def test_the_only_answer_is_not_called_the_one_with_the_fewest_changes() -> None:
    army = (of("lord", of("sword")), of("foot", of("horn"), size=18), of("knights", size=5))
    roster = attrs.evolve(roster_of(limits={"points": 360}), army=army)
    (alone,) = repair(regiments(), roster, number=1)
    front = repair(regiments(), roster, number=2)
    assert isinstance(alone, Solved)
    assert isinstance(front[1], Solved)
    assert alone.reached[CHANGES] < front[1].reached[CHANGES]
    assert alone.best_at == ("least given up",)
    assert front[1].best_at == ("fewest changes",)


@pytest.mark.parametrize(
    ("stem", "points", "leader"),
    [
        ("drums-on-the-reik-road", 1500, "General of the Empire"),
        ("gnawing-at-the-roots", 1500, "Grey Seer"),
    ],
)
def test_a_lower_limit_does_not_cost_the_general(stem: str, points: int, leader: str) -> None:
    """Without him an army is another, though another hero would lead it for a few points less."""
    (path,) = (path for path in ROSTERS if path.stem == stem)
    loaded = load_roster(path, LIBRARY)
    army = attrs.evolve(loaded.roster, limits={"points": points})
    first = repair(judge_of(loaded.book), army)[0]
    assert isinstance(first, Solved)
    assert first.proved
    said = [change_sentence(change) for change in first.changes]
    assert not any(f" {leader} (" in str(one) and str(one).startswith("remove") for one in said)


@pytest.mark.parametrize(
    ("banner", "first"),
    [
        (61, ["remove 1.1 Banner (Host)"]),
        (84, ["remove 1.1 Banner (Host)"]),
        (85, ["remove 1.2 Charm (Host)", "remove 1.3 Drum (Host)", "remove 1.4 Staff (Host)"]),
    ],
)
def test_fewer_changes_come_first_where_others_save_next_to_nothing(
    banner: int, first: list[str]
) -> None:
    """60 of 2,000 points have to go. Two changes are worth 24 points; both answers are told."""
    prices = {"banner": banner, "charm": 20, "drum": 20, "staff": 20}
    host = {"id": "host", "offers": [*prices], "each_max": 1}
    game = judge_of_game(
        {"host": MAN | {"copies": 1, "values": {"points": 1940 - banner}, "slots": [host]}}
        | {name: {"values": {"points": price}} for name, price in prices.items()},
        constraints=(OVER,),
        limits={"points": {"title": "Points"}},
        profiles={"man": {"title": "Man", "columns": []}},
        slots=[{"id": "top", "offers": ["host"], "exactly": 1}],
    )
    over = attrs.evolve(roster_of(limits={"points": 1940}), army=(of("host", *map(of, prices)),))
    answers = [one for one in repair(game, over) if isinstance(one, Solved)]
    assert sorted(map(change_sentence, answers[0].changes)) == first
    assert {len(one.changes) for one in answers[:2]} == {1, 3}
    (alone,) = repair(game, over, number=1)
    assert isinstance(alone, Solved)
    assert (alone.changes, alone.best_at) == (answers[0].changes, answers[0].best_at)


def test_an_answer_that_loses_nothing_comes_before_fewer_changes() -> None:
    """Two orcs too many in a band move to two others; nobody throws one out to save a move."""
    chief = MAN | {"copies": 1, "slots": [{"id": "band", "offers": ["orc"], "max": 3}]}
    orc = MAN | {"copies": 1, "values": {"points": 1}}
    game = judge_of_game(
        {"chief": chief | {"values": {"points": 500}}, "orc": orc},
        slots=[{"id": "top", "offers": ["chief"]}],
    )
    full, room = of("chief", *[of("orc")] * 5), of("chief", *[of("orc")] * 2)
    first, *_ = repair(game, attrs.evolve(roster_of(), army=(full, room, room)))
    assert isinstance(first, Solved)
    assert {change.done for change in first.changes} == {"move"}
