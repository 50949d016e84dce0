"""What is written for other programs comes back as it was."""

import json
import zipfile
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.interop.opening import load_roster
from listbuilder.interop.programs import read_foreign
from listbuilder.model.roster import Roster
from listbuilder.report.exports import PROGRAMS, write_as
from listbuilder.rules.evaluate import Judge, judge_of
from tests.interop.structure import SPACE, faults
from tests.sampling import examples
from tests.shipped import LIBRARY

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*/*/*legal*.json"))
ROSTERS = [*LIBRARY.rosters(), *CASES[::9]]


@pytest.mark.parametrize("form", PROGRAMS)
def test_rosters_legal_or_not_come_back_as_they_were(form: str) -> None:
    for path in ROSTERS:
        loaded = load_roster(path, LIBRARY)
        raw = write_as(form, judge_of(loaded.book), loaded.roster)
        assert read_foreign(raw, path.name, LIBRARY).roster == attrs.evolve(
            loaded.roster, schema=None
        )


TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"))


@examples(40)
@given(name=TEXT, called=TEXT, notes=TEXT.filter(lambda text: text[:1] not in ("{", "[")))
def test_any_text_comes_back(name: str, called: str, notes: str) -> None:
    loaded = load_roster(ROSTERS[0], LIBRARY)
    top, *others = loaded.roster.army
    army = (attrs.evolve(top, name=called, notes=notes or None, picture=name or None), *others)
    roster = attrs.evolve(loaded.roster, name=name, army=army, notes={"of": [notes]}, schema=None)
    roster = attrs.evolve(roster, redacted=bool(called))
    for form in ("ros", "newrecruit"):
        assert (
            read_foreign(write_as(form, judge_of(loaded.book), roster), "x", LIBRARY).roster
            == roster
        )


def written() -> tuple[Judge, Roster]:
    loaded = load_roster(next(path for path in ROSTERS if path.stem == "horns-at-dawn"), LIBRARY)
    return judge_of(loaded.book), loaded.roster


def test_the_xml_is_as_the_schema_asks_and_adds_up() -> None:
    for path in LIBRARY.rosters():
        loaded = load_roster(path, LIBRARY)
        judge = judge_of(loaded.book)
        root = ET.fromstring(write_as("ros", judge, loaded.roster))
        assert faults(root) == []
        costs = f"{SPACE}costs/{SPACE}cost[@typeId='points']"
        found = (node.find(costs) for node in root.iter(f"{SPACE}selection"))
        total = sum(Fraction(cost.attrib["value"]) for cost in found if cost is not None)
        assert total == judge.evaluate(loaded.roster).costs.get("points", 0)
    judge, roster = written()
    with zipfile.ZipFile(BytesIO(write_as("rosz", judge, roster))) as archive:
        assert archive.namelist() == ["roster.ros"]


def test_text_markdown_and_notecards_tell_the_army() -> None:
    judge, roster = written()
    text = write_as("text", judge, roster).decode()
    assert text.startswith("Horns at Dawn (Middle-earth siege engines): 746 of 750 points, legal\n")
    assert write_as("markdown", judge, roster).decode().startswith("## Horns at Dawn\n")
    saved = json.loads(write_as("tts", judge, roster))
    names = [state["Nickname"] for state in saved["ObjectStates"]]
    assert any("Rohan" in name for name in names)
    assert all(state["Name"] == "Notecard" for state in saved["ObjectStates"])
