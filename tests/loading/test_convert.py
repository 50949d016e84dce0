"""JSON values to the model: as they are, or not at all."""

from fractions import Fraction
from typing import Any

import pytest

from listbuilder.findings import Severity
from listbuilder.loading.scalars import fraction
from listbuilder.loading.structuring import structure
from listbuilder.model.entries import Entry, Group, Offer, Selection, Slot
from listbuilder.model.language import (
    MOST_COPIES,
    Chosen,
    Comparison,
    Constraint,
    Count,
    If,
    Limit,
    Names,
    Plus,
    Selector,
    Sum,
    Test,
    Times,
    Value,
)
from listbuilder.model.profile_types import Column
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Ruleset
from listbuilder.model.shown_figures import Figure

SOURCE = {"document": "d"}
RULE = {"id": "r", "title": "R", "source": SOURCE}
ENTRY = {"id": "e", "name": "E"}
SLOT = {"id": "s", "offers": ["horse"]}
ROSTER = {"ruleset": "g", "name": "N", "catalogues": {}}
FINE = {"sum": "points", "at_most": 3}


def named(*names: str) -> Names:
    return Names(names)


def rule(require: Any, **more: Any) -> Constraint:
    return structure({**RULE, "require": require, **more}, Constraint)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (7, 7),
        (-7, -7),
        ("1/3", Fraction(1, 3)),
        ("-5/2", Fraction(-5, 2)),
        ({"count": {}}, Count(Selector())),
        (
            {"count": {"in": "children", "is": "hero", "not": {"slot": ["a", "b"]}, "whole": True}},
            Count(
                Selector("children", Test(is_=named("hero"), not_=Test(slot=named("a", "b"))), True)
            ),
        ),
        ({"sum": "points"}, Sum("points")),
        ({"sum": "points", "of": {"in": "self"}}, Sum("points", Selector("self"))),
        ({"limit": "points"}, Limit("points")),
        ({"times": "1/3", "of": 9, "round": "up"}, Times(Fraction(1, 3), 9, "up")),
        ({"plus": [1, {"limit": "points"}]}, Plus((1, Limit("points")))),
        (
            {"if": {"limit": "points", "at_least": 3000}, "then": 6},
            If(Comparison(Limit("points"), "at_least", 3000), 6),
        ),
        ({"if": {}, "then": 6, "else": 3}, If(Test(), 6, 3)),
    ],
    ids=str,
)
def test_quantities(written: Any, meant: Any) -> None:
    figure = structure({"id": "f", "title": "F", "quantity": written}, Figure)
    assert figure.quantity == meant
    assert rule({"sum": "x", "at_most": written}).require.bound == meant


def test_comparisons() -> None:
    assert rule(FINE).require == Comparison(Sum("points"), "at_most", 3)
    counted = {"count": {"is": "rare"}, "per": "entry", "exactly": 1}
    assert rule(counted).require == Comparison(
        Count(Selector(test=Test(is_=named("rare")))), "exactly", 1, "entry"
    )
    assert rule({"sum": "size", "multiple_of": 5}).require.op == "multiple_of"


def test_constraints() -> None:
    plain = rule(FINE)
    assert (plain.for_, plain.when, plain.severity) == (None, None, Severity.ERROR)
    told = rule(FINE, **{"for": "roster", "severity": "warning", "shown": "Bows"})
    assert (told.for_, told.severity, told.shown) == ("roster", Severity.WARNING, "Bows")
    assert isinstance(told.severity, Severity)
    asked = rule(FINE, **{"for": {"choice": {"side": "defender"}}, "when": {"any": [{}, FINE]}})
    assert asked.for_ == Test(choice=Chosen((("side", "defender"),)))
    assert asked.when == Test(any_=(Test(), Comparison(Sum("points"), "at_most", 3)))


def test_entries() -> None:
    entry = structure(
        {
            **ENTRY,
            "is": "hero",
            "values": {
                "points": 5,
                "models": {"per_model": "1/2"},
                "bows": {"steps": [0, 7]},
                "x": {"each": 1, "fixed": {"limit": "points"}},
            },
            "caps": {"roster": MOST_COPIES},
            "requires": [{"in": "roster", "entry": "horse"}],
            "profiles": [{"type": "hero", "values": {"move": 6, "shoot": "3+"}}],
        },
        Entry,
    )
    assert entry.is_ == ("hero",)
    assert entry.values == {
        "points": Value(each=5),
        "models": Value(per_model=Fraction(1, 2)),
        "bows": Value(steps=(0, 7)),
        "x": Value(each=1, fixed=Limit("points")),
    }
    assert entry.caps == {"roster": MOST_COPIES}
    assert entry.requires == (Selector("roster", Test(entry=named("horse"))),)
    assert entry.profiles[0].values == {"move": 6, "shoot": "3+"}


