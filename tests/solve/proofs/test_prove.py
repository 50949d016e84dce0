"""What is shown of entries and rules, and what is proved impossible."""

from functools import cache
from itertools import islice
from random import Random
from typing import Any

import attrs
import pytest

from listbuilder.findings import Severity
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.slots import COPIES
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Impossible, Outcome, Solved, Stopped
from listbuilder.solve.proofs.obligations import Obligation, obligations_of
from listbuilder.solve.proofs.prove import Proof, prove
from tests.rules.small import judge, roster
from tests.solve.games import Maker, rosters

MANY = 5_000


def obligation(kind: Any, name: str, part: str = "") -> Obligation:
    return Obligation(kind, part, name)


def shows(made: Judge, what: Obligation, army: Roster) -> bool:
    """The meaning of an obligation, written once more."""
    verdict = made.evaluate(army)
    broken = {breach.constraint.id for breach in verdict.breaches}
    errors = {
        breach.constraint.id
        for breach in verdict.breaches
        if breach.constraint.severity is Severity.ERROR
    }
    if what.kind == "broken":
        return what.name in broken and errors <= {what.name}
    if errors:
        return False
    if what.kind == "fielded":
        return what.name in {node.selection.entry for node in verdict.army.nodes}
    if what.name in broken:
        return False
    return is_ban(made, what.name) or any(
        check.found or not check.allowed
        if check.constraint.require.op != "at_least"
        else check.allowed > 0
        for check in made.checks(verdict.army)
        if check.constraint.id == what.name
    )


def is_ban(made: Judge, name: str) -> bool:
    rules = [rule for part in made.book.parts() for rule in part.constraints]
    return any(
        rule.id == name and rule.require.quantity == COPIES and rule.require.bound == 0
        for rule in rules
    )


def codes(outcome: Outcome) -> set[str]:
    assert isinstance(outcome, Impossible)
    assert outcome.conflict is not None
    return {reason.code for reason in outcome.conflict.rules}


CROWD: dict[str, dict[str, Any]] = {
    "chief": {
        "copies": 1,
        "values": {"points": 3},
        "caps": {"roster": 1},
        "slots": [{"id": "gear", "offers": ["flag"], "max": 1}],
    },
    "guard": {"values": {"points": 2}, "requires": [{"in": "roster", "entry": "chief"}]},
    "rebel": {"values": {"points": 1}, "excludes": [{"in": "roster", "entry": "chief"}]},
    "ghost": {"requires": [{"in": "roster", "entry": "rebel"}, {"in": "roster", "entry": "chief"}]},
    "unit": {"size": {"min": 2, "max": 3}, "values": {"points": {"per_model": 1}}},
    "flag": {},
    "idle": {},
}
RULES: tuple[dict[str, Any], ...] = (
    {"id": "over", "for": "roster", "require": {"sum": "points", "at_most": {"limit": "points"}}},
    {"id": "no-flag", "for": {"entry": "flag"},
     "when": {"count": {"in": "roster", "entry": "rebel"}, "at_least": 1},
     "require": {"count": {"in": "self"}, "at_most": 0}},
    {"id": "two-units", "severity": "warning", "for": "roster",
     "require": {"count": {"entry": "unit"}, "at_most": 1}},
    {"id": "three-chiefs", "for": "roster", "require": {"count": {"entry": "chief"}, "at_most": 2}},
    {"id": "chief-at-attack", "for": "roster", "when": {"choice": {"side": "attack"}},
     "require": {"count": {"entry": "chief"}, "at_least": 1}},
    {"id": "grand", "for": "roster", "when": {"limit": "points", "at_least": 30},
     "require": {"count": {"entry": "guard"}, "at_most": 9}},
)  # fmt: skip
TOP = [{"id": "top", "offers": ["chief", "guard", "rebel", "ghost", "unit"]}]
SIDES = {"side": {"title": "Side", "options": {"defence": "Defence", "attack": "Attack"}}}
GAME = judge(
    CROWD,
    constraints=RULES,
    limits={"points": {"title": "Points", "default": 8}},
    choices=SIDES,
    slots=TOP,
)


@cache
def proved() -> dict[Obligation, Outcome]:
    return prove(GAME)


