"""Keywords that a selection has only where others stand with it."""

from __future__ import annotations

import pytest

from listbuilder.solve.encode.keywords import KeywordEncoder
from listbuilder.solve.encode.readings import Truth
from listbuilder.solve.model.linear import FALSE, TRUE, of_literal
from tests.rules.small import SOURCE
from tests.solve.encode.encoded import Encoded
from tests.solve.tiny import ends, game


@pytest.fixture
def keywords(own: Encoded) -> KeywordEncoder:
    return own.keywords


def test_a_mount_gives_a_keyword_where_it_is(own: Encoded, keywords: KeywordEncoder) -> None:
    mounted = keywords.is_called(own["chief"], "mounted")
    assert isinstance(mounted, Truth)
    for wolves in (0, 1):
        riding = ends(own.model, of_literal(mounted.literal), (own["wolf"].count, wolves))
        assert riding == (wolves, wolves)
    assert keywords.is_called(own["chief"], "mounted", own=True).literal == FALSE
    assert keywords.is_called(own["chief"], "leader").literal == TRUE
    assert keywords.is_called(own["orc"], "mounted").literal == FALSE


def test_what_is_taken_away_is_back_where_it_is_given_again() -> None:
    moved = {"id": "off", "for": {"entry": "chief"}, "loses": "leader", "source": SOURCE}
    again = {**moved, "id": "on", "when": {"has": {"entry": "wolf"}}, "becomes": "leader"}
    del again["loses"]
    encoded = Encoded(additions=False, judge=game(changes=[moved, again]))
    leads = encoded.keywords.is_called(encoded["chief"], "leader").literal
    for wolves in (0, 1):
        where = (encoded["wolf"].count, wolves), (encoded["chief"].count, 1)
        assert ends(encoded.model, of_literal(leads), *where) == (wolves, wolves)


def test_the_groups_of_a_selection() -> None:
    keywords = {"leader": {}, "foot": {"family": "kind"}, "mounted": {"family": "kind"}}
    encoded = Encoded(additions=False, judge=game(keywords=keywords))
    assert [*encoded.keywords.keys(encoded["chief"], "entry", own=False)] == [("chief", TRUE)]
    ((name, literal),) = encoded.keywords.keys(encoded["chief"], "kind", own=False)
    assert name == "mounted"
    assert ends(encoded.model, of_literal(literal), (encoded["wolf"].count, 1)) == (1, 1)
