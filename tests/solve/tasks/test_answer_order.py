"""The answers of a repair come in the order in which a player would take them."""

from types import SimpleNamespace
from typing import cast

import pytest

from listbuilder.model.language import Number
from listbuilder.solve.outcomes import Solved, TradeOff
from listbuilder.solve.tasks.answer_order import alone, named, saves_too_little
from listbuilder.solve.tasks.repair import repair
from listbuilder.solve.tasks.repair_goals import CHANGES, GIVEN_UP, LOST
from listbuilder.solve.tasks.repair_search import RepairSearch
from tests.rules.small import judge, roster
from tests.solve.units import MAN


@pytest.mark.parametrize(
    ("tank", "gunner", "first"),
    [(11, 5, "reduce"), (9, 4, "reduce"), (8, 4, "add"), (30, 0, "reduce"), (0, 5, "add")],
)
@pytest.mark.parametrize("number", [1, 3])
def test_nothing_is_bought_for_more_than_twice_what_it_saves(
    tank: int, gunner: int, first: str, number: int
) -> None:
    """A gunner too many: he goes, before a second tank is bought for him that costs more."""
    made = judge(
        {
            "tank": {
                **MAN,
                "copies": 1,
                "values": {"points": tank},
                "slots": [{"id": "crew", "offers": ["gunner"], "max": 2}],
            },
            "gunner": {**MAN, "values": {"points": gunner}},
        },
        slots=[{"id": "top", "offers": ["tank"]}],
        profiles={"man": {"title": "Man", "columns": []}},
    )
    army = roster({"entry": "tank", "with": [{"entry": "gunner", "count": 3}]})
    answer, *others = repair(made, army, number=number)
    assert isinstance(answer, Solved)
    assert answer.proved
    assert answer.changes[0].done == first
    # Of an army of 15 points nobody gives a gunner of 5 up to save one of two changes.
    assert bool(others) == (number > 1 and tank > 0)


def answer(lost: Number, given_up: Number, changes: int) -> Solved:
    """An answer that reaches these aims."""
    reached: dict[str, Number] = {LOST: -lost, GIVEN_UP: -given_up, CHANGES: -changes}
    return Solved(roster(), proved=True, reached=reached)


@pytest.mark.parametrize(
    ("front", "names"),
    [
        ([(5, 20, 1)], [("least given up", "fewest changes")]),
        ([(5, 20, 3), (9, 36, 1)], [("least given up",), ("fewest changes",)]),
        ([(0, 30, 1), (5, 20, 2)], [("least lost", "fewest changes"), ("least given up",)]),
        ([(9, 36, 1), (12, 48, 1), (5, 20, 2)], [("fewest changes",), (), ("least given up",)]),
        (
            [(5, 26, 2), (5, 20, 3), (9, 36, 1)],
            [("in between",), ("least given up",), ("fewest changes",)],
        ),
    ],
)
def test_an_answer_is_named_for_what_it_is_best_at(
    front: list[tuple[int, int, int]], names: list[tuple[TradeOff, ...]]
) -> None:
    assert [one.best_at for one in named([answer(*one) for one in front])] == names


@pytest.mark.parametrize(
    ("more", "fewer", "too_little"),
    [
        ((40, 160, 3), (50, 200, 2), True),  # 10 of 2,000 points are less than 0.6 percent
        ((40, 160, 3), (60, 240, 2), False),
        ((0, 0, 3), (0, 40, 2), False),  # a garrison leaves its post
        ((0, 0, 3), (10, 40, 2), False),  # where nothing need be lost, nothing is
        ((40, 160, 2), (50, 200, 2), False),
    ],
)
def test_a_change_is_made_only_if_it_saves_enough(
    more: tuple[int, int, int], fewer: tuple[int, int, int], too_little: bool
) -> None:
    losses = SimpleNamespace(share_of_all=lambda part: part * 2000)
    search = cast(RepairSearch, SimpleNamespace(losses=losses))
    assert saves_too_little(search, answer(*more), answer(*fewer)) is too_little


def test_the_fewest_changes_are_named_only_where_fewer_were_looked_for() -> None:
    (several,) = named([answer(5, 20, 2)], settled=False)
    assert several.best_at == ("least given up",)
    (one,) = map(alone, named([answer(5, 20, 1)]))
    assert one.best_at == ("least given up", "fewest changes")


def test_what_several_stood_at_goes_last_of_all_and_they_are_told() -> None:
    """Three posts stand at the keep; without it, or two coins, the army is cheap enough."""
    stands = {
        "id": "stands",
        "for": {"entry": "post"},
        "require": {"count": {"in": "at", "entry": "keep"}, "at_least": 1},
    }
    cheap = {"id": "cheap", "for": "roster", "require": {"sum": "points", "at_most": 113}}
    made = judge(
        {
            "keep": {"copies": 1, "values": {"points": 20}},
            "unit": {
                **MAN,
                "copies": 1,
                "values": {"points": 30},
                "slots": [{"id": "posts", "offers": ["post"]}, {"id": "gold", "offers": ["coin"]}],
            },
            "post": {"copies": 1},
            "coin": {"copies": 1, "values": {"points": 3}},
        },
        constraints=(stands, cheap),
        slots=[{"id": "top", "offers": ["keep", "unit"]}],
        profiles={"man": {"title": "Man", "columns": []}},
    )
    unit = {"entry": "unit", "with": [{"entry": "post", "at": "keep"}, "coin"]}
    army = roster({"entry": "keep", "id": "keep"}, unit, unit, unit)
    answers = [one for one in repair(made, army) if isinstance(one, Solved)]
    (keep,) = (one for one in answers if any(change.name == "Keep" for change in one.changes))
    assert [change.stood for change in keep.changes] == [3]
    assert keep is answers[-1]
    assert keep.best_at == ("fewest changes",)
