"""Odds that would take too much work are stopped, after the same work everywhere."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from listbuilder.content.odds import odds_sheet
from listbuilder.errors import OddsBudgetError
from listbuilder.findings import Source
from listbuilder.loading.structuring import converter
from listbuilder.model.odds import Odds
from listbuilder.model.play_aids import Dice, RollOutcome, Table
from listbuilder.model.ruleset import Book, Ruleset
from listbuilder.odds.answers import OddsAnswer, ResultChance, Spread
from listbuilder.odds.ask import chances, odds_answer
from listbuilder.odds.budget import MOST_BITS, MOST_IN_ALL, MOST_WORK, Budget
from listbuilder.odds.tables import table_odds
from listbuilder.odds.tables_view import table_views
from listbuilder.report.odds import data, text_lines

HERE = Source("book")
D6 = {"dice": "D6"}
HUGE = 10**15 - 1


def book(*odds: Any, **parts: Any) -> Book:
    said = [
        {"id": f"o{number}", "title": "Odds", "source": {"document": "book"}, **one}
        for number, one in enumerate(odds)
    ]
    read = tuple(converter.structure(one, Odds) for one in said)
    return Book(Ruleset("gate", "The Gate", "1.0.0", {}, odds=read, **parts), {})


def asked(budget: Budget | None = None, **said: Any) -> OddsAnswer:
    whole = book(said)
    return odds_answer(whole, whole.ruleset.odds[0], budget=budget)


def spread(roll: Any) -> dict[str, Any]:
    return {"rows": [{"title": "All", "spread": roll}]}


def nest(around: Callable[[Any], Any], roll: Any, deep: int) -> Any:
    for _ in range(deep):
        roll = around(roll)
    return roll


EXPLOSIONS: dict[str, Any] = {
    "many of many": nest(lambda of: {"many": 1000, "of": of}, D6, 5),
    "twice, again and again": nest(lambda of: {"many": 2, "of": of}, D6, 50),
    "as many as are rolled": {"many": {"dice": "D999"}, "of": {"dice": "D999"}},
    "huge dice added": {"plus": [{"dice": "9D999"}] * 2},
    "many dice added": {"plus": [D6] * 5000},
    "fractions added": {"plus": [{"times": f"1/{10**14 + odd}", "of": D6} for odd in range(20)]},
    "greatest of huge dice": {"greatest": [{"dice": "9D999"}] * 2},
    "least of many": {"least": [{"many": 100, "of": D6}] * 1000},
    "rolls that are kept": nest(
        lambda then: {"roll": {"dice": "D999"}, "as": "x", "then": then}, 1, 4
    ),
    "doubled at each step": nest(
        lambda roll: {"roll": D6, "as": "x", "then": {"plus": [roll, roll]}}, 1, 12
    ),
    "chances within chances": nest(
        lambda roll: {"if": {"of": roll, "at_least": 4}, "then": roll, "else": roll}, D6, 8
    ),
    "a long chain": {"chain": [{"need": 4}] * 5000},
    "a chain of huge dice": {
        "chain": [{"dice": "D999", "need": 999, "again": {}}] * 20,
        "points": HUGE,
    },
    "chains of chains": nest(lambda of: {"chain": [{"of": of}, {"of": of}]}, D6, 12),
}


@pytest.mark.parametrize("roll", EXPLOSIONS.values(), ids=EXPLOSIONS)
def test_too_much_work_is_stopped(roll: Any) -> None:
    budget = Budget(300_000)
    found = asked(budget, **spread(roll))
    assert found.stopped
    assert found.rows == ()
    assert found.problem == str(OddsBudgetError())
    assert budget.left >= 0


def test_the_same_work_is_counted_each_time() -> None:
    left = set()
    for _ in range(3):
        budget = Budget()
        assert not asked(budget, **spread({"many": {"dice": "2D6"}, "of": {"dice": "3D6"}})).stopped
        left.add(budget.left)
    assert len(left) == 1


def test_turns_rows_and_columns_are_counted() -> None:
    likely = {"if": {"of": {"dice": "9D999"}, "at_least": 5000}, "then": "b", "else": "a"}
    turns = {
        "number": "turn",
        "from": 1,
        "to": 100,
        "start": "a",
        "states": {"a": likely, "b": likely},
        "until": "c",
    }
    assert asked(rows=[{"title": "It comes", "turns": turns}]).stopped
    row, column = {"title": "One"}, {"title": "Two"}
    assert asked(rows=[row] * 1000, columns=[column] * 1000, chance={"of": D6}).stopped


@pytest.mark.parametrize(
    "roll",
    [
        nest(lambda of: {"times": HUGE, "of": of}, D6, 55),
        nest(lambda of: {"times": f"{HUGE}/{HUGE - 1}", "of": of}, D6, 55),
        {"many": 900, "of": {"many": 900, "of": 1}},
        {"many": 1000, "of": 0},
        {"chain": [{"of": 1}] * 3000},
    ],
)
def test_what_is_long_but_little_work_is_worked_out_and_can_be_written(roll: Any) -> None:
    whole = book(spread(roll))
    found = chances(whole)
    assert not found.stopped
    assert json.dumps(data(found))
    assert [*text_lines(found)]


def test_numbers_that_could_not_be_written_are_stopped_at() -> None:
    # Each of these multiplies the whole by 2 to the third.
    shorter = {"chain": [{"dice": "D8", "need": 2}] * (MOST_BITS // 3 - 1)}
    longer = {"chain": [{"dice": "D8", "need": 2}] * (MOST_BITS // 3 + 1)}
    assert not asked(**spread(shorter)).stopped
    assert asked(**spread(longer)).stopped


def test_one_that_is_too_much_leaves_work_for_others_but_not_for_all() -> None:
    bad = spread(EXPLOSIONS["greatest of huge dice"])
    found = chances(book(bad, spread(D6)))
    assert [one.stopped for one in found.answers] == [True, False]
    many = MOST_IN_ALL // MOST_WORK + 1
    found = chances(book(*[bad] * many, spread(D6)))
    assert [one.stopped for one in found.answers] == [True] * (many + 1)
    assert found.stopped


def test_it_is_told_wherever_odds_are_shown() -> None:
    whole = book(spread(EXPLOSIONS["greatest of huge dice"]))
    (passage,) = odds_sheet(whole).passages
    assert passage.missing == str(OddsBudgetError())
    found = chances(whole)
    assert "This can't be worked out: It takes more work than odds may" in "\n".join(
        text_lines(found)
    )
    (told,) = data(found)["odds"]
    assert told["stopped"]
    assert told["problem"] == str(OddsBudgetError())


def test_a_table_of_huge_dice_keeps_its_rows() -> None:
    faces = tuple(range(3000))
    rows = tuple(RollOutcome("0-2999", str(face)) for face in faces)
    huge = Table("huge", "Huge", "huge", rows, HERE)
    whole = book(dice={"huge": Dice("Huge dice", faces, HERE)}, tables=(huge,))
    found = table_odds(whole, huge)
    assert found.stopped
    assert len(found.outcomes) == len(rows)
    assert {one.chance for one in found.outcomes} == {None}
    assert data(chances(whole))["tables"][0]["outcomes"][0]["chance"] is None
    (shown,) = odds_sheet(whole).dice
    assert str(OddsBudgetError()) in shown.text


def test_looking_a_chance_up_does_not_go_through_all_there_are() -> None:
    class Counted(int):
        asked = 0

        def __lt__(self, other: int) -> bool:
            Counted.asked += 1
            return int(self) < int(other)

    many = 2000
    falls = [
        ResultChance(Counted(number), Fraction(1, many), Fraction(many - number, many))
        for number in range(many)
    ]
    whole = Spread(tuple(falls))
    for number in range(many):
        assert whole.or_more(number) == Fraction(many - number, many)
        assert whole.just(number) == Fraction(1, many)
    assert Counted.asked < 30 * many
    assert whole.or_more(many) == whole.just(many) == whole.just("none") == 0


def test_many_rows_are_told_apart_without_comparing_each_with_each() -> None:
    rows = [{"title": str(number)} for number in range(500)]
    found = asked(rows=rows, chance={"of": D6, "at_least": 4})
    (table,) = table_views(found)
    assert len(table.lines) == len(rows)
