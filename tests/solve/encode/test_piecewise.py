"""Piecewise quantities: the greatest, the least, a table."""

from __future__ import annotations

import pytest

from listbuilder.loading.structuring import converter
from listbuilder.model.language import LookUp, Selector
from listbuilder.solve.encode.piecewise import PiecewiseEncoder
from listbuilder.solve.encode.readings import Reading
from tests.rules.small import roster
from tests.solve.encode.encoded import Encoded, Json, priced
from tests.solve.tiny import ends


@pytest.fixture
def piecewise(own: Encoded) -> PiecewiseEncoder:
    return own.piecewise


@pytest.mark.parametrize(("chiefs", "most", "least"), [(1, 20, 2), (0, 2, 2)])
def test_the_greatest_and_the_least_that_is_there(chiefs: int, most: int, least: int) -> None:
    entries: Json = {"chief": {"values": {"points": 20}}, "page": {"values": {"points": 2}}}
    encoded = Encoded(roster("chief", "page"), judge=priced(entries), additions=False)
    where = (encoded["chief"].count, chiefs), (encoded["page"].count, 1)
    for falling, expected in ((False, most), (True, least)):
        reading = encoded.piecewise.extreme("points", Selector(), encoded.tree.root, False, falling)
        assert isinstance(reading, Reading)
        assert ends(encoded.model, reading.amount, *where) == (expected, expected)


def test_a_table_is_looked_up_by_counts(own: Encoded, piecewise: PiecewiseEncoder) -> None:
    said = {
        "table": [[7], [8], [9]],
        "row": {"count": {"in": "roster", "entry": "orc"}},
        "column": 1,
    }
    node = converter.structure(said, LookUp)
    amount = piecewise.looked_up(node, own.tree.root, False).amount
    for orcs, cell in enumerate((0, 7, 8, 9)):
        assert ends(own.model, amount, (own["orc"].count, orcs)) == (cell, cell)
