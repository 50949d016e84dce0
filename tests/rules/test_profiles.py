"""Profiles in play: what is carried alters them, whatever its order."""

from __future__ import annotations

import ast
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import listbuilder
from listbuilder.model.roster import Roster
from listbuilder.rules.profiles import ProfileReader, WorkedProfile
from tests.rules.small import judge, roster

COLUMNS = [
    {"id": "move", "title": "M", "name": "Move", "form": "6"},
    {"id": "defence", "title": "D", "name": "Defence", "form": "4", "includes_wargear": True},
    {
        "id": "save",
        "title": "Sv",
        "name": "Save",
        "form": ["5+", "-"],
        "worked_out": {"from": 7, "least": 1},
    },
]
PROFILES = {
    "man": {"title": "Man", "columns": COLUMNS},
    "weapon": {
        "title": "Weapon",
        "columns": [{"id": "strength", "title": "S", "name": "Strength", "of_bearer": "move"}],
        "gear": True,
    },
}
NOT_MOUNT = {"not": {"is": "mount"}}
GEAR: dict[str, dict[str, Any]] = {
    "shield": {
        "name": "Shield",
        "alters": [
            {"column": "defence", "add": 1, "without": "bow", "family": "shield"},
            {"column": "save", "add": 1, "family": "shield"},
        ],
    },
    "bow": {"name": "Bow", "is": "bow"},
    "light": {
        "name": "Light armour",
        "alters": [
            {"column": "defence", "add": 1, "family": "suit"},
            {"column": "save", "add": 1, "family": "suit"},
        ],
    },
    "heavy": {
        "name": "Heavy armour",
        "alters": [
            {"column": "defence", "add": 2, "family": "suit"},
            {"column": "save", "add": 2, "family": "suit"},
        ],
    },
    "scales": {
        "name": "Magic scales",
        "alters": [{"column": "save", "add": 1, "family": "suit", "rank": 1}],
    },
    "barding": {
        "name": "Barding",
        "alters": [
            {"column": "save", "add": 1, "to": NOT_MOUNT},
            {"column": "move", "add": -1, "to": {"is": "mount"}},
        ],
    },
    "hex": {"name": "Hex", "alters": [{"column": "save", "set": 2}]},
    "sword": {"name": "Sword", "profiles": [{"type": "weapon", "values": {"strength": "+1"}}]},
}
MAN: dict[str, Any] = {"type": "man", "values": {"move": 4, "defence": 5, "save": "-"}}
ENTRIES: dict[str, dict[str, Any]] = {
    "man": {"profiles": [MAN], "slots": [{"id": "gear", "offers": [{"is": ["gear", "mount"]}]}]},
    "horse": {
        "is": "mount",
        "profiles": [{"type": "man", "values": {"move": 8, "defence": 3, "save": "-"}}],
        "alters": [
            {"column": "save", "add": 1, "to": NOT_MOUNT},
            {"column": "move", "set": 8, "to": NOT_MOUNT},
        ],
        "slots": [{"id": "gear", "offers": [{"is": "gear"}]}],
    },
    **{name: {"is": "gear", "name": term["name"]} for name, term in GEAR.items()},
}


def worked(*held: Any, count: int = 1, **own: Any) -> list[tuple[int, WorkedProfile]]:
    """The profiles of a man who holds these, with how many copies have each."""
    entries = {**ENTRIES, "man": {**ENTRIES["man"], **own}}
    game = judge(
        entries,
        keywords={"gear": {}, "mount": {}, "bow": {}},
        profiles=PROFILES,
        glossary=[*GEAR.values()],
    )
    return read(game, roster({"entry": "man", "count": count, "with": [*held]}))


def read(game: Any, army: Roster) -> list[tuple[int, WorkedProfile]]:
    laid = game.lay_out(army)
    reader = ProfileReader(game, laid)
    node = laid.nodes[0]
    return [
        (variant.copies, reader.models(node, variant.options)[0])
        for variant in reader.equipment.variants(node)
    ]


def values(*held: Any, **own: Any) -> dict[str, Any]:
    ((_, profile),) = worked(*({"entry": name} for name in held), **own)
    return dict(profile.values)


def wears(*names: str) -> dict[str, Any]:
    return {"wargear": [GEAR[name]["name"] for name in names]}


@pytest.mark.parametrize(
    ("held", "own", "defence", "save"),
    [
        ((), {}, 5, "-"),
        (("shield",), {}, 6, "6+"),
        (("shield", "light"), {}, 7, "5+"),
        (("heavy", "light"), {}, 7, "5+"),
        (("shield", "bow"), {}, 5, "6+"),
        (("scales", "heavy"), {}, 7, "6+"),
        (("heavy", "shield", "horse"), {}, 8, "3+"),
        (("hex", "heavy", "shield"), {}, 8, "2+"),
        ((), wears("shield", "light"), 5, "5+"),
        (("heavy",), wears("light"), 6, "5+"),
        (("bow",), wears("shield"), 4, "6+"),
        (("shield",), wears("shield"), 5, "6+"),
        (("shield",), wears("bow"), 5, "6+"),
    ],
)
def test_what_is_carried_alters_the_model(
    held: tuple[str, ...], own: dict[str, Any], defence: int, save: str
) -> None:
    found = values(*held, **own)
    assert (found["defence"], found["save"]) == (defence, save)


