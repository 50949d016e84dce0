"""Remedies: what is offered was tried, and does what it says."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.editing.edit import add, new, remove
from listbuilder.editing.fixes import fixes
from listbuilder.editing.mend import all_mended, findings_with_remedies, mended
from listbuilder.editing.safe_remedies import MOST_OFFERED
from listbuilder.editing.trials import MOST_JUDGED, Fix, TrialBudget, different
from listbuilder.findings import Finding, Severity
from listbuilder.interop.opening import load_roster
from listbuilder.loading.selections import unknown_selections
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict, judge_of
from tests.rules.small import branching, judge, roster
from tests.rules.tiny import Game, Maker, load
from tests.sampling import examples
from tests.shipped import LIBRARY
from tests.work import work

CASES = sorted(Path(__file__).parent.parent.glob("cases/*/*/illegal*.json"))

games = st.randoms(use_true_random=False).map(lambda random: Maker(random).game())


def errors(verdict: Verdict) -> Counter[str]:
    rules = [breach.constraint for breach in verdict.breaches]
    return Counter(rule.id for rule in rules if rule.severity is Severity.ERROR)


def every_fix(breach: Check, verdict: Verdict, judge: Judge) -> Iterator[Fix]:
    budget = TrialBudget()
    return different(fixes(breach, verdict, judge, budget), budget)


def tried(judge: Judge, army: Roster) -> list[tuple[Finding, dict[str, Roster]]]:
    """Findings with remedies, and for each the rosters after what was tried, by its text."""
    found = all_mended(judge.evaluate(army), judge)
    return [(finding, {way.text: made for way, made in ways}) for finding, ways in found]


def check_remedies(judge: Judge, army: Roster) -> int:
    """Apply every remedy; count those that are safe."""
    verdict = judge.evaluate(army)
    before, said = errors(verdict), Counter(breach.constraint.id for breach in verdict.breaches)
    safe = 0
    for finding, ways in tried(judge, army):
        assert len(finding.remedies) <= MOST_OFFERED
        assert [remedy.safe for remedy in finding.remedies] == sorted(
            (remedy.safe for remedy in finding.remedies), reverse=True
        )
        for remedy in finding.remedies:
            after = judge.evaluate(ways[remedy.text])
            left = Counter(breach.constraint.id for breach in after.breaches)
            assert left[finding.code] < said[finding.code]
            if remedy.safe:
                safe += 1
                assert errors(after) <= before
                now = list(unknown_selections(ways[remedy.text], judge.book))
                assert not now or list(unknown_selections(army, judge.book))
    return safe


@pytest.mark.parametrize("one_in", [2, pytest.param(1, marks=pytest.mark.proof)])
def test_safe_remedies_mend_the_shipped_cases(one_in: int) -> None:
    safe, cases = 0, CASES[::one_in]
    for path in cases:
        loaded = load_roster(path, LIBRARY)
        safe += check_remedies(judge_of(loaded.book), loaded.roster)
    assert safe > len(cases)


@given(games)
@examples(80)
def test_safe_remedies_mend_any_roster(game: Game) -> None:
    book, army = load(game)
    check_remedies(Judge(book), army)


def remedies(name: str) -> list[str]:
    """What is offered for the first finding of a shipped case."""
    path = next(path for path in CASES if str(path).endswith(f"{name}.json"))
    loaded = load_roster(path, LIBRARY)
    judged_by = judge_of(loaded.book)
    findings = findings_with_remedies(judged_by.evaluate(loaded.roster), judged_by)
    return [remedy.text for remedy in findings[0].remedies if remedy.safe]


@pytest.mark.parametrize(
    ("name", "best"),
    [
        ("over-points/illegal", "Remove Shield from 1.1.3 Orc Warrior"),
        ("too-many-bows/illegal-2", "Add 3 × Orc Warrior to 1.2 Orc Captain"),
        ("no-army-leader/illegal", "Add Army leader to Captain of Minas Tirith"),
        ("army-leader-too-low/illegal", "Move Army leader to Orc Captain"),
        ("mesbg/not-offered/illegal", "Move Uruk-hai Warrior to Lurtz"),
        ("hero.copies/illegal", "Split 2 × Orc Captain into 2 selections"),
        ("too-many-crew/illegal-3", "Remove 1 of 6 × Orc Crew from Mordor War Catapult"),
    ],
)
def test_best_remedy_changes_least(name: str, best: str) -> None:
    assert remedies(name)[0] == best


def test_no_more_is_taken_away_than_mends() -> None:
    assert remedies("too-many-crew/illegal") == [
        "Remove 1 of 7 × Minas Tirith Crew from Gondor Battlecry Trebuchet"
    ]


def test_limit_may_be_raised_to_what_is_spent() -> None:
    judged_by = judge(
        {"elf": {"values": {"points": 9}}},
        constraints=({"id": "over", "require": {"sum": "points", "at_most": {"limit": "points"}}},),
        limits={"points": {"title": "Points"}},
    )
    army = roster({"entry": "elf", "count": 3}, limits={"points": 20})
    (finding,) = findings_with_remedies(judged_by.evaluate(army), judged_by)
    assert [remedy.text for remedy in finding.remedies] == [
        "Remove 1 of 3 × Elf",
        "Set Points to 27",
    ]


def test_of_an_army_far_over_its_limit_several_go_that_are_just_enough() -> None:
    prices = {"king": 300, "troll": 110, "elf": 60, "orc": 25}
    judged_by = judge(
        {name: {"copies": 1, "values": {"points": price}} for name, price in prices.items()},
        constraints=({"id": "over", "require": {"sum": "points", "at_most": {"limit": "points"}}},),
        limits={"points": {"title": "Points"}},
    )
    army = roster("king", "troll", "elf", "elf", "orc", limits={"points": 420})
    (finding,) = findings_with_remedies(judged_by.evaluate(army), judged_by)
    assert [remedy.text for remedy in finding.remedies] == [
        "Remove King",
        "Remove Troll and Orc",
        "Set Points to 555",
    ]


def test_what_stands_nowhere_is_taken_out_where_many_holders_take_it_and_none_may() -> None:
    """Each of twenty posts has a slot for a captain, and none may have one."""
    none = {
        "id": "none",
        "for": {"entry": "post"},
        "require": {"count": {"in": "children"}, "at_most": 0},
    }
    judged_by = judge(
        {"post": {"slots": [{"id": "men", "offers": ["captain"]}]}, "captain": {}},
        slots=[{"id": "top", "offers": ["post"]}],
        constraints=(none,),
    )
    assert offered(judged_by, roster("captain", *["post"] * 20)) == ["Remove Captain"]


def test_where_nothing_costs_anything_models_are_given_up() -> None:
    """Of two sides the empty one goes, and nobody takes out the one that is there."""
    side = {"slots": [{"id": "men", "offers": ["orc"]}]}
    orc = {"profiles": [{"type": "man", "values": {}}]}
    judged_by = judge(
        {"east": side, "west": side, "orc": orc},
        values={},
        profiles={"man": {"title": "Man", "columns": []}},
        slots=[{"id": "sides", "offers": ["east", "west"], "exactly": 1}],
    )
    army = roster({"entry": "west", "with": [{"entry": "orc", "count": 9}]}, "east")
    (finding,) = findings_with_remedies(judged_by.evaluate(army), judged_by)
    assert [remedy.text for remedy in finding.remedies] == ["Remove East"]


def test_huge_wants_are_no_remedy() -> None:
    far = {"id": "far", "require": {"count": {}, "at_least": 10**9}}
    entries = {"hero": {"copies": 1}, "orc": {}}
    judged_by = judge(entries, constraints=(far,))
    (finding,) = findings_with_remedies(judged_by.evaluate(roster("hero")), judged_by)
    assert finding.remedies == ()


POSTS: dict[str, dict[str, Any]] = {
    "unit": {"size": {"min": 5}, "slots": [{"id": "posts", "offers": ["post"]}]},
    "post": {"copies": 1},
    "wall": {},
    "tower": {},
}


def offered(judged_by: Judge, army: Roster) -> list[str]:
    """The safe remedies of the only finding."""
    (finding,) = findings_with_remedies(judged_by.evaluate(army), judged_by)
    return [remedy.text for remedy in finding.remedies if remedy.safe]


def test_remedies_are_told_apart_by_what_they_do() -> None:
    """Which of three that are alike goes makes no difference; into which slot does."""
    slots = [
        {"id": "line", "title": "Line", "offers": ["elf", "ent"]},
        {"id": "reserve", "title": "Reserve", "offers": ["ent"]},
    ]
    rules = (
        {"id": "elves", "require": {"count": {"entry": "elf"}, "at_most": 2}},
        {"id": "ents", "require": {"count": {"entry": "ent"}, "at_least": 1}},
    )
    judged_by = judge({"elf": {"copies": 1}, "ent": {}}, constraints=rules, slots=slots)
    army = roster(*[{"entry": "elf", "slot": "line"}] * 3)
    elves, ents = findings_with_remedies(judged_by.evaluate(army), judged_by)
    assert [remedy.text for remedy in elves.remedies] == ["Remove 3. Elf"]
    assert [remedy.text for remedy in ents.remedies] == ["Add Ent (Line)", "Add Ent (Reserve)"]


@attrs.define
class Asked:
    """Answers with the army without its last selections, and notes what it was asked."""

    fewer: int
    codes: list[str] = attrs.field(factory=list)

    def __call__(self, breach: Check, verdict: Verdict, judge: Judge) -> tuple[str, Roster]:
        self.codes.append(breach.constraint.id)
        army = verdict.army.roster
        return "Leave", attrs.evolve(army, army=army.army[: -self.fewer])


def lonely(*names: str) -> tuple[Judge, Roster]:
    """Of each name two that may not be together, and neither of which may be missing."""
    rules = [
        rule
        for name in names
        for rule in (
            {"id": f"some-{name}", "require": {"count": {"entry": name}, "at_least": 2}},
            {"id": f"few-{name}", "require": {"count": {"entry": name}, "at_most": 1}},
        )
    ]
    judged_by = judge({name: {"copies": 1} for name in names}, constraints=tuple(rules))
    return judged_by, roster(*(name for name in names for _ in range(2)))


def test_someone_else_is_asked_only_where_nothing_that_was_tried_is_safe() -> None:
    quick = judge({"elf": {}}, constraints=({"id": "no", "require": {"count": {}, "at_most": 0}},))
    asked = Asked(1)
    findings_with_remedies(quick.evaluate(roster("elf")), quick, ask=asked)
    assert asked.codes == []
    judged_by, army = lonely("elf")
    (finding,) = findings_with_remedies(judged_by.evaluate(army), judged_by, ask=asked)
    assert asked.codes == ["few-elf"]
    assert not any(remedy.safe for remedy in finding.remedies)  # the answer breaks the other rule


def test_what_another_finds_is_offered_if_it_is_safe() -> None:
    judged_by, army = lonely("elf")
    lacking = attrs.evolve(army, army=army.army[:1])
    held = lambda *_: ("Do it", army)  # noqa: E731 - an answer that breaks something
    (finding,) = findings_with_remedies(judged_by.evaluate(lacking), judged_by, ask=held)
    assert "Do it" not in [remedy.text for remedy in finding.remedies]
    rules = (
        {"id": "pairs", "require": {"count": {"entry": "elf"}, "multiple_of": 2}},
        {"id": "many", "require": {"count": {"entry": "elf"}, "at_least": 7}},
    )
    both = judge({"elf": {"copies": 1}}, constraints=rules)
    eight = roster(*["elf"] * 8)
    findings = findings_with_remedies(
        both.evaluate(roster(*["elf"] * 7)), both, most=0, ask=lambda *_: ("Do it", eight)
    )
    assert [finding.remedies for finding in findings] == [()]  # nothing is begun without budget


def test_at_most_a_few_findings_are_asked_about() -> None:
    judged_by, army = lonely("elf", "ent", "dwarf", "man")
    asked = Asked(1)
    findings = findings_with_remedies(judged_by.evaluate(army), judged_by, ask=asked)
    assert len(findings) == 4
    assert len(asked.codes) == 3


def test_a_unit_is_made_larger_or_smaller() -> None:
    most = {"id": "many", "for": "roster", "require": {"sum": "size", "at_most": 12}}
    judged_by = judge(POSTS, constraints=(most,))
    few, many = {"entry": "unit", "size": 3}, {"entry": "unit", "size": 15}
    assert offered(judged_by, roster(few))[0] == "Set the size of Unit to 5"
    assert offered(judged_by, roster(many))[0] == "Set the size of Unit to 12"


def test_what_each_model_costs_says_how_many_go() -> None:
    cheap = {**POSTS["unit"], "values": {"points": {"per_model": "5/2", "fixed": 10}}}
    most = {"id": "dear", "for": "roster", "require": {"sum": "points", "at_most": 30}}
    judged_by = judge({**POSTS, "unit": cheap}, constraints=(most,))
    assert "Set the size of Unit to 8" in offered(judged_by, roster({"entry": "unit", "size": 11}))


def test_what_stands_nowhere_is_placed() -> None:
    nowhere = {
        "id": "nowhere",
        "for": {"entry": "post"},
        "require": {"count": {"in": "at", "entry": ["wall", "tower"]}, "at_least": 1},
    }
    judged_by = judge(POSTS, constraints=(nowhere,))
    army = roster(
        {"entry": "unit", "id": "others", "size": 5, "with": ["post"]},
        {"entry": "wall", "id": "w"},
        {"entry": "tower", "id": "t", "name": "North Tower"},
    )
    assert offered(judged_by, army)[:2] == ["Place Post at Wall", "Place Post at North Tower"]


def test_what_may_stand_nowhere_is_placed_nowhere() -> None:
    never = {
        "id": "never",
        "for": {"entry": "unit"},
        "require": {"count": {"in": "at"}, "at_most": 0},
    }
    judged_by = judge(POSTS, constraints=(never,))
    army = roster({"entry": "unit", "size": 5, "at": "w"}, {"entry": "wall", "id": "w"})
    assert offered(judged_by, army)[0] == "Take Unit off Wall"


def test_one_of_too_many_is_placed_elsewhere() -> None:
    crowd = {
        "id": "crowd",
        "for": {"entry": "wall"},
        "require": {"count": {"in": "placed"}, "at_most": 1},
    }
    judged_by = judge(POSTS, constraints=(crowd,))
    posts = [{"entry": "post", "at": "w"}] * 2
    army = roster(
        {"entry": "unit", "size": 5, "with": posts},
        {"entry": "wall", "id": "w"},
        {"entry": "wall", "id": "v", "name": "Far Wall"},
    )
    assert offered(judged_by, army)[0] == "Place 1.2 Post at Far Wall"


def test_a_section_that_nothing_names_yet_gets_an_id() -> None:
    crowd = {
        "id": "crowd",
        "for": {"entry": "wall"},
        "require": {"count": {"in": "placed"}, "at_most": 1},
    }
    judged_by = judge(POSTS, constraints=(crowd,))
    army = roster(
        {"entry": "unit", "size": 5, "with": [{"entry": "post", "at": "w"}] * 2},
        {"entry": "wall", "id": "w"},
        {"entry": "wall", "name": "Far Wall"},
    )
    verdict = judged_by.evaluate(army)
    (breach,) = verdict.breaches
    (remedy, mended_so), *_ = mended(breach, verdict, judged_by)
    assert remedy.text == "Place 1.2 Post at Far Wall"
    assert judged_by.evaluate(mended_so).legal
    assert mended_so.army[2].id == "far-wall"


def test_other_holders_are_tried_where_the_first_ones_slot_is_no_help() -> None:
    men = {f"man-{number}": {"is": ["man"]} for number in range(20)}
    forces = {
        name: {"slots": [{"id": "men", "offers": [{"is": "man"}]}]} for name in ("camp", "keep")
    }
    rules = (
        {"id": "few", "for": "roster", "require": {"count": {"is": "man"}, "at_least": 1}},
        {
            "id": "in-camp",
            "for": {"entry": "camp"},
            "require": {"count": {"in": "children"}, "at_most": 0},
        },
    )
    slots = [{"id": "top", "offers": ["camp", "keep"]}]
    judged_by = judge({**forces, **men}, constraints=rules, keywords={"man": {}}, slots=slots)
    found = offered(judged_by, roster("camp", "keep"))
    assert found
    assert all(text.endswith(" to Keep") for text in found)


def test_each_remedy_comes_with_the_roster_after_it() -> None:
    judge = judge_of(LIBRARY.book("mesbg", ["mordor"]))
    army = new(judge, "Ours", {"points": "500"})
    army = add(judge, army, "gothmog").roster
    verdict = judge.evaluate(army)
    (breach,) = verdict.breaches
    (finding,) = findings_with_remedies(verdict, judge)
    ways = mended(breach, verdict, judge)
    assert tuple(remedy for remedy, _ in ways) == finding.remedies != ()
    assert judge.evaluate(ways[0][1]).legal


def laid_out(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the selections of each roster that is judged from now on."""
    evaluate, sizes = Judge.evaluate, list[int]()

    def counted(self: Judge, tried: Roster) -> Verdict:
        verdict = evaluate(self, tried)
        sizes.append(len(verdict.army.nodes))
        return verdict

    monkeypatch.setattr(Judge, "evaluate", counted)
    return sizes


