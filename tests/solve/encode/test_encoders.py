"""Each encoder by itself: keywords, values, selectors, piecewise quantities, relaxed aggregates."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.loading.structuring import converter
from listbuilder.model.language import LookUp, Selector
from listbuilder.rules.evaluate import Judge
from listbuilder.solve.domains.candidates import Candidate, NeedsDisaggregationError
from listbuilder.solve.domains.unrolling import CandidateTree
from listbuilder.solve.encode.aggregates import AggregateEncoder
from listbuilder.solve.encode.expressions import ExpressionEncoder
from listbuilder.solve.encode.keywords import KeywordEncoder
from listbuilder.solve.encode.piecewise import PiecewiseEncoder
from listbuilder.solve.encode.readings import Reading, Truth
from listbuilder.solve.encode.relaxation import Relaxation
from listbuilder.solve.encode.selectors import MAYBE, Matches, SelectorEncoder, scope_key
from listbuilder.solve.encode.values import ValueEncoder
from listbuilder.solve.model.linear import FALSE, TRUE, of_literal, of_variable
from tests.rules.small import SOURCE, roster
from tests.rules.small import judge as judge_of
from tests.solve.tiny import ends, game, named, unrolled

Json = dict[str, Any]

ARMY = roster(
    {"entry": "chief", "with": [{"entry": "orc", "count": 3}, "wolf"]},
    {"entry": "pack", "size": 4},
    limits={"points": 200},
)
EMPTY = roster(limits={"points": 200})


class Encoded:
    """The encoders over a tree, and its candidates by their entries."""

    def __init__(self, army: Any = ARMY, exact: bool = False, **keys: Any) -> None:
        judge: Judge = keys.pop("judge", None) or game()
        self.tree: CandidateTree = unrolled(judge, army, **{"policy": "free"} | keys)
        self.model = self.tree.model
        self.encoder = ExpressionEncoder(judge, self.tree, self.model, exact)
        self.values: ValueEncoder = self.encoder.values
        self.keywords: KeywordEncoder = self.encoder.keywords
        self.selectors: SelectorEncoder = self.encoder.selectors
        self.piecewise: PiecewiseEncoder = self.encoder.piecewise

    def __getitem__(self, entry: str) -> Candidate:
        return named(self.tree, entry)[0]

    def found(self, asking: Candidate, **said: Any) -> Matches:
        return self.selectors.matches(converter.structure(said, Selector), asking)


def priced(entries: Json) -> Judge:
    """The judge of a game of these entries, which may be priced by a limit."""
    limits = {"credit": {"title": "Credit"}, "points": {"title": "Points"}}
    return judge_of(entries, limits=limits)


@pytest.fixture
def own() -> Encoded:
    """Only what the player has, of which any may go."""
    return Encoded(additions=False)


def of_entries(matches: Matches) -> list[str]:
    return [one.place.entry.id for one, _ in matches.found if one.place.entry]


def test_a_mount_gives_a_keyword_where_it_is(own: Encoded) -> None:
    mounted = own.keywords.is_called(own["chief"], "mounted")
    assert isinstance(mounted, Truth)
    for wolves in (0, 1):
        riding = ends(own.model, of_literal(mounted.literal), (own["wolf"].count, wolves))
        assert riding == (wolves, wolves)
    assert own.keywords.is_called(own["chief"], "mounted", own=True).literal == FALSE
    assert own.keywords.is_called(own["chief"], "leader").literal == TRUE
    assert own.keywords.is_called(own["orc"], "mounted").literal == FALSE


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


@pytest.mark.parametrize(
    ("entry", "count", "size", "points"),
    [("orc", 2, None, 10), ("orc", 0, None, 0), ("pack", 1, 4, 8), ("chief", 1, None, 20)],
)
def test_values_by_copy_and_by_model(
    own: Encoded, entry: str, count: int, size: int | None, points: int
) -> None:
    candidate = own[entry]
    amount, unset = own.values.value_of("points", candidate)
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
    ((_, literal),) = own.found(own.tree.root, **{"in": "roster", "is": "mounted"}).found
    assert literal is not None
    for wolves in (0, 1):
        assert ends(own.model, of_literal(literal), (own["wolf"].count, wolves)) == (wolves, wolves)


def test_in_an_aggregate_it_is_open_which_copies_pass() -> None:
    encoded = Encoded(EMPTY)
    found = encoded.found(encoded.tree.root, **{"in": "roster", "is": "mounted"}).found
    assert [literal for one, literal in found if one is encoded["chief"]] == [MAYBE]
    assert encoded["chief"].place in encoded.encoder.relaxation.relaxed
    exact = Encoded(EMPTY, exact=True)
    with pytest.raises(NeedsDisaggregationError):
        exact.found(exact.tree.root, **{"in": "roster", "is": "mounted"})


@pytest.mark.parametrize(("chiefs", "most", "least"), [(1, 20, 2), (0, 2, 2)])
def test_the_greatest_and_the_least_that_is_there(chiefs: int, most: int, least: int) -> None:
    entries: Json = {"chief": {"values": {"points": 20}}, "page": {"values": {"points": 2}}}
    encoded = Encoded(roster("chief", "page"), judge=priced(entries), additions=False)
    where = (encoded["chief"].count, chiefs), (encoded["page"].count, 1)
    for falling, expected in ((False, most), (True, least)):
        reading = encoded.piecewise.extreme("points", Selector(), encoded.tree.root, False, falling)
        assert isinstance(reading, Reading)
        assert ends(encoded.model, reading.amount, *where) == (expected, expected)


def test_a_table_is_looked_up_by_counts(own: Encoded) -> None:
    said = {
        "table": [[7], [8], [9]],
        "row": {"count": {"in": "roster", "entry": "orc"}},
        "column": 1,
    }
    node = converter.structure(said, LookUp)
    amount = own.piecewise.looked_up(node, own.tree.root, False).amount
    for orcs, cell in enumerate((0, 7, 8, 9)):
        assert ends(own.model, amount, (own["orc"].count, orcs)) == (cell, cell)


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


def test_a_rule_over_an_aggregate_is_a_sum_over_its_copies() -> None:
    """Each chief has 2 orcs at least: five have ten."""
    rule = {
        "id": "led",
        "for": {"entry": "chief"},
        "require": {"count": {"in": "children", "entry": "orc"}, "at_least": 2},
    }
    judge = game(rule)
    encoded = Encoded(EMPTY, judge=judge)
    chief = encoded["chief"]
    (led,) = (one for one, _ in judge.rules_at(chief.place) if one.id == "led")
    (amount,) = AggregateEncoder(encoded.encoder).amounts(led, (), chief)
    expected = encoded["orc"].count - chief.count.times(2)
    assert (amount.terms, amount.const) == (expected.terms, 0)
