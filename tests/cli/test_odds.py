"""odds: what a reader gets."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.conftest import ROSTERS, Run
from tests.sampling import sampled
from tests.shipped import LIBRARY

SOME = [*LIBRARY.rulesets(), *sampled([(path,) for path in ROSTERS], 4)]


@pytest.mark.parametrize("what", SOME, ids=lambda what: Path(what).stem)
def test_text_fits_a_terminal(run: Run, what: str | Path) -> None:
    said = run("odds", what)
    assert said.code == 0
    assert said.err == ""
    assert max(map(len, said.out.splitlines())) <= 80


@pytest.mark.parametrize("what", SOME, ids=lambda what: Path(what).stem)
def test_json_holds_every_chance_exactly(run: Run, what: str | Path) -> None:
    said = run("odds", what, "--format", "json")
    assert said.code == 0
    data = json.loads(said.out)
    for table in data["tables"]:
        assert sum(Fraction(one["chance"]) for one in table["outcomes"]) == 1
    for odds in data["odds"]:
        for row in odds["rows"]:
            assert len(row["cells"]) == len(odds["columns"])
            for cell in row["cells"]:
                if "spread" in cell:
                    assert sum(Fraction(one["chance"]) for one in cell["spread"]) == 1
                elif "turns" in cell:
                    by = [Fraction(one["by"]) for one in cell["turns"]]
                    assert by == sorted(by)
                else:
                    assert 0 <= Fraction(cell["chance"]) <= 1


def test_a_ruleset_shows_all_its_tables(run: Run) -> None:
    for ruleset in LIBRARY.rulesets():
        said = run("odds", ruleset, "--format", "json")
        tables = [table.id for table in LIBRARY.ruleset(ruleset).tables]
        assert [table["id"] for table in json.loads(said.out)["tables"]] == tables


def test_a_table_in_text_and_markdown(run: Run) -> None:
    assert "  2-5  2/3  66.7 %  Slight Deviation. The opponent" in run("odds", "mesbg").out
    markdown = run("odds", "mesbg", "--format", "markdown").out
    assert "\n### Scatter, D6\n" in markdown
    assert "\n| 2-5 | 2/3 | 66.7 % | Slight Deviation. The opponent" in markdown


def test_a_ruleset_that_is_not_there_has_a_near_miss(run: Run) -> None:
    said = run("odds", "mesgb")
    assert said.code == 2
    assert "No ruleset is called “mesgb”. Did you mean “mesbg”?" in said.err


def test_a_ruleset_goes_before_a_folder_of_its_name(run: Run) -> None:
    Path("mesbg").mkdir()
    Path("other").mkdir()
    assert run("odds", "mesbg").code == 0
    said = run("odds", "other")
    assert said.code == 2
    assert said.err.startswith("other: error: ")


@pytest.mark.parametrize("what", ["nowhere.json", "rosters/nowhere"])
def test_a_file_that_is_not_there(run: Run, what: str) -> None:
    said = run("odds", what)
    assert said.code == 2
    assert said.err == f"{what}: error: There is no such file. [no-such-file]\n"


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_an_army_that_rolls_for_nothing(run: Run, form: str) -> None:
    (path,) = (path for path in ROSTERS if path.stem == "horns-at-dawn")
    lines = run("odds", path, "--format", form).out.splitlines()
    assert "Horns at Dawn" in lines[0]
    assert lines[-1] == "Nothing here is rolled for by rules that have odds."


def test_a_roster_that_can_not_be_used(run: Run) -> None:
    Path("army.json").write_text("{", encoding="utf-8")
    said = run("odds", "army.json")
    assert said.code == 2
    assert "not-json" in said.err


def test_odds_that_take_too_much_work_are_stopped(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "mine" / "hail"
    game.mkdir(parents=True)
    huge = {"greatest": [{"dice": "9D999"}, {"dice": "9D999"}]}
    source = {"document": "book"}
    ruleset = {
        "id": "hail",
        "name": "Hail",
        "version": "1.0.0",
        "summary": "",
        "documents": {"book": {"title": "The Book"}},
        "odds": [
            {"id": "a", "title": "A", "rows": [{"title": "x", "spread": huge}], "source": source},
            {"id": "b", "title": "B", "rows": [{"title": "y", "spread": 7}], "source": source},
        ],
    }
    (game / "ruleset.json").write_text(json.dumps(ruleset), encoding="utf-8")
    said = run("--data", game.parent, "odds", "hail")
    assert said.code == 4
    assert "This can't be worked out: It takes more work than odds may" in said.out
    assert "100 %" in said.out
    said = run("--data", game.parent, "odds", "hail", "--format", "json")
    assert said.code == 4
    assert [one["stopped"] for one in json.loads(said.out)["odds"]] == [True, False]