class TestBudget:
    """However bad a roster is, what is tried for all its findings is bounded."""

    def test_additions_that_bring_hundreds_along(self, monkeypatch: pytest.MonkeyPatch) -> None:
        judged_by = branching()
        army = judged_by.evaluate(roster(*({"entry": f"t{number}"} for number in range(12))))
        sizes = laid_out(monkeypatch)
        findings = findings_with_remedies(army, judged_by)
        assert len(findings) > 300
        assert len(sizes) > 3
        assert sum(sizes) <= MOST_JUDGED / 5
        assert findings[-1].untried
        assert not findings[-1].remedies

    def test_all_of_thousands_is_illegal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rules = tuple(
            {"id": f"none-{number}", "for": {"entry": "orc"}}
            | {"require": {"count": {"in": "self"}, "at_most": 0}}
            for number in range(3)
        )
        judged_by = judge({"orc": {}}, constraints=rules)
        army = judged_by.evaluate(roster(*["orc"] * 3000))
        sizes = laid_out(monkeypatch)
        findings = findings_with_remedies(army, judged_by)
        assert len(findings) == 9000
        assert MOST_JUDGED / 5 < sum(sizes) <= MOST_JUDGED
        assert findings[0].remedies
        assert findings[-1].untried

    def test_what_is_looked_at_is_counted_too(self) -> None:
        """Thousands of holders, none of which takes what is in the wrong place."""
        judged_by = judge({"orc": {}, "elf": {}}, slots=[{"id": "top", "offers": ["elf"]}])
        army = roster(*["elf"] * 5000, *["orc"] * 2000)
        verdict = judged_by.evaluate(army)
        assert (
            work(lambda: findings_with_remedies(verdict, judged_by)) < 150 * 7000 + 60 * MOST_JUDGED
        )

    @pytest.mark.parametrize("one_in", [3, pytest.param(1, marks=pytest.mark.proof)])
    def test_no_finding_of_an_ordinary_roster_is_left_out(self, one_in: int) -> None:
        for path in CASES[::one_in]:
            loaded = load_roster(path, LIBRARY)
            judged_by = judge_of(loaded.book)
            found = findings_with_remedies(judged_by.evaluate(loaded.roster), judged_by)
            assert not any(finding.untried for finding in found), path


