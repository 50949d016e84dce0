"""The random games that searches and readings are compared in have what the language has."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from listbuilder.model.entries import Group, Slot
from listbuilder.model.language import Comparison, Limit, Selector, Value
from listbuilder.model.ruleset import Book
from listbuilder.record import records_in
from tests.rules import tiny
from tests.solve.games import Maker, how_many, rosters
from tests.solve.tasks.test_placed_selections import game as game_of_places
from tests.solve.units import InSizes, Measured, Units

PER_MODEL = "a slot for each model"
AT = "who is placed at whom"
LIMITED = "a limit in a value"
MULTIPLE = "multiples"
LEAST = "a group with a least number"


def constructs(book: Book) -> Iterator[str]:
    """Yield which of these a game has."""
    for node in records_in([*book.parts()]):
        match node:
            case Slot(per="model"):
                yield PER_MODEL
            case Slot(groups=groups) if any(_has_least(group) for group in groups):
                yield LEAST
            case Selector(in_="at" | "placed"):
                yield AT
            case Comparison(op="multiple_of"):
                yield MULTIPLE
            case Value() if any(isinstance(one, Limit) for one in records_in([node])):
                yield LIMITED


def _has_least(group: Group) -> bool:
    return group.min is not None


def of_any_rules(random: Random) -> Book:
    """Judge and plain reading, judge and solver."""
    return tiny.load(tiny.Maker(random).game())[0]


def of_units(random: Random) -> Book:
    """Completions and repairs, each against a listing."""
    return Measured(random).game()[0].book


def of_places(random: Random) -> Book:
    """Completions and repairs with all ways to place."""
    return game_of_places(random).book


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (of_any_rules, {PER_MODEL, AT, LIMITED, MULTIPLE, LEAST}),
        (of_units, {PER_MODEL, LIMITED, MULTIPLE, LEAST}),
        (of_places, {AT}),
    ],
)
def test_random_games_have_it(made: Callable[[Random], Book], expected: set[str]) -> None:
    books = (made(Random(seed)) for seed in range(40))
    assert {one for book in books for one in constructs(book)} == expected


@pytest.mark.parametrize("maker", [Maker, Measured, InSizes])
def test_rosters_are_counted_before_they_are_listed(maker: type[Maker] | type[Units]) -> None:
    seen = 0
    for seed in range(30):
        judge, roster = maker(Random(seed)).game()
        number = how_many(judge.root, roster.army)
        if number < 200:
            seen += 1
            assert number == len([*rosters(judge, roster)]), seed
    assert seen > 3
