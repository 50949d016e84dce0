"""War machines of ``warhammer``: each chance against the dice by hand."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from listbuilder.interop.opening import load_roster
from listbuilder.odds.ask import army_answers
from listbuilder.rules.evaluate import judge_of
from tests.odds.faces import ARTILLERY, D6, SCATTER, share, spread
from tests.odds.game import answers, asked, book_of, odds_of
from tests.shipped import LIBRARY

GAME = "warhammer"
MISFIRE = "Misfire"


def only(cells: dict[str, Any]) -> Any:
    """The one answer of a row; in all columns the same."""
    first, *rest = cells.values()
    assert all(cell == first for cell in rest)
    return first


def black_powder(die: int) -> str:
    return ("Destroyed!", "Malfunction", "May Not Shoot")[(die - 1) // 2]


def stone(die: int) -> str:
    return "Destroyed!" if die == 1 else "Disabled" if die <= 3 else "May Not Shoot"


def gone_after(turns: int, chart: Any) -> Fraction:
    """Play every way that a machine's dice can fall, turn by turn: how often it is destroyed.

    Malfunction and Disabled cost its next turn, too; then its dice don't matter.
    """

    @cache
    def destroyed(left: int, out: bool) -> Fraction:
        if not left:
            return Fraction(0)
        if out:
            return destroyed(left - 1, False)
        total = Fraction(0)
        for shown, die in product(ARTILLERY, D6):
            fault = chart(die) if shown == MISFIRE else ""
            if fault == "Destroyed!":
                total += 1
            else:
                total += destroyed(left - 1, fault in ("Malfunction", "Disabled"))
        return total / 36

    return destroyed(turns, False)


def hit_or(words: tuple[str, str], chart: Any) -> dict[Any, Fraction]:
    def comes(shown: Any, where: str, die: int) -> str:
        return chart(die) if shown == MISFIRE else words[where != "Hit"]

    return spread(comes, ARTILLERY, SCATTER, D6)


@pytest.mark.parametrize(
    ("odds", "chart", "words", "rows"),
    [
        (
            "cannon-shot",
            black_powder,
            ("on the marker", "off the marker"),
            ("On the marker", "Lands anywhere", "Inches off the marker", 2),
        ),
        (
            "stone-throw",
            stone,
            ("on target", "off target"),
            ("On target", "Lands anywhere", "Inches off target", 1),
        ),
    ],
)
def test_a_shot_that_scatters(odds: str, chart: Any, words: Any, rows: Any) -> None:
    found = asked(GAME, odds)
    on, lands, inches, part = rows
    good = share(lambda shown, where: shown != MISFIRE and where == "Hit", ARTILLERY, SCATTER)
    assert only(found[on]) == good == Fraction(5, 18)
    assert only(found[lands]) == share(lambda shown: shown != MISFIRE, ARTILLERY)
    assert only(found["What the shot comes to"]) == hit_or(words, chart)

    def off(shown: Any, where: str) -> Any:
        return MISFIRE if shown == MISFIRE else 0 if where == "Hit" else shown // part

    assert only(found[inches]) == spread(off, ARTILLERY, SCATTER)
    gone = only(found["Destroyed by itself"])
    assert gone == {turn: gone_after(turn, chart) for turn in range(1, 6)}


def test_a_bounce() -> None:
    bounce = only(asked(GAME, "cannon-shot")["Inches of bounce"])
    assert bounce == spread(lambda shown: 0 if shown == MISFIRE else shown, ARTILLERY)


@pytest.mark.parametrize("skill", [2, 3, 4, 5])
def test_an_indirect_shot(skill: int) -> None:
    def off(shown: Any, where: str) -> Any:
        if shown == MISFIRE:
            return MISFIRE
        return max(0, shown - skill) if where == "Hit" else shown

    found = asked(GAME, "stone-throw", skill=skill)["Inches off target, indirect"]
    assert only(found) == spread(off, ARTILLERY, SCATTER)


def hits(skill: int, penalty: int) -> Fraction:
    """To hit: 7 less the skill, and 1 more for each penalty; for a 7 a 6 and then 4 or more."""
    need = 7 - skill + penalty
    if need <= 6:
        return share(lambda die: die >= need, D6)
    return share(lambda one, other: one == 6 and other >= need - 3, D6, D6)


@pytest.mark.parametrize("skill", [1, 2, 3, 4, 5, 9])
def test_grapeshot(skill: int) -> None:
    found = asked(GAME, "grapeshot", skill=skill)
    assert only(found["What the shot comes to"]) == spread(
        lambda shown, die: black_powder(die) if shown == MISFIRE else "fires", ARTILLERY, D6
    )
    shots = spread(lambda shown, die: MISFIRE if shown == MISFIRE else shown + die, ARTILLERY, D6)
    assert only(found["Shots"]) == shots
    for penalty, column in enumerate(("no penalty", "−1", "−2")):
        each = hits(min(skill, 5), penalty)
        expected: Counter[int] = Counter()
        for number, chance in shots.items():
            tried = [Fraction(1)]
            for _ in range(0 if number == MISFIRE else number):
                longer = [*tried, Fraction(0)]
                tried = [
                    (1 - each) * longer[many] + (each * longer[many - 1] if many else 0)
                    for many in range(len(longer))
                ]
            for many, likely in enumerate(tried):
                expected[many] += chance * likely  # type: ignore[assignment]
        assert found["Hits"][column] == expected


@pytest.mark.parametrize("skill", [1, 3, 4, 5])
def test_a_bolt_goes_through_ranks(skill: int) -> None:
    found = asked(GAME, "bolt", skill=skill)
    for penalty, column in enumerate(("no penalty", "−1", "−2")):
        hit = hits(skill, penalty)
        assert found["Hit"][column] == hit
        for toughness in (3, 4, 5):

            def slain(*dice: int, toughness: int = toughness) -> int:
                """Strength 6, 5, 4, 3: equal Toughness is 4+, each point more or less is one."""
                for rank, die in enumerate(dice):
                    if die < min(6, max(2, 4 + toughness - (6 - rank))):
                        return rank
                return len(dice)

            expected = {many: hit * chance for many, chance in spread(slain, *[D6] * 4).items()}
            expected[0] = expected.get(0, Fraction(0)) + 1 - hit
            assert found[f"Slain, Toughness {toughness}"][column] == expected


def test_a_fire_thrower() -> None:
    found = asked(GAME, "flames")
    assert only(found["Inches to the flames"]) == spread(lambda shown: shown, ARTILLERY)
    gone = only(found["Destroyed by itself"])
    assert gone == {turn: gone_after(turn, black_powder) for turn in range(1, 6)}


def test_machines_of_a_roster_are_named_and_read() -> None:
    (found,) = answers(GAME, "green-tide-at-the-gate", "stone-throw")
    assert [one.name for one in found.subjects] == ["Goblin Rock Lobber"]
    assert [(one.title, one.value) for one in found.given] == [("Ballistic Skill", "3")]


def test_a_machine_with_misfires_of_its_own_has_no_odds_of_a_shot() -> None:
    """Nor has a stone thrower that misfires like black powder."""
    judge = judge_of(book_of(GAME))
    stones = {"own-misfires", "black-powder"}
    for odds, misfires in {
        "cannon-shot": {"own-misfires"},
        "stone-throw": stones,
        "siege-ammunition-cannon": {"own-misfires"},
        "siege-ammunition-stone": stones,
    }.items():
        scope: Any = odds_of(GAME, odds).for_
        assert {*scope.not_.is_} == misfires
        left_out = [
            entry.id
            for part in judge.book.catalogues.values()
            for entry in part.entries
            if {*scope.is_} & {*entry.is_} and misfires & {*entry.is_}
        ]
        assert left_out


@pytest.mark.parametrize("path", LIBRARY.rosters(GAME), ids=lambda path: path.stem)
def test_every_shipped_machine_has_odds(path: Any) -> None:
    """What its kind needs is told by its profiles; nothing is left unknown."""
    loaded = load_roster(path, LIBRARY)
    judge = judge_of(loaded.book)
    for found in army_answers(judge, judge.lay_out(loaded.roster)):
        assert found.unknown == ()
        assert found.rows
