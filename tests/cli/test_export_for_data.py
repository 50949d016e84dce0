"""Rosters with the ids of BattleScribe's own data."""

import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from listbuilder.errors import LoadError
from listbuilder.interop.datafiles import DataFiles
from listbuilder.interop.programs import read_foreign
from listbuilder.model.roster import Roster
from listbuilder.report.exports import FORMS, PROGRAMS, write_as
from listbuilder.rules.evaluate import judge_of
from tests.cli.conftest import Run
from tests.interop.structure import faults
from tests.interop.test_shapes import shape
from tests.shipped import LIBRARY

DATA = Path(__file__).parents[1] / "interop" / "data"
ARMY = DATA.parent / "files" / "for-data.json"
SPACE = "{http://www.battlescribe.net/schema/rosterSchema}"


def imported(raw: bytes) -> Roster:
    found = read_foreign(raw, "x", LIBRARY)
    assert [finding.message for finding in found.findings()] == []
    return found.roster


def test_ids_are_the_ways_in_that_data(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "army.ros"
    said = run("export", ARMY, "--to", "ros", "--for", DATA / "mordor.cat", "-o", out)
    assert said.code == 0
    assert said.err.splitlines() == ["Left out, not in this data: 1.3 Battering Ram (Mordor)."]
    root = ET.parse(out).getroot()
    assert faults(root) == []
    force = root.find(f"{SPACE}forces/{SPACE}force")
    assert force is not None
    assert (force.get("entryId"), force.get("catalogueId")) == (
        "70d0-3742-f6cf-863f",
        "8ce3-5f6a-16d8-078e",
    )
    link = "7bd0-d69e-f06a-d252"
    captain, hero, warband = (
        "7725-6e4e-0c86-bfdd",
        "eed2-45ed-4110-b641::db5a-e4d1-3e5a-4fb5",
        f"{link}::a26c-044d-484f-b4f5",
    )
    ids = [
        (
            one.get("entryId", ""),
            one.get("entryGroupId"),
            one.get("number"),
            one.find(f"{SPACE}costs/{SPACE}cost[@typeId='8bde']"),
        )
        for one in root.iter(f"{SPACE}selection")
    ]
    told = [
        (entry, group, number, cost.get("value") if cost is not None else None)
        for entry, group, number, cost in ids
    ]
    leader = "eed2-45ed-4110-b641::link-leader::0ca9-a833-8cd4-b806"
    assert told[:5] == [
        (captain, None, "1", "0"),
        (hero, None, "1", "40"),
        (leader, None, "1", "0"),
        ("eed2-45ed-4110-b641::captain-shield", "eed2-45ed-4110-b641::group-options", "1", "5"),
        (warband, None, "1", None),
    ]
    group = f"{link}::link-group::ccf5-4ffd-fc02-357f"
    unit, model = f"{link}::8ac8-5360-7e05-b51a", f"{link}::e6b0-7f28-13e2-719c"
    assert [one for one in told if one[0] in (unit, model)] == [
        (unit, None, "1", "0"),
        (model, None, "6", "30"),
        (unit, None, "1", "0"),
        (model, None, "4", "20"),
    ]
    shield = (f"{link}::link-group::441e-f943-6e31-6859", group, "1", "6")
    assert [one for one in told if one[0].endswith("441e-f943-6e31-6859")] == [shield]


def test_it_comes_back_without_loss(run: Run, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "mordor.catz", "w") as archive:
        archive.write(DATA / "mordor.cat", "Mordor.cat")
    (tmp_path / "system.gst").write_bytes((DATA / "system.gst").read_bytes())
    for form, data in (("rosz", tmp_path / "mordor.catz"), ("newrecruit", DATA)):
        out = tmp_path / form
        assert run("export", ARMY, "--to", form, "--for", data, "-o", out).code == 0
        roster = imported(out.read_bytes())
        judge = judge_of(LIBRARY.book("mesbg", ["mordor"]))
        again = imported(write_as("ros", judge, roster))
        assert shape(judge, again) == shape(judge, roster)
        totals = judge.evaluate(roster)
        assert totals.costs["points"] == 291
        counted = [
            (node.place.entry.id, node.count) for node in totals.army.nodes if node.place.entry
        ]
        assert counted.count(("orc-warrior", 6)) == counted.count(("orc-warrior", 4)) == 1
        assert ("orc-crew", 5) in counted


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--to", "text", "--for", DATA), "--for goes with ros, rosz, newrecruit."),
        (("--to", "ros", "--for", DATA.parent / "files"), "No data of BattleScribe's is there."),
    ],
)
def test_what_can_not_be_is_told(run: Run, options: tuple[object, ...], said: str) -> None:
    done = run("export", ARMY, *options)
    assert done.code == 2
    assert said in done.err


HOSTILE = {
    "entities": b'<!DOCTYPE r [<!ENTITY a "aaaa">]><catalogue id="a" gameSystemId="b"/>',
    "a roster": b'<roster name="x"/>',
    "no system": b'<?xml version="1.0"?><catalogue id="a" name="Mordor" gameSystemId="none"/>',
    "itself": b'<?xml version="1.0"?><catalogue id="a" name="Mordor" gameSystemId="a">'
    b'<entryLinks><entryLink targetId="g" type="selectionEntryGroup"/></entryLinks>'
    b'<sharedSelectionEntryGroups><selectionEntryGroup id="g"><entryLinks>'
    + b'<entryLink targetId="g" type="selectionEntryGroup"/>' * 3
    + b"</entryLinks></selectionEntryGroup></sharedSelectionEntryGroups></catalogue>",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_data_ends_in_a_sentence(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "mordor.cat"
    path.write_bytes(HOSTILE[kind])
    if kind == "itself":
        data = DataFiles(path).list_of(["Mordor"])
        assert data is not None
        assert data.way(None, {"orccaptain"}, 40, set()) == ()
        return
    with pytest.raises(LoadError) as refused:
        DataFiles(path).list_of(["Mordor"])
    assert refused.value.findings[0].message.endswith(".")


def test_formats_are_named_once() -> None:
    assert set(PROGRAMS) < set(FORMS)
