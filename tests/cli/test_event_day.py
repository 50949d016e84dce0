"""An organiser's day: sixty players with two lists each, by the commands of the guide."""

import csv
import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from listbuilder.interop.archive import packed
from listbuilder.interop.opening import load_roster
from listbuilder.loading.save import dump
from listbuilder.loading.share import fold
from listbuilder.model.roster import Roster
from listbuilder.report.exports import write_as
from listbuilder.rules.evaluate import judge_of
from tests.cli.conftest import Run
from tests.shipped import LIBRARY

GUIDE = Path(__file__).parents[2] / "docs" / "events.md"
COMMANDS = [
    shlex.split(line)[1:]
    for line in GUIDE.read_text(encoding="utf-8").split("```")[1].splitlines()
    if line.startswith("listbuilder ")
]
NAMES = ("Anna Lund", "Björn Öst", "Żaneta 🏰 Król", "D'Arcy-Ñ", "城の王", "O/Neill: *?")
PLAYERS = [*NAMES, *(f"Player {number:02}" for number in range(len(NAMES) + 1, 61))]
MISSING = PLAYERS[-1]
BROKEN = {
    "Player 10": b"{",
    "Player 11": b"<roster>",
    "Player 12": b"PK\x03\x04 cut off",
    "Player 13": b"",
    "Player 14": b'{"ruleset": "mesbg", "name": "x", "catalogues": {"modor": "1"}}',
}
TWICE = [f"Player {number}" for number in range(20, 25)]
OTHER_GAME = ["Player 30", "Player 31"]
HUGE = "Player 40"
PACK: dict[str, Any] = {
    "name": "The Sixty",
    "ruleset": "mesbg",
    "documents": {"sixty": {"title": "The Sixty, players' pack"}},
    "source": {"document": "sixty"},
    "limits": {"points": {"at_most": 2000}},
    "choices": {"siege": ["attacker", "defender"]},
    "per_player": {
        "rosters": {"exactly": 2},
        "one_of_each": {"siege": ["attacker", "defender"]},
    },
    "figures": [
        {"id": "engines-here", "title": "engines", "quantity": {"count": {"is": "engine"}}}
    ],
}


def rosters() -> Iterator[Roster]:
    """Armies without an end, each unlike all others, without anything that only one side has."""
    armies = [load_roster(path, LIBRARY).roster for path in LIBRARY.rosters("mesbg")]
    free = [one for one in armies if one.choices.get("siege", "none") == "none"]
    number = 0
    while True:
        for roster in free:
            number += 1
            yield attrs.evolve(roster, limits={"points": 1000 + number})


def written(roster: Roster, number: int) -> tuple[str, bytes]:
    """A roster in one of the forms in which players send theirs."""
    judge = judge_of(LIBRARY.book(roster.ruleset, roster.catalogues))
    match number % 6:
        case 0 | 1:
            return ".json", dump(roster).encode()
        case 2:
            return ".ROS", write_as("ros", judge, roster)
        case 3:
            return ".rosz", write_as("rosz", judge, roster)
        case 4:
            return ".txt", fold(roster).encode()
        case _:
            return ".zip", packed([("inside/list.json", dump(roster).encode())])


def safe(name: str) -> str:
    return name.replace("/", "").replace(":", "").replace("*", "").replace("?", "")


def inbox() -> int:
    """Write what was sent in, and count the files."""
    folder = Path("inbox")
    folder.mkdir()
    armies, files = rosters(), 0

    def put(name: str, data: bytes) -> None:
        nonlocal files
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        files += 1

    for number, player in enumerate(PLAYERS[:-1]):
        for side in ("attacker", "defender"):
            roster = attrs.evolve(next(armies), choices={"siege": side})
            if player in NAMES or number % 2:
                roster = attrs.evolve(roster, player=player)
            if player == HUGE and side == "attacker":
                roster = attrs.evolve(roster, army=roster.army * 100)
            ending, data = written(roster, number)
            if player in BROKEN and side == "attacker":
                ending, data = ".json", BROKEN[player]
            if player in OTHER_GAME and side == "attacker":
                other = next(iter(LIBRARY.rosters("helms-deep")))
                ending, data = ".json", other.read_bytes()
            where = f"{safe(player)}/" if number % 3 == 0 else ""
            put(f"{where}{safe(player)} {side}{ending}", data)
            if player in TWICE and side == "defender":
                again = attrs.evolve(roster, player=player, name="The same again")
                put(f"{safe(player)} once more.json", dump(again).encode())
    put("notes.docx", b"\xd0\xcf\x11\xe0")
    return files


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.chdir(tmp_path)
    Path("event.json").write_text(json.dumps(PACK), encoding="utf-8")
    Path("players.csv").write_text("\n".join(["player", *PLAYERS]), encoding="utf-8")
    pairs = [f"{number},{one},{two}" for number, (one, two) in enumerate(paired(), 1)]
    Path("round-1.csv").write_text("\n".join(["table,player,opponent", *pairs]), encoding="utf-8")
    return inbox()


