"""Aggregates that allow more than the rules: noted, or refused."""

from __future__ import annotations

import pytest

from listbuilder.solve.domains.candidates import NeedsDisaggregationError
from listbuilder.solve.encode.relaxation import Relaxation
from listbuilder.solve.model.linear import of_variable
from tests.solve.encode.encoded import EMPTY, Encoded


def test_relaxed_aggregates_are_noted_or_refused() -> None:
    encoded = Encoded(EMPTY)
    chief, orc = encoded["chief"], encoded["orc"]
    relaxation = Relaxation(encoded.tree, exact=False)
    relaxation.relax(orc)
    assert relaxation.relaxed == {chief.place}, "its root"
    assert relaxation.catches(NeedsDisaggregationError(chief.place), orc)
    assert not relaxation.catches(NeedsDisaggregationError(orc.place), orc)
    relaxation.relax_where_present(orc)
    assert relaxation.relaxed_where_present == {orc}
    for refused in (relaxation.require_disaggregation, Relaxation(encoded.tree, exact=True).relax):
        with pytest.raises(NeedsDisaggregationError) as error:
            refused(orc)
        assert error.value.place is chief.place


def test_what_belongs_to_an_aggregate() -> None:
    encoded = Encoded(EMPTY)
    chief, orc, pack = (encoded[entry] for entry in ("chief", "orc", "pack"))
    relaxation = encoded.encoder.relaxation
    assert relaxation.is_within(chief.count + orc.count, chief)
    assert not relaxation.is_within(chief.count + pack.count, chief)
    assert not relaxation.is_within(chief.count, orc)
    more = of_variable(encoded.model.variable(0, 5))
    assert not relaxation.is_within(more, chief)
    assert relaxation.is_within(relaxation.assign(more, orc), chief)
    assert relaxation.most_held(orc, chief) == 6
    shield = encoded["shield"]
    assert relaxation.most_held(shield, chief) == 6 * relaxation.most_held(shield, orc)
