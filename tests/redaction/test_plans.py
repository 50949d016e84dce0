"""An opponent's copy has no plan of its owner's: garrisons and objectives."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from listbuilder.editing.mend import findings_with_remedies
from listbuilder.loading.structuring import structure
from listbuilder.model.roster import Roster
from listbuilder.redaction.redact import WITHHELD, hides_anything, opponents_copy, redacted
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.sheets import Options, html_of_army
from tests.shipped import LIBRARY

PLANS = {"garrison", "objective", "attackers-objective"}
OPPONENT = Options(reader="opponent")


def data() -> dict[str, Any]:
    (path,) = (path for path in LIBRARY.rosters() if path.stem == "the-walls-of-the-reikland")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def without_plans(held: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {**one, **({"with": without_plans(one["with"])} if "with" in one else {})}
        for one in held
        if one["entry"] not in PLANS
    ]


def roster(held: dict[str, Any]) -> Roster:
    held.pop("$schema", None)
    return structure(held, Roster)


@pytest.fixture(scope="module")
def judge() -> Judge:
    return judge_of(LIBRARY.book("warhammer", ["empire"]))


def html(judge: Judge, held: dict[str, Any]) -> str:
    verdict = judge.evaluate(roster(held))
    return html_of_army(judge, verdict, findings_with_remedies(verdict, judge), OPPONENT)


def test_garrisons_and_objectives_change_nothing_that_an_opponent_sees(judge: Judge) -> None:
    planned = data()
    swap = {'"at": "gun-tower"': '"at": "shrine"', '"at": "shrine"': '"at": "gun-tower"'}
    other = json.loads(re.sub("|".join(swap), lambda at: swap[at[0]], json.dumps(planned)))
    seen = html(judge, planned)
    assert "Gun Tower" in seen
    assert "Warded Tower" in seen
    assert "20 Halberdiers" not in seen
    assert seen == html(judge, other)
    bare = {**planned, "army": without_plans(planned["army"])}
    copy = opponents_copy(judge, judge.evaluate(roster(planned)))
    assert copy.army == opponents_copy(judge, judge.evaluate(roster(bare))).army
    assert hides_anything(judge.book, judge.lay_out(roster(planned)))
    assert not hides_anything(judge.book, judge.lay_out(roster(bare)))


def test_a_plan_that_breaks_a_rule_is_only_said_to(judge: Judge) -> None:
    text = json.dumps(data())
    whole = '"size": 20, "at": "gatehouse"'
    assert whole in text
    broken = roster(json.loads(text.replace(whole, '"size": 99, "at": "gatehouse"')))
    verdict = judge.evaluate(broken)
    findings = findings_with_remedies(verdict, judge)
    assert any("garrison" in finding.code for finding in findings)
    told = redacted(judge, verdict, findings)[2]
    assert all("garrison" not in finding.code for finding in told)
    assert WITHHELD in {finding.message for finding in told}