def paired() -> Iterator[tuple[str, str]]:
    yield from zip(PLAYERS[::2], PLAYERS[1::2], strict=True)


def test_from_the_inbox_to_the_tables(run: Run, files: int) -> None:
    lint, check, freeze, wall, pairs, verify = COMMANDS
    assert run(*lint, "--no-proofs").code == 0

    said = run(*check)
    assert said.code == 2, "five are broken"
    assert f"{files} files: " in said.out
    lines = said.out.splitlines()
    assert "59 of 60 expected players sent something." in lines
    assert f"Missing: {MISSING}" in lines
    assert not [line for line in lines if line.startswith("Not expected: ")]
    assert sum(line.startswith("The same army: ") for line in lines) == len(TWICE)
    assert [line for line in lines if line.endswith(": 3 rosters")] == [
        f"{player}: 3 rosters" for player in TWICE
    ]
    texts = {path.name: path.read_text(encoding="utf-8") for path in Path("answers").iterdir()}
    assert len(texts) == 60 + 1
    overview = [line.split() for line in texts["overview.txt"].splitlines()]
    assert ["Player", "20", "illegal", "2", "All", "lists", "together"] in overview
    assert "No army has come from you yet." in texts["player-60.txt"]
    assert texts["anna-lund.txt"].count(": legal, ") == 2
    for player in (*BROKEN, *OTHER_GAME):
        assert ": unusable\n" in texts[f"{player.lower().replace(' ', '-')}.txt"]
    for player in TWICE:
        told = texts[f"{player.lower().replace(' ', '-')}.txt"]
        assert "3 rosters, exactly 2 needed." in told
        assert told.count("  The same army as in ") == 1
    assert "(but breaks: " not in texts["player-40.txt"]

    assert run(*freeze).code == 2
    frozen = json.loads(Path("frozen.json").read_text(encoding="utf-8"))
    usable = files - 1 - len(BROKEN) - len(OTHER_GAME)
    assert len(frozen["armies"]) == usable
    assert {one["player"] for one in frozen["armies"]} == {*PLAYERS} - {MISSING}

    assert run(*wall, "--table", "wall.csv").code == 2
    rows = list(csv.DictReader(Path("wall.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert sum(bool(row["file"]) for row in rows if not row["file"].startswith("player ")) == files
    page = Path("wall.html").read_text(encoding="utf-8")
    assert "<h1>The Sixty: Armies</h1>" in page
    assert "Żaneta 🏰 Król" in page
    assert not [one for one in frozen["armies"] if one["hash"][:14] in page], "it could be tried"
    assert "城の王" in page

    run(*pairs, "--table", "round.csv")
    tables = list(csv.reader(Path("round.csv").read_text(encoding="utf-8-sig").splitlines()))[1:]
    assert [row[0] for row in tables] == [str(number) for number in range(1, 31)]
    assert tables[0][1:6:2] == ["Anna Lund (attacker)", "Björn Öst (defender)", "legal"]
    assert tables[0][6] == "either way"
    assert tables[-1][6] == f"Nothing that can be used came from {MISSING}."

    mine = next(one for one in frozen["armies"] if one["player"] == "城の王")
    roster = load_roster(put_back(mine["army"]), LIBRARY).roster
    Path("scan.txt").write_text(fold(roster), encoding="utf-8")
    said = run(*verify)
    assert (said.code, said.out.startswith("scan.txt: submitted by 城の王: ")) == (0, True)


def put_back(army: dict[str, Any]) -> Path:
    path = Path("army.json")
    path.write_text(json.dumps(army), encoding="utf-8")
    return path
