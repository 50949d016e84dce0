"""`check --pack`: an event's rules are judged with the game's, and cited as the event's."""

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from listbuilder.checking.check import check_file
from listbuilder.findings import Severity
from listbuilder.loading.events import LoadedEvent, load_event
from tests.cli.conftest import ROSTERS, Run
from tests.shipped import LIBRARY

CASES = Path(__file__).resolve().parents[1] / "events"
PACKS = {path.stem: path for path in LIBRARY.events()}
FOLDERS = sorted(path for path in CASES.glob("*/*") if path.is_dir())


def entries(army: list[dict[str, Any]]) -> Iterator[str]:
    for one in army:
        yield one["entry"]
        yield from entries(one.get("with", []))


def named(folder: Path) -> str:
    return str(folder.relative_to(CASES))


def event_of(folder: Path) -> LoadedEvent:
    return load_event(PACKS[folder.parent.name], LIBRARY)


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_a_roster_that_breaks_one_rule_of_an_event(folder: Path) -> None:
    event = event_of(folder)
    result = check_file(folder / "illegal.json", LIBRARY, event)
    (finding,) = result.findings
    assert finding.code == folder.name
    assert result.verdict == ("illegal" if finding.severity is Severity.ERROR else "legal")
    assert finding.source is not None
    if finding.code != "over-points":
        assert finding.source.document in event.packs[0].documents
        assert (finding.cite or "").startswith(event.name)
    without = check_file(folder / "illegal.json", LIBRARY)
    assert without.findings == (), "only the event forbids it"


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_a_roster_that_just_keeps_it(folder: Path) -> None:
    result = check_file(folder / "legal.json", LIBRARY, event_of(folder))
    assert (result.verdict, result.findings) == ("legal", ())


@pytest.mark.parametrize("name", PACKS)
def test_every_rule_of_a_shipped_pack_is_tried(name: str) -> None:
    pack = load_event(PACKS[name], LIBRARY).packs[0]
    codes = {rule.id for rule in pack.constraints}
    codes |= {
        f"event.{limit}.{op}"
        for limit, allowed in pack.limits.items()
        for op, _ in allowed.bounds()
    }
    codes |= {"list-not-allowed"} if pack.catalogues else set()
    tried = {folder.name for folder in FOLDERS if folder.parent.name == name}
    assert codes | {"over-points"} == tried
    assert pack.figures


PACK: dict[str, Any] = {
    "name": "The Open",
    "ruleset": "mesbg",
    "documents": {"open": {"title": "The Open, players' pack"}},
    "source": {"document": "open", "section": "2"},
}


def write(pack: dict[str, Any], name: str = "event.json") -> str:
    Path(name).write_text(json.dumps(pack), encoding="utf-8")
    return name


ENGINES = {"id": "engines", "title": "engines", "quantity": {"count": {"is": "engine"}}}


