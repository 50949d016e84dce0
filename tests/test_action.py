"""What `action.yml` runs, on a machine where Listbuilder is installed already; the hooks."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.cli import COMMANDS
from tests.shipped import LIBRARY

CHECKOUT = Path(__file__).parent.parent
ROSTERS = LIBRARY.rosters()
PACK = LIBRARY.events()[0]
FITTING = CHECKOUT / "tests/events" / PACK.stem / "over-points/legal.json"


class Runner:
    """A machine of GitHub's, with a work tree."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.tree = root / "tree"
        self.tree.mkdir()
        bin_folder = root / "temp/listbuilder/bin"
        bin_folder.mkdir(parents=True)
        program = bin_folder / "listbuilder"
        program.write_text(f'#!/bin/sh\nexec {sys.executable} -m listbuilder "$@"\n', "utf-8")
        program.chmod(0o755)

    def run(self, **inputs: str) -> tuple[int, list[str]]:
        """Run the step: its exit code, and what GitHub sees."""
        done = subprocess.run(
            ["bash", CHECKOUT / ".ci/action"],
            cwd=self.tree,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": str(CHECKOUT),
                "RUNNER_TEMP": str(self.root / "temp"),
                **inputs,
            },
            check=False,
            capture_output=True,
            encoding="utf-8",
        )
        return done.returncode, done.stdout.splitlines()


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    return Runner(tmp_path)


def test_rosters_are_checked_and_nothing_but_commands_is_said(runner: Runner) -> None:
    good, bad = runner.tree / "a roster.json", runner.tree / "rosters/$(touch x).json"
    good.write_bytes(ROSTERS[0].read_bytes())
    bad.parent.mkdir()
    bad.write_text('{"ruleset": "x", "name": "x", "catalogues": {}, "amry": 1}', "utf-8")
    code, lines = runner.run(CHECK=f"{good.name}")
    assert (code, lines) == (0, ["::notice title=Listbuilder::1 legal"])
    code, lines = runner.run(CHECK=f"\n  {good.name}\r\n\n\trosters \n")
    assert code == 2
    assert lines[0].startswith("::error file=rosters/$(touch x).json,line=1,col=49,")
    assert lines[-1] == "::notice title=Listbuilder::1 legal, 1 unusable"
    assert all(line.startswith("::") for line in lines)
    assert not (runner.tree / "x").exists()


def test_an_events_rules_and_data_of_your_own(runner: Runner) -> None:
    code, lines = runner.run(CHECK=str(FITTING), PACK=str(PACK), DATA=str(runner.tree))
    assert (code, lines) == (0, ["::notice title=Listbuilder::1 legal"])
    code, lines = runner.run(CHECK=str(FITTING.with_name("illegal.json")), PACK=str(PACK))
    assert code == 1
    assert "title=over-points" in lines[0]
    assert runner.run(CHECK=str(FITTING), DATA="nowhere")[0] == 2


def test_nothing_to_do_is_an_error(runner: Runner) -> None:
    code, lines = runner.run(CHECK=" \n")
    assert code == 2
    assert lines == [
        "::error title=Listbuilder::Nothing to do: "
        "say what to check, what to lint, or where to build a site."
    ]


def test_what_is_set_is_what_is_declared_and_used() -> None:
    text = (CHECKOUT / "action.yml").read_text(encoding="utf-8")
    declared = re.findall(r"^  ([a-z-]+):$", text.partition("runs:")[0], re.MULTILINE)
    used = dict(re.findall(r"([A-Z]+|python-version): \$\{\{ inputs\.([a-z-]+) \}\}", text))
    assert sorted(declared) == sorted(used.values())
    script = (CHECKOUT / ".ci/action").read_text(encoding="utf-8")
    variables = re.findall(r"^words \w+ ([A-Z]+)$", script, re.MULTILINE)
    assert sorted(variables) == sorted({*used} - {"python-version"})
    assert text.count("${{") == len(used), "no input stands in a command"


def test_hooks_are_called_what_they_call() -> None:
    text = (CHECKOUT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"^  entry: listbuilder (\w+)$", text, re.MULTILINE)
    assert entries == re.findall(r"^- id: listbuilder-(\w+)$", text, re.MULTILINE)
    assert set(entries) <= {*COMMANDS}
    assert {"check", "lint"} <= {*entries}


@pytest.mark.parametrize(
    "path",
    [
        ".github/workflows/publish.yml",
        "templates/init/.github/workflows/listbuilder.yml",
        "docs/guide/publish-a-builder.md",
    ],
)
def test_workflows_that_publish_give_the_step_what_it_takes(path: str) -> None:
    action = (CHECKOUT / "action.yml").read_text(encoding="utf-8")
    declared = re.findall(r"(?m)^  ([a-z-]+):$", action)
    text = (CHECKOUT / path).read_text(encoding="utf-8")
    steps = re.findall(r"(?m)uses: (?:\./|your-fork/listbuilder@).*\n +with: \{(.*)\}$", text)
    given = [re.findall(r"([a-z-]+): ", step) for step in steps]
    assert {name for names in given for name in names} <= {*declared}
    assert {"site", "public-url"} <= {*given[-1]}
    assert re.search(r"permissions: \{contents: read, pages: write, id-token: write\}", text)
    assert "id: pages" in text
    (shown,) = re.findall(r"upload-pages-artifact@\S+\n +with: \{path: (\w+)\}", text)
    assert f"site: {shown}" in text
