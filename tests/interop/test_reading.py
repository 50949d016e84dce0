"""Files of other programs: what is taken over, what is told, what is refused."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from listbuilder.checking.check import check_file
from listbuilder.errors import LoadError
from listbuilder.interop.foreign import MOST_DEPTH
from listbuilder.interop.opening import load_roster
from listbuilder.interop.programs import read_foreign
from listbuilder.loading.input_limits import MOST_BYTES
from listbuilder.report.exports import write_as
from listbuilder.report.outline import text_lines
from listbuilder.rules.evaluate import judge_of
from tests.shipped import LIBRARY

FILES = Path(__file__).parent / "files"


def zipped(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return made.getvalue()


def lines(path: Path) -> list[str]:
    loaded = load_roster(path, LIBRARY)
    judge = judge_of(loaded.book)
    listed = text_lines(judge, judge.evaluate(loaded.roster))
    return [line.strip() for line in listed if line.lstrip()[0].isdigit()]


def test_an_engine_its_crew_and_what_nobody_knows() -> None:
    path = FILES / "engine-and-a-stranger.ros"
    assert lines(path) == [
        "1 Mordor  271 points",
        "1.1 Orc Captain “Ugly” [Army leader, Shield]  81 points",
        "1.1.3 6 × Orc Warrior [6 × Shield]  36 points",
        "1.2 Mordor War Catapult [Flaming Ammunition]  190 points",
        "1.2.1 Orc Siege Veteran",
        "1.2.3 5 × Orc Crew  15 points",
        "1.2.4 Mordor Troll Crew",
    ]
    result = check_file(path, LIBRARY)
    assert result.verdict == "legal"
    assert [(finding.code, finding.message, finding.line) for finding in result.findings] == [
        (
            "not-understood",
            "1 selection not understood: 2 × Orc Captain / Warband / Unknown Beast, 70 points.",
            None,
        )
    ]
    notes: Any = load_roster(path, LIBRARY).roster.notes
    assert notes["import"]["points there"] == "421"


def test_an_illegal_list_with_an_ally_stays_as_it_is() -> None:
    path = FILES / "allies-against-the-rules.json"
    assert lines(path) == [
        "1 Minas Tirith  82 points",
        '1.1 Captain of Minas Tirith “Say "friend" <b>” [Army leader]  82 points',
        "1.1.2 4 × Warrior of Minas Tirith [4 × Shield]  32 points",
        "2 Garrison of Dale  50 points",
        "2.1 Captain of Dale  50 points",
    ]
    result = check_file(path, LIBRARY)
    assert result.verdict == "illegal"
    assert {finding.code for finding in result.findings} == {
        "other-points",
        "allies-without-valour",
    }
    assert result.findings[0].message == (
        "Points differ: 2.1 Captain of Dale (Garrison of Dale): 45 there, 50 here."
    )
    loaded = load_roster(path, LIBRARY)
    assert (loaded.made_from, loaded.roster.limits) == ("New Recruit", {})


def test_the_first_bytes_tell_what_a_file_is(tmp_path: Path) -> None:
    xml = (FILES / "engine-and-a-stranger.ros").read_bytes()
    for name, raw in (("a.json", zipped(("../../etc/x.ros", xml))), ("b.rosz", xml)):
        (tmp_path / name).write_bytes(raw)
        assert load_roster(tmp_path / name, LIBRARY).roster.name == "Siege of the city"
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".ros"] == []


XML = b'<roster name="x" gameSystemName="nothing of ours"><forces><force/></forces></roster>'
STORED = zipped(("a.ros", XML), method=zipfile.ZIP_STORED)
DEEP = b"<selections><selection>" * (MOST_DEPTH + 2)
HOSTILE: dict[str, tuple[bytes, str]] = {
    "entities": (
        b'<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><roster name="&b;"/>',
        "unsafe-xml",
    ),
    "external": (b'<!DOCTYPE r SYSTEM "file:///etc/passwd"><roster/>', "unsafe-xml"),
    "deep XML": (b"<roster><forces><force>" + DEEP, "unsafe-xml"),
    "many elements": (b"<roster>" + b"<a/>" * 300_000 + b"</roster>", "unsafe-xml"),
    "cut off": (XML[:-9], "not-xml"),
    "an unknown encoding": (b'<?xml version="1.0" encoding="klingon"?><roster/>', "not-xml"),
    "an encoding of many bytes": (b'<?xml version="1.0" encoding="utf-7"?><roster/>', "not-xml"),
    "another root": (b"<catalogue><roster/></catalogue>", "no-roster"),
    "an unknown game": (XML, "unknown-game"),
    "a bomb": (zipped(("a.ros", b" " * (MOST_BYTES + 1))), "too-large"),
    "two members": (zipped(("a.ros", XML), ("b.ros", XML)), "bad-archive"),
    "no member": (zipped(), "bad-archive"),
    "a cut archive": (zipped(("a.ros", XML))[:-30], "bad-archive"),
    "a changed archive": (STORED.replace(b"nothing", b"anythin"), "bad-archive"),
    "half a character": (b'{"roster": {"name": "\\uD800"}}', "broken-character"),
    "deep JSON": (b'{"roster": ' + b"[" * 100_000, "too-deep"),
    "JSON of something else": (b'{"roster": [1, 2]}', "no-roster"),
    "JSON that is none": (b'{"roster": {', "not-json"),
    "deep selections": (
        b'{"roster":{"gameSystemName":"x","forces":[{'
        + b'"selections":[{"name":"a",' * 90
        + b'"number":1'
        + b"}]" * 90
        + b"}]}}",
        "too-deep",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_in_a_sentence(name: str) -> None:
    raw, code = HOSTILE[name]
    with pytest.raises(LoadError) as refused:
        read_foreign(raw, "theirs.rosz", LIBRARY)
    (finding,) = refused.value.findings
    assert finding.code == code
    assert finding.message.endswith(".")
    assert len(finding.message) < 300


def test_odd_numbers_and_names_do_no_harm() -> None:
    selection = {"name": "Orc Captain\x1b[31m", "number": "1e99", "costs": [{"name": "pts"}, 3, {}]}
    force = {"catalogueName": "Mordor", "selections": [selection, 4, {"number": -7}, {"name": []}]}
    data = {"roster": {"name": 5, "forces": [force, "x"], "gameSystemName": None}}
    imported = read_foreign(json.dumps(data).encode(), "x", LIBRARY)
    assert imported.roster.name == "5"
    assert len(imported.missed) == 3


WARBANDS = {
    "version": "1.0",
    "leader_warband_id": "w1",
    "warbands": [
        {
            "id": "w1",
            "num": 1,
            "hero": {
                "id": "a",
                "model_id": "[mordor] orc_captain",
                "quantity": 1,
                "options": [
                    {"option_id": "OPT0312", "opt_quantity": 1},
                    {"option_id": "OPT0313", "opt_quantity": 0},
                ],
            },
            "units": [
                {
                    "id": "b",
                    "model_id": "[mordor] orc_warrior",
                    "quantity": 6,
                    "options": [{"option": "Shield", "opt_quantity": 1}],
                },
                {"id": "c", "name": None},
            ],
        },
        {"id": "w2", "num": 2, "hero": None, "units": []},
    ],
}


def test_a_list_of_warbands_is_read_and_another_edition_refused(tmp_path: Path) -> None:
    path = tmp_path / "theirs.json"
    path.write_text(json.dumps(WARBANDS))
    assert lines(path) == [
        "1 Mordor  76 points",
        "1.1 Orc Captain [Army leader]  76 points",
        "1.1.2 6 × Orc Warrior [6 × Shield]  36 points",
    ]
    result = check_file(path, LIBRARY)
    assert [finding.message for finding in result.findings] == [
        "1 selection not understood: orc_captain / OPT0312."
    ]
    path.write_text(json.dumps(WARBANDS | {"edition": "v2024"}))
    (finding,) = check_file(path, LIBRARY).findings
    assert finding.message == "This army is of the 2024 edition: another game."


def test_options_by_number_alone_are_those_of_their_unit(tmp_path: Path) -> None:
    def unit(name: str, quantity: int, *codes: str) -> dict[str, Any]:
        options = [{"option_id": code, "opt_quantity": 1} for code in codes]
        return {"id": name, "model_id": name, "quantity": quantity, "options": options}

    warbands = [
        {
            "id": "w1",
            "hero": unit("[mordor] gothmog", 1, "OPT0553", "OPT0554"),
            "units": [
                unit("[mordor] orc_warrior", 6, "OPT0603", "OPT0604"),
                unit("[mordor] orc_warrior", 1, "OPT0601"),
                unit("[mordor] warg_rider", 2, "OPT0643"),
            ],
        },
        {"id": "w3", "hero": unit("[mordor] mordor_war_catapult", 1, "OPT0583", "OPT0585")},
        {"id": "w2", "hero": unit("[minas_tirith] faramir", 1, "OPT0504", "OPT0507", "OPT0508")},
    ]
    path = tmp_path / "theirs.json"
    path.write_text(json.dumps({"version": "1", "leader_warband_id": "w1", "warbands": warbands}))
    assert lines(path) == [
        "1 Mordor  421 points",
        "1.1 Gothmog, Lieutenant of Sauron [Warg, Shield, Army leader]  241 points",
        "1.1.4 6 × Orc Warrior [6 × Shield, 6 × Spear]  42 points",
        "1.1.5 Orc Warrior [Banner]  30 points",
        "1.1.6 2 × Warg Rider [2 × Throwing spears]  24 points",
        "1.2 Mordor War Catapult [Flaming Ammunition]  180 points",
        "1.2.2 3 × Orc Crew  5 points",
        "1.2.3 Orc Siege Veteran",
        "2 Minas Tirith  105 points",
        "2.1 Faramir, Captain of Gondor [Armoured horse, Heavy armour, Lance]  105 points",
    ]
    assert "not-understood" not in {one.code for one in check_file(path, LIBRARY).findings}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
@pytest.mark.parametrize("form", ["ros", "newrecruit", "text"])
def test_whatever_encoding_windows_writes_is_read(form: str, encoding: str, tmp_path: Path) -> None:
    loaded = load_roster(LIBRARY.rosters()[0], LIBRARY)
    text = write_as(form, judge_of(loaded.book), loaded.roster).decode()
    path = tmp_path / "theirs.txt"
    for said in {text, text.replace("UTF-8", "UTF-16")} if encoding == "utf-16" else {text}:
        path.write_bytes(said.encode(encoding))
        assert load_roster(path, LIBRARY).roster.army[0].with_
    if form != "text":  # half of one is an army, too
        path.write_bytes(text.encode("utf-16")[:1001])
        with pytest.raises(LoadError):
            load_roster(path, LIBRARY)