def test_every_entry_and_rule_is_claimed() -> None:
    obligations = obligations_of(GAME.book)
    assert len(obligations) == len({*obligations})
    names = {one.name for one in obligations if one.kind == "fielded"}
    assert names == CROWD.keys()
    rules = {one.name for one in obligations if one.kind == "kept"}
    assert rules == {one.name for one in obligations if one.kind == "broken"}
    assert rules >= {"over", "chief.caps.roster", "chief.gear.max", "unit.size.min"}
    assert not {name for name in rules if name.endswith(".copies")}  # how rosters are written
    assert proved().keys() == {*obligations}


@pytest.mark.parametrize(
    "what", obligations_of(GAME.book), ids=lambda one: f"{one.kind}-{one.name}"
)
def test_what_is_proved_is_shown_by_a_roster(what: Obligation) -> None:
    outcome = proved()[what]
    assert not isinstance(outcome, Stopped)
    if isinstance(outcome, Solved):
        assert shows(GAME, what, outcome.roster)


def test_what_is_impossible_names_the_rules() -> None:
    outcomes = {what: one for what, one in proved().items() if isinstance(one, Impossible)}
    assert {what: codes(one) for what, one in outcomes.items()} == {
        obligation("fielded", "ghost"): {
            "ghost.requires.1",
            "ghost.requires.2",
            "rebel.excludes.1",
        },
        obligation("fielded", "idle"): set(),
        obligation("kept", "ghost.requires.1"): {"ghost.requires.2", "rebel.excludes.1"},
        obligation("kept", "ghost.requires.2"): {"ghost.requires.1", "rebel.excludes.1"},
        obligation("broken", "three-chiefs"): {"chief.caps.roster"},
        obligation("broken", "no-flag"): {"rebel.excludes.1"},
    }


def test_a_rule_for_larger_games_is_tried_in_one() -> None:
    outcome = proved()[obligation("broken", "grand")]
    assert isinstance(outcome, Solved)
    assert outcome.roster.limits == {"points": 30}


def test_other_choices_are_tried_before_it_is_told_why_one_leaves_no_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ban: dict[str, Any] = {
        "id": "no-ram-at-defence",
        "for": {"entry": "ram"},
        "when": {"choice": {"side": "defence"}},
        "require": {"count": {"in": "self"}, "at_most": 0},
    }
    made = judge(
        {"ram": {}}, constraints=(ban,), choices=SIDES, slots=[{"id": "top", "offers": ["ram"]}]
    )
    what = obligation("fielded", "ram")
    monkeypatch.setattr("listbuilder.solve.proofs.prove.smallest_mus", None)
    outcome = Proof(made, [what]).outcome(what)
    assert isinstance(outcome, Solved)
    assert outcome.roster.choices == {"side": "attack"}