def test_slots() -> None:
    slot = structure(
        {
            "id": "s",
            "offers": ["horse", {"is": ["a", "b"], "max": 2, "replaces": "spear"}],
            "per": "model",
            "groups": [{"id": "g", "is": "a", "max": 1}],
            "default": [{"entry": "horse"}],
        },
        Slot,
    )
    assert slot.offers == (
        Offer(Test(entry=named("horse"))),
        Offer(Test(is_=named("a", "b")), max=2, replaces=named("spear")),
    )
    assert slot.per == "model"
    assert slot.groups == (Group(Test(is_=named("a")), id="g", max=1),)
    assert slot.default == (Selection("horse"),)


def test_rosters_keep_the_order_of_their_keys() -> None:
    data = {"name": "N", "$schema": "s", "army": [{"with": [], "entry": "e"}], "ruleset": "g"}
    roster = structure({**data, "catalogues": {"c": "1"}}, Roster)
    assert roster.keys == ("name", "$schema", "army", "ruleset", "catalogues")
    assert roster.army[0].keys == ("with", "entry")
    assert roster == Roster("g", "N", {"c": "1"}, army=(Selection("e"),), schema="s")


@pytest.mark.parametrize("notes", [None, 2.5, True, [{"any": [None]}], "text"])
def test_notes_are_anything(notes: Any) -> None:
    assert structure({**ROSTER, "notes": notes}, Roster).notes == notes


BAD_NUMBERS = [
    *(None, True, 2.0, 1e3, "3", "", "x", [], [3], {}, {"a": 1}),
    *("2/4", "4/2", "3/1", "0/5", "1/0", "1/00", "1/-2", "--1/2", "+1/2", "1/2\n", " 1/2", "1 /2"),
    *("1/\u0660", "\u0661/2", "1/3/5", "1.5/2", f"1/{10**15}", f"{10**15}/7", "1_0/3"),
]


@pytest.mark.parametrize("number", BAD_NUMBERS, ids=ascii)
@pytest.mark.parametrize("key", ["times", "each", "steps", "at_most", "fixed"])
def test_numbers_are_whole_or_fractions_in_lowest_terms(number: Any, key: str) -> None:
    data: dict[str, tuple[Any, type]] = {
        "times": ({**RULE, "require": {"times": number, "of": 1, "at_most": 1}}, Constraint),
        "at_most": ({**RULE, "require": {"sum": "x", "at_most": number}}, Constraint),
        "each": ({**ENTRY, "values": {"x": {"each": number}}}, Entry),
        "steps": ({**ENTRY, "values": {"x": {"steps": [number]}}}, Entry),
        "fixed": ({**ENTRY, "values": {"x": {"fixed": number}}}, Entry),
    }
    with pytest.raises(ValueError, match=r"Constraint|Entry"):
        structure(*data[key])


@pytest.mark.parametrize("text", ["1/3", "-999999999999999/7", "7/999999999999999"])
def test_fractions_are_exact(text: str) -> None:
    assert str(fraction(text)) == text


@pytest.mark.parametrize("count", [0, -1, MOST_COPIES + 1, 10**15, True, 1.0, "1", None, [1]])
@pytest.mark.parametrize("key", ["count", "size"])
def test_counts_are_from_one_to_very_many(count: Any, key: str) -> None:
    with pytest.raises(ValueError, match="Roster"):
        structure({**ROSTER, "army": [{"entry": "e", key: count}]}, Roster)


@pytest.mark.parametrize(
    "require",
    [
        *(None, 3, "x", "at_most", [], ["at_most"], [["sum", "x"], ["at_most", 3]], {}),
        {"sum": "x"},
        {"at_most": 3},
        {"at_most": 3, "at_least": 1, "sum": "x"},
        {"sum": "x", "count": {}, "at_most": 3},
        {"sum": "x", "at_most": 3, "per": None},
        {"sum": "x", "at_most": 3, "per": ["entry"]},
        {"sum": "x", "at_most": 3, "is": "hero"},
        {"sum": "x", "multiple_of": 0},
        {"sum": "x", "multiple_of": "5/2"},
        {"sum": "x", "multiple_of": {"limit": "points"}},
        {"sum": "x", "of": "roster", "at_most": 3},
        {"sum": "x", "of": ["in"], "at_most": 3},
        {"sum": "x", "of": {"in": None}, "at_most": 3},
        {"sum": "x", "of": {"in": ["roster"]}, "at_most": 3},
        {"sum": "x", "of": {"whole": 1}, "at_most": 3},
        {"sum": "x", "of": {"test": {}}, "at_most": 3},
        {"times": 2, "at_most": 3},
        {"times": 2, "of": 1, "round": "nearest", "at_most": 3},
        {"times": 2, "of": 1, "round": ["up"], "at_most": 3},
        {"times": 2, "of": 1, "round": None, "at_most": 3},
        {"if": {}, "at_most": 3},
        {"if_": {}, "then": 1, "at_most": 3},
        {"if": "x", "then": 1, "at_most": 3},
        {"plus": 3, "at_most": 3},
    ],
    ids=ascii,
)
def test_comparisons_are_one_quantity_and_one_bound(require: Any) -> None:
    with pytest.raises(ValueError, match="Constraint"):
        rule(require)


