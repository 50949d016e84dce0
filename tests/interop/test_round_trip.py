"""What is written for other programs comes back as it was."""

import json
import zipfile
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.interop.exporting import to_newrecruit, to_ros, to_rosz
from listbuilder.interop.opening import load_roster
from listbuilder.interop.programs import read
from listbuilder.model.roster import Roster
from listbuilder.report.exports import WRITERS
from listbuilder.rules.evaluate import Judge, judge_of
from tests.sampling import examples
from tests.shipped import LIBRARY

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*/*/*/*.json"))
ROSTERS = [*LIBRARY.rosters(), *CASES[::9]]


@pytest.mark.parametrize("write", [to_ros, to_rosz, to_newrecruit])
def test_rosters_legal_or_not_come_back_as_they_were(write: object) -> None:
    for path in ROSTERS:
        loaded = load_roster(path, LIBRARY)
        raw = write(judge_of(loaded.book), loaded.roster)  # type: ignore[operator]
        assert read(raw, path.name, LIBRARY).roster == attrs.evolve(loaded.roster, schema=None)


TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"))


@examples(40)
@given(name=TEXT, called=TEXT, notes=TEXT.filter(lambda text: text[:1] not in ("{", "[")))
def test_any_text_comes_back(name: str, called: str, notes: str) -> None:
    loaded = load_roster(ROSTERS[0], LIBRARY)
    top, *others = loaded.roster.army
    army = (attrs.evolve(top, name=called, notes=notes or None), *others)
    roster = attrs.evolve(loaded.roster, name=name, army=army, notes={"of": [notes]}, schema=None)
    for write in (to_ros, to_newrecruit):
        assert read(write(judge_of(loaded.book), roster), "x", LIBRARY).roster == roster


def written() -> tuple[Judge, Roster]:
    loaded = load_roster(next(path for path in ROSTERS if path.stem == "horns-at-dawn"), LIBRARY)
    return judge_of(loaded.book), loaded.roster


def test_the_xml_is_in_the_order_of_the_schema_and_adds_up() -> None:
    judge, roster = written()
    root = ET.fromstring(to_ros(judge, roster))
    space = "{http://www.battlescribe.net/schema/rosterSchema}"
    tags = [child.tag.removeprefix(space) for child in root]
    assert tags == [
        tag for tag in ("costs", "costLimits", "forces", "customNotes", "tags") if tag in tags
    ]
    order = ("customNotes", "selections", "costs", "categories")
    total = 0
    for node in root.iter(f"{space}selection"):
        inside = [child.tag.removeprefix(space) for child in node]
        assert inside == [tag for tag in order if tag in inside]
        total += sum(
            int(cost.attrib["value"]) for cost in node.findall(f"{space}costs/{space}cost")
        )
    assert total == judge.evaluate(roster).costs["points"]
    with zipfile.ZipFile(BytesIO(to_rosz(judge, roster))) as archive:
        assert archive.namelist() == ["roster.ros"]


def test_text_markdown_and_notecards_tell_the_army() -> None:
    judge, roster = written()
    text = WRITERS["text"](judge, roster).decode()
    assert text.startswith("Horns at Dawn (Middle-earth siege engines): 746 of 750 points, legal\n")
    assert WRITERS["markdown"](judge, roster).decode().startswith("## Horns at Dawn\n")
    saved = json.loads(WRITERS["tts"](judge, roster))
    names = [state["Nickname"] for state in saved["ObjectStates"]]
    assert any("Rohan" in name for name in names)
    assert all(state["Name"] == "Notecard" for state in saved["ObjectStates"])
