"""The rule language in words: every node of the shipped data, and what the words say."""

from fractions import Fraction
from typing import Any

import pytest

from listbuilder.loading.references import json_parts
from listbuilder.loading.structuring import converter
from listbuilder.model.language import (
    Comparison,
    Condition,
    Count,
    If,
    Limit,
    Plus,
    Quantity,
    Selector,
    Sum,
    Test,
    Times,
    Value,
)
from listbuilder.rules.verbalise import verbaliser_of
from tests.shipped import LIBRARY

NODES = (Comparison, Test, Selector, Count, Sum, Limit, Times, Plus, If, Value)


@pytest.mark.parametrize("ruleset", LIBRARY.rulesets())
def test_every_node_of_the_shipped_data_has_words(ruleset: str) -> None:
    book = LIBRARY.book(ruleset)
    words = verbaliser_of(book)
    said = 0
    for part in book.parts():
        for _, node in json_parts(part):
            match node:
                case Test() | Comparison():
                    text = words.condition(node)
                case Selector():
                    text = words.selector(node)
                case Value():
                    text = words.value(node)
                case Count() | Sum() | Limit() | Times() | Plus() | If():
                    text = words.quantity(node)
                case _:
                    continue
            said += 1
            assert text == " ".join(text.split())
            assert not set(text) & set('{}[]"_'), text
    assert said > 100


def quantity(data: Any) -> Quantity:
    kind: Any = Quantity
    read: Quantity = converter.structure(data, kind)
    return read


def condition(data: Any) -> Condition:
    kind: Any = Condition
    read: Condition = converter.structure(data, kind)
    return read


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (12, "12"),
        ("5/2", "2½"),
        ("1/3", "⅓"),
        (0, "0"),
        ({"limit": "points"}, "the limit of Points"),
        ({"count": {"is": ["hero", "warrior"]}}, "the number of Hero or Warrior in it"),
        ({"count": {"in": "self"}}, "its copies"),
        (
            {"count": {"printed": {"column": "fight", "at_least": 3, "at_most": 6}}},
            "the number of all where its printed Fight is at most 6 and at least 3 in it",
        ),
        (
            {"count": {"is": "hero", "printed": {"column": "might", "type": "hero", "exactly": 3}}},
            "the number of Hero where its printed Might of the Hero is exactly 3 in it",
        ),
        (
            {"count": {"in": "children", "slot": "crew"}},
            "the number of all where it stands in crew that it holds",
        ),
        ({"sum": "bows", "of": {"in": "contingent"}}, "the bows of all in its Army list"),
        (
            {"times": "1/3", "of": {"sum": "warriors"}, "round": "up"},
            "⅓ × the warriors of all in it, rounded up",
        ),
        (
            {"plus": [1, {"times": 2, "of": {"limit": "points"}}]},
            "1 + (2 × the limit of Points)",
        ),
        (
            {"if": {"limit": "points", "at_least": 3000}, "then": 6, "else": 3},
            "6 if the limit of Points is at least 3000, else 3",
        ),
    ],
)
def test_a_quantity_in_words(data: Any, said: str) -> None:
    assert verbaliser_of(LIBRARY.book("mesbg")).quantity(quantity(data)) == said


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "always"),
        ({"is": "hero", "not": {"slot": "leader"}}, "it is Hero and not (it stands in leader)"),
        ({"entry": "horse"}, "it is Horse"),
        ({"has": {"is": "mount"}}, "it holds mount"),
        ({"under": {"is": "evil"}}, "it is or stands in Evil"),
        ({"any": [{"is": "evil"}, {"is": "good"}]}, "(it is Evil or it is Good)"),
        ({"all": [{"sum": "models", "at_most": 3}]}, "(the models of all in it is at most 3)"),
        ({"choice": {"side": "defender"}}, "side is defender"),
        (
            {"count": {"in": "roster", "is": "hero"}, "per": "entry", "at_most": 1},
            "the number of Hero in the army is at most 1, of each entry",
        ),
    ],
)
def test_a_condition_in_words(data: Any, said: str) -> None:
    assert verbaliser_of(LIBRARY.book("mesbg")).condition(condition(data)) == said


def test_a_value_in_words() -> None:
    words = verbaliser_of(LIBRARY.book("mesbg"))
    assert words.value(Value(5, Fraction(1, 2)), "points") == "5 points + ½ points per model"
    assert words.value(Value(steps=(0, 0, 7)), "points") == "0, 0, then 7 points"
    assert words.value(Value(steps=(0, 1, 1)), "points") == "0, then 1 points"
    assert words.value(Value(fixed=Limit("points")), "siege") == "the limit of Points, in siege"
    assert words.value(Value(), "points") == "0 points"