def test_a_number_that_falls_begins_at_what_is_printed_and_stops_at_the_least() -> None:
    natural = [{**MAN, "values": {**MAN["values"], "save": "4+"}}]
    assert values("light", profiles=natural)["save"] == "3+"
    assert values("heavy", "shield", "horse", profiles=natural)["save"] == "1+"


def test_what_a_mount_wears_goes_to_its_rider_and_slows_the_mount() -> None:
    horse = {"entry": "horse", "with": [{"entry": "barding"}]}
    game = judge(
        ENTRIES,
        keywords={"gear": {}, "mount": {}, "bow": {}},
        profiles=PROFILES,
        glossary=[*GEAR.values()],
    )
    laid = game.lay_out(roster({"entry": "man", "with": [horse]}))
    reader = ProfileReader(game, laid)
    (rider,), (mount,) = (reader.models(node) for node in laid.nodes[:2])
    assert (rider.values["move"], rider.values["save"]) == (8, "5+")
    assert (mount.values["move"], mount.values["save"]) == (7, "-")


def test_a_weapon_is_worked_out_with_its_bearer() -> None:
    game = judge(
        ENTRIES,
        keywords={"gear": {}, "mount": {}, "bow": {}},
        profiles=PROFILES,
        glossary=[*GEAR.values()],
    )
    laid = game.lay_out(roster({"entry": "man", "with": [{"entry": "sword"}]}))
    (sword,) = ProfileReader(game, laid).gear(laid.nodes[0])
    assert (sword.name, sword.values["strength"]) == ("Sword", 5)
    assert sword.made == {"strength": (4, (("Sword", 1),))}


def test_copies_are_told_apart_by_what_they_carry() -> None:
    held = [{"entry": "shield", "count": 2}, {"entry": "bow", "count": 3}]
    found = worked(*held, count=6)
    assert sorted((copies, profile.values["defence"]) for copies, profile in found) == [
        (1, 5),
        (2, 6),
        (3, 5),
    ]


def test_a_number_says_what_it_is_made_of() -> None:
    ((_, profile),) = worked({"entry": "shield"}, {"entry": "heavy"}, **wears("light"))
    assert profile.made["defence"] == (5, (("Heavy armour", 1), ("Shield", 1)))
    ((_, profile),) = worked({"entry": "bow"}, **wears("shield"))
    assert profile.made["defence"] == (5, (("Shield not counted", -1),))


def test_a_rule_that_hangs_on_something_alters_only_where_it_holds() -> None:
    named = {"name": "Shield", "when": {"has": {"entry": "bow"}}}
    assert values("bow", rules=[named])["save"] == "6+"
    assert values(rules=[named])["save"] == "-"


@given(st.data())
def test_the_order_of_what_is_held_never_matters(data: st.DataObject) -> None:
    names = [*GEAR, "horse"]
    held = data.draw(st.lists(st.sampled_from(names), max_size=5))
    worn = data.draw(st.lists(st.sampled_from([*GEAR]), max_size=3))
    found = values(*held, **wears(*worn))
    shuffled = data.draw(st.permutations(held))
    assert values(*shuffled, **wears(*data.draw(st.permutations(worn)))) == found


def test_no_order_of_three_things_matters_at_all() -> None:
    for names in (
        ("shield", "bow", "heavy"),
        ("scales", "heavy", "horse"),
        ("hex", "light", "bow"),
    ):
        assert len({tuple(values(*order).items()) for order in permutations(names)}) == 1


READERS = {
    "rules/profiles.py",
    "rules/printed_numbers.py",
    "rules/measure.py",
    "lint/completeness.py",
    "loading/references.py",
    "loading/derive.py",
    "editing/compare.py",
    "redaction/redact.py",
    "model/ruleset.py",
    "rules/carried.py",
    "lint/unused.py",
    "interop/naming.py",
}
"""Who reads profiles as files write them: who works them out, and who is asked about the files.

Other programs' files list their names beside what was chosen.
"""


def test_nobody_else_reads_what_profiles_print() -> None:
    """Raw profiles are those of entries, keywords and terms; a ruleset's are their types."""
    package = Path(listbuilder.__file__).parent
    for path in sorted(package.rglob("*.py")):
        where = path.relative_to(package).as_posix()
        if where in READERS:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr == "profiles":
                of = ast.unparse(node.value)
                assert of == "self" or of.endswith("ruleset"), f"{where}: {of}.profiles"
