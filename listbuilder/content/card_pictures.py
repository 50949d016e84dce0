"""Pictures that a roster or an army list names for cards."""

from __future__ import annotations

import attrs

from listbuilder.content.pieces import entry_of
from listbuilder.rules.army import Node

ROSTER = "."
"""The home of a picture that a roster names; no army list has such an id."""


@attrs.frozen
class Picture:
    """A picture of a player's.

    Attributes:
        file: the file's name as data writes it.
        home: the army list that names it, "" for the ruleset, or ``ROSTER``.
        address: the address of the image that is printed; empty until the file is read.
    """

    file: str
    home: str
    address: str = ""


def picture_of(node: Node) -> Picture | None:
    """The picture that a selection names, else that of its entry."""
    if node.selection.picture:
        return Picture(node.selection.picture, ROSTER)
    entry = entry_of(node)
    return Picture(entry.picture, node.place.list_id) if entry.picture else None
