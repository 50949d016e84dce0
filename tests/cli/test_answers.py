"""What an organiser sends and hangs up: a text for each player, and who meets whom."""

import csv
import json
from pathlib import Path
from typing import Any

from tests.cli.conftest import Run
from tests.shipped import LIBRARY

MESBG = {path.stem: path for path in LIBRARY.rosters("mesbg")}
WARHAMMER = {path.stem: path for path in LIBRARY.rosters("warhammer")}
CAPTAINS = next(path for path in LIBRARY.events() if path.stem == "captains-of-the-siege")


def put(path: str, of: Path, **more: Any) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    said = {**json.loads(of.read_text(encoding="utf-8")), **more}
    Path(path).write_text(json.dumps(said), encoding="utf-8")


def test_each_player_gets_a_text_without_codes(run: Run) -> None:
    put("in/a.json", MESBG["grond-is-coming"], player="Ann Bé/..\n")
    put("in/b.json", MESBG["heads-over-the-wall"], player="overview")
    Path("in/Ole.json").write_text("{", encoding="utf-8")
    Path("in/photo.png").write_bytes(b"\x89PNG")
    Path("p.csv").write_text("player\nMia\nOle\n", encoding="utf-8")
    said = run("check", "in", "--pack", CAPTAINS, "--expect", "p.csv", "--mail", "out")
    assert said.code == 2
    texts = {path.name: path.read_text(encoding="utf-8") for path in Path("out").iterdir()}
    assert {*texts} == {"ann-bé.txt", "mia.txt", "ole.txt", "overview-2.txt", "overview.txt"}
    ann = texts["ann-bé.txt"].splitlines()
    assert ann[:3] == ["Ann Bé/..\\u000a", "Captains of the Siege", ""]
    assert ann[3] == "Grond Is Coming (a.json): illegal, 999 of 1000 points"
    assert "players' pack, “Your army”)" in texts["ann-bé.txt"]
    assert "    What mends it: " in texts["ann-bé.txt"]
    found = json.loads(run("check", "in/a.json", "--pack", CAPTAINS, "--format", "json").out)
    for finding in found["files"][0]["findings"]:
        assert finding["message"] in texts["ann-bé.txt"]
        assert finding["code"] not in texts["ann-bé.txt"]
    assert texts["mia.txt"].splitlines()[3] == "No army has come from you yet."
    assert "  - line 1: " in texts["ole.txt"]
    assert "Missing: Mia" in texts["overview.txt"]
    assert "in/photo.png: It is of another kind than rosters are." in texts["overview.txt"]
    assert "4 files: 2 illegal, 1 unusable, 1 skipped" in texts["overview.txt"]
    assert "out is there already" in run("check", "in", "--mail", "out").err


def test_every_pair_is_judged_and_told_in_one_table(run: Run) -> None:
    attack, defence = "a-feast-behind-those-walls", "the-walls-of-the-reikland"
    other = "green-tide-at-the-gate"
    put("in/ann 1.json", WARHAMMER[attack])
    put("in/ole.json", WARHAMMER[defence], player="Ole")
    put("in/ann 2.json", WARHAMMER[defence], player="Ann 1")
    put("in/ole-attack.json", WARHAMMER[attack], player="Ole")
    put("in/mia.json", WARHAMMER[other])
    Path("pairs.csv").write_text(
        "Table,Player,Opponent\nA,Ann 1,ole\nB,Ole,mia\nC,mia,in/ann 1.json\nD,mia,Eva\n",
        encoding="utf-8",
    )
    said = run("check", "in", "--pairings", "pairs.csv", "--table", "t.csv", "--table", "t.html")
    assert said.code == 2
    rows = list(csv.reader(Path("t.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert [row[0] for row in rows] == ["Table", "A", "B", "C", "D"]
    assert rows[1][1] == "ann 1 (siege, attacker)"
    assert (rows[1][3], rows[1][5:]) == ("Ole (siege, defender)", ["legal", "either way"])
    assert rows[2][1] == "mia (siege, attacker)"
    assert (rows[2][3], rows[2][5:]) == ("Ole (siege, defender)", ["legal", "this way"])
    assert rows[3][5:] == ["unusable", "None of their armies are on different sides."]
    assert rows[4][5:] == ["unusable", "Nothing that can be used came from Eva."]
    assert said.out.splitlines()[-1].startswith("D ")
    assert "either way" in Path("t.html").read_text(encoding="utf-8")


def test_pairs_of_another_game_and_without_sides(run: Run) -> None:
    put("in/a.json", MESBG["ladders-against-the-wall"])
    put("in/b.json", MESBG["the-hornburg-by-night"])
    put("in/c.json", MESBG["grond-is-coming"])
    put("in/d.json", next(iter(LIBRARY.rosters("helms-deep"))))
    Path("p.csv").write_text("one;two\nb;a\na;c\nd;d\n", encoding="utf-8")
    run("check", "in", "--pairings", "p.csv", "--table", "t.csv")
    rows = list(csv.reader(Path("t.csv").read_text(encoding="utf-8-sig").splitlines()))[1:]
    assert [row[0] for row in rows] == ["1", "2", "3"]
    assert rows[0][1] == "a (attacker)"
    assert rows[0][5] == "legal"
    assert rows[1][6] == "None of their armies are on different sides."
    assert rows[2][6] == "Their game has no battles between two sides to check."
    Path("p.csv").write_text("table,player\n1,a\n", encoding="utf-8")
    assert "two columns of players" in run("check", "in", "--pairings", "p.csv").err
