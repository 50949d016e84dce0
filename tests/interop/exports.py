"""Rosters in the shapes in which the data of BattleScribe and New Recruit nest them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import attrs

from listbuilder.model.entries import Selection
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.measure import own

Json = dict[str, Any]
FORCES = {"defence-force", "relief-force"}
SIEGE = {"garrison"}


def in_the_field(judge: Judge, roster: Roster) -> Roster:
    """A roster without its siege: other builders know none."""
    army = judge.lay_out(roster)

    def kept(node: Node) -> Iterator[Selection]:
        held = tuple(one for child in node.children for one in kept(child))
        siege = any(own(judge, army, node, name) for name in ("siege_points",))
        if node.selection.entry in FORCES:
            yield from held
        elif not siege and node.selection.entry not in SIEGE and not _stands_alone(node):
            yield attrs.evolve(node.selection, id=None, at=None, with_=held)

    tops = tuple(one for node in army.root.children for one in kept(node))
    choices = {key: one.default for key, one in judge.book.ruleset.choices.items() if one.default}
    return attrs.evolve(roster, army=tops, choices=choices, notes=None)


def _stands_alone(node: Node) -> bool:
    """Whether it is of no army list: a castle, siege equipment."""
    return not node.place.list_id or node.place.slot is None or node.place.slot.id == "equipment"


def exported(judge: Judge, roster: Roster) -> Json:
    """A roster as New Recruit's JSON has it."""
    army = judge.lay_out(roster)
    system = judge.book.ruleset
    total = sum((own(judge, army, node, "points") for node in army.nodes), Fraction(0))
    forces = [
        {
            "selections": [one for child in node.children for one in _top(judge, army, child)],
            "id": "f1",
            "name": "Standard",
            "catalogueId": "none",
            "catalogueName": (
                *judge.book.catalogues[node.place.list_id].known_as,
                judge.book.catalogues[node.place.list_id].name,
            )[0],
        }
        for node in army.root.children
    ]
    limit = roster.limits.get("points", -1)
    return {
        "roster": {
            "costs": [{"name": "pts", "typeId": "points", "value": float(total)}],
            "costLimits": [{"name": "pts", "typeId": "points", "value": limit}],
            "forces": forces,
            "name": roster.name,
            "gameSystemName": (*system.known_as, system.name)[0],
            "generatedBy": "https://newrecruit.eu",
        }
    }


def _name(node: Node) -> str:
    entry = node.place.entry
    assert entry is not None
    return (*entry.known_as, entry.name)[0]


def _selection(
    name: str, kind: str, number: int, points: Any, held: list[Json], called: str | None = None
) -> Json:
    said: Json = {"selections": held} if held else {}
    said |= {
        "costs": [
            {"name": " Warriors", "typeId": "w", "value": 0},
            {"name": " Points", "typeId": "p", "value": float(points)},
        ],
        "id": "abc",
        "name": name,
        "entryId": "l1::e1",
        "number": number,
        "type": kind,
    }
    return said | ({"customName": called} if called else {})


def _wargear(node: Node) -> list[Json]:
    """What stands at 0 without being chosen."""
    entry = node.place.entry
    assert entry is not None
    return [_selection(named.name, "upgrade", 1, 0, []) for named in entry.wargear]


def _top(judge: Judge, army: Army, node: Node) -> Iterator[Json]:
    """A unit as it is; a hero or an engine in a container, beside the container of his warband."""
    if node.place.entry is not None and node.place.entry.size is not None:
        yield _unit(judge, army, node)
        return
    if not judge.book.ruleset.values.get("followers"):
        yield _model(judge, army, node, node.children)
        return
    band = [one for one in node.children if one.place.slot and one.place.slot.id == "followers"]
    rest = [one for one in node.children if one not in band]
    crew = [one for one in rest if one.place.slot and one.place.slot.id in ("crew", "troll")]
    hero = _model(judge, army, node, [one for one in rest if one not in crew])
    inside = [hero]
    if band or crew:
        units = [_followers(judge, army, one) for one in (*band, *crew)]
        inside.append(_selection("Warband", "upgrade", 1, 0, units))
    yield _selection(_name(node), "upgrade", 1, 0, inside)


def _followers(judge: Judge, army: Army, node: Node) -> Json:
    """Followers as the game's data nest them: the number is that of the models within."""
    points = own(judge, army, node, "points")
    if node.count == 1:
        return _model(judge, army, node, node.children)
    options = [_option(judge, army, one) for one in node.children]
    base = -2 * Fraction(points, node.count)  # what comes along is taken off here
    models = _selection("Warrior", "model", node.count, points - base, [])
    return _selection(_name(node), "upgrade", 1, base, [models, *options, *_wargear(node)])


def _model(judge: Judge, army: Army, node: Node, held: Sequence[Node]) -> Json:
    points = own(judge, army, node, "points")
    options = [_option(judge, army, one) for one in held]
    inside = [*options, *_wargear(node)]
    return _selection(_name(node), "model", node.count, points, inside, node.selection.name)


def _unit(judge: Judge, army: Army, node: Node) -> Json:
    """A unit: its models within it, and in those what all of them carry."""
    points = own(judge, army, node, "points")
    options = [_option(judge, army, one) for one in node.children]
    alike = [one for one in options if one["number"] == node.size]
    others = [one for one in options if one not in alike]
    models = _selection("Rank and file", "model", node.size, points, alike)
    return _selection(_name(node), "unit", 1, 0, [models, *others, *_wargear(node)])


def _option(judge: Judge, army: Army, node: Node) -> Json:
    entry = node.place.entry
    assert entry is not None
    if entry.size is not None:
        return _unit(judge, army, node)
    points = own(judge, army, node, "points")
    holder = node.holder
    number = node.count
    value = node.place.value("points")
    if holder is not None and value is not None and value.per_model and node.count == 1:
        number = holder.size or 1
    if holder is not None and holder.count > 1 and node.count == holder.count:
        number = 1  # it is chosen once for all
    held = [_option(judge, army, one) for one in node.children]
    return _selection(_name(node), "upgrade", number, points, held, node.selection.name)


def to_json(data: Json) -> bytes:
    """As New Recruit writes it."""
    return json.dumps(data).encode()


def to_xml(data: Json) -> bytes:
    """The same as XML, with what BattleScribe writes beside it."""
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    return (head + "".join(_element("roster", data["roster"]))).encode()


def _element(tag: str, said: Json) -> Iterator[str]:
    plain = {key: value for key, value in said.items() if not isinstance(value, list)}
    schema = ' xmlns="http://www.battlescribe.net/schema/rosterSchema"' if tag == "roster" else ""
    attributes = "".join(f" {key}={quoteattr(str(value))}" for key, value in plain.items())
    yield f"<{tag}{schema}{attributes}>"
    if tag == "selection":
        text = escape("Its owner's <own> words & more")
        yield f'<rules><rule id="r" name="A rule"><description>{text}</description></rule></rules>'
    for key, value in said.items():
        if isinstance(value, list):
            yield f"<{key}>"
            for one in value:
                yield from _element(key[:-1], one)
            yield f"</{key}>"
    yield f"</{tag}>"
