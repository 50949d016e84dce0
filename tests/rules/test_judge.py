"""Corners of the judge that random games seldom reach."""

from typing import Any

import pytest

from listbuilder.findings import Source
from listbuilder.rules.explain import explain
from tests.rules.small import Entries, Json, codes, found, judge, roster

BOTH = [{"id": "both", "offers": [{}], "max": 1}]


def test_entries_like_each_other_are_named_in_their_own_findings() -> None:
    entries: dict[str, Any] = {
        "captain": {"slots": [{"id": "gear", "offers": ["axe"], "max": 1}]},
        "engineer": {"like": "captain"},
        "axe": {},
    }
    two = {"with": [{"entry": "axe", "count": 2}]}
    for first, second in (("captain", "engineer"), ("engineer", "captain")):
        army = roster({"entry": first, **two}, {"entry": second, **two})
        assert codes(judge(entries), army) == [f"{first}.gear.max", f"{second}.gear.max"]


def test_slot_of_a_keyword_without_source_has_that_of_the_entry() -> None:
    held = [{"id": "gear", "offers": [{}], "max": 0}]
    entries = {
        name: {"is": ["bearer"], "source": {"document": "book", "page": page}}
        for page, name in enumerate(("elf", "orc"), 1)
    }
    judged = judge(entries, keywords={"bearer": {"slots": held}})
    verdict = judged.evaluate(roster(*({"entry": name, "with": ["elf"]} for name in entries)))
    sources = [finding.source for _, finding in explain(verdict, judged)]
    assert sources == [Source("book", page=1), Source("book", page=2)]


@pytest.mark.parametrize("slots", [(None, None), (None, "top"), ("top", None), ("top", "top")])
def test_steps_go_on_in_the_same_slot_named_or_not(slots: tuple[str | None, ...]) -> None:
    judged = judge({"crew": {"values": {"points": {"steps": [0, 0, 7]}}}})
    army = roster(
        *({"entry": "crew", "count": 2} | ({"slot": slot} if slot else {}) for slot in slots)
    )
    assert judged.evaluate(army).costs == {"points": 14}


def test_every_list_is_in_play_below_an_entry_of_the_ruleset() -> None:
    judged = judge({"siege": {"slots": BOTH}}, {"elves": {"elf": {}}, "orcs": {"orc": {}}})
    for name in ("elf", "orc"):
        assert found(judged, roster({"entry": "siege", "with": [name]})) == []


def test_a_list_is_in_play_below_its_own_entries() -> None:
    lists = {"elves": {"elf": {"slots": BOTH}}, "orcs": {"orc": {"slots": BOTH}}}
    judged = judge({"axe": {}}, lists)
    assert found(judged, roster({"entry": "orc", "with": ["axe"]})) == []
    stray = found(judged, roster({"entry": "orc", "with": ["elf"]}))
    assert stray == [("not-offered", "/army/0/with/0", 1, 0)]


@pytest.mark.parametrize("order", [("horse", "wagon"), ("wagon", "horse")])
def test_of_two_mounts_the_later_entry_wins(order: tuple[str, str]) -> None:
    keywords = {"cavalry": {"family": "type"}, "chariot": {"family": "type"}}
    judged = judge(
        {
            "rider": {"slots": [{"id": "mounts", "offers": [{}]}]},
            "horse": {"holder_becomes": "cavalry"},
            "wagon": {"holder_becomes": "chariot"},
        },
        constraints=({"id": "chariots", "require": {"count": {"is": "chariot"}, "at_most": 0}},),
        keywords=keywords,
    )
    assert codes(judged, roster({"entry": "rider", "with": [*order]})) == ["chariots"]


CAPPED: dict[str, Any] = {
    "army": {"is": ["force"], "slots": [{"id": "held", "offers": [{}]}]},
    "hero": {"caps": {"force": 1}},
}


def test_cap_counts_in_the_nearest_scope_and_all_that_it_holds() -> None:
    judged = judge(CAPPED, keywords={"force": {}})
    inner = {"entry": "army", "with": ["hero"]}
    assert found(judged, roster(inner, inner)) == []
    nested = roster({"entry": "army", "with": [inner, "hero"]})
    assert found(judged, nested) == [("hero.caps.force", "/army/0", 2, 1)]


def test_cap_is_not_asked_outside_its_scope() -> None:
    assert found(judge(CAPPED, keywords={"force": {}}), roster({"entry": "hero", "count": 2})) == []


@pytest.mark.parametrize(("caps", "said"), [((1, 1), [1]), ((1, 2), [1, 2]), ((3, 3), [])])
def test_one_hero_of_two_lists_is_capped_once(caps: tuple[int, int], said: list[int]) -> None:
    held = [{"id": "heroes", "offers": ["hero"]}]
    lists: dict[str, Entries] = {
        name: {name: {"slots": held}, "hero": {"caps": {"roster": most}}}
        for name, most in zip(("elves", "orcs"), caps, strict=True)
    }
    two = {"entry": "elves", "with": [{"entry": "hero", "count": 2}]}
    army = roster(two, {"entry": "orcs", "with": ["hero"]})
    assert found(judge(lists=lists), army) == [("hero.caps.roster", "", 3, most) for most in said]


