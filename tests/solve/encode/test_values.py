"""Values of candidates: by copy, by model, by ordinal, once."""

from __future__ import annotations

import pytest

from listbuilder.solve.encode.values import ValueEncoder
from listbuilder.solve.model.linear import FALSE, of_literal
from tests.rules.small import roster
from tests.solve.encode.encoded import Encoded, priced
from tests.solve.tiny import ends


@pytest.fixture
def values(own: Encoded) -> ValueEncoder:
    return own.values


@pytest.mark.parametrize(
    ("entry", "count", "size", "points"),
    [("orc", 2, None, 10), ("orc", 0, None, 0), ("pack", 1, 4, 8), ("chief", 1, None, 20)],
)
def test_values_by_copy_and_by_model(
    own: Encoded, values: ValueEncoder, entry: str, count: int, size: int | None, points: int
) -> None:
    candidate = own[entry]
    amount, unset = values.value_of("points", candidate)
    where = [(candidate.count, count)] + ([(candidate.size, size)] if size else [])
    assert ends(own.model, amount, *where) == (points, points)
    assert unset == FALSE


def test_values_by_ordinal_and_once() -> None:
    entries = {
        "coin": {"values": {"points": {"steps": [1, 3, 6]}}},
        "chest": {"values": {"points": {"each": 2, "fixed": 5}}},
        "debt": {"values": {"points": {"fixed": {"limit": "credit"}}}},
    }
    judge = priced(entries)
    army = roster({"entry": "coin", "count": 4}, {"entry": "chest", "count": 3}, "debt")
    encoded = Encoded(army, judge=judge, additions=False)
    for entry, prices in (("coin", [0, 1, 4, 10, 16]), ("chest", [0, 7, 9, 11])):
        amount, _ = encoded.values.value_of("points", encoded[entry])
        for count, price in enumerate(prices):
            assert ends(encoded.model, amount, (encoded[entry].count, count)) == (price, price)
    _, unset = encoded.values.value_of("points", encoded["debt"])
    for count in (0, 1):
        there = ends(encoded.model, of_literal(unset), (encoded["debt"].count, count))
        assert there == (count, count), "an unset limit is read where it is there"