def test_what_only_other_choices_leave_room_for_is_looked_for_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A rule that says nothing of choices is asked in a slot that opens with two of them."""
    monkeypatch.setattr("listbuilder.solve.proofs.prove.smallest_mus", None)
    open_at_attack = {"if": {"choice": {"side": "attack"}}, "then": 1}
    by_night = {"if": {"choice": {"time": "night"}}, "then": 1}
    entries: dict[str, Any] = {
        "camp": {"slots": [{"id": "in", "offers": ["ram"], "max": by_night}]},
        "ram": {"slots": [{"id": "head", "offers": ["head"]}]},
        "head": {},
    }
    times = {"time": {"title": "Time", "options": {"day": "Day", "night": "Night"}}}
    rule = {
        "id": "one-head",
        "for": {"entry": "ram"},
        "require": {"count": {"in": "children", "entry": "head"}, "at_most": 1},
    }
    made = judge(
        entries,
        constraints=(rule,),
        choices=SIDES | times,
        slots=[{"id": "top", "offers": ["camp"], "max": open_at_attack}],
    )
    what = obligation("broken", "one-head")
    found = Proof(made, [what]).find(what, narrowly=False)
    assert found is not None
    assert found.choices == {"side": "attack", "time": "night"}
    assert shows(made, what, found)


def test_an_impossibility_is_explained_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        "listbuilder.solve.proofs.prove.smallest_mus",
        lambda judge, roster, *rest, **more: asked.append(roster.choices["side"]),
    )
    what = obligation("broken", "three-chiefs")
    outcome = Proof(GAME, [what]).outcome(what)
    assert isinstance(outcome, Impossible)
    assert outcome.conflict is None
    assert asked == ["defence"]


def test_limits_may_be_said() -> None:
    what = obligation("fielded", "guard")
    assert isinstance(prove(GAME, [what], limits={"points": 5})[what], Solved)
    assert codes(prove(GAME, [what], limits={"points": 4})[what]) == {"guard.requires.1", "over"}


def test_known_rosters_save_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("listbuilder.solve.proofs.prove.solve", None)
    what = [obligation("fielded", "guard"), obligation("kept", "guard.requires.1")]
    army = roster("chief", "guard", choices={"side": "attack"})
    outcomes = prove(GAME, what, [army])
    assert all(isinstance(one, Solved) for one in outcomes.values())


def test_without_time_nothing_is_said() -> None:
    what = obligation("fielded", "guard")
    assert isinstance(prove(GAME, [what], budget=SearchBudget(seconds=0))[what], Stopped)


def test_what_has_to_be_placed_is_proved() -> None:
    rule = {
        "id": "unplaced",
        "for": {"entry": "guard"},
        "require": {"count": {"in": "at", "entry": "tower"}, "at_least": 1},
    }
    made = judge({"guard": {}, "tower": {}}, constraints=(rule,))
    kinds = ("fielded", "guard"), ("kept", "unplaced"), ("broken", "unplaced")
    wanted = [obligation(*kind) for kind in kinds]
    assert all(isinstance(one, Solved) for one in prove(made, wanted).values())
    ban = {
        "id": "ban",
        "for": {"entry": "tower"},
        "require": {"count": {"in": "self"}, "at_most": 0},
    }
    nowhere = judge({"guard": {}, "tower": {}}, constraints=(rule, ban))
    (outcome,) = prove(nowhere, wanted[:1]).values()
    assert isinstance(outcome, Impossible)
    assert outcome.conflict is not None
    assert "unplaced" in [reason.code for reason in outcome.conflict.rules]


def test_a_rule_that_forbids_placing_can_be_broken() -> None:
    """Nothing else reads where a guard is placed, once the rule is left out."""
    rule = {
        "id": "never-placed",
        "for": {"entry": "guard"},
        "require": {"count": {"in": "at", "entry": "tower"}, "at_most": 0},
    }
    entries: dict[str, Any] = {"guard": {}, "tower": {}}
    for severity in ("error", "warning"):
        made = judge(entries, constraints=({**rule, "severity": severity},))
        wanted = [obligation(kind, "never-placed") for kind in ("kept", "broken")]
        for what, outcome in prove(made, wanted).items():
            assert isinstance(outcome, Solved), what
            assert shows(made, what, outcome.roster)


def test_what_hangs_on_an_order_is_not_called_impossible() -> None:
    rule = {
        "id": "lonely",
        "for": {"entry": "guard"},
        "require": {"count": {"in": "beside", "entry": "tower"}, "at_least": 1},
    }
    row = {"id": "row", "offers": ["guard", "tower"], "ring": {"has": {"entry": "tower"}}}
    made = judge({"guard": {}, "tower": {}}, constraints=(rule,), slots=[row])
    what = obligation("kept", "lonely")
    assert isinstance(prove(made, [what])[what], Stopped)
    there = roster({"entry": "tower"}, {"entry": "guard"})
    assert isinstance(prove(made, [what], [there])[what], Solved | Stopped)


def agree(seed: int) -> int:
    """What a listed roster shows is not called impossible; count what is proved impossible."""
    made, army = Maker(Random(seed)).game()
    empty = attrs.evolve(army, army=())
    outcomes = prove(made, limits=army.limits)
    for what, outcome in outcomes.items():
        if isinstance(outcome, Solved):
            assert shows(made, what, outcome.roster)
    doubtful = [what for what, one in outcomes.items() if not isinstance(one, Solved)]
    for listed in islice(rosters(made, empty), MANY):
        for what in doubtful:
            assert not shows(made, what, listed), what
    return sum(isinstance(one, Impossible) for one in outcomes.values())


def test_proofs_agree_with_listing_every_roster() -> None:
    assert sum(map(agree, range(3))) >= 2


@pytest.mark.parametrize("seed", [1215, 1286])
def test_what_a_rule_demands_is_no_reason_that_it_cannot_be_broken(seed: int) -> None:
    agree(seed)


@pytest.mark.proof
@pytest.mark.parametrize("start", range(1_000, 1_400, 25))
def test_proofs_agree_with_listing_every_roster_at_length(start: int) -> None:
    assert sum(map(agree, range(start, start + 25))) >= 25