MORDOR = ("gothmog-lieutenant-of-sauron", {"entry": "army-leader"})


def of_mordor(army: list[dict[str, Any]], points: int = 600) -> list[list[str]]:
    """What is offered for each finding of an army of Mordor."""
    judge = judge_of(LIBRARY.book("mesbg", ["mordor"]))
    made = new(judge, "Ours", {"points": str(points)})
    held = roster(*army).army
    full = attrs.evolve(made, army=(attrs.evolve(made.army[0], with_=held),))
    return [
        [one.text for one in found.remedies]
        for found in findings_with_remedies(judge.evaluate(full), judge)
    ]


def test_remedies_are_those_that_a_player_would_take() -> None:
    gothmog, leader = MORDOR
    first: dict[str, Any] = {
        "entry": gothmog,
        "with": [leader, {"entry": "orc-warrior", "count": 20}],
    }
    captain = {"entry": "orc-captain"}
    assert of_mordor([first, captain])[0][:2] == [
        "Move 5 of 20 × Orc Warrior to Orc Captain",
        "Remove 5 of 20 × Orc Warrior from Gothmog, Lieutenant of Sauron",
    ]
    twice: list[dict[str, Any]] = [{"entry": gothmog, "with": [leader]}, {"entry": gothmog}]
    assert of_mordor(twice)[0] == ["Remove 1.2 Gothmog, Lieutenant of Sauron from Mordor"]
    assert of_mordor([])[0][0] == "Add Orc Captain with Army leader to Mordor"
    assert of_mordor([captain, captain])[0][0] == "Add Army leader to 1.1 Orc Captain"
    engineer = {"entry": "orc-engineer-captain", "with": [{"entry": "warg"}]}
    engine = {
        "entry": "mordor-war-catapult",
        "with": [engineer, {"entry": "orc-crew", "count": 11}],
    }
    foot = {"entry": gothmog, "with": [leader]}
    assert "Remove Warg from Orc Engineer Captain" in of_mordor([foot, engine])[0]