@pytest.mark.parametrize(
    "more",
    [
        {"for": None},
        {"for": "rooster"},
        {"for": ["roster"]},
        {"when": "roster"},
        {"when": "at_most"},
        {"when": ["at_most"]},
        {"when": {"any": []}},
        {"when": {"all": []}},
        {"when": {"all": {}}},
        {"when": {"not": None}},
        {"when": {"is": []}},
        {"when": {"is": ["a", 1]}},
        {"when": {"choice": {}}},
        {"when": {"choice": {"side": 1}}},
        {"when": {"choice": ["side"]}},
        {"severity": "fatal"},
        {"severity": ["error"]},
        {"severity": None},
        {"shown": 1},
        {"ruling": None},
        {"source": None},
        {"source": {}},
        {"source": {"document": "d", "page": 2.0}},
        {"source": {"document": "d", "page": True}},
        {"because": "x"},
    ],
    ids=ascii,
)
def test_constraints_are_nothing_else(more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="Constraint"):
        rule(FINE, **more)


@pytest.mark.parametrize(
    "more",
    [
        {"offers": "horse"},
        {"offers": [None]},
        {"offers": [3]},
        {"offers": [["horse"]]},
        {"offers": [{"test": {}}]},
        {"offers": [{"is": "a", "budget": {}}]},
        {"groups": [3]},
        {"groups": [{"test": {}}]},
        {"groups": ["horse"]},
        {"per": "copy"},
        {"per": {}},
        {"budget": [3]},
        {"budget": {"points": None}},
        {"default": [{"count": 1}]},
        {"default": [{"entry": "horse", "keys": []}]},
    ],
    ids=ascii,
)
def test_slots_are_nothing_else(more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="Slot"):
        structure({**SLOT, **more}, Slot)


@pytest.mark.parametrize(
    "more",
    [
        {"is_": "hero"},
        {"is": None},
        {"values": []},
        {"values": {"points": {}}},
        {"values": {"points": {"each": 1, "extra": 1}}},
        {"requires": {}},
        {"requires": ["horse"]},
        {"profiles": [{"type": "hero", "values": {"move": 6.0}}]},
        {"profiles": [{"type": "hero", "values": {"move": True}}]},
        {"wargear": "sword"},
        {"wargear": [None]},
        {"size": 10},
        {"caps": {"roster": 0}},
        {"holder_becomes": []},
    ],
    ids=ascii,
)
def test_entries_are_nothing_else(more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="Entry"):
        structure({**ENTRY, **more}, Entry)


@pytest.mark.parametrize(
    "data",
    [
        *(None, 3, "x", [], [ROSTER], {}),
        {"ruleset": "g", "name": "N"},
        {**ROSTER, "name": None},
        {**ROSTER, "schema": "x"},
        {**ROSTER, "$schema": None},
        {**ROSTER, "keys": []},
        {**ROSTER, "limits": {"points": 1.0}},
        {**ROSTER, "limits": {"points": -1}},
        {**ROSTER, "limits": [700]},
        {**ROSTER, "choices": {"side": None}},
        {**ROSTER, "catalogues": ["gondor"]},
        {**ROSTER, "army": {}},
        {**ROSTER, "army": [{"entry": "e", "with_": []}]},
        {**ROSTER, "army": [{"entry": "e", "with": [{}]}]},
    ],
    ids=ascii,
)
def test_rosters_are_nothing_else(data: Any) -> None:
    with pytest.raises(ValueError, match="Roster"):
        structure(data, Roster)


def test_a_column_may_be_tracked() -> None:
    data = {"id": "wounds", "title": "W", "name": "Wounds", "tracked": True, "of_bearer": "wounds"}
    assert structure(data, Column).tracked


def test_what_is_deeper_than_the_stack_is_refused() -> None:
    inner: dict[str, Any] = {"entry": "e"}
    for _ in range(5000):
        inner = {"entry": "e", "with": [inner]}
    with pytest.raises(ValueError, match="Roster"):
        structure({**ROSTER, "army": [inner]}, Roster)


def test_a_ruleset_needs_little() -> None:
    data = {"id": "g", "name": "G", "version": "1", "documents": {"d": {"title": "D"}}}
    assert structure(data, Ruleset).documents["d"].title == "D"
