"""``check --battle``: two rosters that meet."""

import json
from pathlib import Path
from typing import Any

import pytest

from listbuilder.interop.opening import load_roster
from tests.cli.conftest import Run
from tests.shipped import LIBRARY

RULESETS = [name for name in LIBRARY.rulesets() if LIBRARY.ruleset(name).battle]
ROSTERS = {path.stem: path for path in LIBRARY.rosters("warhammer")}
ATTACKER = ROSTERS["green-tide-at-the-gate"]
DEFENDER = ROSTERS["the-walls-of-the-reikland"]
BATTLES = {
    "green-tide-at-the-gate": "the-walls-of-the-reikland",
    "gnawing-at-the-roots": "the-runes-above-the-gate",
    "the-dead-at-the-moat": "the-grail-keep",
    "black-arks-below-the-cliffs": "the-eagle-gate",
    "a-feast-behind-those-walls": "the-furnace-of-hashut",
    "the-ghouls-before-blood-and-bone": "blood-and-bone",
}
MIDDLE_EARTH = {path.stem: path for path in LIBRARY.rosters("mesbg")}
HORNBURG = ("ladders-against-the-wall", "the-hornburg-by-night")
OBJECTIVES = ("objective", "attackers-objective")


def changed(path: Path, name: str, **keys: Any) -> Path:
    """Write a roster with some keys set anew."""
    data = json.loads(path.read_text(encoding="utf-8"))
    file = Path(name)
    file.write_text(json.dumps({**data, **keys}), encoding="utf-8")
    return file


def without(selections: list[dict[str, Any]], *entries: str) -> list[dict[str, Any]]:
    return [
        {**one, "with": without(one["with"], *entries)} if "with" in one else one
        for one in selections
        if one["entry"] not in entries
    ]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_rules_of_a_battle_are_of_sides_that_there_are(ruleset: str) -> None:
    whole = LIBRARY.ruleset(ruleset)
    assert whole.battle
    options = whole.choices[whole.battle.choice].options
    assert len({*whole.battle.sides} & options.keys()) == len(whole.battle.sides) == 2
    ids = {rule.id for rule in whole.constraints}
    for rule in whole.battle.constraints:
        assert {rule.of, rule.against or rule.of} <= {*whole.battle.sides}
        assert rule.id not in ids


def test_a_battle_is_legal_whichever_is_named_first(run: Run) -> None:
    for pair in ((ATTACKER, DEFENDER), (DEFENDER, ATTACKER)):
        said = run("check", "--battle", *pair)
        assert (said.code, said.err) == (0, "")
        assert said.out.endswith("\n2 files: 2 legal\n")


@pytest.mark.parametrize("attacker", BATTLES)
def test_the_shipped_sieges_can_be_played(attacker: str, run: Run) -> None:
    said = run("check", "--battle", ROSTERS[attacker], ROSTERS[BATTLES[attacker]])
    assert (said.code, said.out.count("none")) == (0, 2)


def test_each_shipped_siege_is_of_a_battle() -> None:
    sides = {name: load_roster(path, LIBRARY).roster.choices for name, path in ROSTERS.items()}
    assert {name for name, chosen in sides.items() if chosen["side"] == "attacker"} == {*BATTLES}
    defenders = {name for name, chosen in sides.items() if chosen["side"] == "defender"}
    assert defenders == {*BATTLES.values()}


def test_a_siege_of_middle_earth(run: Run) -> None:
    besieger, besieged = (MIDDLE_EARTH[name] for name in HORNBURG)
    said = run("check", "--battle", besieger, besieged)
    assert (said.code, said.out.count("none")) == (0, 2)
    tower = [{"entry": "siege-tower"}]
    data = json.loads(besieged.read_text(encoding="utf-8"))
    data["army"][0]["with"] += tower
    sallying = changed(besieged, "tower.json", army=data["army"], limits={"points": 740})
    said = run("check", "--battle", besieger, sallying)
    assert said.code == 1
    assert "[not-the-attacker]" in said.out
    assert "700 points, exactly 740 needed. [unequal-points]" in said.out


def test_an_army_without_a_siege_meets_nobody(run: Run) -> None:
    besieger = MIDDLE_EARTH[HORNBURG[0]]
    said = run("check", "--battle", besieger, MIDDLE_EARTH["grond-is-coming"])
    assert said.code == 1
    assert said.out.count("[no-side-of-battle]") == 1