def test_a_warning_of_what_lacks_is_no_reason_to_take_out_what_it_is_asked_of() -> None:
    judged_by = judge_of(LIBRARY.book("warhammer", ["empire"]))
    defender = new(judged_by, "Walls", {"side": "defender", "points": "2000"})
    castle = add(judged_by, defender, "four-towers").roster
    (gate,) = [
        finding
        for finding in findings_with_remedies(judged_by.evaluate(castle), judged_by)
        if finding.code == "no-garrisoned-gate"
    ]
    assert gate.severity is Severity.WARNING
    assert not [remedy.text for remedy in gate.remedies if remedy.text.startswith("Remove")]


def shipped(name: str) -> tuple[Judge, Roster]:
    loaded = load_roster(next(path for path in LIBRARY.rosters() if path.stem == name), LIBRARY)
    return judge_of(loaded.book), loaded.roster


def test_nothing_is_advised_that_takes_most_of_an_army() -> None:
    judge, field = shipped("blood-and-brass")
    defender = attrs.evolve(field, choices={**field.choices, "side": "defender"})
    found = findings_with_remedies(judge.evaluate(defender), judge)
    assert "not-in-a-force" in [finding.code for finding in found]
    said = [remedy.text for finding in found for remedy in finding.remedies]
    assert "Remove Daemons of Chaos" not in said
    assert "Add Defence force to Daemons of Chaos" in said


def test_units_are_added_before_one_is_twice_as_large() -> None:
    judge, less = shipped("under-four-stars")
    for _ in ("Chaos Warriors", "Chaos Marauders"):
        less = remove(judge, less, "1.4").roster
    (core,) = findings_with_remedies(judge.evaluate(less), judge)
    assert [remedy.text for remedy in core.remedies] == [
        "Add Chaos Warriors of 25 to Warriors of Chaos",  # 350 points, 345 are missing
        "Add 4 × Chaos Chariot to Warriors of Chaos",
        "Set the size of Chaos Warhounds to 49",
    ]


def test_what_gives_up_the_least_comes_first() -> None:
    gothmog, leader = MORDOR
    captain = {"entry": "orc-captain", "with": [leader]}
    assert of_mordor([{"entry": gothmog}, captain])[0] == [
        "Move Army leader to Gothmog, Lieutenant of Sauron"
    ]
    # Engines: nothing is lost where a captain comes; the bow that costs least is the other way.
    bow = {
        "entry": "mordor-siege-bow",
        "with": [{"entry": "orc-siege-veteran"}, {"entry": "orc-crew", "count": 2}],
    }
    engines: list[dict[str, Any]] = [{"entry": gothmog, "with": [leader]}, bow, bow]
    first, *_, last = of_mordor(engines, points=1000)[0]
    assert first == "Add Orc Captain to Mordor"
    assert last == "Remove 1.3 Mordor Siege Bow from Mordor"


def test_what_goes_counts_with_all_that_goes_with_it() -> None:
    _, leader = MORDOR
    orcs = {"entry": "orc-warrior", "count": 6, "with": [{"entry": "shield", "count": 6}]}
    captain = {"entry": "orc-captain", "with": [leader, orcs]}
    assert "Remove 6 × Orc Warrior from Orc Captain" in of_mordor([captain], points=42)[0]


def test_of_what_is_alike_the_named_one_goes_last() -> None:
    rule = {"id": "few", "require": {"count": {"entry": "elf"}, "at_most": 2}}
    army = roster("elf", {"entry": "elf", "name": "Elrohir"}, {"entry": "elf", "notes": "on loan"})
    few = judge({"elf": {"copies": 1}}, constraints=(rule,))
    (finding,) = findings_with_remedies(few.evaluate(army), few)
    assert [remedy.text for remedy in finding.remedies] == [
        "Remove 1. Elf",
        "Remove 3. Elf",
        "Remove Elrohir",
    ]


