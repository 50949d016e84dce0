"""Where selections are placed is found, changed, explained; it agrees with a listing of all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import attrs
import pytest

from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from listbuilder.report.solving import outcome_lines
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.explain.why import why
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Impossible, Solved
from listbuilder.solve.search.goals import asked
from listbuilder.solve.tasks.change_sentences import change_sentence
from listbuilder.solve.tasks.complete import complete
from listbuilder.solve.tasks.repair import repair
from tests.rules.small import judge as judge_of
from tests.rules.small import roster as roster_of

UNTIMED = SearchBudget(seconds=None, work=20)
MAN = {"profiles": [{"type": "man", "values": {}}]}
CASTLE: dict[str, Any] = {
    "unit": MAN
    | {
        "size": {"min": 1, "max": 30},
        "values": {"points": {"per_model": 5}},
        "slots": [{"id": "garrison", "offers": ["garrison"]}],
    },
    "garrison": {"size": {"min": 1}},
    "tower": {"copies": 1},
    "gate": {"copies": 1},
}
STANDS = {
    "id": "nowhere",
    "for": {"entry": "garrison"},
    "require": {"count": {"in": "at", "entry": ["tower", "gate"]}, "at_least": 1},
}
ROOM = {
    "id": "too-small",
    "for": {"entry": "tower"},
    "require": {"sum": "size", "of": {"in": "placed", "entry": "garrison"}, "at_most": 20},
}
HALVES = {
    "id": "more-than-the-unit",
    "for": {"entry": "unit"},
    "require": {
        "sum": "size",
        "of": {"in": "children", "entry": "garrison"},
        "at_most": {"sum": "size", "of": {"in": "self"}},
    },
}
OUTSIDE = {
    "id": "placed-but-no-garrison",
    "for": {"not": {"entry": "garrison"}},
    "require": {"count": {"in": "at"}, "at_most": 0},
}


def castle(*constraints: dict[str, Any]) -> Judge:
    return judge_of(
        CASTLE,
        profiles={"man": {"title": "Man", "columns": []}},
        constraints=(STANDS, ROOM, HALVES, OUTSIDE, *constraints),
    )


def of(entry: str, *held: Selection, size: int | None = None, **keys: Any) -> Selection:
    return Selection(entry, size=None if size is None else Copies(size), with_=held, **keys)


def army(*selections: Selection) -> Roster:
    return attrs.evolve(roster_of(), army=selections)


def first(judge: Judge, roster: Roster) -> tuple[list[str], Roster]:
    answer = repair(judge, roster, UNTIMED, 1)[0]
    assert isinstance(answer, Solved)
    assert answer.proved
    assert judge.evaluate(answer.roster).legal
    return [change_sentence(change) for change in answer.changes], answer.roster


def test_what_stands_nowhere_is_placed_and_its_place_gets_an_id() -> None:
    unit = of("unit", of("garrison", size=10), size=10)
    said, roster = first(castle(), army(unit, of("tower")))
    assert said == ["place 1.1 Garrison (Unit) at 2. Tower"]
    assert roster.army[0].with_[0].at == roster.army[1].id == "tower"


def test_what_stood_at_something_that_is_gone_is_placed_again() -> None:
    unit = of("unit", of("garrison", size=10, at="keep"), size=10)
    said, roster = first(castle(), army(unit, of("tower")))
    assert said == ["place 1.1 Garrison (Unit) at 2. Tower"]
    assert roster.army[0].with_[0].at == roster.army[1].id == "tower"


def test_who_stood_together_at_something_that_is_gone_stays_together() -> None:
    """The first tower has room for one of the two garrisons, the last for both."""
    units = [of("unit", of("garrison", size=8, at="keep"), size=8) for _ in range(2)]
    holding = of("unit", of("garrison", size=10, at="first"), size=10)
    towers = of("tower", id="first"), of("tower", id="second"), of("tower", id="third")
    few = {"count": {"entry": ["tower", "gate"]}, "at_most": 3}
    made = castle({"id": "no-more", "for": "roster", "require": few})
    said, roster = first(made, army(holding, *units, *towers))
    assert len(said) == 2
    assert len({one.with_[0].at for one in roster.army[1:3]} | {"first"}) == 2


def test_what_is_gone_comes_again_for_those_who_stood_there() -> None:
    """A tower to which two garrisons are placed anew takes one change more."""
    for entry in ("tower", "gate"):
        old = of("garrison", size=10, at=f"old-{entry}")
        units = [of("unit", old, size=10) for _ in range(2)]
        said, roster = first(castle(), army(*units, of("tower", id="other")))
        assert said == [f"add {entry.title()} to the army as “old-{entry}”"]
        assert [one.with_[0] for one in roster.army[:2]] == [old, old]
        assert roster.army[-1] == of(entry, id=f"old-{entry}")


def test_where_an_id_was_misspelt_the_one_is_taken_that_was_meant() -> None:
    towers = of("tower", id="first"), of("tower", id="keep"), of("tower", id="last")
    for slip in ("kep", "Keep", "kepe"):
        unit = of("unit", of("garrison", size=10, at=slip), size=10)
        said, roster = first(castle(), army(unit, *towers))
        assert said == ["place 1.1 Garrison (Unit) at 3. Tower"]
        assert roster.army[0].with_[0].at == "keep"


def test_where_words_of_a_title_were_written_for_an_id_its_place_is_taken() -> None:
    towers = of("tower"), of("tower", id="keep", name="The Raven Keep"), of("tower", id="mill")
    unit = of("unit", of("garrison", size=10, at="raven-keep"), size=10)
    said, roster = first(castle(), army(unit, *towers))
    assert said == ["place 1.1 Garrison (Unit) at 3. The Raven Keep"]
    assert roster.army[0].with_[0].at == "keep"


def test_nine_men_do_not_leave_a_tower_for_one_and_a_flag_too_many() -> None:
    """That they go mends both rules in one change; but a post is worth a second one."""
    flags = {"slots": [{"id": "flag", "offers": ["flag"], "max": 1}]}
    flag = {"count": {"entry": "flag"}, "at_most": 1}
    made = judge_of(
        CASTLE | {"garrison": CASTLE["garrison"] | flags, "flag": {}},
        profiles={"man": {"title": "Man", "columns": []}},
        constraints=(STANDS, ROOM, HALVES, {"id": "flags", "for": "roster", "require": flag}),
    )
    held = [of("garrison", of("flag"), size=size, at="keep") for size in (12, 9)]
    said, _ = first(made, army(of("unit", *held, size=30), of("tower", id="keep")))
    assert sorted(said) == [
        "change 1.1 Garrison (Unit) from 12 to 11 models",
        "remove 1.2.1 Flag (Garrison)",
    ]


def test_nobody_is_placed_at_a_new_tower_for_nothing() -> None:
    """Three garrisons without a tower: one is built, and each is placed; fewer changes none has."""
    units = [of("unit", of("garrison", size=6), size=6) for _ in range(3)]
    answers = repair(castle(), army(*units, of("gate")), UNTIMED, 3)
    assert all(isinstance(one, Solved) and one.proved for one in answers)
    front = [one for one in answers if isinstance(one, Solved)]
    assert front[0].reached["changes"] == -3
    assert front[0].best_at == ("least given up", "fewest changes")


@pytest.mark.parametrize(
    ("models", "expected"),
    [
        (21, "change 1.1 Garrison (Unit) from 21 to 20 models"),
        (22, "place 1.1 Garrison (Unit) at 3. Gate"),
    ],
)
def test_of_too_many_in_a_tower_one_stays_out_or_all_move_and_the_unit_keeps_all(
    models: int, expected: str
) -> None:
    held = of("garrison", size=models, at="keep")
    alone = army(of("unit", held, size=models), of("tower", id="keep"))
    assert first(castle(), alone)[0] == [f"change 1.1 Garrison (Unit) from {models} to 20 models"]
    two = attrs.evolve(alone, army=(*alone.army, of("gate")))
    assert first(castle(), two)[0] == [expected]


def test_the_garrisons_of_a_tower_too_many_move_to_a_free_one() -> None:
    held = [of("garrison", size=12, at="keep") for _ in range(2)]
    units = [of("unit", one, size=12) for one in held]
    said, roster = first(castle(), army(*units, of("tower", id="keep"), of("tower", id="other")))
    assert said in (
        ["place 1.1 Garrison (Unit) at 4. Tower"],
        ["place 2.1 Garrison (Unit) at 4. Tower"],
    )
    assert sorted(one.with_[0].at or "" for one in roster.army[:2]) == ["keep", "other"]


@pytest.mark.parametrize(
    ("manned", "expected"),
    [(1, "remove 3. Tower"), (2, "remove 3. Tower, with Garrison (Unit)")],
)
def test_garrisons_that_go_with_their_tower_are_told(manned: int, expected: str) -> None:
    """Two towers are one too many: the free one goes; else it is said who stood there."""
    one = {"id": "one", "for": "roster", "require": {"count": {"entry": "tower"}, "at_most": 1}}
    held = [of("garrison", size=15, at=at) for at in ("keep", "other")[:manned]]
    unit = of("unit", *held, size=30)
    said, _ = first(castle(one), army(unit, of("tower", id="keep"), of("tower", id="other")))
    assert said == [expected]


def test_what_is_wanted_with_a_place_is_completed_with_it() -> None:
    judge = castle()
    rules = [asked(judge.book, "garrison", "at_least", 2)]
    roster = army(of("unit", of("garrison", size=15, at="keep"), size=30), of("tower", id="keep"))
    outcome = complete(judge, roster, ["cheapest"], rules, UNTIMED)
    assert isinstance(outcome, Solved)
    assert outcome.proved
    garrisons = [
        node for node in judge.lay_out(outcome.roster).nodes if node.selection.entry == "garrison"
    ]
    assert [node.selection.at for node in garrisons] == ["keep", "keep"]
    assert any("placed at Tower" in line for line in outcome_lines(judge, roster, outcome))


def test_why_names_the_rules_on_placing_and_who_is_placed() -> None:
    judge = castle(
        {"id": "one", "for": "roster", "require": {"count": {"entry": "tower"}, "at_most": 1}},
        {"id": "no-gate", "for": "roster", "require": {"count": {"entry": "gate"}, "at_most": 0}},
    )
    held = [of("garrison", size=12) for _ in range(2)]
    outcome = why(judge, army(*(of("unit", one, size=12) for one in held), of("tower")))
    assert isinstance(outcome, Impossible)
    assert outcome.conflict is not None
    codes = {reason.code for reason in outcome.conflict.rules}
    assert {"nowhere", "too-small", "one"} <= codes
    fits = army(of("unit", of("garrison", size=12), size=12), of("tower"))
    assert isinstance(why(judge, fits), Solved)


def test_the_players_placing_is_a_choice_that_stays_where_he_chose_it() -> None:
    judge = castle()
    held = [of("garrison", size=12, at="keep") for _ in range(2)]
    roster = army(*(of("unit", one, size=12) for one in held), of("tower", id="keep"), of("tower"))
    outcome = complete(judge, roster, ["cheapest"], (), UNTIMED)
    assert isinstance(outcome, Impossible)
    assert outcome.conflict is not None
    assert "too-small" in [reason.code for reason in outcome.conflict.rules]
    assert len(outcome.conflict.choices) >= 2


ENTRIES = ("a", "b", "c")
TESTS: tuple[dict[str, Any], ...] = ({"entry": "a"}, {"entry": "b"}, {"is": "k"}, {})


def game(random: Random) -> Judge:
    """Three entries, each there twice at most, and rules on who is placed at whom."""
    entries = {
        name: {"copies": 1, "caps": {"roster": 2}, "is": [random.choice("kl")]} for name in ENTRIES
    }
    constraints = []
    for number in range(random.randint(1, 3)):
        selector = {"in": random.choice(["at", "placed"]), **random.choice(TESTS)}
        if random.random() < 0.3:
            inner = {"count": {"in": random.choice(["at", "placed"])}, "at_least": 1}
            selector["all"] = [inner]
        scope = random.choice([*TESTS, "roster"])
        if scope == "roster":
            test = {"count": selector, "at_least": 1}
            quantity: dict[str, Any] = {"count": {"in": "roster", "all": [test]}}
        else:
            quantity = {"count": selector}
        op = random.choice(["at_most", "at_least", "exactly"])
        constraints.append(
            {"id": f"r{number}", "for": scope, "require": quantity | {op: random.randint(0, 2)}}
        )
    return judge_of(entries, keywords={"k": {}, "l": {}}, values={}, constraints=tuple(constraints))


def ways(most: int) -> Iterator[Roster]:
    """All armies of few selections, and all ways to place them."""
    for number in range(most + 1):
        for entries in product(ENTRIES, repeat=number):
            if list(entries) != sorted(entries):
                continue
            ids = [f"{index}" for index in range(number)]
            for placed in product([None, *ids], repeat=number):
                parts = zip(entries, ids, placed, strict=True)
                yield army(*(of(entry, id=own, at=at) for entry, own, at in parts))


def agree(seed: int) -> int:
    """The most of an entry that any way has; impossible where no way is legal."""
    random = Random(seed)
    judge = game(random)
    wanted = random.choice(ENTRIES)
    rules = [asked(judge.book, "a", "at_most", 1), asked(judge.book, "b", "at_most", 1)]
    legal = [
        roster
        for roster in ways(4)
        if judge.evaluate(roster).legal
        and all(sum(one.entry == name for one in roster.army) <= 1 for name in "ab")
    ]
    outcome = complete(judge, army(), [wanted], rules, UNTIMED)
    if not legal:
        assert isinstance(outcome, Impossible), seed
        return 0
    assert isinstance(outcome, Solved), seed
    assert outcome.proved, seed
    best = max(sum(one.entry == wanted for one in roster.army) for roster in legal)
    assert outcome.reached[wanted] == best, seed
    return best


SOME = range(4)
ALL = pytest.param(range(4, 100), marks=pytest.mark.proof)


@pytest.mark.parametrize("seeds", [SOME, ALL])
def test_completions_agree_with_a_listing_of_all_ways_to_place(seeds: range) -> None:
    assert sum(map(agree, seeds)) > len(seeds) // 4


def repaired(seed: int) -> bool:
    """An army that some placing makes legal loses nothing."""
    random = Random(seed)
    judge = game(random)
    names = ("a", "b", "c")
    rosters = [one for one in ways(3) if sorted(p.entry for p in one.army) == sorted(names)]
    broken = [one for one in rosters if not judge.evaluate(one).legal]
    if not broken or len(broken) == len(rosters):
        return False
    answer = repair(judge, random.choice(broken), UNTIMED, 1)[0]
    assert isinstance(answer, Solved), seed
    assert answer.proved, seed
    assert answer.reached["lost"] == 0, seed
    return True


@pytest.mark.parametrize("seeds", [SOME, ALL])
def test_repairs_place_before_they_take_out(seeds: range) -> None:
    assert sum(map(repaired, seeds)) > len(seeds) // 8
