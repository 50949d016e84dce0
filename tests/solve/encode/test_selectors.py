"""Selectors: which candidates are found, and under which literal."""

from __future__ import annotations

import pytest

from listbuilder.solve.domains.candidates import NeedsDisaggregationError
from listbuilder.solve.encode.selectors import scope_key
from listbuilder.solve.model.linear import of_literal
from tests.solve.encode.encoded import EMPTY, Encoded, Json, of_entries
from tests.solve.tiny import ends


@pytest.mark.parametrize(
    ("asking", "said", "expected"),
    [
        ("chief", {"in": "self"}, ["chief"]),
        ("chief", {"in": "children"}, ["orc", "wolf"]),
        ("chief", {"in": "whole"}, ["chief", "orc", "wolf"]),
        ("chief", {"in": "below", "entry": "wolf"}, ["wolf"]),
        ("chief", {"in": "self", "whole": True}, ["chief", "orc", "wolf"]),
        ("orc", {"in": "parent"}, ["chief"]),
        ("orc", {"in": "leader"}, ["chief", "orc", "wolf"]),
        ("pack", {"in": "leader"}, []),
        ("pack", {"in": "roster"}, ["chief", "orc", "wolf", "pack"]),
        ("pack", {"in": "roster", "under": {"entry": "chief"}}, ["chief", "orc", "wolf"]),
    ],
    ids=str,
)
def test_a_selector_finds(own: Encoded, asking: str, said: Json, expected: list[str]) -> None:
    assert of_entries(own.found(own[asking], **said)) == expected
    everywhere = scope_key(own.tree, "leader", own["pack"])
    assert everywhere is None
    assert scope_key(own.tree, "leader", own["orc"]) is own["chief"]


def test_what_hangs_on_others_is_found_under_a_literal(own: Encoded) -> None:
    ((_, literal, is_open),) = own.found(own.tree.root, **{"in": "roster", "is": "mounted"}).found
    assert not is_open
    for wolves in (0, 1):
        assert ends(own.model, of_literal(literal), (own["wolf"].count, wolves)) == (wolves, wolves)


def test_in_an_aggregate_it_is_open_which_copies_pass() -> None:
    encoded = Encoded(EMPTY)
    found = encoded.found(encoded.tree.root, **{"in": "roster", "is": "mounted"}).found
    assert [one.is_open for one in found if one.candidate is encoded["chief"]] == [True]
    assert encoded["chief"].place in encoded.encoder.relaxation.relaxed
    exact = Encoded(EMPTY, exact=True)
    with pytest.raises(NeedsDisaggregationError):
        exact.found(exact.tree.root, **{"in": "roster", "is": "mounted"})


def test_of_an_aggregate_without_wolves_no_copy_has_one() -> None:
    encoded = Encoded(EMPTY)
    (one,) = encoded.found(
        encoded.tree.root, **{"in": "roster", "has": {"entry": "wolf"}, "entry": "chief"}
    ).found
    assert one.is_open
    for wolves in (0, 1):
        known = (encoded["wolf"].count, wolves)
        assert ends(encoded.model, of_literal(one.literal), known) == (wolves, wolves)