def test_what_one_lacks_is_moved_from_where_it_is_too_much() -> None:
    def post(men: int) -> dict[str, Any]:
        return {"slots": [{"id": "men", "title": "Men", "offers": ["man"], "exactly": men}]}

    posts = {"wall": post(2), "gate": post(1)}
    watch = judge({**posts, "man": {"copies": 1}}, slots=[{"id": "top", "offers": [*posts]}])
    army = roster({"entry": "wall", "with": ["man"]}, {"entry": "gate", "with": ["man", "man"]})
    lacks, has = findings_with_remedies(watch.evaluate(army), watch)
    assert lacks.remedies[0].text == has.remedies[0].text == "Move 2.2 Man to Wall"


def test_what_is_too_much_is_not_handed_on_to_a_holder_that_has_too_much() -> None:
    post = {"slots": [{"id": "men", "title": "Men", "offers": ["man"], "max": 1}]}
    top = [{"id": "top", "offers": ["wall", "gate"]}]
    watch = judge({"wall": post, "gate": post, "man": {"copies": 1}}, slots=top)
    full = {"entry": "wall", "with": ["man", "man"]}
    findings = findings_with_remedies(watch.evaluate(roster(full, full, "gate")), watch)
    assert [[remedy.text for remedy in finding.remedies] for finding in findings] == [
        ["Move 1.2 Man to Gate", "Remove 1.2 Man from 1. Wall"],
        ["Move 2.2 Man to Gate", "Remove 2.2 Man from 2. Wall"],
    ]


def test_what_an_army_over_its_limit_lacks_may_still_be_added() -> None:
    rules = (
        {"id": "led", "require": {"count": {"entry": "chief"}, "at_least": 1}},
        {"id": "over", "require": {"sum": "points", "at_most": {"limit": "points"}}},
    )
    prices = {"chief": 5, "guard": 3}
    watch = judge(
        {name: {"values": {"points": price}} for name, price in prices.items()},
        constraints=rules,
        limits={"points": {"title": "Points"}},
    )
    lacks, _ = findings_with_remedies(watch.evaluate(roster("guard", limits={"points": 2})), watch)
    assert [(remedy.text, remedy.safe) for remedy in lacks.remedies] == [("Add Chief", True)]


def test_what_is_too_much_goes_though_many_others_would_take_it() -> None:
    """Each post has its man; whoever takes a second one has too many."""
    post = {"slots": [{"id": "men", "title": "Men", "offers": ["man"], "max": 1}]}
    fort = {"slots": [{"id": "men", "title": "Men", "offers": ["man"], "exactly": 1}]}
    top = [{"id": "top", "offers": ["fort", "post"]}]
    watch = judge({"fort": fort, "post": post, "man": {"copies": 1}}, slots=top)
    posts = [{"entry": "post", "with": ["man"]} for _ in range(20)]
    army = roster({"entry": "fort", "with": ["man", "man"]}, *posts)
    (finding,) = findings_with_remedies(watch.evaluate(army), watch)
    assert [remedy.text for remedy in finding.remedies] == ["Remove 1.2 Man from Fort"]


def test_of_what_gives_up_as_much_that_which_mends_more_goes_first() -> None:
    """Of three barrels, one too many, the one in the marsh is wrong besides."""
    rules = (
        {"id": "two", "for": "roster", "require": {"count": {"entry": "barrel"}, "at_most": 2}},
        {
            "id": "dry",
            "for": {"entry": "barrel"},
            "require": {"count": {"in": "parent", "entry": "marsh"}, "at_most": 0},
        },
    )
    slot: dict[str, Any] = {"slots": [{"id": "held", "offers": ["barrel"]}]}
    entries: dict[str, dict[str, Any]] = {"barrel": {"copies": 1}, "marsh": slot, "cave": slot}
    cellar = judge(entries, constraints=rules, slots=[{"id": "top", "offers": ["marsh", "cave"]}])
    caves = [{"entry": "cave", "with": ["barrel"]} for _ in range(2)]
    army = roster({"entry": "marsh", "with": ["barrel"]}, *caves)
    many, _ = findings_with_remedies(cellar.evaluate(army), cellar)
    assert many.code == "two"
    assert many.remedies[0].text == "Remove Barrel from Marsh"


def test_what_another_finds_is_offered_once() -> None:
    rule = {"id": "few", "require": {"count": {"entry": "elf"}, "at_most": 1}}
    few = judge({"elf": {"copies": 1, "values": {"points": 5}}}, constraints=(rule,))
    verdict = few.evaluate(roster("elf", {"entry": "elf", "name": "Elrohir"}))

    def first_goes(breach: Check, verdict: Verdict, judge: Judge) -> tuple[str, Roster]:
        return "Remove 1. Elf", remove(judge, verdict.army.roster, "1").roster

    (finding,) = findings_with_remedies(verdict, few, ask=first_goes)
    assert [remedy.text for remedy in finding.remedies] == ["Remove Elf", "Remove Elrohir"]


def test_what_another_finds_in_another_order_is_offered_once() -> None:
    """The search puts what comes last, the exchange in the place of who goes."""
    own = {
        "profiles": [{"type": "man", "values": {}}],
        "copies": 1,
        "values": {"points": 9},
        "slots": [{"id": "band", "offers": ["orc"], "cards": True}],
    }
    made = judge(
        {"chief": own, "boss": own, "orc": {}},
        constraints=(
            {"id": "one", "require": {"count": {"entry": "chief"}, "at_most": 1}},
            {"id": "men", "require": {"count": {"entry": "orc"}, "at_least": 2}},
        ),
        profiles={"man": {"title": "Man", "columns": []}},
        slots=[{"id": "top", "offers": ["chief", "boss"]}],
    )
    led = {"with": ["orc"]}
    verdict = made.evaluate(roster({"entry": "chief"} | led, {"entry": "chief"} | led))

    def ask(*_: object) -> tuple[str, Roster]:
        return "Found", roster({"entry": "boss"} | led, {"entry": "chief"} | led)

    (finding,) = findings_with_remedies(verdict, made, ask=ask)
    said = [str(one.text) for one in finding.remedies]
    assert "Exchange 2. Chief for Boss, and keep the rest" in said
    assert "Found" not in said