def test_three_objectives_are_needed(run: Run) -> None:
    data = json.loads(DEFENDER.read_text(encoding="utf-8"))
    bare = changed(DEFENDER, "bare.json", army=without(data["army"], *OBJECTIVES))
    assert run("check", bare).code == 0
    said = run("check", "--battle", ATTACKER, bare)
    assert said.code == 1
    assert "exactly 3 needed. [not-three-objectives]" in said.out


def test_a_missing_objective_may_be_added(run: Run) -> None:
    data = json.loads(DEFENDER.read_text(encoding="utf-8"))
    army = without(data["army"], "attackers-objective")
    out = run("check", "--battle", ATTACKER, changed(DEFENDER, "two.json", army=army)).out
    assert "2, exactly 3 needed. [not-three-objectives]" in out
    assert out.count("to mend it: Add Attacker's objective to ") > 0
    assert "but breaks: " not in out


def test_no_castle_yet_is_one_warning(run: Run) -> None:
    data = json.loads(DEFENDER.read_text(encoding="utf-8"))
    army = [without([data["army"][0]], "garrison")[0]]
    said = run("check", "--battle", ATTACKER, changed(DEFENDER, "open.json", army=army))
    assert said.code == 0
    assert "warning: The army: The defender has a plan of the castle" in said.out
    assert said.out.count("rule:") == 1


def test_points_that_differ_are_warned_of(run: Run) -> None:
    larger = changed(DEFENDER, "larger.json", limits={"points": 2100})
    said = run("check", "--battle", ATTACKER, larger)
    assert "warning" in said.out
    assert "2000 points, exactly 2100 needed. [unequal-points]" in said.out
    assert "error" not in said.out.split("[unequal-points]")[0].splitlines()[-1]


def test_the_same_side_twice(run: Run) -> None:
    said = run("check", "--battle", ATTACKER, ATTACKER)
    assert said.code == 1
    assert "Both armies are “siege, attacker”" in said.out
    assert said.out.count("[same-side-twice]") == 1


@pytest.mark.parametrize(
    ("choices", "said"),
    [({"side": "field"}, "is “pitched battle”"), ({}, "says no side")],
)
def test_an_army_on_no_side(run: Run, choices: dict[str, str], said: str) -> None:
    army = changed(ATTACKER, "army.json", choices=choices)
    out = run("check", "--battle", army, DEFENDER).out
    assert said in out
    assert out.count("[no-side-of-battle]") == 1


def test_another_game(run: Run) -> None:
    other = LIBRARY.rosters("mesbg")[0]
    said = run("check", "--battle", ATTACKER, other)
    assert said.code == 2
    assert "[other-game]" in said.out


def test_a_game_without_battles(run: Run) -> None:
    two = LIBRARY.rosters("helms-deep")[:2]
    said = run("check", "--battle", *two)
    assert said.code == 2
    assert "has no battles between two sides" in said.out


def test_a_file_that_is_none(run: Run) -> None:
    said = run("check", "--battle", ATTACKER, "nothing.json")
    assert said.code == 2
    assert "nothing.json: error: There is no such file." in said.out
    assert said.out.endswith("\n2 files: 1 legal, 1 unusable\n")


def test_json_has_both_files_with_what_they_break_together(run: Run) -> None:
    data = json.loads(DEFENDER.read_text(encoding="utf-8"))
    bare = changed(DEFENDER, "bare.json", army=without(data["army"], *OBJECTIVES))
    files = json.loads(run("check", "--battle", ATTACKER, bare, "--format", "json").out)["files"]
    assert [(file["verdict"], len(file["findings"])) for file in files] == [
        ("legal", 0),
        ("illegal", 1),
    ]
    (finding,) = files[1]["findings"]
    assert (finding["code"], finding["found"], finding["allowed"]) == (
        "not-three-objectives",
        "0",
        "3",
    )
    assert finding["source"]["document"] == "warhammer-siege"


@pytest.mark.parametrize(
    "arguments", [(), (ATTACKER, "--battle", ATTACKER, DEFENDER), ("--battle", ATTACKER)]
)
def test_it_takes_rosters_or_a_battle(run: Run, arguments: tuple[str | Path, ...]) -> None:
    assert run("check", *arguments).code == 2