def test_comparison_asked_of_each_holds_where_it_holds_for_all() -> None:
    rule = {
        "id": "pairs",
        "when": {"count": {}, "per": "entry", "at_least": 2},
        "require": {"count": {}, "at_most": 0},
    }
    judged = judge({"elf": {}, "orc": {}}, constraints=(rule,))
    elves = {"entry": "elf", "count": 2}
    assert codes(judged, roster(elves, {"entry": "orc", "count": 2})) == ["pairs"]
    assert codes(judged, roster(elves, "orc")) == []


def test_what_is_found_with_all_below_it_counts_once() -> None:
    rule = {"id": "whole", "require": {"count": {"is": "band", "whole": True}, "at_most": 2}}
    held = {"slots": [{"id": "held", "offers": [{}]}]}
    judged = judge({"band": {"is": ["band"], **held}}, constraints=(rule,), keywords={"band": {}})
    nested = roster({"entry": "band", "with": [{"entry": "band", "with": ["band"]}]})
    assert found(judged, nested) == [("whole", "", 3, 2)]


def test_findings_come_in_the_order_of_the_slots() -> None:
    names = [f"slot-{number}" for number in range(9)]
    slots = [{"id": name, "offers": [{}], "max": 0} for name in names]
    judged = judge({"box": {"slots": slots}})
    army = roster(
        {"entry": "box", "with": [{"entry": "box", "slot": name} for name in names[::-1]]}
    )
    assert codes(judged, army) == [f"box.{name}.max" for name in names]


def test_shares_of_one_entry_leave_out_others_with_a_keyword_of_its_name() -> None:
    rule = {"id": "twice", "require": {"count": {}, "per": "entry", "at_most": 1}}
    entries = {"warg": {}, "rider": {"is": ["warg"]}}
    judged = judge(entries, constraints=(rule,), keywords={"warg": {}})
    verdict = judged.evaluate(roster("warg", "rider", "warg"))
    ((check, finding),) = explain(verdict, judged)
    assert (check.key, finding.found) == ("warg", "2")
    assert [part.pointer for part in finding.parts] == ["/army/0", "/army/2"]


def test_rule_of_an_entry_is_asked_only_of_those_it_is_for() -> None:
    rules = [
        {
            "id": "in-reserve",
            "title": "No",
            "for": {"slot": "reserve"},
            "source": {"document": "book"},
        }
        | {"require": {"count": {"in": "self"}, "at_most": 0}}
    ]
    slots: Any = [{"id": name, "offers": [{}]} for name in ("front", "reserve")]
    judged = judge({"elf": {"constraints": rules}}, slots=slots)
    army = roster("elf", {"entry": "elf", "slot": "reserve"})
    assert found(judged, army) == [("in-reserve", "/army/1", 1, 0)]


@pytest.mark.parametrize("bound", ["max", "exactly"])
def test_none_allowed_is_said_so(bound: str) -> None:
    slots = [{"id": "gear", "title": "Gear", "offers": ["pick"], bound: 0}]
    judged = judge({"man": {"slots": slots}, "pick": {}})
    verdict = judged.evaluate(roster({"entry": "man", "with": ["pick"]}))
    ((_, finding),) = explain(verdict, judged)
    assert finding.message == "Man: Gear: 1, none allowed."


@pytest.mark.parametrize(
    ("require", "said"),
    [
        ({"count": {"in": "self"}, "at_most": 0}, "Man: No men."),
        ({"count": {"in": "at", "entry": "gate"}, "at_least": 1}, "Man: No men."),
        ({"count": {"in": "children"}, "at_most": 0}, "Man: No men."),
        (
            {"count": {"in": "children", "entry": "pick"}, "at_most": 0},
            "Man: No men: Pick: 2, none allowed.",
        ),
        ({"count": {"in": "self"}, "at_least": 4}, "Man: No men: 3, at least 4 needed."),
        (
            {"sum": "size", "of": {"in": "placed"}, "at_least": 2},
            "Man: No men: 1 model, at least 2 needed.",
        ),
    ],
)
def test_a_number_is_told_only_where_the_title_leaves_it_open(require: Json, said: str) -> None:
    rule = {"id": "rule", "title": "No men", "for": {"entry": "man"}, "require": require}
    entries: dict[str, Json] = {
        "man": {"slots": [{"id": "gear", "offers": ["pick"]}]},
        "pick": {},
        "gate": {},
        "mob": {"size": {"min": 1}},
    }
    judged = judge(entries, constraints=(rule,))
    men: Json = {"entry": "man", "id": "men", "count": 3, "with": [{"entry": "pick", "count": 2}]}
    verdict = judged.evaluate(roster(men, {"entry": "mob", "size": 1, "at": "men"}))
    ((_, finding),) = explain(verdict, judged)
    assert finding.message == said


