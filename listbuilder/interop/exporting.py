"""Writing rosters in the formats of BattleScribe and New Recruit, and reading these back exactly.

Names and costs are for the other program. Whatever its format has no place for, such as where a
selection stands, is written as categories and tags with our ids: so reading the file back gives
the same roster.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from listbuilder.findings import written
from listbuilder.interop.archive import packed
from listbuilder.interop.battlescribe import count_or_1, objects_of, text_or_empty
from listbuilder.interop.foreign import MOST_DEPTH
from listbuilder.interop.refusal import refusal
from listbuilder.messages import gettext
from listbuilder.model.entries import Selection
from listbuilder.model.language import Copies
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.measure import own

GENERATOR = "Listbuilder"
REDACTED = "redacted"
"""Tag of an opponent's copy."""

SCHEMA = "http://www.battlescribe.net/schema/rosterSchema"
VERSION = "2.03"
"""Version of the data format."""

ORDER = ("customNotes", "selections", "costs", "costLimits", "forces", "categories", "tags")
"""Child elements that are written, in the order of the format's schema."""

ROSTER_ORDER = ("costs", "costLimits", "forces", "customNotes", "tags")
"""Child elements of the roster itself: its notes come after the costs."""

ONE_OF = {
    "selections": "selection",
    "costs": "cost",
    "costLimits": "costLimit",
    "forces": "force",
    "categories": "category",
    "tags": "tag",
}


def exported(judge: Judge, roster: Roster) -> dict[str, Any]:
    """Make the tree of New Recruit's JSON for a roster; ``to_ros`` makes XML of the tree."""
    army, ruleset = judge.lay_out(roster), judge.book.ruleset
    costs = {name: kind for name, kind in ruleset.values.items() if kind.cost}
    totals = {
        name: sum((Fraction(own(judge, army, node, name)) for node in army.nodes), Fraction(0))
        for name in costs
    }
    forces = [_force(judge, army, node) for node in army.root.children]
    tags = [{"id": f"limit:{name}", "name": str(limit)} for name, limit in roster.limits.items()]
    tags += [{"id": f"choice:{name}", "name": option} for name, option in roster.choices.items()]
    if roster.ruleset_version is not None:
        tags.append({"id": "built:ruleset", "name": roster.ruleset_version})
    tags += [{"id": f"list:{name}", "name": one} for name, one in roster.catalogues.items()]
    whose = (("player", roster.player), ("team", roster.team))
    tags += [{"id": f"whose:{key}", "name": name} for key, name in whose if name is not None]
    if roster.redacted:
        tags.append({"id": REDACTED, "name": "true"})
    return {
        "roster": {
            **note_of(roster.notes),
            "costs": [_cost(judge, name, total) for name, total in totals.items()],
            "costLimits": [
                _cost(judge, name, Fraction(limit))
                for name, limit in roster.limits.items()
                if name in costs
            ],
            "forces": forces,
            "tags": [{"id": "generator", "name": GENERATOR}, *tags],
            "id": "roster",
            "name": roster.name,
            "battleScribeVersion": VERSION,
            "gameSystemId": ruleset.id,
            "gameSystemName": ruleset.name,
            "gameSystemRevision": "1",
        }
    }


def to_newrecruit(data: Mapping[str, Any]) -> bytes:
    """Write New Recruit's JSON."""
    return json.dumps(data, ensure_ascii=False, indent=1).encode()


def to_ros(data: Mapping[str, Any]) -> bytes:
    """Write BattleScribe's XML."""
    root = data["roster"]
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    return (head + "\n".join(_xml("roster", root, ""))).encode() + b"\n"


def to_rosz(data: Mapping[str, Any]) -> bytes:
    """Write BattleScribe's XML, compressed."""
    return packed([("roster.ros", to_ros(data))])


def _force(judge: Judge, army: Army, node: Node) -> dict[str, Any]:
    """Make a force: of an army list, or of a top selection without one, such as a castle."""
    book = judge.book
    catalogue = book.catalogues.get(node.place.list_id)
    marks = [*_marks(node)]
    if node.count > 1:
        marks.append(("count", str(node.count)))
    selections = [_selection(judge, army, child) for child in node.children]
    return {
        **note_of(node.selection.notes),
        "selections": selections,
        "categories": [_category(*mark) for mark in marks],
        "id": f"force-{node.index + 1}",
        "name": node.place.entry.name if node.place.entry else "",
        **({"customName": node.selection.name} if node.selection.name is not None else {}),
        "entryId": node.selection.entry,
        "catalogueId": catalogue.id if catalogue else book.ruleset.id,
        "catalogueRevision": "1",
        "catalogueName": catalogue.name if catalogue else book.ruleset.name,
    }


def _selection(judge: Judge, army: Army, node: Node) -> dict[str, Any]:
    entry = node.place.entry
    name = entry.name if entry else node.selection.entry
    held = [_selection(judge, army, child) for child in node.children]
    if node.size:
        models = {"id": "models", "name": name, "entryId": "", "number": node.size, "type": "model"}
        held.insert(0, models)
    piece = entry is not None and judge.book.is_piece(entry)
    values = [name for name, kind in judge.book.ruleset.values.items() if kind.cost]
    costs = {name: Fraction(own(judge, army, node, name)) for name in values}
    return {
        **note_of(node.selection.notes),
        "selections": held,
        "costs": [_cost(judge, name, cost) for name, cost in costs.items()],
        "categories": [_category(*mark) for mark in _marks(node)],
        "id": f"selection-{node.start + 1}",
        "name": name,
        "entryId": node.selection.entry,
        **({"customName": node.selection.name} if node.selection.name is not None else {}),
        "number": node.count,
        "type": "unit" if node.size else "model" if piece else "upgrade",
    }


