"""Each node of the language of odds, against a count of all the ways the dice can fall."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.errors import OddsError
from listbuilder.findings import Source
from listbuilder.loading.library import Library
from listbuilder.loading.structuring import converter
from listbuilder.model.odds import Chance, Chart, Odds, Roll
from listbuilder.model.play_aids import Dice, RollOutcome, Table
from listbuilder.model.ruleset import Book, Ruleset
from listbuilder.odds.answers import Curve, Spread, percent
from listbuilder.odds.ask import odds_answer
from listbuilder.odds.dice import Word
from listbuilder.odds.rolls import Rolls, read_need
from tests.odds.faces import ARTILLERY, D3, D6, share, spread
from tests.sampling import examples

HERE = Source("book")
BOOK = Book(
    Ruleset(
        "gate",
        "The Gate",
        "1.0.0",
        {},
        dice={
            "artillery": Dice("Artillery dice", ARTILLERY, HERE),
            "blank": Dice("Blank dice", (), HERE),
        },
        charts={
            "light": Chart("Light", "Hour", "Fog", (("4+", "6/4+"), ("3+", "-")), HERE),
        },
        tables=(
            Table("dawn", "Dawn", "D6", (RollOutcome("1-4", "Mist"), RollOutcome("5-6")), HERE),
            Table("dusk", "Dusk", "D6", (RollOutcome("7"),), HERE),
            Table(
                "gun",
                "Gun",
                "artillery",
                (RollOutcome("2-10", "x"), RollOutcome("Misfire", "y")),
                HERE,
            ),
        ),
    ),
    {},
)
ROLLS = Rolls(BOOK)
D = {"dice": "D6"}


def rolled(said: Any, **known: int) -> dict[Any, Fraction]:
    roll: Any = converter.structure(said, Roll)  # type: ignore[arg-type]
    die = ROLLS.die(roll, known)
    return {
        one.text if isinstance(one, Word) else one: Fraction(weight, die.denominator())
        for one, weight in die.items()
    }


def likely(said: Any, **known: int) -> Fraction:
    return ROLLS.chance(converter.structure(said, Chance), known)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (3, {3: 1}),
        ("Misfire", {"Misfire": 1}),
        ({"number": "fog"}, {5: 1}),
        (D, spread(lambda a: a, D6)),
        ({"dice": "2D3"}, spread(lambda a, b: a + b, D3, D3)),
        ({"dice": "D66"}, spread(lambda a, b: 10 * a + b, D6, D6)),
        ({"dice": "artillery"}, spread(lambda a: a, ARTILLERY)),
        ({"table": "dawn"}, spread(lambda a: "Mist" if a < 5 else "5-6", D6)),
        ({"table": "gun"}, spread(lambda a: "y" if a == "Misfire" else "x", ARTILLERY)),
        ({"plus": [D, D, {"number": "fog"}]}, spread(lambda a, b: a + b + 5, D6, D6)),
        ({"plus": []}, {0: 1}),
        ({"times": "1/2", "of": D}, spread(lambda a: Fraction(a, 2), D6)),
        ({"times": "1/2", "of": D, "round": "up"}, spread(lambda a: (a + 1) // 2, D6)),
        ({"times": "1/2", "of": D, "round": "down"}, spread(lambda a: a // 2, D6)),
        ({"greatest": [D, D]}, spread(max, D6, D6)),
        ({"least": [D, D, 4]}, spread(lambda a, b: min(a, b, 4), D6, D6)),
        ({"many": 3, "of": D}, spread(lambda *dice: sum(dice), D6, D6, D6)),
        ({"many": 0, "of": D}, {0: 1}),
        (
            {"many": {"dice": "D3"}, "of": D},
            spread(lambda n, *dice: sum(dice[:n]), D3, D6, D6, D6),
        ),
        (
            {"draw": 3, "of": 5, "good": 2},
            {
                many: Fraction(
                    sum(sum(one) == many for one in combinations((1, 1, 0, 0, 0), 3)), 10
                )
                for many in range(3)
            },
        ),
        ({"draw": 5, "of": 5, "good": 2}, {2: 1}),
        ({"draw": 0, "of": 5, "good": 2}, {0: 1}),
        (
            {"if": {"of": D, "at_least": 5}, "then": D, "else": "none"},
            spread(lambda a, b: b if a >= 5 else "none", D6, D6),
        ),
        ({"if": {"of": D, "at_least": 9}, "then": "never"}, {0: 1}),
        (
            {"roll": D, "as": "x", "then": {"plus": [{"number": "x"}, {"number": "x"}]}},
            spread(lambda a: 2 * a, D6),
        ),
        (
            {
                "roll": {"dice": "artillery"},
                "as": "x",
                "then": {
                    "if": {"of": {"number": "x"}, "exactly": "Misfire"},
                    "then": "bang",
                    "else": {"plus": [{"number": "x"}, D]},
                },
            },
            spread(lambda a, b: "bang" if a == "Misfire" else a + b, ARTILLERY, D6),
        ),
        ({"chain": [{"need": 4}, {"need": 3}]}, spread(lambda a, b: a >= 4 and b >= 3, D6, D6)),
    ],
)
def test_a_roll_by_hand(said: Any, expected: Mapping[Any, Any]) -> None:
    assert rolled(said, fog=5) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"of": D, "at_least": 5}, share(lambda a: a >= 5, D6)),
        ({"of": D, "at_most": 5}, share(lambda a: a <= 5, D6)),
        ({"of": D, "exactly": 5}, share(lambda a: a == 5, D6)),
        ({"of": D, "at_least": 2, "at_most": 4}, share(lambda a: 2 <= a <= 4, D6)),
        ({"of": {"plus": [D, -1]}}, share(lambda a: a - 1 >= 1, D6)),
        (
            {"of": {"dice": "artillery"}, "at_least": 4},
            share(lambda a: a in (4, 6, 8, 10), ARTILLERY),
        ),
        ({"of": {"dice": "artillery"}, "at_most": 4}, share(lambda a: a in (2, 4), ARTILLERY)),
        ({"of": {"dice": "artillery"}, "exactly": "Misfire"}, Fraction(1, 6)),
    ],
)
def test_a_chance_by_hand(said: Any, expected: Fraction) -> None:
    assert likely(said) == expected


def chain(*steps: Any, points: int = 0) -> Fraction:
    return likely({"of": {"chain": list(steps), "points": points}})


def test_a_chart_says_what_is_needed() -> None:
    def cell(row: int, column: int) -> Fraction:
        return chain({"chart": "light", "row": row, "column": column})

    assert cell(1, 1) == share(lambda a: a >= 4, D6)
    assert cell(1, 2) == share(lambda a, b: a == 6 and b >= 4, D6, D6)
    assert cell(2, 2) == 0


def test_a_failed_roll_is_rolled_again_once() -> None:
    again = {"need": 5, "again": {}}
    assert chain(again) == share(lambda a, b: a >= 5 or b >= 5, D6, D6)


def test_only_what_shows_a_number_is_rolled_again() -> None:
    again = {"need": 3, "again": {"rolls": "1"}}
    assert chain(again) == share(lambda a, b: (b if a == 1 else a) >= 3, D6, D6)


@pytest.mark.parametrize("troll", [0, 1])
def test_a_roll_is_rolled_again_only_where_it_may_be(troll: int) -> None:
    step = {"need": 3, "again": {"when": {"of": {"number": "troll"}}}}
    expected = share(lambda a, b: a >= 3 or (troll == 1 and b >= 3), D6, D6)
    assert likely({"of": {"chain": [step]}}, troll=troll) == expected


@pytest.mark.parametrize("points", range(5))
def test_points_make_up_what_rolls_lack(points: int) -> None:
    """Without rolls again all that counts is what the rolls lack together."""
    expected = share(
        lambda a, b, c: max(0, 5 - a) + max(0, 6 - b) + max(0, 3 - c) <= points, D6, D6, D6
    )
    assert chain({"need": 5}, {"need": 6}, {"need": 3}, points=points) == expected


@pytest.mark.parametrize("points", range(4))
@pytest.mark.parametrize("needs", [(4,), (5, 2), (6, 6), (5, 6, 4)])
def test_nobody_could_play_better(points: int, needs: tuple[int, ...]) -> None:
    """All rolls may be made again: try each decision at each roll, and keep the better."""

    @cache
    def play(step: int, left: int) -> Fraction:
        if step == len(needs):
            return Fraction(1)
        found = Fraction(0)
        for first, second in product(D6, D6):
            keep = spend(step, left, first)
            found += Fraction(1, 36) * (
                keep if better(step, left, first) else spend(step, left, second)
            )
        return found

    def spend(step: int, left: int, face: int) -> Fraction:
        """The best of adding no point, one, two …"""
        ways = [
            play(step + 1, left - more) for more in range(left + 1) if face + more >= needs[step]
        ]
        return max(ways, default=Fraction(0))

    @cache
    def better(step: int, left: int, face: int) -> bool:
        """Whether a player who sees this roll does better with it than with another."""
        other = sum((spend(step, left, again) for again in D6), Fraction(0)) / 6
        return spend(step, left, face) >= other

    steps = [{"need": need, "again": {}} for need in needs]
    assert chain(*steps, points=points) == play(0, points)


def test_a_chance_in_a_chain_takes_no_points() -> None:
    save = {"of": {"many": 2, "of": {"if": {"of": D, "at_least": 4}, "then": 1}}, "at_most": 0}
    expected = share(lambda a, b, c: a >= 3 and b < 4 and c < 4, D6, D6, D6)
    assert chain({"need": 4}, save, points=1) == expected


def odds(**said: Any) -> Odds:
    whole = {"id": "sun", "title": "Sun", "source": {"document": "book"}, **said}
    found: Odds = converter.structure(whole, Odds)
    return found


def test_turns_by_hand() -> None:
    """Two dice and the turn's number make 10, from the second turn on."""
    turns = {
        "number": "turn",
        "from": 2,
        "to": 4,
        "start": "away",
        "states": {
            "away": {
                "if": {"of": {"plus": [{"dice": "2D6"}, {"number": "turn"}]}, "at_least": 10},
                "then": "here",
                "else": "away",
            }
        },
        "until": "here",
    }
    (row,) = odds_answer(BOOK, odds(rows=[{"title": "It comes", "turns": turns}])).rows
    (curve,) = row.cells
    assert isinstance(curve, Curve)

    def come(last: int) -> Fraction:
        rolls = [spread(lambda a, b: a + b, D6, D6)] * (last - 1)
        missed = Fraction(1)
        for turn, sums in enumerate(rolls, 2):
            missed *= sum(chance for total, chance in sums.items() if total + turn < 10)
        return 1 - missed

    assert [turn.number for turn in curve.turns] == [2, 3, 4]
    assert [turn.by for turn in curve.turns] == [come(2), come(3), come(4)]
    assert [turn.alone for turn in curve.turns] == [
        share(lambda a, b, t=t: a + b + t >= 10, D6, D6) for t in (2, 3, 4)
    ]


