"""Remedies: what is offered was tried, and does what it says."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from listbuilder.editing.mend import MOST_OFFERED, Edit, _different, _edits, judged
from listbuilder.findings import Finding, Severity
from listbuilder.loading.library import Library
from listbuilder.loading.rosters import load_roster, unknown_selections
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, Verdict, judge_of
from listbuilder.rules.explain import explain
from tests.rules.small import judge, roster
from tests.rules.tiny import Game, Maker, load

LIBRARY = Library()
CASES = sorted(Path(__file__).parent.parent.glob("cases/*/*/illegal*.json"))

games = st.randoms(use_true_random=False).map(lambda random: Maker(random).game())


def errors(verdict: Verdict) -> Counter[str]:
    rules = [breach.constraint for breach in verdict.breaches]
    return Counter(rule.id for rule in rules if rule.severity is Severity.ERROR)


def tried(judge: Judge, army: Roster) -> list[tuple[Finding, dict[str, Edit]]]:
    """Findings with remedies, and for each what was tried, by its text."""
    verdict = judge.evaluate(army)
    edits = [
        {edit.text: edit for edit in _different(_edits(breach, verdict, judge))}
        for breach, _ in explain(verdict, judge)
    ]
    return list(zip(judged(verdict, judge), edits, strict=True))


def check_remedies(judge: Judge, army: Roster) -> int:
    """Apply every remedy; count those that are safe."""
    verdict = judge.evaluate(army)
    before, said = errors(verdict), Counter(breach.constraint.id for breach in verdict.breaches)
    safe = 0
    for finding, edits in tried(judge, army):
        assert len(finding.remedies) <= MOST_OFFERED
        assert [remedy.safe for remedy in finding.remedies] == sorted(
            (remedy.safe for remedy in finding.remedies), reverse=True
        )
        for remedy in finding.remedies:
            after = judge.evaluate(edits[remedy.text].roster)
            left = Counter(breach.constraint.id for breach in after.breaches)
            assert left[finding.code] < said[finding.code]
            if remedy.safe:
                safe += 1
                assert errors(after) <= before
                now = list(unknown_selections(edits[remedy.text].roster, judge.book))
                assert not now or list(unknown_selections(army, judge.book))
    return safe


def test_safe_remedies_mend_the_shipped_cases() -> None:
    safe = 0
    for path in CASES:
        loaded = load_roster(path, LIBRARY)
        safe += check_remedies(judge_of(loaded.book), loaded.roster)
    assert safe > len(CASES)


@given(games)
@settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=[*HealthCheck])
def test_safe_remedies_mend_any_roster(game: Game) -> None:
    book, army = load(game)
    check_remedies(Judge(book), army)


def remedies(name: str) -> list[str]:
    """What is offered for the first finding of a shipped case."""
    path = next(path for path in CASES if str(path).endswith(f"{name}.json"))
    loaded = load_roster(path, LIBRARY)
    judged_by = judge_of(loaded.book)
    findings = judged(judged_by.evaluate(loaded.roster), judged_by)
    return [remedy.text for remedy in findings[0].remedies if remedy.safe]


@pytest.mark.parametrize(
    ("name", "best"),
    [
        ("over-points/illegal", "Remove Shield from Orc Warrior"),
        ("too-many-bows/illegal-2", "Remove 2 of 6 × Orc Tracker from Orc Captain"),
        ("no-army-leader/illegal", "Add Army leader to Captain of Minas Tirith"),
        ("army-leader-too-low/illegal", "Move Army leader to Orc Captain"),
        ("mesbg/not-offered/illegal", "Move Uruk-hai Warrior to Uruk-hai Captain"),
        ("hero.copies/illegal", "Make 2 selections of 2 × Orc Captain"),
        ("too-many-crew/illegal-3", "Remove 1 of 6 × Orc Crew from Mordor War Catapult"),
    ],
)
def test_best_remedy_changes_least(name: str, best: str) -> None:
    assert remedies(name)[0] == best


def test_no_more_is_taken_away_than_mends() -> None:
    assert remedies("too-many-crew/illegal") == [
        "Remove 1 of 7 × Minas Tirith Crew from Gondor Battlecry Trebuchet",
        "Remove Gondor Battlecry Trebuchet from Minas Tirith",
    ]


def test_limit_may_be_raised_to_what_is_spent() -> None:
    judged_by = judge(
        {"elf": {"values": {"points": 9}}},
        constraints=({"id": "over", "require": {"sum": "points", "at_most": {"limit": "points"}}},),
        limits={"points": {"title": "Points"}},
    )
    army = roster({"entry": "elf", "count": 3}, limits={"points": 20})
    (finding,) = judged(judged_by.evaluate(army), judged_by)
    assert [remedy.text for remedy in finding.remedies] == [
        "Remove 1 of 3 × Elf",
        "Set Points to 27",
    ]


def test_huge_wants_are_no_remedy() -> None:
    far = {"id": "far", "require": {"count": {}, "at_least": 10**9}}
    entries = {"hero": {"copies": 1}, "orc": {}}
    judged_by = judge(entries, constraints=(far,))
    (finding,) = judged(judged_by.evaluate(roster("hero")), judged_by)
    assert finding.remedies == ()