def _marks(node: Node) -> Iterator[tuple[str, str]]:
    """Yield key and text of attributes that the format has no place for; they become categories."""
    said = node.selection
    told = (("id", said.id), ("slot", said.slot), ("at", said.at), ("picture", said.picture))
    for key, value in told:
        if value is not None:
            yield key, value
    if said.size is not None:
        yield "size", str(said.size)


def _category(key: str, value: str) -> dict[str, Any]:
    return {"id": f"{key}:{value}", "name": value, "entryId": key, "primary": "false"}


def _cost(judge: Judge, name: str, value: Fraction) -> dict[str, Any]:
    title = judge.book.ruleset.values[name].title
    number = int(value) if value.denominator == 1 else float(value)
    return {"name": title, "typeId": name, "value": number}


def note_of(notes: Any) -> dict[str, Any]:
    """Make the attribute for notes; an empty object without notes."""
    if notes is None:
        return {}
    return {"customNotes": notes if isinstance(notes, str) else json.dumps(notes)}


def _xml(tag: str, said: Mapping[str, Any], indent: str) -> Iterator[str]:
    attributes = "".join(
        f" {key}={_quoted(value)}"
        for key, value in said.items()
        if key not in ORDER and not isinstance(value, list)
    )
    space = f' xmlns="{SCHEMA}"' if tag == "roster" else ""
    inside = [key for key in (ROSTER_ORDER if tag == "roster" else ORDER) if said.get(key)]
    if not inside:
        yield f"{indent}<{tag}{attributes}{space}/>"
        return
    yield f"{indent}<{tag}{attributes}{space}>"
    for key in inside:
        value = said[key]
        if isinstance(value, str):
            yield f"{indent} <{key}>{escape(_printable(value))}</{key}>"
            continue
        yield f"{indent} <{key}>"
        for one in value:
            yield from _xml(ONE_OF[key], one, f"{indent}  ")
        yield f"{indent} </{key}>"
    yield f"{indent}</{tag}>"


def _quoted(value: Any) -> str:
    kept = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
    return quoteattr(_printable(str(value)), kept)


def _printable(text: str) -> str:
    """Drop the control characters, which XML can't hold."""
    return "".join(
        letter for letter in text if letter in "\n\r\t" or (letter >= " " and letter not in "￾￿")
    )


def is_ours(root: Mapping[str, Any]) -> bool:
    """Whether ``exported`` wrote this tree, so that it has our ids."""
    return any(
        (text_or_empty(tag.get("id")), text_or_empty(tag.get("name"))) == ("generator", GENERATOR)
        for tag in objects_of(root, "tags")
    )


def rebuilt(root: Mapping[str, Any], path: str) -> Roster:
    """Rebuild the roster that ``exported`` wrote; its ids are not looked up yet.

    Raises:
        LoadError: the tree is too deep.
    """
    tags = [
        (text_or_empty(tag.get("id")), text_or_empty(tag.get("name")))
        for tag in objects_of(root, "tags")
    ]

    def tagged(kind: str) -> dict[str, str]:
        return {key.partition(":")[2]: name for key, name in tags if key.startswith(f"{kind}:")}

    whose = tagged("whose")
    limits = {name: int(said) for name, said in tagged("limit").items() if _is_whole(said)}
    return Roster(
        ruleset=text_or_empty(root.get("gameSystemId")),
        name=text_or_empty(root.get("name")),
        catalogues=tagged("list"),
        ruleset_version=tagged("built").get("ruleset"),
        limits=limits,
        choices=tagged("choice"),
        player=whose.get("player"),
        team=whose.get("team"),
        redacted=(REDACTED, "true") in tags,
        army=tuple(_rebuilt(objects_of(root, "forces"), path, 0)),
        notes=_noted(root),
    )


def _rebuilt(said: Iterable[Mapping[str, Any]], path: str, depth: int) -> Iterator[Selection]:
    if depth > MOST_DEPTH:
        raise refusal(
            path,
            "too-deep",
            gettext("More than {most_depth} selections within one another.", most_depth=MOST_DEPTH),
        )
    for one in said:
        entry = text_or_empty(one.get("entryId"))
        if not entry:
            continue
        marks = {
            text_or_empty(mark.get("entryId")): text_or_empty(mark.get("name"))
            for mark in objects_of(one, "categories")
        }
        name = one.get("customName")
        yield Selection(
            entry,
            slot=marks.get("slot"),
            count=Copies(count_or_1(marks.get("count") or one.get("number"))),
            size=Copies(count_or_1(marks["size"])) if "size" in marks else None,
            id=marks.get("id"),
            name=text_or_empty(name) if name is not None else None,
            at=marks.get("at"),
            picture=marks.get("picture"),
            notes=_noted(one),
            with_=tuple(_rebuilt(objects_of(one, "selections"), path, depth + 1)),
        )


def _noted(said: Mapping[str, Any]) -> Any:
    """Read notes: text, or the JSON value that was written in its place."""
    text = text_or_empty(said.get("customNotes"))
    if text[:1] in ("{", "["):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    return text or None


def _is_whole(said: str) -> bool:
    return said.isascii() and said.isdigit() and len(said) <= len(written(10**15))
