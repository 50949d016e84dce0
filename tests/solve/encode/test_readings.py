"""Readings: whether the copies of an aggregate may differ in them."""

from typing import Any

import pytest

from listbuilder.loading.structuring import converter
from listbuilder.model.language import Count, Selector
from listbuilder.solve.encode.readings import Reading, Truth
from listbuilder.solve.model.linear import FALSE
from tests.solve.encode.encoded import EMPTY, Encoded


@pytest.mark.parametrize(
    ("said", "per_copy"),
    [
        ({"in": "roster", "entry": "pack"}, False),
        ({"in": "roster", "entry": "orc"}, False),
        ({"in": "children", "entry": "orc"}, True),
        ({"in": "below", "entry": "shield"}, True),
    ],
    ids=str,
)
def test_copies_differ_in_what_each_holds_and_not_in_what_the_roster_has(
    said: dict[str, Any], per_copy: bool
) -> None:
    encoded = Encoded(EMPTY)
    chief = encoded["chief"]
    reading = encoded.encoder.read(Count(converter.structure(said, Selector)), chief)
    assert isinstance(reading, Reading)
    assert reading.per_copy == per_copy
    assert reading.unset == FALSE, "it reads no limit"


def test_a_condition_is_a_literal() -> None:
    encoded = Encoded(EMPTY)
    truth = encoded.keywords.is_called(encoded["chief"], "leader")
    assert isinstance(truth, Truth)
    assert not truth.per_copy
