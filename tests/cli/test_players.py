"""Whose a roster is, who is missing, what came twice, and the tables of it all."""

import csv
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from listbuilder.report.columns import table
from listbuilder.report.terminal import width
from tests.cli.conftest import Run
from tests.shipped import LIBRARY

ARMIES = LIBRARY.rosters("mesbg")


def put(path: str, army: Path, **more: object) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    said = {**json.loads(army.read_text(encoding="utf-8")), **more}
    Path(path).write_text(json.dumps(said), encoding="utf-8")


def inbox() -> None:
    put("in/a.json", ARMIES[0], player="Żaneta 🏰", team="Gray")
    put("in/anna-lund attack.json", ARMIES[1])
    put("in/Björn Öst/list.json", ARMIES[2], notes="my own")
    put("in/Björn Öst/again.json", ARMIES[2], name="Otherwise called")
    put("in/nobody.json", ARMIES[3])
    Path("in/broken-anna lund.json").write_text("{", encoding="utf-8")
    players = "Team;Player\nRed;ANNA LUND\nRed;Bjorn Ost\n;Żaneta 🏰\nBlue;Mia\n\nBlue;mia\n"
    Path("players.csv").write_text(players, encoding="utf-8")


def test_whose_each_roster_is_and_who_is_missing(run: Run) -> None:
    inbox()
    said = run("check", "in", "--expect", "players.csv", "--sort", "player", "--table", "t.csv")
    assert said.code == 2
    assert said.out.splitlines()[-7:] == [
        "6 files: 5 legal, 1 unusable",
        "3 of 4 expected players sent something.",
        "Missing: Mia",
        "Not expected: broken-anna lund",
        "Not expected: nobody",
        "Bjorn Ost: 2 rosters",
        "The same army: in/Björn Öst/again.json, in/Björn Öst/list.json",
    ]
    rows = list(csv.DictReader(Path("t.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert [(row["player"], row["team"]) for row in rows] == [
        ("ANNA LUND", "Red"),
        ("Bjorn Ost", "Red"),
        ("Bjorn Ost", "Red"),
        ("broken-anna lund", ""),
        ("nobody", ""),
        ("Żaneta 🏰", "Gray"),
    ]


def test_a_missing_player_is_no_success(run: Run) -> None:
    put("in/mia.json", ARMIES[0])
    Path("p.csv").write_text("Mia\n", encoding="utf-8")
    assert run("check", "in", "--expect", "p.csv").code == 0
    Path("p.csv").write_text("name\nMia\nOle\n", encoding="utf-8")
    said = run("check", "in", "--expect", "p.csv")
    assert (said.code, said.out.splitlines()[-1]) == (1, "Missing: Ole")
    Path("p.csv").write_bytes(b"")
    assert "It names no players." in run("check", "in", "--expect", "p.csv").err
    Path("p.csv").write_text('"Mia', encoding="utf-8")
    assert "no table" in run("check", "in", "--expect", "p.csv").err


@pytest.mark.parametrize("key", ["player", "team", "army", "list", "verdict", "points"])
def test_rows_stand_in_the_order_asked_for(run: Run, key: str) -> None:
    inbox()
    run("check", "in", "--sort", key, "--table", "t.csv")
    rows = list(csv.DictReader(Path("t.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert len(rows) == 6
    if key == "points":
        points = [int(row["points"] or 0) for row in rows]
        assert points == sorted(points, reverse=True)
    elif key == "verdict":
        assert rows[0]["verdict"] == "unusable"
    else:
        column = {"list": "army lists"}.get(key, key)
        cells = [row[column].casefold().replace("ö", "o") for row in rows]
        assert cells == sorted(cells)


class Cells(HTMLParser):
    """The rows of a page's table."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        else:
            assert tag not in ("script", "b", "img")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1] and self.lasttag in ("td", "th"):
            self.rows[-1][-1] += data


def test_tables_for_a_page_and_for_the_wall(run: Run) -> None:
    put("in/x.json", ARMIES[0], player="<b>|Mia|</b>", name="*Us*\n<img src=x>")
    put("in/y.json", ARMIES[1])
    Path("in/photo.png").write_bytes(b"x")
    assert run("check", "in", "--table", "w.html", "--table", "w.md").code == 0
    page = Cells()
    page.feed(Path("w.html").read_text(encoding="utf-8"))
    heads, first, second = (row for row in page.rows)
    assert heads[:4] == ["Player", "Army", "Army lists", "Side"]
    assert first[0] == "<b>|Mia|</b>"
    assert first[1] == "*Us*\\u000a<img src=x>"
    assert second[0] == "y"
    lines = Path("w.md").read_text(encoding="utf-8").splitlines()
    assert lines[1] == "|---" * len(heads) + "|"
    assert lines[2].startswith("| \\<b\\>\\|Mia\\|\\</b\\> | \\*Us\\*")
    assert lines[-1] == "2 files: 2 legal"
    said = run("check", "in", "--table", "w.pdf")
    assert (said.code, "a table ends with .csv, .md, .html" in said.err) == (2, True)


def test_columns_line_up_with_wide_letters() -> None:
    rows = [("城", "a"), ("abc", "b"), ("e\u0301", "c"), ("🏰", "d")]
    lines = list(table(("x", "y"), rows))
    assert {width(line) for line in lines} == {6}


def test_a_rosters_own_player_is_kept_everywhere(run: Run, army: Path) -> None:
    assert run("set", army, ".", "player=Ann", "team=Reds").code == 0
    assert "Player: Ann\nTeam: Reds\n" in run("show", army).out
    data = json.loads(run("check", army, "--format", "json").out)["files"][0]
    assert (data["player"], data["team"], data["lists"]) == ("Ann", "Reds", ["Mordor"])
    assert data["hash"] == json.loads(run("show", army, "--format", "json").out)["hash"]
    for form in ("ros", "newrecruit"):
        run("export", army, "--to", form, "-o", f"x.{form}")
        found = json.loads(run("check", f"x.{form}", "--format", "json").out)["files"][0]
        assert [found[key] for key in ("player", "team", "hash")] == ["Ann", "Reds", data["hash"]]
    run("set", army, ".", "team=")
    assert "team" not in json.loads(army.read_text(encoding="utf-8"))