def test_a_turn_after_it_is_certain_has_no_chance_of_its_own() -> None:
    turns = {"number": "t", "from": 1, "to": 2, "start": "a", "states": {"a": "b"}, "until": "b"}
    (row,) = odds_answer(BOOK, odds(rows=[{"title": "It comes", "turns": turns}])).rows
    (curve,) = row.cells
    assert isinstance(curve, Curve)
    assert [(turn.alone, turn.by) for turn in curve.turns] == [
        (Fraction(1), Fraction(1)),
        (None, Fraction(1)),
    ]


def test_columns_and_rows_set_numbers_and_show_themselves() -> None:
    found = odds_answer(
        BOOK,
        odds(
            numbers={"need": {"title": "Need", "suppose": 4}, "hidden": {"suppose": 0}},
            columns=[
                {"title": "plain"},
                {"title": "hard", "set": {"need": {"plus": [{"number": "need"}, 1]}}},
                {"title": "never", "when": {"of": {"number": "hidden"}}},
            ],
            rows=[
                {"title": "One"},
                {"title": "Six", "set": {"need": 6}},
                {"title": "Not", "when": {"of": {"number": "hidden"}}},
                {"title": "All", "spread": D},
            ],
            chance={"of": D, "at_least": {"number": "need"}},
        ),
    )
    assert found.columns == ("plain", "hard")
    assert [(one.title, one.value) for one in found.given] == [("Need", "4")]
    assert [row.title for row in found.rows] == ["One", "Six", "All"]
    # A column's numbers are set after the row's, from what they are by then.
    assert found.rows[0].cells == (Fraction(1, 2), Fraction(1, 3))
    assert found.rows[1].cells == (Fraction(1, 6), Fraction(0))
    spread_cell = found.rows[2].cells[0]
    assert isinstance(spread_cell, Spread)
    assert spread_cell.mean == Fraction(7, 2)
    assert [fall.or_more for fall in spread_cell.falls][-1] == Fraction(1, 6)


