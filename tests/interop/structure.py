"""What the schema of BattleScribe's rosters asks (format 2.03): order, attributes, kinds."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

SPACE = "{http://www.battlescribe.net/schema/rosterSchema}"
LISTS = {
    "costs": "cost",
    "costLimits": "costLimit",
    "forces": "force",
    "selections": "selection",
    "categories": "category",
    "tags": "tag",
}
CHILDREN = {
    "roster": ("costs", "costLimits", "forces", "customNotes", "tags"),
    "force": ("customNotes", "rules", "profiles", "selections", "categories", "forces"),
    "selection": ("customNotes", "rules", "profiles", "selections", "costs", "categories"),
    "category": ("customNotes",),
}
NEEDED = {
    "roster": ("id", "name", "battleScribeVersion", "gameSystemId"),
    "force": ("id", "name", "entryId", "catalogueId"),
    "selection": ("id", "name", "entryId", "number", "type"),
    "category": ("id", "name", "entryId", "primary"),
    "cost": ("name", "typeId", "value"),
    "costLimit": ("name", "typeId", "value"),
    "tag": ("id", "name"),
}
ALLOWED = {
    "roster": ("gameSystemName", "gameSystemRevision"),
    "force": ("customName", "catalogueName", "catalogueRevision"),
    "selection": ("customName", "entryGroupId"),
}


def faults(root: Element) -> list[str]:
    """What in a roster's XML is not as the schema has it."""
    return [*_faults(root, "roster")]


def _faults(node: Element, wanted: str) -> Iterator[str]:
    tag = node.tag.removeprefix(SPACE)
    if tag != wanted:
        yield f"{tag} for {wanted}"
        return
    said = set(node.attrib)
    yield from (f"{tag} lacks {name}" for name in set(NEEDED[tag]) - said)
    known = {*NEEDED[tag], *ALLOWED.get(tag, ())}
    yield from (f"{tag} has {name}" for name in said - known)
    if tag == "selection":
        if not node.attrib["number"].isdigit():
            yield f"number {node.attrib['number']}"
        if node.attrib["type"] not in ("unit", "model", "upgrade"):
            yield f"type {node.attrib['type']}"
    if tag in ("cost", "costLimit"):
        float(node.attrib["value"])
    order = CHILDREN.get(tag, ())
    inside = [child.tag.removeprefix(SPACE) for child in node]
    if inside != [name for name in order if name in inside]:
        yield f"{tag} holds {inside}"
    for child in node:
        name = child.tag.removeprefix(SPACE)
        for one in child if name in LISTS else ():
            yield from _faults(one, LISTS[name])
