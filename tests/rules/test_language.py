"""Examples of the rule language, worked out by hand; and its page, which leaves nothing out."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import attrs
import pytest

from listbuilder.loading.folders import data_folder
from listbuilder.model import entries as model_entries
from listbuilder.model import language
from listbuilder.model.language import Number, Op, Rounding
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.explain import explain
from tests.rules.small import Entries, codes, found, judge, roster

ANY: Any = [{"id": "held", "offers": [{}]}]


def rule(**said: Any) -> tuple[dict[str, Any], ...]:
    return ({"id": "rule", "require": said.pop("require")} | said,)


class TestUnits:
    """A unit of 10 or more, of 5 as a detachment of another."""

    judge = judge(
        {
            "halberdiers": {
                "is": ["unit"],
                "size": {"min": {"if": {"slot": "detachments"}, "then": 5, "else": 10}},
                "values": {"points": {"per_model": 6}},
                "slots": [
                    {
                        "id": "command",
                        "each_max": 1,
                        "offers": [
                            {"entry": "champion", "values": {"points": 10}},
                            {"entry": "shields", "values": {"points": {"per_model": 1}}},
                        ],
                    },
                    {
                        "id": "detachments",
                        "offers": [{"is": "unit"}],
                        "max": {"if": {"slot": "detachments"}, "then": 0, "else": 2},
                    },
                ],
            },
            "champion": {},
            "shields": {},
        },
        keywords={"unit": {}},
    )

    def unit(self, size: int, *held: Any) -> dict[str, Any]:
        return {"entry": "halberdiers", "size": size, "with": [*held]}

    def test_is_priced_by_its_models_and_so_are_its_shields(self) -> None:
        army = roster(self.unit(20, "champion", "shields", self.unit(5, "shields")))
        verdict = self.judge.evaluate(army)
        assert not verdict.breaches
        assert verdict.costs == {"points": 20 * 6 + 10 + 20 + 5 * 6 + 5}

    def test_is_smaller_as_a_detachment_only(self) -> None:
        army = roster(self.unit(9, self.unit(5)))
        assert found(self.judge, army) == [("halberdiers.size.min", "/army/0", 9, 10)]

    def test_has_two_detachments_and_they_none(self) -> None:
        two = [self.unit(5), self.unit(5, self.unit(5))]
        inner = ("halberdiers.detachments.max", "/army/0/with/1", 1, 0)
        assert found(self.judge, roster(self.unit(10, *two))) == [inner]
        three = roster(self.unit(10, *(self.unit(5) for _ in range(3))))
        assert found(self.judge, three) == [("halberdiers.detachments.max", "/army/0", 3, 2)]

    def test_has_of_each_command_one(self) -> None:
        two = {"entry": "champion", "count": 2}
        army = roster(self.unit(10, two, "shields"))
        assert found(self.judge, army) == [("halberdiers.command.each_max", "/army/0", 2, 1)]


class TestOffers:
    """A lance needs a mount, and goes with no second hand weapon; both as seen from the rider."""

    judge = judge(
        {
            "rider": {
                "slots": [
                    {
                        "id": "arms",
                        "title": "Arms",
                        "offers": [
                            {
                                "entry": "lance",
                                "requires": [{"in": "children", "is": "mount"}],
                                "excludes": [{"in": "children", "entry": "axe"}],
                            },
                            "axe",
                        ],
                    },
                    {"id": "mount", "offers": [{"is": "mount"}]},
                ],
            },
            "lance": {},
            "axe": {},
            "horse": {"is": ["mount"]},
        },
        keywords={"mount": {}},
    )

    def test_need_what_they_require(self) -> None:
        assert found(self.judge, roster({"entry": "rider", "with": [{"entry": "axe"}]})) == []
        mounted = {"entry": "rider", "with": [{"entry": "lance"}, {"entry": "horse"}]}
        assert found(self.judge, roster(mounted)) == []
        on_foot = {"entry": "rider", "with": [{"entry": "lance"}]}
        lacks = ("rider.arms.lance.requires.1", "/army/0", 0, 1)
        assert found(self.judge, roster(on_foot)) == [lacks]

    def test_go_without_what_they_exclude(self) -> None:
        both = [{"entry": "lance"}, {"entry": "axe"}, {"entry": "horse"}]
        army = roster({"entry": "rider", "with": both})
        assert found(self.judge, army) == [("rider.arms.lance.excludes.1", "/army/0", 1, 0)]


@pytest.mark.parametrize(("warriors", "most"), [(1, 1), (3, 1), (4, 2), (12, 4), (13, 5)])
def test_a_third_rounded_up(warriors: int, most: int) -> None:
    third = {"times": "1/3", "of": {"sum": "warriors"}, "round": "up"}
    judged = judge(
        {"orc": {"values": {"warriors": 1}, "slots": ANY}, "bow": {"values": {"bows": 1}}},
        constraints=rule(require={"sum": "bows", "at_most": third}),
        values={name: {"title": name} for name in ("warriors", "bows")},
    )

    def armed(bows: int) -> Any:
        held = [{"entry": "bow", "count": bows}]
        return roster({"entry": "orc", "count": warriors, "with": held})

    assert found(judged, armed(most)) == []
    assert found(judged, armed(most + 1)) == [("rule", "", most + 1, most)]


@pytest.mark.parametrize(("limit", "most"), [(2999, 3), (3000, 6), (None, 3)])
def test_the_same_thrice_six_times_in_a_grand_army(limit: int | None, most: int) -> None:
    grand = {"if": {"limit": "points", "at_least": 3000}, "then": 6, "else": 3}
    judged = judge(
        {"guns": {}, "tanks": {}},
        constraints=rule(require={"count": {}, "per": "entry", "at_most": grand}),
        limits={"points": {"title": "Points"}},
    )
    limits = {} if limit is None else {"points": limit}
    army = roster(
        {"entry": "guns", "count": most}, {"entry": "tanks", "count": most}, limits=limits
    )
    assert found(judged, army) == []
    army = roster(*["guns"] * most, {"entry": "tanks", "count": most + 1}, limits=limits)
    assert found(judged, army) == [("rule", "", most + 1, most)]


def test_tower_holds_twenty_infantry_of_each_garrison() -> None:
    judged = judge(
        {
            "tower": {"is": ["tower"]},
            "unit": {"is": ["infantry"], "size": {}, "slots": ANY},
            "part": {"is": ["garrison"], "size": {}},
        },
        constraints=rule(
            **{"for": {"is": "garrison"}},
            when={
                "all": [
                    {"count": {"in": "at", "is": "tower"}, "at_least": 1},
                    {"count": {"in": "parent", "is": "infantry"}, "at_least": 1},
                ]
            },
            require={"sum": "size", "of": {"in": "self"}, "at_most": 20},
        ),
        keywords={"tower": {}, "infantry": {}, "garrison": {}},
    )
    tower = {"entry": "tower", "id": "north"}
    placed = {"entry": "part", "size": 21, "at": "north"}
    unit = {"entry": "unit", "size": 40}
    full = roster(tower, unit | {"with": [{**placed, "size": 20}, {**placed, "size": 20}]})
    assert found(judged, full) == []
    assert found(judged, roster(tower, unit | {"with": [placed]})) == [
        ("rule", "/army/1/with/0", 21, 20)
    ]
    del placed["at"]
    assert found(judged, roster(tower, unit | {"with": [placed]})) == []


def test_beside_are_those_before_and_after_in_the_slots_row() -> None:
    alone = {"count": {"in": "beside"}, "at_least": 2}
    slots = [
        {"id": "row", "offers": ["wall", "gate"], "ring": {"has": {"entry": "ring"}}},
        {"id": "heap", "offers": ["stone", "ring"]},
    ]
    judged = judge(
        {
            "keep": {"slots": slots},
            "wall": {"is": ["part"]},
            "gate": {"is": ["part"]},
            "stone": {"is": ["part"]},
            "ring": {},
        },
        constraints=rule(**{"for": {"is": "part"}}, require=alone),
        keywords={"part": {}},
    )

    def ends(*held: str) -> list[tuple[str, language.Number]]:
        breaches = found(judged, roster({"entry": "keep", "with": list(held)}))
        return [(pointer[-1], many) for _, pointer, many, _ in breaches]

    assert ends("wall", "gate", "wall") == [("0", 1), ("2", 1)]
    assert ends("wall", "stone", "gate", "wall") == [("0", 1), ("1", 0), ("3", 1)]
    assert ends("wall", "gate", "ring", "wall") == []
    assert ends("ring", "wall", "gate") == [("1", 1), ("2", 1)], "two are beside one another once"
    assert ends("wall", "ring") == [("0", 0)], "nothing is beside itself"


def test_all_of_those_beside_count_around_a_ring_too() -> None:
    alone = {"count": {"in": "beside", "whole": True}, "exactly": 0}
    judged = judge(
        {
            "keep": {"slots": [{"id": "row", "offers": ["wall"], "ring": {}}]},
            "wall": {"is": ["part"], "slots": [{"id": "top", "offers": ["guard"]}]},
            "guard": {},
        },
        constraints=rule(**{"for": {"is": "part"}}, require=alone),
        keywords={"part": {}},
    )
    walls = [{"entry": "wall", "with": [{"entry": "guard", "count": many}]} for many in (1, 2, 4)]
    breaches = found(judged, roster({"entry": "keep", "with": walls}))
    assert [many for _, _, many, _ in breaches] == [8, 7, 5]


def test_placed_here_is_what_names_it() -> None:
    crowded = {"sum": "size", "of": {"in": "placed"}, "at_most": 6}
    judged = judge(
        {"wall": {"is": ["wall"]}, "unit": {"size": {}}},
        constraints=rule(**{"for": {"is": "wall"}}, require=crowded),
        keywords={"wall": {}},
    )
    units = [{"entry": "unit", "size": size, "at": "west"} for size in (3, 4)]
    walls = [{"entry": "wall", "id": name} for name in ("east", "west")]
    assert found(judged, roster(*walls, *units)) == [("rule", "/army/1", 7, 6)]


CORE: Any = {"core": {"family": "kind"}, "special": {"family": "kind"}, "elite": {}}
TOO_FEW_CORE = rule(require={"count": {"is": "core"}, "at_least": 2})


def test_change_moves_a_keyword_within_its_family() -> None:
    change = {
        "id": "plague",
        "for": {"entry": "monks"},
        "when": {"count": {"in": "roster", "entry": "skrolk"}, "at_least": 1},
        "becomes": "core",
        "source": {"document": "book"},
    }
    judged = judge(
        {"monks": {"is": ["special", "elite"]}, "skrolk": {}},
        constraints=(
            *TOO_FEW_CORE,
            {"id": "special", "require": {"count": {"is": "special"}, "at_most": 0}},
            {"id": "elite", "require": {"count": {"is": "elite"}, "at_least": 2}},
        ),
        changes=[change],
        keywords=CORE,
    )
    monks = {"entry": "monks", "count": 2}
    assert found(judged, roster(monks)) == [("rule", "", 0, 2), ("special", "", 2, 0)]
    assert found(judged, roster(monks, "skrolk")) == []


def test_changes_do_not_see_each_other() -> None:
    first = {"id": "first", "for": {"is": "special"}, "becomes": "core"}
    second = {"id": "second", "for": {"is": "core"}, "becomes": "special"}
    changes = [change | {"source": {"document": "book"}} for change in (first, second)]
    judged = judge(
        {"monks": {"is": ["special"]}, "rats": {"is": ["core"]}},
        constraints=TOO_FEW_CORE,
        changes=changes,
        keywords=CORE,
    )
    assert found(judged, roster({"entry": "monks", "count": 2})) == []
    assert found(judged, roster({"entry": "rats", "count": 2})) == [("rule", "", 0, 2)]


def test_offers_slots_and_values_go_by_the_keywords_an_entry_has_of_itself() -> None:
    keywords: Any = {
        "infantry": {"family": "type", "values": {"points": 1}},
        "cavalry": {"family": "type", "values": {"points": 5}},
    }
    judged = judge(
        {
            "captain": {"slots": [{"id": "men", "offers": [{"is": "infantry"}]}]},
            "rider": {"is": ["infantry"], "slots": [{"id": "mount", "offers": ["horse"]}]},
            "horse": {"holder_becomes": "cavalry"},
        },
        constraints=rule(require={"count": {"is": "cavalry"}, "at_most": 0}),
        keywords=keywords,
    )
    army = roster({"entry": "captain", "with": [{"entry": "rider", "with": ["horse"]}]})
    assert found(judged, army) == [("rule", "", 1, 0)]
    assert judged.evaluate(army).costs == {"points": 1}


def test_budget_is_for_each_copy_and_a_quantity_as_it_stands() -> None:
    gear = {"id": "gear", "offers": [{}]}
    entries: Any = {
        "knights": {"slots": [gear | {"budget": {"points": 10}}]},
        "kings": {"slots": [gear | {"budget": {"points": {"plus": [10]}}}]},
        "sword": {"values": {"points": 7}, "slots": [{"id": "runes", "offers": ["rune"]}]},
        "rune": {"values": {"points": "5/2"}},
    }
    judged = judge(entries)
    sword = {"entry": "sword", "count": 2, "with": [{"entry": "rune", "count": 3}]}
    spent = 2 * 7 + 3 * Fraction(5, 2)
    assert found(judged, roster({"entry": "knights", "count": 2, "with": [sword]})) == [
        ("knights.gear.budget.points", "/army/0", spent, 20)
    ]
    assert found(judged, roster({"entry": "kings", "count": 9, "with": [sword]})) == [
        ("kings.gear.budget.points", "/army/0", spent, 10)
    ]


def test_group_and_offer_have_bounds_of_their_own() -> None:
    slot = {
        "id": "magic",
        "offers": [{"is": "weapon"}, {"entry": "scroll", "max": 2}],
        "groups": [{"id": "weapons", "is": "weapon", "max": 1}],
        "max": 9,
    }
    weapon = {"is": ["weapon"]}
    entries: Entries = {"mage": {"slots": [slot]}, "axe": weapon, "bow": weapon, "scroll": {}}
    judged = judge(entries, keywords={"weapon": {}})
    army = roster({"entry": "mage", "with": ["axe", "bow", {"entry": "scroll", "count": 3}]})
    assert found(judged, army) == [
        ("mage.magic.weapons.max", "/army/0", 2, 1),
        ("mage.magic.scroll.max", "/army/0", 3, 2),
    ]


def test_half_of_all_points_is_exact() -> None:
    half = {"fixed": {"times": "1/2", "of": {"sum": "points", "of": {"in": "roster"}}}}
    judged = judge(
        {"elf": {"values": {"points": 7}}, "assault": {"values": {"siege": half}}},
        values={name: {"title": name, "cost": True} for name in ("points", "siege")},
    )
    verdict = judged.evaluate(roster({"entry": "elf", "count": 3}, "assault"))
    assert verdict.costs == {"points": 21, "siege": Fraction(21, 2)}


def test_each_that_is_there_and_no_other_must_be_enough() -> None:
    pairs = {"count": {}, "per": "kind", "at_least": 2}
    keywords: Any = {name: {"family": "kind"} for name in ("core", "special")}
    judged = judge(
        {"rats": {"is": ["core"]}, "monks": {"is": ["special"]}, "flag": {}},
        constraints=rule(require=pairs),
        keywords=keywords,
    )
    assert found(judged, roster("flag", "rats", "rats")) == []
    assert found(judged, roster("rats", "rats", "monks")) == [("rule", "", 1, 2)]


def test_multiples() -> None:
    judged = judge({"orc": {}}, constraints=rule(require={"count": {}, "multiple_of": 3}))
    assert [len(found(judged, roster(*["orc"] * many))) for many in range(7)] == [
        *(0, 1, 1, 0, 1, 1, 0)
    ]


def test_what_a_table_says_and_nothing_beside_it() -> None:
    asked = {"table": [[5], ["7/2", 3]], "row": {"count": {"entry": "orc"}}, "at_most": 0}
    column = {"column": {"count": {"entry": "elf"}}}
    one = judge({"orc": {}, "elf": {}}, constraints=rule(require=asked))
    two = judge({"orc": {}, "elf": {}}, constraints=rule(require=asked | column))

    def numbers(judged: Judge) -> list[Number]:
        armies = [
            roster(*["orc"] * orcs, *["elf"] * elves) for orcs in range(4) for elves in (1, 2)
        ]
        return [found(judged, army)[0][2] if found(judged, army) else 0 for army in armies]

    assert numbers(one) == [0, 0, 5, 5, Fraction(7, 2), Fraction(7, 2), 0, 0]
    assert numbers(two) == [0, 0, 5, 0, Fraction(7, 2), 3, 0, 0]


def test_a_rule_looks_outside() -> None:
    rank = {"sum": "rank", "of": {"in": "self"}}
    outer = {"outside": {"outside": rank}}
    slots = [{"id": "men", "offers": [{}]}]
    entries = {
        name: {"values": {"rank": number}, "slots": slots}
        for number, name in enumerate(("page", "squire", "knight"))
    }
    require = {**rank, "at_most": {"plus": [outer, {"outside": {"count": {"in": "children"}}}]}}
    judged = judge(
        entries,
        constraints=rule(**{"for": {"not": {"has": {}}}, "require": require}),
        values={"rank": {"title": "rank"}},
    )

    def held(*names: str) -> list[tuple[Number, Number]]:
        army: Any = names[-1]
        for name in names[-2::-1]:
            army = {"entry": name, "with": [army]}
        return [(have, may) for *_, have, may in found(judged, roster(army))]

    assert held("squire", "page", "squire") == []
    assert held("page", "page", "knight") == [(2, 1)]
    assert held("knight", "page", "page", "knight") == [(2, 1)]
    assert held("knight") == [(2, 1)]  # outside is the roster, outside that nothing
    assert held("squire", "page", "page", "page") == []


def test_each_unlocks_one_of_several() -> None:
    said = {
        "unassigned": {"is": ["hero", "engine", "monster"]},
        "to": [
            {"is": ["hero", "engine"], "max": {"count": {"entry": "regiment"}}},
            {"is": "monster", "max": {"times": "1/2", "of": {"count": {"entry": "horde"}}}},
            {"is": "hero", "max": {"plus": [{"count": {"entry": "horde"}}, -1]}},
        ],
        "at_most": 0,
    }
    kinds = ("hero", "engine", "monster")
    judged = judge(
        {"regiment": {}, "horde": {}, **{name: {"is": [name]} for name in kinds}},
        constraints=rule(require=said),
        keywords={name: {} for name in kinds},
    )

    def left(**many: int) -> Number:
        army = roster(*({"entry": name, "count": count} for name, count in many.items()))
        return next((number for *_, number, _ in found(judged, army)), 0)

    assert left(regiment=2, hero=1, engine=1) == 0
    assert left(regiment=1, hero=1, engine=1) == 1
    assert left(regiment=1, horde=2, hero=1, engine=1) == 0  # the horde takes the hero
    assert left(regiment=1, horde=2, hero=2, engine=2) == 2
    assert left(horde=1, monster=1) == 1
    assert left(horde=2, monster=1) == 0
    assert left(regiment=9, monster=2) == 2
    army = roster("regiment", "engine", "hero", "hero", "monster")
    ((_, told),) = explain(judged.evaluate(army), judged)
    assert told.message == "The army: rule: 3 left over, none allowed."
    assert [(part.name, part.amount) for part in told.parts] == [
        ("Engine", "1"),
        ("Hero", "1"),
        ("Hero", "1"),
        ("Monster", "1"),
    ]


def test_the_first_army_list_of_a_roster() -> None:
    first = {"when": {"first_list": ["elves", "orcs"]}, "require": {"count": {}, "at_most": 0}}
    judged = judge(
        {"thing": {}}, {"orcs": {"orc": {}}, "men": {"man": {}}}, constraints=rule(**first)
    )
    assert codes(judged, roster("thing", catalogues={"orcs": "1.0.0", "men": "1.0.0"})) == ["rule"]
    assert codes(judged, roster("thing", catalogues={"men": "1.0.0", "orcs": "1.0.0"})) == []
    assert codes(judged, roster("thing")) == []


def test_a_number_that_is_printed_in_a_profile() -> None:
    columns = [{"id": name, "title": name, "name": name} for name in ("fight", "wounds")]
    judged = judge(
        {
            "troll": {"profiles": [{"type": "man", "values": {"fight": 7, "wounds": 3}}]},
            "captain": {
                "profiles": [{"type": "man", "values": {"fight": 6, "wounds": "2(3)"}}],
                "slots": ANY,
            },
            "banner": {"alters": [{"column": "fight", "add": 1}]},
            "engine": {"is": ["engine"]},
            "snaga": {"profiles": [{"type": "man", "values": {"fight": "D6+6", "wounds": "-"}}]},
        },
        constraints=(
            *rule(
                **{"for": {"printed": {"column": "fight", "at_least": 7}}},
                require={"count": {"in": "self"}, "at_most": 0},
            ),
            {
                "id": "tough",
                "for": "roster",
                "require": {"count": {"printed": {"column": "wounds", "exactly": 3}}, "at_most": 2},
            },
            {
                "id": "soft",
                "for": {"printed": {"column": "wounds", "type": "crew", "at_most": 1}},
                "require": {"count": {"in": "self"}, "at_most": 0},
            },
        ),
        profiles={name: {"title": name, "columns": columns} for name in ("man", "crew")},
        keywords={"engine": {"profiles": [{"type": "crew", "values": {"wounds": 1}}]}},
    )
    assert codes(judged, roster("snaga", {"entry": "captain", "count": 2})) == []
    assert codes(judged, roster({"entry": "captain", "with": ["banner"]})) == []  # as printed
    assert codes(judged, roster("troll")) == ["rule"]
    assert codes(judged, roster({"entry": "captain", "count": 3})) == ["tough"]
    assert codes(judged, roster("engine")) == ["soft"]


def _keys() -> set[str]:
    """Every key that files write for the rule language and for entries."""
    kinds = [kind for module in (language, model_entries) for kind in vars(module).values()]
    fields = {
        field.name.rstrip("_")
        for kind in kinds
        if isinstance(kind, type) and attrs.has(kind)
        for field in attrs.fields(kind)
    }
    words = {*get_args(Op), *get_args(Rounding)}
    return (fields | words) - {"op", "bound", "quantity", "test", "keys", "one_of"}


def test_page_about_the_language_names_every_key() -> None:
    page = Path(data_folder("catalogues"), "README.md").read_text(encoding="utf-8")
    code = " ".join(re.findall(r"```.*?```|`[^`]+`", page, re.DOTALL))
    assert [key for key in sorted(_keys()) if not re.search(rf"\b{key}\b", code)] == []
