"""Rules of Middle-earth that no shipped list can break alone: lists of one's own can.

No shipped list offers a charge to riders or without charges of its own, or a Troll to Good.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from listbuilder.findings import Severity
from listbuilder.loading.library import Library
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, judge_of

SOURCE = {"document": "rules-manual"}
CHARGE = {"id": "charge", "offers": ["demolition-charge"], "max": 1}


def entry(entry_id: str, *keywords: str, **keys: Any) -> dict[str, Any]:
    said = {"id": entry_id, "name": entry_id.title(), "is": keywords, "source": SOURCE}
    return {**said, "values": {"points": 10}, **keys}


def judge_of_own(folder: Path, side: list[str]) -> Judge:
    """Judge a small army list whose warriors may take a charge, and whose engine a Troll."""
    troll = {"id": "troll", "offers": [{"is": "siege-troll"}], "max": 1}
    own = {
        "id": "the-free",
        "ruleset": "mesbg",
        "name": "The Free",
        "version": "1.0.0",
        "entries": [
            entry("the-free", "contingent", *side, values={}),
            entry("captain", "hero", "fortitude", "leader", "infantry"),
            entry("runner", "warrior", "follower", "infantry", slots=[CHARGE]),
            entry("rider", "warrior", "follower", "cavalry", slots=[CHARGE]),
            entry("sling", "crewed", "engine", "small", slots=[troll]),
            entry("master", "hero", "siege-veteran", "minor"),
            entry("hand", "warrior", "crew", "infantry"),
            entry("ogre", "warrior", "siege-troll"),
        ],
    }
    (folder / "mesbg").mkdir()
    (folder / "mesbg" / "the-free.json").write_text(json.dumps(own), encoding="utf-8")
    return judge_of(Library([folder]).book("mesbg", ["the-free"]))


def broken(judge: Judge, *warband: Selection, beside: tuple[Selection, ...] = ()) -> list[str]:
    """What a captain's army breaks, with a warband and what stands beside it."""
    captain = Selection("captain", with_=(Selection("army-leader"), *warband))
    lists = (Selection("the-free", with_=(captain, *beside)),)
    breaches = judge.evaluate(Roster("mesbg", "Own", {"the-free": "1.0.0"}, army=lists)).breaches
    return [one.constraint.id for one in breaches if one.constraint.severity is Severity.ERROR]


def engine(*more: str) -> Selection:
    crew = (Selection("master"), Selection("hand", count=Copies(2)), *map(Selection, more))
    return Selection("sling", with_=crew)


def bearer(entry: str) -> Selection:
    return Selection(entry, with_=(Selection("demolition-charge"),))


@pytest.mark.parametrize(
    ("rule", "side", "legal", "illegal"),
    [
        ("charge-on-cavalry", ["evil", "demolition"], bearer("runner"), bearer("rider")),
        ("charge-without-access", ["evil"], Selection("runner"), bearer("runner")),
    ],
)
def test_charge_breaks_one_rule(
    tmp_path: Path, rule: str, side: list[str], legal: Selection, illegal: Selection
) -> None:
    judge = judge_of_own(tmp_path, side)
    assert broken(judge, legal) == []
    assert broken(judge, illegal) == [rule]


@pytest.mark.parametrize(("side", "found"), [("evil", []), ("good", ["troll-with-good"])])
def test_troll_breaks_one_rule(tmp_path: Path, side: str, found: list[str]) -> None:
    judge = judge_of_own(tmp_path, [side])
    assert broken(judge, beside=(engine(),)) == []
    assert broken(judge, beside=(engine("ogre"),)) == found
