"""complete, repair, why: what a player types, what is said, and the exit codes."""

import json
import os
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from listbuilder.cli.solving import ProgressLine, searching
from listbuilder.messages import spoken
from listbuilder.model.roster import Roster
from listbuilder.report.repair import known
from listbuilder.report.solving import why_lines
from listbuilder.solve.domains import unrolling
from listbuilder.solve.model import cpsat
from listbuilder.solve.outcomes import (
    Impossible,
    RosterChange,
    Solved,
    Stopped,
    StopReason,
    Truncation,
)
from tests.cli.conftest import Run
from tests.rules.small import Json, judge, roster
from tests.shipped import LIBRARY

ROOT = Path(__file__).resolve().parents[2]


def test_completing_shows_what_it_adds_and_writes_it(run: Run, army: Path) -> None:
    before = army.read_bytes()
    said = run("complete", army)
    assert said.code == 0
    assert said.out.startswith("Legal (proved best): points 300, added ")
    assert "Points: 300 of 300" in said.out
    assert army.read_bytes() == before
    assert run("complete", army, "-o", "full.json").code == 0
    assert "300 of 300 points, legal" in run("show", "full.json").out
    assert run("check", "full.json").code == 0


def test_completing_takes_aims_and_wishes(run: Run, army: Path) -> None:
    said = run(
        "complete", army, "--aim", "engines", "--aim", "models", "--at-least", "orc-tracker", "2",
        "--at-most", "orc-warrior", "5", "--without", "orc-captain", "--format", "json",
    )  # fmt: skip
    assert said.code == 0
    (answer,) = json.loads(said.out)["outcomes"]
    assert (answer["outcome"], answer["proved"]) == ("solved", True)
    assert list(answer["reached"]) == ["engines", "models", "added"]
    text = json.dumps(answer["roster"])
    assert "orc-tracker" in text
    assert '"orc-captain"' not in text


def test_completing_with_the_models_that_are_owned(run: Run, army: Path) -> None:
    owned = {"orc-captain": 1, "orc-warrior": 4}
    Path("owned.json").write_text(json.dumps(owned), encoding="utf-8")
    said = run("complete", army, "--owned", "owned.json", "--aim", "models")
    assert said.code == 0
    assert "models 5" in said.out
    Path("owned.json").write_text("[1]", encoding="utf-8")
    assert run("complete", army, "--owned", "owned.json").code == 2


