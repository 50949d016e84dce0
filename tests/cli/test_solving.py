"""complete, repair, why: what a player types, what is said, and the exit codes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

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


def test_alternatives_are_numbered_and_different(run: Run, army: Path) -> None:
    said = run("complete", army, "--alternatives", "2", "--format", "json")
    first, second = json.loads(said.out)["outcomes"]
    assert first["roster"] != second["roster"]


def test_what_is_impossible_ends_with_1(run: Run, army: Path) -> None:
    said = run("complete", army, "--at-least", "orc-captain", "9")
    assert said.code == 1
    assert said.out.startswith("Impossible")
    assert run("complete", army, "--at-least", "orc-kaptain", "9").code == 2
    assert "There is no aim “modles”" in run("complete", army, "--aim", "modles").err


def test_the_same_question_has_the_same_answer(run: Run, army: Path) -> None:
    command = [sys.executable, "-m", "listbuilder", "complete", str(army), "--alternatives", "2"]
    said = {
        subprocess.run(
            [*command, "--format", "json"],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1


def test_repairing_ranks_answers_and_applies_one(run: Run, army: Path) -> None:
    run("add", army, "gothmog")
    run("add", army, "mordor-war-catapult")
    run("add", army, "mordor-siege-bow")
    before = army.read_bytes()
    said = run("repair", army)
    assert said.code == 0
    assert said.out.startswith("1. Legal (proved best): changes 2, ")
    assert "+ 1 × Army leader" in said.out
    assert "− 1 × Mordor " in said.out
    assert army.read_bytes() == before
    assert run("repair", army, "--apply", "1").code == 0
    assert run("check", army).code == 0
    assert "changes 0" in run("repair", army).out


def test_repairing_to_another_file(run: Run, army: Path) -> None:
    assert run("repair", army, "-o", "legal.json", "--format", "json").code == 0
    assert run("check", "legal.json").code == 0
    assert run("check", army).code == 1


def test_why_names_rules_and_choices(run: Run, army: Path) -> None:
    run("add", army, "gothmog")
    run("add", army, "mordor-war-catapult")
    assert "nothing that was chosen stands in the way" in run("why", army).out
    said = run("why", army, "orc-captain")
    assert said.code == 1
    assert "[over-points]" in said.out
    assert "page 131" in said.out
    assert "choice: 1.2 Mordor War Catapult (Mordor) stays." in said.out
    answer = json.loads(run("why", army, "orc-captain", "--format", "json").out)["outcomes"][0]
    assert answer["outcome"] == "impossible"
    assert [rule["code"] for rule in answer["conflict"]["rules"]] == ["over-points"]


def test_without_the_solver_it_says_how_to_get_it(
    run: Run, army: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    for command in ("complete", "repair", "why"):
        said = run(command, army)
        assert said.code == 2
        assert "pip install 'listbuilder[solve]'" in said.err
