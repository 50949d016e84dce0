"""Reading files of builders that list an army by warbands, with ids made of names.

A model's id is ``[army_list] its_name``; an option counts for every model of its unit. Options that
are named by numbers alone mean nothing without the builder's own data: they are missed, and told by
their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.interop.battlescribe import count_or_1, objects_of, text_or_empty
from listbuilder.interop.foreign import ForeignForce, ForeignRoster, ForeignSelection
from listbuilder.interop.refusal import refusal
from listbuilder.messages import gettext

PROGRAM = gettext("a warband list builder")
EDITION = re.compile(r"v?(\d{4})")
MODEL = re.compile(r"\[([^\]]*)\]\s*(.+)")
LEADER = "Army leader"
EQUIPMENT = "siege"
"""The army list in ids of equipment, which is of none."""


def is_warbands(root: Mapping[str, Any]) -> bool:
    """Whether JSON is such a file, by its keys."""
    return bool({"warbands", "armyList"} & root.keys())


def read_warbands(root: Mapping[str, Any], path: str) -> ForeignRoster:
    """Read the roster of a warband builder's file.

    Raises:
        LoadError: the army is of another edition, which is another game.
    """
    edition = EDITION.search(text_or_empty(root.get("edition")))
    if edition is not None or "armyList" in root:
        which = (
            gettext("the {edition} edition", edition=edition[1])
            if edition
            else gettext("another edition")
        )
        raise refusal(
            path, "other-edition", gettext("This army is of {which}: another game.", which=which)
        )
    forces: dict[str, ForeignForce] = {}
    leader = text_or_empty(root.get("leader_warband_id") or root.get("leader_warband_num"))
    first = ""
    for number, band in enumerate(objects_of(root, "warbands")):
        hero = band.get("hero")
        units = [*([hero] if isinstance(hero, dict) else []), *objects_of(band, "units")]
        made = [(list_id, node) for unit in units for list_id, node in _units(unit)]
        if not made:
            continue
        list_id = next((one for one, _ in made if one != EQUIPMENT), first)
        first = first or list_id
        leads = leader and leader in (text_or_empty(band.get("id")), text_or_empty(band.get("num")))
        if leads and isinstance(hero, dict) and made[0][0] == list_id:
            made[0][1].held.append(ForeignSelection(LEADER, path=(*made[0][1].path, LEADER)))
        force = forces.setdefault(list_id, ForeignForce((list_id,)))
        name = f"Warband {number + 1}"
        force.held.append(ForeignSelection(name, path=(name,), held=[node for _, node in made]))
    return ForeignRoster(PROGRAM, forces=[*forces.values()])


def _units(unit: Mapping[str, Any]) -> Iterator[tuple[str, ForeignSelection]]:
    """Yield a unit's army list and the unit with its options; nothing where no unit is chosen."""
    found = MODEL.fullmatch(text_or_empty(unit.get("model_id")))
    if found is None:
        return
    name = found[2]
    node = ForeignSelection(name, count_or_1(unit.get("quantity")), path=(name,))
    for option in objects_of(unit, "options"):
        quantity = text_or_empty(option.get("opt_quantity") or option.get("quantity") or "0")
        said = next(
            (
                text
                for key in ("option", "name", "option_id")
                if (text := text_or_empty(option.get(key)))
            ),
            "",
        )
        if said and quantity not in ("", "0"):
            copies = count_or_1(quantity)
            node.held.append(ForeignSelection(said, copies, path=(name, said), further=True))
    yield found[1], node