def test_alternatives_are_different_and_the_same_for_the_same_question(
    run: Run, army: Path
) -> None:
    question = ("complete", str(army), "--alternatives", "2", "--format", "json")
    said = run(*question)
    first, second = json.loads(said.out)["outcomes"]
    assert first["roster"] != second["roster"]
    again = subprocess.run(
        [sys.executable, "-m", "listbuilder", *question],
        env={**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert again.stdout.decode() == said.out, "hashes are others"


def test_what_is_impossible_ends_with_1(run: Run, army: Path) -> None:
    said = run("complete", army, "--at-least", "orc-captain", "9")
    assert said.code == 1
    assert said.out.startswith("Impossible")
    assert "[over-points]" in said.out
    assert "choice: At least 9 × Orc Captain asked for." in said.out
    assert "way: the rules don't allow what is asked for." in said.out
    assert run("complete", army, "--at-least", "orc-kaptain", "9").code == 2
    assert "There is no aim “modles”" in run("complete", army, "--aim", "modles").err


def test_repairing_ranks_answers_and_applies_one(run: Run, army: Path) -> None:
    for entry in ("gothmog", "mordor-siege-bow", "mordor-siege-bow", "orc-captain", "orc-captain"):
        run("add", army, entry)
    run("remove", army, "army-leader")
    before = army.read_bytes()
    said = run("repair", army)
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0] == "army.json: illegal, 310 of 300 points"
    best = "1. The least given up and the fewest changes: "
    assert lines[1] == best + "2 changes, 40 points lost; 270 of 300 points"
    assert "   add Army leader to 1.1 Gothmog, Lieutenant of Sauron" in lines[2:4]
    assert "   remove 1.5 Orc Captain (Mordor)" in lines[2:4]
    assert lines[4] == "2. Another way: 2 changes, 50 points lost; 260 of 300 points"
    assert "Proved: nothing gives up less than answer 1." in lines
    assert army.read_bytes() == before
    second = run("repair", army, "--apply", "2")
    assert second.out.splitlines()[-1] == "Saved to army.json."
    assert run("check", army).code == 0
    assert run("repair", army).out == "army.json: legal, 260 of 300 points; nothing to repair\n"


def test_the_answer_that_is_applied_is_that_of_the_list(run: Run, army: Path) -> None:
    """Of crew of another army three go; of one answer, asked for alone, it was another."""
    (shipped,) = (path for path in LIBRARY.rosters() if path.stem == "the-two-towers-march")
    crew = shipped.read_text(encoding="utf-8").replace('"orc-crew"', '"uruk-hai-crew"')
    army.write_text(crew, encoding="utf-8")
    shown = run("repair", army).out.splitlines()
    answers = [line for line in shown if line[1:3] == ". "]
    assert answers[0] == "1. In between: 2 changes, 9 points lost; 795 of 800 points"
    assert answers[2].endswith("620 of 800 points")
    for number, points in ((1, 795), (3, 620)):
        applied = run("repair", army, "--apply", str(number), "-o", "legal.json")
        assert applied.out.splitlines()[:-1] == shown
        assert f"{points} of 800 points" in run("check", "legal.json").out


def test_a_choice_that_mends_all_is_told_beside_the_answers(run: Run, army: Path) -> None:
    """Ladders and a ram without a siege: who brings these is the attacker."""
    (shipped,) = (path for path in LIBRARY.rosters() if path.stem == "ladders-against-the-wall")
    roster = json.loads(shipped.read_text(encoding="utf-8")) | {"choices": {}}
    army.write_text(json.dumps(roster), encoding="utf-8")
    hint = "Set Siege to attacker, and it is legal as it is (--may choices)."
    assert run("repair", army).out.splitlines()[1] == hint
    assert hint not in run("repair", army, "--may", "choices").out
    assert hint not in run("repair", shipped).out


def test_a_digit_too_many_is_told_beside_the_answers(run: Run, army: Path) -> None:
    (shipped,) = (path for path in LIBRARY.rosters() if path.stem == "the-dead-at-the-moat")
    roster = json.loads(shipped.read_text(encoding="utf-8"))
    zombies = next(one for one in roster["army"][0]["with"] if one["entry"] == "zombies")
    zombies["size"] = 10 * zombies["size"]
    army.write_text(json.dumps(roster), encoding="utf-8")
    hint = f"Set the size of Zombies to {zombies['size'] // 10}, and it is legal"
    assert run("repair", army, "--answers", "1").out.splitlines()[1].startswith(hint)
    assert "digit" not in run("repair", shipped).out


def test_a_forgotten_limit_that_mends_all_is_told_beside_the_answers(run: Run, army: Path) -> None:
    """An ally whose points are not agreed need not go: the player may only have forgotten them."""
    (shipped,) = (path for path in LIBRARY.rosters() if path.stem == "blood-and-bone")
    roster = json.loads(shipped.read_text(encoding="utf-8"))
    agreed = roster["limits"].pop("ally_points")
    army.write_text(json.dumps(roster), encoding="utf-8")
    _, hint, *others = run("repair", army, "--answers", "1").out.splitlines()
    assert hint not in others
    assert hint.startswith("Set Points of the ally to ")
    assert hint.endswith(", and it is legal as it is (--may limits).")
    assert int(hint.split()[6].strip(",")) <= agreed
    assert "legal as it is" not in run("repair", army, "--answers", "1", "--may", "limits").out


def test_repairing_may_set_limits(run: Run, army: Path) -> None:
    for entry in ("gothmog", "mordor-war-catapult"):
        run("add", army, entry)
    run("set", army, ".", "points=250")
    said = run("repair", army, "--may", "limits", "--answers", "2")
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[1:3] == [
        "1. The least given up and the fewest changes: 1 change, no points lost; 290 of 290 points",
        "   set Points from 250 to 290",
    ]
    assert lines[3].startswith("2. ")
    assert lines[3].endswith(" of 250 points")
    assert "Proved: nothing gives up less than answer 1." in lines
    run("repair", army, "--may", "limits", "--apply", "1")
    assert "290 of 290 points" in run("check", army).out


def test_repairing_may_set_choices(run: Run, army: Path) -> None:
    field = ("new", "warhammer", "empire", "--choose", "side=field", "--limit", "points=300")
    run(*field, "-o", "field.json")
    run("complete", "field.json", "-o", "field.json")
    run("set", "field.json", ".", "side=defender")
    assert run("check", "field.json").code == 1
    said = run("repair", "field.json", "--may", "choices", "--may", "limits", "--answers", "1")
    assert said.code == 0
    assert "set Battle from siege, defender to pitched battle" in said.out
    assert "no points lost" in said.out


def test_repairing_says_moves_numbers_and_sizes(run: Run, army: Path) -> None:
    run("add", army, "orc-captain", "--with", "army-leader")
    run("add", army, "gothmog", "--to", "1")
    run("set", army, "army-leader", "to=orc-captain")
    run("add", army, "orc-tracker", "--count", "4", "--to", "1.1")
    run("add", army, "orc-warrior", "--count", "10", "--to", "1.1", "--with", "shield=10")
    said = run("repair", army, "--answers", "6").out
    assert "   move 1.1.1 Army leader (Orc Captain) to 1.2 Gothmog, Lieutenant of Sauron\n" in said
    assert "   move 2 of 1.1.3 Orc Warrior (Orc Captain) to 1.2 Gothmog" in said


def test_repairing_to_another_file(run: Run, army: Path) -> None:
    said = run("repair", army, "-o", "legal.json", "--format", "json")
    assert said.code == 0
    answer = json.loads(said.out)["outcomes"][0]
    assert answer["reached"]["changes"] == "1"
    (change,) = answer["changes"]
    assert (change["done"], change["to"]) == ("add", "1. Mordor")
    assert change["text"].startswith("add ")
    assert change["along"] == [[1, "Army leader"]]
    assert answer["costs"] == {"points": answer["reached"]["changed"]}
    assert answer["best_at"] == ["least given up", "fewest changes"]
    assert answer["warnings"] == []
    assert run("check", "legal.json").code == 0
    assert run("check", army).code == 1


def test_repairing_what_can_not_be_names_the_rules(run: Run, army: Path) -> None:
    run("set", army, ".", "points=1")
    said = run("repair", army, "-o", "legal.json")
    assert said.code == 1
    assert "Proved: no changes make it legal." in said.out
    assert "[over-points]" in said.out
    assert not Path("legal.json").exists()
    assert run("set", army, ".", "points=300").code == 0
    assert run("repair", army, "--apply", "1").code == 0
    assert "no answer 2 to save, there is only 1" in run("repair", army, "--apply", "2").err


def test_repairing_says_what_is_not_known() -> None:
    change = RosterChange("add", "Gothmog")
    reached = {"changes": -2}
    solved = Solved(
        Roster("mesbg", "Army", {}), True, reached, changes=(change,), best_at=("fewest changes",)
    )
    unknown = [list(known([Stopped(StopReason.WORK, best)]))[-1] for best in (None, solved)]
    assert unknown == [
        "Whether there is an answer is not known.",
        "Whether there is a better answer is not known.",
    ]
    assert list(known([solved, Stopped(StopReason.TIME)]))[1].startswith(
        "Stopped: the time was over"
    )
    assert list(known([solved, Impossible()])) == [
        "Proved: fewer changes than in answer 1 are not enough, unless a quarter of the army more "
        "is given up.",
        "Proved: no other way with 3 changes or fewer, that gives up little more, is really "
        "different.",
    ]
    assert list(known([attrs.evolve(solved, proved=False)])) == []
    cut = attrs.evolve(solved, proved=False, truncations=(Truncation("copies", 60, "Band"),))
    assert list(known([cut])) == [
        "  not looked at: more than 60 × Band in one slot, each holding something else"
    ]


def test_why_tells_what_is_broken_where_no_few_reasons_were_found() -> None:
    walked = roster("orc", "orc", {"entry": "orc", "count": 7}, "troll")
    over: Json = {
        "id": "over",
        "title": "A small army",
        "for": "roster",
        "require": {"sum": "points", "at_most": 9},
    }
    entries: dict[str, Json] = {
        "orc": {"values": {"points": 1}},
        "troll": {"values": {"points": 8}},
    }
    made = judge(entries, constraints=(over,))
    assert list(why_lines(made, walked, Impossible())) == [
        "It can't be; no few rules and choices were found that say why.",
        "As it is:",
        "  rule: The army: A small army: 17 points, at most 9 allowed. [over]",
        "      made up of 9: 9 × Orc; 8: 1 × Troll",
    ]


def test_why_names_the_first_of_many_choices(run: Run) -> None:
    (full,) = (path for path in LIBRARY.rosters() if path.stem == "heads-over-the-wall")
    lines = run("why", full, "orc-captain").out.splitlines()
    kept = [line for line in lines if line.endswith(" stays.")]
    assert len(kept) == 4
    assert lines[-2:] == [
        "  and 6 more of what was chosen",
        "At least one of these choices has to go, or to move.",
    ]
    answer = json.loads(run("why", full, "orc-captain", "--format", "json").out)["outcomes"][0]
    assert len(answer["conflict"]["choices"]) == 1 + 4 + 6


def test_why_names_rules_and_choices(run: Run, army: Path) -> None:
    run("add", army, "gothmog")
    run("add", army, "mordor-war-catapult")
    run("remove", army, "army-leader")
    assert "Nothing that was chosen stands in the way" in run("why", army).out
    said = run("why", army, "orc-captain")
    assert said.code == 1
    assert "[over-points]" in said.out
    assert "page 131" in said.out
    assert "choice: 1.2 Mordor War Catapult (Mordor) stays." in said.out
    answer = json.loads(run("why", army, "orc-captain", "--format", "json").out)["outcomes"][0]
    assert answer["outcome"] == "impossible"
    assert [rule["code"] for rule in answer["conflict"]["rules"]] == ["over-points"]


def test_a_stopped_search_says_at_which_limit(
    run: Run, army: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cpsat, "time", SimpleNamespace(monotonic=count().__next__))
    clock = ("--time-limit", "10")
    said = run("complete", army, *clock)
    assert said.code == 4
    assert said.out.startswith("Stopped: the time was over.")
    assert "Whether there is an answer is not known." in said.out
    assert run("why", army, *clock).out.startswith("Stopped: the time was over.")
    (answer,) = json.loads(run("complete", army, *clock, "--format", "json").out)["outcomes"]
    assert answer == {"outcome": "stopped", "limit": "time"}


def test_what_is_cut_for_size_is_told_apart_from_a_stop(
    run: Run, army: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unrolling, "MAX_CANDIDATES", 80)
    said = run("complete", army)
    assert said.code == 4, "the aim is not proved"
    assert said.out.startswith("Legal (not proved best): ")
    assert "not looked at: more than 80 places where something could be added" in said.out
    (answer,) = json.loads(run("complete", army, "--format", "json").out)["outcomes"]
    assert (answer["outcome"], answer["proved"], answer["sure"]) == ("solved", False, [])
    assert answer["truncations"] == [{"what": "candidates", "most": 80, "entry": ""}]
    said = run("complete", army, "--at-least", "orc-captain", "9")
    assert said.code == 4
    assert said.out.startswith("Stopped: there is too much that could be added")


def test_an_army_is_turned_into_one_of_another_kind_and_back(run: Run, tmp_path: Path) -> None:
    field = ROOT / "catalogues" / "warhammer" / "rosters" / "arrows-from-the-green.json"
    before = field.read_bytes()
    walls, back = tmp_path / "walls.json", tmp_path / "back.json"
    said = run("set", field, "--choose", "side=defender", "--into", walls)
    assert said.code == 0
    lines = said.out.splitlines()
    assert "no points lost" in lines[0]
    assert {line.split()[0] for line in lines[1:-1]} == {"move", "add"}
    assert lines[-1] == f"Saved to {walls}."
    assert field.read_bytes() == before
    assert run("check", walls).code == 0
    said = run("set", walls, "--choose", "side=field", "--into", back)
    assert "no points lost" in said.out
    assert '"at"' not in back.read_text(encoding="utf-8")
    units = [sorted(_names(json.loads(path.read_bytes())["army"])) for path in (field, back)]
    assert units[0] == units[1]


def _names(army: list[dict[str, Any]]) -> list[str]:
    return [name for one in army for name in (one["entry"], *_names(one.get("with", [])))]


def test_what_can_not_be_turned_is_left_alone(run: Run, army: Path) -> None:
    before = army.read_bytes()
    said = run("set", army, "--choose", "points=1")
    assert said.code == 1
    assert "Proved: no changes make it legal." in said.out
    assert army.read_bytes() == before
    assert run("set", army, "1", "--choose", "points=1").code == 2
    assert run("set", army).code == 2


@pytest.mark.parametrize(
    ("by_clock", "expected"),
    [(False, "step 3, 25% of the work it may take, "), (True, "step 3, ")],
)
def test_a_long_search_says_on_one_line_how_far_it_is(
    capsys: pytest.CaptureFixture[str], by_clock: bool, expected: str
) -> None:
    patient, line = ProgressLine(by_clock, after=60), ProgressLine(by_clock, after=0)
    told = ""
    with patient.shown(), line.shown():
        line.tell(0.1)
        line.tell(0.25)
        assert line.text().startswith(expected)
        while "step" not in told:
            told += capsys.readouterr().err
    told += capsys.readouterr().err
    assert told.startswith("\rstep ")
    assert told.endswith("\r")  # of no terminal: else the rest of the line is erased, too
    assert "\n" not in told


def test_a_long_search_tells_how_far_it_is_in_the_readers_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = ""
    with spoken("de"), ProgressLine(by_clock=True, after=0).shown():
        while " s;" not in told:
            told += capsys.readouterr().err
    assert told.startswith("\rSchritt 1, ")


def test_what_a_shell_ignores_is_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with searching(None) as budget:
            os.kill(os.getpid(), signal.SIGINT)
            assert not budget.interruption.asked
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_ends_a_search_and_shows_its_best_answer(
    run: Run, army: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is pressed while the solver looks for the first time, and again where nothing ends."""
    solved = cpsat._solved
    pressed: list[bool] = []

    def press(*given: Any) -> Any:
        found = solved(*given)
        pressed.append(True)
        os.kill(os.getpid(), signal.SIGINT)
        return found

    monkeypatch.setattr(cpsat, "_solved", press)
    said = run("complete", army)
    assert said.code == 4
    assert "Stopped: you ended it." in said.out
    assert pressed == [True]
    with searching(None) as budget:
        budget.interruption.ask()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)


def test_a_conversion_tells_of_which_rule_it_warns_then(run: Run, tmp_path: Path) -> None:
    """Nobody garrisons the gate once the army is small enough."""
    walls = ROOT / "catalogues" / "warhammer" / "rosters" / "the-eagle-gate.json"
    smaller = tmp_path / "smaller.json"
    said = run("set", walls, "--choose", "points=1500", "--into", smaller)
    told = [line for line in said.out.splitlines() if "a warning comes" in line]
    findings = [line for line in run("check", smaller).out.splitlines() if ": warning: " in line]
    assert findings
    assert len(told) == len({line.rpartition("[")[2] for line in findings})
    assert all(line.partition("comes: ")[2] in "".join(findings) for line in told)