def test_two_options_of_one_bearer_are_told_apart_by_their_numbers() -> None:
    gear = {"id": "gear", "offers": ["horse"], "max": 1}
    stable = judge(
        {
            "knight": {"profiles": [{"type": "man", "values": {}}], "slots": [gear]},
            "horse": {"copies": 1},
            "troop": {"slots": [{"id": "men", "offers": ["knight"]}]},
        },
        profiles={"man": {"title": "Man", "columns": []}},
        slots=[{"id": "top", "offers": ["troop"]}],
    )
    troop = {"entry": "troop", "with": [{"entry": "knight", "with": ["horse", "horse"]}]}
    (finding,) = findings_with_remedies(stable.evaluate(roster(troop)), stable)
    assert finding.remedies[0].text == "Remove 1.1.2 Horse from Knight"


def test_a_mount_that_its_rider_may_not_have_goes_and_the_rider_stays() -> None:
    gear = {"id": "gear", "offers": [{"entry": "disc", "requires": [{"entry": "mark"}]}, "mark"]}
    knight = {"profiles": [{"type": "man", "values": {}}], "slots": [gear]}
    stable = judge(
        {"knight": knight, "disc": {"values": {"points": 2}}, "mark": {"values": {"points": 9}}},
        profiles={"man": {"title": "Man", "columns": []}},
        slots=[{"id": "top", "offers": ["knight"]}],
    )
    (finding,) = findings_with_remedies(
        stable.evaluate(roster({"entry": "knight", "with": ["disc"]})), stable
    )
    assert [remedy.text for remedy in finding.remedies] == [
        "Remove Disc from Knight",
        "Add Mark to Knight",
    ]


@pytest.mark.parametrize(
    ("name", "third"),
    [
        ("over-points", "Remove Halberdiers from The Empire"),
        ("too-many-special-units", "Remove Great Cannon from The Empire"),
    ],
)
def test_no_second_change_undoes_the_first(name: str, third: str) -> None:
    """Huntsmen made too few break their least size, and go: then they need not be made fewer."""
    path = CASES[0].parents[2] / "warhammer" / name / "illegal.json"
    loaded = load_roster(path, LIBRARY)
    by = judge_of(loaded.book)
    (finding,) = findings_with_remedies(by.evaluate(loaded.roster), by)
    assert finding.remedies[2].text == third


def test_a_second_step_makes_nothing_worse_that_is_broken_already() -> None:
    """Nine Warriors for a captain who is full would allow the bows of those he has too many of."""
    orcs, army = shipped("heads-over-the-wall")
    (mordor,) = army.army
    chief, captain, catapult = mordor.with_
    more = Selection("orc-tracker", count=Copies(9))
    captain = attrs.evolve(captain, with_=(*captain.with_, more))
    mordor = attrs.evolve(mordor, with_=(chief, captain, catapult))
    findings = findings_with_remedies(orcs.evaluate(attrs.evolve(army, army=(mordor,))), orcs)
    (bows,) = (finding for finding in findings if finding.code == "too-many-bows")
    assert [remedy.text for remedy in bows.remedies] == [
        "Remove 4 of 9 × Orc Tracker (1.2.6) from Orc Captain",
        "Remove 4 of 7 × Orc Tracker (1.2.3) from Orc Captain",
    ]


def test_what_mends_another_finding_of_the_rule_is_no_remedy() -> None:
    post = {"slots": [{"id": "men", "title": "Men", "offers": ["man"], "max": 1}]}
    man = {"copies": 1, "values": {"points": 10}}
    watch = judge({"post": post, "man": man}, slots=[{"id": "top", "offers": ["post"]}])
    army = roster(
        {"entry": "post", "with": ["man", "man", "man"]}, {"entry": "post", "with": ["man", "man"]}
    )

    def last_goes(breach: Check, verdict: Verdict, judge: Judge) -> tuple[str, Roster]:
        return "Remove the last", remove(judge, verdict.army.roster, "2.2").roster

    first, second = findings_with_remedies(watch.evaluate(army), watch, ask=last_goes)
    assert "Remove the last" not in [remedy.text for remedy in first.remedies]
    assert second.remedies


def test_two_slots_for_the_same_are_told_apart_though_they_have_no_titles() -> None:
    held = [{"id": name, "offers": ["man"]} for name in ("left", "right")]
    manned = {"id": "manned", "for": {"entry": "post"}, "require": {"count": {}, "at_least": 2}}
    slots = [{"id": "top", "offers": ["post"]}]
    watch = judge({"post": {"slots": held}, "man": {}}, constraints=(manned,), slots=slots)
    (finding,) = findings_with_remedies(watch.evaluate(roster("post")), watch)
    assert [remedy.text for remedy in finding.remedies][:2] == [
        "Add Man to Post (left)",
        "Add Man to Post (right)",
    ]


def test_two_units_written_as_one_selection_stay_as_large_as_they_are() -> None:
    costs = {"points": {"per_model": 5}}
    watch = judge({"foot": {"size": {"min": 10, "max": 30}, "values": costs}})
    two = attrs.evolve(roster(), army=(Selection("foot", count=Copies(2), size=Copies(20)),))
    verdict = watch.evaluate(two)
    (split, *_) = mended(verdict.breaches[0], verdict, watch)
    remedy, after = split
    assert remedy.text == "Split 2 × Foot into 2 selections"
    assert [(one.count, one.size) for one in after.army] == [(1, 20), (1, 20)]


def test_what_was_written_in_a_slot_that_nobody_has_moves_to_the_one_that_takes_it() -> None:
    troops = {"id": "troops", "title": "Troops", "offers": ["guard"]}
    watch = judge(
        {"post": {"slots": [troops]}, "guard": {}}, slots=[{"id": "top", "offers": ["post"]}]
    )
    held = roster({"entry": "post", "with": [{"entry": "guard", "slot": "nowhere"}]})
    (finding,) = findings_with_remedies(watch.evaluate(held), watch)
    assert [remedy.text for remedy in finding.remedies] == ["Move Guard to Troops"]


