"""lint: what an author of army lists types, and what is said."""

import json
from pathlib import Path

import pytest

from listbuilder.lint.codes import ExampleKind, codes, game
from listbuilder.lint.codes_page import PATHS
from listbuilder.loading.folders import data_folder
from tests.cli.conftest import ROSTERS, Run
from tests.lint.examples import example_text


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("LISTBUILDER_CACHE", str(folder))
    return folder


def write(home: ExampleKind, **said: object) -> Path:
    path = Path(PATHS[home])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(example_text(home, said), encoding="utf-8")
    return path


@pytest.fixture
def gate(run: Run) -> Path:
    """The example game, with a mistake and a slip in its army list."""
    Path("schemas").mkdir()
    for home in game():
        write(home)
        Path("schemas", f"{home}.schema.json").write_text("{}", encoding="utf-8")
    write("catalogue", keywords={"noisy": {"title": "Noisy"}}, version="1.0")
    write("roster", catalogues={"night": "1.0"})
    return Path("gate")


def test_what_is_found_is_said_with_its_place_and_remedy(run: Run, gate: Path) -> None:
    said = run("lint", gate)
    assert said.code == 1
    lines = said.out.splitlines()
    assert lines[0] == (
        "gate/night.json:6:14: error: “1.0” is no version such as 1.0.0. [bad-version]"
    )
    assert "    to mend it: Write it as `1.0.0`." in lines
    assert any("[unused-keyword]" in line for line in lines)
    assert lines[-1] == "3 files: 1 error, 1 warning"


def test_a_single_file_is_linted_with_the_others(run: Run, gate: Path) -> None:
    assert run("lint", gate / "ruleset.json").out == "1 file: nothing found\n"
    assert run("lint", gate / "night.json").out.endswith("1 file: 1 error, 1 warning\n")


def test_select_and_ignore(run: Run, gate: Path) -> None:
    assert run("lint", gate, "--select", "unused-keyword").code == 0
    assert run("lint", gate, "--select", "unused-keyword", "--strict").code == 1
    said = run("lint", gate, "--ignore", "bad-version", "--ignore", "unused-keyword", "--strict")
    assert (said.code, said.out) == (0, "3 files: nothing found\n")
    said = run("lint", gate, "--ignore", "unused-keywrd")
    assert said.code == 2
    assert "Did you mean “unused-keyword”?" in said.err


def test_warnings_fail_only_when_asked(run: Run, gate: Path) -> None:
    write("catalogue", keywords={"noisy": {"title": "Noisy"}})
    write("roster")
    assert run("lint", gate).code == 0
    assert run("lint", gate, "--strict").code == 1


def test_a_file_that_cannot_be_used_is_two(run: Run, gate: Path) -> None:
    (gate / "night.json").write_text("{", encoding="utf-8")
    said = run("lint", gate)
    assert said.code == 2
    assert "gate/night.json:1:2: error: This is not JSON" in said.out
    assert "gate/night.json: another file is not looked at before it is mended." in said.out
    assert said.out.endswith("1 error\n")
    assert run("lint", "nothing.json").code == 2
    assert run("lint", gate, "--select", "bad-id").code == 0


def test_the_same_in_json(run: Run, gate: Path) -> None:
    said = run("lint", gate, "--format", "json")
    assert said.code == 1
    files = {Path(one["path"]).name: one for one in json.loads(said.out)["files"]}
    assert files["night.json"]["verdict"] == "illegal"
    assert files["ruleset.json"]["verdict"] == "legal"
    first = files["night.json"]["findings"][0]
    assert (first["code"], first["line"], first["pointer"]) == ("bad-version", 6, "/version")
    assert first["remedies"] == [{"text": "Write it as `1.0.0`.", "safe": True, "breaks": ""}]


def test_a_code_is_explained(run: Run) -> None:
    said = run("lint", "--explain", "roll-missing")
    assert said.code == 0
    assert said.out.startswith("### roll-missing\n\nError. ")
    assert '"rolls": "8-12"' in said.out
    said = run("lint", "--explain", "rol-missing")
    assert said.code == 2
    assert "Did you mean “roll-missing”?" in said.err


def test_all_codes_make_the_page(run: Run) -> None:
    said = run("lint", "--explain", "all")
    assert said.out == (data_folder("catalogues") / "LINT.md").read_text(encoding="utf-8")
    assert all(f"### {name}\n" in said.out for name in codes())


def test_something_must_be_named(run: Run) -> None:
    said = run("lint")
    assert said.code == 2
    assert "--explain" in said.err


def test_proofs_are_kept_and_can_be_made_again(run: Run, gate: Path, own_cache: Path) -> None:
    write("catalogue")
    first = run("lint", gate, "--no-cache")
    assert list(own_cache.iterdir()) == []
    assert run("lint", gate) == first
    assert list(own_cache.iterdir()) != []
    assert run("lint", gate) == first


def test_army_lists_of_a_shipped_ruleset_are_linted_with_it(run: Run) -> None:
    """A folder of one's own holds army lists alone; their ruleset comes from where it is."""
    shipped = ROSTERS[0].parent.parent
    folder = Path("own") / shipped.name
    folder.mkdir(parents=True)
    lists = sorted(path for path in shipped.glob("*.json") if path.stem != "ruleset")
    (folder / lists[0].name).write_bytes(lists[0].read_bytes())
    Path("schemas").mkdir()
    Path("schemas", "catalogue.schema.json").write_text("{}", encoding="utf-8")
    assert run("lint", folder).out == "1 file: nothing found\n"
    Path("elsewhere").mkdir()
    stray = Path("elsewhere") / lists[0].name
    stray.write_bytes(lists[0].read_bytes())
    assert "[unknown-ruleset]" in run("lint", stray).out
