"""Two versions compared: nothing that means something changes unsaid, and it is said in words."""

import copy
import json
from collections.abc import Mapping
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.editing.compare import COSMETIC, Difference, SemanticDiff
from listbuilder.loading.derive import derive
from listbuilder.loading.folders import data_folder
from listbuilder.loading.semantic_checks import semantic_problems
from listbuilder.loading.structuring import structure
from listbuilder.model.entries import Group, Slot
from listbuilder.model.ruleset import Book, Catalogue, Part, Ruleset
from tests.loading.strategies import at, paths
from tests.loading.test_agreement import part_of
from tests.loading.test_schema import kind_of
from tests.sampling import examples, sampled

SHIPPED = {
    f"{path.parent.name}/{path.stem}": (json.loads(path.read_text(encoding="utf-8")), kind_of(path))
    for path in sorted(data_folder("catalogues").glob("*/*.json"))
}
UNSAID: dict[type, tuple[str, ...]] = {
    Group: ("title",),
    Slot: ("title",),  # one that only spells its id out is the same; tried below
    Ruleset: ("version", "summary", "documents"),
    Catalogue: ("ruleset", "version", "summary", "documents", "history"),
}
"""Attributes without a meaning beside COSMETIC."""


def part_from(data: dict[str, Any], kind: str) -> Part:
    kinds: dict[str, type[Any]] = {"ruleset": Ruleset, "catalogue": Catalogue}
    part: Part = structure(data, kinds[kind])
    if any("like" in problem.pointer for problem in semantic_problems(part)):
        raise ValueError("an entry that can't be completed")
    return attrs.evolve(part, entries=derive(part.entries, part.keywords))


def book_of(part: Part) -> Book:
    if isinstance(part, Ruleset):
        return Book(part, {})
    return Book(Ruleset(part.ruleset, "", "", {}), {part.id: part})


def differences(old: Part, new: Part) -> list[Difference]:
    return list(SemanticDiff(book_of(old), book_of(new)).differences(old, new))


def meaning(node: Any) -> Any:
    """A part without what says nothing of armies."""
    if attrs.has(type(node)):
        passed = {*COSMETIC, *UNSAID.get(type(node), ())}
        kept = {
            field.name: meaning(getattr(node, field.name))
            for field in attrs.fields(type(node))
            if field.name not in passed
        }
        return type(node).__name__, kept
    if isinstance(node, Mapping):
        return {key: meaning(value) for key, value in node.items()}
    if isinstance(node, tuple):
        return [meaning(value) for value in node]
    return node


@examples(1000)
@given(draws=st.data(), file=st.sampled_from(sorted(SHIPPED)), part=st.integers(0, 2000))
def test_no_change_of_meaning_goes_unsaid(draws: st.DataObject, file: str, part: int) -> None:
    """One value of a shipped file is replaced by another that the model takes."""
    data, kind = SHIPPED[file]
    data = part_of(data, part)
    changed = copy.deepcopy(data)
    path = draws.draw(st.sampled_from([path for path in paths(data) if path]))
    old = at(data, path)
    replaced = draws.draw(st.sampled_from(others(old)))
    at(changed, path[:-1])[path[-1]] = replaced
    try:
        before, after = part_from(data, kind), part_from(changed, kind)
    except ValueError:
        return
    found = differences(before, after)
    assert all(one.text.strip() and one.subject for one in found)
    assert differences(before, before) == differences(after, after) == []
    if meaning(before) != meaning(after):
        assert found


@pytest.mark.parametrize("file", sampled([(file,) for file in SHIPPED], 3))
def test_no_part_of_a_file_goes_unsaid(file: str) -> None:
    data, kind = SHIPPED[file]
    whole = part_from(data, kind)
    for key in data:
        rest = {name: value for name, value in data.items() if name != key}
        try:
            part = part_from(rest, kind)
        except ValueError:
            continue
        assert bool(differences(whole, part)) is (meaning(whole) != meaning(part)), key


