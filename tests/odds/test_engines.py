"""Engines of ``mesbg``: each chance against the dice by hand, from an own reading of the rules."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from tests.odds.faces import D6, share, spread
from tests.odds.game import answers, asked, told

GAME = "mesbg"
LONE, CROWD = 2, 6
"""What the scatter roll needs to strike him whom one aimed at."""


def to_wound(strength: int, defence: int) -> tuple[int, ...]:
    """What the chart needs: 3 for two or more in Strength's favour, then one more for every two."""
    worse = defence - strength
    if worse <= -2:
        return (3,)
    if worse <= 4:
        return (4 + (worse + 1) // 2,)
    return (6, worse - 1)


def two_rolls(need: int, again: Callable[[int], bool], first: int, second: int) -> bool:
    """Whether a roll is made, with another if the first may be rolled again."""
    return first >= need or (again(first) and second >= need)


def never(face: int) -> bool:
    return False


def any_failed(face: int) -> bool:
    return True


def a_one(face: int) -> bool:
    return face == 1


@pytest.mark.parametrize("strength", [7, 9, 10])
@pytest.mark.parametrize("shoot", [3, 4, 5])
def test_without_might_each_roll_by_itself(shoot: int, strength: int) -> None:
    """All ways that hit, scatter, wound and three rolls for Fate can fall."""
    found = asked(GAME, "battlefield-target", shoot=shoot, strength=strength, might=0, troll=0)

    def slain(defence: int, scatter: int, fate: int, need: int = shoot) -> Fraction:
        (wound,) = to_wound(strength, defence)
        return share(
            lambda hit, where, hurt, *saves: (
                hit >= need and where >= scatter and hurt >= wound and max(saves, default=1) < 4
            ),
            *[D6] * (3 + fate),
        )

    for column, need in (("no Might", shoot), ("untrained", 6)):
        assert found["Hit"][column] == share(lambda hit, need=need: hit >= need, D6)
        for defence in (5, 6, 7, 8):
            row = f"Defence {defence} slain, alone"
            assert found[row][column] == slain(defence, LONE, 0, need)
        for defence in (6, 8):
            row = f"Defence {defence} slain, in a crowd"
            assert found[row][column] == slain(defence, CROWD, 0, need)
        for fate in (1, 2, 3):
            row = f"Defence 6, Fate {fate}, alone"
            assert found[row][column] == slain(6, LONE, fate, need)
        assert found["Hit, not wide"][column] == share(
            lambda hit, where, need=need: hit >= need and where >= LONE, D6, D6
        )
        assert found["Hit, Dead on!"][column] == share(
            lambda hit, where, need=need: hit >= need and where >= CROWD, D6, D6
        )
    assert {*found["Hit"]} == {"no Might", "untrained"}


@pytest.mark.parametrize("strength", [7, 9, 10])
@pytest.mark.parametrize("shoot", [3, 4, 5])
def test_might_makes_up_what_the_rolls_lack(shoot: int, strength: int) -> None:
    found = asked(GAME, "battlefield-target", shoot=shoot, strength=strength, might=2, troll=0)

    def made(points: int, *needs: int) -> Fraction:
        return share(
            lambda *dice: (
                sum(max(0, need - die) for need, die in zip(needs, dice, strict=True)) <= points
            ),
            *[D6] * len(needs),
        )

    for column, points, need in (
        ("1 Might", 1, shoot),
        ("2 Might", 2, shoot),
        ("untrained, 1 Might", 1, 6),
    ):
        assert found["Hit"][column] == made(points, need)
        assert found["Hit, Dead on!"][column] == made(points, need, CROWD)
        for defence in (6, 8):
            wound = to_wound(strength, defence)
            lone, crowd = (f"Defence {defence} slain, {where}" for where in ("alone", "in a crowd"))
            assert found[lone][column] == made(points, need, LONE, *wound)
            assert found[crowd][column] == made(points, need, CROWD, *wound)
        saved = made(points, need, LONE, *to_wound(strength, 6)) / 4
        assert found["Defence 6, Fate 2, alone"][column] == saved


@pytest.mark.parametrize("strength", [7, 9, 10])
@pytest.mark.parametrize("shoot", [3, 4, 5])
def test_a_troll_rolls_to_hit_and_for_scatter_again(shoot: int, strength: int) -> None:
    found = asked(GAME, "battlefield-target", shoot=shoot, strength=strength, might=0, troll=1)
    for scatter, where in ((LONE, "alone"), (CROWD, "in a crowd")):
        (wound,) = to_wound(strength, 8)
        assert found[f"Defence 8 slain, {where}"]["Troll"] == share(
            lambda a, b, c, d, hurt, scatter=scatter, wound=wound: (
                two_rolls(shoot, any_failed, a, b)
                and two_rolls(scatter, any_failed, c, d)
                and hurt >= wound
            ),
            *[D6] * 5,
        )


def best_play(needs: tuple[tuple[int, bool], ...], points: int) -> Fraction:
    """The chance of all rolls, for who decides best: at each roll keep it, add, or roll again.

    Args:
        needs: of each roll, and whether it may be rolled again.
    """

    @cache
    def play(index: int, left: int) -> Fraction:
        if index == len(needs):
            return Fraction(1)
        need, again = needs[index]

        def keep(face: int) -> Fraction:
            return max(
                (play(index + 1, left - more) for more in range(left + 1) if face + more >= need),
                default=Fraction(0),
            )

        other = sum(map(keep, D6), Fraction(0)) / 6 if again else Fraction(0)
        return sum((max(keep(face), other) for face in D6), Fraction(0)) / 6

    return play(0, points)


@pytest.mark.parametrize("points", [1, 2])
@pytest.mark.parametrize("shoot", [4, 5])
def test_troll_and_might_together(shoot: int, points: int) -> None:
    found = asked(GAME, "battlefield-target", shoot=shoot, strength=10, might=2, troll=1)
    column = f"Troll, {points} Might"
    assert found["Hit"][column] == best_play(((shoot, True),), points)
    for scatter, where in ((LONE, "alone"), (CROWD, "in a crowd")):
        needs = ((shoot, True), (scatter, True), (3, False))
        assert found[f"Defence 6 slain, {where}"][column] == best_play(needs, points)


@pytest.mark.parametrize("flaming", [0, 1])
@pytest.mark.parametrize("troll", [0, 1])
@pytest.mark.parametrize("strength", [9, 10])
def test_a_siege_target_without_might(strength: int, troll: int, flaming: int) -> None:
    numbers = {"shoot": 5, "strength": strength, "might": 0, "troll": troll, "flaming": flaming}
    found = asked(GAME, "siege-target", **numbers)

    def hurt(defence: int, helped: bool, burning: bool) -> Fraction:
        (wound,) = to_wound(strength, defence)
        return share(
            lambda a, b, c, d: (
                two_rolls(5, any_failed if helped else never, a, b)
                and two_rolls(wound, a_one if burning else never, c, d)
            ),
            *[D6] * 4,
        )

    for defence in (7, 8, 9, 10):
        row = found[f"Defence {defence} wounded"]
        assert row["no Might"] == hurt(defence, False, flaming == 1)
        assert row.get("Troll") == (hurt(defence, True, flaming == 1) if troll else None)
        assert row.get("not flaming") == (hurt(defence, False, False) if flaming else None)
    each = hurt(10, troll == 1, flaming == 1)
    numbers.pop("might")
    (curve,) = asked(GAME, "siege-target-destroyed", **numbers)["Defence 10, two wounds"].values()
    for turns, chance in curve.items():
        missed = (1 - each) ** turns + turns * each * (1 - each) ** (turns - 1)
        assert chance == 1 - missed
    assert max(curve) == 12


@pytest.mark.parametrize("points", [1, 2])
def test_a_siege_target_with_might_and_flaming_ammunition(points: int) -> None:
    """A 1 to wound may be rolled again; what Might is kept for that shows only then."""
    found = asked(GAME, "siege-target", shoot=4, strength=9, might=2, troll=0, flaming=1)
    need = 5  # Strength 9 against Defence 10

    def after(left: int) -> Fraction:
        def made(face: int) -> bool:
            return face + left >= need

        second = share(made, D6)
        return sum((Fraction(made(face)) or second * (face == 1) for face in D6), Fraction(0)) / 6

    expected = sum(
        (after(points - max(0, 4 - face)) for face in D6 if face + points >= 4), Fraction(0)
    )
    assert found["Defence 10 wounded"][f"{points} Might"] == expected / 6


def test_severed_heads() -> None:
    found = asked(GAME, "severed-heads")
    for courage, defence in product((2, 3, 4, 5), (4, 5, 6, 7)):
        (wound,) = to_wound(3, defence)
        gone = share(
            lambda hurt, a, b, wound=wound, courage=courage: hurt >= wound or a + b + courage < 10,
            *[D6] * 3,
        )
        assert found[f"Defence {defence}"][f"Courage {courage}"] == gone
        flees = share(lambda a, b, courage=courage: a + b + courage < 10, D6, D6)
        assert found["Courage alone"][f"Courage {courage}"] == flees


@pytest.mark.parametrize("shoot", [3, 4, 5])
def test_an_engine_that_is_its_own_crew(shoot: int) -> None:
    found = asked(GAME, "catapult-troll-shot", shoot=shoot)

    def made(*needs: int) -> Fraction:
        return share(
            lambda *dice: all(die >= need for die, need in zip(dice, needs, strict=True)),
            *[D6] * len(needs),
        )

    told = {row: chance for row, cells in found.items() for chance in cells.values()}
    assert told == {
        "Hit": made(shoot),
        "Hit, not wide": made(shoot, LONE),
        "Hit, Dead on!": made(shoot, CROWD),
        "Defence 5 slain, alone": made(shoot, LONE, *to_wound(10, 5)),
        "Defence 5 slain, in a crowd": made(shoot, CROWD, *to_wound(10, 5)),
        "Siege target, Defence 10 wounded": made(shoot, *to_wound(10, 10)),
    }


@pytest.mark.parametrize("shoot", [3, 4, 5])
def test_rapid_fire(shoot: int) -> None:
    found = asked(GAME, "rapid-fire", shoot=shoot)
    assert found["Shots"]["one die"] == spread(lambda a: a, D6)
    assert found["Shots"]["Swift Reload"] == spread(max, D6, D6)
    for row, need in (("Hits", shoot), ("Hits, untrained", 6)):
        hits = spread(lambda n, *dice, need=need: sum(d >= need for d in dice[:n]), *[D6] * 7)
        assert found[row]["one die"] == hits
        swift: dict[int, Fraction] = {}
        for shots, chance in spread(max, D6, D6).items():
            for number, likely in spread(
                lambda *dice, need=need: sum(d >= need for d in dice), *[D6] * shots
            ).items():
                swift[number] = swift.get(number, Fraction(0)) + chance * likely
        assert found[row]["Swift Reload"] == swift


@pytest.mark.parametrize("courage", [2, 3, 7])
def test_lighting_a_charge(courage: int) -> None:
    found = asked(GAME, "detonation", courage=courage)
    (brave,) = found["Courage test passed"].values()
    assert brave == share(lambda a, b: a + b + courage >= 10, D6, D6)
    (exploded,) = found["It has exploded"].values()
    (titanic,) = found["It has been a Titanic Explosion"].values()
    for turn in range(1, 7):
        # Lit in one turn, it explodes then (2 or more), or in the next, whatever is rolled.
        lit = [(1 - brave) ** (when - 1) * brave for when in range(1, turn + 1)]
        now = [one * Fraction(5, 6) for one in lit]
        late = [one * Fraction(1, 6) for one in lit[:-1]]
        assert exploded[turn] == sum(now) + sum(late)
        # A 6; after a dud 5 or 6, with 1 added.
        at_once = sum(one * Fraction(1, 6) for one in lit)
        later = sum(one * Fraction(1, 6) * Fraction(2, 6) for one in lit[:-1])
        assert titanic[turn] == at_once + later
    (wounds,) = found["Wounds of each, once it explodes"].values()

    def wounded(lit: int, again: int, one: int, two: int) -> int:
        big = lit == 6 or (lit == 1 and again + 1 >= 6)
        return one + two if big else one

    assert wounds == spread(wounded, *[D6] * 4)


def test_a_charge_without_a_brand() -> None:
    found = asked(GAME, "desperate-detonation")
    for courage in (2, 3, 4):
        column = f"Courage {courage}"
        one = share(lambda a, b, c, courage=courage: a + b + courage >= 10 and c == 6, *[D6] * 3)
        assert found["1 model tries"][column] == one
        for models in (2, 3, 4, 6):
            assert found[f"{models} models try"][column] == 1 - (1 - one) ** models
        assert found["Goes off, shot: 1 Wound"][column] == Fraction(1, 6)
        three = share(lambda *dice: 6 in dice, *[D6] * 3)
        assert found["Goes off, shot: 3 Wounds"][column] == three
        blast = share(lambda wounds, *dice: max(dice[:wounds]) >= 4, *[D6] * 4)
        assert found["Goes off by another charge"][column] == blast


def given(name: str, odds: str) -> dict[str, dict[str, str]]:
    return {
        subject.name: {one.title: one.value for one in found.given}
        for found in answers(GAME, name, odds)
        for subject in found.subjects
    }


def test_numbers_are_those_of_a_rosters_own_engines() -> None:
    assert given("grond-is-coming", "battlefield-target") == {
        "Mordor War Catapult": {"Shoot": "5", "Strength": "10", "Might": "2"},
        "Mordor Siege Bow": {"Shoot": "5", "Strength": "9", "Might": "1"},
    }
    catapult, bow = answers(GAME, "grond-is-coming", "battlefield-target")
    assert "Troll, 2 Might" in catapult.columns
    assert not [column for column in bow.columns if "Troll" in column or "2" in column]


def test_a_rosters_own_engine_is_asked_as_one_given_by_hand() -> None:
    catapult, _ = answers(GAME, "grond-is-coming", "battlefield-target")
    by_hand: Any = asked(GAME, "battlefield-target", shoot=5, strength=10, might=2, troll=1)
    assert told(catapult) == by_hand


def test_the_courage_of_who_has_the_brand_counts() -> None:
    assert given("breakers-of-the-deeping-wall", "detonation") == {
        "Demolition charge": {"Courage": "7"}
    }