def test_a_word_is_not_more_than_a_number() -> None:
    (row,) = odds_answer(BOOK, odds(rows=[{"title": "Gun", "spread": {"dice": "artillery"}}])).rows
    (found,) = row.cells
    assert isinstance(found, Spread)
    assert found.mean is None
    assert [(fall.value, fall.or_more) for fall in found.falls] == [
        (2, Fraction(5, 6)),
        (4, Fraction(4, 6)),
        (6, Fraction(3, 6)),
        (8, Fraction(2, 6)),
        (10, Fraction(1, 6)),
        ("Misfire", None),
    ]


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"number": "foog"}, "Nothing is called “foog” here."),
        ({"dice": "2E6"}, "There are no dice “2E6”."),
        ({"table": "noon"}, "Nothing is called “noon” here."),
        ({"plus": [1, "Misfire"]}, "“Misfire” is no number to reckon with."),
        ({"many": -1, "of": D}, "Rolls are added up 0 to 1000 times."),
        ({"many": 1001, "of": D}, "Rolls are added up 0 to 1000 times."),
        ({"many": {"times": "1/2", "of": 1}, "of": D}, "Rolls are added up 0 to 1000 times."),
        ({"least": []}, "There is nothing to choose the greatest or the least of."),
        ({"dice": "blank"}, "“Blank dice” have no faces."),
        ({"table": "dusk"}, "“Dusk” has no outcome that its dice show."),
        ({"draw": 6, "of": 5, "good": 2}, "6 can't be drawn from 5 of which 2 are good."),
        (
            {"chain": [{"need": D}]},
            "A number that must be known beforehand hangs on dice.",
        ),
        ({"chain": [{"need": "Misfire"}]}, "“Misfire” is no whole number."),
        (
            {"chain": [{"chart": "light", "row": 3, "column": 1}]},
            "“Light” says nothing of Hour 3 and Fog 1.",
        ),
    ],
)
def test_what_does_not_fit_together_is_refused(said: Any, message: str) -> None:
    with pytest.raises(OddsError) as refused:
        rolled(said)
    assert str(refused.value) == message