def test_the_table_has_the_columns_that_the_event_defines(run: Run) -> None:
    pack = write(
        {**PACK, "figures": [ENGINES, {"id": "m", "title": "=m", "quantity": {"sum": "models"}}]}
    )
    rosters = [path for path in ROSTERS if path.parent.parent.name == "mesbg"]
    said = run("check", "--pack", pack, *rosters, "--table", "table.csv")
    assert said.code == 0
    head, *rows, counted = said.out.splitlines()
    assert counted.startswith("17 files: 1")
    assert re.split("  +", head) == [
        "verdict",
        "costs",
        "engines",
        "=m",
        "findings",
        "player",
        "army lists",
        "side",
        "hash",
        "army",
        "file",
    ]
    assert len(rows) == len(rosters)
    raw = Path("table.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    table = list(csv.reader(raw.decode("utf-8-sig").splitlines()))
    heads = {head: number for number, head in enumerate(table[0])}
    assert list(heads) == [
        "player",
        "team",
        "army",
        "army lists",
        "side",
        "file",
        "verdict",
        "points",
        "points limit",
        "engines",
        "'=m",
        "errors",
        "warnings",
        "codes",
        "hash",
    ]
    assert [row[5] for row in table[1:]] == [str(path) for path in rosters]
    lists = [path.stem for path in LIBRARY.files("mesbg").values() if path.stem != "ruleset"]
    known = LIBRARY.book("mesbg", lists).entries.values()
    engines = {name for one in known for name, entry in one.items() if "engine" in entry.is_}
    for roster, row, cells in zip(rosters, rows, table[1:], strict=True):
        shown = json.loads(run("show", roster, "--format", "json").out)
        assert shown["costs"]["points"] == cells[7]
        assert shown["hash"] == cells[heads["hash"]]
        assert cells[0] == roster.stem
        assert shown["numbers"]["Models for the break point"] == cells[10]
        said = json.loads(roster.read_text(encoding="utf-8"))
        assert int(cells[9]) == sum(entry in engines for entry in entries(said["army"]))
        assert f"  {cells[9]} " in row
    data = json.loads(run("check", "--pack", pack, rosters[0], "--format", "json").out)
    assert data["files"][0]["figures"] == {"engines": table[1][9], "=m": table[1][10]}


def test_names_from_elsewhere_are_no_formulas(run: Run, army: Path) -> None:
    data = json.loads(army.read_text(encoding="utf-8"))
    army.write_text(json.dumps({**data, "name": '=HYPERLINK("http://x")\n,"y"'}), encoding="utf-8")
    run("check", army, "--table", "table.csv")
    (row,) = list(csv.reader(Path("table.csv").read_text(encoding="utf-8-sig").splitlines()))[1:]
    assert row[2] == '\'=HYPERLINK("http://x")\\u000a,"y"'
    assert row[6:8] == ["illegal", "0"]


def test_a_roster_that_sets_no_limit_is_judged_by_the_events(run: Run, army: Path) -> None:
    run("add", army, "orc-captain")
    run("add", army, "army-leader")
    data = json.loads(army.read_text(encoding="utf-8"))
    del data["limits"]
    army.write_text(json.dumps(data), encoding="utf-8")
    for bound, code in (({"at_most": 40}, 0), ({"exactly": 39}, 1), ({"at_least": 39}, 1)):
        said = run("check", army, "--pack", write({**PACK, "limits": {"points": bound}}))
        assert said.code == code
        assert ("[over-points]" in said.out) is (code == 1)


def test_what_mends_a_limit_is_tried(run: Run, army: Path) -> None:
    run("add", army, "orc-captain")
    run("add", army, "army-leader")
    said = run("check", army, "--pack", write({**PACK, "limits": {"points": {"exactly": 40}}}))
    assert "limit: 300 Points, exactly 40 needed. [event.points.exactly]" in said.out
    assert "to mend it: Set Points to 40\n" in said.out
    assert "rule: The Open, players' pack, “2”" in said.out
    lines = army.read_text(encoding="utf-8").splitlines()
    limit = next(number for number, line in enumerate(lines, 1) if '"points"' in line)
    assert f"army.json:{limit}:" in said.out, "at the limit in the file"


def test_a_roster_of_another_game_is_unusable(run: Run) -> None:
    other = next(path for path in ROSTERS if "points" not in run("check", path).out)
    said = run("check", "--pack", write(PACK), other)
    assert said.code == 2
    assert "The Open is an event of mesbg, not of " in said.out
    assert "[other-ruleset]" in said.out


GAME: dict[str, Any] = {
    "id": "raid",
    "name": "Raid",
    "version": "1",
    "documents": {"book": {"title": "Book"}},
    "values": {"points": {"title": "points", "cost": True}},
    "limits": {"points": {"title": "Points"}},
    "choices": {"side": {"title": "Side", "options": {"in": "inside", "out": "outside"}}},
    "slots": [{"id": "all", "offers": [{"is": "unit"}]}],
    "keywords": {"unit": {}},
    "constraints": [
        {
            "id": "alone",
            "title": "Outside, one is enough",
            "when": {"choice": {"side": "out"}},
            "require": {"count": {"is": "unit"}, "at_most": 1},
            "source": {"document": "book"},
        }
    ],
}
LIST: dict[str, Any] = {"id": "band", "ruleset": "raid", "name": "Band", "version": "1"}
UNIT = {"id": "man", "name": "Man", "is": "unit", "values": {"points": 3}}


def test_choices_that_an_event_fixes(run: Run) -> None:
    folder = Path("games/raid")
    folder.mkdir(parents=True)
    write(GAME, "games/raid/ruleset.json")
    write({**LIST, "entries": [UNIT]}, "games/raid/band.json")
    pack = write({**PACK, "ruleset": "raid", "choices": {"side": "out"}})
    roster: dict[str, Any] = {"ruleset": "raid", "name": "R", "catalogues": {"band": "1"}}
    roster["army"] = [{"entry": "man", "count": 2}]
    inside = write({**roster, "choices": {"side": "in"}}, "in.json")
    said = run("--data", "games", "check", "--pack", pack, inside)
    assert said.code == 1
    assert "error: Side: The Open is for outside, not inside. [choice-not-allowed]" in said.out
    assert "rule: The Open, players' pack, “2”" in said.out
    unsaid = write(roster, "unsaid.json")
    assert run("--data", "games", "check", unsaid).code == 0
    assert "[alone]" in run("--data", "games", "check", "--pack", pack, unsaid).out
    said = run(
        "--data",
        "games",
        "check",
        "--pack",
        write({**PACK, "ruleset": "raid", "choices": {"side": "on"}}),
        unsaid,
    )
    assert "Side can't be “on”." in said.out


def test_a_battle_at_an_event(run: Run) -> None:
    Path("games/raid").mkdir(parents=True)
    battle = {"choice": "side", "sides": ["in", "out"], "source": {"document": "book"}}
    write({**GAME, "battle": battle}, "games/raid/ruleset.json")
    write({**LIST, "entries": [UNIT]}, "games/raid/band.json")
    rule = {**RULE, "id": "not-three", "require": {"sum": "points", "at_most": 2}}
    figure = {"id": "men", "title": "men", "quantity": {"count": {"entry": "man"}}}
    pack = write({**PACK, "ruleset": "raid", "constraints": [rule], "figures": [figure]})
    armies = [
        write(
            {
                "ruleset": "raid",
                "name": side,
                "catalogues": {"band": "1"},
                "choices": {"side": side},
                "army": [{"entry": "man"}],
            },
            f"{side}.json",
        )
        for side in ("in", "out")
    ]
    assert run("--data", "games", "check", "--battle", *armies).code == 0
    said = run("--data", "games", "check", "--battle", *armies, "--pack", pack)
    assert said.code == 1
    assert said.out.count("[not-three]") == 2
    assert "men" in said.out


RULE = {"title": "x", "require": {"sum": "points", "at_most": 3}, "source": {"document": "open"}}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"ruleset": "mesgb"}, "Did you mean “mesbg”? [unknown-ruleset]"),
        ({"limits": {"point": {"exactly": 3}}}, "Did you mean “points”? [unknown-limit]"),
        ({"limits": {"points": {}}}, "“points” must not be empty. [wrong-value]"),
        ({"limits": {"points": 700}}, "“points” must be an object {…}, not 700. [wrong-type]"),
        ({"catalogues": ["modor"]}, "Did you mean “mordor”? [unknown-catalogue]"),
        (
            {"choices": {"side": "in"}},
            "has no choice “side”. Did you mean “siege”? [unknown-choice]",
        ),
        ({"source": {"document": "opne"}}, "Did you mean “open”? [unknown-document]"),
        (
            {"documents": {"rules-manual": {"title": "x"}}, "source": {"document": "bsdata"}},
            "[duplicate-document]",
        ),
        ({"constraints": [{**RULE, "id": "over-points"}]}, "[colliding-code]"),
        ({"constraints": [{**RULE, "id": "a"}] * 2}, "a constraint “a” already"),
        (
            {"constraints": [{**RULE, "id": "a", "for": {"is": "enigne"}}]},
            "Did you mean “engine”? [unknown-keyword]",
        ),
        (
            {"figures": [{**ENGINES, "quantity": {"sum": "ponits"}}]},
            "Did you mean “points”? [unknown-value]",
        ),
        ({"colums": []}, "Unknown key “colums”."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_bad_pack_is_said_and_nothing_is_checked(
    run: Run, more: dict[str, Any], said: str
) -> None:
    pack = write({**PACK, **more})
    told = run("check", ROSTERS[0], "--pack", pack)
    assert told.code == 2
    assert said in told.out
    assert all(line.startswith(("event.json:1:", "    ")) for line in told.out.splitlines())


def test_packs_in_a_folder_are_passed_over(run: Run, army: Path) -> None:
    write(PACK)
    table = run("check", ".").out.splitlines()
    assert [line.split()[0] for line in table if line.endswith("event.json")] == ["skipped"]


def test_other_commands_play_by_the_event_too(run: Run) -> None:
    folder = next(one for one in FOLDERS if "points" not in one.name)
    forbidden, pack = folder / "illegal.json", PACKS[folder.parent.name]
    assert ", legal" in run("show", forbidden).out
    assert ", illegal" in run("show", forbidden, "--pack", pack).out
    one = ("print", forbidden, "--sheets", "army", "-o")
    assert ": legal\n" in run(*one, "a.pdf").out
    assert "ILLEGAL, and the sheet says so" in run(*one, "b.pdf", "--pack", pack).out
    assert run("repair", forbidden, "--pack", pack, "-o", "mended.json").code == 0
    assert check_file(Path("mended.json"), LIBRARY, event_of(folder)).verdict == "legal"