def others(value: Any) -> list[Any]:
    """Values that may stand in another's place."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, "1/2", {"limit": "points"}, {"count": {"is": "hero"}}]
    if isinstance(value, str):
        return [f"{value}x", "roster", "up", "2/3", 3, [value, "x"]]
    if isinstance(value, list):
        return [value[1:], value[:-1], []]
    if isinstance(value, dict):
        less = [{name: value[name] for name in value if name != key} for key in value]
        return [*less, {}, 3, "roster"]
    return [0]


SOURCE = {"document": "book"}
GAME: dict[str, Any] = {
    "id": "game",
    "name": "Game",
    "version": "1",
    "documents": {},
    "values": {"gold": {"title": "gold", "cost": True}, "arms": {"title": "arms"}},
    "keywords": {"hero": {"title": "Hero"}, "bow": {"values": {"arms": 1}}},
    "profiles": {
        "man": {"title": "Man", "columns": [{"id": "s", "title": "S", "name": "Strength"}]}
    },
    "limits": {"gold": {"title": "Gold"}},
    "entries": [
        {
            "id": "man",
            "name": "Man",
            "is": ["hero"],
            "values": {"gold": 5},
            "slots": [
                {
                    "id": "arms",
                    "title": "Arms",
                    "offers": [{"entry": "spear", "values": {"gold": 1}}, "bow"],
                    "max": 2,
                    "groups": [{"is": "bow", "max": 1}],
                    "budget": {"gold": 5},
                }
            ],
            "profiles": [{"type": "man", "values": {"s": 3}}],
            "rules": ["Brave"],
        },
        {"id": "spear", "name": "Spear"},
        {"id": "bow", "name": "Bow", "is": "bow"},
    ],
    "constraints": [
        {
            "id": "too-many",
            "title": "No more than three heroes",
            "for": "roster",
            "require": {"count": {"is": "hero"}, "at_most": 3},
            "source": SOURCE,
        }
    ],
    "tables": [
        {"id": "t", "title": "Luck", "dice": "D6", "outcomes": [{"rolls": "1-6"}], "source": SOURCE}
    ],
}


def told(*changes: tuple[str, Any]) -> list[str]:
    """What is said where the values at some paths (`entries/0/name`) are replaced."""
    data = copy.deepcopy(GAME)
    for path, value in changes:
        *way, last = [int(step) if step.isdigit() else step for step in path.split("/")]
        holder: Any = at(data, tuple(way))
        if value is None:
            del holder[last]
        else:
            holder[last] = value
    found = differences(part_from(GAME, "ruleset"), part_from(data, "ruleset"))
    return [f"{one.subject}: {one.text}" for one in found]


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("entries/0/values/gold", 6, "Man: 6 gold, was 5"),
        ("entries/0/values/gold", "5/2", "Man: 2½ gold, was 5"),
        ("entries/0/values", {}, "Man: no longer 5 gold"),
        ("entries/0/values/gold", {"each": 5, "per_model": 1}, "Man: 5 + 1 per model gold, was 5"),
        ("entries/0/name", "Human", "Human: called “Human”, was “Man”"),
        ("entries/0/is", ["bow"], "Man: gains bow | Man: loses Hero"),
        ("entries/0/size", {"min": 5, "max": 10}, "Man: now 5 to 10 models"),
        ("entries/0/caps", {"roster": 1}, "Man: now at most 1 in the army"),
        ("entries/0/holds", {"bow": 2}, "Man: now always with 2 × Bow"),
        ("entries/0/requires", [{"in": "roster", "is": "bow"}], "Man: now needs bow in the army"),
        ("entries/0/slots/0/title", "Kit", "Man: Kit, was Arms"),
        ("entries/0/slots/0/max", 3, "Man: Arms: at most 3, was 2"),
        ("entries/0/slots/0/max", None, "Man: Arms: no longer at most 2"),
        ("entries/0/slots/0/groups/0/max", 2, "Man: Arms, bow: at most 2, was 1"),
        ("entries/0/slots/0/budget/gold", 9, "Man: Arms: at most 9 gold, was 5 gold"),
        ("entries/0/slots/0/offers/0/values/gold", 2, "Man: Spear: 2 gold, was 1 (Arms)"),
        ("entries/0/slots/0/offers/1", None, "Man: can’t take Bow any more (Arms)"),
        ("entries/0/slots/0/offers", ["bow"], "Man: can’t take Spear for 1 gold any more (Arms)"),
        ("entries/1/slots", [{"id": "x", "offers": [{"is": "bow"}]}], "Spear: may take bow (X)"),
        ("entries/0/profiles/0/values/s", "4+", "Man: Strength 4+, was 3"),
        ("entries/0/rules", [], "Man: loses the rule Brave"),
        ("entries/0/text", ["Fights."], "Man: now reads “Fights.”"),
        ("entries/2", None, "Bow: removed"),
        ("entries/1/id", "lance", "Spear: “spear” is now “lance”"),
        ("keywords/bow/values/arms", 2, "Keyword “bow”: 2 arms, was 1"),
        ("limits/gold/title", "Coin", "Limit “Coin”: reads “Coin”, was “Gold”"),
        ("tables/0/outcomes/0/text", "Ha.", "Table “Luck”: 1-6: now text: “Ha.”"),
        ("constraints/0/require/at_most", 4, "No more than three heroes: at most 4, was at most 3"),
        ("constraints/0/severity", "warning", "No more than three heroes: a warning, was an error"),
        ("constraints/0/id", "three", "No more than three heroes: “too-many” is now “three”"),
        ("constraints/0", None, "No more than three heroes: rule gone"),
        (
            "constraints/0/require/count/is",
            "bow",
            "No more than three heroes: asks that the number of bow in it is at most 3, was the "
            "number of Hero in it is at most 3",
        ),
        ("version", "2", ""),
        ("entries/0/source", SOURCE, ""),
    ],
)
def test_a_change_is_said_as_players_read_it(path: str, value: Any, said: str) -> None:
    assert " | ".join(told((path, value))) == said


def test_what_came_is_said_with_its_price() -> None:
    new = {"id": "ox", "name": "Ox", "values": {"gold": {"steps": [1, 2]}}}
    assert told(("entries", [*GAME["entries"], new])) == ["Ox: added, 1, then 2 gold"]


def test_a_renamed_entry_is_compared_with_what_it_was() -> None:
    assert told(("entries/0/id", "human"), ("entries/0/values/gold", 7)) == [
        "Man: “man” is now “human”",
        "Man: 7 gold, was 5",
    ]


def test_entries_are_named_for_those_that_ask_what_concerns_them() -> None:
    data = copy.deepcopy(GAME)
    data["entries"][0]["values"]["gold"] = 6
    data["constraints"][0]["require"]["at_most"] = 4
    found = differences(part_from(GAME, "ruleset"), part_from(data, "ruleset"))
    assert [one.entries for one in found] == [("man",), ()]
    assert [(one.about, one.old, one.new) for one in found] == [
        ("price", "5", "6"),
        ("limit", "at most 3", "at most 4"),
    ]


def test_a_slot_of_its_own_tells_what_a_keyword_offered_there() -> None:
    powers = {"offers": [{"entry": "fireball", "values": {"gold": 10}}, "chant"]}
    game = {
        **GAME,
        "keywords": {"hero": {"slots": [{"id": "powers", "title": "Powers", **powers}]}},
        "entries": [
            {"id": "mage", "name": "Mage", "is": ["hero"]},
            {"id": "fireball", "name": "Fireball"},
            {"id": "chant", "name": "Bane Chant"},
        ],
        "constraints": [],
    }
    own = {
        "id": "powers",
        "title": "Powers",
        "offers": [{"entry": "fireball", "values": {"gold": 15}}],
    }
    mage = {**game["entries"][0], "slots": [own]}
    after = {**game, "entries": [mage, *game["entries"][1:]]}

    def said(*games: Any) -> list[str]:
        found = differences(*(part_from(one, "ruleset") for one in games))
        return [f"{one.subject}: {one.text}" for one in found]

    assert said(game, after) == [
        "Mage: Fireball: 15 gold, was 10 (Powers)",
        "Mage: can’t take Bane Chant any more (Powers)",
    ]
    assert said(after, game) == [
        "Mage: Fireball: 10 gold, was 15 (Powers)",
        "Mage: may take Bane Chant (Powers)",
    ]