def test_unit_with_a_size_is_a_selection_of_its_own() -> None:
    judged = judge({"unit": {"size": {"min": 10}}})
    two = roster({"entry": "unit", "size": 5, "count": 2})
    assert found(judged, two) == [("unit.copies", "/army/0", 2, 1)]


LIMITS: Any = {"points": {"title": "Points"}}
HALF_THE_LIMIT: Any = {"points": {"fixed": {"times": "1/2", "of": {"limit": "points"}}}}


class TestUnsetLimit:
    def test_comparison_is_not_asked(self) -> None:
        rule = {"id": "over", "require": {"sum": "points", "at_most": {"limit": "points"}}}
        judged = judge({"elf": {"values": {"points": 9}}}, constraints=(rule,), limits=LIMITS)
        assert found(judged, roster("elf", limits={"points": 8})) == [("over", "", 9, 8)]
        assert found(judged, roster("elf")) == []

    @pytest.mark.parametrize(("negated", "said"), [(False, []), (True, ["big"])])
    def test_as_a_test_it_fails(self, negated: bool, said: list[str]) -> None:
        big: dict[str, Any] = {"limit": "points", "at_least": 0}
        when = {"not": big} if negated else big
        rule = {"id": "big", "when": when, "require": {"count": {}, "at_most": 0}}
        assert codes(judge({"elf": {}}, constraints=(rule,), limits=LIMITS), roster("elf")) == said

    def test_cost_made_of_it_is_not_told(self) -> None:
        judged = judge({"assault": {"values": HALF_THE_LIMIT}}, limits=LIMITS)
        assert judged.evaluate(roster("assault", limits={"points": 5})).costs["points"] * 2 == 5
        assert judged.evaluate(roster("assault")).costs == {}


@pytest.mark.parametrize(
    ("bound", "asked"),
    [
        (0, False),
        (-1, True),
        ({"count": {"entry": "axe"}}, False),
        ({"sum": "weight"}, True),
        ({"sum": "points"}, False),
        ({"times": -1, "of": {"count": {}}}, True),
        ({"plus": [{"count": {}}, -5]}, True),
        ({"if": {"entry": "elf"}, "then": -1, "else": 1}, True),
    ],
)
def test_a_slot_is_asked_though_empty_where_its_bound_may_be_negative(
    bound: Any, asked: bool
) -> None:
    slot = {"id": "gear", "offers": ["axe"], "max": bound}
    values = {"weight": {"title": "weight"}, "points": {"title": "points", "cost": True}}
    elf = {"slots": [slot], "values": {"weight": -2, "points": 3}}
    judged = judge({"elf": elf, "axe": {"values": {"points": 1}}}, values=values)
    assert codes(judged, roster("elf")) == (["elf.gear.max"] if asked else [])


def test_what_is_placed_is_found_in_the_order_of_the_file() -> None:
    most = {
        "id": "full",
        "for": {"entry": "wall"},
        "require": {"count": {"in": "placed"}, "at_most": 1},
    }
    slots = [{"id": "in", "offers": [{}]}]
    judged = judge({"wall": {}, "elf": {"slots": slots}}, constraints=(most,))
    inner = {"entry": "elf", "at": "w", "name": "inner"}
    army = roster(
        {"entry": "elf", "at": "w", "name": "outer", "with": [inner]},
        {"entry": "wall", "id": "w"},
        {"entry": "wall", "id": "v"},
        {"entry": "wall"},
        {"entry": "elf", "at": "w", "name": "last"},
        {"entry": "elf", "name": "nowhere"},
    )
    assert found(judged, army) == [("full", "/army/1", 3, 1)]
    ((_, finding),) = explain(judged.evaluate(army), judged)
    assert [part.name for part in finding.parts] == ["outer", "inner", "last"]


def test_an_option_is_told_from_others_by_who_has_it_and_where() -> None:
    none = {
        "id": "none",
        "for": {"entry": "post"},
        "require": {"count": {"in": "self"}, "at_most": 0},
    }
    slots = [{"id": "in", "offers": [{}]}]
    judged = judge(
        {"camp": {"slots": slots}, "elf": {"slots": slots}, "post": {}}, constraints=(none,)
    )
    posts = ["post", {"entry": "post", "at": "c"}, {"entry": "post", "name": "Ours"}]
    army = roster({"entry": "camp", "id": "c", "with": ["post", {"entry": "elf", "with": posts}]})
    assert [
        finding.message.split(":")[0] for _, finding in explain(judged.evaluate(army), judged)
    ] == [
        "Post",
        "Post (Elf)",
        "Post (Elf, at Camp)",
        "Ours",
    ]
