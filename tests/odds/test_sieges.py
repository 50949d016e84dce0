"""The siege of ``warhammer``: each chance against the dice by hand."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import pytest

from tests.odds.faces import ARTILLERY, D6, SCATTER, share, spread
from tests.odds.game import answers, asked, of_roster, told, within
from tests.odds.test_machines import MISFIRE, black_powder, only, stone

GAME = "warhammer"
EVER, HASTY = "as ever", "Hasty Assault"


@pytest.mark.parametrize("models", [1, 4, 6])
def test_a_unit_starves(models: int) -> None:
    found = asked(GAME, "starvation-of-a-unit", models=models, wounds=1)
    for column, worse in ((EVER, 0), (HASTY, 1)):

        def lost(*dice: int, worse: int = worse) -> int:
            return sum(die - worse >= 5 for die in dice)

        falls = spread(lost, *[D6] * models)
        assert found["Any Wound at all"][column] == 1 - falls[0]
        if models > 1:
            assert found["Models lost"][column] == falls
        if models >= 4:
            half = sum(chance for many, chance in falls.items() if 2 * many >= models)
            assert found["Half of them or more"][column] == half
    assert ("Models lost" in found) == (models > 1)


def test_models_of_several_wounds_are_not_lost() -> None:
    assert "Models lost" not in asked(GAME, "starvation-of-a-unit", models=6, wounds=3)


def test_the_defence_force_starves() -> None:
    found = asked(GAME, "starvation", models=60, frail=50)
    for row, models in (("Wounds in all", 60), ("Models of one Wound lost", 50)):
        for column, each in ((EVER, Fraction(1, 3)), (HASTY, Fraction(1, 6))):
            assert found[row][column] == {
                many: comb(models, many) * each**many * (1 - each) ** (models - many)
                for many in range(models + 1)
            }


def test_the_defence_force_is_counted() -> None:
    """Ninety-three models by its units, of which seven have more Wounds than one."""
    (force,) = answers(GAME, "the-walls-of-the-reikland", "starvation")
    units = list(answers(GAME, "the-walls-of-the-reikland", "starvation-of-a-unit"))
    models = frail = 0
    for unit in units:
        given = {one.title: int(one.value) for one in unit.given}
        models += given["Models"] * len(unit.subjects)
        frail += given["Models"] * len(unit.subjects) * (given["Wounds"] == 1)
    shown = {one.title: int(one.value) for one in force.given}
    assert shown == {"Models": models, "of one Wound": frail}
    assert models > frail > 0


def test_the_relief_arrives() -> None:
    cells = asked(GAME, "relief")["Arrived"]
    for column, first, less in ((EVER, 2, 0), (HASTY, 4, 1)):
        missed = Fraction(1)
        for turn in range(2, 6):
            if turn >= first:
                missed *= share(lambda a, b, t=turn, less=less: a + b + t - less < 10, D6, D6)
            assert cells[column][turn] == 1 - missed
    (relief,) = answers(GAME, "the-walls-of-the-reikland", "relief")
    assert told(relief)["Arrived"] == cells
    curve: Any = relief.rows[0].cells[0]
    assert [turn.alone for turn in curve.turns] == [
        share(lambda a, b, t=turn: a + b + t >= 10, D6, D6) for turn in range(2, 6)
    ]


def test_nothing_of_a_siege_in_a_pitched_battle() -> None:
    ids = {one.id for one in of_roster(GAME, "under-four-stars").answers}
    assert not ids & {"relief", "starvation", "defensive-artillery", "attacking-artillery"}


@pytest.mark.parametrize(("machines", "sallies"), [(0, 0), (1, 0), (2, 1), (0, 2)])
def test_defensive_artillery(machines: int, sallies: int) -> None:
    found = asked(GAME, "defensive-artillery", machines=machines, sallies=sallies)
    dice = 2 * machines + 2 * sallies
    expected = spread(lambda *dice: dice.count(6), *[D6] * dice)
    assert only(found["Attacking war machines destroyed"]) == expected


@pytest.mark.parametrize(
    ("machines", "bolts", "mines"), [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1)]
)
def test_attacking_artillery(machines: int, bolts: int, mines: int) -> None:
    """Of each die, rolled again for a 6: who rolled it says what it does."""
    owners = ["machine"] * 2 * machines + ["bolt"] * 2 * bolts + ["mine"] * 2 * mines
    pairs = list(product(D6, D6))

    def destroyed(*dice: tuple[int, int]) -> int:
        return sum(
            first == 6 and again <= 3 and owner != "mine"
            for owner, (first, again) in zip(owners, dice, strict=True)
        )

    def breached(*dice: tuple[int, int]) -> int:
        return sum(
            first == 6 and again >= 4 and owner != "bolt"
            for owner, (first, again) in zip(owners, dice, strict=True)
        )

    if len(owners) > 2:
        # Four pairs fall in 1.7 million ways; of 36 ways 30 do nothing, three each do one thing.
        pairs = [(1, 1)] * 10 + [(6, 1), (6, 6)]
    found = asked(GAME, "attacking-artillery", machines=machines, bolts=bolts, mines=mines)
    dice = [pairs] * len(owners)
    assert only(found["Defending war machines destroyed"]) == spread(destroyed, *dice)
    assert only(found["Wall sections breached"]) == spread(breached, *dice)


def test_artillery_of_a_roster() -> None:
    (defence,) = answers(GAME, "the-walls-of-the-reikland", "defensive-artillery")
    assert [(one.title, one.value) for one in defence.given] == [
        ("Cannons and stone throwers", "2"),
        ("Sally Forth!", "1"),
    ]
    (attack,) = answers(GAME, "green-tide-at-the-gate", "attacking-artillery")
    assert int(attack.given[0].value) > 0
    assert not list(answers(GAME, "the-walls-of-the-reikland", "attacking-artillery"))


def test_a_ram_batters_ten_combat_phases() -> None:
    found = asked(GAME, "battering")
    for row, need in (("Gate breached", 4), ("Wall breached", 5)):
        each = share(lambda die, need=need: die >= need, D6)
        assert only(found[row]) == {phase: within(phase, each) for phase in range(1, 11)}


@pytest.mark.parametrize(("kind", "chart"), [("cannon", black_powder), ("stone", stone)])
def test_siege_ammunition(kind: str, chart: Any) -> None:
    cells = asked(GAME, f"siege-ammunition-{kind}")["Section breached"]

    @cache
    def breached(left: int, out: bool, sure: bool) -> Fraction:
        if not left:
            return Fraction(0)
        if out:
            return breached(left - 1, False, sure)
        total = Fraction(0)
        for shown, where, die in product(ARTILLERY, SCATTER, D6):
            if shown != MISFIRE:
                strikes = sure or where == "Hit"
                through = strikes and die >= 6
                total += 1 if through else breached(left - 1, False, sure)
            elif chart(die) != "Destroyed!":
                fault = chart(die) in ("Malfunction", "Disabled")
                total += breached(left - 1, fault, sure)
        return total / (6 * 6 * 6)

    for column, sure in (("only on the mark", False), ("any shot strikes", True)):
        assert cells[column] == {turn: breached(turn, False, sure) for turn in range(1, 6)}


def test_a_siege_tower_moves_on_two_or_more() -> None:
    cells = asked(GAME, "siege-tower")["At the wall"]
    each = share(lambda die: die >= 2, D6)
    assert only(cells) == {turn: within(turn, each) for turn in range(1, 6)}