def test_what_makes_a_unit_count_goes_before_the_unit() -> None:
    """Veterans are elite, and there is one elite unit."""
    up = {"id": "up", "offers": ["veteran"]}
    one = {"count": {"is": "elite"}, "at_most": 1}
    watch = judge(
        {"foot": {"copies": 1, "slots": [up]}, "guard": {"is": ["elite"]}, "veteran": {}},
        constraints=({"id": "elite", "for": "roster", "require": one},),
        keywords={"elite": {"title": "Elite"}},
        changes=[
            {
                "id": "veterans",
                "for": {"entry": "foot"},
                "when": {"has": {"entry": "veteran"}},
                "becomes": "elite",
                "source": {"document": "book"},
            },
        ],
        slots=[{"id": "top", "offers": ["foot", "guard"]}],
    )
    army = roster({"entry": "foot", "with": ["veteran"]}, "guard")
    (finding,) = findings_with_remedies(watch.evaluate(army), watch)
    assert finding.remedies[0].text == "Remove Veteran from Foot"


SIDES = {"side": {"title": "Side", "options": {"in": "inside", "out": "outside"}, "default": "in"}}


def of_a_side(*army: str, side: str = "out") -> list[list[str]]:
    """Remedies of each finding in a game in which walls and oil are of those inside."""
    inside, none = {"choice": {"side": "in"}}, {"at_most": 0}
    watch = judge(
        {"wall": {}, "oil": {}, "man": {}},
        choices=SIDES,
        slots=[{"id": "top", "offers": ["wall", "oil", "man"]}],
        constraints=tuple(
            {"id": name, "when": {"not": inside}, "require": none | {"count": {"entry": name}}}
            for name in ("wall", "oil")
        ),
    )
    army_of_side = attrs.evolve(roster(*army), choices={"side": side})
    findings = findings_with_remedies(watch.evaluate(army_of_side), watch)
    return [[remedy.text for remedy in finding.remedies] for finding in findings]


def test_a_choice_that_mends_several_findings_is_offered() -> None:
    assert of_a_side("wall", "oil", "man") == [
        ["Remove Wall", "Set Side to inside"],
        ["Remove Oil", "Set Side to inside"],
    ]


def test_a_choice_that_mends_one_finding_alone_is_not() -> None:
    assert of_a_side("wall", "man") == [["Remove Wall"]]
    assert of_a_side("wall", "oil", side="in") == []


def test_a_change_after_which_nobody_knows_the_cost_is_tried() -> None:
    rules = (
        {"id": "flagged", "require": {"count": {"entry": "flag"}, "at_least": 1}},
        {"id": "bare", "require": {"count": {"entry": "flag"}, "at_most": 0}},
    )
    camp = judge(
        {
            "flag": {"values": {"points": {"fixed": {"limit": "points"}}}},
            "man": {"values": {"points": 2}},
        },
        constraints=rules,
        limits={"points": {"title": "Points"}},
    )
    (finding,) = findings_with_remedies(camp.evaluate(roster("man")), camp)
    assert [(remedy.text, remedy.safe) for remedy in finding.remedies] == [("Add Flag", False)]


def test_what_makes_something_else_worse_is_not_offered_beside_several_that_go() -> None:
    """Nobody buys eight men for an army that is over its limit, to keep four archers."""
    rules = (
        {
            "id": "bows",
            "for": "roster",
            "require": {
                "count": {"entry": "archer"},
                "at_most": {"times": "1/3", "of": {"count": {"entry": "man"}}, "round": "up"},
            },
        },
        {"id": "over", "require": {"sum": "points", "at_most": {"limit": "points"}}},
    )
    prices = {name: {"values": {"points": 5}} for name in ("archer", "man")}
    watch = judge(prices, constraints=rules, limits={"points": {"title": "Points"}})
    archers = {"entry": "archer", "count": 2}
    army = roster(archers, archers, {"entry": "man", "count": 2}, limits={"points": 25})
    found = {one.code: one.remedies for one in findings_with_remedies(watch.evaluate(army), watch)}
    assert [remedy.text for remedy in found["bows"]] == [
        "Remove 2. 2 × Archer and 1 of 2 × Archer (1)"
    ]


def test_what_stands_wrong_is_moved_to_what_lacks_it() -> None:
    post = {"slots": [{"id": "chief", "offers": ["chief"], "max": 1}]}
    hall = {"slots": [{"id": "chief", "title": "Chief", "offers": ["chief"], "exactly": 1}]}
    none = {"id": "chief-away", "require": {"count": {"in": "children"}, "at_most": 0}}
    dike = {"slots": [{"id": "men", "offers": ["man"]}]}
    watch = judge(
        {"post": post, "hall": hall, "dike": dike, "chief": {"copies": 1}, "man": {}},
        slots=[{"id": "top", "offers": ["post", "hall", "dike"]}],
        constraints=({**none, "for": {"entry": "post"}},),
    )
    army = roster({"entry": "dike", "with": ["chief"]}, *["post"] * 20, "hall")
    for finding in findings_with_remedies(watch.evaluate(army), watch):
        assert finding.remedies[0].text == "Move Chief to Hall", finding.code


def test_models_that_go_take_what_each_of_them_carries() -> None:
    unit = {
        "size": {"min": 10, "max": 30},
        "values": {"points": {"per_model": 5}},
        "slots": [{"id": "gear", "offers": ["shield"]}],
    }
    shield = {"values": {"points": {"per_model": 1}}}
    most = {"id": "dear", "for": "roster", "require": {"sum": "points", "at_most": 61}}
    judged_by = judge(
        {"unit": unit, "shield": shield},
        constraints=(most,),
        slots=[{"id": "top", "offers": ["unit"]}],
    )
    army = roster({"entry": "unit", "size": 12, "with": ["shield"]})
    assert offered(judged_by, army)[0] == "Set the size of Unit to 10"


def test_what_a_removal_breaks_is_mended_by_a_second_step() -> None:
    """A second master goes, and the men whom he alone allowed; not the engine. Nobody buys."""
    engine = {
        "copies": 1,
        "values": {"points": 100},
        "slots": [
            {"id": "lead", "title": "Lead", "offers": ["master"], "max": 1},
            {
                "id": "crew",
                "title": "Crew",
                "offers": ["man"],
                "max": {"times": 2, "of": {"count": {"in": "children", "slot": "lead"}}},
            },
        ],
    }
    watch = judge(
        {
            "engine": engine,
            "master": {"copies": 1, "values": {"points": 8}},
            "man": {"values": {"points": 5}},
        },
        slots=[{"id": "top", "offers": ["engine"]}],
    )
    crew = {"entry": "man", "count": 4}
    army = roster({"entry": "engine", "with": ["master", "master", crew]})
    assert offered(watch, army) == [
        "Remove 1.2 Master from Engine, and remove 2 of 4 × Man from Engine"
    ]


