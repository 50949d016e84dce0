"""Quantities and conditions, encoded: their values are those that the judge works out."""

from typing import Any

import pytest

from listbuilder.loading.structuring import converter
from listbuilder.model.language import Comparison, Quantity
from listbuilder.solve.encode.expressions import ExpressionEncoder
from listbuilder.solve.model.linear import of_literal
from tests.rules.small import roster
from tests.solve.tiny import ends, game, named, unrolled

JUDGE = game()
ARMY = roster(
    {"entry": "chief", "with": [{"entry": "orc", "count": 3}, "wolf"]},
    {"entry": "pack", "size": 4},
    limits={"points": 200},
)
TREE = unrolled(JUDGE, ARMY, policy="fixed", additions=False)
ENCODER = ExpressionEncoder(JUDGE, TREE, TREE.model)
QUANTITY: Any = Quantity
ORCS = {"count": {"in": "roster", "entry": "orc"}}


@pytest.mark.parametrize(
    ("said", "value"),
    [
        (7, 7),
        (ORCS, 3),
        ({"sum": "points"}, 20 + 3 * 5 + 4 + 4 * 2),
        ({"sum": "size", "of": {"in": "roster", "entry": "pack"}}, 4),
        ({"limit": "points"}, 200),
        ({"times": 2, "of": ORCS}, 6),
        ({"plus": [ORCS, 4]}, 7),
        ({"if": {"has": {"entry": "pack"}}, "then": ORCS, "else": 9}, 3),
        ({"if": {"has": {"entry": "shield"}}, "then": ORCS, "else": 9}, 9),
        ({"distinct": "entry", "of": {"in": "roster"}}, 4),
    ],
    ids=str,
)
def test_a_quantity_of_the_roster(said: Any, value: int) -> None:
    read = ENCODER.quantity(converter.structure(said, QUANTITY), TREE.root)
    assert ends(TREE.model, read) == (value, value)


@pytest.mark.parametrize(
    ("entry", "said", "value"),
    [
        ("chief", {"count": {"in": "children"}}, 4),
        ("orc", {"count": {"in": "parent"}}, 1),
        ("pack", {"sum": "size", "of": {"in": "self"}}, 4),
    ],
)
def test_a_quantity_is_read_where_it_is_asked(entry: str, said: Any, value: int) -> None:
    (candidate,) = named(TREE, entry)
    read = ENCODER.quantity(converter.structure(said, QUANTITY), candidate)
    assert ends(TREE.model, read) == (value, value)


@pytest.mark.parametrize(
    ("bound", "holds"),
    [({"at_least": 3}, 1), ({"at_least": 4}, 0), ({"at_most": 2}, 0), ({"exactly": 3}, 1)],
    ids=str,
)
def test_a_comparison_is_a_literal(bound: dict[str, int], holds: int) -> None:
    comparison = converter.structure({**ORCS, **bound}, Comparison)
    truth = ENCODER.compare(comparison, TREE.root)
    assert ends(TREE.model, of_literal(truth.literal)) == (holds, holds)