@pytest.mark.parametrize("need", ["", "4", "+", "4++", "-4+", "²+", "9" * 5000 + "+"])
def test_a_need_that_is_none_is_refused(need: str) -> None:
    with pytest.raises(OddsError):
        read_need(need)


def test_what_can_not_be_worked_out_says_why() -> None:
    found = odds_answer(BOOK, odds(rows=[{"title": "Nothing"}]))
    assert found.problem == "“Nothing” asks nothing."
    assert found.rows == ()


@pytest.mark.parametrize(("first", "last"), [(1, 0), (1, 101), (-(10**15) + 1, 10**15 - 1)])
def test_turns_come_to_an_end(first: int, last: int) -> None:
    turns = {"number": "t", "from": first, "to": last, "start": "a", "states": {}, "until": "b"}
    found = odds_answer(BOOK, odds(rows=[{"title": "Never", "turns": turns}]))
    assert found.problem == f"From {first} to {last} are not 1 to 100 turns."


def rolls() -> st.SearchStrategy[Any]:
    """Rolls of every kind, sound or not."""
    words = st.sampled_from(["Misfire", "x"])
    leaves = st.one_of(
        st.integers(-2, 4),
        words,
        st.builds(
            lambda dice: {"dice": dice}, st.sampled_from(["D6", "2D3", "artillery", "blank"])
        ),
        st.builds(lambda name: {"table": name}, st.sampled_from(["dawn", "gun", "dusk"])),
        st.builds(lambda name: {"number": name}, st.sampled_from(["fog", "x", "foog"])),
    )

    def grow(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        several = st.lists(inner, max_size=3)
        bounds = st.dictionaries(st.sampled_from(["at_least", "at_most", "exactly"]), inner)
        chances = st.builds(lambda of, bounds: {"of": of, **bounds}, inner, bounds)
        again = st.sampled_from([{}, {"again": {}}, {"again": {"rolls": "1"}}])
        tries = st.builds(lambda need, again: {"need": need, **again}, inner, again)
        return st.one_of(
            *(st.builds(lambda of, k=k: {k: of}, several) for k in ("plus", "greatest", "least")),
            st.builds(lambda of: {"times": "1/2", "of": of, "round": "up"}, inner),
            st.builds(lambda of: {"times": "1/2", "of": of}, inner),
            st.builds(lambda many, of: {"many": many, "of": of}, inner, inner),
            st.builds(lambda many, of: {"draw": many, "of": of, "good": 2}, inner, inner),
            st.builds(lambda of, then: {"if": of, "then": then}, chances, inner),
            st.builds(lambda roll, then: {"roll": roll, "as": "x", "then": then}, inner, inner),
            st.builds(
                lambda steps, points: {"chain": steps, "points": points},
                st.lists(tries | chances, max_size=3),
                inner,
            ),
        )

    return st.recursive(leaves, grow, max_leaves=6)


@examples(100)
@given(said=rolls())
def test_any_roll_comes_to_something_or_says_why_not(said: Any) -> None:
    found = odds_answer(
        BOOK,
        odds(
            numbers={"fog": {"suppose": 3}},
            rows=[{"title": "All", "spread": said}, {"title": "Some", "chance": {"of": said}}],
        ),
    )
    if found.problem:
        assert found.rows == ()
        return
    spread_row, chance_row = found.rows
    (whole,), (chance,) = spread_row.cells, chance_row.cells
    assert isinstance(whole, Spread)
    assert sum(fall.chance for fall in whole.falls) == 1
    assert chance == whole.or_more(1)


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(5, 18), "27.8 %"),
        (Fraction(1, 3), "33.3 %"),
        (Fraction(1, 10), "10.0 %"),
        (Fraction(1, 1000), "0.1 %"),
        (Fraction(1, 5000), "<0.1 %"),
        (Fraction(4999, 5000), ">99.9 %"),
    ],
)
def test_percent(chance: Fraction, text: str) -> None:
    assert percent(chance) == text


def test_shipped_odds_can_all_be_worked_out() -> None:
    library = Library()
    for ruleset in library.rulesets():
        book = library.book(ruleset)
        for part in book.parts():
            for one in part.odds:
                assert odds_answer(book, one).rows