@pytest.mark.parametrize(
    ("charm", "first"),
    [
        (27, "Remove Charm"),
        (28, "Remove Pike, and remove Flag"),
    ],
)
def test_two_steps_come_first_if_they_save_something(charm: int, first: str) -> None:
    """Pike and flag cost 21 of 1,000 points together; a second change has to save 6 of them."""
    prices = {"charm": charm, "pike": 20, "flag": 1, "wall": 979 - charm}
    made = judge(
        {name: {"copies": 1, "values": {"points": price}} for name, price in prices.items()},
        constraints=(
            {"id": "over", "require": {"sum": "points", "at_most": {"limit": "points"}}},
            {
                "id": "flags",
                "require": {"count": {"entry": "flag"}, "at_most": {"count": {"entry": "pike"}}},
            },
            {"id": "walls", "require": {"count": {"entry": "wall"}, "at_least": 1}},
        ),
        limits={"points": {"title": "Points"}},
    )
    army = roster(*prices, limits={"points": 980})
    (finding,) = findings_with_remedies(made.evaluate(army), made)
    assert finding.remedies[0].text == first


def test_what_other_rules_have_too_much_goes_first_where_an_army_is_over_its_limit() -> None:
    """A second piper in each of two units: they are what is over the limit, not ten men."""
    unit = {
        "copies": 1,
        "slots": [
            {"id": "men", "offers": ["man"]},
            {"id": "command", "title": "Command", "offers": ["piper"], "max": 1},
        ],
    }
    over = {"id": "over", "require": {"sum": "points", "at_most": {"limit": "points"}}}
    watch = judge(
        {
            "unit": unit,
            "man": {"values": {"points": 5}},
            "piper": {"copies": 1, "values": {"points": 10}},
        },
        constraints=(over,),
        slots=[{"id": "top", "offers": ["unit"]}],
        limits={"points": {"title": "Points"}},
    )
    men = {"entry": "man", "count": 10}
    units = [{"entry": "unit", "with": [men, "piper", "piper"]}] * 2
    found = findings_with_remedies(watch.evaluate(roster(*units, limits={"points": 122})), watch)
    said = {one.code: one.remedies[0].text for one in found}
    assert said["over"] == "Remove 1.3 Piper and 2.3 Piper"
    assert said["unit.command.max"] == "Remove 2.3 Piper from 2. Unit"


@pytest.mark.parametrize(("towers", "first"), [(3, "Set Side to Castle"), (2, "Remove 1. Tower")])
def test_a_choice_that_leaves_no_error_of_many_comes_first(towers: int, first: str) -> None:
    """Three towers in the field are a castle; two are a slip, perhaps."""
    field = {
        "id": "field",
        "for": {"entry": "tower"},
        "when": {"choice": {"side": "field"}},
        "require": {"count": {"in": "self"}, "at_most": 0},
    }
    made = judge(
        {"tower": {"copies": 1}, "guard": {}},
        constraints=(field,),
        choices={
            "side": {
                "title": "Side",
                "default": "field",
                "options": {"field": "Field", "castle": "Castle"},
            }
        },
    )
    guards = {"entry": "guard", "count": 9}
    army = roster(*["tower"] * towers, guards, choices={"side": "field"})
    findings = findings_with_remedies(made.evaluate(army), made)
    assert findings[0].remedies[0].text == first
    assert "Set Side to Castle" in [remedy.text for remedy in findings[0].remedies]


OVER = {"id": "over", "require": {"sum": "points", "at_most": {"limit": "points"}}}


def test_what_mends_all_comes_before_what_costs_less() -> None:
    """A second ring for 30 goes, though an axe for 20 would be enough for the limit."""
    once = {"id": "twice", "require": {"count": {"entry": "ring"}, "at_most": 1}}
    held = [{"id": "gifts", "offers": ["ring", "axe"]}]
    men = {"lord": {"copies": 1, "values": {"points": 400}, "slots": held}}
    gifts = {"ring": {"values": {"points": 30}}, "axe": {"values": {"points": 20}}}
    made = judge(men | gifts, constraints=(OVER, once), limits={"points": {"title": "Points"}})
    lord = {"entry": "lord", "with": ["ring", "axe"]}
    army = roster(lord, {**lord, "with": ["ring"]}, limits={"points": 865})
    found = {one.code: one.remedies for one in findings_with_remedies(made.evaluate(army), made)}
    assert found["over"][0].text == "Remove Ring from 2. Lord"
    alone = roster(lord, limits={"points": 440})
    (finding,) = findings_with_remedies(made.evaluate(alone), made)
    assert finding.remedies[0].text == "Remove Axe from Lord"


def test_who_comes_does_not_pay_for_who_goes() -> None:
    """A third engine for 50 goes, rather than a captain for 60 coming and knights for 60 going."""
    rules = (
        OVER,
        {
            "id": "engines",
            "require": {"count": {"entry": "engine"}, "at_most": {"count": {"entry": "captain"}}},
        },
    )
    prices = {"engine": 50, "captain": 60, "knight": 15}
    made = judge(
        {name: {"values": {"points": price}} for name, price in prices.items()},
        constraints=rules,
        limits={"points": {"title": "Points"}},
    )
    army = roster(
        *("captain", "captain", "engine", "engine", "engine"),
        {"entry": "knight", "count": 6},
        limits={"points": 360},
    )
    (finding,) = findings_with_remedies(made.evaluate(army), made)
    assert finding.remedies[0].text == "Remove 5. Engine"
    assert [one.text for one in finding.remedies[1:]] == ["Add Captain, and remove 4 of 6 × Knight"]


def test_the_same_is_offered_once_in_whatever_order_it_is_told() -> None:
    """The search names them in the army's order, a trial the dearest first."""
    once = {"id": "three", "require": {"count": {"entry": ["ring", "axe", "man"]}, "at_most": 1}}
    made = judge({"ring": {}, "axe": {}, "man": {}}, constraints=(once,))
    verdict = made.evaluate(roster("ring", "axe", "man"))
    after = roster("ring")

    def ask(*_: object) -> tuple[str, Roster]:
        return "Remove Axe; remove Man", after

    (finding,) = findings_with_remedies(verdict, made, ask=ask)
    armies = [text.replace("; remove ", " and ") for text in (one.text for one in finding.remedies)]
    assert "Remove Man and Axe" not in armies
    assert len(set(map(frozenset, (text.split() for text in armies)))) == len(armies)
