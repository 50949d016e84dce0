"""Aims and wishes: what a player names, looked up in the book."""

from typing import Any

import pytest

from listbuilder.errors import EditError
from listbuilder.model.language import Count, Plus, Sum, Times
from listbuilder.solve.model.linear import constant
from listbuilder.solve.search.goals import (
    ASKED,
    aims_of,
    asked,
    costs,
    fewest_additions,
    limited_cost,
    owned,
)
from listbuilder.solve.search.problem import EncodedProblem, SearchProblem
from tests.rules.small import judge as judge_of
from tests.rules.small import roster
from tests.solve.tiny import ends, game, named

BOOK = game().book
LIMITED = roster(limits={"points": 60})
MODEL = {"profiles": [{"type": "man", "values": {}}]}
MEN: dict[str, Any] = {"profiles": {"man": {"title": "Man", "columns": []}}, "values": {}}


@pytest.mark.parametrize(
    ("name", "quantity"),
    [
        ("points", Sum),
        ("leader", Count),
        ("leaders", Count),
        ("orc", Count),
        ("orcs", Count),
        ("cheapest", Times),
    ],
)
def test_an_aim_is_a_value_a_keyword_or_an_entry_in_the_plural_too(
    name: str, quantity: type
) -> None:
    (aim,) = aims_of(BOOK, LIMITED, [name])
    assert aim.name == name
    assert isinstance(aim.quantity, quantity)


def test_without_a_name_the_aim_is_what_the_roster_limits() -> None:
    assert [one.name for one in aims_of(BOOK, LIMITED, [])] == ["points"]
    assert [one.name for one in aims_of(BOOK, roster(), [])] == ["cheapest"]
    free = judge_of({"man": MODEL}, **MEN).book
    assert [one.name for one in aims_of(free, roster(), [])] == ["models"]
    assert (costs(BOOK), costs(free)) == (["points"], [])
    assert (limited_cost(BOOK, LIMITED), limited_cost(BOOK, roster())) == ("points", None)


def test_models_are_pieces_and_the_sizes_of_units() -> None:
    unit = MODEL | {"size": {"min": 2}}
    book = judge_of({"man": MODEL, "mob": unit, "flag": {}}, **MEN).book
    (aim,) = aims_of(book, roster(), ["models"])
    assert isinstance(aim.quantity, Plus)
    with pytest.raises(EditError, match="Nothing costs anything"):
        aims_of(book, roster(), ["cheapest"])


def test_an_aim_that_nobody_knows_is_refused_with_what_is_near() -> None:
    with pytest.raises(EditError, match=r"no aim “poinst”.*“points”"):
        aims_of(BOOK, LIMITED, ["poinst"])


def test_a_wish_is_a_rule_of_the_whole_roster() -> None:
    rule = asked(BOOK, "orc", "at_least", 3)
    assert (rule.id, rule.title) == (ASKED, "at least 3 × Orc asked for")
    assert (rule.require.op, rule.require.bound) == ("at_least", 3)
    assert asked(BOOK, "orc", "at_most", 2).title == "at most 2 × Orc asked for"
    assert asked(BOOK, "orc", "at_most", 0).title == "no Orc, as asked"
    with pytest.raises(EditError):
        asked(BOOK, "orkses", "at_least", 3)


def test_pieces_that_are_not_owned_are_not_fielded() -> None:
    profiles = MEN["profiles"]
    book = judge_of({"man": MODEL, "chief": MODEL, "flag": {}}, profiles=profiles).book
    rules = {rule.title: rule.require.bound for rule in owned(book, {"man": 2})}
    assert rules == {"at most 2 × Man asked for": 2, "no Chief, as asked": 0}


def test_copies_and_models_are_counted_as_additions() -> None:
    judge, army = game(), roster("chief", limits={"points": 60})
    encoded = EncodedProblem(SearchProblem(judge, army, lambda encoded: {}))
    (pack,) = named(encoded.tree, "pack")
    goal = fewest_additions(encoded)
    assert ends(encoded.model, goal) is not None
    nothing = [(one.count, 0) for one in encoded.tree.added()]
    assert ends(encoded.model, goal, *nothing) == (0, 0)
    others = [(one.count, 0) for one in encoded.tree.added() if one is not pack]
    assert ends(encoded.model, goal + constant(0), *others, (pack.count, 1), (pack.size, 4)) == (
        -5,
        -5,
    )
